//! Short solutions where the last pass of IDA* is out of reach: a beam search over the bound that IDA* has.
//!
//! All boards of a level are equally many moves from the start. Each level makes every slide on every board, leaves out
//! what was met before, and keeps the `width` boards with the smallest bound. A bound as close as that of pattern
//! databases leads such a beam to a shortest solution or nearly so, for a small part of what the last pass costs; that
//! nothing is shorter is then left for the passes below to prove. [The beam for large boards](super::beam) has to do
//! without such a bound, and judges otherwise.
//!
//! What a level does with its boards depends on the bound, and is compiled for each; all else is compiled once.

use quandary_core::{Budget, Exhausted};

use crate::rules::{Board, Slide};
use crate::solve::ancestry::Ancestry;
use crate::solve::bound::{Bound, Choice, Step, Steps};
use crate::solve::idastar::{IdaStar, Node, ORDER, Solver};
use quandary_search::idastar::Deepening;

/// The width of the first beam. It takes a twentieth of a second.
pub const FIRST_WIDTH: usize = 1 << 10;
/// The width of the last one that is worth its while.
const LAST_WIDTH: usize = 1 << 17;
/// What a beam takes for each board of its width, at most: twice the board with its memo, its children, its ancestors
/// until they are sorted out, and what was met.
const BYTES_PER_BOARD: usize = 2 * MOST_PER_PLACED + 3 * size_of::<Child>() + 32 * 8 + 8 * MET_PER_BOARD;
/// Of these, for one board.
const MOST_PER_PLACED: usize = 360;
/// Places for what was met lately, for each board of a beam: a level has two children a board or three.
const MET_PER_BOARD: usize = 8;

/// The widest beam that the memory of a budget allows; 0 when it allows none.
pub fn widest(budget: &Budget) -> usize {
    match budget.memory_or(usize::MAX) / BYTES_PER_BOARD {
        0 => 0,
        // Twice as wide as the one before, always.
        allowed => (1 << allowed.ilog2()).min(LAST_WIDTH),
    }
}

/// About how many nodes a beam takes for a solution of this many moves.
pub fn nodes(width: usize, moves: u32) -> u64 {
    2 * width as u64 * u64::from(moves.max(1))
}

/// How many moves the first beam may take, when all that is known is a bound.
pub fn far(lower_bound: u32) -> u32 {
    2 * lower_bound + 64
}

/// A solution of at most `longest` moves, if the beam comes by one. It need not be shortest.
///
/// * `solver`: its bound chooses the boards; without [levels](Solver::level) there is no beam, and no solution.
/// * `width`: boards kept of each level. A wider beam finds shorter solutions as a rule, not always.
/// * `longest`: boards whose bound says that they lead to nothing within it are left out.
/// * `budget`: one node is spent for each child made.
///
/// Takes time in proportion to `width` times the moves, and memory in proportion to `width`.
///
/// ```
/// use quandary_core::{Budget, Context, Seed};
/// use quandary_sliding::solve::{pdb_beam::beam, exact::solver, heuristic::Heuristic};
/// use quandary_sliding::{Size, Sliding, generate::walk};
///
/// let puzzle = Sliding::ordered(Size::new(3, 6).unwrap());
/// let board = walk(&puzzle, 40, &mut Seed(1).stream(0));
/// let solver = solver(&puzzle, Heuristic::Patterns, &Context::bare()).unwrap();
/// let path = beam(&*solver, &board, 100, 40, &mut Budget::unlimited()).unwrap().unwrap();
/// let end = path.iter().fold(board, |at, &slide| at.after(slide).unwrap());
/// assert_eq!(&end, puzzle.goal());
/// ```
pub fn beam(
    solver: &dyn Solver,
    board: &Board,
    width: usize,
    longest: u32,
    budget: &mut Budget,
) -> Result<Option<Vec<Slide>>, Exhausted> {
    if solver.bound_of(board) == 0 {
        return Ok(Some(Vec::new()));
    }
    let Some(mut level) = solver.level(board).filter(|_| width > 0) else { return Ok(None) };
    let mut ancestry = Ancestry::default();
    let mut met = RecentBoards(vec![0; (width * MET_PER_BOARD).next_power_of_two()]);
    let mut children = Vec::new();
    for moves in 1..=longest {
        children.clear();
        level.children(longest - moves, &mut met, budget, &mut children)?;
        if let Some(goal) = children.iter().find(|child| child.bound == 0) {
            return Ok(Some(ancestry.path_to(goal.parent, goal.slide)));
        }
        if children.is_empty() {
            break;
        }
        choose(&mut children, width);
        ancestry.push(children.iter().map(|child| (child.parent, child.slide)).collect());
        level.keep(&children);
    }
    Ok(None)
}

