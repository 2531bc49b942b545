//! Images as puzzles: what the options make of them, and what becomes of bad ones.

use quandary_core::{Context, InputError};
use quandary_nonogram::notation::read_one;
use quandary_nonogram::verbs::ENTRY;
use quandary_verbs::{Input, Request, Status};
use serde_json::Value;

const ROWS: [&str; 4] = ["###..", "#....", "##.#.", "....."];
/// Pixels of a cell.
const CELL: usize = 16;

/// The shade of each pixel of the picture, large: dark grey on light grey.
fn shades() -> (usize, usize, Vec<u8>) {
    let (width, height) = (5 * CELL, 4 * CELL);
    let shade = |index: usize| {
        let (x, y) = (index % width / CELL, index / width / CELL);
        if ROWS[y].as_bytes()[x] == b'#' { 60 } else { 190 }
    };
    (width, height, (0..width * height).map(shade).collect())
}

fn png() -> Vec<u8> {
    let (width, height, shades) = shades();
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width as u32, height as u32);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&shades).unwrap();
    bytes
}

fn ask(verb: &str, bytes: &[u8], options: &[(&str, &str)]) -> Result<(Value, String), InputError> {
    let verb = ENTRY.verb(verb).expect("a verb of nonograms");
    let input = Input { source: "image".into(), bytes: bytes.to_vec() };
    let options = options.iter().map(|&(name, value)| (name, value.to_owned()));
    let request = Request::new(&verb.spec, Some(input), options)?;
    let answer = verb.run(ENTRY.name, &request, &Context::bare())?;
    assert_eq!(answer.status, Status::Answered);
    Ok((answer.json(), answer.text()))
}

/// The picture that `generate` makes of an image.
fn made(bytes: &[u8], options: &[(&str, &str)]) -> Vec<String> {
    let (json, _) = ask("generate", bytes, options).unwrap_or_else(|error| panic!("{options:?}: {error}"));
    let rows = json["items"][0]["solution"].as_array().unwrap();
    rows.iter().map(|row| row.as_str().unwrap().to_owned()).collect()
}

fn refused(bytes: &[u8], options: &[(&str, &str)]) -> String {
    ask("generate", bytes, options).expect_err("a refusal").to_string()
}

#[test]
fn an_image_is_cut_sharpened_split_and_turned_round_as_asked() {
    let (image, board) = (png(), ("board", "4x5"));
    assert_eq!(made(&image, &[board]), ROWS);
    assert_eq!(made(&image, &[board, ("threshold", "otsu")]), ROWS);
    assert_eq!(made(&image, &[board, ("threshold", "50")]), ["....."; 4]);
    assert_eq!(made(&image, &[board, ("threshold", "200")]), ["#####"; 4]);
    // Twice as far from the middle grey, the dark cells are black.
    assert_eq!(made(&image, &[board, ("threshold", "50"), ("contrast", "2")]), ROWS);
    assert_eq!(made(&image, &[("board", "2x3"), ("crop", "48x32+0+16")]), ["#..", "##."]);
    assert_eq!(made(&image, &[("board", "2x3"), ("crop", "48x32+0+16"), ("invert", "")]), [".##", "..#"]);
    let (unique, _) = ask("make-unique", &image, &[board, ("invert", ""), ("crop", "80x64+0+0")]).unwrap();
    assert_eq!(unique["picture"][0], "...##");
}

#[test]
fn what_an_image_cannot_give_is_refused_in_words() {
    let image = png();
    assert_eq!(
        refused(&image, &[("crop", "90x10+0+0")]),
        "--crop: the part 90x10+0+0 is not within the image; expected a part of 80x64 pixels, WIDTHxHEIGHT+LEFT+TOP"
    );
    assert!(refused(&image, &[("crop", "0x1+0+0")]).contains("such as 200x150+10+20"));
    assert!(refused(&image, &[("threshold", "300")]).starts_with("--threshold: `300` is not a threshold"));
    assert!(refused(&image, &[("threshold", "9"), ("colours", "2")]).contains("threshold"));
    assert!(refused(b"##\n#.\n", &[("invert", "")]).contains("an image as INPUT"));
    assert!(refused(b"##\n#.\n", &[("contact-sheet", "")]).contains("a contact sheet is made of an image"));
}

