//! A contact sheet: one image in several sizes and thresholds, to choose from.

use std::fmt::Write;

use super::image::Raster;
use super::import::{Import, Threshold};
use crate::{Picture, Size};

/// A picture on the sheet, and what is written below it.
pub struct Tile {
    /// The picture.
    pub picture: Picture,
    /// A line each.
    pub words: Vec<String>,
}

/// Numbers of columns that an image is shown in, unless a size is given.
const WIDTHS: [usize; 6] = [10, 15, 20, 25, 30, 40];

/// How far the thresholds lie from Otsu's, unless one is given.
const AROUND: [i16; 5] = [-48, -24, 0, 24, 48];

/// The imports that a contact sheet shows, a row a size: those of an image that look as `import` says otherwise.
///
/// Sizes keep the proportions of the image, or of the part of it that is asked for, and are no finer than its pixels.
/// Without a threshold (`fixed` says that there is one) they are Otsu's of each size and some around it.
pub fn contact_sheet(
    image: &Raster,
    import: &Import,
    fixed: bool,
) -> Result<Vec<Vec<Import>>, quandary_core::InputError> {
    let whole = Import { size: None, ..*import }.prepared(image)?;
    let (width, height) = (whole.width(), whole.height());
    let of_width = |columns: usize| {
        let rows = (columns * height + width / 2) / width;
        Size { rows: rows.clamp(1, crate::LONGEST_LINE), columns }
    };
    let sizes: Vec<Size> = match import.size {
        Some(size) => vec![size],
        None => WIDTHS.into_iter().filter(|&columns| columns <= width.max(WIDTHS[0])).map(of_width).collect(),
    };
    let row = |size: Size| {
        let sized = Import { size: Some(size), ..*import };
        if fixed {
            return vec![sized];
        }
        let otsu = i16::from(whole.resized(size.columns, size.rows).grey().otsu());
        let mut shades = AROUND.map(|far| (otsu + far).clamp(1, 255) as u8).to_vec();
        shades.dedup();
        shades.into_iter().map(|shade| Import { threshold: Threshold::Below(shade), ..sized }).collect()
    };
    Ok(sizes.into_iter().map(row).collect())
}

/// Side of the room that a picture has, in the drawing's units.
const ROOM: usize = 220;
/// Between pictures.
const GAP: usize = 20;
/// Height of a line of words.
const LINE: usize = 16;

/// Draws a contact sheet with this many tiles per row.
///
/// ```
/// use quandary_nonogram::Picture;
/// use quandary_nonogram::notation::{Tile, write_contact_sheet};
/// let picture = Picture::parse("#.\n.#").unwrap();
/// let svg = write_contact_sheet(&[Tile { picture, words: vec!["--board 2x2".to_owned()] }], 5);
/// assert!(svg.starts_with("<svg") && svg.contains("--board 2x2"));
/// ```
pub fn write_contact_sheet(tiles: &[Tile], across: usize) -> String {
    let across = across.clamp(1, tiles.len().max(1));
    let lines = tiles.iter().map(|tile| tile.words.len()).max().unwrap_or(0);
    let (step, rise) = (ROOM + GAP, ROOM + GAP + lines * LINE);
    let (width, height) = (across * step + GAP, tiles.len().div_ceil(across) * rise + GAP);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for (index, Tile { picture, words }) in tiles.iter().enumerate() {
        let (left, top) = (GAP + index % across * step, GAP + index / across * rise);
        let cell = ROOM as f64 / picture.width().max(picture.height()) as f64;
        let _ = write!(svg, "<g transform=\"translate({left} {top}) scale({cell:.4})\"><path d=\"");
        for y in 0..picture.height() {
            let mut x = 0;
            while x < picture.width() {
                let run = (x..picture.width()).take_while(|&x| picture.is_black(x, y)).count();
                if run > 0 {
                    let _ = write!(svg, "M{x} {y}h{run}v1h-{run}z");
                }
                x += run.max(1);
            }
        }
        let _ = writeln!(
            svg,
            "\"/><rect width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"#999\" stroke-width=\"{:.4}\"/></g>",
            picture.width(),
            picture.height(),
            1.0 / cell
        );
        for (line, text) in words.iter().enumerate() {
            let y = top + ROOM + (line + 1) * LINE;
            // Numbers and options: nothing that would have to be escaped.
            let _ = writeln!(svg, "<text x=\"{left}\" y=\"{y}\">{text}</text>");
        }
    }
    svg.push_str("</svg>\n");
    svg
}
