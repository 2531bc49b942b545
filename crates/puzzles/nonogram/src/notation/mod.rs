//! Text and images in and out: the formats of the field.
//!
//! | name | what | read | written |
//! |---|---|---|---|
//! | `tcga` | tournament text: `$1`, then the columns, then the rows, tabs between, an empty line for an empty clue | ✓ | ✓ |
//! | `nin` | `WIDTH HEIGHT`, rows, columns, `0` for an empty clue | ✓ | ✓ |
//! | `non` | Simpson's keys: `width`, `height`, `rows`, `columns`, `goal`, and our `saved` for a board half painted | ✓ | ✓ |
//! | `mk` | `HEIGHT WIDTH`, rows, `#`, columns | ✓ | |
//! | `cwd` | height and width on two lines, rows, an empty line, columns | ✓ | |
//! | `g` | Olšák's `: rows` and `: columns` | ✓ | ✓ |
//! | `webpbn` | the XML of webpbn.com | ✓ | ✓ |
//! | `csv` | `row` or `column`, then the blocks, a line each, in their order | ✓ | ✓ |
//! | `inline` | one line: rows, `/`, columns, and perhaps `/` and the cells of a board: `1-1 3/2 1 2/b-----` | ✓ | ✓ |
//! | `drawing` | a board with its clues beside and above it, as a game in progress is shown | ✓ | ✓ |
//! | `picture` | rows of `#` and `.`: the puzzle of that picture, perhaps with title and colours (`titled`) | ✓ | |
//! | `pbm`, `png`, `jpeg`, `gif` | images: the puzzle of that picture; the last two with the feature `photographs` | ✓ | |
//! | `svg` | a page to print | | ✓ |
//!
//! [`read`] recognises the format unless it is given, and [`read_sheets`] also reads what is in colours: `nin`, `inline` and
//! `csv` with our letters after the lengths (`3a`), `non`, `g` and `webpbn` with the colours that they declare.
//! Triangles, triddlers and blotted clues are refused.

mod cluster;
mod contact;
mod decode;
mod draw;
mod entities;
mod image;
mod import;
mod inline;
mod keyed;
mod lettered;
mod lines;
mod olsak;
#[cfg(feature = "photographs")]
mod photograph;
mod plain;
mod svg;
mod table;
mod titled;
mod tournament;
mod webpbn;

use quandary_core::InputError;

pub use contact::{Tile, contact_sheet, write_contact_sheet};
pub(crate) use decode::Kind;
pub use draw::draw_board;
pub(crate) use draw::draw_colours;
pub use image::{Grey, Raster};
pub use import::{Crop, Import, Threshold};
pub use inline::write_inline;
pub use keyed::write_non;
pub use olsak::write_g;
pub use plain::write_nin;
pub use svg::{Drawing, write_svg};
pub use table::write_csv;
pub use titled::write_titled;
pub use tournament::{write_question, write_solution};
pub use webpbn::write_webpbn;

use crate::ink::PartialPicture;
use crate::rules::check_size;
use crate::{Block, Colour, ColourRun, Ink, Nonogram, Palette, Picture};

/// A format by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Tournament text.
    Tcga,
    /// `.nin`
    Nin,
    /// `.non`
    Non,
    /// `.mk`
    Mk,
    /// `.cwd`
    Cwd,
    /// `.g`
    G,
    /// webpbn XML.
    Webpbn,
    /// A table of clues.
    Csv,
    /// One line.
    Inline,
    /// A board with its clues beside and above it.
    Drawing,
    /// Rows of `#` and `.`.
    Picture,
    /// A portable bitmap, text or binary.
    Pbm,
    /// A PNG image.
    Png,
    /// A JPEG image.
    Jpeg,
    /// The first picture of a GIF image.
    Gif,
}

impl Format {
    /// Every format that can be read.
    pub const ALL: [Format; 15] = [
        Format::Tcga,
        Format::Nin,
        Format::Non,
        Format::Mk,
        Format::Cwd,
        Format::G,
        Format::Webpbn,
        Format::Csv,
        Format::Inline,
        Format::Drawing,
        Format::Picture,
        Format::Pbm,
        Format::Png,
        Format::Jpeg,
        Format::Gif,
    ];

