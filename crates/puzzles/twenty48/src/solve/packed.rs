//! Boards of any shape to 16 cells in one word, four bits a cell in reading order from the high end (as
//! [`crate::quad`] does for 4x4), with their symmetries as shifted masks.

use quandary_core::InputError;

use crate::line::push;
use crate::rules::{Board, Shape};

/// A rearrangement of cells: each group of cells that move by the same distance is one mask and one turn.
struct Shuffle(Vec<(u64, u32)>);

impl Shuffle {
    /// `to(row, col)` is the index of the cell that (row, col) moves to; `cells` is the number of cells.
    fn new(shape: Shape, to: impl Fn(usize, usize) -> usize) -> Shuffle {
        let cells = shape.cells();
        let mut groups: Vec<(u64, u32)> = Vec::new();
        for row in 0..shape.rows() {
            for col in 0..shape.cols() {
                let shift = |cell: usize| 4 * (cells - 1 - cell) as u32;
                let (from, to) = (shift(row * shape.cols() + col), shift(to(row, col)));
                let turn = (to + 64 - from) % 64;
                let mask = 15_u64 << from;
                match groups.iter_mut().find(|(_, t)| *t == turn) {
                    Some((all, _)) => *all |= mask,
                    None => groups.push((mask, turn)),
                }
            }
        }
        Shuffle(groups)
    }

    #[inline]
    fn apply(&self, board: u64) -> u64 {
        self.0.iter().fold(0, |out, &(mask, turn)| out | (board & mask).rotate_left(turn))
    }
}

/// What every line of a given length becomes.
struct Lines {
    bits: u32,
    mask: u64,
    left: Vec<u32>,
    right: Vec<u32>,
    score: Vec<u32>,
}

impl Lines {
    fn new(length: usize) -> Lines {
        let size = 1_usize << (4 * length);
        let mut lines = Lines {
            bits: 4 * length as u32,
            mask: size as u64 - 1,
            left: vec![0; size],
            right: vec![0; size],
            score: vec![0; size],
        };
        let unpack = |bits: usize| (0..length).rev().map(move |place| (bits >> (4 * place)) as u8 & 15);
        let pack = |line: &[u8]| line.iter().fold(0_u32, |bits, &e| bits << 4 | u32::from(e));
        for bits in 0..size {
            let mut line: Vec<u8> = unpack(bits).collect();
            let score = push(&mut line).score;
            if line.contains(&16) {
                // No digit for it; `Packing::new` refuses shapes on which it could be reached.
                line = unpack(bits).collect();
            }
            lines.left[bits] = pack(&line);
            lines.score[bits] = score as u32;
            let mut line: Vec<u8> = unpack(bits).collect();
            line.reverse();
            push(&mut line);
            line.reverse();
            lines.right[bits] = pack(&line);
        }
        lines
    }

    /// Every line through `table`, and what the lines earn.
    #[inline]
    fn push_all(&self, table: &[u32], board: u64, lines: usize) -> (u64, u64) {
        let (mut after, mut score) = (0, 0);
        for line in 0..lines {
            let shift = self.bits * line as u32;
            let bits = (board >> shift & self.mask) as usize;
            after |= u64::from(table[bits]) << shift;
            score += u64::from(self.score[bits]);
        }
        (after, score)
    }
}

/// The geometry of one shape.
pub struct Packing {
    shape: Shape,
    rows: Lines,
    columns: Lines,
    transpose: Shuffle,
    transpose_back: Shuffle,
    mirror: Shuffle,
    flip: Shuffle,
}

/// A push: the board after it and what it earns.
pub type Pushed = (u64, u64);

