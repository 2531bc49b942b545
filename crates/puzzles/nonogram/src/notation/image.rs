//! Pictures from images: portable bitmaps as they are, photographs by brightness or by their main colours.

use quandary_core::InputError;

use super::cluster::{Rgb, main_colours};
use super::import::Crop;
use crate::palette::Swatch;
use crate::rules::LONGEST_LINE;
use crate::{Colour, Palette, Picture};

/// A picture of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Raster {
    width: usize,
    pixels: Vec<Rgb>,
}

/// Which part of `old` pixels becomes part `index` of `new`.
fn span(index: usize, new: usize, old: usize) -> std::ops::Range<usize> {
    let from = index * old / new;
    from..((index + 1) * old / new).max(from + 1).min(old.max(1))
}

impl Raster {
    /// A picture from its pixels, row by row; `None` when they do not make whole rows.
    pub fn new(width: usize, pixels: Vec<[u8; 3]>) -> Option<Raster> {
        (width > 0 && !pixels.is_empty() && pixels.len().is_multiple_of(width))
            .then_some(Raster { width, pixels })
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.pixels.len() / self.width
    }

    /// A part of it; an error when that reaches beyond the image.
    pub fn cropped(&self, crop: Crop) -> Result<Raster, InputError> {
        let Crop { width, height, left, top } = crop;
        if left + width > self.width || top + height > self.height() || width == 0 || height == 0 {
            return Err(InputError::new(format!(
                "the part {width}x{height}+{left}+{top} is not within the image"
            ))
            .expected(format!(
                "a part of {}x{} pixels, WIDTHxHEIGHT+LEFT+TOP",
                self.width,
                self.height()
            )));
        }
        let row = |y: usize| &self.pixels[y * self.width + left..][..width];
        Ok(Raster { width, pixels: (top..top + height).flat_map(row).copied().collect() })
    }

    /// Draws every part of every colour `factor` times as far from the middle as it was.
    pub fn stretch(&mut self, factor: f64) {
        let table: Vec<u8> = (0..=255)
            .map(|part| (127.5 + factor * (f64::from(part) - 127.5)).round().clamp(0.0, 255.0) as u8)
            .collect();
        for part in self.pixels.iter_mut().flatten() {
            *part = table[usize::from(*part)];
        }
    }

    /// Its shades, by the weights of Rec. 601.
    pub fn grey(&self) -> Grey {
        let shade = |&[red, green, blue]: &Rgb| {
            ((77 * u32::from(red) + 150 * u32::from(green) + 29 * u32::from(blue)) / 256) as u8
        };
        Grey { width: self.width, shades: self.pixels.iter().map(shade).collect() }
    }

    /// The same picture in another size: each new pixel is the mean of those it covers.
    #[must_use]
    pub fn resized(&self, width: usize, height: usize) -> Raster {
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let (mut sum, mut count) = ([0_usize; 3], 0);
                for row in span(y, height, self.height()) {
                    for column in span(x, width, self.width) {
                        let pixel = self.pixels[row * self.width + column];
                        for (sum, part) in sum.iter_mut().zip(pixel) {
                            *sum += usize::from(part);
                        }
                        count += 1;
                    }
                }
                pixels.push(sum.map(|sum| (sum / count.max(1)) as u8));
            }
        }
        Raster { width, pixels }
    }

    /// The picture in its `count` main colours and a background, each pixel in the nearest of them, without dithering.
    ///
    /// The colours are the means of clusters ([`super::cluster`]). The one that most pixels at the border have is the
    /// background; the others follow by how many pixels they have.
    ///
    /// ```
    /// use quandary_nonogram::notation::Raster;
    /// let [white, red, blue] = [[250, 250, 250], [200, 0, 10], [0, 0, 255]];
    /// let raster = Raster::new(4, [vec![white; 5], vec![red, red, white, white, blue], vec![white; 2]].concat()).unwrap();
    /// let (picture, palette) = raster.colours(2);
    /// assert_eq!(picture.rows(), ["....", ".aa.", ".b.."]);
    /// assert_eq!(palette.iter().next().unwrap().1.rgb, white);
    /// ```
    pub fn colours(&self, count: usize) -> (Picture<Colour>, Palette) {
        let (centres, nearest) = main_colours(&self.pixels, count.min(Colour::MOST) + 1);
        let (width, height) = (self.width, self.height());
        let is_border = |index: usize| {
            let (x, y) = (index % width, index / width);
            x == 0 || y == 0 || x + 1 == width || y + 1 == height
        };
        let (mut border, mut size) = (vec![0_usize; centres.len()], vec![0_usize; centres.len()]);
        for (index, &centre) in nearest.iter().enumerate() {
            border[centre] += usize::from(is_border(index));
            size[centre] += 1;
        }
        let mut order: Vec<usize> = (0..centres.len()).collect();
        order.sort_by_key(|&centre| std::cmp::Reverse(size[centre]));
        if let Some(&background) = order.iter().max_by_key(|&&centre| border[centre]) {
            order.retain(|&centre| centre != background);
            order.insert(0, background);
        }
        let number = |centre: &usize| {
            let index = order.iter().position(|known| known == centre).unwrap_or(0);
            Colour::new(index).unwrap_or_else(|| unreachable!("no more colours than letters were asked for"))
        };
        let swatch = |&centre: &usize| {
            let swatch = Swatch { name: String::new(), rgb: centres[centre] };
            Swatch { name: swatch.hex(), ..swatch }
        };
        let palette = Palette::new(order.iter().map(swatch).collect());
        let cells = nearest.iter().map(number).collect();
        (Picture::from_cells(width, cells), palette.unwrap_or_else(|| Palette::usual(1)))
    }
}

