//! Images out of their files: PNG always, JPEG and GIF with the feature `photographs`.
//!
//! How large an image is stands at its beginning: one that claims too much is refused before anything else of it is read.

use quandary_core::InputError;

use super::image::Raster;

/// No image may claim more pixels than this.
const MOST_PIXELS: u64 = 1 << 26;

/// A kind of image file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Png,
    Jpeg,
    Gif,
}

impl Kind {
    /// The kind of a file, by how it begins.
    pub(crate) fn of(bytes: &[u8]) -> Option<Kind> {
        let begins: [(&[u8], Kind); 4] = [
            (b"\x89PNG", Kind::Png),
            (b"\xff\xd8\xff", Kind::Jpeg),
            (b"GIF87a", Kind::Gif),
            (b"GIF89a", Kind::Gif),
        ];
        begins.into_iter().find(|(begin, _)| bytes.starts_with(begin)).map(|(_, kind)| kind)
    }

    fn name(self) -> &'static str {
        match self {
            Kind::Png => "PNG",
            Kind::Jpeg => "JPEG",
            Kind::Gif => "GIF",
        }
    }

    pub(super) fn broken(self, error: &dyn std::fmt::Display) -> InputError {
        let name = self.name();
        InputError::new(format!("the {name} image cannot be read: {error}"))
            .at(1, 0)
            .expected(format!("a complete {name} file"))
    }

    pub(super) fn check_size(self, width: u32, height: u32) -> Result<(), InputError> {
        if u64::from(width) * u64::from(height) > MOST_PIXELS {
            return Err(InputError::new(format!("a {} image of {width}x{height} is too large", self.name()))
                .at(1, 0)
                .expected(format!("at most {MOST_PIXELS} pixels")));
        }
        Ok(())
    }

    #[cfg(not(feature = "photographs"))]
    fn left_out(self) -> InputError {
        InputError::new(format!("{} images cannot be read here", self.name()))
            .at(1, 0)
            .expected("PNG or PBM, or a build with the feature `photographs`")
    }

    /// Reads an image of this kind; transparent pixels are white.
    pub(crate) fn read(self, bytes: &[u8]) -> Result<Raster, InputError> {
        match self {
            Kind::Png => read_png(bytes),
            #[cfg(feature = "photographs")]
            Kind::Jpeg => super::photograph::read_jpeg(bytes),
            #[cfg(feature = "photographs")]
            Kind::Gif => super::photograph::read_gif(bytes),
            #[cfg(not(feature = "photographs"))]
            Kind::Jpeg | Kind::Gif => Err(self.left_out()),
        }
    }
}

/// What is seen of a colour on white.
pub(super) fn on_white([red, green, blue, alpha]: [u8; 4]) -> [u8; 3] {
    let alpha = u32::from(alpha);
    [red, green, blue].map(|part| ((u32::from(part) * alpha + 255 * (255 - alpha)) / 255) as u8)
}

fn read_png(bytes: &[u8]) -> Result<Raster, InputError> {
    let broken = |error: &dyn std::fmt::Display| Kind::Png.broken(error);
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(|error| broken(&error))?;
    Kind::Png.check_size(header.width, header.height)?;
    let mut reader = decoder.read_info().map_err(|error| broken(&error))?;
    let width = reader.info().width as usize;
    let size = reader.output_buffer_size().ok_or_else(|| broken(&"its size overflows"))?;
    let mut buffer = vec![0; size];
    let frame = reader.next_frame(&mut buffer).map_err(|error| broken(&error))?;
    let channels = frame.color_type.samples();
    let colour = |pixel: &[u8]| {
        on_white(match *pixel {
            [grey] => [grey, grey, grey, 255],
            [grey, alpha] => [grey, grey, grey, alpha],
            [red, green, blue, ref rest @ ..] => [red, green, blue, rest.first().copied().unwrap_or(255)],
            [] => [255; 4],
        })
    };
    let pixels = buffer[..frame.buffer_size()].chunks(channels).map(colour).collect();
    Raster::new(width, pixels).ok_or_else(|| broken(&"it has no pixels"))
}
