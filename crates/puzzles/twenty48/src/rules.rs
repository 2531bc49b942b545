//! Boards of any size from 2x2 to 5x5: state, moves and chance, exact for every tile that can occur.
//!
//! A [`Board`] keeps the exponents of its tiles in five bits each, in reading order from the low end:
//!
//! ```text
//!   3x3 cells      bits                    example          exponents
//!   0 1 2          0-4   5-9   10-14       2  .  4          1 0 2
//!   3 4 5          15-19 20-24 25-29       .  8  .          0 3 0
//!   6 7 8          30-34 35-39 40-44       .  .  .          0 0 0     cells = 1 | 2<<10 | 3<<20
//! ```
//!
//! Five bits hold exponents to 31; the largest tile of a 5x5 board is 2^26, so nothing can overflow.
//! The 4x4 board has a faster representation of its own in [`crate::quad`].

pub use quandary_core::Direction;
use quandary_core::rules::{Chance, Side, Turn};
use quandary_core::{Outcome, Stream};
use quandary_search::expectimax::Unfold;

use crate::line::push;
pub use crate::setting::{Fours, Shape, Start, Tile};

/// The exponents of a board's tiles; the shape is kept by the [`Rules`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Board(u128);

const CELL_BITS: usize = 5;

impl Board {
    /// No tile at all.
    pub const EMPTY: Board = Board(0);

    /// The exponent in a cell; 0 for an empty one.
    pub fn get(self, cell: usize) -> u8 {
        (self.0 >> (CELL_BITS * cell)) as u8 & 31
    }

    /// The same board with another exponent in one cell.
    #[must_use]
    pub fn with(self, cell: usize, exponent: u8) -> Board {
        let shift = CELL_BITS * cell;
        Board(self.0 & !(31 << shift) | u128::from(exponent) << shift)
    }

    /// From exponents in reading order.
    pub fn from_exponents(exponents: &[u8]) -> Board {
        exponents.iter().enumerate().fold(Board::EMPTY, |board, (cell, &e)| board.with(cell, e))
    }

    /// The exponents of the first `cells` cells, in reading order.
    pub fn exponents(self, cells: usize) -> impl Iterator<Item = u8> {
        (0..cells).map(move |cell| self.get(cell))
    }

    /// A one in the lowest bit of each of the first `cells` cells that is empty.
    #[inline]
    fn empty_mask(self, cells: usize) -> u128 {
        // Every fifth bit of 25 cells.
        const LOW_BITS: u128 = ((1 << (CELL_BITS * 25)) - 1) / 31;
        let x = self.0;
        let filled = x | x >> 1 | x >> 2 | x >> 3 | x >> 4;
        !filled & LOW_BITS & ((1 << (CELL_BITS * cells)) - 1)
    }

    /// The largest exponent on the board.
    pub fn largest(self) -> u8 {
        self.exponents(25).max().unwrap_or(0)
    }

    /// The largest tile on the board; 0 on an empty one.
    pub fn largest_tile(self) -> u64 {
        match self.largest() {
            0 => 0,
            exponent => 1 << exponent,
        }
    }

    /// The sum of all tiles.
    pub fn sum(self) -> u64 {
        self.exponents(25).filter(|&e| e > 0).map(|e| 1 << e).sum()
    }
}

/// The rules: a shape and how often a 4 spawns.
///
/// ```
/// use quandary_core::rules::Chance;
/// use quandary_twenty48::rules::{Board, Direction, Fours, Rules, Shape};
/// let rules = Rules { shape: Shape::new(2, 2).unwrap(), fours: Fours::USUAL };
/// let board = Board::from_exponents(&[1, 1, 0, 0]); // two 2s in the first row
/// let (after, earned) = rules.earn(&board, Direction::Left);
/// assert_eq!((after, earned), (Board::from_exponents(&[2, 0, 0, 0]), 4.0));
/// let mut next = Vec::new();
/// rules.outcomes(&after, &mut next);
/// assert_eq!(next.len(), 6); // three empty cells, a 2 or a 4
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Rows and columns.
    pub shape: Shape,
    /// How often a spawned tile is a 4.
    pub fours: Fours,
}

impl Rules {
    /// The 4x4 board with one 4 in ten.
    pub const STANDARD: Rules = Rules { shape: Shape::STANDARD, fours: Fours::USUAL };

    /// The board after a push, what it earns, and whether anything changed (only then is it a move).
    pub fn slide(&self, board: Board, direction: Direction) -> (Board, u64, bool) {
        let (rows, cols) = (self.shape.rows(), self.shape.cols());
        let (lines, length) = match direction {
            Direction::Left | Direction::Right => (rows, cols),
            Direction::Up | Direction::Down => (cols, rows),
        };
        let cell = |line: usize, place: usize| match direction {
            Direction::Left => line * cols + place,
            Direction::Right => line * cols + cols - 1 - place,
            Direction::Up => place * cols + line,
            Direction::Down => (rows - 1 - place) * cols + line,
        };
        let (mut after, mut score, mut changed) = (Board::EMPTY, 0, false);
        for line in 0..lines {
            let mut tiles = [0_u8; 5];
            let tiles = &mut tiles[..length];
            for (place, tile) in tiles.iter_mut().enumerate() {
                *tile = board.get(cell(line, place));
            }
            let pushed = push(tiles);
            score += pushed.score;
            changed |= pushed.changed;
            for (place, &tile) in tiles.iter().enumerate() {
                after = after.with(cell(line, place), tile);
            }
        }
        (after, score, changed)
    }

