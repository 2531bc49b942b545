//! Painting one cell, in black and white or in colours.

use std::fmt;
use std::str::FromStr;

use quandary_core::InputError;

use crate::{Cell, Colour, Ink, Paint};

/// What a cell becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dab {
    /// Black, blank, or open again.
    Cell(Cell),
    /// A colour that is not the background.
    Colour(Colour),
}

impl Dab {
    /// A colour, the background, or nothing decided.
    pub(super) fn of(colour: Option<Colour>) -> Dab {
        match colour {
            None => Dab::Cell(Cell::Unknown),
            Some(Colour::BLANK) => Dab::Cell(Cell::White),
            Some(colour) => Dab::Colour(colour),
        }
    }

    /// The same on a board in colours.
    pub(super) fn colour(self) -> Option<Colour> {
        match self {
            Dab::Cell(Cell::Unknown) => None,
            Dab::Cell(_) => Some(Colour::BLANK),
            Dab::Colour(colour) => Some(colour),
        }
    }
}

/// Painting one cell: `r3c12=#` as [`Paint`] has it, or `r3c12=b` in the colour of a letter.
///
/// ```
/// use quandary_nonogram::play::Stroke;
/// for text in ["r3c12=#", "r3c12=.", "r3c12=?", "r3c12=b"] {
///     assert_eq!(text.parse::<Stroke>().unwrap().to_string(), text);
/// }
/// // Written otherwise, a letter is what it is in black and white.
/// assert_eq!("3,12 b".parse::<Stroke>().unwrap().to_string(), "r3c12=#");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// Column, from 0.
    pub x: usize,
    /// Row, from 0.
    pub y: usize,
    /// What the cell becomes.
    pub dab: Dab,
}

impl From<Paint> for Stroke {
    fn from(Paint { x, y, cell }: Paint) -> Stroke {
        Stroke { x, y, dab: Dab::Cell(cell) }
    }
}

impl Stroke {
    /// The same in black and white, if it is.
    pub(super) fn paint(self) -> Option<Paint> {
        match self.dab {
            Dab::Cell(cell) => Some(Paint { x: self.x, y: self.y, cell }),
            Dab::Colour(_) => None,
        }
    }
}

impl fmt::Display for Stroke {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let symbol = match self.dab {
            Dab::Cell(cell) => cell.symbol(),
            Dab::Colour(colour) => colour.symbol(),
        };
        write!(f, "r{}c{}={symbol}", self.y + 1, self.x + 1)
    }
}

impl FromStr for Stroke {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Stroke, InputError> {
        let lettered = || {
            let (place, letter) = text.split_once('=')?;
            let mut letters = letter.chars();
            let colour = letters.next().filter(char::is_ascii_lowercase).and_then(Colour::from_symbol)?;
            if letters.next().is_some() {
                return None;
            }
            // The place is read as that of any other move.
            let Paint { x, y, .. } = format!("{place}=#").parse().ok()?;
            Some(Stroke { x, y, dab: Dab::Colour(colour) })
        };
        match lettered() {
            Some(stroke) => Ok(stroke),
            None => text.parse::<Paint>().map(Stroke::from),
        }
    }
}
