//! Pictures with their titles, several in a file: the format of the shelf.
//!
//! ```text
//! picture Tomato
//! by Quandary
//! colour r red #d6322c
//! colour g green #3f8f3e
//! .g.
//! rrr
//! rrr
//! ```
//!
//! A picture in black and white has no lines `colour`, and rows of `#` and `.`.

use quandary_core::InputError;

use super::lines::on_line;
use super::{Document, Sheet};
use crate::palette::Swatch;
use crate::{Colour, Ink, Palette, Picture};

/// The word that begins a picture.
const PICTURE: &str = "picture";

/// Whether a file whose first line this is holds pictures with titles.
pub(super) fn is_titled(first: &str) -> bool {
    first.split_whitespace().next() == Some(PICTURE)
}

/// One picture as far as it is read.
struct Draft<'t> {
    title: &'t str,
    author: Option<&'t str>,
    /// The line of the title.
    line: usize,
    /// Letters in the order in which they are declared.
    letters: Vec<char>,
    swatches: Vec<Swatch>,
    /// Rows with their lines.
    rows: Vec<(usize, &'t str)>,
}

/// Every picture of a file.
pub(super) fn read(text: &str) -> Result<Vec<Sheet>, InputError> {
    let mut sheets = Vec::new();
    let mut draft: Option<Draft<'_>> = None;
    for (index, line) in text.lines().enumerate() {
        let (number, line) = (index + 1, line.trim());
        let (key, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match (key, &mut draft) {
            ("", _) => {}
            (PICTURE, _) if rest.is_empty() => {
                return Err(InputError::new("the picture has no title")
                    .at(number, 0)
                    .expected("`picture` and a title"));
            }
            (PICTURE, _) => {
                let next = Draft {
                    title: rest,
                    author: None,
                    line: number,
                    letters: Vec::new(),
                    swatches: vec![Palette::usual_swatch(0)],
                    rows: Vec::new(),
                };
                sheets.extend(draft.replace(next).map(finish).transpose()?);
            }
            (_, None) => {
                return Err(InputError::new("a row before the first title")
                    .at(number, 0)
                    .expected("`picture` and a title"));
            }
            ("by", Some(draft)) if !rest.is_empty() => draft.author = Some(rest),
            ("colour" | "color", Some(draft)) if !rest.is_empty() => {
                let (letter, swatch) = colour(rest).map_err(|error| error.at(number, 0))?;
                if draft.letters.contains(&letter) {
                    return Err(
                        InputError::new(format!("the colour {letter} is declared twice")).at(number, 0)
                    );
                }
                draft.letters.push(letter);
                draft.swatches.push(swatch);
            }
            (_, Some(draft)) => draft.rows.push((number, line)),
        }
    }
    sheets.extend(draft.map(finish).transpose()?);
    Ok(sheets)
}

/// `r dark red #8b0000`: a letter, a name, and how it looks.
fn colour(text: &str) -> Result<(char, Swatch), InputError> {
    let wrong = || {
        InputError::new(format!("`{text}` is not a colour"))
            .expected("a letter, a name and how it looks, such as `r dark red #8b0000`")
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let [letter, name @ .., look] = words.as_slice() else { return Err(wrong()) };
    let letter = match letter.as_bytes() {
        [letter @ b'a'..=b'z'] => char::from(*letter),
        _ => return Err(wrong()),
    };
    let swatch = Swatch::parse(look).ok_or_else(wrong)?;
    Ok((letter, if name.is_empty() { swatch } else { Swatch { name: name.join(" "), ..swatch } }))
}

/// The puzzle of a picture that is read to its end.
fn finish(draft: Draft<'_>) -> Result<Sheet, InputError> {
    let Draft { title, author, line, letters, swatches, rows } = draft;
    let Some(&(_, first)) = rows.first() else {
        return Err(InputError::new(format!("the picture {title} has no rows"))
            .at(line, 0)
            .expected("rows of `#` and `.`"));
    };
    let width = first.chars().count();
    if let Some((line, row)) = rows.iter().find(|(_, row)| row.chars().count() != width) {
        return Err(InputError::new(format!("a row of {} cells", row.chars().count()))
            .at(*line, 0)
            .expected(format!("{width} cells, as in the first row")));
    }
    if letters.is_empty() {
        let text: Vec<&str> = rows.iter().map(|(_, row)| *row).collect();
        // The rows follow each other: the first says where they are.
        let picture = Picture::parse(&text.join("\n")).map_err(|error| on_line(error, rows[0].0))?;
        return Ok(Sheet::Plain(Box::new(named(Document::of_picture(picture)?, title, author))));
    }
    let palette = Palette::new(swatches).ok_or_else(|| {
        InputError::new(format!("the picture {title} has {} colours", letters.len()))
            .at(line, 0)
            .expected(format!("at most {}", Colour::MOST))
    })?;
    let mut cells = Vec::new();
    for (line, row) in &rows {
        for (column, symbol) in row.chars().enumerate() {
            let index = match symbol {
                '.' => Some(0),
                letter => letters.iter().position(|known| *known == letter).map(|index| index + 1),
            };
            cells.push(index.and_then(Colour::new).ok_or_else(|| {
                InputError::new(format!("`{symbol}` is not a cell"))
                    .at(*line, column + 1)
                    .expected("`.` or the letter of a colour")
            })?);
        }
    }
    let document = Document::of_picture(Picture::from_cells(width, cells))?;
    Ok(Sheet::Coloured(Box::new(Document { palette, ..named(document, title, author) })))
}

/// A document with its title and who drew it.
fn named<B: crate::Block>(document: Document<B>, title: &str, author: Option<&str>) -> Document<B> {
    Document { title: Some(title.to_owned()), author: author.map(str::to_owned), ..document }
}

/// A picture as this format has it, in the letters a, b, c and so on where it is in colours.
pub fn write_titled<I: Ink>(title: &str, palette: &Palette, picture: &Picture<I>) -> String {
    let mut text = format!("{PICTURE} {}\n", title.split_whitespace().collect::<Vec<_>>().join(" "));
    if palette.colours() > 1 {
        for (colour, swatch) in palette.iter().skip(1) {
            text += &format!("colour {} {} {}\n", colour.symbol(), swatch.name, swatch.hex());
        }
    }
    text + &picture.to_string() + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_sheets;

    const TWO: &str = "picture Ring\n###\n#.#\n###\n\npicture Tomato\nby me\ncolour r dark red #d6322c\n\
                       colour g green\n.g.\nrrr\n";

    #[test]
    fn pictures_keep_their_titles_and_colours() {
        let sheets = read_sheets(TWO.as_bytes(), None).unwrap();
        let [Sheet::Plain(ring), Sheet::Coloured(tomato)] = sheets.as_slice() else { panic!("{sheets:?}") };
        assert_eq!((ring.title.as_deref(), ring.puzzle.rows()[1].as_slice()), (Some("Ring"), &[1, 1][..]));
        assert_eq!((tomato.title.as_deref(), tomato.author.as_deref()), (Some("Tomato"), Some("me")));
        let red = tomato.palette.swatch(Colour::new(1).unwrap());
        assert_eq!((red.name.as_str(), red.hex().as_str()), ("dark red", "#d6322c"));
        // Letters become those of the clues, in the order in which they are declared.
        let goal = tomato.goal.as_ref().unwrap();
        assert_eq!(goal.rows(), [".b.", "aaa"]);
        let written = write_titled("Tomato", &tomato.palette, goal);
        let Sheet::Coloured(again) = &read_sheets(written.as_bytes(), None).unwrap()[0] else { panic!() };
        assert_eq!((&again.goal, &again.palette), (&tomato.goal, &tomato.palette));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        for (text, place, what) in [
            ("picture\n#.#\n", "line 1", "has no title"),
            ("picture A\n\npicture B\n#\n", "line 1", "has no rows"),
            ("picture A\n#.#\n##\n", "line 3", "a row of 2 cells"),
            ("picture A\n#.#\n#?#\n", "line 3, column 2", "`?` is not a cell"),
            ("picture A\ncolour r red #ff0000\nr.\nrb\n", "line 4, column 2", "`b` is not a cell"),
            ("picture A\ncolour R red #ff0000\nR\n", "line 2", "is not a colour"),
            ("picture A\ncolour r red\ncolour r blue\nr\n", "line 3", "declared twice"),
        ] {
            let error = read_sheets(text.as_bytes(), None).unwrap_err().to_string();
            assert!(error.contains(place) && error.contains(what), "{text}: {error}");
        }
    }
}
