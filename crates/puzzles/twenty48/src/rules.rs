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

use std::fmt;
use std::str::FromStr;

use quandary_core::rules::{Chance, Side, Turn};
use quandary_core::{InputError, Outcome, Stream};
use quandary_search::expectimax::Unfold;
use schemars::JsonSchema;
use serde::Serialize;

use crate::line::push;

/// Rows and columns, each from 2 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u8,
    cols: u8,
}

impl Shape {
    /// The board everybody plays.
    pub const STANDARD: Shape = Shape { rows: 4, cols: 4 };

    /// A shape, if it is one we know.
    pub fn new(rows: usize, cols: usize) -> Result<Shape, InputError> {
        if (2..=5).contains(&rows) && (2..=5).contains(&cols) {
            Ok(Shape { rows: rows as u8, cols: cols as u8 })
        } else {
            Err(InputError::new(format!("a board of {rows}x{cols} is not known"))
                .expected("rows and columns from 2 to 5"))
        }
    }

    /// Rows.
    pub fn rows(self) -> usize {
        self.rows as usize
    }

    /// Columns.
    pub fn cols(self) -> usize {
        self.cols as usize
    }

    /// Cells.
    pub fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// The exponent of the largest tile that can ever stand on it.
    ///
    /// To make 2^e, two tiles 2^(e-1) must stand there at once, one of them made while the other stood, and
    /// so on down: one cell for each exponent, and the last tile must be a spawned one. A 4 may spawn, so
    /// the chain may end with two 4s on the last two cells: `cells + 1`; with 2s alone it is `cells`.
    pub fn largest_exponent(self, fours_spawn: bool) -> u8 {
        self.cells() as u8 + u8::from(fours_spawn)
    }
}

/// `4x4`: rows first, as it is drawn.
impl FromStr for Shape {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Shape, InputError> {
        let sides = text.trim().split_once(['x', 'X', '×']);
        let sides =
            sides.and_then(|(rows, cols)| Some((rows.trim().parse().ok()?, cols.trim().parse().ok()?)));
        match sides {
            Some((rows, cols)) => Shape::new(rows, cols),
            None => Err(InputError::new(format!("`{text}` is not a board size"))
                .expected("rows x columns from 2x2 to 5x5, such as 4x4")),
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

/// A move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    /// Every row to its left end.
    Left,
    /// Every row to its right end.
    Right,
    /// Every column to its top.
    Up,
    /// Every column to its bottom.
    Down,
}

impl Direction {
    /// All of them, in the order in which moves are listed.
    pub const ALL: [Direction; 4] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down];

    /// Its letter: L, R, U or D.
    pub fn letter(self) -> char {
        match self {
            Direction::Left => 'L',
            Direction::Right => 'R',
            Direction::Up => 'U',
            Direction::Down => 'D',
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Left => "left",
            Direction::Right => "right",
            Direction::Up => "up",
            Direction::Down => "down",
        }
    }
}

/// A letter or a name, in either case.
impl FromStr for Direction {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Direction, InputError> {
        let named = |d: &Direction| {
            text.eq_ignore_ascii_case(d.name()) || text.eq_ignore_ascii_case(&d.letter().to_string())
        };
        Direction::ALL.into_iter().find(named).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a move")).expected("left, right, up or down")
        })
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

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

/// How often a spawned tile is a 4, as an exact fraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fours {
    numerator: u32,
    denominator: u32,
}

impl Fours {
    /// One in ten, as on the original site.
    pub const USUAL: Fours = Fours { numerator: 1, denominator: 10 };

    /// The number above the line.
    pub fn numerator(self) -> u32 {
        self.numerator
    }

    /// The number below the line.
    pub fn denominator(self) -> u32 {
        self.denominator
    }

    /// The probability of a 4.
    pub fn value(self) -> f64 {
        f64::from(self.numerator) / f64::from(self.denominator)
    }

    /// Draws the exponent of a spawned tile: 1 or 2.
    #[inline]
    pub fn draw(self, stream: &mut Stream) -> u8 {
        1 + u8::from(stream.below(u64::from(self.denominator)) < u64::from(self.numerator))
    }
}

/// A decimal (`0.1`) or a fraction (`1/3`) in [0, 1].
///
/// ```
/// use quandary_twenty48::rules::Fours;
/// assert_eq!("0.10".parse::<Fours>().unwrap(), Fours::USUAL);
/// assert!("1.5".parse::<Fours>().unwrap_err().to_string().contains("between 0 and 1"));
/// ```
impl FromStr for Fours {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Fours, InputError> {
        let wrong = || {
            InputError::new(format!("{text} is not a probability of a 4"))
                .expected("a number between 0 and 1, such as 0.1 or 1/3")
        };
        let number = |part: &str| part.trim().parse::<u64>().map_err(|_| wrong());
        let (numerator, denominator) = if let Some((above, below)) = text.split_once('/') {
            (number(above)?, number(below)?)
        } else {
            let (whole, decimals) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
            if decimals.len() > 9 || !decimals.bytes().all(|b| b.is_ascii_digit()) {
                return Err(wrong());
            }
            let scale = 10_u64.pow(decimals.len() as u32);
            let whole = if whole.is_empty() && !decimals.is_empty() { 0 } else { number(whole)? };
            let part = if decimals.is_empty() { 0 } else { number(decimals)? };
            (whole.checked_mul(scale).and_then(|w| w.checked_add(part)).ok_or_else(wrong)?, scale)
        };
        if denominator == 0 || numerator > denominator {
            return Err(wrong());
        }
        let common = gcd(numerator, denominator);
        let (numerator, denominator) = (numerator / common, denominator / common);
        match (u32::try_from(numerator), u32::try_from(denominator)) {
            (Ok(numerator), Ok(denominator)) => Ok(Fours { numerator, denominator }),
            _ => Err(wrong()),
        }
    }
}

