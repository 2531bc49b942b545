//! The strongest player of gomoku that the program has.
//!
//! It knows what a stone would make at every point for either side ([`board`]), looks for wins by threats of both sides before
//! and while it searches ([`forcing`]), and searches the rest by alpha-beta ([`search`]). It needs rows of five; on other boards
//! [`ByMinimax`] stands in.

mod board;
mod forcing;
mod kinds;
mod memory;
mod root;
mod search;
mod shapes;
mod values;
mod weights;

use quandary_core::{Budget, Exhausted};
use quandary_search::engine::{ByMinimax, Engine, Thought};

pub(super) use board::Board;
use forcing::{Ended, Forcing};
pub(super) use kinds::Kind;
use memory::Memory;
pub(super) use shapes::Shape;
pub(super) use values::is_decided;

use super::rules::{Gomoku, Point, Position};
use crate::gomoku::stones::MOST;

/// What the judgement counts in a position, and the weights of these counts, for those who tune them; none where rows are not
/// of five, or where somebody wins at once, so that nothing is judged.
///
/// ```
/// use quandary_games::gomoku::engine::judged;
/// use quandary_games::gomoku::notation::parse_record;
///
/// let record = parse_record("h8 i9 g7", "15x15".parse().unwrap()).unwrap();
/// let (counts, weights) = judged(&record.rules, &record.position).unwrap();
/// assert_eq!(counts.len(), weights.len());
/// ```
pub fn judged(rules: &Gomoku, position: &Position) -> Option<(Vec<i32>, Vec<i32>)> {
    let board = Board::new(rules, position).filter(|_| !position.won)?;
    let (me, other) = (board.mover(), board.mover().other());
    let is_sharp = [(me, Kind::Five), (other, Kind::Five), (me, Kind::Unstoppable)]
        .into_iter()
        .any(|(side, kind)| !board.points(side, kind).is_empty());
    (!is_sharp).then(|| (weights::counts(&board), weights::weights()))
}

/// An engine that judges by patterns and searches by threats.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_games::gomoku::engine::Patterns;
/// use quandary_games::gomoku::notation::{format_points, parse_record};
/// use quandary_search::engine::Engine;
///
/// let record = parse_record("{f8 g8 h6 h7 / a1 c1 o1 m1}", "15x15".parse().unwrap()).unwrap();
/// let mut engine = Patterns::new(1 << 20);
/// let thought = engine.think(&record.rules, &record.position, &mut Budget::nodes(10_000), &mut |_| ()).unwrap();
/// // A double three wins whatever is replied.
/// assert!(thought.proved && thought.value > 0);
/// assert_eq!(format_points(&record.rules, [thought.best]), "h8");
/// ```
pub struct Patterns {
    memory: Memory,
    history: [Vec<i32>; 2],
    bytes: usize,
    /// For boards without rows of five.
    other: Option<ByMinimax>,
    /// How many moves are given their exact values.
    wide: usize,
    /// Moves ahead, and open threes in a line of a win by threats, at most.
    limits: (u32, u32),
}

impl Patterns {
    /// With tables of about this many bytes.
    pub fn new(bytes: usize) -> Patterns {
        let history = [(); 2].map(|()| vec![0; MOST * (MOST + 1)]);
        Patterns { memory: Memory::new(bytes), history, bytes, other: None, wide: 1, limits: (60, 8) }
    }

    /// The same engine, which finds the values of the best `moves` moves instead of the best one's alone.
    #[must_use]
    pub fn ranking(self, moves: usize) -> Patterns {
        Patterns { wide: moves.max(1), ..self }
    }

    /// The same engine, which looks this many moves ahead at most, and for wins with at most this many open threes in a line.
    #[must_use]
    pub fn within(self, depth: u32, threes: u32) -> Patterns {
        Patterns { limits: (depth.clamp(1, 60), threes.min(20)), ..self }
    }

    /// A win by threats of the player to move, if this many positions show one: its moves, with the answers that hold out
    /// longest. Every answer has been looked at. None on boards without rows of five.
    pub fn forced_win(
        &mut self,
        rules: &Gomoku,
        position: &Position,
        nodes: u64,
        budget: &mut Budget,
    ) -> Result<Option<Vec<Point>>, Exhausted> {
        let Some(mut board) = Board::new(rules, position).filter(|_| !position.won) else { return Ok(None) };
        let mut forcing =
            Forcing { board: &mut board, memory: &mut self.memory, budget, path: Vec::new(), left: nodes };
        match forcing.threats(self.limits.1 as u8) {
            Ok(line) => Ok(line.map(|line| line.into_iter().map(board::point).collect())),
            Err(Ended::Share) => Ok(None),
            Err(Ended::Budget(why)) => Err(why),
        }
    }
}

