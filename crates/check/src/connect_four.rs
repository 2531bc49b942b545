//! Connect Four.
//!
//! The instance is the columns played (`44455`, `start`), with the size before it on other boards than 7x6
//! (`5x4:332`). Scores are the player's to move: `k` for a win with the k-th last stone of his own, negative for a
//! loss, 0 for a draw.
//!
//! | claim | evidence | proves |
//! |---|---|---|
//! | `score` | `at_least` and `at_most`, with the same goal | the score is that goal |
//! | `win` | `at_least` with a goal of 1 or more | the player to move wins |
//! | `draw` | `at_least` and `at_most`, both with goal 0 | nobody wins |
//! | `loss` | `at_most` with a goal of -1 or less | the opponent wins |
//!
//! `at_least` is a strategy of the player to move, `at_most` one of the opponent: `{"goal": …, "tree": "…"}`. A tree
//! names the strategy's columns in the order in which a depth-first walk first meets the positions where its side
//! moves; the other side's replies are all walked, from left to right. A position met again has been walked before
//! and has no second column. Checked: every column named is legal, every end reached gives the strategy's side its
//! goal, and nothing is left over.

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
        claim => return Err(Rejection::Unknown { puzzle: "connect-four".into(), claim: claim.into() }),
    };
    if !proves {
        return Err(Rejection::Wrong(format!(
            "goals {low:?} and {high:?} do not prove `{}`",
            certificate.claim
        )));
    }
    let mut facts = Vec::new();
    if let Some(goal) = low.filter(|_| certificate.claim != "loss") {
        let walked = walk(&board, text(evidence, "at_least")?, goal, true)?;
        facts.push(format!("the player to move scores at least {goal}: {walked} positions walked"));
    }
    if let Some(goal) = high.filter(|_| certificate.claim != "win") {
        let walked = walk(&board, text(evidence, "at_most")?, goal, false)?;
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

/// A board cell by cell: `columns[x]` holds who played there, from the bottom up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Board {
    height: usize,
    columns: Vec<Vec<bool>>,
    /// Whether the player who began is to move.
    first_to_move: bool,
    stones: usize,
}

impl Board {
    fn read(text: &str) -> Result<Board, Rejection> {
        let malformed = || Rejection::Malformed(format!("`{text}` is not a game of Connect Four"));
        let (size, moves) = text.split_once(':').unwrap_or(("7x6", text));
        let (width, height) = size.split_once('x').ok_or_else(malformed)?;
        let width: usize = width.parse().map_err(|_| malformed())?;
        let height: usize = height.parse().map_err(|_| malformed())?;
        if !(1..=9).contains(&width) || !(1..=63).contains(&height) {
            return Err(malformed());
        }
        let mut board = Board { height, columns: vec![Vec::new(); width], first_to_move: true, stones: 0 };
        for digit in moves.chars().filter(|_| moves != "start") {
            let column = digit.to_digit(10).filter(|&digit| digit >= 1).ok_or_else(malformed)? as usize - 1;
            if !board.is_open(column) || board.end().is_some() {
                return Err(malformed());
            }
            board.play(column);
        }
        Ok(board)
    }

    fn is_open(&self, column: usize) -> bool {
        column < self.columns.len() && self.columns[column].len() < self.height
    }

    fn play(&mut self, column: usize) {
        self.columns[column].push(self.first_to_move);
        self.first_to_move = !self.first_to_move;
        self.stones += 1;
    }

    fn take_back(&mut self, column: usize) {
        self.columns[column].pop();
        self.first_to_move = !self.first_to_move;
        self.stones -= 1;
    }

    fn cells(&self) -> usize {
        self.columns.len() * self.height
    }

    /// The score of the player to move when the game is over: the last stone completed four, or the board is full.
    fn end(&self) -> Option<i64> {
        let at = |x: i64, y: i64| -> Option<bool> {
            let column = usize::try_from(x).ok().and_then(|x| self.columns.get(x))?;
            usize::try_from(y).ok().and_then(|y| column.get(y)).copied()
        };
        let last = !self.first_to_move;
        for (x, column) in self.columns.iter().enumerate() {
            for (y, &owner) in column.iter().enumerate() {
                let lines = [(1, 0), (0, 1), (1, 1), (1, -1)];
                if owner == last
                    && lines.iter().any(|(dx, dy)| {
                        (1..4).all(|step| at(x as i64 + dx * step, y as i64 + dy * step) == Some(owner))
                    })
                {
                    // Won with this stone: the earlier, the more stones would still have fitted.
                    return Some(-((self.cells() + 2 - self.stones) as i64 / 2));
                }
            }
        }
        (self.stones == self.cells()).then_some(0)
    }
}

/// Walks a strategy and says how many positions of its side it met.
fn walk(board: &Board, tree: &str, goal: i64, of_mover: bool) -> Result<usize, Rejection> {
    let mut walk = Walk {
        board: board.clone(),
        tree: tree.bytes(),
        // As the side with the strategy counts.
        goal: if of_mover { goal } else { -goal },
        met: HashSet::new(),
    };
    if of_mover {
        walk.own()?;
    } else {
        walk.replies()?;
    }
    match walk.tree.len() {
        0 => Ok(walk.met.len()),
        left => Err(Rejection::Wrong(format!("{left} columns of the tree are left over"))),
    }
}

struct Walk<'t> {
    board: Board,
    tree: std::str::Bytes<'t>,
    goal: i64,
    met: HashSet<Vec<Vec<bool>>>,
}

impl Walk<'_> {
    /// The strategy's side is to move.
    fn own(&mut self) -> Result<(), Rejection> {
        if !self.met.insert(self.board.columns.clone()) {
            return Ok(());
        }
        if let Some(score) = self.board.end() {
            return self.judge(score);
        }
        let Some(digit) = self.tree.next() else {
            return Err(Rejection::Wrong("the tree ends before the game does".into()));
        };
        let column = usize::from(digit.wrapping_sub(b'1'));
        if !self.board.is_open(column) {
            return Err(Rejection::Wrong(format!("column `{}` cannot be played", char::from(digit))));
        }
        self.board.play(column);
        let result = self.replies();
        self.board.take_back(column);
        result
    }

    /// The other side is to move: every reply is walked.
    fn replies(&mut self) -> Result<(), Rejection> {
        if let Some(score) = self.board.end() {
            return self.judge(-score);
        }
        for column in 0..self.board.columns.len() {
            if self.board.is_open(column) {
                self.board.play(column);
                let result = self.own();
                self.board.take_back(column);
                result?;
            }
        }
        Ok(())
    }

    fn judge(&self, score: i64) -> Result<(), Rejection> {
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
        for instance in ["9", "4444444", "0x6:", "7x6:x", "12121212"] {
            let claim = certificate("win", instance, json!({"at_least": {"goal": 1, "tree": "1"}}));
            assert!(matches!(verify(&claim), Err(Rejection::Malformed(_))), "{instance}");
        }
    }
}
