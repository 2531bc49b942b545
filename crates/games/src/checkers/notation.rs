//! Positions and moves as text.
//!
//! A position is the field's FEN: who is to move, then the squares of each side, kings marked with `K`, such as
//! `B:W21,22,K30:B1-3,K10`. A range is that many men. `:H12` at the end says that twelve moves were made since the last
//! that counts for a draw. Quotes, spaces and a full stop around it are passed over, and so is a board drawn above it.
//! `start` is the starting position. Anything else is read as a [record](super::record).
//!
//! A move is the squares it visits: `11-15`, `22x15`, `22x15x8`.

use std::fmt::Write;

use quandary_core::InputError;

use super::board::{BOARD, BOTTOM, Bits, Move, Position, TOP, at, bit, number};
use super::record::Record;
use super::rules::{Checkers, State};

/// `11-15` or `22x15x8`: every square, so that it can be read without the board.
///
/// ```
/// use quandary_games::checkers::notation::{format_move, parse_move};
/// let jumps = parse_move("22x15x8").unwrap();
/// assert_eq!((format_move(jumps), jumps.captures()), ("22x15x8".into(), 2));
/// assert!(parse_move("22x8").is_none() && parse_move("11-33").is_none());
/// ```
pub fn format_move(chosen: Move) -> String {
    let squares: Vec<String> = chosen.squares().iter().map(u32::to_string).collect();
    squares.join(if chosen.captures() > 0 { "x" } else { "-" })
}

/// The squares that a move's text names, whatever stands between them.
pub(super) fn squares_of(text: &str) -> Option<Vec<u32>> {
    let squares = text.split(['-', 'x', 'X', '×', ':']);
    let squares: Vec<u32> = squares
        .map(|square| {
            let digits = (1..=2).contains(&square.len()) && square.bytes().all(|byte| byte.is_ascii_digit());
            digits.then(|| square.parse().ok()).flatten().filter(|square| (1..=32).contains(square))
        })
        .collect::<Option<_>>()?;
    (squares.len() >= 2).then_some(squares)
}

/// Reads a move whose squares are all named.
pub fn parse_move(text: &str) -> Option<Move> {
    Move::along(&squares_of(text.trim())?)
}

/// A position as FEN; the count of quiet moves only where it is not 0.
pub fn format_position(state: &State) -> String {
    let Position { black, white, kings, black_to_move } = state.position;
    let list = |side: u64| {
        let name = |piece: u64| format!("{}{}", if kings & piece != 0 { "K" } else { "" }, number(piece));
        Bits(side).map(name).collect::<Vec<_>>().join(",")
    };
    let mut text = format!("{}:W{}:B{}", if black_to_move { 'B' } else { 'W' }, list(white), list(black));
    if state.quiet() > 0 {
        let _ = write!(text, ":H{}", state.quiet());
    }
    text
}

