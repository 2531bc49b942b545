//! Lower bounds that are kept up from slide to slide, and how they combine.

use crate::rules::{Board, Slide, Sliding};

/// A slide that has just been made.
#[derive(Clone, Copy, Debug)]
pub struct Slid<'t> {
    /// The tiles after it, along the rows.
    pub tiles: &'t [u8],
    /// The tile that slid.
    pub tile: u8,
    /// The cell it left, which is the empty one now.
    pub from: u8,
    /// The cell it went to.
    pub to: u8,
    /// Which way it slid.
    pub slide: Slide,
}

/// A board before a slide, and what may slide.
#[derive(Clone, Copy, Debug)]
pub struct Choice<'t> {
    /// The tiles along the rows.
    pub tiles: &'t [u8],
    /// The empty cell.
    pub blank: u8,
    /// The slides in question.
    pub steps: &'t [Step],
}

/// A slide and the cell its tile comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Which way the tile slides.
    pub slide: Slide,
    /// The cell it leaves.
    pub from: u8,
    /// Where it leads in the automaton that refuses [detours](crate::solve::detours).
    pub state: u16,
}

/// Up to four steps.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    count: u8,
    step: [Step; 4],
}

impl Steps {
    /// No step yet.
    pub const NONE: Steps = Steps { count: 0, step: [Step { slide: Slide::Up, from: 0, state: 0 }; 4] };

    /// Adds one.
    #[inline]
    pub fn push(&mut self, step: Step) {
        self.step[usize::from(self.count)] = step;
        self.count += 1;
    }

    /// The steps.
    #[inline]
    pub fn as_slice(&self) -> &[Step] {
        &self.step[..usize::from(self.count)]
    }
}

impl IntoIterator for Steps {
    type Item = Step;
    type IntoIter = std::iter::Take<std::array::IntoIter<Step, 4>>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.step.into_iter().take(self.count.into())
    }
}

/// A lower bound on the moves still needed. It must never exceed the real number.
///
/// A bound keeps a *memo* for each board of a search, so that a slide updates it instead of computing it
/// again. Bounds combine with [`Max`].
pub trait Bound: Send + Sync {
    /// What is kept for a board.
    type Memo: Clone + Send + Sync;

    /// What is found out about all slides of a board at once; `()` where there is nothing to gain by it.
    type Ahead;

    /// Whether a [beam](crate::solve::pdb_beam) may choose its boards by this bound: it is close to the truth, 0 for
    /// the goal alone, and changes by one with every slide.
    const LEADS: bool = false;

    /// The memo of a board, from its tiles along the rows.
    fn memo(&self, tiles: &[u8]) -> Self::Memo;

    /// The bound itself.
    fn value(&self, memo: &Self::Memo) -> u32;

    /// Looks at all slides of a board before one of them is made, after each of which `allowance` moves may be left.
    fn ahead(&self, memo: &Self::Memo, choice: &Choice<'_>, allowance: u32) -> Self::Ahead;

    /// The memo after a slide; or, when the bound exceeds `allowance`, a lower bound that does. `ahead` is what
    /// [`Bound::ahead`] gave for this memo and allowance, this slide being among those in question.
    fn slide(
        &self,
        memo: &Self::Memo,
        slid: &Slid<'_>,
        ahead: &Self::Ahead,
        allowance: u32,
    ) -> Result<Self::Memo, u32>;
}

/// The larger of two bounds. The second is asked only when the first does not rule a board out: put the
/// cheaper one first.
pub struct Max<A, B>(pub A, pub B);

impl<A: Bound, B: Bound> Bound for Max<A, B> {
    type Memo = (A::Memo, B::Memo);
    type Ahead = (A::Ahead, B::Ahead);

    fn memo(&self, tiles: &[u8]) -> Self::Memo {
        (self.0.memo(tiles), self.1.memo(tiles))
    }

    fn value(&self, memo: &Self::Memo) -> u32 {
        self.0.value(&memo.0).max(self.1.value(&memo.1))
    }

    #[inline]
    fn ahead(&self, memo: &Self::Memo, choice: &Choice<'_>, allowance: u32) -> Self::Ahead {
        (self.0.ahead(&memo.0, choice, allowance), self.1.ahead(&memo.1, choice, allowance))
    }

    #[inline]
    fn slide(
        &self,
        memo: &Self::Memo,
        slid: &Slid<'_>,
        ahead: &Self::Ahead,
        allowance: u32,
    ) -> Result<Self::Memo, u32> {
        let first = self.0.slide(&memo.0, slid, &ahead.0, allowance)?;
        Ok((first, self.1.slide(&memo.1, slid, &ahead.1, allowance)?))
    }
}

/// Where the goal wants each tile.
#[derive(Clone, Debug)]
pub struct Homes {
    cells: usize,
    home: Vec<u8>,
    /// By tile and cell: steps from home; 0 for the empty cell.
    away: Vec<u8>,
}

impl Homes {
    /// From the goal of a puzzle.
    pub fn new(puzzle: &Sliding) -> Homes {
        let size = puzzle.size();
        let cells = size.cells();
        let mut home = vec![0; cells];
        for (cell, &tile) in puzzle.goal().tiles().iter().enumerate() {
            home[usize::from(tile)] = cell as u8;
        }
        let mut away = vec![0; cells * cells];
        for tile in 1..cells {
            for cell in 0..cells {
                away[tile * cells + cell] = size.manhattan(cell, home[tile].into()) as u8;
            }
        }
        Homes { cells, home, away }
    }

    /// The home of a tile.
    #[inline]
    pub fn of(&self, tile: u8) -> u8 {
        self.home[usize::from(tile)]
    }

    /// Steps between a cell and a tile's home; 0 for the empty cell.
    #[inline]
    pub fn away(&self, tile: u8, cell: u8) -> u8 {
        self.away[usize::from(tile) * self.cells + usize::from(cell)]
    }

    /// The sum over all tiles: the Manhattan distance.
    pub fn apart(&self, tiles: &[u8]) -> u32 {
        tiles.iter().enumerate().map(|(cell, &tile)| u32::from(self.away(tile, cell as u8))).sum()
    }
}

/// The Manhattan distance: rows plus columns that each tile is away from home.
pub struct Manhattan(Homes);

impl Manhattan {
    /// For the goal of a puzzle.
    pub fn new(puzzle: &Sliding) -> Manhattan {
        Manhattan(Homes::new(puzzle))
    }
}

impl Bound for Manhattan {
    type Memo = u32;
    type Ahead = ();

    fn memo(&self, tiles: &[u8]) -> u32 {
        self.0.apart(tiles)
    }

    #[inline]
    fn value(&self, memo: &u32) -> u32 {
        *memo
    }

    #[inline]
    fn ahead(&self, _: &u32, _: &Choice<'_>, _: u32) {}

    #[inline]
    fn slide(&self, memo: &u32, slid: &Slid<'_>, (): &(), allowance: u32) -> Result<u32, u32> {
        let value =
            memo + u32::from(self.0.away(slid.tile, slid.to)) - u32::from(self.0.away(slid.tile, slid.from));
        if value > allowance { Err(value) } else { Ok(value) }
    }
}

/// The bound of a board, outside any search.
pub fn of_board(bound: &impl Bound, board: &Board) -> u32 {
    bound.value(&bound.memo(board.tiles()))
}