impl Engine<Gomoku> for Patterns {
    fn think(
        &mut self,
        rules: &Gomoku,
        position: &Position,
        budget: &mut Budget,
        hear: &mut dyn FnMut(&Thought<Point>),
    ) -> Option<Thought<Point>> {
        if position.won {
            return None;
        }
        match Board::new(rules, position) {
            Some(board) => root::think(self, board, budget, hear),
            None => {
                let bits = (self.bytes / 16).clamp(2, 1 << 20).ilog2();
                let other = self.other.get_or_insert_with(|| ByMinimax::new(bits));
                other.think(rules, position, budget, hear)
            }
        }
    }

    fn forget(&mut self) {
        self.memory.clear();
        self.history.iter_mut().for_each(|seen| seen.fill(0));
        self.other = None;
    }
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;
    use quandary_core::rules::Rules;

    use super::super::notation::{format_points, parse_record};
    use super::*;

    fn think(engine: &mut Patterns, text: &str, nodes: u64) -> (String, Thought<Point>) {
        let record = parse_record(text, "15x15".parse().unwrap()).unwrap();
        let mut budget = Budget::nodes(nodes);
        let thought = engine.think(&record.rules, &record.position, &mut budget, &mut |_| ()).unwrap();
        (format_points(&record.rules, [thought.best]), thought)
    }

    #[test]
    fn every_thought_is_legal_and_its_best_move_heads_its_list() {
        for name in ["15x15", "15x15/standard", "15x15/renju", "19x19", "7x5", "5x5", "4x4/4", "3x3/3"] {
            let rules: Gomoku = name.parse().unwrap();
            for index in 0..12 {
                let position = rules.random_position(2 * index as usize, &mut Seed(5).stream(index));
                let mut legal = Vec::new();
                rules.moves(&position, &mut legal);
                let mut engine = Patterns::new(1 << 16).ranking(3);
                let thought = engine.think(&rules, &position, &mut Budget::nodes(600), &mut |_| ());
                let Some(thought) = thought else {
                    assert!(legal.is_empty(), "{name} {index}");
                    continue;
                };
                assert!(legal.contains(&thought.best), "{name} {index}");
                assert_eq!(thought.ranked[0], (thought.best, thought.value), "{name} {index}");
                assert_eq!(thought.line[0], thought.best, "{name} {index}");
                assert!(
                    thought.ranked.is_sorted_by(|one, next| one.1 >= next.1),
                    "{name} {:?}",
                    thought.ranked
                );
                let mut at = position;
                for &point in &thought.line {
                    let mut legal = Vec::new();
                    rules.moves(&at, &mut legal);
                    assert!(legal.contains(&point), "{name} {index} {:?}", thought.line);
                    at = rules.after(&at, point);
                }
            }
        }
    }

    #[test]
    fn the_same_nodes_give_the_same_thought() {
        let position = "h8 i9 g7 i7 h10 h9 g9";
        let mut engine = Patterns::new(1 << 18);
        let first = think(&mut engine, position, 5_000);
        assert_eq!(think(&mut Patterns::new(1 << 18), position, 5_000), first);
        engine.forget();
        assert_eq!(think(&mut engine, position, 5_000), first);
    }

    #[test]
    fn open_threes_are_answered() {
        let mut engine = Patterns::new(1 << 18);
        let (point, thought) = think(&mut engine, "{a1 c1 o1 / f8 g8 h8}", 3_000);
        assert!(["d8", "e8", "i8", "j8"].contains(&point.as_str()), "{point}");
        assert!(!thought.proved, "{thought:?}");
    }

    #[test]
    fn a_forced_win_is_proved_and_its_line_ends_in_a_threat_that_cannot_be_stopped() {
        let mut engine = Patterns::new(1 << 18);
        let (point, thought) = think(&mut engine, "{f8 g8 h6 h7 / a1 c1 o1 m1}", 20_000);
        assert!(thought.proved && thought.value > 0 && point == "h8", "{point} {thought:?}");
    }
}