/// As it was given: a decimal where that is exact, otherwise a fraction.
impl fmt::Display for Fours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimal = self.value().to_string();
        if decimal.parse::<Fours>() == Ok(*self) {
            f.write_str(&decimal)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// How a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Two spawned tiles, as on the original site.
    Usual,
    /// Two tiles 2 placed anywhere (section III-B of the access article).
    TwoTwos,
    /// Three 2s and one 4 placed anywhere (section IV-B of the same article).
    ThreeTwosAndFour,
}

impl Start {
    /// The names of all.
    pub const NAMES: &'static [&'static str] = &["usual", "two-twos", "three-twos-and-four"];

    /// The name of a start.
    pub fn name(self) -> &'static str {
        match self {
            Start::Usual => "usual",
            Start::TwoTwos => "two-twos",
            Start::ThreeTwosAndFour => "three-twos-and-four",
        }
    }

    /// What it is, in words.
    pub fn words(self) -> &'static str {
        match self {
            Start::Usual => "the usual start",
            Start::TwoTwos => "two 2s",
            Start::ThreeTwosAndFour => "three 2s and a 4",
        }
    }
}

impl FromStr for Start {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Start, InputError> {
        let all = [Start::Usual, Start::TwoTwos, Start::ThreeTwosAndFour];
        all.into_iter().find(|start| start.name() == text).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a start")).expected(Start::NAMES.join(", "))
        })
    }
}

/// A tile by its number: 2048 is the eleventh power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Tile {
    /// The power of two.
    pub exponent: u8,
}

impl Tile {
    /// Its number.
    pub fn number(self) -> u64 {
        1 << self.exponent
    }

    /// The exponent, unless the tile can never stand on the board.
    pub fn on(self, rules: &Rules) -> Result<u8, InputError> {
        let most = rules.shape.largest_exponent(rules.fours.numerator() > 0);
        if self.exponent <= most {
            return Ok(self.exponent);
        }
        Err(InputError::new(format!("{} can never stand on a {} board", self.number(), rules.shape))
            .expected(format!("at most {}, the largest possible tile", 1_u64 << most)))
    }
}

impl FromStr for Tile {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Tile, InputError> {
        let number = text.trim().parse::<u64>().ok().filter(|number| number.is_power_of_two());
        match number.map(u64::trailing_zeros) {
            Some(exponent @ 2..=26) => Ok(Tile { exponent: exponent as u8 }),
            _ => Err(InputError::new(format!("`{text}` is not a tile to reach"))
                .expected("a power of two from 4 on, such as 2048")),
        }
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
        let empty = self.empty_cells(board).count();
        if empty == 0 {
            return None;
        }
        let chosen = stream.index(empty);
        let exponent = self.fours.draw(stream);
        let cell = self.empty_cells(board).nth(chosen).expect("one of the counted cells");
        Some((cell, exponent))
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
        let mut empty = self.empty_cells(after);
        let (Some(cell), None) = (empty.next(), empty.next()) else { return 1.0 };
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
    fn the_six_openings_of_2x2_are_equally_likely() {
        let rules = Rules { shape: Shape::new(2, 2).unwrap(), fours: Fours::USUAL };
        let starts = rules.starts(Start::TwoTwos);
        assert_eq!(starts.len(), 6);
        assert!(starts.iter().all(|(_, p)| (p - 1.0 / 6.0).abs() < 1e-15));
        assert_eq!(rules.starts(Start::Usual).len(), 24);
    }

    #[test]
    fn probabilities_of_a_four_are_read_exactly() {
        for (text, above, below) in [("0.1", 1, 10), ("1/3", 1, 3), ("0", 0, 1), ("1", 1, 1), (".25", 1, 4)] {
            let fours: Fours = text.parse().unwrap();
            assert_eq!(fours.to_string().parse(), Ok(fours));
            assert_eq!((fours.numerator(), fours.denominator()), (above, below), "{text}");
        }
        for text in ["1.5", "-0.1", "", ".", "1/0", "0.1234567891", "two", "nan", "99999999999999999999"] {
            assert!(text.parse::<Fours>().is_err(), "{text}");
        }
    }
}
