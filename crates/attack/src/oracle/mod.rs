//! Truth by brute force, sharing no code with any solver or verifier.
//!
//! An oracle parses an instance with its own code, goes through everything (all games, all pictures, all minefields)
//! and says whether a value under a key is right. It judges small instances only; for a larger one it says that it does
//! not know, and an accepted certificate about it counts as undecided.

mod checkers;
mod connect_four;
mod gomoku;
mod lights_out;
mod minesweeper;
mod nonogram;
mod othello;
mod pgame;
mod reached;
mod sliding;
mod twenty48;
mod xiangqi;

use std::collections::HashMap;

use quandary_core::Certificate;
use serde_json::Value;

pub(crate) use connect_four::Stones;
pub(crate) use gomoku::Points;
pub(crate) use minesweeper::position as minesweeper_position;
pub(crate) use twenty48::{Tiles, pushed};

/// The truth about the instance of one certificate.
trait Truth {
    /// Whether this value under this key is right; none if the oracle does not know the key.
    fn holds(&self, key: &str, value: &Value) -> Option<bool>;
}

/// The judgement on statements about an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Everything that the oracle can judge is right.
    True,
    /// This is wrong.
    False(String),
    /// The instance is too large for the oracle.
    Undecided(String),
}

/// Brute force takes long on some instances, and their forgeries share them: results are stored.
#[derive(Default)]
pub struct Oracles {
    distances: sliding::Distances,
    scores: HashMap<(String, String), Result<i64, String>>,
    optima: minesweeper::Optima,
    endings: checkers::Endings,
    mates: xiangqi::Mates,
}

impl Oracles {
    /// Judges statements (key and value) that were accepted with a certificate.
    ///
    /// ```
    /// use quandary_attack::oracle::{Judgement, Oracles};
    /// use quandary_core::Certificate;
    /// use serde_json::json;
    /// let evidence = json!({"goal": "1 2\n3 0", "moves": "L", "length": 1});
    /// let certificate = Certificate::new("sliding", "optimal", "1 2\n0 3", evidence);
    /// let mut oracles = Oracles::default();
    /// assert_eq!(oracles.judge(&certificate, [("length", &json!(1))]), Judgement::True);
    /// assert!(matches!(oracles.judge(&certificate, [("length", &json!(2))]), Judgement::False(_)));
    /// ```
    pub fn judge<'s>(
        &mut self,
        certificate: &Certificate,
        said: impl IntoIterator<Item = (&'s str, &'s Value)>,
    ) -> Judgement {
        let truth = match self.truth(certificate) {
            Ok(truth) => truth,
            Err(why) => return Judgement::Undecided(why),
        };
        for (key, value) in said {
            let holds = truth.holds(key, value).or_else(|| match key {
                "puzzle" => Some(value.as_str() == Some(&certificate.puzzle)),
                "position" => Some(value.as_str() == Some(&certificate.instance)),
                _ => None,
            });
            if holds == Some(false) {
                return Judgement::False(format!("`{key}` is not {value}"));
            }
        }
        Judgement::True
    }

    fn truth(&mut self, certificate: &Certificate) -> Result<Box<dyn Truth>, String> {
        Ok(match certificate.puzzle.as_str() {
            "sliding" if ["win", "loss"].contains(&certificate.claim.as_str()) => {
                Box::new(sliding::BarredBoard::new(certificate, &mut self.distances)?)
            }
            "sliding" => Box::new(sliding::Slides::new(certificate, &mut self.distances)?),
            "nonogram" => Box::new(nonogram::Pictures::new(certificate)?),
            "minesweeper" => minesweeper::truth(certificate, &mut self.optima)?,
            "2048" => twenty48::truth(certificate)?,
            "checkers" => Box::new(checkers::Ending::new(certificate, &mut self.endings)?),
            "xiangqi" => Box::new(xiangqi::Mate::new(certificate, &mut self.mates)?),
            "lights-out" => Box::new(lights_out::Presses::new(certificate)?),
            game @ ("connect-four" | "gomoku" | "othello" | "pgame") => {
                let (solve, board): (Solve, String) = match game {
                    "connect-four" => (connect_four::score, connect_four::board(&certificate.instance)?),
                    "gomoku" => (gomoku::score, gomoku::board(&certificate.instance)?),
                    "othello" => (othello::score, othello::board(&certificate.instance)?),
                    _ => (pgame::score, pgame::board(&certificate.instance)?),
                };
                let key = (game.to_owned(), certificate.instance.clone());
                let score = self.scores.entry(key).or_insert_with(|| solve(&certificate.instance)).clone()?;
                Box::new(Outcome { board, score, known: certificate.claim == "score" })
            }
            _ => Box::new(reached::ShortestWay::new(certificate)?),
        })
    }
}

