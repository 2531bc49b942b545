//! Boards of up to 25 cells in one machine word, for the searches that keep many of them.

use std::fmt::Debug;
use std::hash::Hash;

use quandary_core::Outcome;
use quandary_core::rules::{Rules, Side, Turn};

use crate::rules::{Board, Size, Slide, Sliding};

/// A word that holds a whole board, cell 0 lowest.
///
/// ```text
/// u64, four bits a cell, up to 16 cells
/// cell   15 … 3    2    1    0
/// bits  63…60   11…8  7…4  3…0      board 1 2 0 3 (2x2)  =  0x3021
///
/// u128, five bits a cell, up to 25 cells
/// ```
pub trait Word: Copy + Eq + Hash + Debug + Send + Sync {
    /// The most cells that fit.
    const MAX_CELLS: usize;

    /// Packs a board, if it fits.
    fn pack(board: &Board) -> Option<Self>;

    /// The tile in a cell.
    fn tile(self, cell: usize) -> u8;

    /// Swaps the empty cell with another.
    #[must_use]
    fn swapped(self, blank: usize, source: usize) -> Self;
}

/// Implements [`Word`] for an unsigned integer with this many bits per cell.
macro_rules! word {
    ($word:ty, $bits:literal) => {
        impl Word for $word {
            const MAX_CELLS: usize = {
                // A tile's number must fit its bits, and all cells the word.
                let by_word = <$word>::BITS as usize / $bits;
                if by_word < 1 << $bits { by_word } else { 1 << $bits }
            };

            fn pack(board: &Board) -> Option<$word> {
                (board.size().cells() <= Self::MAX_CELLS).then(|| {
                    board.tiles().iter().rev().fold(0, |word, &tile| word << $bits | <$word>::from(tile))
                })
            }

            #[inline]
            fn tile(self, cell: usize) -> u8 {
                (self >> ($bits * cell) & ((1 << $bits) - 1)) as u8
            }

            #[inline]
            fn swapped(self, blank: usize, source: usize) -> $word {
                // The empty cell holds 0, so one exclusive or empties the source and another fills the blank.
                let tile = self >> ($bits * source) & ((1 << $bits) - 1);
                self ^ (tile << ($bits * source)) ^ (tile << ($bits * blank))
            }
        }
    };
}

word!(u64, 4);
word!(u128, 5);

/// A packed board that remembers where its empty cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackedState<W> {
    /// The tiles.
    pub tiles: W,
    /// The empty cell.
    pub blank: u8,
}

/// A sliding puzzle over packed boards.
#[derive(Clone, Copy, Debug)]
pub struct PackedSliding<W> {
    size: Size,
    goal: W,
}

impl<W: Word> PackedSliding<W> {
    /// The packed form of a puzzle, if its board fits.
    pub fn new(puzzle: &Sliding) -> Option<PackedSliding<W>> {
        Some(PackedSliding { size: puzzle.size(), goal: W::pack(puzzle.goal())? })
    }

    /// The packed form of one of its boards.
    pub fn pack(&self, board: &Board) -> PackedState<W> {
        debug_assert_eq!(board.size(), self.size);
        PackedState {
            tiles: W::pack(board).expect("the puzzle fits, so its boards do"),
            blank: board.blank() as u8,
        }
    }
}

impl<W: Word> Rules for PackedSliding<W> {
    type State = PackedState<W>;
    type Move = Slide;

    fn moves(&self, state: &PackedState<W>, out: &mut Vec<Slide>) {
        if self.is_solved(state) {
            return;
        }
        let blank = state.blank.into();
        out.extend(Slide::ALL.into_iter().filter(|&slide| self.size.source(blank, slide).is_some()));
    }

    fn apply(&self, state: &PackedState<W>, chosen: Slide) -> PackedState<W> {
        let blank = state.blank.into();
        match self.size.source(blank, chosen) {
            Some(source) => PackedState { tiles: state.tiles.swapped(blank, source), blank: source as u8 },
            None => *state,
        }
    }

    #[inline]
    fn turn(&self, state: &PackedState<W>) -> Turn {
        if state.tiles == self.goal { Turn::Over(Outcome::Won) } else { Turn::To(Side::First) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_and_plain_boards_move_alike() {
        move_alike::<u64>(4);
        move_alike::<u128>(4);
        move_alike::<u128>(5);
    }

    fn move_alike<W: Word>(side: usize) {
        let puzzle = Sliding::ordered(Size::new(side, side).unwrap());
        let packed = PackedSliding::<W>::new(&puzzle).unwrap();
        let mut stream = quandary_core::Seed(5).stream(0);
        let mut board = puzzle.goal().clone();
        let mut state = packed.pack(&board);
        assert!(packed.is_solved(&state));
        for _ in 0..500 {
            let (mut plain, mut small) = (Vec::new(), Vec::new());
            puzzle.moves(&board, &mut plain);
            packed.moves(&state, &mut small);
            assert_eq!(plain, small);
            // At the goal the game is over; the walk goes on all the same.
            let all: Vec<_> = board.slides().collect();
            let chosen = *stream.choose(&all).unwrap();
            board = puzzle.apply(&board, chosen);
            state = packed.apply(&state, chosen);
            assert_eq!(packed.pack(&board), state);
        }
    }

    #[test]
    fn boards_of_more_than_16_and_25_cells_do_not_fit() {
        assert!(PackedSliding::<u64>::new(&Sliding::ordered(Size::new(3, 6).unwrap())).is_none());
        assert!(PackedSliding::<u128>::new(&Sliding::ordered(Size::new(2, 13).unwrap())).is_none());
        assert_eq!((u64::MAX_CELLS, u128::MAX_CELLS), (16, 25));
    }

    #[test]
    fn the_worked_example_holds() {
        let board = Board::new(Size::new(2, 2).unwrap(), &[1, 2, 0, 3]).unwrap();
        assert_eq!(u64::pack(&board), Some(0x3021));
    }
}
