use quandary_core::InputError;

use super::name;
use crate::xiangqi::board::Move;
use crate::xiangqi::geometry::{FILES, file, point, row};
use crate::xiangqi::rules::Position;

/// A point: `e0` is where Red's king begins.
pub fn format_point(at: u8) -> String {
    format!("{}{}", char::from(b'a' + file(at)), row(at))
}

/// A move by the points it joins: `h2e2`.
pub fn format_iccs(chosen: Move) -> String {
    format_point(chosen.from) + &format_point(chosen.to)
}

/// Reads a move by its points, in either case and with or without a dash between them. Whether it is legal is not asked.
///
/// ```
/// use quandary_games::xiangqi::notation::{format_iccs, parse_iccs};
/// assert_eq!(format_iccs(parse_iccs("H2-E2").unwrap()), "h2e2");
/// assert_eq!(parse_iccs("C2.5"), None);
/// ```
pub fn parse_iccs(text: &str) -> Option<Move> {
    let text = text.to_ascii_lowercase();
    let (from, to) = match text.split_once('-') {
        Some(pair) => pair,
        None => text.split_at_checked(2)?,
    };
    Some(Move { from: parse_point(from)?, to: parse_point(to)? })
}

fn parse_point(text: &str) -> Option<u8> {
    let [letter, digit] = text.as_bytes() else { return None };
    let file = letter.checked_sub(b'a').filter(|&file| file < FILES)?;
    let row = digit.checked_sub(b'0').filter(|&row| row < 10)?;
    Some(point(file, row))
}

/// Why a move between two points is not legal; nothing where it is.
pub fn why_illegal(position: &Position, chosen: Move) -> Option<InputError> {
    if position.is_legal(chosen) {
        return None;
    }
    let (text, board, side) = (format_iccs(chosen), position.board(), position.side());
    let from = format_point(chosen.from);
    let what = match board.at(chosen.from) {
        None => format!("{text}: nothing stands on {from}"),
        Some(piece) if piece.side != side => {
            format!("{text}: the {} on {from} is not {}'s, who is to move", piece.kind.name(), name(side))
        }
        Some(piece) => {
            let own = board.at(chosen.to).is_some_and(|other| other.side == side);
            let goes = board.any_move(side, |other| other == chosen);
            let mut after = *board;
            after.make(side, chosen);
            if own {
                format!("{text}: a piece of {} stands on {}", name(side), format_point(chosen.to))
            } else if !goes {
                format!("{text}: the {} on {from} does not go there", piece.kind.name())
            } else if after.kings_face() {
                format!("{text}: the kings would face each other")
            } else if position.in_check() {
                format!("{text}: {} would still be in check", name(side))
            } else {
                format!("{text}: {}'s king could be captured", name(side))
            }
        }
    };
    Some(InputError::new(what).expected("a legal move, such as h2e2 or C2.5"))
}
