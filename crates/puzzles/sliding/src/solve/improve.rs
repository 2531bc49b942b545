//! Shortens a solution, piece by piece, for as long as it may.

use quandary_core::context::Sequential;
use quandary_core::{Budget, Exhausted};

use crate::rules::{Board, Slide, Sliding};
use crate::solve::bound::Manhattan;
use crate::solve::detours::Detours;
use crate::solve::idastar::{IdaStar, Solver, slides};

/// The first and the last length of the pieces that are looked at.
const SHORTEST_PIECE: usize = 16;
const LONGEST_PIECE: usize = 60;
/// Nodes spent on one piece before it is left as it is.
const NODES_PER_PIECE: u64 = 20_000;

/// A shortened solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Improved {
    /// The solution, never longer than the one it came from.
    pub path: Vec<Slide>,
    /// Nodes spent.
    pub nodes: u64,
    /// Why it ended early, if it did: otherwise no piece of any tried length can be shortened within its
    /// share of nodes.
    pub stopped: Option<Exhausted>,
}

/// Shortens a solution of `board` within a budget.
///
/// A piece of the solution leads from one board to another; IDA* looks for a shorter way between them, with
/// a node limit of its own. Pieces overlap by half. When a pass over all pieces of one length finds nothing
/// more, longer pieces follow. The solution is whole and legal at every moment.
///
/// # Panics
/// When a move of the solution is not legal.
pub fn improve(board: &Board, path: Vec<Slide>, budget: &mut Budget) -> Improved {
    let mut path = without_loops(board, path);
    let before = budget.spent();
    let mut length = SHORTEST_PIECE;
    let mut stopped = None;
    'lengths: while length <= LONGEST_PIECE && length <= path.len().max(SHORTEST_PIECE) {
        let mut start = 0;
        let mut at = board.clone();
        let mut shortened = false;
        while start < path.len() {
            let end = (start + length).min(path.len());
            match shorter(&at, &path[start..end], budget) {
                Ok(Some(way)) => {
                    path.splice(start..end, way);
                    shortened = true;
                }
                Ok(None) => {
                    let step = (length / 2).min(path.len() - start);
                    at = after(&at, &path[start..start + step]);
                    start += step;
                }
                Err(why) => {
                    stopped = Some(why);
                    break 'lengths;
                }
            }
        }
        if !shortened {
            length += 4;
        }
    }
    Improved { path, nodes: budget.spent() - before, stopped }
}

fn after(board: &Board, path: &[Slide]) -> Board {
    path.iter().fold(board.clone(), |at, &slide| at.after(slide).expect("the solution is legal"))
}

/// A shorter way to where `piece` leads, if one is found with its share of nodes.
fn shorter(from: &Board, piece: &[Slide], budget: &mut Budget) -> Result<Option<Vec<Slide>>, Exhausted> {
    if piece.len() < 3 {
        return Ok(None);
    }
    let puzzle = Sliding::new(after(from, piece));
    let manhattan = Manhattan::new(&puzzle);
    let longest = piece.len() as u32 - 2;
    let detours = Detours::short();
    let solver: Box<dyn Solver> = match puzzle.size().cells() {
        0..=32 => Box::new(IdaStar::<32, _>::without(detours, &puzzle, manhattan)),
        33..=100 => Box::new(IdaStar::<100, _>::without(detours, &puzzle, manhattan)),
        _ => Box::new(IdaStar::<256, _>::without(detours, &puzzle, manhattan)),
    };
    let share = NODES_PER_PIECE.min(budget.remaining());
    let mut own = Budget::nodes(share).with_stop(budget.stop().clone());
    let answer = solver.solve_within(from, longest, &mut own, &Sequential);
    budget.spend(own.spent().min(share))?;
    match answer {
        Ok(found) => Ok(found.path.map(|path| slides(&path))),
        Err(cut) if cut.why == Exhausted::Nodes && budget.remaining() > 0 => Ok(None),
        Err(cut) => Err(cut.why),
    }
}

/// Cuts out every part that comes back to a board it has been at.
fn without_loops(board: &Board, path: Vec<Slide>) -> Vec<Slide> {
    let mut seen = std::collections::HashMap::from([(board.tiles().to_vec(), 0)]);
    let mut at = board.clone();
    let mut kept: Vec<(Slide, Vec<u8>)> = Vec::with_capacity(path.len());
    for slide in path {
        at = at.after(slide).expect("the solution is legal");
        if let Some(&length) = seen.get(at.tiles()) {
            for (_, dropped) in kept.drain(length..) {
                seen.remove(&dropped);
            }
        } else {
            kept.push((slide, at.tiles().to_vec()));
            seen.insert(at.tiles().to_vec(), kept.len());
        }
    }
    kept.into_iter().map(|(slide, _)| slide).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{uniform, walk};
    use crate::notation::parse_moves;
    use crate::rules::Size;
    use crate::solve::constructive;
    use quandary_core::{Seed, StopFlag};

    #[test]
    fn an_improved_solution_is_legal_shorter_and_ends_at_the_goal() {
        let puzzle = Sliding::ordered(Size::new(5, 6).unwrap());
        let board = uniform(&puzzle, &mut Seed(2).stream(0));
        let path = constructive::solve(&puzzle, &board).unwrap();
        let improved = improve(&board, path.clone(), &mut Budget::nodes(300_000));
        assert!(improved.path.len() < path.len());
        assert_eq!(&after(&board, &improved.path), puzzle.goal());
        let more = improve(&board, path, &mut Budget::nodes(1_000_000));
        assert!(more.path.len() <= improved.path.len());
    }

    #[test]
    fn a_walk_is_shortened_and_loops_are_cut_out() {
        let puzzle = Sliding::ordered(Size::new(4, 4).unwrap());
        let around = parse_moves("DRULDRULDRULDRULDRULDRUL").unwrap();
        let board = puzzle.goal();
        assert!(without_loops(board, around.clone()).is_empty());
        let improved = improve(board, around, &mut Budget::unlimited());
        assert_eq!(improved.path, []);
        let far = walk(&puzzle, 40, &mut Seed(1).stream(0));
        let path = constructive::solve(&puzzle, &far).unwrap();
        assert!(improve(&far, path, &mut Budget::unlimited()).path.len() <= 60);
    }

    #[test]
    fn a_raised_flag_leaves_a_whole_solution() {
        let puzzle = Sliding::ordered(Size::new(6, 6).unwrap());
        let board = uniform(&puzzle, &mut Seed(3).stream(0));
        let path = constructive::solve(&puzzle, &board).unwrap();
        let stop = StopFlag::new();
        stop.raise(Exhausted::Time);
        let improved = improve(&board, path, &mut Budget::unlimited().with_stop(stop));
        assert_eq!(improved.stopped, Some(Exhausted::Time));
        assert_eq!(&after(&board, &improved.path), puzzle.goal());
    }
}