/// A picture in shades of grey, 0 black to 255 white.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grey {
    width: usize,
    shades: Vec<u8>,
}

impl Grey {
    /// A grey picture from its shades, row by row; `None` when they do not make whole rows.
    pub fn new(width: usize, shades: Vec<u8>) -> Option<Grey> {
        (width > 0 && !shades.is_empty() && shades.len().is_multiple_of(width))
            .then_some(Grey { width, shades })
    }

    /// Number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of rows.
    pub fn height(&self) -> usize {
        self.shades.len() / self.width
    }

    /// The same picture in another size: each new pixel is the mean of those it covers.
    #[must_use]
    pub fn resized(&self, width: usize, height: usize) -> Grey {
        let mut shades = Vec::with_capacity(width * height);
        for y in 0..height {
            for x in 0..width {
                let (mut sum, mut count) = (0_usize, 0);
                for row in span(y, height, self.height()) {
                    for column in span(x, width, self.width) {
                        sum += usize::from(self.shades[row * self.width + column]);
                        count += 1;
                    }
                }
                shades.push((sum / count.max(1)) as u8);
            }
        }
        Grey { width, shades }
    }

    /// Otsu's threshold (1979): the shade below which the picture is split in the two groups that differ most, so that
    /// under- and overexposed photographs keep their shape.
    pub fn otsu(&self) -> u8 {
        let mut histogram = [0_u64; 256];
        for &shade in &self.shades {
            histogram[usize::from(shade)] += 1;
        }
        let total: u64 = histogram.iter().sum();
        let weight: u64 = histogram.iter().enumerate().map(|(shade, &count)| shade as u64 * count).sum();
        let (mut below, mut below_weight, mut best) = (0, 0, (-1.0, 128));
        for (shade, &count) in histogram.iter().enumerate() {
            below += count;
            below_weight += shade as u64 * count;
            let above = total - below;
            if below > 0 && above > 0 {
                let gap = below_weight as f64 / below as f64 - (weight - below_weight) as f64 / above as f64;
                let split = below as f64 * above as f64 * gap * gap;
                if split > best.0 {
                    best = (split, shade);
                }
            }
        }
        // The darker group reaches up to the best shade; white itself is never black.
        (best.1 + 1).min(255) as u8
    }

    /// Black where it is darker than a shade, or with `invert` where it is not.
    pub fn below(&self, shade: u8, invert: bool) -> Picture {
        Picture::from_cells(self.width, self.shades.iter().map(|&own| (own < shade) != invert).collect())
    }

    /// Black where it is darker than Otsu's threshold.
    pub fn threshold(&self) -> Picture {
        self.below(self.otsu(), false)
    }
}

/// Reads a portable bitmap, `P1` (text) or `P4` (packed bits): 1 is black.
pub(super) fn read_pbm(bytes: &[u8]) -> Result<Picture, InputError> {
    let fault = |what: &str| InputError::new(format!("the bitmap {what}")).at(1, 0).expected("a PBM file");
    let mut at = 2;
    let mut number = || -> Option<usize> {
        loop {
            match bytes.get(at)? {
                b'#' => at += bytes[at..].iter().position(|&byte| byte == b'\n')?,
                byte if byte.is_ascii_whitespace() => at += 1,
                _ => break,
            }
        }
        let digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let text = std::str::from_utf8(&bytes[at..at + digits]).ok()?;
        at += digits;
        text.parse().ok()
    };
    let (Some(width), Some(height)) = (number(), number()) else { return Err(fault("has no size")) };
    if width == 0 || height == 0 || width.max(height) > LONGEST_LINE {
        return Err(fault(&format!("is {width}x{height}")).expected(format!("1 to {LONGEST_LINE} each way")));
    }
    let data = bytes.get(at..).unwrap_or_default();
    let black: Vec<bool> = if bytes.starts_with(b"P1") {
        let bits = data.iter().filter(|byte| matches!(byte, b'0' | b'1'));
        bits.map(|&byte| byte == b'1').take(width * height).collect()
    } else {
        let stride = width.div_ceil(8);
        let rows = data.get(1..).unwrap_or_default().chunks_exact(stride).take(height);
        rows.flat_map(|row| (0..width).map(|x| row[x / 8] >> (7 - x % 8) & 1 == 1)).collect()
    };
    if black.len() < width * height {
        return Err(fault("ends too early"));
    }
    Ok(Picture::from_cells(width, black))
}
