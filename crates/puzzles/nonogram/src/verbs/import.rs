//! INPUT that is an image: what says how it becomes a picture.

use quandary_core::InputError;
use quandary_verbs::{Opt, OptionSpec, Request};

use super::SIZE;
use crate::notation::{Crop, Document, Import, Kind, Raster, Threshold};

const THRESHOLD: Opt<Threshold> = Opt::text(
    "threshold",
    "SHADE",
    &["otsu", "128"],
    "What is darker than this shade of an image (1 to 255) is black; otsu finds the shade that splits it best",
)
.or("otsu");
const INVERT: Opt<bool> = Opt::switch("invert", "Invert an image");
const CONTRAST: Opt<f64> = Opt::real(
    "contrast",
    "F",
    0.1,
    100.0,
    "Multiply the contrast of an image by this factor before scaling it",
)
.or("1");
const CROP: Opt<Crop> = Opt::text(
    "crop",
    "WxH+X+Y",
    &["200x150+10+20"],
    "Only this part of an image: width, height, left, top in pixels",
);

/// They are for images alone.
pub(super) const OPTIONS: [OptionSpec; 4] = [THRESHOLD.spec, INVERT.spec, CONTRAST.spec, CROP.spec];
/// Of these, what says which shades are black.
pub(super) const OF_SHADES: [OptionSpec; 2] = [THRESHOLD.spec, INVERT.spec];

/// The image that INPUT is, if it is one.
pub(super) fn image(request: &Request) -> Result<Option<Raster>, InputError> {
    let Some(input) = request.input() else { return Ok(None) };
    Kind::of(&input.bytes).map(|kind| kind.read(&input.bytes)).transpose()
}

/// How the options want an image.
pub(super) fn import(request: &Request) -> Import {
    Import {
        crop: request.find(CROP),
        contrast: request.get(CONTRAST),
        size: request.find(SIZE),
        threshold: request.get(THRESHOLD),
        invert: request.is_on(INVERT),
    }
}

/// Whether a threshold is given.
pub(super) fn has_threshold(request: &Request) -> bool {
    request.given(THRESHOLD)
}

/// The picture of an image, if INPUT is one; what is for images alone is refused otherwise.
pub(super) fn imported(request: &Request) -> Result<Option<Document>, InputError> {
    let Some(image) = image(request)? else {
        request.refuse(&OPTIONS, "an image as INPUT")?;
        return Ok(None);
    };
    let picture = import(request).picture(&image).map_err(|error| error.of_option("crop"))?;
    Ok(Some(Document::of_picture(picture)?))
}