#[test]
fn a_contact_sheet_shows_every_size_and_threshold_with_the_options_that_give_it() {
    let image = png();
    let (json, svg) = ask("generate", &image, &[("contact-sheet", "")]).unwrap();
    let items = json["items"].as_array().unwrap();
    assert_eq!(items.len(), 6 * 5, "six widths up to 40, five thresholds");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    for item in items.iter().step_by(7) {
        let options = item["options"].as_str().unwrap();
        assert!(svg.contains(options), "{options}");
        let words: Vec<&str> = options.split(' ').collect();
        let [_, board, _, threshold] = words[..] else { panic!("{options}") };
        let again = made(&image, &[("board", board), ("threshold", threshold)]);
        assert_eq!(item["solution"], serde_json::json!(again));
    }
    let (one, _) =
        ask("generate", &image, &[("contact-sheet", ""), ("board", "4x5"), ("threshold", "100")]).unwrap();
    assert_eq!((one["items"].as_array().unwrap().len(), &one["items"][0]["verdict"]), (1, &"unique".into()));
}

#[test]
fn a_png_that_claims_too_much_is_refused_from_its_header() {
    let mut bytes = Vec::new();
    // Only the header: a reader that looked for pixels would say that there are none.
    let _ = png::Encoder::new(&mut bytes, 60_000, 60_000).write_header();
    assert!(bytes.len() < 200);
    let error = read_one(&bytes, None).unwrap_err().to_string();
    assert!(
        error.contains("a PNG image of 60000x60000 is too large; expected at most 67108864 pixels"),
        "{error}"
    );
}

#[cfg(feature = "photographs")]
mod photographs {
    use quandary_core::Seed;

    use super::*;

    /// The same shades, in quality 90.
    fn jpeg() -> Vec<u8> {
        include_bytes!("../data/picture.jpg").to_vec()
    }

    fn gif() -> Vec<u8> {
        let (width, height, shades) = shades();
        let (width, height) = (width as u16, height as u16);
        let palette = [[60; 3], [190; 3]].concat();
        let indices: Vec<u8> = shades.iter().map(|&shade| u8::from(shade == 190)).collect();
        let mut bytes = Vec::new();
        let mut encoder = gif::Encoder::new(&mut bytes, width, height, &palette).unwrap();
        let frame = gif::Frame { width, height, buffer: indices.into(), ..gif::Frame::default() };
        encoder.write_frame(&frame).unwrap();
        drop(encoder);
        bytes
    }

    /// A JPEG that its camera says to turn by a quarter, clockwise.
    fn turned() -> Vec<u8> {
        let exif = b"\xff\xe1\x00\x22Exif\0\0II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let jpeg = jpeg();
        [&jpeg[..2], exif, &jpeg[2..]].concat()
    }

    #[test]
    fn photographs_and_drawings_for_the_web_are_read_as_png_is() {
        for bytes in [jpeg(), gif()] {
            assert_eq!(made(&bytes, &[("board", "4x5")]), ROWS);
            assert_eq!(read_one(&bytes, None).unwrap().puzzle.size().to_string(), "64x80");
        }
        assert_eq!(made(&turned(), &[("board", "5x4")]), [".###", ".#.#", "...#", ".#..", "...."]);
    }

    #[test]
    fn bombs_are_refused_from_their_headers() {
        let mut bomb = gif();
        bomb[6..10].copy_from_slice(&[0xff; 4]);
        let error = read_one(&bomb, None).unwrap_err().to_string();
        assert!(error.contains("a GIF image of 65535x65535 is too large"), "{error}");
        let mut bomb = jpeg();
        let frame = bomb.windows(2).position(|pair| pair == [0xff, 0xc0]).unwrap();
        bomb[frame + 5..frame + 9].copy_from_slice(&[0xff, 0x00, 0xff, 0x00]);
        let error = read_one(&bomb, None).unwrap_err().to_string();
        assert!(error.contains("a JPEG image of 65280x65280 is too large"), "{error}");
    }

    #[test]
    fn damaged_photographs_are_refused_or_read_but_never_panic() {
        let mut stream = Seed(41).stream(0);
        let mut refusals = 0;
        for good in [jpeg(), gif(), turned()] {
            for length in [6, 20, good.len() / 2] {
                let error = read_one(&good[..length], None).map(|_| ()).unwrap_err().to_string();
                assert!(error.contains("image"), "{error}");
            }
            for _ in 0..100 {
                let mut bad = good.clone();
                for _ in 0..=stream.index(3) {
                    let at = stream.index(bad.len());
                    bad[at] = stream.next_u64() as u8;
                }
                refusals += usize::from(read_one(&bad, None).is_err());
            }
        }
        assert!(refusals > 0);
    }
}
