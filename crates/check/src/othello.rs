//! Othello.
//!
//! The instance is the board row by row (`X` black, `O` white, `-` empty; 64 characters, or 36 for 6x6), a space, and
//! who is to move. Scores are the difference of discs for the player to move, empty squares given to the winner.
//!
//! | claim | evidence | proves |
//! |---|---|---|
//! | `score` | `at_least` and `at_most`, with the same goal | the score is that goal |
//! | `win` | `at_least` with a goal of 1 or more | the player to move wins |
//! | `draw` | `at_least` and `at_most`, both with goal 0 | nobody wins |
//! | `loss` | `at_most` with a goal of -1 or less | the opponent wins |
//!
//! `at_least` is a strategy of the player to move, `at_most` one of the opponent: `{"goal": …, "tree": "…"}`. A tree
//! names the strategy's squares as two characters each (`d3`), in the order in which a depth-first walk first meets
//! the positions where its side has a move; the other side's replies are all walked, row by row from a1. Passes are
//! not named. A position met again has been walked before and has no second square. Checked: every square named is
//! legal, every end reached gives the strategy's side its goal, and nothing is left over.

use std::collections::HashSet;

use quandary_core::Certificate;
use serde_json::Value;

use crate::{Rejection, Verified};

pub(crate) fn verify(certificate: &Certificate) -> Result<Verified, Rejection> {
    let board = Board::read(&certificate.instance)?;
    let evidence = &certificate.evidence;
    let goal = |name: &str| evidence.get(name).and_then(|part| part.get("goal")).and_then(Value::as_i64);
    let (low, high) = (goal("at_least"), goal("at_most"));
    let proves = match certificate.claim.as_str() {
        "score" => low.is_some() && low == high,
        "draw" => low == Some(0) && high == Some(0),
        "win" => low.is_some_and(|goal| goal >= 1),
        "loss" => high.is_some_and(|goal| goal <= -1),
        claim => return Err(Rejection::Unknown { puzzle: "othello".into(), claim: claim.into() }),
    };
    if !proves {
        return Err(Rejection::Wrong(format!(
            "goals {low:?} and {high:?} do not prove `{}`",
            certificate.claim
        )));
    }
    let mut facts = Vec::new();
    if let Some(goal) = low.filter(|_| certificate.claim != "loss") {
        let walked = walk(&board, text(evidence, "at_least")?, goal, board.black_to_move)?;
        facts.push(format!("the player to move scores at least {goal}: {walked} positions walked"));
    }
    if let Some(goal) = high.filter(|_| certificate.claim != "win") {
        let walked = walk(&board, text(evidence, "at_most")?, -goal, !board.black_to_move)?;
        facts.push(format!("the opponent allows at most {goal}: {walked} positions walked"));
    }
    Ok(Verified { facts })
}

fn text<'e>(evidence: &'e Value, name: &str) -> Result<&'e str, Rejection> {
    evidence
        .get(name)
        .and_then(|part| part.get("tree"))
        .and_then(Value::as_str)
        .ok_or_else(|| Rejection::Malformed(format!("`{name}` has no tree")))
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Board {
    side: usize,
    /// Row by row: `Some(true)` is black.
    cells: Vec<Option<bool>>,
    black_to_move: bool,
}

impl Board {
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

    fn moves(&self, black: bool) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| !self.turned(cell, black).is_empty()).collect()
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

    /// The final score for black.
    fn count(&self) -> i64 {
        let discs = |black: bool| self.cells.iter().filter(|cell| **cell == Some(black)).count() as i64;
        let (black, white) = (discs(true), discs(false));
        let empty = self.cells.len() as i64 - black - white;
        black - white + empty * (black - white).signum()
    }
}

/// Walks a strategy of one colour and says how many of its positions it met.
fn walk(board: &Board, tree: &str, goal: i64, black: bool) -> Result<usize, Rejection> {
    let mut walk = Walk { tree: tree.as_bytes(), goal, black, met: HashSet::new() };
    walk.from(board)?;
    match walk.tree.len() {
        0 => Ok(walk.met.len()),
        left => Err(Rejection::Wrong(format!("{} squares of the tree are left over", left.div_ceil(2)))),
    }
}

struct Walk<'t> {
    tree: &'t [u8],
    goal: i64,
    black: bool,
    met: HashSet<Board>,
}

impl Walk<'_> {
    fn from(&mut self, board: &Board) -> Result<(), Rejection> {
        let moves = board.moves(board.black_to_move);
        if moves.is_empty() {
            let passed = Board { black_to_move: !board.black_to_move, ..board.clone() };
            return if passed.moves(passed.black_to_move).is_empty() {
                self.judge(board)
            } else {
                self.from(&passed)
            };
        }
        if board.black_to_move != self.black {
            return moves.into_iter().try_for_each(|cell| self.from(&board.after(cell)));
        }
        if !self.met.insert(board.clone()) {
            return Ok(());
        }
        let [column, row, rest @ ..] = self.tree else {
            return Err(Rejection::Wrong("the tree ends before the game does".into()));
        };
        let name = format!("{}{}", char::from(*column), char::from(*row));
        self.tree = rest;
        let (x, y) = (usize::from(column.wrapping_sub(b'a')), usize::from(row.wrapping_sub(b'1')));
        if x >= board.side || y >= board.side || !moves.contains(&(y * board.side + x)) {
            return Err(Rejection::Wrong(format!("`{name}` cannot be played")));
        }
        self.from(&board.after(y * board.side + x))
    }

    fn judge(&self, board: &Board) -> Result<(), Rejection> {
        let score = if self.black { board.count() } else { -board.count() };
        if score >= self.goal {
            Ok(())
        } else {
            Err(Rejection::Wrong(format!("a line of play ends with {score}, short of {}", self.goal)))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

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
