//! The 4x4 board in one 64-bit word, moved by table look-up.
//!
//! One hexadecimal digit a cell, in reading order from the high end, so that a board printed as sixteen
//! hexadecimal digits reads like the board:
//!
//! ```text
//!   cells            bits                        example            word
//!    0  1  2  3      63-60 59-56 55-52 51-48     2    .    4    .   0x1020
//!    4  5  6  7      47-44 43-40 39-36 35-32     .    8    .    .     0300
//!    8  9 10 11      31-28 27-24 23-20 19-16     .    .    .    .     0000
//!   12 13 14 15      15-12 11-8   7-4   3-0      .    .    . 32768    000f
//! ```
//!
//! A digit holds exponents to 15, the tile 32768. Two of them merge into 65536, which needs a sixteenth:
//! [`Quad::from_board`] refuses boards with such tiles, and [`Tables::would_overflow`] says when the next
//! move could make one. A game then goes on with the exact [`Board`]; see [`crate::play`].
//!
//! Tables: two of 128 KiB (a row pushed left, a row pushed right) and one of 256 KiB (what it earns).

use std::sync::OnceLock;

use quandary_core::rules::{Chance, Rules, Side, Turn};
use quandary_core::{Outcome, Stream};
use quandary_search::expectimax::Unfold;

use crate::line::push;
use crate::rules::{Board, Direction, Fours};

/// A 4x4 board with tiles to 32768.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quad(pub u64);

/// The lowest bit of every cell.
const LOW_BITS: u64 = 0x1111_1111_1111_1111;

impl Quad {
    /// The same position, unless a tile is too large for four bits.
    pub fn from_board(board: Board) -> Option<Quad> {
        let mut bits = 0_u64;
        let mut high = 0;
        for exponent in board.exponents(16) {
            bits = bits << 4 | u64::from(exponent & 15);
            high |= exponent;
        }
        (high < 16).then_some(Quad(bits))
    }

    /// The same position as a board of any size.
    pub fn to_board(self) -> Board {
        (0..16).fold(Board::EMPTY, |board, cell| board.with(cell, self.get(cell)))
    }

    /// The exponent in a cell.
    #[inline]
    pub fn get(self, cell: usize) -> u8 {
        (self.0 >> (60 - 4 * cell)) as u8 & 15
    }

    /// Rows become columns.
    #[inline]
    #[must_use]
    pub fn transposed(self) -> Quad {
        // First the 2x2 blocks inside themselves, then the off-diagonal blocks change places.
        let x = self.0;
        let inside =
            x & 0xF0F0_0F0F_F0F0_0F0F | (x & 0x0000_F0F0_0000_F0F0) << 12 | (x & 0x0F0F_0000_0F0F_0000) >> 12;
        Quad(
            inside & 0xFF00_FF00_00FF_00FF
                | (inside & 0x00FF_00FF_0000_0000) >> 24
                | (inside & 0x0000_0000_FF00_FF00) << 24,
        )
    }

    /// Left becomes right.
    #[inline]
    #[must_use]
    pub fn mirrored(self) -> Quad {
        let x = self.0;
        Quad(
            (x & 0xF000_F000_F000_F000) >> 12
                | (x & 0x0F00_0F00_0F00_0F00) >> 4
                | (x & 0x00F0_00F0_00F0_00F0) << 4
                | (x & 0x000F_000F_000F_000F) << 12,
        )
    }

    /// Top becomes bottom.
    #[inline]
    #[must_use]
    pub fn flipped(self) -> Quad {
        let x = self.0;
        Quad(x >> 48 | (x >> 16) & 0xFFFF_0000 | (x << 16) & 0xFFFF_0000_0000 | x << 48)
    }

    /// The board in its eight rotations and reflections.
    #[inline]
    pub fn symmetries(self) -> [Quad; 8] {
        let (mirrored, transposed) = (self.mirrored(), self.transposed());
        let both = transposed.mirrored();
        [
            self,
            mirrored,
            self.flipped(),
            mirrored.flipped(),
            transposed,
            both,
            transposed.flipped(),
            both.flipped(),
        ]
    }

