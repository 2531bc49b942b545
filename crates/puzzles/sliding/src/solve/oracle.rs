//! Exact distances on demand, from a table or by search: what advice and perfect play need.

use quandary_core::Context;
use quandary_core::{Budget, Exhausted, StopFlag};

use crate::rules::{Board, Slide, Sliding};
use crate::solve::distances::Distances;
use crate::solve::exact::{NotReady, solver};
use crate::solve::heuristic::Heuristic;
use crate::solve::idastar::Solver;

/// Knows how far every board is from the goal.
pub enum Oracle {
    /// Small boards: all distances at once.
    Table(Distances),
    /// Larger ones: a search for each question.
    Search {
        /// The solver.
        solver: Box<dyn Solver>,
        /// Nodes that one question may cost.
        nodes: u64,
        /// Ends every search.
        stop: StopFlag,
    },
}

impl Oracle {
    /// The best oracle for a puzzle: a table up to 10 cells, otherwise IDA* with pattern databases (or the
    /// linear-conflict bound where there are none, or too little memory for them). Each question may cost `nodes`, of
    /// which the tables are no part.
    pub fn new(puzzle: &Sliding, nodes: u64, context: &Context<'_>) -> Result<Oracle, Exhausted> {
        let mut last = match Distances::within(puzzle, &context.budget) {
            Ok(Some(distances)) => return Ok(Oracle::Table(distances)),
            made => made.err(),
        };
        for heuristic in [Heuristic::Patterns, Heuristic::LinearConflict] {
            match solver(puzzle, heuristic, context) {
                Ok(solver) => {
                    return Ok(Oracle::Search { solver, nodes, stop: context.budget.stop().clone() });
                }
                Err(NotReady::CutShort(why)) => last = Some(why),
                Err(NotReady::NotForBoard) => {}
            }
        }
        Err(last.unwrap_or(Exhausted::Memory))
    }

    /// What makes its distances certain, in words.
    pub fn basis(&self) -> &'static str {
        match self {
            Oracle::Table(_) => "a table of every board's distance",
            Oracle::Search { .. } => "a search that found every shorter way closed",
        }
    }

    /// The fewest moves that solve a solvable board; `None` when none do.
    pub fn distance(&self, board: &Board) -> Result<Option<u32>, Exhausted> {
        match self {
            Oracle::Table(distances) => Ok(distances.of(board)),
            Oracle::Search { .. } => self.within(board, u32::MAX),
        }
    }

    /// The distance, if it is at most `longest`.
    fn within(&self, board: &Board, longest: u32) -> Result<Option<u32>, Exhausted> {
        match self {
            Oracle::Table(distances) => Ok(distances.of(board).filter(|&distance| distance <= longest)),
            Oracle::Search { solver, nodes, stop } => {
                let mut budget = Budget::nodes(*nodes).with_stop(stop.clone());
                let found = solver
                    .solve_within(board, longest, &mut budget, &quandary_core::context::Sequential)
                    .map_err(|cut| cut.why)?;
                Ok(found.path.map(|path| path.len() as u32))
            }
        }
    }

    /// A shortest solution of a board that is at most `longest` from the goal.
    pub fn path(&self, board: &Board, longest: u32) -> Result<Option<Vec<Slide>>, Exhausted> {
        match self {
            Oracle::Table(distances) => {
                Ok(distances.solution(board).filter(|path| path.len() <= longest as usize))
            }
            Oracle::Search { solver, nodes, stop } => {
                let mut budget = Budget::nodes(*nodes).with_stop(stop.clone());
                let found = solver
                    .solve_within(board, longest, &mut budget, &quandary_core::context::Sequential)
                    .map_err(|cut| cut.why)?;
                Ok(found.path.map(|path| path.iter().map(|step| step.slide).collect()))
            }
        }
    }

    /// The slides that begin a shortest solution of a board that is `distance` from the goal: b of them.
    pub fn best_slides(&self, board: &Board, distance: u32) -> Result<Vec<Slide>, Exhausted> {
        let Some(closer) = distance.checked_sub(1) else { return Ok(Vec::new()) };
        let mut best = Vec::new();
        for slide in board.slides() {
            let next = board.after(slide).unwrap_or_else(|| board.clone());
            // A neighbour is one nearer or one farther, so "within closer" says it all.
            if self.within(&next, closer)?.is_some() {
                best.push(slide);
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::walk;
    use crate::rules::Size;
    use quandary_core::Seed;

    #[test]
    fn search_and_table_give_the_same_advice() {
        let puzzle = Sliding::ordered(Size::new(3, 3).unwrap());
        let context = Context::bare();
        let table = Oracle::new(&puzzle, u64::MAX, &context).unwrap();
        let solver = solver(&puzzle, Heuristic::LinearConflict, &context).unwrap();
        let search = Oracle::Search { solver, nodes: u64::MAX, stop: StopFlag::new() };
        for index in 0..10 {
            let board = walk(&puzzle, 30, &mut Seed(6).stream(index));
            let distance = table.distance(&board).unwrap();
            assert_eq!(search.distance(&board), Ok(distance));
            let distance = distance.unwrap();
            assert_eq!(search.best_slides(&board, distance), table.best_slides(&board, distance));
        }
    }
}
