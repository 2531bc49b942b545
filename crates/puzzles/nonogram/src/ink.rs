//! What cells are painted with: black alone, or several colours. Everything that does not care is generic over it.

use std::fmt::{Debug, Display};
use std::hash::Hash;

/// What a cell of a finished picture is painted with; `bool` is black or white, [`Colour`] one of several.
pub trait Ink: Copy + Eq + Ord + Hash + Debug + 'static {
    /// A run of this ink in a clue.
    type Block: Block<Ink = Self>;
    /// A board half painted with it.
    type Board: Clone + Eq + Debug;
    /// Not painted.
    const BLANK: Self;

    /// One character for one cell; `.` for a blank one.
    fn symbol(self) -> char;
    /// Its name in a sentence.
    fn name(self) -> String;
    /// Its number among the inks of a puzzle: 0 for a blank cell.
    fn number(self) -> usize;
    /// A board half painted, a symbol a cell, row by row: `?` for an open one.
    fn write_board(board: &Self::Board) -> String;
}

/// A block of a clue: a run of cells of one ink. In black and white it is its length.
///
/// Two blocks of one ink have a blank cell between them; blocks of different inks may touch.
pub trait Block: Copy + Eq + Ord + Hash + Debug + Display + 'static {
    /// What it is painted with.
    type Ink: Ink<Block = Self>;

    /// A run.
    fn new(cells: usize, ink: Self::Ink) -> Self;
    /// How many cells it covers.
    fn cells(self) -> usize;
    /// What they are painted with.
    fn ink(self) -> Self::Ink;
}

impl Ink for bool {
    type Block = usize;
    type Board = crate::Board;
    const BLANK: bool = false;

    fn symbol(self) -> char {
        if self { '#' } else { '.' }
    }

    fn name(self) -> String {
        if self { "black" } else { "white" }.to_owned()
    }

    fn number(self) -> usize {
        usize::from(self)
    }

    fn write_board(board: &crate::Board) -> String {
        board.rows().concat()
    }
}

impl Block for usize {
    type Ink = bool;

    fn new(cells: usize, _: bool) -> usize {
        cells
    }

    fn cells(self) -> usize {
        self
    }

    fn ink(self) -> bool {
        true
    }
}

/// One of the colours of a puzzle: 0 is the background, the others count from 1.
///
/// ```
/// use quandary_nonogram::{Colour, Ink};
/// assert_eq!(Colour::BLANK.symbol(), '.');
/// assert_eq!(Colour::from_symbol('c').unwrap().symbol(), 'c');
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(u8);

impl Colour {
    /// How many colours a puzzle may have beside its background: as many as there are letters.
    pub const MOST: usize = 26;

    /// Colour `index`, 0 for the background; `None` beyond [`Colour::MOST`].
    pub fn new(index: usize) -> Option<Colour> {
        (index <= Colour::MOST).then_some(Colour(index as u8))
    }

    /// Its number: 0 for the background.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The colour that `.` or a letter stands for.
    pub fn from_symbol(symbol: char) -> Option<Colour> {
        match symbol {
            '.' => Some(Colour(0)),
            'a'..='z' => Some(Colour(symbol as u8 - b'a' + 1)),
            _ => None,
        }
    }
}

impl Ink for Colour {
    type Block = ColourRun;
    type Board = PartialPicture;
    const BLANK: Colour = Colour(0);

    fn symbol(self) -> char {
        if self.0 == 0 { '.' } else { (b'a' + self.0 - 1) as char }
    }

    fn name(self) -> String {
        format!("`{}`", self.symbol())
    }

    fn number(self) -> usize {
        self.index()
    }

    fn write_board(board: &PartialPicture) -> String {
        board.0.iter().map(|cell| cell.map_or('?', Colour::symbol)).collect()
    }
}

/// A board half painted in colours: what is decided of each cell, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialPicture(pub Vec<Option<Colour>>);

/// A block of a colour: `3b` is three cells of the second colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ColourRun {
    /// How many cells.
    pub cells: usize,
    /// Of which colour.
    pub colour: Colour,
}

impl Display for ColourRun {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.cells, self.colour.symbol())
    }
}

impl Block for ColourRun {
    type Ink = Colour;

    fn new(cells: usize, colour: Colour) -> ColourRun {
        ColourRun { cells, colour }
    }

    fn cells(self) -> usize {
        self.cells
    }

    fn ink(self) -> Colour {
        self.colour
    }
}

/// A set of colours: what a cell may still be.
///
/// ```
/// use quandary_nonogram::{Colour, Colours};
/// let mut colours = Colours::all(2);
/// colours.remove(Colour::new(1).unwrap());
/// assert_eq!(colours.iter().map(Colour::index).collect::<Vec<_>>(), [0, 2]);
/// assert_eq!(colours.only(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Colours(u32);

impl Colours {
    /// No colour.
    pub const NONE: Colours = Colours(0);

    /// The background and the first `count` colours.
    pub fn all(count: usize) -> Colours {
        Colours(u32::MAX >> (31 - count))
    }

    /// One colour.
    pub fn one(colour: Colour) -> Colours {
        Colours(1 << colour.0)
    }

    /// Whether a colour is among them.
    pub fn has(self, colour: Colour) -> bool {
        self.0 >> colour.0 & 1 == 1
    }

    /// Takes a colour in.
    pub fn insert(&mut self, colour: Colour) {
        self.0 |= 1 << colour.0;
    }

    /// Takes a colour out.
    pub fn remove(&mut self, colour: Colour) {
        self.0 &= !(1 << colour.0);
    }

    /// Those of this set that are not in another.
    #[must_use]
    pub fn without(self, other: Colours) -> Colours {
        Colours(self.0 & !other.0)
    }

    /// How many they are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The colour, if there is exactly one.
    pub fn only(self) -> Option<Colour> {
        self.0.is_power_of_two().then(|| Colour(self.0.trailing_zeros() as u8))
    }

    /// The colours, the background first.
    pub fn iter(self) -> impl Iterator<Item = Colour> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let colour = (left != 0).then(|| Colour(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(colour)
        })
    }
}