    /// A one in the lowest bit of every empty cell.
    #[inline]
    pub fn empty_mask(self) -> u64 {
        let pairs = self.0 | self.0 >> 1;
        !(pairs | pairs >> 2) & LOW_BITS
    }

    /// Number of empty cells.
    #[inline]
    pub fn empty_cells(self) -> u32 {
        self.empty_mask().count_ones()
    }

    /// The largest exponent on the board.
    pub fn largest(self) -> u8 {
        (0..16).map(|cell| self.get(cell)).max().unwrap_or(0)
    }

    /// Puts a new tile on one of the empty cells, drawing exactly as [`crate::rules::Rules::spawn`] does.
    #[inline]
    #[must_use]
    pub fn spawn(self, fours: Fours, stream: &mut Stream) -> Quad {
        let mut mask = self.empty_mask();
        let empty = mask.count_ones() as usize;
        if empty == 0 {
            return self;
        }
        // Reading order begins at the high end: the cell with `chosen` empty cells before it.
        for _ in 0..empty - 1 - stream.index(empty) {
            mask &= mask - 1;
        }
        let bit = mask & mask.wrapping_neg();
        Quad(self.0 | bit << (fours.draw(stream) - 1))
    }
}

/// What every row becomes. 512 KiB, shared by all.
pub struct Tables {
    left: Box<[u16; 65536]>,
    right: Box<[u16; 65536]>,
    score: Box<[u32; 65536]>,
}

/// What one push of a board gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The board afterwards; equal to the board before when it is no move.
    pub after: Quad,
    /// What it earns.
    pub score: u32,
}

impl Tables {
    /// The tables, built on first use.
    pub fn get() -> &'static Tables {
        static TABLES: OnceLock<Tables> = OnceLock::new();
        TABLES.get_or_init(Tables::build)
    }

    fn build() -> Tables {
        let mut tables = Tables { left: boxed(0), right: boxed(0), score: boxed(0) };
        for row in 0..=u16::MAX {
            let mut line = [12, 8, 4, 0].map(|shift| (row >> shift) as u8 & 15);
            let score = push(&mut line).score;
            // Where two 32768s meet there is no digit for 65536: the row stays, nothing is earned.
            // `would_overflow` keeps players from getting here.
            let overflows = line.contains(&16);
            let pushed = if overflows { row } else { pack(line) };
            tables.left[row as usize] = pushed;
            tables.right[reversed(row) as usize] = reversed(pushed);
            tables.score[row as usize] = if overflows { 0 } else { score as u32 };
        }
        tables
    }

    #[inline]
    fn rows(table: &[u16; 65536], board: Quad) -> Quad {
        let row = |shift: u32| u64::from(table[(board.0 >> shift) as u16 as usize]) << shift;
        Quad(row(48) | row(32) | row(16) | row(0))
    }

    #[inline]
    fn earned(&self, board: Quad) -> u32 {
        let row = |shift: u32| self.score[(board.0 >> shift) as u16 as usize];
        row(48) + row(32) + row(16) + row(0)
    }

    /// One push.
    #[inline]
    pub fn slide(&self, board: Quad, direction: Direction) -> Slide {
        match direction {
            Direction::Left => Slide { after: Self::rows(&self.left, board), score: self.earned(board) },
            Direction::Right => Slide { after: Self::rows(&self.right, board), score: self.earned(board) },
            Direction::Up => {
                let t = board.transposed();
                Slide { after: Self::rows(&self.left, t).transposed(), score: self.earned(t) }
            }
            Direction::Down => {
                let t = board.transposed();
                Slide { after: Self::rows(&self.right, t).transposed(), score: self.earned(t) }
            }
        }
    }

    /// All four pushes, in the order of [`Direction::ALL`].
    #[inline]
    pub fn slides(&self, board: Quad) -> [Slide; 4] {
        let t = board.transposed();
        let (across, along) = (self.earned(board), self.earned(t));
        [
            Slide { after: Self::rows(&self.left, board), score: across },
            Slide { after: Self::rows(&self.right, board), score: across },
            Slide { after: Self::rows(&self.left, t).transposed(), score: along },
            Slide { after: Self::rows(&self.right, t).transposed(), score: along },
        ]
    }

    /// The four afterstates alone, for searches that do not look at what a move earns.
    #[inline]
    pub fn afters(&self, board: Quad) -> [Quad; 4] {
        let t = board.transposed();
        [
            Self::rows(&self.left, board),
            Self::rows(&self.right, board),
            Self::rows(&self.left, t).transposed(),
            Self::rows(&self.right, t).transposed(),
        ]
    }

    /// Whether a push could make a 65536: two 32768s stand on the board.
    #[inline]
    pub fn would_overflow(board: Quad) -> bool {
        let x = board.0;
        let full = x & x >> 1 & x >> 2 & x >> 3 & LOW_BITS;
        full & full.wrapping_sub(1) != 0
    }
}

