//! Boards of up to 16 cells in one machine word, for the searches.

use quandary_core::rules::Puzzle;

use crate::rules::{Board, Size, Slide, Sliding};

/// A board of up to 16 cells, four bits a cell, cell 0 lowest.
///
/// ```text
/// cell   15 … 3    2    1    0
/// bits  63…60   11…8  7…4  3…0      board 1 2 0 3 (2x2)  =  0x3021
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Packed(u64);

impl Packed {
    /// The most cells that fit.
    pub const MAX_CELLS: usize = 16;

    /// Packs a board, if it fits.
    pub fn new(board: &Board) -> Option<Packed> {
        (board.size().cells() <= Packed::MAX_CELLS)
            .then(|| Packed(board.tiles().iter().rev().fold(0, |word, &tile| word << 4 | u64::from(tile))))
    }

    /// The tile in a cell.
    #[inline]
    pub fn tile(self, cell: usize) -> u8 {
        (self.0 >> (4 * cell) & 15) as u8
    }

    /// The cell of a tile among the first `cells`.
    #[inline]
    pub fn find(self, tile: u8, cells: usize) -> usize {
        (0..cells).find(|&cell| self.tile(cell) == tile).expect("every tile is on the board")
    }

    /// Swaps the empty cell with another.
    #[inline]
    #[must_use]
    pub fn swapped(self, blank: usize, source: usize) -> Packed {
        // The empty cell holds 0, so one exclusive or empties the source and another fills the blank.
        let tile = self.0 >> (4 * source) & 15;
        Packed(self.0 ^ (tile << (4 * source)) ^ (tile << (4 * blank)))
    }
}

/// A packed board that remembers where its empty cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedState {
    /// The tiles.
    pub tiles: Packed,
    /// The empty cell.
    pub blank: u8,
}

/// A sliding puzzle over packed boards.
#[derive(Clone, Copy, Debug)]
pub struct PackedSliding {
    size: Size,
    goal: Packed,
}

impl PackedSliding {
    /// The packed form of a puzzle, if its board fits.
    pub fn new(puzzle: &Sliding) -> Option<PackedSliding> {
        Some(PackedSliding { size: puzzle.size(), goal: Packed::new(puzzle.goal())? })
    }

    /// The packed form of one of its boards.
    pub fn pack(&self, board: &Board) -> PackedState {
        debug_assert_eq!(board.size(), self.size);
        PackedState {
            tiles: Packed::new(board).expect("the puzzle fits, so its boards do"),
            blank: board.blank() as u8,
        }
    }
}

impl Puzzle for PackedSliding {
    type State = PackedState;
    type Move = Slide;

    fn moves(&self, state: &PackedState, out: &mut Vec<Slide>) {
        let blank = state.blank.into();
        out.extend(Slide::ALL.into_iter().filter(|&slide| self.size.source(blank, slide).is_some()));
    }

    fn apply(&self, state: &PackedState, chosen: Slide) -> PackedState {
        let blank = state.blank.into();
        match self.size.source(blank, chosen) {
            Some(source) => PackedState { tiles: state.tiles.swapped(blank, source), blank: source as u8 },
            None => *state,
        }
    }

    fn is_solved(&self, state: &PackedState) -> bool {
        state.tiles == self.goal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_and_plain_boards_move_alike() {
        let puzzle = Sliding::ordered(Size::new(4, 4).unwrap());
        let packed = PackedSliding::new(&puzzle).unwrap();
        let mut stream = quandary_core::Seed(5).stream(0);
        let mut board = puzzle.goal().clone();
        let mut state = packed.pack(&board);
        assert!(packed.is_solved(&state));
        for _ in 0..500 {
            let (mut plain, mut small) = (Vec::new(), Vec::new());
            puzzle.moves(&board, &mut plain);
            packed.moves(&state, &mut small);
            assert_eq!(plain, small);
            let chosen = *stream.choose(&plain).unwrap();
            board = puzzle.apply(&board, chosen);
            state = packed.apply(&state, chosen);
            assert_eq!(packed.pack(&board), state);
        }
    }

    #[test]
    fn a_board_of_more_than_sixteen_cells_does_not_fit() {
        assert!(PackedSliding::new(&Sliding::ordered(Size::new(3, 6).unwrap())).is_none());
    }

    #[test]
    fn the_worked_example_holds() {
        let board = Board::new(Size::new(2, 2).unwrap(), &[1, 2, 0, 3]).unwrap();
        assert_eq!(Packed::new(&board), Some(Packed(0x3021)));
    }
}