    /// Their names, in the same order.
    pub const NAMES: [&'static str; 15] = [
        "tcga", "nin", "non", "mk", "cwd", "g", "webpbn", "csv", "inline", "drawing", "picture", "pbm",
        "png", "jpeg", "gif",
    ];
}

impl std::str::FromStr for Format {
    type Err = InputError;

    fn from_str(name: &str) -> Result<Format, InputError> {
        let found = Format::NAMES.iter().position(|known| *known == name).map(|index| Format::ALL[index]);
        found.ok_or_else(|| {
            InputError::new(format!("the format `{name}` is not known"))
                .expected(format!("one of {}", Format::NAMES.join(", ")))
        })
    }
}

/// A puzzle as a file holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document<B: Block = usize> {
    /// The clues.
    pub puzzle: Nonogram<B>,
    /// How its colours look.
    pub palette: Palette,
    /// Its title, if the file gives one.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Whose it is.
    pub copyright: Option<String>,
    /// The picture the file gives as the answer; it fits the clues.
    pub goal: Option<Picture<B::Ink>>,
    /// A board half painted.
    pub saved: Option<<B::Ink as Ink>::Board>,
    /// What is odd about the file, though it can be used: what, where, and what would be right.
    pub warnings: Vec<InputError>,
}

impl<B: Block> Document<B> {
    /// Only the clues.
    pub fn plain(puzzle: Nonogram<B>) -> Document<B> {
        let all = puzzle.rows().iter().chain(puzzle.columns()).flatten();
        let colours = all.map(|block| block.ink().number()).max().unwrap_or(1);
        Document {
            palette: Palette::usual(colours),
            puzzle,
            title: None,
            author: None,
            copyright: None,
            goal: None,
            saved: None,
            warnings: Vec::new(),
        }
    }

    /// With the picture that line `line` of the file gives as the answer. If it does not fit the clues it is left
    /// out, with a warning: the clues are what is to be solved.
    fn with_goal(mut self, goal: Picture<B::Ink>, line: usize) -> Document<B> {
        let warn = |what: String, right: String| InputError::new(what).at(line, 0).expected(right);
        let puzzle = &self.puzzle;
        let found = Nonogram::of(&goal);
        if found.size() != puzzle.size() {
            let what = format!("the goal is {} and is left out", found.size());
            self.warnings.push(warn(what, format!("{}, the size of the puzzle", puzzle.size())));
        } else if let Some(other) = puzzle.lines().find(|&line| found.clue(line) != puzzle.clue(line)) {
            let (has, should) = (found.clue(other), puzzle.clue(other));
            let what = format!(
                "the goal contradicts the clues and is left out: its {other} has {}",
                plain::join(has, " ")
            );
            self.warnings.push(warn(what, format!("{} as the clue says", plain::join(should, " "))));
        } else {
            self.goal = Some(goal);
        }
        self
    }

    /// The puzzle of a picture.
    pub(crate) fn of_picture(picture: Picture<B::Ink>) -> Result<Document<B>, InputError> {
        // Before its clues are made: those of a line as long as a file would take minutes.
        check_size(picture.height(), picture.width())?;
        let puzzle = Nonogram::of(&picture);
        Ok(Document { goal: Some(picture), ..Document::plain(puzzle) })
    }
}

/// A puzzle as a file holds it, in black and white or in colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// In black and white.
    Plain(Box<Document>),
    /// In colours.
    Coloured(Box<Document<ColourRun>>),
}

impl Sheet {
    /// The document, if it is in black and white.
    pub fn plain(self) -> Result<Document, InputError> {
        match self {
            Sheet::Plain(document) => Ok(*document),
            Sheet::Coloured(document) => {
                Err(InputError::new(format!("the puzzle has {} colours", document.palette.colours()))
                    .expected("black and white; `solve`, `explain`, `measure` and `generate` take colours"))
            }
        }
    }
}