    /// The exponent of the tile that a game is about: 2048, or the largest where that cannot stand.
    pub fn named_tile(&self) -> u8 {
        self.shape.largest_exponent(self.fours.numerator() > 0).min(NAMED)
    }

    /// How a game stands: none while a move is left. It is won with the [named tile](Rules::named_tile), and goes on
    /// after it.
    pub fn outcome(&self, board: Board) -> Option<Outcome> {
        let won = board.largest() >= self.named_tile();
        self.is_dead(board).then_some(if won { Outcome::Won } else { Outcome::Lost })
    }

    /// Whether no move is left.
    pub fn is_dead(&self, board: Board) -> bool {
        !Direction::ALL.iter().any(|&direction| self.slide(board, direction).2)
    }

    /// The empty cells, in reading order.
    pub fn empty_cells(&self, board: Board) -> impl Iterator<Item = usize> {
        (0..self.shape.cells()).filter(move |&cell| board.get(cell) == 0)
    }

    /// Draws where a new tile appears and its exponent; none on a full board.
    pub fn draw(&self, board: Board, stream: &mut Stream) -> Option<(usize, u8)> {
        let mut empty = board.empty_mask(self.shape.cells());
        if empty == 0 {
            return None;
        }
        for _ in 0..stream.index(empty.count_ones() as usize) {
            empty &= empty - 1;
        }
        Some((empty.trailing_zeros() as usize / CELL_BITS, self.fours.draw(stream)))
    }

    /// Puts a new tile on one of the empty cells; a full board stays as it is.
    #[must_use]
    pub fn spawn(&self, board: Board, stream: &mut Stream) -> Board {
        self.draw(board, stream).map_or(board, |(cell, exponent)| board.with(cell, exponent))
    }

    /// The probability that a move is left once chance has answered an afterstate.
    ///
    /// While a cell stays empty some tile can slide into it, so only the last empty cell is a danger.
    ///
    /// ```
    /// use quandary_twenty48::rules::{Board, Fours, Rules, Shape};
    /// let rules = Rules { shape: Shape::new(2, 2).unwrap(), fours: Fours::USUAL };
    /// let survival = |tiles: [u8; 4]| rules.survival(Board::from_exponents(&tiles));
    /// assert_eq!(survival([3, 2, 0, 0]), 1.0);
    /// assert_eq!(survival([3, 2, 4, 0]), 0.1); // only a 4 can merge: with the 4 above it
    /// ```
    pub fn survival(&self, after: Board) -> f64 {
        let empty = after.empty_mask(self.shape.cells());
        if empty.count_ones() != 1 {
            return 1.0;
        }
        let cell = empty.trailing_zeros() as usize / CELL_BITS;
        let four = self.fours.value();
        let alive = |exponent: u8| f64::from(u8::from(!self.is_dead(after.with(cell, exponent))));
        match (alive(1), alive(2)) {
            // Not a sum of shares: certain must be exactly 1.
            (two, other) if two == other => two,
            (two, other) => (1.0 - four) * two + four * other,
        }
    }

    /// A starting position.
    pub fn start(&self, start: Start, stream: &mut Stream) -> Board {
        let place = |board: Board, exponent: u8, stream: &mut Stream| {
            let empty: Vec<usize> = self.empty_cells(board).collect();
            board.with(empty[stream.index(empty.len())], exponent)
        };
        match start {
            Start::Usual => {
                let first = self.spawn(Board::EMPTY, stream);
                self.spawn(first, stream)
            }
            Start::TwoTwos => [1, 1].into_iter().fold(Board::EMPTY, |board, e| place(board, e, stream)),
            Start::ThreeTwosAndFour => {
                [1, 1, 1, 2].into_iter().fold(Board::EMPTY, |board, e| place(board, e, stream))
            }
        }
    }

