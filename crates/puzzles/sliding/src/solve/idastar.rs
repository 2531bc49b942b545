//! IDA* on boards of any size, with any bound.

use quandary_core::Budget;
use quandary_core::context::{Sequential, Workers};
use quandary_search::idastar::{CutShort, Deepening, Found, idastar};

use crate::rules::{Board, Slide, Sliding};
use crate::solve::bound::{Bound, Slid};

/// A slide and the cell its tile comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    slide: Slide,
    from: u8,
}

/// A board of at most `N` cells in a search, with the memo of its bound.
#[derive(Clone, Debug)]
pub struct Node<const N: usize, M> {
    tiles: [u8; N],
    blank: u8,
    memo: M,
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
    bound: B,
    /// By empty cell and by the slide before (4: none): what to try.
    steps: Vec<[Steps; 5]>,
}

/// Up to four steps.
#[derive(Clone, Copy)]
struct Steps {
    count: u8,
    step: [Step; 4],
}

impl<const N: usize, B: Bound> IdaStar<N, B> {
    /// Prepares the moves.
    ///
    /// # Panics
    /// When the board has more than `N` cells.
    pub fn new(puzzle: &Sliding, bound: B) -> IdaStar<N, B> {
        let size = puzzle.size();
        let cells = size.cells();
        let none = Steps { count: 0, step: [Step { slide: Slide::Up, from: 0 }; 4] };
        let mut steps = vec![[none; 5]; cells];
        for (blank, by_last) in steps.iter_mut().enumerate() {
            for (last, list) in by_last.iter_mut().enumerate() {
                for slide in ORDER {
                    let undo = last < 4 && Slide::ALL[last].undo() == slide;
                    if let Some(source) = size.source(blank, slide).filter(|_| !undo) {
                        list.step[usize::from(list.count)] = Step { slide, from: source as u8 };
                        list.count += 1;
                    }
                }
            }
        }
        IdaStar { cells, goal: padded(puzzle.goal().tiles()), bound, steps }
    }

    /// A shortest solution.
    pub fn solve(&self, board: &Board, budget: &mut Budget) -> Result<Found<Step>, CutShort> {
        self.solve_within(board, u32::MAX, budget, &Sequential)
    }

    fn node(&self, board: &Board) -> Node<N, B::Memo> {
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
    ) -> Result<Found<Step>, CutShort>;

    /// The bound of a board.
    fn bound_of(&self, board: &Board) -> u32;
}

impl<const N: usize, B: Bound> Solver for IdaStar<N, B> {
    fn solve_within(
        &self,
        board: &Board,
        longest: u32,
        budget: &mut Budget,
        workers: &dyn Workers,
    ) -> Result<Found<Step>, CutShort> {
        idastar(self, &self.node(board), longest, budget, workers)
    }

    fn bound_of(&self, board: &Board) -> u32 {
        self.bound.value(&self.bound.memo(board.tiles()))
    }
}

/// The order in which slides are tried: the empty cell goes up, left, right, down. It is the order of Korf
/// 1985, whose node counts it reproduces.
const ORDER: [Slide; 4] = [Slide::Down, Slide::Right, Slide::Left, Slide::Up];

fn padded<const N: usize>(tiles: &[u8]) -> [u8; N] {
    let mut all = [0; N];
    all[..tiles.len()].copy_from_slice(tiles);
    all
}

impl<const N: usize, B: Bound> Deepening for IdaStar<N, B> {
    type State = Node<N, B::Memo>;
    type Move = Step;

    #[inline]
    fn bound(&self, state: &Self::State) -> u32 {
        self.bound.value(&state.memo)
    }

    #[inline]
    fn is_solved(&self, state: &Self::State) -> bool {
        self.bound.value(&state.memo) == 0 && state.tiles == self.goal
    }

    #[inline]
    fn moves(&self, state: &Self::State, last: Option<Step>) -> impl Iterator<Item = Step> {
        let last = last.map_or(4, |step| step.slide as usize);
        let list = &self.steps[usize::from(state.blank)][last];
        list.step[..usize::from(list.count)].iter().copied()
    }

    #[inline]
    fn child(&self, state: &Self::State, chosen: Step, allowance: u32) -> Result<Self::State, u32> {
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
        let memo = self.bound.slide(&state.memo, &slid, allowance)?;
        Ok(Node { tiles, blank: chosen.from, memo })
    }
}

/// The slides of a path.
pub fn slides(path: &[Step]) -> Vec<Slide> {
    path.iter().map(|step| step.slide).collect()
}
