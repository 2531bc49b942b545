//! What a change costs, and what may not be changed.

use std::str::FromStr;

use quandary_core::InputError;

use crate::Picture;

/// What is to be kept small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// The number of cells changed.
    Cells,
    /// How much the changes show: the sum over the changed cells of [`visibility`].
    Look,
}

impl Objective {
    /// Their names.
    pub const NAMES: [&'static str; 2] = ["cells", "look"];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Objective::Cells => "cells",
            Objective::Look => "look",
        }
    }

    /// What it costs to change each cell of a picture.
    pub fn costs(self, picture: &Picture) -> Vec<u32> {
        let cell = |cell: usize| match self {
            Objective::Cells => 1,
            Objective::Look => visibility(picture, cell % picture.width(), cell / picture.width()),
        };
        (0..picture.cells().len()).map(cell).collect()
    }
}

impl FromStr for Objective {
    type Err = InputError;

    fn from_str(name: &str) -> Result<Objective, InputError> {
        match name {
            "cells" => Ok(Objective::Cells),
            "look" => Ok(Objective::Look),
            _ => Err(InputError::new(format!("the objective `{name}` is not known"))
                .expected("one of cells, look")),
        }
    }
}

/// The neighbours of a cell, clockwise from the right; odd ones are diagonal.
const AROUND: [(isize, isize); 8] = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

/// How much it shows when one cell of a picture changes, 1 to 17.
///
/// * 1, and 1 for each of its eight neighbours that has its colour: those it will stand out from. What lies outside
///   is white.
/// * 8 more when the change makes, removes, joins or breaks an area or a hole, as far as its neighbours tell: when the
///   cell is not *simple* (Rosenfeld 1970), by the connectivity number of Yokoi (1975) for black areas that hang
///   together by their corners.
///
/// So 2 at the end of a thin line, 4 at a corner and 6 on the side of an area, 11 in a thin line, 17 in the middle of an
/// area. Neighbours count as they are before anything is changed.
///
/// ```
/// use quandary_nonogram::{Picture, make_unique::visibility};
/// let picture = Picture::parse(".....\n.###.\n.###.\n.###.\n.....").unwrap();
/// assert_eq!([(1, 1), (2, 1), (2, 2), (0, 0)].map(|(x, y)| visibility(&picture, x, y)), [4, 6, 17, 8]);
/// ```
pub fn visibility(picture: &Picture, x: usize, y: usize) -> u32 {
    let white = AROUND.map(|(dx, dy)| {
        let (u, v) = (x.checked_add_signed(dx), y.checked_add_signed(dy));
        let inside = u.zip(v).filter(|&(u, v)| u < picture.width() && v < picture.height());
        !inside.is_some_and(|(u, v)| picture.is_black(u, v))
    });
    let own = white.iter().filter(|&&white| white != picture.is_black(x, y)).count() as u32;
    let parts =
        [0, 2, 4, 6].into_iter().filter(|&side| white[side] && !(white[side + 1] && white[(side + 2) % 8]));
    1 + own + if parts.count() == 1 { 0 } else { 8 }
}

/// The outline of a picture, black on white: every cell that has a neighbour above, below, left or right of the other
/// colour.
///
/// ```
/// use quandary_nonogram::{Picture, make_unique::edges};
/// let picture = Picture::parse("####.\n####.\n####.\n.....").unwrap();
/// assert_eq!(edges(&picture).rows(), ["...##", "...##", "#####", "####."]);
/// ```
pub fn edges(picture: &Picture) -> Picture {
    let (width, height) = (picture.width(), picture.height());
    let is_edge = |cell: usize| {
        let (x, y) = (cell % width, cell / width);
        let differs = |u: usize, v: usize| picture.is_black(u, v) != picture.is_black(x, y);
        (x > 0 && differs(x - 1, y))
            || (y > 0 && differs(x, y - 1))
            || (x + 1 < width && differs(x + 1, y))
            || (y + 1 < height && differs(x, y + 1))
    };
    Picture::from_cells(width, (0..width * height).map(is_edge).collect())
}
