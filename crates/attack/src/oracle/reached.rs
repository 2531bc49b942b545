//! Any puzzle for one player without dice, by its own rules: every position that can be reached. So a new puzzle has an
//! oracle at once.

use std::collections::{HashSet, VecDeque};

use quandary_core::rules::Turn;
use quandary_core::{Certificate, Outcome, Seed};
use quandary_verbs::{Entry, Options};
use serde_json::Value;

use super::{Truth, words};

/// The most positions to visit.
const MOST_POSITIONS: usize = 20_000;

/// The shortest way to the end of a game, from the instance of a certificate.
pub(super) struct ShortestWay {
    entry: &'static Entry,
    setup: Options,
    instance: String,
    /// The number of moves of a shortest solution; none if there is no solution.
    shortest: Option<usize>,
}

impl ShortestWay {
    pub(super) fn new(certificate: &Certificate) -> Result<ShortestWay, String> {
        let puzzle = &certificate.puzzle;
        let entry = quandary_registry::find(puzzle).ok_or_else(|| format!("no oracle knows {puzzle}"))?;
        let instance = certificate.instance.clone();
        let fits = |setup: &Options| entry.begin_at(setup, &instance, Seed(0)).is_ok();
        let mut setups = entry.presets.iter().filter_map(|preset| entry.read_setup(preset.setup).ok());
        let setup = setups.find(fits).ok_or_else(|| format!("no preset of {puzzle} has this position"))?;
        let mut reached = ShortestWay { entry, setup, instance, shortest: None };
        reached.shortest = reached.search()?;
        Ok(reached)
    }

    /// Breadth first.
    fn search(&self) -> Result<Option<usize>, String> {
        let begin =
            |text: &str| self.entry.begin_at(&self.setup, text, Seed(0)).map_err(|error| error.to_string());
        let first = begin(&self.instance)?.link();
        let (mut seen, mut queue) = (HashSet::from([first.clone()]), VecDeque::from([(first, 0)]));
        while let Some((link, depth)) = queue.pop_front() {
            let mut session = begin(&link)?;
            if session.turn() == Turn::Over(Outcome::Won) {
                return Ok(Some(depth));
            }
            for chosen in session.moves() {
                session.play(&chosen).map_err(|error| error.to_string())?;
                let next = session.link();
                if seen.insert(next.clone()) {
                    queue.push_back((next, depth + 1));
                }
                session.undo();
            }
            if seen.len() > MOST_POSITIONS {
                return Err(format!("more than {MOST_POSITIONS} positions"));
            }
        }
        Ok(None)
    }

    /// Whether these moves are legal and solve it.
    fn is_solved_by(&self, moves: &[&str]) -> bool {
        let Ok(mut session) = self.entry.begin_at(&self.setup, &self.instance, Seed(0)) else { return false };
        moves.iter().all(|chosen| session.play(chosen).is_ok()) && session.turn() == Turn::Over(Outcome::Won)
    }
}

impl Truth for ShortestWay {
    fn holds(&self, key: &str, value: &Value) -> Option<bool> {
        match (key, value.as_str()) {
            ("verdict", Some("unsolvable")) => Some(self.shortest.is_none()),
            ("verdict", Some("optimal" | "solved" | "solution")) => Some(self.shortest.is_some()),
            ("moves", None) if value.is_null() => Some(true),
            ("moves", _) => Some(
                words(value)
                    .is_some_and(|moves| self.shortest == Some(moves.len()) && self.is_solved_by(&moves)),
            ),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::lights_out::Presses;
    use super::*;
    use serde_json::json;

    #[test]
    fn reachable_positions_give_the_same_answer_as_all_sets_of_presses() {
        for bits in (0..512_usize).step_by(73) {
            let cells: Vec<char> = (0..9).map(|cell| if bits >> cell & 1 == 1 { '#' } else { '.' }).collect();
            let board = cells.chunks(3).map(String::from_iter).collect::<Vec<_>>().join("\n");
            let certificate = Certificate::new("lights-out", "optimal", board, json!({}));
            let reached = ShortestWay::new(&certificate).unwrap();
            let presses = Presses::new(&certificate).unwrap();
            for (key, value) in [
                ("verdict", json!("optimal")),
                ("verdict", json!("unsolvable")),
                ("moves", json!(["1,1"])),
                ("moves", json!(["1,1", "2,2"])),
                ("moves", json!([])),
            ] {
                assert_eq!(reached.holds(key, &value), presses.holds(key, &value), "{bits:b} {key} {value}");
            }
        }
    }
}