fn boxed<T: Copy + std::fmt::Debug>(value: T) -> Box<[T; 65536]> {
    vec![value; 65536].into_boxed_slice().try_into().expect("made with this length")
}

fn pack(line: [u8; 4]) -> u16 {
    line.into_iter().fold(0, |row, exponent| row << 4 | u16::from(exponent))
}

fn reversed(row: u16) -> u16 {
    row >> 12 | (row >> 4) & 0x00F0 | (row << 4) & 0x0F00 | row << 12
}

/// The 4x4 rules on [`Quad`]s: [`crate::rules::Rules`], many times faster, for tiles to 32768.
#[derive(Clone, Copy)]
pub struct QuadRules {
    tables: &'static Tables,
    fours: f64,
}

impl QuadRules {
    /// With this probability of a 4.
    pub fn new(fours: Fours) -> QuadRules {
        QuadRules { tables: Tables::get(), fours: fours.value() }
    }

    /// The row tables.
    pub fn tables(&self) -> &'static Tables {
        self.tables
    }
}

impl Rules for QuadRules {
    type State = Quad;
    type Move = Direction;

    fn turn(&self, state: &Quad) -> Turn {
        if self.tables.afters(*state).iter().any(|after| after != state) {
            Turn::To(Side::First)
        } else if state.largest() >= 11 {
            Turn::Over(Outcome::Won)
        } else {
            Turn::Over(Outcome::Lost)
        }
    }

    fn moves(&self, state: &Quad, out: &mut Vec<Direction>) {
        let slides = self.tables.slides(*state);
        out.extend(Direction::ALL.into_iter().zip(slides).filter(|(_, s)| s.after != *state).map(|(d, _)| d));
    }

    fn apply(&self, state: &Quad, chosen: Direction) -> Quad {
        self.tables.slide(*state, chosen).after
    }
}

impl Chance for QuadRules {
    fn earn(&self, state: &Quad, chosen: Direction) -> (Quad, f64) {
        let slide = self.tables.slide(*state, chosen);
        (slide.after, f64::from(slide.score))
    }

    fn outcomes(&self, after: &Quad, out: &mut Vec<(Quad, f64)>) {
        self.each_outcome(after, |state, probability| out.push((state, probability)));
    }
}

impl Unfold for QuadRules {
    #[inline]
    fn each_after(&self, state: &Quad, mut visit: impl FnMut(Direction, Quad, f64)) {
        for (direction, slide) in Direction::ALL.into_iter().zip(self.tables.slides(*state)) {
            if slide.after != *state {
                visit(direction, slide.after, f64::from(slide.score));
            }
        }
    }

    #[inline]
    fn each_bare_after(&self, state: &Quad, mut visit: impl FnMut(Quad)) {
        for after in self.tables.afters(*state) {
            if after != *state {
                visit(after);
            }
        }
    }