impl Packing {
    /// The geometry of a shape whose tiles fit in four bits up to `largest`.
    pub fn new(shape: Shape, largest: u8) -> Result<Packing, InputError> {
        if shape.cells() > 16 || largest > 15 {
            return Err(InputError::new(format!(
                "{shape} to {} is too large to be solved exactly",
                1_u64 << largest
            ))
            .expected("at most 16 cells and tiles to 32768"));
        }
        let (r, c) = (shape.rows(), shape.cols());
        let turned = Shape::new(c, r)?;
        Ok(Packing {
            shape,
            rows: Lines::new(c),
            columns: Lines::new(r),
            transpose: Shuffle::new(shape, |row, col| col * r + row),
            transpose_back: Shuffle::new(turned, |row, col| col * c + row),
            mirror: Shuffle::new(shape, |row, col| row * c + c - 1 - col),
            flip: Shuffle::new(shape, |row, col| (r - 1 - row) * c + col),
        })
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The same position as a [`Board`].
    pub fn unpack(&self, board: u64) -> Board {
        let cells = self.shape.cells();
        (0..cells).fold(Board::EMPTY, |b, cell| b.with(cell, (board >> (4 * (cells - 1 - cell))) as u8 & 15))
    }

    /// The same position as a word.
    pub fn pack(&self, board: Board) -> u64 {
        board.exponents(self.shape.cells()).fold(0, |bits, e| bits << 4 | u64::from(e))
    }

    /// The four pushes, in the order of [`crate::rules::Direction::ALL`]; a push that changes nothing is no
    /// move.
    #[inline]
    pub fn pushes(&self, board: u64) -> [Pushed; 4] {
        let (r, c) = (self.shape.rows(), self.shape.cols());
        let turned = self.transpose.apply(board);
        let left = self.rows.push_all(&self.rows.left, board, r);
        let right = self.rows.push_all(&self.rows.right, board, r);
        let up = self.columns.push_all(&self.columns.left, turned, c);
        let down = self.columns.push_all(&self.columns.right, turned, c);
        [left, right, (self.transpose_back.apply(up.0), up.1), (self.transpose_back.apply(down.0), down.1)]
    }

    /// The board in all its rotations and reflections: eight of a square, four of a rectangle.
    #[inline]
    pub fn images(&self, board: u64) -> impl Iterator<Item = u64> {
        let mirrored = self.mirror.apply(board);
        let first = [board, mirrored, self.flip.apply(board), self.flip.apply(mirrored)];
        let square = self.shape.rows() == self.shape.cols();
        let second = if square {
            let turned = self.transpose.apply(board);
            let mirrored = self.mirror.apply(turned);
            [turned, mirrored, self.flip.apply(turned), self.flip.apply(mirrored)]
        } else {
            first
        };
        first.into_iter().chain(second)
    }

    /// The least of its images: the representative of its class.
    #[inline]
    pub fn canonical(&self, board: u64) -> u64 {
        self.images(board).min().unwrap_or(board)
    }

    /// How many different boards are in its class.
    pub fn orbit(&self, board: u64) -> u64 {
        let mut all: Vec<u64> = self.images(board).collect();
        all.sort_unstable();
        all.dedup();
        all.len() as u64
    }

    /// Each board with a new tile of this exponent on one of the empty cells.
    #[inline]
    pub fn each_spawn(&self, board: u64, exponent: u8, mut visit: impl FnMut(u64)) {
        for cell in 0..self.shape.cells() {
            let here = 15 << (4 * cell);
            if board & here == 0 {
                visit(board | u64::from(exponent) << (4 * cell));
            }
        }
    }

    /// The largest exponent on a board.
    pub fn largest(board: u64) -> u8 {
        let mut rest = board;
        let mut largest = 0;
        while rest != 0 {
            largest = largest.max(rest as u8 & 15);
            rest >>= 4;
        }
        largest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Direction, Fours, Rules};
    use quandary_core::Seed;

    #[test]
    fn packed_boards_move_as_boards_do_on_every_shape() {
        for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (2, 5), (5, 3), (4, 4)] {
            let shape = Shape::new(rows, cols).unwrap();
            let packing = Packing::new(shape, 15).unwrap();
            let rules = Rules { shape, fours: Fours::USUAL };
            let mut stream = Seed(5).stream((rows * 10 + cols) as u64);
            for _ in 0..300 {
                let exponents: Vec<u8> = (0..shape.cells()).map(|_| stream.below(5) as u8).collect();
                let board = Board::from_exponents(&exponents);
                let packed = packing.pack(board);
                assert_eq!(packing.unpack(packed), board);
                assert_eq!(Packing::largest(packed), board.largest());
                for (direction, (after, score)) in Direction::ALL.into_iter().zip(packing.pushes(packed)) {
                    let (exact, earned, changed) = rules.slide(board, direction);
                    assert_eq!(packing.unpack(after), exact, "{shape} {direction}");
                    // A push that changes nothing earns nothing.
                    assert_eq!((score, after != packed), (earned, changed));
                }
                let canonical = packing.canonical(packed);
                assert!(packing.images(packed).all(|image| packing.canonical(image) == canonical));
                assert_eq!(packing.orbit(packed), packing.orbit(canonical));
            }
        }
    }
}
