//! Othello.
//!
//! The instance is the board row by row (`X` black, `O` white, `-` empty; 64 characters, or 36 for 6x6), a space, and
//! who is to move. Scores are the difference of discs for the player to move, empty squares given to the winner. Claims
//! and evidence are those of a [proof tree](crate::proof_tree); a move is named by its square (`d3`), replies are walked
//! row by row from a1, and passes are not named.

use crate::Rejection;
use crate::proof_tree::Position;

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board {
    side: usize,
    /// Row by row: `Some(true)` is black.
    cells: Vec<Option<bool>>,
    black_to_move: bool,
}

impl Board {
    /// The discs that a stone of the mover on `cell` turns over.
    fn turned(&self, cell: usize, black: bool) -> Vec<usize> {
        let mut turned = Vec::new();
        if self.cells[cell].is_some() {
            return turned;
        }
        let side = self.side as i32;
        let (x, y) = (cell as i32 % side, cell as i32 / side);
        for (dx, dy) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let mut run = Vec::new();
            for step in 1.. {
                let (x, y) = (x + dx * step, y + dy * step);
                if !(0..side).contains(&x) || !(0..side).contains(&y) {
                    break;
                }
                let at = (y * side + x) as usize;
                match self.cells[at] {
                    Some(owner) if owner == black => {
                        turned.append(&mut run);
                        break;
                    }
                    Some(_) => run.push(at),
                    None => break,
                }
            }
        }
        turned
    }

    fn moves_of(&self, black: bool) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| !self.turned(cell, black).is_empty()).collect()
    }

    /// The final score for black.
    fn count(&self) -> i64 {
        let discs = |black: bool| self.cells.iter().filter(|cell| **cell == Some(black)).count() as i64;
        let (black, white) = (discs(true), discs(false));
        let empty = self.cells.len() as i64 - black - white;
        black - white + empty * (black - white).signum()
    }
}

impl Position for Board {
    const NAME: usize = 2;

    fn read(text: &str) -> Result<Board, Rejection> {
        let malformed = || Rejection::Malformed(format!("`{text}` is not a position of Othello"));
        let (board, mover) = text.split_once(' ').ok_or_else(malformed)?;
        let cells: Option<Vec<Option<bool>>> = board
            .chars()
            .map(|letter| match letter {
                'X' => Some(Some(true)),
                'O' => Some(Some(false)),
                '-' => Some(None),
                _ => None,
            })
            .collect();
        let cells = cells.ok_or_else(malformed)?;
        let side = match cells.len() {
            64 => 8,
            36 => 6,
            _ => return Err(malformed()),
        };
        match mover {
            "X" | "O" => Ok(Board { side, cells, black_to_move: mover == "X" }),
            _ => Err(malformed()),
        }
    }

    fn first_to_move(&self) -> bool {
        self.black_to_move
    }

    fn end(&self) -> Option<i64> {
        let over = self.moves_of(true).is_empty() && self.moves_of(false).is_empty();
        over.then(|| self.count())
    }

    fn moves(&self) -> Vec<usize> {
        self.moves_of(self.black_to_move)
    }

    fn named(&self, name: &[u8]) -> Option<usize> {
        let [column, row] = name else { return None };
        let (x, y) = (usize::from(column.checked_sub(b'a')?), usize::from(row.checked_sub(b'1')?));
        (x < self.side && y < self.side).then(|| y * self.side + x)
    }

    fn after(&self, cell: usize) -> Board {
        let mut next = self.clone();
        for turned in self.turned(cell, self.black_to_move) {
            next.cells[turned] = Some(self.black_to_move);
        }
        next.cells[cell] = Some(self.black_to_move);
        next.black_to_move = !self.black_to_move;
        next
    }

    fn passed(&self) -> Board {
        Board { black_to_move: !self.black_to_move, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Certificate;
    use serde_json::json;

    use super::*;
    use crate::verify;

    /// Black fills the last square and turns one row of white over.
    fn last_square() -> String {
        let mut rows = vec!["XXXXXXXX".to_owned(); 7];
        rows.push("XOOOOOO-".into());
        format!("{} X", rows.concat())
    }

    #[test]
    fn the_last_move_is_counted() {
        let proof = |goal: i64, tree: &str| {
            Certificate::new(
                "othello",
                "win",
                last_square(),
                json!({"at_least": {"goal": goal, "tree": tree}}),
            )
        };
        assert!(verify(&proof(64, "h8")).is_ok(), "{:?}", verify(&proof(64, "h8")));
        for (goal, tree) in [(65, "h8"), (64, "a1"), (64, ""), (64, "h8h8"), (64, "h")] {
            assert!(matches!(verify(&proof(goal, tree)), Err(Rejection::Wrong(_))), "{goal} {tree}");
        }
    }

    #[test]
    fn nonsense_is_malformed() {
        for instance in ["", "X", "XO- X", &"X".repeat(64), &format!("{} Z", "-".repeat(36))] {
            let claim =
                Certificate::new("othello", "win", instance, json!({"at_least": {"goal": 1, "tree": ""}}));
            assert!(matches!(verify(&claim), Err(Rejection::Malformed(_))), "{instance}");
        }
    }
}
