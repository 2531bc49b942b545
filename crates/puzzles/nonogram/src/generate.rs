//! Puzzles to solve: the boards of the published experiments, and our own.

use quandary_core::{InputError, Seed, Stream};

use crate::mersenne::Mersenne;
use crate::rules::LONGEST_LINE;
use crate::{Nonogram, Picture};

/// The settings of the tournament's board generator: `n` × `n` boards, `count` of them, the share of black
/// cells going evenly from `first` to `last`, from one seed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Boardgen {
    /// Side of the boards.
    pub n: usize,
    /// How many boards.
    pub count: usize,
    /// Share of black cells on the first board.
    pub first: f64,
    /// Share of black cells on the last board.
    pub last: f64,
    /// Python's seed.
    pub seed: u64,
}

impl Boardgen {
    /// The document's boards of one size: ten, from 0.5 down to 0.35, seed 12345.
    pub fn document(n: usize) -> Boardgen {
        Boardgen { n, count: 10, first: 0.5, last: 0.35, seed: 12345 }
    }

    /// Checks the ranges.
    pub fn checked(self) -> Result<Boardgen, InputError> {
        let share = |p: f64| (0.0..=1.0).contains(&p);
        if self.n == 0 || self.n > LONGEST_LINE {
            return Err(InputError::new(format!("boards of {0}x{0}", self.n))
                .expected(format!("a side of 1 to {LONGEST_LINE}")));
        }
        if self.count == 0 || self.count > 1_000_000 {
            return Err(InputError::new(format!("{} boards", self.count)).expected("1 to 1000000"));
        }
        if !share(self.first) || !share(self.last) {
            return Err(
                InputError::new(format!("shares {} and {}", self.first, self.last)).expected("0 to 1")
            );
        }
        Ok(self)
    }

    /// The boards, bit for bit as Python 3 draws them: board i has int((p1 + (p2 − p1)·i/(count − 1))·n·n)
    /// black cells, shuffled from all black first.
    ///
    /// ```
    /// use quandary_nonogram::generate::Boardgen;
    /// let boards = Boardgen::document(5).pictures();
    /// let black = |i: usize| boards[i].cells().iter().filter(|&&black| black).count();
    /// assert_eq!((black(0), black(9)), (12, 8));
    /// ```
    pub fn pictures(&self) -> Vec<Picture> {
        let mut random = Mersenne::from_integer(self.seed);
        let cells = self.n * self.n;
        let side = self.n as f64;
        let picture = |i: usize| {
            let share = if self.count == 1 {
                self.first
            } else {
                self.first + (self.last - self.first) * i as f64 / (self.count - 1) as f64
            };
            let black = ((share * side * side) as usize).min(cells);
            let mut board: Vec<bool> = (0..cells).map(|cell| cell < black).collect();
            random.shuffle(&mut board);
            Picture::from_cells(self.n, board)
        };
        (0..self.count).map(picture).collect()
    }
}

/// A picture of our own: exactly `share` of the cells black, every such picture equally likely.
pub fn random_picture(stream: &mut Stream, width: usize, height: usize, share: f64) -> Picture {
    let cells = width * height;
    let black = (share.clamp(0.0, 1.0) * cells as f64).round() as usize;
    let mut board: Vec<bool> = (0..cells).map(|cell| cell < black).collect();
    stream.shuffle(&mut board);
    Picture::from_cells(width, board)
}

/// Puzzle `index` under a seed.
pub fn random_puzzle(seed: Seed, index: u64, width: usize, height: usize, share: f64) -> (Nonogram, Picture) {
    let picture = random_picture(&mut seed.stream(index), width, height, share);
    (Nonogram::of(&picture), picture)
}
