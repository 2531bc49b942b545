use quandary_core::rules::Side;

use super::kind_of;
use crate::xiangqi::board::{Kind, Move};
use crate::xiangqi::geometry::{file, row};
use crate::xiangqi::rules::Position;

/// Writes a legal move as the world federation does: the piece, its file (from the mover's right, 1 to 9), `+` forward,
/// `-` backward or `.` sideways, and the file it goes to or, along its file, how many points.
///
/// Of two on a file the front one is `+` and the rear one `-` instead of the file (`R+-2`); advisors and elephants need
/// no such sign. Where three pawns or more stand on a file, or two on each of two files, a pawn is named by its place
/// from the front and its file: `25.6`.
///
/// ```
/// use quandary_games::xiangqi::notation::{START_FEN, format_wxf, parse_fen, parse_iccs, parse_wxf};
/// let position = parse_fen(START_FEN).unwrap();
/// let chosen = parse_iccs("h2e2").unwrap();
/// assert_eq!(format_wxf(&position, chosen).as_deref(), Some("C2.5"));
/// assert_eq!(parse_wxf(&position, "c2=5"), Some(chosen));
/// ```
pub fn format_wxf(position: &Position, chosen: Move) -> Option<String> {
    let (board, side) = (position.board(), position.side());
    let kind = board.at(chosen.from)?.kind;
    let (from, to) = (seen(side, chosen.from), seen(side, chosen.to));
    let ahead = to.row - from.row;
    let way = match ahead {
        0 => '.',
        1.. => '+',
        _ => '-',
    };
    let end = if from.file == to.file { ahead.abs() } else { to.file };
    let name = match kind {
        Kind::King => 'K',
        Kind::Advisor => 'A',
        Kind::Elephant => 'E',
        Kind::Horse => 'H',
        Kind::Rook => 'R',
        Kind::Cannon => 'C',
        Kind::Pawn => 'P',
    };
    // How many of the kind stand on each file.
    let mut files = [0; 10];
    let (mut front, mut behind) = (0, 0);
    for (at, other) in board.pieces(side).filter(|&(_, other)| other == kind) {
        let at = seen(side, at);
        files[at.file as usize] += 1;
        debug_assert_eq!(other, kind);
        if at.file == from.file {
            front += i32::from(at.row > from.row);
            behind += i32::from(at.row < from.row);
        }
    }
    let lonely = front + behind == 0 || matches!(kind, Kind::Advisor | Kind::Elephant);
    let crowds = files.iter().filter(|&&count| count >= 2).count();
    let many = kind == Kind::Pawn && (front + behind >= 2 || crowds >= 2);
    let who = match (lonely, many) {
        (true, _) => format!("{name}{}", from.file),
        (false, true) => format!("{}{}", front + 1, from.file),
        (false, false) => format!("{name}{}", if front == 0 { '+' } else { '-' }),
    };
    Some(format!("{who}{way}{end}"))
}

/// A point as a side sees it: the file from its right, 1 to 9, and the row from its own.
struct SidePoint {
    file: i32,
    row: i32,
}

fn seen(side: Side, at: u8) -> SidePoint {
    let (file, row) = (i32::from(file(at)), i32::from(row(at)));
    match side {
        Side::First => SidePoint { file: 9 - file, row },
        Side::Second => SidePoint { file: file + 1, row: 9 - row },
    }
}

/// Reads a legal move as the world federation writes it: in either case, `=` for `.`, the letters of a FEN for horses
/// and elephants, the sign before or after the letter. One of two pieces on a file may be named by the file where only
/// one of them can make the move.
pub fn parse_wxf(position: &Position, text: &str) -> Option<Move> {
    let mut symbols: Vec<char> = text.chars().collect();
    let [first, second, way, end] = &mut symbols[..] else { return None };
    if matches!(first, '+' | '-') {
        std::mem::swap(first, second);
    }
    if *way == '=' {
        *way = '.';
    }
    let (first, second, way, end) = (*first, *second, *way, *end);
    let kind = kind_of(first).or_else(|| first.is_ascii_digit().then_some(Kind::Pawn))?;
    let mut found = None;
    let mut by_file = Vec::new();
    position.any_legal(|chosen| {
        if position.board().at(chosen.from).is_none_or(|piece| piece.kind != kind) {
            return false;
        }
        let name: Vec<char> = format_wxf(position, chosen).unwrap_or_default().chars().collect();
        if name[2..] != [way, end] {
            return false;
        }
        // A pawn among many begins with its place.
        let same = if first.is_ascii_digit() { name[0] == first } else { !name[0].is_ascii_digit() };
        if same && name[1] == second {
            found = Some(chosen);
        } else if !first.is_ascii_digit()
            && char::from_digit(seen(position.side(), chosen.from).file as u32, 10) == Some(second)
        {
            by_file.push(chosen);
        }
        found.is_some()
    });
    found.or(if let [one] = by_file[..] { Some(one) } else { None })
}
