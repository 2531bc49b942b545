use quandary_core::InputError;
use quandary_core::rules::Side;

use super::{kind_of, letter, name};
use crate::xiangqi::board::{Board, Kind, Piece};
use crate::xiangqi::geometry::{FILES, ROWS, file, in_palace, is_advisors, is_elephants, point, row};
use crate::xiangqi::notation::format_point;
use crate::xiangqi::rules::Position;

/// The position in which every game begins.
pub const START_FEN: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

/// Writes a position: the rows from Black's side to Red's, who is to move (`w` is Red), two dashes, the moves since the
/// last capture, and the number of the move. What was before is not in it.
pub fn format_fen(position: &Position) -> String {
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let mut empty = 0;
        for file in 0..FILES {
            let Some(piece) = position.board().at(point(file, row)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
            }
            empty = 0;
            text.push(letter(piece));
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text.push(if row > 0 { '/' } else { ' ' });
    }
    let side = if position.side() == Side::First { 'w' } else { 'b' };
    text + &format!("{side} - - {} {}", position.quiet(), position.ply() / 2 + 1)
}

/// Reads a position. Red is `w` or `r`; what follows the board may be left out. Refused is what no game can reach: more
/// pieces than there are, pieces where they cannot stand, a side in check that has just moved.
///
/// ```
/// use quandary_games::xiangqi::notation::{START_FEN, format_fen, parse_fen};
/// assert_eq!(format_fen(&parse_fen(START_FEN).unwrap()), START_FEN);
/// // Horses and elephants have two letters each.
/// let other = "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r";
/// assert_eq!(format_fen(&parse_fen(other).unwrap()), START_FEN);
/// let two = parse_fen("3kk4/9/9/9/9/9/9/9/9/4K4 w").unwrap_err();
/// assert_eq!(two.to_string(), "line 1, column 3: a second black king; expected one king of each side");
/// ```
pub fn parse_fen(text: &str) -> Result<Position, InputError> {
    let mut fields = text.split_whitespace();
    let rows = fields.next().unwrap_or("");
    let board = parse_board(rows)?;
    let side = match fields.next() {
        None | Some("w" | "r") => Side::First,
        Some("b") => Side::Second,
        Some(other) => {
            return Err(InputError::new(format!("`{other}` is not a valid side to move"))
                .expected("w (or r) for Red, or b"));
        }
    };
    let number = |text: Option<&str>, most: u32, what: &str, usual: u32| match text {
        None => Ok(usual),
        Some(text) => text.parse().ok().filter(|&number| number <= most).ok_or_else(|| {
            InputError::new(format!("`{text}` is not {what}")).expected(format!("a number up to {most}"))
        }),
    };
    let mut fields = fields.skip_while(|field| *field == "-");
    let quiet = number(fields.next(), 999, "the number of moves since the last capture", 0)?;
    let count = number(fields.next(), 999_999, "the number of the move", 1)?;
    if let Some(more) = fields.next() {
        return Err(InputError::new(format!("`{more}` after the number of the move"))
            .expected("a position and nothing more, or `moves` and the moves"));
    }
    for side in [Side::First, Side::Second] {
        if board.pieces(side).all(|(_, kind)| kind != Kind::King) {
            let what = format!("there is no {} king", name(side).to_lowercase());
            return Err(InputError::new(what).expected("one king of each side"));
        }
    }
    if board.is_in_check(side.other()) {
        let what = if board.kings_face() {
            "the kings face each other".to_owned()
        } else {
            format!("{} is to move and could capture the king", name(side))
        };
        return Err(InputError::new(what).expected("a position that a legal move leads to"));
    }
    let ply = 2 * count.saturating_sub(1) + u32::from(side == Side::Second);
    Ok(Position::new(board, side, quiet as u16, ply))
}

fn parse_board(rows: &str) -> Result<Board, InputError> {
    const SHAPE: &str = "ten rows of nine points, Black's first, joined by /";
    let mut board = Board::EMPTY;
    let (mut file, mut row) = (0, ROWS - 1);
    for (column, symbol) in (1..).zip(rows.chars()) {
        let wrong = |what: String| Err(InputError::new(what).at(1, column).expected(SHAPE));
        match symbol {
            '/' if file != FILES => return wrong(format!("a row of {file} points")),
            '/' if row == 0 => return wrong("an eleventh row".into()),
            '/' => (file, row) = (0, row - 1),
            '1'..='9' => {
                file += symbol as u8 - b'0';
                if file > FILES {
                    return wrong(format!("a row of {file} points"));
                }
            }
            _ => {
                let Some(kind) = kind_of(symbol) else {
                    let what = format!("`{symbol}` is not a valid piece");
                    return Err(InputError::new(what).at(1, column).expected(
                        "one of K A B N R C P, small letters for Black, or a number of empty points",
                    ));
                };
                if file == FILES {
                    return wrong("a row of more than nine points".into());
                }
                let side = if symbol.is_ascii_uppercase() { Side::First } else { Side::Second };
                let piece = Piece { side, kind };
                put(&mut board, point(file, row), piece).map_err(|error| error.at(1, column))?;
                file += 1;
            }
        }
    }
    if (file, row) != (FILES, 0) {
        let what = format!("the board ends after {} rows and {file} points", ROWS - 1 - row);
        return Err(InputError::new(what).expected(SHAPE));
    }
    Ok(board)
}

/// Puts a piece where it may stand, unless there are as many of its kind as a side has.
fn put(board: &mut Board, at: u8, piece: Piece) -> Result<(), InputError> {
    let Piece { side, kind } = piece;
    let (called, place) = (format!("{} {}", name(side).to_lowercase(), kind.name()), format_point(at));
    // Rows as the side sees them.
    let ahead = if side == Side::First { row(at) } else { 9 - row(at) };
    let stands = match kind {
        Kind::King => in_palace(at) && ahead <= 2,
        Kind::Advisor => is_advisors(at) && ahead <= 2,
        Kind::Elephant => is_elephants(at) && ahead <= 4,
        Kind::Pawn => ahead >= 5 || ahead >= 3 && file(at).is_multiple_of(2),
        Kind::Horse | Kind::Rook | Kind::Cannon => true,
    };
    if !stands {
        let what = format!("a {called} cannot stand on {place}");
        return Err(InputError::new(what).expected("pieces where they can have gone"));
    }
    let count = board.pieces(side).filter(|&(_, other)| other == kind).count();
    if count == kind.count() {
        return Err(match kind {
            Kind::King => InputError::new(format!("a second {called}")).expected("one king of each side"),
            _ => InputError::new(format!("more than {count} {called}s"))
                .expected(format!("at most {count} of a side")),
        });
    }
    board.place(at, piece);
    Ok(())
}
