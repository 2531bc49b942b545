//! Connect Four.
//!
//! The instance is the columns played (`44455`, `start`), with the size (rows x columns) before it on other boards than
//! 6x7: `4x5:332`, or `7rx6c:` for 7 rows and 6 columns. Scores are the player's to move: `k` for a win with the k-th last stone of his own, negative for a
//! loss, 0 for a draw. Claims and evidence are those of a [proof tree](crate::proof_tree); a move is named by the digit of
//! its column, and replies are walked from left to right.

use crate::evidence::Evidence;
use crate::number::whole;
use crate::walk::Position;
use crate::{Rejection, malformed};

/// A board: a bit for each cell, column after column from the bottom up, with a cell above every column that stays
/// empty, so that no line runs from one column's top into the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    /// Stones of the player who began.
    first: u128,
    second: u128,
    stones: u32,
    height: u8,
    width: u8,
}

impl Board {
    fn cells(&self) -> u32 {
        u32::from(self.height) * u32::from(self.width)
    }

    /// The lowest empty cell of a column, as a bit; nothing when it is full or not there.
    fn open_cell(&self, column: usize) -> Option<u128> {
        if column >= usize::from(self.width) {
            return None;
        }
        let bottom = column * (usize::from(self.height) + 1);
        let stones = (self.first | self.second) >> bottom & ((1 << self.height) - 1);
        // Stones fill a column from below: adding the lowest bit of the column gives the first empty cell.
        let lowest = stones + 1;
        (lowest >> self.height == 0).then_some(lowest << bottom)
    }

    /// Whether the player who moved last has four in a row.
    fn is_won(&self) -> bool {
        let stones = if self.first_to_move() { self.second } else { self.first };
        let height = u32::from(self.height);
        // A high board is narrow: a step to the next column may lead beyond the last bit.
        let shifted = |stones: u128, by: u32| stones.checked_shr(by).unwrap_or(0);
        [1, height, height + 1, height + 2].into_iter().any(|step| {
            let pairs = stones & shifted(stones, step);
            pairs & shifted(pairs, 2 * step) != 0
        })
    }
}

impl Position for Board {
    const NAME: usize = 1;
    const SCORE: &'static str =
        "k for a win with the k-th last stone of one's own, negative for a loss, 0 for a draw";

    fn read(text: &str, _: Evidence<'_>) -> Result<Board, Rejection> {
        let (size, moves) = text.split_once(':').unwrap_or(("6x7", text));
        let sides = size.split_once('x').and_then(|(height, width)| {
            let height: u8 = whole(height.strip_suffix('r').unwrap_or(height))?;
            let width: u8 = whole(width.strip_suffix('c').unwrap_or(width))?;
            let fits = (1..=9).contains(&width) && height >= 1;
            (fits && (u32::from(height) + 1) * u32::from(width) <= u128::BITS).then_some((height, width))
        });
        let Some((height, width)) = sides else {
            return malformed(format!("`{size}` is not a valid board of at most 9 columns and 128 cells"));
        };
        let mut board = Board { first: 0, second: 0, stones: 0, height, width };
        for digit in moves.bytes().filter(|_| moves != "start") {
            match board.named(&[digit]).filter(|&column| board.open_cell(column).is_some()) {
                Some(column) if board.end().is_none() => board = board.after(column),
                _ => return malformed(format!("`{text}` is not a game of Connect Four")),
            }
        }
        Ok(board)
    }

    fn size(&self) -> String {
        let (height, width) = (self.height, self.width);
        // Many people write columns first and mean the standard board by 7x6, so this board is written with letters.
        if (height, width) == (7, 6) { "7rx6c".into() } else { format!("{height}x{width}") }
    }

    fn first_to_move(&self) -> bool {
        self.stones.is_multiple_of(2)
    }

    fn end(&self) -> Option<i64> {
        if self.is_won() {
            // The earlier the win, the more of the winner's stones are left.
            let score = i64::from((self.cells() + 2 - self.stones) / 2);
            return Some(if self.first_to_move() { -score } else { score });
        }
        (self.stones == self.cells()).then_some(0)
    }

    fn moves(&self, moves: &mut Vec<usize>) {
        moves.extend((0..usize::from(self.width)).filter(|&column| self.open_cell(column).is_some()));
    }

    fn named(&self, name: &[u8]) -> Option<usize> {
        Some(usize::from(name.first()?.checked_sub(b'1')?))
    }

    fn after(&self, column: usize) -> Board {
        let stone = self.open_cell(column).unwrap_or(0);
        let mut next = Board { stones: self.stones + 1, ..*self };
        if self.first_to_move() {
            next.first |= stone;
        } else {
            next.second |= stone;
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
    fn boards_as_high_as_128_bits_allow_are_read() {
        for (instance, tree) in [("63x2:121212", "1"), ("127x1:start", ""), ("41x3:121212", "1")] {
            let claim = certificate("win", instance, json!({"at_least": {"goal": 1, "tree": tree}}));
            assert_eq!(verify(&claim).is_ok(), !tree.is_empty(), "{instance}: {:?}", verify(&claim));
        }
    }

    #[test]
    fn nonsense_is_malformed() {
        for instance in ["9", "4444444", "0x6:", "6x7:x", "12121212"] {
            let claim = certificate("win", instance, json!({"at_least": {"goal": 1, "tree": "1"}}));
            assert!(matches!(verify(&claim), Err(Rejection::Malformed(_))), "{instance}");
        }
    }

    #[test]
    fn a_board_of_seven_rows_and_six_columns_is_written_with_letters_and_no_other() {
        let nothing = json!({});
        for (text, size) in [("7x6:start", "7rx6c"), ("7x5:start", "7x5"), ("6x6:start", "6x6"), ("1", "6x7")]
        {
            let board = Board::read(text, Evidence::with(&nothing, &[]).unwrap()).unwrap();
            assert_eq!(board.size(), size);
        }
    }
}
