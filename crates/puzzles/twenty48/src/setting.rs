//! What a game is played with: a shape, dice, a start, a tile to reach.

use std::fmt;
use std::str::FromStr;

use quandary_core::{InputError, Stream};

use crate::rules::Rules;

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

#[cfg(test)]
mod tests {
    use super::*;

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
