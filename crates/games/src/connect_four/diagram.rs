//! The drawn board as text in: which game may have led to it.

use std::collections::HashSet;

use quandary_core::InputError;

use super::geometry::{AnySize, Geometry};
use super::notation::Record;
use super::rules::{ConnectFour, Position};

/// A board that this many orders of stones do not explain is given up.
const MOST_TRIED: usize = 1 << 20;

const EXPECTED: &str = "rows of X, O and . from the top, such as `. . X O`";

fn is_empty_cell(letter: char) -> bool {
    matches!(letter, '.' | '-' | '_')
}

/// Whether a text draws a board instead of naming columns.
pub(super) fn is_diagram(text: &str) -> bool {
    let mut lines =
        text.lines().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let is_cell = |letter: char| is_empty_cell(letter) || matches!(letter, 'X' | 'x' | 'O' | 'o');
    lines.next().is_some_and(|line| line.chars().all(|letter| is_cell(letter) || letter.is_whitespace()))
}

/// Reads a drawn board.
pub(super) fn parse(text: &str) -> Result<Record, InputError> {
    // From the top: who has a stone in each cell, `true` for the player who began.
    let mut rows: Vec<(usize, Vec<Option<bool>>)> = Vec::new();
    // The side said to be to move, and where.
    let mut to_move = None;
    for (line, row) in text.lines().enumerate().map(|(line, row)| (line + 1, row)) {
        if row.trim().is_empty() || row.trim_start().starts_with('#') || is_ruler(row) {
            continue;
        }
        if let Some(who) = row.trim().strip_suffix(" to move").filter(|who| ["X", "O"].contains(who)) {
            to_move = Some((line, who));
            continue;
        }
        let mut cells = Vec::new();
        for (column, letter) in row.chars().enumerate().filter(|(_, letter)| !letter.is_whitespace()) {
            cells.push(match letter {
                'X' | 'x' => Some(true),
                'O' | 'o' => Some(false),
                letter if is_empty_cell(letter) => None,
                letter => {
                    return Err(InputError::new(format!("`{letter}` is not a cell"))
                        .at(line, column + 1)
                        .expected(EXPECTED));
                }
            });
        }
        if let Some((_, first)) = rows.first()
            && first.len() != cells.len()
        {
            return Err(InputError::new(format!("a row of {}", count(cells.len(), "cell")))
                .at(line, 0)
                .expected(format!("{}, as in the row above", count(first.len(), "cell"))));
        }
        rows.push((line, cells));
    }
    let width = rows.first().map_or(0, |(_, cells)| cells.len());
    let size =
        u32::try_from(width).ok().and_then(|width| AnySize::new(width, u32::try_from(rows.len()).ok()?));
    let Some(size) = size else {
        return Err(InputError::new(format!(
            "a board of {} and {}",
            count(rows.len(), "row"),
            count(width, "column")
        ))
        .expected("columns x (rows + 1) at most 64, 1 to 19 rows and 1 to 9 columns"));
    };
    let columns = columns_of(&rows, size)?;
    let stones: Vec<bool> = columns.iter().flatten().copied().collect();
    let (first, second) =
        (stones.iter().filter(|stone| **stone).count(), stones.iter().filter(|stone| !**stone).count());
    if first != second && first != second + 1 {
        return Err(InputError::new(format!("{first} X and {second} O"))
            .expected("as many X as O, or one more: X begins and they take turns"));
    }
    let mover = if first == second { "X" } else { "O" };
    if let Some((line, who)) = to_move.filter(|(_, who)| *who != mover) {
        return Err(InputError::new(format!("{who} is to move after {first} X and {second} O"))
            .at(line, 0)
            .expected(format!("{mover} to move")));
    }
    let played = Game { size, columns: &columns, dead: HashSet::new() }.find()?;
    let rules = ConnectFour(size);
    let position = rules.after(played.iter().copied()).unwrap_or(Position::START);
    Ok(Record { size, columns: played, position })
}

/// Whether a line holds the numbers of the columns: `1 2 3 …`.
fn is_ruler(row: &str) -> bool {
    let digits: Vec<char> = row.chars().filter(|letter| !letter.is_whitespace()).collect();
    !digits.is_empty() && digits.iter().zip('1'..='9').filter(|(a, b)| **a == *b).count() == digits.len()
}

