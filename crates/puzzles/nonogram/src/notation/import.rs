//! How an image becomes black and white: what part of it, how its shades are drawn apart, and which are black.

use std::str::FromStr;

use quandary_core::InputError;

use super::image::Raster;
use crate::{Picture, Size};

/// Which shades become black.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threshold {
    /// Those below the shade that best splits the image in two groups: [`Grey::otsu`](super::Grey::otsu).
    Otsu,
    /// Those below this one, 1 to 255.
    Below(u8),
}

impl FromStr for Threshold {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Threshold, InputError> {
        if text == "otsu" {
            return Ok(Threshold::Otsu);
        }
        let shade = text.parse().ok().filter(|&shade| shade > 0).map(Threshold::Below);
        shade.ok_or_else(|| {
            InputError::new(format!("`{text}` is not a threshold"))
                .expected("a shade from 1 (only black is) to 255 (all but white are), or otsu")
        })
    }
}

/// A part of an image in pixels, written as image tools do: `WIDTHxHEIGHT+LEFT+TOP`.
///
/// ```
/// use quandary_nonogram::notation::Crop;
/// let crop: Crop = "200x150+10+20".parse().unwrap();
/// assert_eq!((crop.width, crop.height, crop.left, crop.top), (200, 150, 10, 20));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crop {
    /// Number of columns.
    pub width: usize,
    /// Number of rows.
    pub height: usize,
    /// Columns left out before it.
    pub left: usize,
    /// Rows left out above it.
    pub top: usize,
}

impl FromStr for Crop {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Crop, InputError> {
        let parsed = || {
            let (size, place) = text.split_once('+')?;
            let ((width, height), (left, top)) = (size.split_once('x')?, place.split_once('+')?);
            let number = |word: &str| word.parse::<usize>().ok().filter(|&number| number < 1 << 31);
            let crop = Crop {
                width: number(width)?,
                height: number(height)?,
                left: number(left)?,
                top: number(top)?,
            };
            (crop.width > 0 && crop.height > 0).then_some(crop)
        };
        parsed().ok_or_else(|| {
            InputError::new(format!("`{text}` is not a part of an image"))
                .expected("WIDTHxHEIGHT+LEFT+TOP in pixels, such as 200x150+10+20")
        })
    }
}

/// How to make a picture of an image. What is not said leaves the image as it is; Otsu's threshold is the usual one.
///
/// ```
/// use quandary_nonogram::notation::{Import, Raster, Threshold};
/// let shades = [10, 90, 200, 250].map(|shade| [shade; 3]);
/// let raster = Raster::new(4, shades.to_vec()).unwrap();
/// let rows = |import: Import| import.picture(&raster).unwrap().rows();
/// assert_eq!(rows(Import::default()), ["##.."]);
/// assert_eq!(rows(Import { threshold: Threshold::Below(50), ..Import::default() }), ["#..."]);
/// assert_eq!(rows(Import { invert: true, crop: Some("2x1+1+0".parse().unwrap()), ..Import::default() }), [".#"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Import {
    /// Only this part of it.
    pub crop: Option<Crop>,
    /// How many times as far from the middle grey every shade is to be.
    pub contrast: f64,
    /// Rows and columns to scale it to.
    pub size: Option<Size>,
    /// Which shades become black.
    pub threshold: Threshold,
    /// Black for white.
    pub invert: bool,
}

impl Default for Import {
    fn default() -> Import {
        Import { crop: None, contrast: 1.0, size: None, threshold: Threshold::Otsu, invert: false }
    }
}

impl Import {
    /// The image cut, with its contrast, in its size: what is left is to choose inks.
    pub fn prepared(&self, image: &Raster) -> Result<Raster, InputError> {
        let mut part = match self.crop {
            Some(crop) => image.cropped(crop)?,
            None => image.clone(),
        };
        if self.contrast != 1.0 {
            part.stretch(self.contrast);
        }
        Ok(match self.size {
            Some(size) => part.resized(size.columns, size.rows),
            None => part,
        })
    }

    /// The picture in black and white.
    pub fn picture(&self, image: &Raster) -> Result<Picture, InputError> {
        let grey = self.prepared(image)?.grey();
        let below = match self.threshold {
            Threshold::Otsu => grey.otsu(),
            Threshold::Below(shade) => shade,
        };
        Ok(grey.below(below, self.invert))
    }
}