/// Reads a FEN.
///
/// ```
/// use quandary_games::checkers::notation::{format_position, parse_fen};
/// let state = parse_fen("B:W18,K30:B1-3,K10").unwrap();
/// assert_eq!(format_position(&state), "B:W18,K30:B1,2,3,K10");
/// let error = parse_fen("W:W30:B30").unwrap_err();
/// assert_eq!(error.to_string(), "line 1, column 8: square 30 has two pieces; expected each square at most once");
/// ```
pub fn parse_fen(text: &str) -> Result<State, InputError> {
    let expected = "a FEN such as B:W21,22,K30:B1,2,K10";
    let trimmed = text.trim_matches(|c: char| c.is_whitespace() || c == '"');
    let trimmed = trimmed.strip_suffix('.').unwrap_or(trimmed);
    // Columns are counted in characters from where the FEN begins.
    let mut parts = trimmed.split(':');
    let mover = parts.next().unwrap_or_default();
    let black_to_move = match mover {
        "B" => true,
        "W" => false,
        _ => {
            return Err(InputError::new(format!("`{mover}` is not a side to move"))
                .at(1, 1)
                .expected(format!("B or W: {expected}")));
        }
    };
    let mut position = Position { black: 0, white: 0, kings: 0, black_to_move };
    let (mut sides, mut quiet) = ([false; 2], 0);
    let mut column = 1 + mover.len();
    for part in parts {
        column += 1;
        let mut letters = part.chars();
        match letters.next() {
            Some(colour @ ('B' | 'W')) => {
                let black = colour == 'B';
                if std::mem::replace(&mut sides[usize::from(black)], true) {
                    return Err(InputError::new(format!("{} is listed twice", side_name(black)))
                        .at(1, column)
                        .expected("each side once"));
                }
                let mut place = column + 1;
                for piece in letters.as_str().split(',') {
                    if !letters.as_str().is_empty() {
                        put(&mut position, black, piece, place)?;
                    }
                    place += piece.chars().count() + 1;
                }
            }
            Some('H') => {
                quiet = letters.as_str().parse().map_err(|_| {
                    InputError::new(format!("`{part}` is not a valid count of quiet moves"))
                        .at(1, column)
                        .expected("H and a number up to 255")
                })?;
            }
            // The number of the move: it changes nothing.
            Some('F') if letters.as_str().parse::<u32>().is_ok() => {}
            _ => {
                return Err(InputError::new(format!("`{part}` is neither side"))
                    .at(1, column)
                    .expected(expected));
            }
        }
        column += part.chars().count();
    }
    if sides != [true; 2] {
        return Err(InputError::new("a side is missing").at(1, 0).expected(expected));
    }
    for black in [true, false] {
        let pieces = if black { position.black } else { position.white }.count_ones();
        if pieces > 12 {
            return Err(InputError::new(format!("{} has {pieces} pieces", side_name(black)))
                .at(1, 0)
                .expected("at most 12 a side"));
        }
    }
    Ok(State::new(position, quiet))
}

/// `black` or `white`.
pub(super) fn side_name(black: bool) -> &'static str {
    if black { "black" } else { "white" }
}

/// Puts `K12`, `5` or `1-4` on the board.
fn put(position: &mut Position, black: bool, text: &str, column: usize) -> Result<(), InputError> {
    let trimmed = text.trim();
    let (is_king, squares) = match trimmed.strip_prefix('K') {
        Some(rest) => (true, rest),
        None => (false, trimmed),
    };
    let square = |text: &str| text.parse().ok().filter(|square| (1..=32).contains(square));
    let (first, last) = squares.split_once('-').unwrap_or((squares, squares));
    let Some((first, last)) =
        square(first).zip(square(last)).filter(|(first, last): &(u32, u32)| first <= last)
    else {
        return Err(InputError::new(format!("`{trimmed}` is not a piece"))
            .at(1, column)
            .expected("a square from 1 to 32, with K before it for a king"));
    };
    for square in first..=last {
        let piece = bit(square);
        if (position.black | position.white) & piece != 0 {
            return Err(InputError::new(format!("square {square} has two pieces"))
                .at(1, column)
                .expected("each square at most once"));
        }
        if !is_king && piece & if black { BOTTOM } else { TOP } != 0 {
            return Err(InputError::new(format!("a {} man on {square} would be a king", side_name(black)))
                .at(1, column)
                .expected(format!("K{square}, or another square")));
        }
        *if black { &mut position.black } else { &mut position.white } |= piece;
        if is_king {
            position.kings |= piece;
        }
    }
    Ok(())
}

/// Reads a position: `start`, a FEN with or without a board above it, or where a record ends.
pub fn parse_position(rules: Checkers, text: &str) -> Result<State, InputError> {
    if text.trim() == "start" {
        return Ok(State::default());
    }
    let is_fen = |line: &str| {
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || c == '"');
        line.starts_with("B:") || line.starts_with("W:")
    };
    if let Some((index, line)) = text.lines().enumerate().find(|(_, line)| is_fen(line)) {
        let shift = line.chars().take_while(|c| c.is_whitespace() || *c == '"').count();
        return parse_fen(line).map_err(|error| match error.place {
            Some(place) => {
                let column = if place.column == 0 { 0 } else { place.column + shift };
                error.at(place.line + index, column)
            }
            None => error,
        });
    }
    Ok(Record::parse(rules, text)?.last(rules))
}

