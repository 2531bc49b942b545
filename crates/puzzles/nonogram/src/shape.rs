//! Kinds of random pictures: noise, and what looks more like something.

use std::str::FromStr;

use quandary_core::{InputError, Stream};

use crate::generate::random_picture;
use crate::{Picture, Size};

/// A kind of picture to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Every picture with the share of black cells is equally likely.
    Noise,
    /// Noise whose right half mirrors the left.
    Symmetric,
    /// Noise in which neighbours agree: areas with smooth borders, as in drawings.
    Blobs,
}

/// Rounds in which every cell joins the majority around it.
const ROUNDS: usize = 2;

impl Shape {
    /// Their names.
    pub const NAMES: [&'static str; 3] = ["noise", "symmetric", "blobs"];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Noise => "noise",
            Shape::Symmetric => "symmetric",
            Shape::Blobs => "blobs",
        }
    }

    /// Draws a picture with about this share of black cells.
    ///
    /// ```
    /// use quandary_core::Seed;
    /// use quandary_nonogram::shape::Shape;
    /// let picture = Shape::Symmetric.draw(&mut Seed(1).stream(0), "6x9".parse().unwrap(), 0.5);
    /// assert!((0..6).all(|y| (0..9).all(|x| picture.is_black(x, y) == picture.is_black(8 - x, y))));
    /// ```
    pub fn draw(self, stream: &mut Stream, size: Size, share: f64) -> Picture {
        let Size { rows, columns } = size;
        let noise = random_picture(stream, columns, rows, share);
        match self {
            Shape::Noise => noise,
            Shape::Symmetric => {
                let mut picture = noise;
                for y in 0..rows {
                    for x in 0..columns / 2 {
                        picture.paint(columns - 1 - x, y, picture.is_black(x, y));
                    }
                }
                picture
            }
            Shape::Blobs => (0..ROUNDS).fold(noise, |picture, _| smoothed(&picture, share)),
        }
    }
}

/// Every cell black when more of the cells around it and itself are than the share would have it.
fn smoothed(picture: &Picture, share: f64) -> Picture {
    let (width, height) = (picture.width(), picture.height());
    let around = |at: usize, end: usize| at.saturating_sub(1)..(at + 2).min(end);
    let black = |cell: usize| {
        let (x, y) = (cell % width, cell / width);
        let cells = around(y, height).flat_map(|v| around(x, width).map(move |u| (u, v)));
        let (mut black, mut all) = (0, 0);
        for (u, v) in cells {
            black += usize::from(picture.is_black(u, v));
            all += 1;
        }
        black as f64 > share * all as f64
    };
    Picture::from_cells(width, (0..width * height).map(black).collect())
}

impl FromStr for Shape {
    type Err = InputError;

    fn from_str(name: &str) -> Result<Shape, InputError> {
        let all = [Shape::Noise, Shape::Symmetric, Shape::Blobs];
        all.into_iter().find(|shape| shape.name() == name).ok_or_else(|| {
            InputError::new(format!("the shape `{name}` is not known"))
                .expected(format!("one of {}", Shape::NAMES.join(", ")))
        })
    }
}
