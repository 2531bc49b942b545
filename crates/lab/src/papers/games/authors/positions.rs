//! Positions from the user's files: one per line, rows from the top, `*` for an empty place.

use quandary_core::InputError;
use quandary_games::{connect_four, othello};

/// Connect Four: 42 characters `*`, `X`, `O`; X moves.
pub(in crate::papers) fn connect_four(text: &str) -> Result<Vec<connect_four::Position>, InputError> {
    const WIDTH: usize = 7;
    const HEIGHT: usize = 6;
    lines(text, "connect four", WIDTH * HEIGHT, "*XO", |line| {
        let (mut mover, mut stones) = (0_u64, 0_u64);
        for (at, letter) in line.bytes().enumerate() {
            let (row, column) = (HEIGHT - 1 - at / WIDTH, at % WIDTH);
            let cell = 1_u64 << (column * (HEIGHT + 1) + row);
            stones |= if letter == b'*' { 0 } else { cell };
            mover |= if letter == b'X' { cell } else { 0 };
        }
        connect_four::Position { mover, stones }
    })
}

/// Othello: 64 characters `*`, `0` (black), `1` (white); black moves.
pub(in crate::papers) fn othello(text: &str) -> Result<Vec<othello::Position>, InputError> {
    lines(text, "Othello", 64, "*01", |line| {
        let of = |disc: u8| {
            let places = line.bytes().enumerate().filter(|(_, letter)| *letter == disc);
            places.fold(0_u64, |all, (at, _)| all | 1 << at)
        };
        othello::Position { mover: of(b'0'), opponent: of(b'1'), black_to_move: true }
    })
}

fn lines<P>(
    text: &str,
    game: &str,
    length: usize,
    letters: &str,
    read: impl Fn(&str) -> P,
) -> Result<Vec<P>, InputError> {
    let filled =
        text.lines().enumerate().map(|(at, line)| (at, line.trim())).filter(|(_, line)| !line.is_empty());
    filled
        .map(|(at, line)| {
            let wrong = line.chars().position(|letter| !letters.contains(letter));
            match wrong {
                Some(column) => {
                    let letter = line.chars().nth(column).unwrap_or(' ');
                    Err(InputError::new(format!("`{letter}` is not a valid cell of a {game} position"))
                        .at(at + 1, column + 1))
                }
                None if line.len() != length => {
                    let what = format!("a {game} position with {} cells", line.len());
                    Err(InputError::new(what).at(at + 1, line.len() + 1))
                }
                None => Ok(read(line)),
            }
            .map_err(|error| {
                error.expected(format!("{length} of the characters {letters}, one position per line"))
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_position_with_its_lowest_row_last() {
        let text = format!("{}X*****O\n", "*".repeat(35));
        let read = connect_four(&text).unwrap();
        assert_eq!((read[0].mover, read[0].stones), (1, 1 | 1 << 42));
        let start = format!("{}10***{}01{}\n", "*".repeat(27), "***", "*".repeat(27));
        assert_eq!(othello(&start).unwrap()[0], quandary_games::othello::Othello::START);
    }

    #[test]
    fn a_bad_line_is_named_with_its_place() {
        let error = connect_four("XO\n").unwrap_err();
        assert_eq!(error.place.unwrap().line, 1);
        let text = format!("{}\n\n{}?", "*".repeat(64), "0".repeat(5));
        let error = othello(&text).unwrap_err();
        let place = error.place.unwrap();
        assert_eq!((place.line, place.column), (3, 6));
        assert!(error.expected.unwrap().contains("64"));
    }
}