/// Keeps the `width` children with the smallest bound, or slightly fewer: between equals their hash decides, which
/// prefers no part of the board and none of the parents.
fn choose(children: &mut Vec<Child>, width: usize) {
    let mut alike = [0_usize; MOST_BOUND + 1];
    for child in &*children {
        alike[usize::from(child.bound).min(MOST_BOUND)] += 1;
    }
    let mut room = width;
    for (bound, &alike) in alike.iter().enumerate() {
        if alike > room {
            let most = u64::MAX / alike as u64 * room as u64;
            children.retain(|child| {
                let of_child = usize::from(child.bound).min(MOST_BOUND);
                let is_drawn = of_child == bound && child.hash < most && room > 0;
                room -= usize::from(is_drawn);
                of_child < bound || is_drawn
            });
            return;
        }
        room -= alike;
    }
}

/// Larger bounds are taken for this one.
const MOST_BOUND: usize = 511;

/// A board one slide away from one of the level.
#[derive(Clone, Copy)]
pub struct Child {
    hash: u64,
    parent: u32,
    bound: u16,
    slide: Slide,
}

/// Boards met lately, by their hashes. A board may be forgotten.
pub struct RecentBoards(Vec<u64>);

impl RecentBoards {
    /// Whether this one was not met.
    #[inline]
    fn is_new(&mut self, hash: u64) -> bool {
        let place = hash as usize & (self.0.len() - 1);
        std::mem::replace(&mut self.0[place], hash) != hash
    }
}

/// The boards of one level, whatever their bound.
pub trait Level {
    /// Adds the children that were not met and whose bound is at most `allowance`.
    fn children(
        &self,
        allowance: u32,
        met: &mut RecentBoards,
        budget: &mut Budget,
        children: &mut Vec<Child>,
    ) -> Result<(), Exhausted>;

    /// Goes on to the next level: of these children.
    fn keep(&mut self, children: &[Child]);
}

/// A level of boards with the memos of their bounds.
pub(super) struct Boards<'s, const N: usize, B: Bound> {
    solver: &'s IdaStar<N, B>,
    /// By tile and cell: a number of its own, for the hashes.
    marks: Vec<[u64; N]>,
    placed: Vec<LevelBoard<N, B::Memo>>,
}

/// A board of a level.
struct LevelBoard<const N: usize, M> {
    node: Node<N, M>,
    hash: u64,
    bound: u16,
    /// The slide that led here.
    last: Option<Slide>,
}

