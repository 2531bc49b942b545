//! A* on boards of up to 25 cells, with a declared heuristic and tie rule.

use quandary_core::{Budget, Stream};
use quandary_search::astar::{CutShort, Expansion, Solution, Ties, astar};

use crate::packed::{PackedSliding, Word};
use crate::rules::{Board, Slide, Sliding};
use crate::solve::heuristic::{Estimator, Heuristic};

/// A* for one goal.
///
/// ```
/// use quandary_core::{Budget, Seed};
/// use quandary_search::astar::Ties;
/// use quandary_sliding::{Size, Sliding, notation::parse_board};
/// use quandary_sliding::solve::{astar::AStar, heuristic::Heuristic};
///
/// let solver = AStar::new(&Sliding::ordered(Size::new(3, 3).unwrap()), Heuristic::Manhattan, Ties::LowH).unwrap();
/// let board = parse_board("8 1 3 4 0 2 7 6 5", None).unwrap();
/// let mut shares = Vec::new();
/// let found = solver
///     .solve(&board, &mut Seed(0).stream(0), &mut Budget::unlimited(), |look| shares.push(look.share()))
///     .unwrap();
/// assert_eq!(found.path.unwrap().len(), 14);
/// assert_eq!(shares.len() as u64, found.expanded);
/// ```
pub struct AStar {
    boards: Boards,
    estimator: Estimator,
    ties: Ties,
}

/// The narrowest word that holds the board: A* keeps millions of them.
enum Boards {
    Narrow(PackedSliding<u64>),
    Wide(PackedSliding<u128>),
}

impl AStar {
    /// The most cells of a board.
    pub const MAX_CELLS: usize = u128::MAX_CELLS;

    /// Prepares the tables; `None` when the board has more than 25 cells or the heuristic is not one of
    /// [`Heuristic::PLAIN`].
    pub fn new(puzzle: &Sliding, heuristic: Heuristic, ties: Ties) -> Option<AStar> {
        if !Heuristic::PLAIN.contains(&heuristic) {
            return None;
        }
        let narrow = PackedSliding::new(puzzle).map(Boards::Narrow);
        let boards = narrow.or_else(|| PackedSliding::new(puzzle).map(Boards::Wide))?;
        Some(AStar { boards, estimator: Estimator::new(heuristic, puzzle), ties })
    }

    /// Solves a board; see [`quandary_search::astar::astar`].
    pub fn solve(
        &self,
        board: &Board,
        stream: &mut Stream,
        budget: &mut Budget,
        watch: impl FnMut(Expansion),
    ) -> Result<Solution<Slide>, CutShort> {
        match &self.boards {
            Boards::Narrow(packed) => self.search(packed, board, stream, budget, watch),
            Boards::Wide(packed) => self.search(packed, board, stream, budget, watch),
        }
    }

    fn search<W: Word>(
        &self,
        packed: &PackedSliding<W>,
        board: &Board,
        stream: &mut Stream,
        budget: &mut Budget,
        watch: impl FnMut(Expansion),
    ) -> Result<Solution<Slide>, CutShort> {
        let start = packed.pack(board);
        astar(packed, start, |state| self.estimator.estimate(state), self.ties, stream, budget, watch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use crate::rules::Size;
    use crate::solve::distances::Distances;
    use quandary_core::Seed;

    #[test]
    fn astar_finds_the_exact_distance_with_every_heuristic_and_tie_rule() {
        let puzzle = Sliding::ordered(Size::new(3, 3).unwrap());
        let distances = Distances::new(&puzzle).unwrap();
        for index in 0..12 {
            let mut stream = Seed(4).stream(index);
            let board = generate::uniform(&puzzle, &mut stream);
            for heuristic in Heuristic::PLAIN {
                for ties in Ties::ALL {
                    let solver = AStar::new(&puzzle, heuristic, ties).unwrap();
                    let found = solver.solve(&board, &mut stream, &mut Budget::unlimited(), |_| {}).unwrap();
                    let length = found.path.map(|path| path.len() as u32);
                    assert_eq!(length, distances.of(&board), "{heuristic} {ties}");
                }
            }
        }
    }
}
