//! Win probabilities of boards too large for fractions: the value of every position again, as an interval that is
//! rounded outwards at every step, so that the true value lies within.
//!
//! Sums of tiles grow by 2 or 4 with every new tile, so positions are listed layer by layer of their sum and valued
//! from the last layer back: 1 where the target is reached, 0 where no move is left, otherwise the best over the moves
//! of the mean over the new tiles. Every layer is [audited](super::audit) before the next one uses it.

use std::collections::{BTreeMap, HashMap, HashSet};

use num_bigint::BigUint;
use quandary_core::{Budget, Exhausted};

use super::audit::Audit;
use super::{Fraction, Size, Tiles};
use crate::Rejection;
use crate::hash::Fast;

/// A number between two others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Interval {
    const ZERO: Interval = Interval { low: 0.0, high: 0.0 };
    const ONE: Interval = Interval { low: 1.0, high: 1.0 };

    /// Around a fraction of numbers below 2^53, which doubles hold exactly.
    fn around(fraction: &Fraction) -> Option<Interval> {
        let exact = |number: &BigUint| u64::try_from(number).ok().filter(|&n| n < 1 << 53).map(|n| n as f64);
        let quotient = exact(&fraction.above)? / exact(&fraction.below)?;
        Some(Interval { low: quotient.next_down().max(0.0), high: quotient.next_up() })
    }

    /// `self + weight * value`; nothing is negative.
    fn plus(self, weight: Interval, value: Interval) -> Interval {
        let low = (weight.low * value.low).next_down().max(0.0);
        let high = (weight.high * value.high).next_up();
        Interval { low: (self.low + low).next_down().max(0.0), high: (self.high + high).next_up() }
    }

    fn over(self, count: usize) -> Interval {
        // Counts of cells are exact.
        let count = f64::from(u32::try_from(count).unwrap_or(u32::MAX));
        Interval { low: (self.low / count).next_down().max(0.0), high: (self.high / count).next_up() }
    }

    fn max(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.max(other.high) }
    }
}

/// What a position is worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    pub(super) win: Interval,
    /// Whether the target can be forced against an opponent who places the tiles.
    pub(super) forced: bool,
    /// Whether it can be reached with luck.
    pub(super) possible: bool,
}

impl Worth {
    pub(super) const LOST: Worth = Worth { win: Interval::ZERO, forced: false, possible: false };
    pub(super) const WON: Worth = Worth { win: Interval::ONE, forced: true, possible: true };
}

/// Five bits per cell.
const BITS: usize = 5;
/// Cells that fit 64 bits.
pub(super) const MOST_CELLS: usize = 12;

pub(super) type Packed = u64;

/// The rules of a board, for packed positions.
pub(super) struct Board {
    size: Size,
    target: u32,
    /// By symmetry: where each cell goes.
    images: Vec<Vec<usize>>,
    /// By direction: the cells of each line, from the end that tiles are pushed to.
    lines: Vec<Vec<Vec<usize>>>,
    /// The new tiles: exponent and probability.
    new: Vec<(u32, Interval)>,
}

/// The worths of a layer.
pub(super) type Layer = HashMap<Packed, Worth, Fast>;

/// Bytes that a listed position takes, about.
const BYTES_A_POSITION: usize = 16;

impl Board {
    /// `None` where the probability of a 4 has too many digits.
    pub(super) fn new(size: Size, target: u32, two: &Fraction, four: &Fraction) -> Option<Board> {
        let cells: Tiles = (0..).take(size.rows * size.cols).collect();
        let images = size.images(&cells).into_iter().map(|image| image.iter().map(|&c| c as usize).collect());
        let lines = ['L', 'R', 'U', 'D'].into_iter().filter_map(|letter| size.lines(letter)).collect();
        let mut new = Vec::new();
        for (exponent, weight) in [(1, two), (2, four)] {
            if weight.above != BigUint::ZERO {
                new.push((exponent, Interval::around(weight)?));
            }
        }
        Some(Board { size, target, images: images.collect(), lines, new })
    }

    fn cells(&self) -> usize {
        self.size.rows * self.size.cols
    }

    fn get(board: Packed, cell: usize) -> u64 {
        board >> (BITS * cell) & ((1 << BITS) - 1)
    }

    fn pack(tiles: &Tiles) -> Packed {
        tiles.iter().rev().fold(0, |board, &exponent| board << BITS | u64::from(exponent))
    }

    /// The smallest of all images: the one that stands for its class.
    fn canonical(&self, board: Packed) -> Packed {
        let image = |cells: &Vec<usize>| {
            cells.iter().enumerate().fold(0, |all, (to, &from)| all | Board::get(board, from) << (BITS * to))
        };
        self.images.iter().map(image).min().unwrap_or(board)
    }

    fn is_won(&self, board: Packed) -> bool {
        (0..self.cells()).any(|cell| Board::get(board, cell) >= u64::from(self.target))
    }

    fn sum(&self, board: Packed) -> u64 {
        (0..self.cells()).map(|cell| Board::get(board, cell)).filter(|&e| e > 0).map(|e| 1 << e).sum()
    }