impl<'s, const N: usize, B: Bound> Boards<'s, N, B> {
    /// The first level: one board.
    pub(super) fn new(solver: &'s IdaStar<N, B>, board: &Board) -> Boards<'s, N, B> {
        const { assert!(size_of::<LevelBoard<N, B::Memo>>() <= MOST_PER_PLACED) };
        // Any fixed numbers without a pattern do.
        let mut stream = quandary_core::Seed(0).stream(0);
        let marks = (0..board.size().cells()).map(|_| std::array::from_fn(|_| stream.next_u64())).collect();
        let bound = solver.bound_of(board) as u16;
        let first = LevelBoard { node: solver.node(board), hash: 0, bound, last: None };
        Boards { solver, marks, placed: vec![first] }
    }

    /// Makes slides that are possible on a board; each gives what [`Deepening::child`] gives.
    #[inline(never)]
    fn make(
        &self,
        node: &Node<N, B::Memo>,
        steps: &[Step],
        allowance: u32,
        each: &mut dyn FnMut(Step, Result<Node<N, B::Memo>, u32>),
    ) {
        let choice = Choice { tiles: &node.tiles[..self.marks.len()], blank: node.blank, steps };
        let ahead = self.solver.bound.ahead(&node.memo, &choice, allowance);
        for &step in steps {
            each(step, self.solver.child(node, step, &ahead, allowance));
        }
    }
}

impl<const N: usize, B: Bound> Level for Boards<'_, N, B> {
    fn children(
        &self,
        allowance: u32,
        met: &mut RecentBoards,
        budget: &mut Budget,
        children: &mut Vec<Child>,
    ) -> Result<(), Exhausted> {
        for (parent, board) in self.placed.iter().enumerate() {
            let (mut steps, mut hashes) = (Steps::NONE, [0; 4]);
            let blank = usize::from(board.node.blank);
            for (slide, source) in ORDER.into_iter().zip(self.solver.sources[blank]) {
                let Some(from) = source.filter(|_| board.last != Some(slide.undo())) else { continue };
                let marks = &self.marks[usize::from(board.node.tiles[usize::from(from)])];
                let hash = board.hash ^ marks[usize::from(from)] ^ marks[blank];
                if met.is_new(hash) {
                    hashes[slide as usize] = hash;
                    steps.push(Step { slide, from, state: 0 });
                }
            }
            budget.spend(steps.as_slice().len() as u64)?;
            // A slide changes the bound by one: so either it is smaller, or this is ruled out.
            let smaller = board.bound - 1;
            self.make(&board.node, steps.as_slice(), smaller.into(), &mut |Step { slide, .. }, made| {
                let bound = if made.is_ok() { smaller } else { board.bound + 1 };
                if u32::from(bound) <= allowance {
                    let hash = hashes[slide as usize];
                    children.push(Child { hash, parent: parent as u32, bound, slide });
                }
            });
        }
        Ok(())
    }

