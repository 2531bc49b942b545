//! IDA* on boards of any size, with any bound.

use quandary_core::Budget;
use quandary_core::context::{Sequential, Workers};
use quandary_search::idastar::{CutShort, Deepening, Solution, idastar_from};

use crate::rules::{Board, Slide, Sliding};
use crate::solve::bound::{Bound, Choice, Slid, Steps};
use crate::solve::detours::Detours;
use crate::solve::pdb_beam::{Boards, Level};

pub use crate::solve::bound::Step;

/// A board of at most `N` cells in a search, with the memo of its bound.
#[derive(Clone, Debug)]
pub struct Node<const N: usize, M> {
    pub(super) tiles: [u8; N],
    pub(super) blank: u8,
    pub(super) memo: M,
}

/// IDA* for one goal, for boards of at most `N` cells.
///
/// ```
/// use quandary_sliding::{Size, Sliding, notation::parse_board};
/// use quandary_sliding::solve::{bound::Manhattan, idastar::IdaStar};
/// use quandary_core::Budget;
///
/// let puzzle = Sliding::ordered(Size::new(4, 4).unwrap());
/// let solver = IdaStar::<16, _>::new(&puzzle, Manhattan::new(&puzzle));
/// let board = parse_board("1 2 3 4 / 5 6 7 8 / 0 10 11 12 / 9 13 14 15", None).unwrap();
/// let found = solver.solve(&board, &mut Budget::unlimited()).unwrap();
/// assert_eq!(found.path.unwrap().len(), 4);
/// ```
pub struct IdaStar<const N: usize, B> {
    cells: usize,
    goal: [u8; N],
    pub(super) bound: B,
    /// By empty cell: where the slides in [`ORDER`] come from.
    pub(super) sources: Vec<[Option<u8>; 4]>,
    detours: &'static Detours,
}

impl<const N: usize, B: Bound> IdaStar<N, B> {
    /// Prepares the moves. All ways are tried but those that take back the last slide: node counts are those of the
    /// literature.
    ///
    /// # Panics
    /// When the board has more than `N` cells.
    pub fn new(puzzle: &Sliding, bound: B) -> IdaStar<N, B> {
        IdaStar::without(Detours::undo(), puzzle, bound)
    }

    /// The same, without some superfluous ways.
    ///
    /// # Panics
    /// When the board has more than `N` cells.
    pub fn without(detours: &'static Detours, puzzle: &Sliding, bound: B) -> IdaStar<N, B> {
        let size = puzzle.size();
        let source = |blank, slide| size.source(blank, slide).map(|cell| cell as u8);
        let sources = (0..size.cells()).map(|blank| ORDER.map(|slide| source(blank, slide))).collect();
        IdaStar { cells: size.cells(), goal: padded(puzzle.goal().tiles()), bound, sources, detours }
    }

    /// A shortest solution.
    pub fn solve(&self, board: &Board, budget: &mut Budget) -> Result<Solution<Step>, CutShort> {
        self.solve_within(board, u32::MAX, budget, &Sequential)
    }

    /// What to try on a board after a slide.
    #[inline]
    fn steps(&self, state: &Node<N, B::Memo>, last: Option<Step>) -> Steps {
        let before = last.map_or(Detours::START, |step| step.state);
        let mut steps = Steps::NONE;
        for (slide, source) in ORDER.into_iter().zip(self.sources[usize::from(state.blank)]) {
            if let (Some(from), Some(state)) = (source, self.detours.after(before, slide)) {
                steps.push(Step { slide, from, state });
            }
        }
        steps
    }

    pub(super) fn node(&self, board: &Board) -> Node<N, B::Memo> {
        let memo = self.bound.memo(board.tiles());
        Node { tiles: padded(board.tiles()), blank: board.blank() as u8, memo }
    }
}

/// Any [`IdaStar`], whatever its bound and size.
pub trait Solver: Send + Sync {
    /// A shortest solution of at most `longest` moves, on all workers.
    fn solve_within(
        &self,
        board: &Board,
        longest: u32,
        budget: &mut Budget,
        workers: &dyn Workers,
    ) -> Result<Solution<Step>, CutShort> {
        self.solve_from(board, 0, longest, budget, workers)
    }

