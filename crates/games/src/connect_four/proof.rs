//! Proof trees: what a certificate of Connect Four holds.
//!
//! A *strategy* of one side proves a bound on the score: for every position where that side is to move it names one
//! column, and every reply of the other side is answered. It is stored as the named columns alone, in the order in
//! which a depth-first walk meets the positions for the first time (replies from left to right): a reader with the
//! rules can walk along, and a position that is met again costs nothing.

use std::collections::HashSet;

use quandary_core::rules::Rules;
use quandary_core::{Budget, Exhausted};

use super::geometry::Geometry;
use super::rules::Position;
use super::solve::Solver;
use crate::proof_tree::{Unwritten, most_remembered};

/// The columns by which a side reaches a goal.
pub struct StrategyWriter<'s, G> {
    solver: &'s mut Solver<G>,
    budget: &'s mut Budget,
    limit: usize,
    seen: HashSet<Position>,
    /// As many positions as the memory holds.
    most_seen: usize,
    columns: String,
}

impl<'s, G: Geometry> StrategyWriter<'s, G> {
    /// A writer that names at most `limit` columns.
    pub fn new(solver: &'s mut Solver<G>, budget: &'s mut Budget, limit: usize) -> StrategyWriter<'s, G> {
        let most_seen = most_remembered::<Position>(budget);
        StrategyWriter { solver, budget, limit, seen: HashSet::new(), most_seen, columns: String::new() }
    }

    /// The strategy by which the player to move scores at least `goal`.
    pub fn at_least(mut self, position: Position, goal: i32) -> Result<String, Unwritten> {
        self.own(position, goal)?;
        Ok(self.columns)
    }

    /// The strategy by which the opponent keeps the score of the player to move at or below `goal`.
    pub fn at_most(mut self, position: Position, goal: i32) -> Result<String, Unwritten> {
        self.replies(position, -goal)?;
        Ok(self.columns)
    }

    /// The side with the strategy is to move and must score at least `goal`.
    fn own(&mut self, position: Position, goal: i32) -> Result<(), Unwritten> {
        if !self.seen.insert(position) {
            return Ok(());
        }
        if self.columns.len() >= self.limit {
            return Err(Unwritten::TooLong);
        }
        if self.seen.len() > self.most_seen {
            return Err(Exhausted::Memory.into());
        }
        let rules = self.solver.rules();
        let mut columns = Vec::new();
        rules.moves(&position, &mut columns);
        if columns.is_empty() {
            // Over without a move to name: the checker sees the result itself.
            return if self.solver.reaches(position, goal, self.budget)? {
                Ok(())
            } else {
                Err(Unwritten::Impossible)
            };
        }
        // A move that ends the game keeps the tree small.
        columns.sort_by_key(|&column| !rules.has_four(rules.apply(&position, column).opponent()));
        for column in columns {
            let child = rules.apply(&position, column);
            if !self.solver.reaches(child, 1 - goal, self.budget)? {
                self.columns.push(char::from(b'1' + column as u8));
                return self.replies(child, goal);
            }
        }
        Err(Unwritten::Impossible)
    }

    /// The other side is to move: every reply must leave at least `goal`.
    fn replies(&mut self, position: Position, goal: i32) -> Result<(), Unwritten> {
        let rules = self.solver.rules();
        let mut columns = Vec::new();
        rules.moves(&position, &mut columns);
        for column in columns {
            self.own(rules.apply(&position, column), goal)?;
        }
        Ok(())
    }
}