    fn keep(&mut self, children: &[Child]) {
        let mut next = Vec::with_capacity(children.len());
        for &Child { hash, parent, bound, slide } in children {
            let node = &self.placed[parent as usize].node;
            let mut sources = ORDER.into_iter().zip(self.solver.sources[usize::from(node.blank)]);
            let from = sources.find_map(|(way, from)| from.filter(|_| way == slide));
            let step = Step { slide, from: from.unwrap_or(0), state: 0 };
            self.make(node, &[step], bound.into(), &mut |_, made| {
                if let Ok(node) = made {
                    next.push(LevelBoard { node, hash, bound, last: Some(slide) });
                }
            });
        }
        self.placed = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::uniform;
    use crate::rules::{Size, Sliding};
    use crate::solve::detours::Detours;
    use crate::solve::pattern::{Patterns, Strength};
    use quandary_core::{Context, Seed, StopFlag};

    /// A solver with levels for small boards, of which the truth is known.
    fn solver(puzzle: &Sliding) -> IdaStar<32, Patterns<8, 2>> {
        let patterns = Patterns::new(puzzle, Strength::Small, &Context::bare()).unwrap();
        IdaStar::without(Detours::short(), puzzle, patterns)
    }

    #[test]
    fn solutions_are_legal_reach_the_goal_and_are_no_longer_than_asked_for() {
        for (rows, columns, blank) in [(3, 4, 11), (3, 4, 0), (4, 3, 5), (2, 7, 13)] {
            let size = Size::new(rows, columns).unwrap();
            let puzzle = Sliding::new(Board::with_blank_at(size, blank));
            let solver = solver(&puzzle);
            for index in 0..3 {
                let board = uniform(&puzzle, &mut Seed(21).stream(index));
                let exact = solver.solve(&board, &mut Budget::unlimited()).unwrap().lower_bound;
                let mut longest = far(exact);
                for width in [1, 30, 1000] {
                    let found = beam(&solver, &board, width, longest, &mut Budget::unlimited()).unwrap();
                    let Some(path) = found else { continue };
                    assert!((exact..=longest).contains(&(path.len() as u32)), "{size} {width}");
                    let end = path.iter().fold(board.clone(), |at, &slide| at.after(slide).unwrap());
                    assert_eq!(&end, puzzle.goal());
                    longest = path.len() as u32;
                }
                assert!(longest < far(exact), "no beam got there");
                // Below the shortest one there is nothing, at it a wide beam leaves out too little to miss it.
                let within = |most| beam(&solver, &board, 20_000, most, &mut Budget::unlimited()).unwrap();
                assert!(within(exact - 2).is_none() && within(exact).is_some());
            }
        }
    }

    #[test]
    fn children_have_the_bounds_that_their_boards_have() {
        let puzzle = Sliding::ordered(Size::new(3, 4).unwrap());
        let solver = solver(&puzzle);
        let mut level = Boards::new(&solver, &uniform(&puzzle, &mut Seed(22).stream(0)));
        let (mut met, mut children) = (RecentBoards(vec![0; 1 << 12]), Vec::new());
        for _ in 0..25 {
            children.clear();
            level.children(u32::MAX, &mut met, &mut Budget::unlimited(), &mut children).unwrap();
            choose(&mut children, 50);
            assert!((1..=50).contains(&children.len()));
            level.keep(&children);
            assert_eq!(level.placed.len(), children.len());
            for placed in &level.placed {
                let board = Board::new(puzzle.size(), &placed.node.tiles[..12]).unwrap();
                assert_eq!(
                    (placed.node.blank.into(), u32::from(placed.bound)),
                    (board.blank(), solver.bound_of(&board))
                );
            }
        }
    }

    #[test]
    fn the_smallest_bounds_are_kept() {
        let child = |(hash, bound)| Child { hash, parent: 0, bound, slide: Slide::Up };
        let bounds = [9, 5, 7, 7, 3, 900, 7, 9, 5];
        let all = (0..).map(|n| n << 60).zip(bounds).map(child);
        for width in 1..=bounds.len() {
            let mut kept: Vec<Child> = all.clone().collect();
            choose(&mut kept, width);
            let mut sorted = bounds;
            sorted.sort_unstable();
            let mut kept: Vec<u16> = kept.iter().map(|child| child.bound).collect();
            kept.sort_unstable();
            assert_eq!(kept, sorted[..kept.len()]);
            // All that are better than the worst of them are there.
            let last = sorted[width - 1];
            assert!(
                kept.len() <= width && kept.len() >= bounds.iter().filter(|&&bound| bound < last).count()
            );
        }
    }

    #[test]
    fn nodes_flags_and_memory_are_obeyed() {
        let puzzle = Sliding::ordered(Size::new(3, 4).unwrap());
        let solver = solver(&puzzle);
        let board = uniform(&puzzle, &mut Seed(23).stream(0));
        let mut few = Budget::nodes(500);
        assert_eq!(beam(&solver, &board, 1000, 200, &mut few), Err(Exhausted::Nodes));
        assert!((500..=503).contains(&few.spent()));
        let stop = StopFlag::new();
        stop.raise(Exhausted::Cancelled);
        let mut halted = Budget::unlimited().with_stop(stop);
        assert_eq!(beam(&solver, &board, 1000, 200, &mut halted), Err(Exhausted::Cancelled));
        assert_eq!(beam(&solver, &board, 0, 200, &mut Budget::unlimited()), Ok(None));
        assert_eq!(beam(&solver, puzzle.goal(), 1, 0, &mut Budget::unlimited()), Ok(Some(Vec::new())));
        for bytes in [0, 1 << 20, 1 << 26, 1 << 30] {
            let width = widest(&Budget::unlimited().with_memory(bytes));
            assert!(width * BYTES_PER_BOARD <= bytes && width <= LAST_WIDTH);
            assert!(width == LAST_WIDTH || 2 * width.max(1) * BYTES_PER_BOARD > bytes);
        }
    }

    #[test]
    fn boards_that_are_solved_anyway_have_no_levels() {
        let puzzle = Sliding::ordered(Size::new(3, 4).unwrap());
        let patterns = Patterns::<8, 2>::new(&puzzle, Strength::Small, &Context::bare()).unwrap();
        let small = IdaStar::<16, _>::without(Detours::short(), &puzzle, patterns);
        assert!(small.level(puzzle.goal()).is_none() && solver(&puzzle).level(puzzle.goal()).is_some());
    }
}
