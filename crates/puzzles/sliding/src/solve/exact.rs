//! One door to all optimal solvers: a declared heuristic, made ready for a board of any size.

use quandary_core::{Budget, Context, Exhausted};

use crate::rules::Sliding;
use crate::solve::bound::{Manhattan, Max};
use crate::solve::detours::Detours;
use crate::solve::heuristic::Heuristic;
use crate::solve::idastar::{IdaStar, Solver};
use crate::solve::linear_conflict::LinearConflict;
use crate::solve::pattern::{Patterns, Strength};
use crate::solve::walking::WalkingDistance;

/// Why a heuristic is not ready.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotReady {
    /// There is none for this board.
    NotForBoard,
    /// Its tables were not finished.
    CutShort(Exhausted),
}

impl From<Exhausted> for NotReady {
    fn from(why: Exhausted) -> NotReady {
        NotReady::CutShort(why)
    }
}

/// What the tables of a heuristic cost, whether they are built or come from the cache: then what a search does depends
/// on the board and the budget alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tables {
    /// Nodes: one for each way to place the tiles of a pattern.
    pub nodes: u64,
    /// The most bytes while they are built.
    pub bytes: u64,
}

impl Tables {
    /// Bytes that a way to place the tiles takes while its table is built, at most: one for each region that they leave
    /// to the empty cell.
    const BYTES_PER_PLACING: u64 = 3;

    /// The tables of a heuristic on a board. (Those of the walking distance are paid for as they grow.)
    pub fn of(puzzle: &Sliding, heuristic: Heuristic) -> Tables {
        let strength = match heuristic {
            Heuristic::Patterns => Strength::Small,
            Heuristic::LargePatterns => Strength::Large,
            _ => return Tables { nodes: 0, bytes: 0 },
        };
        let nodes = Patterns::placings(puzzle, strength).unwrap_or(0);
        Tables { nodes, bytes: nodes.saturating_mul(Tables::BYTES_PER_PLACING) }
    }

    /// Whether a budget has so much left, and why not.
    pub fn fit(self, budget: &Budget) -> Result<(), Exhausted> {
        match self {
            Tables { nodes, .. } if nodes > budget.remaining() => Err(Exhausted::Nodes),
            Tables { bytes, .. } if bytes > budget.memory_or(usize::MAX) as u64 => Err(Exhausted::Memory),
            _ => Ok(()),
        }
    }
}

/// The same as [`solver`], with tables that the budget pays for: their nodes are spent, and what cannot be paid for is
/// not begun.
pub fn paid_solver(
    puzzle: &Sliding,
    heuristic: Heuristic,
    budget: &mut Budget,
    context: &Context<'_>,
) -> Result<Box<dyn Solver>, NotReady> {
    let tables = Tables::of(puzzle, heuristic);
    tables.fit(budget)?;
    budget.spend(tables.nodes)?;
    any_size(puzzle, heuristic, budget, context)
}

/// IDA* with a heuristic. Tables come from the context's cache or are built, with progress, while time and memory last;
/// they cost no nodes.
///
/// ```
/// use quandary_core::Context;
/// use quandary_sliding::solve::{exact::solver, heuristic::Heuristic};
/// use quandary_sliding::{Size, Sliding, notation::parse_board};
///
/// let puzzle = Sliding::ordered(Size::new(2, 5).unwrap());
/// let context = Context::bare();
/// let solver = solver(&puzzle, Heuristic::Patterns, &context).unwrap();
/// let board = parse_board("0 9 8 7 6 / 5 4 3 2 1", None).unwrap();
/// let found = solver.solve_within(&board, u32::MAX, &mut context.budget.clone(), context.workers).unwrap();
/// assert_eq!(found.path.unwrap().len(), 45);
/// ```
pub fn solver(
    puzzle: &Sliding,
    heuristic: Heuristic,
    context: &Context<'_>,
) -> Result<Box<dyn Solver>, NotReady> {
    paid_solver(puzzle, heuristic, &mut context.budget.with_nodes(u64::MAX), context)
}

fn any_size(
    puzzle: &Sliding,
    heuristic: Heuristic,
    budget: &mut Budget,
    context: &Context<'_>,
) -> Result<Box<dyn Solver>, NotReady> {
    Ok(match puzzle.size().cells() {
        0..=16 => sized::<16>(puzzle, heuristic, budget, context)?,
        17..=32 => sized::<32>(puzzle, heuristic, budget, context)?,
        33..=64 => plain::<64>(puzzle, heuristic, budget)?,
        _ => plain::<256>(puzzle, heuristic, budget)?,
    })
}

fn sized<const N: usize>(
    puzzle: &Sliding,
    heuristic: Heuristic,
    budget: &mut Budget,
    context: &Context<'_>,
) -> Result<Box<dyn Solver>, NotReady> {
    match heuristic {
        Heuristic::Patterns => with_patterns::<N>(puzzle, Strength::Small, context),
        Heuristic::LargePatterns => with_patterns::<N>(puzzle, Strength::Large, context),
        _ => plain::<N>(puzzle, heuristic, budget),
    }
}

