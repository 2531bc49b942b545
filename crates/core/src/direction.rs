//! The four directions on a board.

use std::fmt;
use std::str::FromStr;

use crate::InputError;

/// One of the four directions on a board: an arrow key, or a move of all tiles in one direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Direction {
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
    /// Towards the first row.
    Up,
    /// Towards the last row.
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
