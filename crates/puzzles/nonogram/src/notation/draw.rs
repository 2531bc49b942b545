//! A board for people, in plain text.

use std::fmt::Write;

use crate::{Board, Clue, Nonogram};

/// The board with its clues beside and above it, and with numbers to name rows and columns by.
///
/// ```text
///       1
///       1 2 1
///   1 1 # . #  1
///     3 ? ? ?  2
///       1 2 3
/// ```
pub fn draw_board(puzzle: &Nonogram, board: &Board) -> String {
    let words = |clue: &Clue| -> Vec<String> {
        if clue.is_empty() { vec!["0".to_owned()] } else { clue.iter().map(ToString::to_string).collect() }
    };
    let rows: Vec<String> = puzzle.rows().iter().map(|clue| words(clue).join(" ")).collect();
    let columns: Vec<Vec<String>> = puzzle.columns().iter().map(words).collect();
    let left = rows.iter().map(String::len).max().unwrap_or(0);
    let deepest = columns.iter().map(Vec::len).max().unwrap_or(0);
    let number = |index: usize| (index + 1).to_string();
    let labels = columns.iter().flatten().map(String::len).max().unwrap_or(1);
    let cell = labels.max(number(puzzle.width() - 1).len()) + 1;
    let mut text = String::new();
    for level in 0..deepest {
        let _ = write!(text, "{:left$}", "");
        for column in &columns {
            // Clues stand on the board: short ones begin lower.
            let label =
                (level + column.len()).checked_sub(deepest).map_or("", |index| column[index].as_str());
            let _ = write!(text, "{label:>cell$}");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    for (y, clue) in rows.iter().enumerate() {
        let _ = write!(text, "{clue:>left$}");
        for x in 0..puzzle.width() {
            let _ = write!(text, "{:>cell$}", board.get(x, y).symbol());
        }
        let _ = writeln!(text, "  {}", number(y));
    }
    let _ = write!(text, "{:left$}", "");
    for x in 0..puzzle.width() {
        let _ = write!(text, "{:>cell$}", number(x));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cell, Picture};

    #[test]
    fn clues_stand_above_and_beside_the_board_and_every_line_has_its_number() {
        let puzzle = Nonogram::of(&Picture::parse("#.#\n###\n..#\n#..").unwrap());
        let mut board = Board::unknown(3, 4);
        board.set(0, 0, Cell::Black);
        board.set(1, 0, Cell::White);
        let expected = "    2\n    1 1 3\n1 1 # . ?  1\n  3 ? ? ?  2\n  1 ? ? ?  3\n  1 ? ? ?  4\n    1 2 3";
        assert_eq!(draw_board(&puzzle, &board), expected);
    }
}
