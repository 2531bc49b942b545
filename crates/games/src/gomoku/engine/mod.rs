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

    /// A win by threats of whoever is to move, if this many positions show one: its moves, with the answers that hold out
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