    /// The classes of the boards after each move that changes something.
    fn after_moves(&self, board: Packed) -> impl Iterator<Item = Packed> {
        self.lines.iter().filter_map(move |lines| {
            let mut after = 0;
            for line in lines {
                let mut place = 0;
                let mut last = 0;
                for &cell in line {
                    let exponent = Board::get(board, cell);
                    if exponent == 0 {
                        continue;
                    }
                    if exponent == last {
                        // Two equal tiles become one, which does not merge again.
                        after += 1 << (BITS * line[place - 1]);
                        last = 0;
                    } else {
                        after |= exponent << (BITS * line[place]);
                        place += 1;
                        last = exponent;
                    }
                }
            }
            (after != board).then(|| self.canonical(after))
        })
    }

    /// The classes of the boards after each new tile, and which tile it is.
    fn after_tiles(&self, after: Packed) -> impl Iterator<Item = (Packed, u32, Interval)> {
        let empty = (0..self.cells()).filter(move |&cell| Board::get(after, cell) == 0);
        empty.flat_map(move |cell| {
            self.new.iter().map(move |&(exponent, weight)| {
                (self.canonical(after | u64::from(exponent) << (BITS * cell)), exponent, weight)
            })
        })
    }

    /// The worth of each of the given positions.
    pub(super) fn worths(
        &self,
        starts: &[Tiles],
        budget: &mut Budget,
    ) -> Result<(Vec<Worth>, u64), Rejection> {
        let starts: Vec<Packed> = starts.iter().map(|tiles| self.canonical(Board::pack(tiles))).collect();
        let (layers, count) = self.list(&starts, budget)?;
        let audit =
            Audit { rows: self.size.rows, columns: self.size.cols, target: self.target, new: &self.new };
        let mut found = vec![Worth::LOST; starts.len()];
        let mut later: BTreeMap<u64, Layer> = BTreeMap::new();
        for (&sum, boards) in layers.iter().rev() {
            let valued = self.value(sum, boards, &later, budget)?;
            audit.follows(sum, &valued, &later, budget)?;
            for (start, found) in starts.iter().zip(&mut found) {
                if let Some(worth) = valued.get(start) {
                    *found = *worth;
                }
            }
            later.insert(sum, valued);
            later.retain(|&other, _| other <= sum + 2);
        }
        Ok((found, count))
    }

    /// All classes of positions that can be reached, by their sums, and how many.
    fn list(
        &self,
        starts: &[Packed],
        budget: &mut Budget,
    ) -> Result<(BTreeMap<u64, Vec<Packed>>, u64), Exhausted> {
        let mut open: BTreeMap<u64, HashSet<Packed, Fast>> = BTreeMap::new();
        for &start in starts {
            open.entry(self.sum(start)).or_default().insert(start);
        }
        let mut layers = BTreeMap::new();
        let mut count = 0;
        let mut kept = 0;
        while let Some((sum, boards)) = open.pop_first() {
            budget.spend(boards.len() as u64)?;
            let mut afters: HashSet<Packed, Fast> = HashSet::default();
            for &board in boards.iter().filter(|&&board| !self.is_won(board)) {
                afters.extend(self.after_moves(board));
            }
            for &after in &afters {
                budget.spend(1)?;
                for (next, exponent, _) in self.after_tiles(after) {
                    open.entry(sum + (1 << exponent)).or_default().insert(next);
                }
            }
            count += boards.len() as u64;
            kept += boards.len();
            if kept > budget.memory_or(usize::MAX) / BYTES_A_POSITION {
                return Err(Exhausted::Memory);
            }
            layers.insert(sum, boards.into_iter().collect());
        }
        Ok((layers, count))
    }

    /// The worths of a layer, from those with larger sums.
    fn value(
        &self,
        sum: u64,
        boards: &[Packed],
        later: &BTreeMap<u64, Layer>,
        budget: &mut Budget,
    ) -> Result<Layer, Exhausted> {
        let layers: Vec<Option<&Layer>> =
            [1, 2].iter().map(|exponent| later.get(&(sum + (1 << exponent)))).collect();
        let mut afters: Layer = HashMap::default();
        let mut valued: Layer = HashMap::default();
        for &board in boards {
            budget.spend(1)?;
            if self.is_won(board) {
                valued.insert(board, Worth::WON);
                continue;
            }
            let mut best = Worth::LOST;
            for after in self.after_moves(board) {
                let worth = *afters.entry(after).or_insert_with(|| self.mean(after, &layers));
                best.win = best.win.max(worth.win);
                best.forced |= worth.forced;
                best.possible |= worth.possible;
            }
            valued.insert(board, best);
        }
        Ok(valued)
    }

    fn mean(&self, after: Packed, layers: &[Option<&Layer>]) -> Worth {
        let mut all = Worth { win: Interval::ZERO, forced: true, possible: false };
        let mut tiles = 0;
        for (next, exponent, weight) in self.after_tiles(after) {
            // Every position was listed; one that was not would count as lost, which never proves a win.
            let layer = layers[exponent as usize - 1];
            let worth = layer.and_then(|layer| layer.get(&next)).copied().unwrap_or(Worth::LOST);
            all.win = all.win.plus(weight, worth.win);
            all.forced &= worth.forced;
            all.possible |= worth.possible;
            tiles += 1;
        }
        all.win = all.win.over(tiles / self.new.len().max(1));
        all
    }
}

/// The weighted mean of worths.
pub(super) fn mean(worths: &[Worth], weights: &[Fraction]) -> Option<Interval> {
    let mut sum = Interval::ZERO;
    for (worth, weight) in worths.iter().zip(weights) {
        sum = sum.plus(Interval::around(weight)?, worth.win);
    }
    Some(sum)
}
