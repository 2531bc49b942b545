//! Connect Four.
//!
//! The instance is the columns played (`44455`, `start`), with the size (rows x columns) before it on other boards than
//! 6x7: `4x5:332`, or `7rx6c:` for 7 rows and 6 columns. Scores are the player's to move: `k` for a win with the k-th last stone of his own, negative for a
//! loss, 0 for a draw. Claims and evidence are those of a [proof tree](crate::proof_tree); a move is named by the digit of
//! its column, and replies are walked from left to right.

use crate::Rejection;
use crate::proof_tree::Position;

/// A board cell by cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    height: usize,
    /// Column after column from the bottom up: whether the player who began has a stone there.
    cells: Vec<Option<bool>>,
    stones: usize,
}

impl Board {
    fn width(&self) -> usize {
        self.cells.len() / self.height
    }

    fn at(&self, column: i64, row: i64) -> Option<bool> {
        let column = usize::try_from(column).ok().filter(|&column| column < self.width())?;
        let row = usize::try_from(row).ok().filter(|&row| row < self.height)?;
        self.cells[column * self.height + row]
    }

    /// The lowest empty cell of a column.
    fn open_cell(&self, column: usize) -> Option<usize> {
        let cells = column * self.height..(column + 1) * self.height;
        (column < self.width()).then_some(cells)?.find(|&cell| self.cells[cell].is_none())
    }

    /// Whether the player who moved last has four in a row.
    fn is_won(&self) -> bool {
        let last = Some(!self.first_to_move());
        let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
        (0..self.cells.len()).filter(|&cell| self.cells[cell] == last).any(|cell| {
            let (x, y) = ((cell / self.height) as i64, (cell % self.height) as i64);
            lines.iter().any(|(dx, dy)| (1..4).all(|step| self.at(x + dx * step, y + dy * step) == last))
        })
    }
}

impl Position for Board {
    const NAME: usize = 1;

    fn read(text: &str) -> Result<Board, Rejection> {
        let malformed = || Rejection::Malformed(format!("`{text}` is not a game of Connect Four"));
        let (size, moves) = text.split_once(':').unwrap_or(("6x7", text));
        let (height, width) = size.split_once('x').ok_or_else(malformed)?;
        let (height, width) = (height.trim_end_matches('r'), width.trim_end_matches('c'));
        let width: usize = width.parse().map_err(|_| malformed())?;
        let height: usize = height.parse().map_err(|_| malformed())?;
        if !(1..=9).contains(&width) || !(1..=63).contains(&height) {
            return Err(malformed());
        }
        let mut board = Board { height, cells: vec![None; width * height], stones: 0 };
        for digit in moves.chars().filter(|_| moves != "start") {
            let column = digit.to_digit(10).filter(|&digit| digit >= 1).ok_or_else(malformed)? as usize - 1;
            if board.open_cell(column).is_none() || board.end().is_some() {
                return Err(malformed());
            }
            board = board.after(column);
        }
        Ok(board)
    }

    fn first_to_move(&self) -> bool {
        self.stones.is_multiple_of(2)
    }

    fn end(&self) -> Option<i64> {
        if self.is_won() {
            // The earlier, the more stones of the winner would still have fitted.
            let score = ((self.cells.len() + 2 - self.stones) / 2) as i64;
            return Some(if self.first_to_move() { -score } else { score });
        }
        (self.stones == self.cells.len()).then_some(0)
    }

    fn moves(&self) -> Vec<usize> {
        (0..self.width()).filter(|&column| self.open_cell(column).is_some()).collect()
    }

    fn named(&self, name: &[u8]) -> Option<usize> {
        Some(usize::from(name.first()?.checked_sub(b'1')?))
    }

    fn after(&self, column: usize) -> Board {
        let mut next = self.clone();
        if let Some(cell) = self.open_cell(column) {
            next.cells[cell] = Some(self.first_to_move());
            next.stones += 1;
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Certificate;
    use serde_json::{Value, json};

    use super::*;
    use crate::verify;

    fn certificate(claim: &str, instance: &str, evidence: Value) -> Certificate {
        Certificate::new("connect-four", claim, instance, evidence)
    }

    #[test]
    fn a_win_with_the_next_stone_is_verified_and_a_wrong_column_is_not() {
        // X has three in column 1 and moves: 42 + 1 - 6 = 37 stones remain, a score of 18.
        let good = certificate("win", "121212", json!({"at_least": {"goal": 18, "tree": "1"}}));
        assert!(verify(&good).is_ok());
        for (goal, tree) in [(19, "1"), (18, "2"), (18, ""), (18, "11"), (18, "8"), (0, "1")] {
            let bad = certificate("win", "121212", json!({"at_least": {"goal": goal, "tree": tree}}));
            assert!(matches!(verify(&bad), Err(Rejection::Wrong(_))), "{goal} {tree}");
        }
    }

    #[test]
    fn a_full_board_is_a_draw_from_both_sides() {
        let evidence = json!({"at_least": {"goal": 0, "tree": "2"}, "at_most": {"goal": 0, "tree": ""}});
        // On 2x2 nobody can win; one cell is left.
        let draw = certificate("draw", "2x2:112", evidence.clone());
        assert!(verify(&draw).is_ok(), "{:?}", verify(&draw));
        assert!(verify(&certificate("score", "2x2:112", evidence)).is_ok());
    }

    #[test]
    fn nonsense_is_malformed() {
        for instance in ["9", "4444444", "0x6:", "6x7:x", "12121212"] {
            let claim = certificate("win", instance, json!({"at_least": {"goal": 1, "tree": "1"}}));
            assert!(matches!(verify(&claim), Err(Rejection::Malformed(_))), "{instance}");
        }
    }
}
