//! A solver for a board whose size is known only when the program runs.

use quandary_core::{Budget, Exhausted};
use quandary_search::proof::{Method, Report, Settings};

#[cfg(feature = "verbs")]
use super::book::Book;
#[cfg(feature = "verbs")]
use super::explain;
use super::geometry::{AnySize, Geometry, Standard};
use super::proof::StrategyWriter;
use super::question::Question;
use super::rules::{ConnectFour, Position};
use super::solve::{Bounds, Column, Solution, Solver, bounds_by_stones};
use crate::proof_tree::Unwritten;

/// A solver for any board: the standard one runs the code that was compiled for it.
pub enum AnySolver {
    /// 6 rows, 7 columns.
    Standard(Solver<Standard>),
    /// Any other.
    AnySize(Solver<AnySize>),
}

/// Calls the same method on whichever solver it is.
macro_rules! on {
    ($self:expr, $solver:ident => $call:expr) => {
        match $self {
            AnySolver::Standard($solver) => $call,
            AnySolver::AnySize($solver) => $call,
        }
    };
}

fn is_standard(size: AnySize) -> bool {
    (size.width(), size.height()) == (7, 6)
}

impl AnySolver {
    /// A solver with a table of up to `2^table_bits` entries of 8 bytes.
    pub fn new(size: AnySize, table_bits: u32) -> AnySolver {
        if is_standard(size) {
            AnySolver::Standard(Solver::new(ConnectFour(Standard), table_bits))
        } else {
            AnySolver::AnySize(Solver::new(ConnectFour(size), table_bits))
        }
    }

    /// See [`Solver::solve`].
    pub fn solve(&mut self, position: Position, budget: &mut Budget) -> Result<Solution, Exhausted> {
        on!(self, solver => solver.solve(position, budget))
    }

    /// See [`Solver::solve_weakly`].
    pub fn solve_weakly(&mut self, position: Position, budget: &mut Budget) -> Result<Solution, Exhausted> {
        on!(self, solver => solver.solve_weakly(position, budget))
    }

    /// See [`Solver::scores`].
    pub fn scores(
        &mut self,
        position: Position,
        budget: &mut Budget,
    ) -> Result<Vec<(u32, Solution)>, Exhausted> {
        on!(self, solver => solver.scores(position, budget))
    }

    /// What is proved of the score from an empty table, only up to its sign when `weak`, and why it is not exact if it
    /// is not.
    pub fn bounds(
        &mut self,
        position: Position,
        weak: bool,
        budget: &mut Budget,
    ) -> (Bounds, Option<Exhausted>) {
        on!(self, solver => {
            let cells = solver.rules().0.cells() as i32;
            let window = if weak { (-1, 1) } else { (-(cells + 1) / 2, (cells + 1) / 2) };
            let mut bounds = bounds_by_stones(solver.rules(), position);
            solver.forget();
            let stopped = solver.narrow(position, &mut bounds, window, budget).err();
            (bounds, stopped)
        })
    }

    /// See [`Solver::narrow`].
    pub fn narrow(
        &mut self,
        position: Position,
        bounds: &mut Bounds,
        window: (i32, i32),
        budget: &mut Budget,
    ) -> Result<(), Exhausted> {
        on!(self, solver => solver.narrow(position, bounds, window, budget))
    }

    /// See [`Solver::columns`].
    pub fn columns(
        &mut self,
        position: Position,
        known: &dyn Fn(Position) -> Option<i32>,
        budget: &mut Budget,
        show: &mut dyn FnMut(&[Column]),
    ) -> (Vec<Column>, Option<Exhausted>) {
        on!(self, solver => solver.columns(position, known, budget, show))
    }

    /// See [`line`](explain::line).
    #[cfg(feature = "verbs")]
    pub fn line(
        &mut self,
        book: Option<&Book>,
        position: Position,
        score: i32,
        budget: &mut Budget,
    ) -> Vec<u32> {
        on!(self, solver => explain::line(solver, book, position, score, budget))
    }

    /// See [`Solver::best_column`].
    pub fn best_column(
        &mut self,
        position: Position,
        score: i32,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Exhausted> {
        on!(self, solver => solver.best_column(position, score, budget))
    }

    /// See [`StrategyWriter::at_least`].
    pub fn at_least(
        &mut self,
        position: Position,
        goal: i32,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<String, Unwritten> {
        on!(self, solver => StrategyWriter::new(solver, budget, limit).at_least(position, goal))
    }

    /// See [`StrategyWriter::at_most`].
    pub fn at_most(
        &mut self,
        position: Position,
        goal: i32,
        limit: usize,
        budget: &mut Budget,
    ) -> Result<String, Unwritten> {
        on!(self, solver => StrategyWriter::new(solver, budget, limit).at_most(position, goal))
    }

    /// Bytes of the table at its largest.
    pub fn table_bytes(&self) -> usize {
        on!(self, solver => solver.table_bytes())
    }
}

/// Asks a proof-number search a question about a position on a board of any size.
pub fn ask(question: &Question<AnySize>, method: Method, settings: &Settings, budget: &mut Budget) -> Report {
    let Question { rules, root, draw_wins, sight } = *question;
    if is_standard(rules.0) {
        settings.solve(&Question { rules: ConnectFour(Standard), root, draw_wins, sight }, method, budget)
    } else {
        settings.solve(question, method, budget)
    }
}