/// A board half painted in colours: a letter, `.` or `?` for each cell, row by row, with optional blanks.
fn begun(text: &str, puzzle: &Nonogram<ColourRun>) -> Result<PartialPicture, InputError> {
    let mut cells = Vec::new();
    for symbol in text.chars().filter(|symbol| !symbol.is_whitespace()) {
        cells.push(match symbol {
            '?' | '-' => None,
            symbol => Some(Colour::from_symbol(symbol).ok_or_else(|| {
                InputError::new(format!("`{symbol}` is not a cell"))
                    .expected("the letter of a colour, `.` for a blank cell or `?` for an open one")
            })?),
        });
    }
    if cells.len() != puzzle.cells() {
        return Err(InputError::new(format!("{} cells", cells.len())).expected(format!("{}", puzzle.cells())));
    }
    Ok(PartialPicture(cells))
}

/// Reads every puzzle of a file that is in black and white; colours are refused.
///
/// `format` is recognised from the content when it is not given. Errors name the line and, where one word
/// is wrong, the column.
///
/// ```
/// use quandary_nonogram::notation::read;
/// let puzzles = read(b"$1\n1\n2\n1\t1\n\n3\n1\n", None);
/// assert!(puzzles.is_err()); // the sums differ
/// let puzzles = read(b"3 2\n1 1\n3\n2\n1\n2\n", None).unwrap();
/// assert_eq!(puzzles[0].puzzle.width(), 3);
/// ```
pub fn read(bytes: &[u8], format: Option<Format>) -> Result<Vec<Document>, InputError> {
    read_sheets(bytes, format)?.into_iter().map(Sheet::plain).collect()
}

/// Reads every puzzle of a file, whether in black and white or in colours. Like [`read`] otherwise.
///
/// ```
/// use quandary_nonogram::notation::{Sheet, read_sheets};
/// let sheets = read_sheets(b"2a-1b 1b/1a 1a-1b 1b", None).unwrap();
/// assert!(matches!(&sheets[0], Sheet::Coloured(document) if document.puzzle.rows()[0].len() == 2));
/// ```
pub fn read_sheets(bytes: &[u8], format: Option<Format>) -> Result<Vec<Sheet>, InputError> {
    let format = match format {
        Some(format) => format,
        None => recognise(bytes)?,
    };
    let image = match format {
        Format::Png => Some(Kind::Png.read(bytes)?.grey().threshold()),
        Format::Jpeg => Some(Kind::Jpeg.read(bytes)?.grey().threshold()),
        Format::Gif => Some(Kind::Gif.read(bytes)?.grey().threshold()),
        Format::Pbm => Some(image::read_pbm(bytes)?),
        _ => None,
    };
    if let Some(picture) = image {
        return Ok(vec![Sheet::Plain(Box::new(Document::of_picture(picture)?))]);
    }
    let text = text_of(bytes)?;
    let documents = match format {
        Format::Picture if titled::is_titled(first_line(text)) => return titled::read(text),
        Format::Nin => return plain::read_nin(text),
        Format::Non => return keyed::read_non(text),
        Format::G => return Ok(vec![olsak::read_g(text)?]),
        Format::Webpbn => return webpbn::read(text),
        Format::Csv => return Ok(vec![table::read_csv(text)?]),
        Format::Inline => return inline::read(text),
        Format::Tcga => tournament::read(text)?,
        Format::Mk => vec![plain::read_mk(text)?],
        Format::Cwd => vec![plain::read_cwd(text)?],
        Format::Drawing => vec![draw::read(text)?],
        Format::Picture | Format::Pbm | Format::Png | Format::Jpeg | Format::Gif => pictures(text)?,
    };
    Ok(documents.into_iter().map(|document| Sheet::Plain(Box::new(document))).collect())
}

/// Pictures of `#` and `.` with empty lines between them.
fn pictures(text: &str) -> Result<Vec<Document>, InputError> {
    let mut documents = Vec::new();
    let mut begun: Option<(usize, String)> = None;
    for (index, line) in text.lines().chain([""]).enumerate() {
        if !line.trim().is_empty() {
            let (_, rows) = begun.get_or_insert_with(|| (index + 1, String::new()));
            rows.push_str(line);
            rows.push('\n');
        } else if let Some((first, rows)) = begun.take() {
            let picture = Picture::parse(&rows).map_err(|error| lines::on_line(error, first))?;
            documents.push(Document::of_picture(picture)?);
        }
    }
    if documents.is_empty() {
        return Err(InputError::new("the picture is empty").at(1, 0).expected("rows of # and ."));
    }
    Ok(documents)
}

