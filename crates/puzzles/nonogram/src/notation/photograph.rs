//! JPEG with the orientation that the camera wrote, and the first picture of a GIF.

use std::fmt::Display;

use quandary_core::InputError;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use super::decode::{Kind, on_white};
use super::image::Raster;

/// Reads a JPEG file. Its colour profile is ignored.
pub(super) fn read_jpeg(bytes: &[u8]) -> Result<Raster, InputError> {
    let broken = |error: &dyn Display| Kind::Jpeg.broken(error);
    let any = DecoderOptions::default().set_max_width(usize::MAX).set_max_height(usize::MAX);
    let options = any.set_strict_mode(false).jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| broken(&error))?;
    let (width, height) = decoder.dimensions().ok_or_else(|| broken(&"it has no size"))?;
    Kind::Jpeg.check_size(width as u32, height as u32)?;
    let orientation = decoder.exif().and_then(|exif| orientation(exif)).unwrap_or(1);
    let parts = decoder.decode().map_err(|error| broken(&error))?;
    let (pixels, _) = parts.as_chunks::<3>();
    if pixels.len() != width * height {
        return Err(broken(&"it has too few pixels"));
    }
    let (width, pixels) = turned(pixels, width, height, orientation);
    Raster::new(width, pixels).ok_or_else(|| broken(&"it has no pixels"))
}

/// Reads the first picture of a GIF file, placed as the file says; what it leaves out is white.
pub(super) fn read_gif(bytes: &[u8]) -> Result<Raster, InputError> {
    let broken = |error: &dyn Display| Kind::Gif.broken(error);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).map_err(|error| broken(&error))?;
    let (width, height) = (decoder.width(), decoder.height());
    Kind::Gif.check_size(width.into(), height.into())?;
    let frame = decoder.next_frame_info().map_err(|error| broken(&error))?;
    let frame = frame.ok_or_else(|| broken(&"it has no picture"))?;
    let (left, top) = (usize::from(frame.left), usize::from(frame.top));
    let (wide, high) = (usize::from(frame.width), usize::from(frame.height));
    Kind::Gif.check_size(frame.width.into(), frame.height.into())?;
    let mut parts = vec![0; 4 * wide * high];
    decoder.read_into_buffer(&mut parts).map_err(|error| broken(&error))?;
    let (width, height) = (usize::from(width), usize::from(height));
    let mut pixels = vec![[255; 3]; width * height];
    let (colours, _) = parts.as_chunks::<4>();
    for (index, &colour) in colours.iter().enumerate() {
        let (x, y) = (left + index % wide, top + index / wide);
        if x < width && y < height {
            pixels[y * width + x] = on_white(colour);
        }
    }
    Raster::new(width, pixels).ok_or_else(|| broken(&"it has no pixels"))
}

/// The orientation in a block of Exif, 1 to 8.
fn orientation(exif: &[u8]) -> Option<u16> {
    /// The tag of the orientation, and the type "one short number".
    const ORIENTATION: (u32, u32, u32) = (0x112, 3, 1);
    let little = match exif.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let number = |at: usize, length: usize| {
        let add = |sum: u32, &byte: &u8| sum << 8 | u32::from(byte);
        let bytes = exif.get(at..at.checked_add(length)?)?;
        Some(if little { bytes.iter().rev().fold(0, add) } else { bytes.iter().fold(0, add) })
    };
    let list = number(4, 4)? as usize;
    let entries = number(list, 2)? as usize;
    for entry in 0..entries {
        let at = list.checked_add(2 + 12 * entry)?;
        if (number(at, 2)?, number(at + 2, 2)?, number(at + 4, 4)?) == ORIENTATION {
            return number(at + 8, 2).filter(|value| (1..=8).contains(value)).map(|value| value as u16);
        }
    }
    None
}

/// The pixels as they are to be seen, and the width of a row.
fn turned(pixels: &[[u8; 3]], width: usize, height: usize, orientation: u16) -> (usize, Vec<[u8; 3]>) {
    if orientation == 1 {
        return (width, pixels.to_vec());
    }
    let (right, bottom) = (width - 1, height - 1);
    let (wide, high) = if orientation < 5 { (width, height) } else { (height, width) };
    let from = |x: usize, y: usize| match orientation {
        2 => (right - x, y),
        3 => (right - x, bottom - y),
        4 => (x, bottom - y),
        5 => (y, x),
        6 => (y, bottom - x),
        7 => (right - y, bottom - x),
        _ => (right - y, x),
    };
    let seen = |index: usize| {
        let (x, y) = from(index % wide, index / wide);
        pixels[y * width + x]
    };
    (wide, (0..wide * high).map(seen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_orientation_puts_the_first_pixel_where_exif_says() {
        // Six pixels in two rows of three, numbered from 1.
        let pixels: Vec<[u8; 3]> = (1..=6).map(|shade| [shade; 3]).collect();
        let seen = |orientation| {
            let (width, pixels) = turned(&pixels, 3, 2, orientation);
            (width, pixels.iter().map(|pixel| pixel[0]).collect::<Vec<u8>>())
        };
        assert_eq!(seen(1), (3, vec![1, 2, 3, 4, 5, 6]));
        assert_eq!(seen(2), (3, vec![3, 2, 1, 6, 5, 4]));
        assert_eq!(seen(3), (3, vec![6, 5, 4, 3, 2, 1]));
        assert_eq!(seen(4), (3, vec![4, 5, 6, 1, 2, 3]));
        assert_eq!(seen(5), (2, vec![1, 4, 2, 5, 3, 6]));
        assert_eq!(seen(6), (2, vec![4, 1, 5, 2, 6, 3]));
        assert_eq!(seen(7), (2, vec![6, 3, 5, 2, 4, 1]));
        assert_eq!(seen(8), (2, vec![3, 6, 2, 5, 1, 4]));
    }

    #[test]
    fn an_orientation_is_read_in_both_byte_orders_and_from_nothing_else() {
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0";
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0";
        assert_eq!((orientation(little), orientation(big)), (Some(6), Some(8)));
        for length in 0..20 {
            assert_eq!(orientation(&little[..length.min(19)]), None, "{length}");
        }
        let far = b"II*\0\xff\xff\xff\xff\x01\0";
        assert_eq!(orientation(far), None);
    }
}
