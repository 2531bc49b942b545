//! What is printed: puzzles and their solutions as drawings, measured in squares of a board. `quandary-print` lays them out
//! on pages.

use quandary_core::{Context, InputError, Seed, Stop};

use crate::Options;

/// Red, green, blue.
pub type Tint = [u8; 3];

/// Black.
pub const BLACK: Tint = [20, 20, 20];
/// The lines between squares.
pub const GREY: Tint = [150, 150, 150];
/// A square that is filled lightly.
pub const PALE: Tint = [226, 226, 226];

/// Where a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// It begins there.
    Start,
    /// Its middle is there.
    Middle,
    /// It ends there.
    End,
}

/// A part of a drawing. Lengths are in squares, from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A filled rectangle.
    Area {
        /// Its left edge.
        x: f64,
        /// Its upper edge.
        y: f64,
        /// How wide it is.
        width: f64,
        /// How high it is.
        height: f64,
        /// What it is filled with.
        fill: Tint,
    },
    /// A straight line.
    Line {
        /// Where it begins.
        from: (f64, f64),
        /// Where it ends.
        to: (f64, f64),
        /// Its colour.
        tint: Tint,
        /// How thick it is.
        thick: f64,
    },
    /// A filled circle.
    Disc {
        /// Its middle.
        middle: (f64, f64),
        /// Its radius.
        radius: f64,
        /// What it is filled with.
        fill: Tint,
    },
    /// A line of text.
    Text {
        /// Where it stands: the middle of its height, and what `align` says of its width.
        at: (f64, f64),
        /// The size of its letters.
        size: f64,
        /// Where along its width that is.
        align: Align,
        /// Whether it is bold.
        bold: bool,
        /// Its colour.
        tint: Tint,
        /// What it says.
        text: String,
    },
}

/// A drawing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Art {
    /// How wide it is, in squares.
    pub width: f64,
    /// How high it is, in squares.
    pub height: f64,
    /// Its parts; later ones lie above earlier ones.
    pub marks: Vec<Mark>,
}

impl Art {
    /// An empty drawing.
    pub fn new(width: f64, height: f64) -> Art {
        Art { width, height, marks: Vec::new() }
    }

    /// Fills a rectangle.
    pub fn area(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: Tint) {
        self.marks.push(Mark::Area { x, y, width, height, fill });
    }

    /// Draws a line.
    pub fn line(&mut self, from: (f64, f64), to: (f64, f64), tint: Tint, thick: f64) {
        self.marks.push(Mark::Line { from, to, tint, thick });
    }

    /// Fills a circle.
    pub fn disc(&mut self, middle: (f64, f64), radius: f64, fill: Tint) {
        self.marks.push(Mark::Disc { middle, radius, fill });
    }

    /// Writes a text with its middle at a point.
    pub fn text(&mut self, at: (f64, f64), size: f64, bold: bool, tint: Tint, text: impl Into<String>) {
        self.marks.push(Mark::Text { at, size, align: Align::Middle, bold, tint, text: text.into() });
    }

    /// Whether every part lies within its width and height, but for half the thickness of a line.
    pub fn is_whole(&self) -> bool {
        const EDGE: f64 = 0.1;
        let inside = |x: f64, y: f64| {
            (-EDGE..=self.width + EDGE).contains(&x) && (-EDGE..=self.height + EDGE).contains(&y)
        };
        self.marks.iter().all(|mark| match mark {
            Mark::Area { x, y, width, height, .. } => inside(*x, *y) && inside(x + width, y + height),
            Mark::Line { from, to, .. } => inside(from.0, from.1) && inside(to.0, to.1),
            Mark::Disc { middle: (x, y), radius, .. } => {
                inside(x - radius, y - radius) && inside(x + radius, y + radius)
            }
            Mark::Text { at: (x, y), size, .. } => inside(*x, y - size / 2.0) && inside(*x, y + size / 2.0),
        })
    }

    /// The lines of a board: thin between squares, thicker after every `heavy` of them, and around it.
    pub fn grid(&mut self, (x, y): (f64, f64), rows: usize, columns: usize, heavy: usize) {
        let (width, height) = (columns as f64, rows as f64);
        let look = |index: usize, last: usize| match index {
            0 => (BLACK, 0.09),
            index if index == last => (BLACK, 0.09),
            index if heavy > 0 && index.is_multiple_of(heavy) => (BLACK, 0.06),
            _ => (GREY, 0.03),
        };
        // Thick lines lie above thin ones.
        for wanted in [GREY, BLACK] {
            for row in 0..=rows {
                let ((tint, thick), at) = (look(row, rows), y + row as f64);
                if tint == wanted {
                    self.line((x, at), (x + width, at), tint, thick);
                }
            }
            for column in 0..=columns {
                let ((tint, thick), at) = (look(column, columns), x + column as f64);
                if tint == wanted {
                    self.line((at, y), (at, y + height), tint, thick);
                }
            }
        }
    }
}

/// A puzzle to be printed.
#[derive(Clone, Debug, PartialEq)]
pub struct Printed {
    /// What it is: `Nonogram, 15x15`.
    pub title: String,
    /// How hard it is and what there is to do: `level 2 of 5`.
    pub grade: String,
    /// The puzzle, with space to solve it.
    pub puzzle: Art,
    /// The solution.
    pub solution: Art,
    /// What is said of the solution, such as the name of a picture.
    pub answer: String,
}

/// Puzzles ready to print, or why there are none.
pub type Sheet = Result<Vec<Printed>, Stop>;

/// How a puzzle is printed.
pub struct Prints {
    /// Draws this number of puzzles under a setting, by a seed.
    pub draw: fn(&Options, usize, Seed, &Context<'_>) -> Sheet,
    /// The puzzles of a file.
    pub read: fn(&[u8], &Context<'_>) -> Sheet,
}

/// The error where a file holds nothing that could be printed.
pub fn nothing_to_print() -> InputError {
    InputError::new("there is no puzzle in it").expected("one or more")
}