/// Finds the score of an instance.
type Solve = fn(&str) -> Result<i64, String>;

/// The value of a game for the player to move.
struct Outcome {
    board: String,
    score: i64,
    /// Whether the claim is the exact score.
    known: bool,
}

impl Truth for Outcome {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        Some(match key {
            "board" => value.as_str() == Some(&self.board),
            "verdict" => {
                let verdict = match self.score.signum() {
                    1 => "win",
                    0 => "draw",
                    _ => "loss",
                };
                value.as_str() == Some(verdict)
            }
            "score" => value.is_null() || is_whole(value, i128::from(self.score)),
            "bounds" => {
                let bound = |name: &str| value.get(name).filter(|bound| !bound.is_null());
                let exact = ["lower", "upper"]
                    .iter()
                    .all(|name| bound(name).is_some_and(|bound| is_whole(bound, i128::from(self.score))));
                let number = |name: &str, open: f64| bound(name).map_or(Some(open), Value::as_f64);
                let score = self.score as f64;
                let within = number("lower", f64::NEG_INFINITY).is_some_and(|lower| lower <= score)
                    && number("upper", f64::INFINITY).is_some_and(|upper| score <= upper);
                if self.known { exact } else { within }
            }
            _ => return None,
        })
    }
}

/// Whether a value is this whole number, as a number or as text.
fn is_whole(value: &Value, number: i128) -> bool {
    match (value.as_i64(), value.as_u64(), value.as_f64()) {
        (Some(said), ..) => i128::from(said) == number,
        (_, Some(said), _) => i128::from(said) == number,
        (.., Some(said)) => said == number as f64,
        _ => false,
    }
}

/// Whether a value is this number but for rounding.
fn is_about(value: &Value, number: f64) -> bool {
    value.as_f64().is_some_and(|said| (said - number).abs() <= 1e-9 * number.abs().max(1.0))
}

/// The strings of a list.
fn words(value: &Value) -> Option<Vec<&str>> {
    value.as_array()?.iter().map(Value::as_str).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn true_and_false_statements_about_a_game_are_distinguished() {
        let mut oracles = Oracles::default();
        let mate = "3k5/9/9/9/9/9/9/R8/1R7/5K3 w - - 0 1";
        for (puzzle, instance, key, so, not_so) in [
            ("checkers", "B:W6:B1", "verdict", json!("win"), json!("draw")),
            ("checkers", "B:W6:B1", "plies", json!(1), json!(3)),
            ("checkers", "B:W6:B1", "best", json!("1x10"), json!("1-5")),
            ("checkers", "B:WK32:BK1", "plies", json!(null), json!(0)),
            ("gomoku", "3x3/3: a1 b1", "verdict", json!("win"), json!("draw")),
            ("gomoku", "3x3/3: start", "score", json!(0), json!(1)),
            ("gomoku", "3x3/3: start", "board", json!("3x3/3"), json!("3x3")),
            ("xiangqi", mate, "verdict", json!("win"), json!("loss")),
            ("xiangqi", mate, "plies", json!(3), json!(1)),
        ] {
            let certificate = Certificate::new(puzzle, "win", instance, json!({"plies": 3}));
            assert_eq!(oracles.judge(&certificate, [(key, &so)]), Judgement::True, "{instance} {key} {so}");
            let judged = oracles.judge(&certificate, [(key, &not_so)]);
            assert!(matches!(judged, Judgement::False(_)), "{instance} {key} {not_so}: {judged:?}");
        }
    }
}
