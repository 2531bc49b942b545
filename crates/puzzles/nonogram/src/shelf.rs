//! The shelf: pictures drawn for this program, to be solved by people. `shelf/README.md` says how to add one.

use std::str::FromStr;
use std::sync::OnceLock;

use quandary_core::{InputError, Stream};

use crate::notation::{Document, Format, Sheet, read_sheets};
use crate::{ColourRun, Nonogram, Palette, Size};

/// The files of the folder `shelf`.
const FILES: [(&str, &str); 7] = [
    ("animals.txt", include_str!("../shelf/animals.txt")),
    ("colours.txt", include_str!("../shelf/colours.txt")),
    ("nature.txt", include_str!("../shelf/nature.txt")),
    ("people.txt", include_str!("../shelf/people.txt")),
    ("scenes.txt", include_str!("../shelf/scenes.txt")),
    ("things.txt", include_str!("../shelf/things.txt")),
    ("vehicles.txt", include_str!("../shelf/vehicles.txt")),
];

/// A picture of the shelf.
#[derive(Clone, Copy, Debug)]
pub struct ShelfPicture {
    /// The picture with its title, clues and colours.
    pub sheet: &'static Sheet,
}

impl ShelfPicture {
    /// What it shows.
    pub fn title(self) -> &'static str {
        let title = match self.sheet {
            Sheet::Plain(document) => &document.title,
            Sheet::Coloured(document) => &document.title,
        };
        title.as_deref().unwrap_or_default()
    }

    /// How its colours look, the background first.
    pub fn palette(self) -> &'static Palette {
        match self.sheet {
            Sheet::Plain(document) => &document.palette,
            Sheet::Coloured(document) => &document.palette,
        }
    }

    /// Rows and columns.
    pub fn size(self) -> Size {
        match self.sheet {
            Sheet::Plain(document) => document.puzzle.size(),
            Sheet::Coloured(document) => document.puzzle.size(),
        }
    }

    /// Whether it has colours.
    pub fn is_coloured(self) -> bool {
        matches!(self.sheet, Sheet::Coloured(_))
    }
}

/// Every picture of the shelf, file by file.
pub fn pictures() -> impl Iterator<Item = ShelfPicture> {
    static SHEETS: OnceLock<Vec<Sheet>> = OnceLock::new();
    let sheets = SHEETS.get_or_init(|| {
        let read = |(name, text): (&str, &str)| {
            read_sheets(text.as_bytes(), Some(Format::Picture)).unwrap_or_else(|why| panic!("{name}: {why}"))
        };
        FILES.into_iter().flat_map(read).collect()
    });
    sheets.iter().map(|sheet| ShelfPicture { sheet })
}

/// The picture of the shelf that has these clues.
pub fn with_clues(puzzle: &Nonogram) -> Option<ShelfPicture> {
    pictures().find(|picture| matches!(picture.sheet, Sheet::Plain(document) if document.puzzle == *puzzle))
}

/// The picture of the shelf that has these clues in colours.
pub fn with_coloured_clues(puzzle: &Nonogram<ColourRun>) -> Option<ShelfPicture> {
    let is_it = |document: &Document<ColourRun>| document.puzzle == *puzzle;
    pictures().find(|picture| matches!(picture.sheet, Sheet::Coloured(document) if is_it(document)))
}

/// Which pictures a person wants to solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// None of the shelf: drawn at random.
    Random,
    /// Any of the shelf.
    Any,
    /// No side longer than 10.
    Small,
    /// The longer side from 11 to 15.
    Medium,
    /// A side longer than 15.
    Large,
    /// In colours.
    Colours,
    /// The one with this place on the shelf.
    This(usize),
}

impl Wanted {
    /// The choices that have a name of their own.
    pub const NAMES: [&'static str; 6] = ["random", "any", "small", "medium", "large", "colours"];
    const NAMED: [Wanted; 6] =
        [Wanted::Random, Wanted::Any, Wanted::Small, Wanted::Medium, Wanted::Large, Wanted::Colours];

    /// Whether a picture is among them.
    fn has(self, place: usize, picture: ShelfPicture) -> bool {
        let longer = picture.size().rows.max(picture.size().columns);
        match self {
            Wanted::Random => false,
            Wanted::Any => true,
            Wanted::Small => longer <= 10,
            Wanted::Medium => (11..=15).contains(&longer),
            Wanted::Large => longer > 15,
            Wanted::Colours => picture.is_coloured(),
            Wanted::This(wanted) => place == wanted,
        }
    }

    /// One of them, each equally likely; none when they are drawn at random.
    pub fn draw(self, stream: &mut Stream) -> Option<ShelfPicture> {
        let all: Vec<ShelfPicture> = (pictures().enumerate())
            .filter_map(|(place, picture)| self.has(place, picture).then_some(picture))
            .collect();
        (!all.is_empty()).then(|| all[stream.below(all.len() as u64) as usize])
    }
}

impl FromStr for Wanted {
    type Err = InputError;

    /// One of [`Wanted::NAMES`], or a title, in capitals or not.
    fn from_str(text: &str) -> Result<Wanted, InputError> {
        if let Some(index) = Wanted::NAMES.iter().position(|name| *name == text) {
            return Ok(Wanted::NAMED[index]);
        }
        let is_title = |picture: ShelfPicture| picture.title().to_lowercase() == text.trim().to_lowercase();
        pictures().position(is_title).map(Wanted::This).ok_or_else(|| {
            InputError::new("there is no such picture on the shelf")
                .expected(format!("{} or a title, such as `Cat`", Wanted::NAMES.join(", ")))
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use quandary_core::Seed;

    use super::*;

    #[test]
    fn a_picture_is_chosen_by_size_by_colours_or_by_its_title() {
        let mut stream = Seed(1).stream(0);
        for name in Wanted::NAMES {
            let wanted: Wanted = name.parse().unwrap();
            let drawn: Vec<ShelfPicture> = (0..40).filter_map(|_| wanted.draw(&mut stream)).collect();
            let longest = drawn.iter().map(|picture| picture.size().rows.max(picture.size().columns));
            match wanted {
                Wanted::Random => assert!(drawn.is_empty()),
                Wanted::Small => assert!(longest.max() <= Some(10)),
                Wanted::Large => assert!(longest.min() > Some(15)),
                Wanted::Colours => assert!(drawn.iter().all(|picture| picture.is_coloured())),
                _ => assert!(drawn.iter().map(|picture| picture.title()).collect::<HashSet<_>>().len() > 10),
            }
        }
        let cat = "cat".parse::<Wanted>().unwrap().draw(&mut stream).unwrap();
        assert_eq!(cat.title(), "Cat");
        assert!("Nobody".parse::<Wanted>().unwrap_err().to_string().contains("no such picture"));
    }

    #[test]
    fn a_picture_is_known_by_its_clues() {
        for picture in pictures() {
            let found = match picture.sheet {
                Sheet::Plain(document) => with_clues(&document.puzzle),
                Sheet::Coloured(document) => with_coloured_clues(&document.puzzle),
            };
            assert_eq!(found.map(ShelfPicture::title), Some(picture.title()));
        }
    }
}