    #[inline]
    fn each_outcome(&self, after: &Quad, mut visit: impl FnMut(Quad, f64)) {
        let mut mask = after.empty_mask();
        let share = 1.0 / f64::from(mask.count_ones());
        let (two, four) = (share * (1.0 - self.fours), share * self.fours);
        while mask != 0 {
            // From the high end down: reading order, as the general rules list them.
            let bit = 1 << mask.ilog2();
            mask ^= bit;
            if two > 0.0 {
                visit(Quad(after.0 | bit), two);
            }
            if four > 0.0 {
                visit(Quad(after.0 | bit << 1), four);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Rules, Start};
    use quandary_core::Seed;
    use quandary_core::rules::Rules as _;

    /// Positions from random games, with the exact rules.
    fn positions(count: usize) -> Vec<Board> {
        let rules = Rules::STANDARD;
        let mut stream = Seed(48).stream(0);
        let mut all = Vec::new();
        let mut board = rules.start(Start::Usual, &mut stream);
        while all.len() < count {
            all.push(board);
            let mut moves = Vec::new();
            rules.moves(&board, &mut moves);
            board = match stream.choose(&moves) {
                Some(&chosen) => rules.spawn(rules.apply(&board, chosen), &mut stream),
                None => rules.start(Start::Usual, &mut stream),
            };
        }
        all
    }

    #[test]
    fn quads_move_spawn_and_branch_as_boards_do() {
        let rules = Rules::STANDARD;
        let fast = QuadRules::new(Fours::USUAL);
        for (i, board) in positions(3000).into_iter().enumerate() {
            let quad = Quad::from_board(board).unwrap();
            assert_eq!(quad.to_board(), board);
            for direction in Direction::ALL {
                let (after, score, changed) = rules.slide(board, direction);
                let slide = fast.tables().slide(quad, direction);
                assert_eq!((slide.after.to_board(), u64::from(slide.score)), (after, score));
                assert_eq!(changed, slide.after != quad);
                let (mut slow, mut quick) = (Seed(9).stream(i as u64), Seed(9).stream(i as u64));
                assert_eq!(
                    rules.spawn(after, &mut slow),
                    slide.after.spawn(Fours::USUAL, &mut quick).to_board()
                );
            }
            let (mut exact, mut quick) = (Vec::new(), Vec::new());
            rules.outcomes(&board, &mut exact);
            fast.outcomes(&quad, &mut quick);
            let quick: Vec<(Board, f64)> = quick.into_iter().map(|(q, p)| (q.to_board(), p)).collect();
            assert_eq!(exact, quick);
            assert_eq!(quad.largest(), board.largest());
        }
    }

    #[test]
    fn the_eight_symmetries_are_those_of_the_square() {
        for board in positions(200) {
            let quad = Quad::from_board(board).unwrap();
            assert_eq!(quad.transposed().transposed(), quad);
            for row in 0..4 {
                for col in 0..4 {
                    let exponent = quad.get(4 * row + col);
                    assert_eq!(quad.transposed().get(4 * col + row), exponent);
                    assert_eq!(quad.mirrored().get(4 * row + 3 - col), exponent);
                    assert_eq!(quad.flipped().get(4 * (3 - row) + col), exponent);
                }
            }
            let mut all = quad.symmetries().to_vec();
            let scores = all.iter().map(|q| Tables::get().slides(*q).iter().map(|s| s.score).sum::<u32>());
            assert_eq!(scores.collect::<std::collections::BTreeSet<_>>().len(), 1);
            all.sort_unstable();
            all.dedup();
            assert!([1, 2, 4, 8].contains(&all.len()));
        }
    }

    #[test]
    fn boards_too_large_for_four_bits_are_refused_and_announced() {
        assert_eq!(Quad::from_board(Board::EMPTY.with(5, 16)), None);
        assert!(Quad::from_board(Board::EMPTY.with(5, 15)).is_some());
        assert!(!Tables::would_overflow(Quad(0xF000_0000_0000_0EEE)));
        assert!(Tables::would_overflow(Quad(0xF000_0000_0000_000F)));
        assert!(!Tables::would_overflow(Quad(0)));
    }
}