/// The board for a person: `b` and `w` are men, `B` and `W` kings, white at the bottom.
pub fn draw(position: &Position) -> String {
    let mut text = String::new();
    for row in 0..8 {
        for column in 0..8 {
            let letter = at(row, column).map_or(' ', |square| letter(position, bit(square)));
            text.push(letter);
            text.push(if column < 7 { ' ' } else { '\n' });
        }
    }
    text
}

/// What stands on a square.
pub(super) fn letter(position: &Position, square: u64) -> char {
    let of = |set: u64| set & square != 0;
    debug_assert!(BOARD & square != 0);
    match (of(position.black), of(position.white), of(position.kings)) {
        (true, _, false) => 'b',
        (true, _, true) => 'B',
        (_, true, false) => 'w',
        (_, true, true) => 'W',
        _ => '.',
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::rules::Draws;
    use super::*;

    #[test]
    fn the_start_is_written_as_the_field_does() {
        let text = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12";
        assert_eq!(format_position(&State::default()), text);
        assert_eq!(parse_fen("\"B:W21-32:B1-12.\"").unwrap(), State::default());
        assert_eq!(parse_fen("W:WK1:BK5:H7:F12").unwrap().quiet(), 7);
        assert_eq!(parse_fen("W:W5:B").unwrap().position.black, 0);
    }

    #[test]
    fn a_bad_fen_is_refused_with_its_place() {
        let cases = [
            ("", "`` is not a side to move"),
            ("X:W1:B2", "`X` is not a side to move"),
            ("B:W21", "a side is missing"),
            ("B:W21:W22:B1", "white is listed twice"),
            ("B:W33:B1", "`33` is not a piece"),
            ("B:W21,:B1", "`` is not a piece"),
            ("B:W3:B1", "a white man on 3 would be a king"),
            ("B:W21:B30", "a black man on 30 would be a king"),
            ("B:W21:B1-13", "black has 13 pieces"),
            ("B:W21:B1:Q", "`Q` is neither side"),
            ("B:W21:B1:H999", "`H999` is not a valid count of quiet moves"),
        ];
        for (text, what) in cases {
            let error = parse_fen(text).unwrap_err();
            assert_eq!(error.what, what, "{text}");
            assert!(error.place.is_some() && error.expected.is_some(), "{text}");
        }
    }

    #[test]
    fn a_drawn_board_above_a_fen_is_passed_over() {
        let rules = Checkers { draws: Draws::Wcdf };
        let state = parse_fen("W:W18,K30:B1,2").unwrap();
        let text = format!("{}  {}", draw(&state.position), format_position(&state));
        assert_eq!(parse_position(rules, &text).unwrap(), state);
        let broken = format!("{}  B:W99:B1", draw(&state.position));
        assert_eq!(
            parse_position(rules, &broken).unwrap_err().place.map(|at| (at.line, at.column)),
            Some((9, 6))
        );
    }

    proptest! {
        #[test]
        fn nothing_makes_the_reader_panic(text in "[BWKHF0-9:,.\\-x\" ]{0,40}") {
            let _ = parse_position(Checkers { draws: Draws::Wcdf }, &text);
        }

        #[test]
        fn what_is_written_is_read_again(black in any::<u32>(), white in any::<u32>(), kings in any::<u32>(), turn: bool) {
            let mut position = Position { black: 0, white: 0, kings: 0, black_to_move: turn };
            for square in 1..=32_u32 {
                let (piece, at) = (bit(square), 1 << (square - 1));
                let king = kings & at != 0;
                if black & at != 0 && position.black.count_ones() < 12 && (king || piece & BOTTOM == 0) {
                    position.black |= piece;
                } else if white & at != 0 && position.white.count_ones() < 12 && (king || piece & TOP == 0) {
                    position.white |= piece;
                } else {
                    continue;
                }
                position.kings |= if king { piece } else { 0 };
            }
            let state = State::new(position, 3);
            prop_assert_eq!(parse_fen(&format_position(&state)).unwrap(), state);
        }
    }
}
