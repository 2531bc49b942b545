//! A board for people, in plain text, which can be read again.

use std::fmt::Write;

use quandary_core::InputError;

use super::Document;
use super::lines::{PlacedClue, build};
use crate::ink::PartialPicture;
use crate::{Block, Board, Cell, Clue, Colour, ColourRun, Ink, Nonogram};

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
    draw(puzzle, |x, y| board.get(x, y).symbol())
}

/// The same in colours, with the letters of the clues.
pub(crate) fn draw_colours(puzzle: &Nonogram<ColourRun>, board: &PartialPicture) -> String {
    draw(puzzle, |x, y| board.0[y * puzzle.width() + x].map_or('?', Colour::symbol))
}

fn draw<B: Block>(puzzle: &Nonogram<B>, symbol: impl Fn(usize, usize) -> char) -> String {
    let words = |clue: &Clue<B>| -> Vec<String> {
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
            let _ = write!(text, "{:>cell$}", symbol(x, y));
        }
        let _ = writeln!(text, "  {}", number(y));
    }
    let _ = write!(text, "{:left$}", "");
    for x in 0..puzzle.width() {
        let _ = write!(text, "{:>cell$}", number(x));
    }
    text
}

/// A word of a line and the column (from 0) of its last letter.
type Word<'t> = (usize, &'t str);

fn words(line: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    for word in line.split_whitespace() {
        let offset = word.as_ptr() as usize - line.as_ptr() as usize;
        words.push((line[..offset].chars().count() + word.chars().count() - 1, word));
    }
    words
}

/// A row of the drawing: its clue, its cells with their columns, and its number.
struct Row<'t> {
    clue: Vec<Word<'t>>,
    cells: Vec<(usize, Cell)>,
}

fn row(line: &str) -> Option<Row<'_>> {
    let mut clue = words(line);
    let number = |word: &Word<'_>| word.1.bytes().all(|byte| byte.is_ascii_digit());
    clue.pop().filter(number)?;
    let first = clue.iter().position(|word| !number(word))?;
    let cells = clue.split_off(first);
    let cell = |&(column, word): &Word<'_>| {
        let cells = [Cell::Black, Cell::White, Cell::Unknown];
        let cell = cells.into_iter().find(|cell| word.chars().eq([cell.symbol()]))?;
        Some((column, cell))
    };
    let cells: Vec<(usize, Cell)> = cells.iter().map(cell).collect::<Option<_>>()?;
    (!clue.is_empty()).then_some(Row { clue, cells })
}

/// Whether a text looks like a drawing.
pub(super) fn is_drawing(text: &str) -> bool {
    text.lines().any(|line| row(line).is_some())
}

/// Reads what [`draw_board`] wrote.
pub(super) fn read(text: &str) -> Result<Document, InputError> {
    let blocks = |words: &[Word<'_>], line: usize| -> Result<PlacedClue, InputError> {
        let numbers: Option<Clue> = words.iter().map(|(_, word)| word.parse().ok()).collect();
        let clue = numbers.ok_or_else(|| InputError::new("a clue is too large").at(line, 0))?;
        Ok((if clue == [0] { Clue::new() } else { clue }, line))
    };
    let (mut rows, mut cells, mut places) = (Vec::new(), Vec::new(), Vec::new());
    let mut above: Vec<(usize, Vec<Word<'_>>)> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        match row(line) {
            Some(row) => {
                let columns: Vec<usize> = row.cells.iter().map(|&(column, _)| column).collect();
                if rows.is_empty() {
                    places = columns;
                } else if columns != places {
                    return Err(InputError::new("its cells do not stand below those of the first row")
                        .at(number, 0)
                        .expected(format!("{} cells, one below the other", places.len())));
                }
                rows.push(blocks(&row.clue, number)?);
                cells.extend(row.cells.iter().map(|&(_, cell)| cell));
            }
            None if rows.is_empty() => above.push((number, words(line))),
            // What follows the rows are the numbers of the columns.
            None => break,
        }
    }
    let mut uprights: Vec<(usize, Vec<Word<'_>>)> = vec![(1, Vec::new()); places.len()];
    for (line, word) in above.iter().flat_map(|(line, words)| words.iter().map(move |word| (*line, *word))) {
        let Some(column) = places.iter().position(|&place| place == word.0) else {
            return Err(InputError::new(format!("`{}` does not stand above a column", word.1))
                .at(line, word.0 + 1)
                .expected("clues whose last digits stand above the cells"));
        };
        uprights[column].0 = line;
        uprights[column].1.push(word);
    }
    let columns = uprights.iter().map(|(line, words)| blocks(words, *line)).collect::<Result<_, _>>()?;
    let puzzle = build(rows, columns, 1)?;
    let saved = Some(Board::from_cells(puzzle.width(), cells));
    Ok(Document { saved, ..Document::plain(puzzle) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Picture;
    use crate::generate::random_puzzle;
    use crate::notation::{Format, read_one};
    use quandary_core::Seed;

    #[test]
    fn what_is_drawn_is_read_again() {
        let sizes = [(1, 1), (2, 1), (1, 2), (2, 2), (5, 9), (12, 3), (30, 14), (101, 2), (2, 101)];
        for (index, (width, height)) in sizes.into_iter().enumerate() {
            let (puzzle, picture) = random_puzzle(Seed(61), index as u64, width, height, 0.6);
            let mut stream = Seed(62).stream(index as u64);
            let cell = |&black: &bool| if stream.chance(0.5) { Cell::of(black) } else { Cell::Unknown };
            let board = Board::from_cells(width, picture.cells().iter().map(cell).collect());
            let drawn = draw_board(&puzzle, &board);
            for format in [None, Some(Format::Drawing)] {
                let again =
                    read_one(drawn.as_bytes(), format).unwrap_or_else(|error| panic!("{error}\n{drawn}"));
                assert_eq!((again.puzzle, again.saved), (puzzle.clone(), Some(board.clone())), "{drawn}");
            }
        }
    }

    #[test]
    fn a_drawing_that_is_out_of_line_is_refused_with_its_place() {
        let drawn = "    2\n    1 1 3\n1 1 # . ?  1\n  3 ? ? ?  2\n  1 ? ? ?  3\n  1 ? ? ?  4\n    1 2 3";
        let refused = |text: String| read_one(text.as_bytes(), None).unwrap_err().to_string();
        let moved = refused(drawn.replace("    1 1 3", "   1 1 3"));
        assert!(moved.starts_with("line 2, column 4: `1` does not stand above a column"), "{moved}");
        let short = refused(drawn.replace("3 ? ? ?", "3 ? ?"));
        assert!(short.starts_with("line 4: its cells do not stand below"), "{short}");
    }

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