    /// The same, when it is proved already that no solution has fewer than `proved` moves.
    fn solve_from(
        &self,
        board: &Board,
        proved: u32,
        longest: u32,
        budget: &mut Budget,
        workers: &dyn Workers,
    ) -> Result<Solution<Step>, CutShort>;

    /// The bound of a board.
    fn bound_of(&self, board: &Board) -> u32;

    /// The first level of a [beam](crate::solve::pdb_beam) from a board. `None` for boards so small that a search
    /// to the end is cheaper, and for bounds that lead no beam.
    fn level(&self, board: &Board) -> Option<Box<dyn Level + '_>>;
}

/// The solvers that have levels: those for boards of more than 16 and at most 32 cells. Others would never be asked, and
/// each is code that a page has to load.
const LEVELS_FOR: usize = 32;

impl<const N: usize, B: Bound> Solver for IdaStar<N, B> {
    fn solve_from(
        &self,
        board: &Board,
        proved: u32,
        longest: u32,
        budget: &mut Budget,
        workers: &dyn Workers,
    ) -> Result<Solution<Step>, CutShort> {
        idastar_from(self, &self.node(board), proved, longest, budget, workers)
    }

    fn bound_of(&self, board: &Board) -> u32 {
        self.bound.value(&self.bound.memo(board.tiles()))
    }

    fn level(&self, board: &Board) -> Option<Box<dyn Level + '_>> {
        if const { N == LEVELS_FOR && B::LEADS } { Some(Box::new(Boards::new(self, board))) } else { None }
    }
}

/// The order in which slides are tried: the empty cell goes up, left, right, down. It is the order of Korf
/// 1985, whose node counts it reproduces.
pub(super) const ORDER: [Slide; 4] = [Slide::Down, Slide::Right, Slide::Left, Slide::Up];

fn padded<const N: usize>(tiles: &[u8]) -> [u8; N] {
    let mut all = [0; N];
    all[..tiles.len()].copy_from_slice(tiles);
    all
}

impl<const N: usize, B: Bound> Deepening for IdaStar<N, B> {
    type State = Node<N, B::Memo>;
    type Move = Step;
    type Ahead = B::Ahead;

    #[inline]
    fn bound(&self, state: &Self::State) -> u32 {
        self.bound.value(&state.memo)
    }

    #[inline]
    fn is_solved(&self, state: &Self::State) -> bool {
        state.tiles == self.goal
    }

    #[inline]
    fn moves(&self, state: &Self::State, last: Option<Step>) -> impl Iterator<Item = Step> {
        self.steps(state, last).into_iter()
    }

    #[inline]
    fn ahead(&self, state: &Self::State, last: Option<Step>, allowance: u32) -> B::Ahead {
        let steps = self.steps(state, last);
        let choice =
            Choice { tiles: &state.tiles[..self.cells], blank: state.blank, steps: steps.as_slice() };
        self.bound.ahead(&state.memo, &choice, allowance)
    }

    #[inline]
    fn child(
        &self,
        state: &Self::State,
        chosen: Step,
        ahead: &B::Ahead,
        allowance: u32,
    ) -> Result<Self::State, u32> {
        let mut tiles = state.tiles;
        let (from, to) = (usize::from(chosen.from), usize::from(state.blank));
        let tile = tiles[from];
        tiles[to] = tile;
        tiles[from] = 0;
        let slid = Slid {
            tiles: &tiles[..self.cells],
            tile,
            from: chosen.from,
            to: state.blank,
            slide: chosen.slide,
        };
        let memo = self.bound.slide(&state.memo, &slid, ahead, allowance)?;
        Ok(Node { tiles, blank: chosen.from, memo })
    }
}

/// The slides of a path.
pub fn slides(path: &[Step]) -> Vec<Slide> {
    path.iter().map(|step| step.slide).collect()
}