    /// Every starting position with its probability.
    pub fn starts(&self, start: Start) -> Vec<(Board, f64)> {
        let tiles: Vec<(Vec<u8>, f64)> = match start {
            Start::Usual => {
                let p = self.fours.value();
                let weight = |e| if e == 1 { 1.0 - p } else { p };
                [(1, 1), (1, 2), (2, 1), (2, 2)]
                    .into_iter()
                    .map(|(a, b)| (vec![a, b], weight(a) * weight(b)))
                    .filter(|(_, probability)| *probability > 0.0)
                    .collect()
            }
            Start::TwoTwos => vec![(vec![1, 1], 1.0)],
            Start::ThreeTwosAndFour => vec![(vec![1, 1, 1, 2], 1.0)],
        };
        let mut all = std::collections::BTreeMap::<Board, f64>::new();
        for (exponents, probability) in tiles {
            let mut boards = vec![(Board::EMPTY, probability)];
            for exponent in exponents {
                boards = boards
                    .into_iter()
                    .flat_map(|(board, p)| {
                        let empty: Vec<usize> = self.empty_cells(board).collect();
                        let share = p / empty.len() as f64;
                        empty.into_iter().map(move |cell| (board.with(cell, exponent), share))
                    })
                    .collect();
            }
            for (board, p) in boards {
                *all.entry(board).or_default() += p;
            }
        }
        all.into_iter().collect()
    }
}

/// The exponent of 2048.
const NAMED: u8 = 11;

impl quandary_core::rules::Rules for Rules {
    type State = Board;
    type Move = Direction;

    fn turn(&self, state: &Board) -> Turn {
        self.outcome(*state).map_or(Turn::To(Side::First), Turn::Over)
    }

    fn moves(&self, state: &Board, out: &mut Vec<Direction>) {
        out.extend(Direction::ALL.into_iter().filter(|&direction| self.slide(*state, direction).2));
    }

    fn apply(&self, state: &Board, chosen: Direction) -> Board {
        self.slide(*state, chosen).0
    }

    fn roll(&self, state: &mut Board, stream: &mut Stream) {
        *state = self.spawn(*state, stream);
    }
}

impl Chance for Rules {
    fn earn(&self, state: &Board, chosen: Direction) -> (Board, f64) {
        let (after, score, _) = self.slide(*state, chosen);
        (after, score as f64)
    }

    fn outcomes(&self, after: &Board, out: &mut Vec<(Board, f64)>) {
        let share = 1.0 / self.empty_cells(*after).count() as f64;
        let four = self.fours.value();
        for cell in self.empty_cells(*after) {
            if four < 1.0 {
                out.push((after.with(cell, 1), share * (1.0 - four)));
            }
            if four > 0.0 {
                out.push((after.with(cell, 2), share * four));
            }
        }
    }
}

impl Unfold for Rules {}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::Seed;

    #[test]
    fn two_tiles_65536_merge_into_131072() {
        let board = Board::EMPTY.with(0, 16).with(1, 16);
        let (after, score, changed) = Rules::STANDARD.slide(board, Direction::Right);
        assert_eq!((after, score, changed), (Board::EMPTY.with(3, 17), 131072, true));
    }

    #[test]
    fn the_probabilities_of_chance_sum_to_one_on_every_size() {
        for rows in 2..=5 {
            for cols in 2..=5 {
                let rules = Rules { shape: Shape::new(rows, cols).unwrap(), fours: Fours::USUAL };
                let mut stream = Seed(1).stream((rows * 10 + cols) as u64);
                let board = rules.start(Start::Usual, &mut stream);
                let mut next = Vec::new();
                rules.outcomes(&board, &mut next);
                assert!((next.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12);
                assert!(next.iter().all(|(b, _)| b.sum() > board.sum()));
                for start in [Start::Usual, Start::TwoTwos, Start::ThreeTwosAndFour] {
                    let starts = rules.starts(start);
                    assert!((starts.iter().map(|(_, p)| p).sum::<f64>() - 1.0).abs() < 1e-12);
                }
            }
        }
    }

    #[test]
    fn the_mask_of_empty_cells_is_their_list_on_every_size() {
        let mut stream = Seed(4).stream(0);
        for rows in 2..=5 {
            for cols in 2..=5 {
                let rules = Rules { shape: Shape::new(rows, cols).unwrap(), fours: Fours::USUAL };
                for _ in 0..50 {
                    let tiles: Vec<u8> = (0..rows * cols).map(|_| [0, 1, 16, 26][stream.index(4)]).collect();
                    let board = Board::from_exponents(&tiles);
                    let mask =
                        rules.empty_cells(board).fold(0, |mask, cell| mask | 1_u128 << (CELL_BITS * cell));
                    assert_eq!(board.empty_mask(rows * cols), mask);
                    let mut again = stream.clone();
                    let drawn = rules.draw(board, &mut stream);
                    let cells: Vec<usize> = rules.empty_cells(board).collect();
                    let expected = (!cells.is_empty())
                        .then(|| (cells[again.index(cells.len())], rules.fours.draw(&mut again)));
                    assert_eq!(drawn, expected);
                }
            }
        }
    }

    #[test]
    fn the_six_openings_of_2x2_are_equally_likely() {
        let rules = Rules { shape: Shape::new(2, 2).unwrap(), fours: Fours::USUAL };
        let starts = rules.starts(Start::TwoTwos);
        assert_eq!(starts.len(), 6);
        assert!(starts.iter().all(|(_, p)| (p - 1.0 / 6.0).abs() < 1e-15));
        assert_eq!(rules.starts(Start::Usual).len(), 24);
    }
}