/// Without pattern databases, which end at 32 cells.
fn plain<const N: usize>(
    puzzle: &Sliding,
    heuristic: Heuristic,
    budget: &mut Budget,
) -> Result<Box<dyn Solver>, NotReady> {
    Ok(match heuristic {
        Heuristic::Manhattan => Box::new(IdaStar::<N, _>::new(puzzle, Manhattan::new(puzzle))),
        Heuristic::LinearConflict => Box::new(IdaStar::<N, _>::new(puzzle, LinearConflict::new(puzzle))),
        Heuristic::WalkingDistance => {
            let walking = WalkingDistance::within(puzzle, budget)?.ok_or(NotReady::NotForBoard)?;
            Box::new(IdaStar::<N, _>::new(puzzle, Max(walking, LinearConflict::new(puzzle))))
        }
        _ => return Err(NotReady::NotForBoard),
    })
}

fn with_patterns<const N: usize>(
    puzzle: &Sliding,
    strength: Strength,
    context: &Context<'_>,
) -> Result<Box<dyn Solver>, NotReady> {
    // The memo is copied at every node: as small as the number of patterns allows.
    Ok(match Patterns::count(puzzle, strength).ok_or(NotReady::NotForBoard)? {
        (0..=4, 0..=2) => boxed::<N, 4, 2>(puzzle, strength, context)?,
        (0..=8, 0..=2) => boxed::<N, 8, 2>(puzzle, strength, context)?,
        (0..=16, 0..=8) => boxed::<N, 16, 8>(puzzle, strength, context)?,
        _ => boxed::<N, 32, 16>(puzzle, strength, context)?,
    })
}

fn boxed<const N: usize, const M: usize, const G: usize>(
    puzzle: &Sliding,
    strength: Strength,
    context: &Context<'_>,
) -> Result<Box<dyn Solver>, NotReady> {
    let patterns = Patterns::<M, G>::new(puzzle, strength, context)?;
    let detours = match strength {
        Strength::Small => Detours::short(),
        Strength::Large => Detours::long(),
    };
    Ok(Box::new(IdaStar::<N, _>::without(detours, puzzle, patterns)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;
    use crate::rules::{Board, Size};
    use crate::solve::distances::Distances;
    use crate::solve::idastar::slides;
    use quandary_core::Seed;

    #[test]
    fn every_heuristic_finds_exact_distances_on_boards_and_goals_of_all_kinds() {
        let context = Context::bare();
        for (rows, columns) in [(3, 3), (2, 4), (4, 2), (2, 5), (5, 2)] {
            let size = Size::new(rows, columns).unwrap();
            let shuffled = generate::uniform(&Sliding::ordered(size), &mut Seed(3).stream(0));
            for goal in
                [Board::ordered(size), Board::with_blank_at(size, 0), Board::with_blank_at(size, 3), shuffled]
            {
                let puzzle = Sliding::new(goal);
                let distances = Distances::new(&puzzle).unwrap();
                for heuristic in Heuristic::DEEPENING {
                    // Some counts of long thin boards are too many for the walking distance.
                    let Ok(solver) = solver(&puzzle, heuristic, &context) else {
                        assert_eq!(heuristic, Heuristic::WalkingDistance);
                        continue;
                    };
                    for index in 0..4 {
                        let board = generate::uniform(&puzzle, &mut Seed(4).stream(index));
                        let found = solver
                            .solve_within(&board, u32::MAX, &mut Budget::unlimited(), context.workers)
                            .unwrap();
                        let path = slides(&found.path.unwrap());
                        assert_eq!(Some(path.len() as u32), distances.of(&board), "{heuristic} {board:?}");
                        assert!(solver.bound_of(&board) <= path.len() as u32);
                        let end = path.iter().fold(board, |at, &slide| at.after(slide).unwrap());
                        assert_eq!(&end, puzzle.goal());
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_kept_up_along_a_walk_equal_those_computed_anew() {
        use crate::solve::bound::{Bound, Choice, Slid, Step, of_board};
        fn follow(bound: &impl Bound, puzzle: &Sliding) {
            let mut stream = Seed(12).stream(0);
            let mut board = generate::uniform(puzzle, &mut stream);
            let mut memo = bound.memo(board.tiles());
            for _ in 0..300 {
                let all: Vec<_> = board.slides().collect();
                let slide = *stream.choose(&all).unwrap();
                let (to, tile) = (board.blank() as u8, board.tile_for(slide).unwrap());
                let next = board.after(slide).unwrap();
                let from = next.blank() as u8;
                // Often the bound is let off, and now and then held to what it can just afford.
                let allowance = if stream.below(4) == 0 { of_board(bound, &next) } else { 1000 };
                let choice =
                    Choice { tiles: board.tiles(), blank: to, steps: &[Step { slide, from, state: 0 }] };
                let ahead = bound.ahead(&memo, &choice, allowance);
                let slid = Slid { tiles: next.tiles(), tile, from, to, slide };
                memo = bound.slide(&memo, &slid, &ahead, allowance).unwrap();
                board = next;
                assert_eq!(bound.value(&memo), of_board(bound, &board));
            }
        }
        assert!(WalkingDistance::new(&Sliding::ordered(Size::new(4, 4).unwrap())).is_some());
        for (rows, columns) in [(3, 4), (4, 3), (4, 4)] {
            let puzzle = Sliding::ordered(Size::new(rows, columns).unwrap());
            follow(&Manhattan::new(&puzzle), &puzzle);
            follow(&LinearConflict::new(&puzzle), &puzzle);
            if let Some(walking) = WalkingDistance::new(&puzzle) {
                follow(&walking, &puzzle);
            }
            follow(&Patterns::<8, 2>::new(&puzzle, Strength::Small, &Context::bare()).unwrap(), &puzzle);
        }
        let wide = Sliding::ordered(Size::new(7, 9).unwrap());
        follow(&LinearConflict::new(&wide), &wide);
    }
}
