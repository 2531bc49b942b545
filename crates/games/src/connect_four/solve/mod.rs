//! The exact solver: scores, verdicts and the values of all moves.

mod bounds;
mod order;
mod search;
mod table;

use quandary_core::rules::Game;
use quandary_core::{Budget, Exhausted};
use serde::Serialize;

pub use search::Solver;
use search::score_of_win;

use super::geometry::Geometry;
use super::rules::{ConnectFour, Position};

/// What perfect play gives the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The player to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The opponent wins.
    Loss,
}

impl Value {
    /// The value that a score stands for.
    pub fn of(score: i32) -> Value {
        match score {
            1.. => Value::Win,
            0 => Value::Draw,
            _ => Value::Loss,
        }
    }

    /// Its name: `win`, `draw` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        }
    }
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
            let child = self.rules.play(&position, column);
            let solution = self.solve(child, budget)?;
            scores.push((column, Solution { score: -solution.score, ..solution }));
        }
        Ok(scores)
    }

    /// The score, cut off at both ends, by null windows that halve what is left, the half nearer 0 first.
    fn between(
        &mut self,
        position: Position,
        low: i32,
        high: i32,
        budget: &mut Budget,
    ) -> Result<Solution, Exhausted> {
        self.table.clear();
        let before = budget.spent();
        let (cells, ply) = (self.rules.0.cells(), position.ply());
        let mut low = low.max(-(cells.saturating_sub(ply) as i32) / 2);
        let mut high = high.min(score_of_win(cells, ply));
        if self.rules.has_four(position.opponent()) {
            // Over already: the bound is exact whatever the window.
            let score = self.bound(position, 0, budget)?;
            (low, high) = (score, score);
        }
        while low < high {
            let mut middle = low + (high - low) / 2;
            if middle <= 0 && low / 2 < middle {
                middle = low / 2;
            } else if middle >= 0 && high / 2 > middle {
                middle = high / 2;
            }
            let bound = self.bound(position, middle, budget)?;
            if bound > middle {
                low = bound.min(high);
            } else {
                high = bound.max(low);
            }
        }
        Ok(Solution { score: low, nodes: budget.spent() - before })
    }

    /// The first column from the centre outwards that reaches `score`, the exact score of the position; `None` when
    /// the game is over. Nothing is forgotten: right after [`Solver::solve`] this costs little.
    pub fn best_column(
        &mut self,
        position: Position,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Exhausted> {
        let mut columns = Vec::new();
        self.rules.moves(&position, &mut columns);
        let width = self.rules.0.width();
        for column in (0..width).map(|rank| order::centre_out(width, rank)) {
            if columns.contains(&column) {
                let child = self.rules.play(&position, column);
                if !self.reaches(child, 1 - score, budget)? {
                    return Ok(Some(column));
                }
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

    /// Bytes of the transposition table at its largest.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }
}