/// Reads a file that must hold exactly one puzzle.
pub fn read_one(bytes: &[u8], format: Option<Format>) -> Result<Document, InputError> {
    read_one_sheet(bytes, format)?.plain()
}

/// Reads a file that must hold exactly one puzzle, whether in black and white or in colours.
pub fn read_one_sheet(bytes: &[u8], format: Option<Format>) -> Result<Sheet, InputError> {
    let mut all = read_sheets(bytes, format)?;
    match all.len() {
        1 => Ok(all.remove(0)),
        count => Err(InputError::new(format!("the input holds {count} puzzles")).expected("exactly one")),
    }
}

/// The first line that is not blank.
fn first_line(text: &str) -> &str {
    text.lines().map(str::trim).find(|line| !line.is_empty()).unwrap_or_default()
}

fn text_of(bytes: &[u8]) -> Result<&str, InputError> {
    std::str::from_utf8(bytes).map_err(|error| {
        let line = String::from_utf8_lossy(&bytes[..error.valid_up_to()]).matches('\n').count() + 1;
        InputError::new("the input is neither text nor a known image")
            .at(line, 0)
            .expected("UTF-8 text, PNG, JPEG, GIF or PBM")
    })
}

/// The format that this content is in.
fn recognise(bytes: &[u8]) -> Result<Format, InputError> {
    match Kind::of(bytes) {
        Some(Kind::Png) => return Ok(Format::Png),
        Some(Kind::Jpeg) => return Ok(Format::Jpeg),
        Some(Kind::Gif) => return Ok(Format::Gif),
        None => {}
    }
    if bytes.starts_with(b"P1") || bytes.starts_with(b"P4") {
        return Ok(Format::Pbm);
    }
    let text = text_of(bytes)?;
    let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let Some(first) = lines.next() else {
        return Err(InputError::new("the input is empty").at(1, 0).expected("a puzzle"));
    };
    let second = lines.next().unwrap_or_default();
    let begins = |keys: &[&str]| {
        text.lines().any(|line| line.split_whitespace().next().is_some_and(|word| keys.contains(&word)))
    };
    let numbers = |line: &str| {
        let mut words = line.split_whitespace();
        words.clone().all(|word| word.bytes().all(|b| b.is_ascii_digit())).then(|| words.by_ref().count())
    };
    if first.starts_with('$') {
        Ok(Format::Tcga)
    } else if first.starts_with('<') {
        Ok(Format::Webpbn)
    } else if table::is_table(first) {
        Ok(Format::Csv)
    } else if inline::is_inline(first) {
        Ok(Format::Inline)
    } else if titled::is_titled(first) || first.chars().all(|cell| matches!(cell, '#' | '.')) {
        Ok(Format::Picture)
    } else if draw::is_drawing(text) {
        Ok(Format::Drawing)
    } else if numbers(first) == Some(2) {
        Ok(if text.lines().any(|line| line.trim() == "#") { Format::Mk } else { Format::Nin })
    } else if numbers(first) == Some(1) && numbers(second) == Some(1) {
        Ok(Format::Cwd)
    } else if begins(&["width", "height", "rows", "columns"]) {
        Ok(Format::Non)
    } else if first.starts_with("#d") || text.lines().any(|line| line.trim_start().starts_with(':')) {
        Ok(Format::G)
    } else {
        let what = match numbers(first) {
            Some(_) => "clues without a header: no known format begins with this line",
            None => "no known format begins with this line",
        };
        Err(InputError::new(what).at(1, 0).expected(
            "`$1` (tournament text), `WIDTH HEIGHT` (.nin), `width` (.non), `<pbn` (webpbn), clues in one line such as \
             `1-1 3/2 1 2`, rows of # and ., or --format",
        ))
    }
}
