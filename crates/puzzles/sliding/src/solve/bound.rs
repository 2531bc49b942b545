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

/// A lower bound on the moves still needed. It must never exceed the real number.
///
/// A bound keeps a *memo* for each board of a search, so that a slide updates it instead of computing it
/// anew. Bounds combine with [`Max`].
pub trait Bound: Send + Sync {
    /// What is kept for a board.
    type Memo: Clone + Send + Sync;

    /// The memo of a board, from its tiles along the rows.
    fn memo(&self, tiles: &[u8]) -> Self::Memo;

    /// The bound itself.
    fn value(&self, memo: &Self::Memo) -> u32;

    /// The memo after a slide; or, when the bound exceeds `allowance`, a lower bound that does.
    fn slide(&self, memo: &Self::Memo, slid: &Slid<'_>, allowance: u32) -> Result<Self::Memo, u32>;
}

/// The larger of two bounds. The second is asked only when the first does not rule a board out: put the
/// cheaper one first.
pub struct Max<A, B>(pub A, pub B);

impl<A: Bound, B: Bound> Bound for Max<A, B> {
    type Memo = (A::Memo, B::Memo);

    fn memo(&self, tiles: &[u8]) -> Self::Memo {
        (self.0.memo(tiles), self.1.memo(tiles))
    }

    fn value(&self, memo: &Self::Memo) -> u32 {
        self.0.value(&memo.0).max(self.1.value(&memo.1))
    }

    #[inline]
    fn slide(&self, memo: &Self::Memo, slid: &Slid<'_>, allowance: u32) -> Result<Self::Memo, u32> {
        Ok((self.0.slide(&memo.0, slid, allowance)?, self.1.slide(&memo.1, slid, allowance)?))
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

    fn memo(&self, tiles: &[u8]) -> u32 {
        self.0.apart(tiles)
    }

    #[inline]
    fn value(&self, memo: &u32) -> u32 {
        *memo
    }

    #[inline]
    fn slide(&self, memo: &u32, slid: &Slid<'_>, allowance: u32) -> Result<u32, u32> {
        let value =
            memo + u32::from(self.0.away(slid.tile, slid.to)) - u32::from(self.0.away(slid.tile, slid.from));
        if value > allowance { Err(value) } else { Ok(value) }
    }
}

/// The bound of a board, outside any search.
pub fn of_board(bound: &impl Bound, board: &Board) -> u32 {
    bound.value(&bound.memo(board.tiles()))
}
