use schemars::JsonSchema;
use serde::Serialize;

use quandary_core::Direction;

/// The meaning of a square's colour. An interface chooses the colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    /// Nothing special.
    Plain,
    /// Less important: an empty cell, a crossed-out one.
    Dim,
    /// Not opened yet.
    Closed,
    /// Filled: a black cell, a wall.
    Filled,
    /// Belongs to the side that began.
    First,
    /// Belongs to the other side.
    Second,
    /// Good: solved, won, lit.
    Good,
    /// Bad: a mine, a contradiction.
    Bad,
    /// Marked by the player.
    Marked,
    /// One of a scale: the number in a Minesweeper cell, the exponent of a 2048 tile.
    Scale(u8),
}

/// What stands on a square, beside its text: a page draws it, and a screen reader says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Occupant {
    /// The player's own figure.
    Player,
    /// Something that can be pushed.
    Box,
    /// A place to reach, or to bring something to.
    Goal,
    /// Something that stands in the way.
    Wall,
    /// Given with the puzzle: a clue that cannot be changed.
    Given,
}

/// One square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Square {
    /// What stands in it: a few letters at most.
    pub text: String,
    /// What its colour means.
    pub tone: Tone,
    /// What stands on it, where the text alone does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub occupant: Option<Occupant>,
}

impl Square {
    /// A square.
    pub fn new(text: impl Into<String>, tone: Tone) -> Square {
        Square { text: text.into(), tone, occupant: None }
    }

    /// The same square with what stands on it.
    ///
    /// ```
    /// use quandary_verbs::play::{Occupant, Square, Tone};
    /// let stored = Square::new("*", Tone::Good).with_occupant(Occupant::Box);
    /// assert_eq!(stored.occupant, Some(Occupant::Box));
    /// ```
    #[must_use]
    pub fn with_occupant(mut self, occupant: Occupant) -> Square {
        self.occupant = Some(occupant);
        self
    }
}

/// How the player steers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Steering {
    /// Arrows move a cursor; Enter or a click touches the square under it.
    Cursor,
    /// Arrows are moves.
    Arrows,
    /// As with a cursor; a touch takes a piece up, the next puts it down.
    Pieces,
}

/// What a player does to a scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Enter, or the first mouse button, on a square (row and column from 0).
    Press(usize, usize),
    /// The second key or mouse button on a square: a flag, a cross.
    Mark(usize, usize),
    /// An arrow key, where arrows are moves.
    Arrow(Direction),
    /// A piece taken up from one square and put down on another.
    Carry((usize, usize), (usize, usize)),
}

/// What there is to see, without any drawing: squares in rows, labels beside them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Scene {
    /// The squares, row by row; all rows are equally long.
    pub rows: Vec<Vec<Square>>,
    /// Labels above the columns, each from top to bottom. Empty: none.
    pub above: Vec<Vec<String>>,
    /// Labels left of the rows. Empty: none.
    pub left: Vec<String>,
    /// How the player steers.
    pub steering: Steering,
    /// The keys that are special here, for the help line: "space opens, f flags".
    pub keys: &'static str,
}

impl Scene {
    /// Squares without labels.
    pub fn new(rows: Vec<Vec<Square>>, steering: Steering, keys: &'static str) -> Scene {
        Scene { rows, above: Vec::new(), left: Vec::new(), steering, keys }
    }
}