/// The stones of each column from the bottom up.
fn columns_of(rows: &[(usize, Vec<Option<bool>>)], size: AnySize) -> Result<Vec<Vec<bool>>, InputError> {
    let mut columns = vec![Vec::new(); size.width() as usize];
    for (height, (line, cells)) in rows.iter().rev().enumerate() {
        for (column, stone) in cells.iter().enumerate().filter_map(|(column, cell)| Some((column, (*cell)?)))
        {
            if columns[column].len() < height {
                return Err(InputError::new(format!(
                    "the stone in column {} has nothing below it",
                    column + 1
                ))
                .at(*line, 0)
                .expected("stones that have fallen to the lowest empty cell"));
            }
            columns[column].push(stone);
        }
    }
    Ok(columns)
}

/// `1 cell`, `2 cells`.
fn count(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// Looks for an order in which the stones may have been played.
struct Game<'b> {
    size: AnySize,
    columns: &'b [Vec<bool>],
    /// How high the columns stood where no order was found.
    dead: HashSet<Vec<usize>>,
}

impl Game<'_> {
    fn find(mut self) -> Result<Vec<u32>, InputError> {
        let total = self.columns.iter().map(Vec::len).sum();
        let mut heights = vec![0; self.columns.len()];
        let mut played = Vec::with_capacity(total);
        if self.extend(&mut heights, &mut played, Position::START, total) {
            return Ok(played);
        }
        Err(InputError::new("no game leads to this board")
            .expected("stones in an order that X and O can have played, and none after a line of four"))
    }

    fn extend(
        &mut self,
        heights: &mut Vec<usize>,
        played: &mut Vec<u32>,
        at: Position,
        total: usize,
    ) -> bool {
        if played.len() == total {
            return true;
        }
        let rules = ConnectFour(self.size);
        if rules.has_four(at.opponent()) || self.dead.len() >= MOST_TRIED || self.dead.contains(heights) {
            return false;
        }
        let first_to_move = played.len().is_multiple_of(2);
        for column in 0..self.columns.len() {
            if self.columns[column].get(heights[column]) == Some(&first_to_move)
                && let Some(cell) = rules.drop(at, column as u32)
            {
                heights[column] += 1;
                played.push(column as u32);
                if self.extend(heights, played, at.with(cell), total) {
                    return true;
                }
                played.pop();
                heights[column] -= 1;
            }
        }
        self.dead.insert(heights.clone());
        false
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quandary_core::Seed;

    use super::*;
    use crate::connect_four::generate::undecided;
    use crate::connect_four::notation::{draw, parse_record};
    use crate::connect_four::play::View;

    fn standard() -> AnySize {
        AnySize::new(7, 6).unwrap()
    }

    #[test]
    fn the_board_that_is_drawn_is_read_back() {
        for (width, height) in [(7, 6), (4, 4), (8, 7), (3, 5)] {
            let size = AnySize::new(width, height).unwrap();
            for index in 0..200 {
                let plies = (index % u64::from(size.cells())) as u32;
                let record = undecided(size, plies, Seed(9), index);
                let read = parse_record(&View(record.clone()).to_string(), standard()).unwrap();
                assert_eq!((read.size, read.position), (record.size, record.position), "{}", draw(&record));
                assert_eq!(ConnectFour(size).after(read.columns), Ok(read.position));
            }
        }
    }

    #[test]
    fn a_finished_game_is_read_back_too() {
        let won = parse_record("1212121", standard()).unwrap();
        assert_eq!(parse_record(&draw(&won), standard()).unwrap().position, won.position);
    }

    #[test]
    fn boards_that_cannot_be_are_refused_with_the_reason() {
        let sentence = |text: &str| parse_record(text, standard()).unwrap_err().to_string();
        assert!(sentence("X .\n. .").contains("line 1: the stone in column 1 has nothing below it"));
        assert!(sentence(". .\nX X").starts_with("2 X and 0 O; expected as many X as O"));
        assert!(sentence("X O\nX O O").contains("line 2: a row of 3 cells; expected 2 cells"));
        assert!(
            sentence("X Q\n").contains("there is no column `X`") || sentence("X Q\n").contains("not a cell")
        );
        assert!(sentence(". .\nO Z").contains("line 2, column 3: `Z` is not a cell"));
        assert!(sentence(". .\nX .\n1 2\n\nX to move").contains("X is to move after 1 X and 0 O"));
        // O lies at the bottom everywhere, yet X begins.
        assert!(sentence("X X\nO O").starts_with("no game leads to this board"));
    }

    proptest! {
        #[test]
        fn any_drawing_is_read_or_refused_without_panicking(text in "[XO. \n1-9]{0,60}") {
            if let Ok(record) = parse_record(&text, standard()) {
                prop_assert_eq!(parse_record(&draw(&record), standard()).unwrap().position, record.position);
            }
        }
    }
}
