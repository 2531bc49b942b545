//! The exact solver: scores, verdicts and the values of all moves.

mod bounds;
mod columns;
mod order;
mod search;
mod table;

use quandary_core::rules::Rules;
use quandary_core::{Budget, Exhausted};

pub use columns::Column;
pub use search::Solver;
pub(super) use search::score_of_win;

use super::geometry::Geometry;
use super::rules::{ConnectFour, Position};
use super::threats::threatened;

pub use crate::value::{Bounds, Value};

/// What follows for the score from the number of stones alone.
pub(super) fn bounds_by_stones<G: Geometry>(rules: ConnectFour<G>, position: Position) -> Bounds {
    let (cells, ply) = (rules.0.cells(), position.ply());
    Bounds { lower: -(cells.saturating_sub(ply) as i32) / 2, upper: score_of_win(cells, ply) }
}

/// The columns (from 0) that can be played, the most natural first: those that block, though they may only delay the end
/// as long as any other, then from the centre outwards. Of equally good columns the first of these is everybody's choice.
pub(super) fn most_natural_first<G: Geometry>(rules: ConnectFour<G>, position: Position) -> Vec<u32> {
    let width = rules.0.width();
    let threatened = threatened(rules, position);
    let (blocks, others): (Vec<_>, Vec<_>) = (0..width)
        .map(|rank| order::centre_out(width, rank))
        .filter_map(|column| Some((column, rules.drop(position, column)?)))
        .partition(|(_, cell)| threatened & cell != 0);
    blocks.into_iter().chain(others).map(|(column, _)| column).collect()
}

/// An exact answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The score for the player to move; only its sign counts when only the value was asked for.
    pub score: i32,
    /// Positions searched.
    pub nodes: u64,
}

impl<G: Geometry> Solver<G> {
    /// The exact score of a position, from an empty table: the same position costs the same nodes always.
    pub fn solve(&mut self, position: Position, budget: &mut Budget) -> Result<Solution, Exhausted> {
        let cells = self.rules.0.cells() as i32;
        self.between(position, -(cells + 1) / 2, (cells + 1) / 2, budget)
    }

    /// Who wins, as the sign of the score: cheaper than the score itself.
    pub fn solve_weakly(&mut self, position: Position, budget: &mut Budget) -> Result<Solution, Exhausted> {
        let solution = self.between(position, -1, 1, budget)?;
        Ok(Solution { score: solution.score.signum(), ..solution })
    }

    /// The score of every legal move for the player who makes it, in the order of the columns.
    pub fn scores(
        &mut self,
        position: Position,
        budget: &mut Budget,
    ) -> Result<Vec<(u32, Solution)>, Exhausted> {
        let mut columns = Vec::new();
        self.rules.moves(&position, &mut columns);
        let mut scores = Vec::with_capacity(columns.len());
        for column in columns {
            let child = self.rules.apply(&position, column);
            let solution = self.solve(child, budget)?;
            scores.push((column, Solution { score: -solution.score, ..solution }));
        }
        Ok(scores)
    }

    /// The score, cut off at both ends, from an empty table.
    fn between(
        &mut self,
        position: Position,
        low: i32,
        high: i32,
        budget: &mut Budget,
    ) -> Result<Solution, Exhausted> {
        self.forget();
        let before = budget.spent();
        let mut bounds = bounds_by_stones(self.rules, position);
        self.narrow(position, &mut bounds, (low, high), budget)?;
        Ok(Solution { score: bounds.lower.clamp(low, high), nodes: budget.spent() - before })
    }

    /// Narrows bounds that hold the score until they meet, or until the score is known to lie at or beyond an end of
    /// the window. Whatever was proved before the budget ran out stays in them, and nothing is forgotten.
    ///
    /// Null windows halve what is left, the half nearer 0 first.
    pub fn narrow(
        &mut self,
        position: Position,
        bounds: &mut Bounds,
        (low, high): (i32, i32),
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        if self.rules.has_four(position.opponent()) {
            // Over already: the bound is exact whatever the window.
            let score = self.bound(position, 0, budget)?;
            *bounds = Bounds { lower: score, upper: score };
        }
        loop {
            let (low, high) = (low.max(bounds.lower), high.min(bounds.upper));
            if low >= high {
                return Ok(());
            }
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let bound = self.bound(position, middle, budget)?;
            if bound > middle {
                bounds.lower = bound.min(bounds.upper);
            } else {
                bounds.upper = bound.max(bounds.lower);
            }
        }
    }

    /// The most natural column that reaches `score`, the exact score of the position: one that blocks, or the nearest to
    /// the centre; `None` when the game is over. Nothing is forgotten: right after [`Solver::solve`] this costs little.
    pub fn best_column(
        &mut self,
        position: Position,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Exhausted> {
        if self.rules.turn(&position).outcome().is_some() {
            return Ok(None);
        }
        for column in most_natural_first(self.rules, position) {
            let child = self.rules.apply(&position, column);
            if !self.reaches(child, 1 - score, budget)? {
                return Ok(Some(column));
            }
        }
        Ok(None)
    }

    /// Whether the player to move can reach at least `goal`; nothing is forgotten between calls.
    pub fn reaches(&mut self, position: Position, goal: i32, budget: &mut Budget) -> Result<bool, Exhausted> {
        Ok(self.bound(position, goal - 1, budget)? >= goal)
    }

    /// The rules it plays by.
    pub fn rules(&self) -> ConnectFour<G> {
        self.rules
    }
}
