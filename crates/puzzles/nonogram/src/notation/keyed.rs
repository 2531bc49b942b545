//! Simpson's `.non`: keys with values, and two of them with clues. With the colours that others added to it.

use quandary_core::InputError;

use super::lettered::{Built, LetteredBlock, Letters, clues, sort_out};
use super::lines::{Lines, PlacedClue, extent};
use super::plain::join;
use super::{Document, Sheet, begun};
use crate::palette::Swatch;
use crate::{Block, Board, Cell, Colour, Ink, Picture};

/// `.non`: lines that begin with a key. `rows` and `columns` are followed by one clue a line. A key that was already
/// given begins the next puzzle once the clues are complete.
pub(super) fn read_non(text: &str) -> Result<Vec<Sheet>, InputError> {
    let mut lines = Lines::new(text);
    let mut documents = Vec::new();
    while documents.is_empty() || !lines.is_at_end() {
        documents.push(read_one_non(&mut lines)?);
    }
    Ok(documents)
}

fn read_one_non(lines: &mut Lines<'_>) -> Result<Sheet, InputError> {
    let mut keys = Vec::new();
    let first_line = lines.number() + 1;
    let (mut width, mut height) = (None, None);
    let mut rows: Option<Vec<PlacedClue<LetteredBlock>>> = None;
    let mut columns: Option<Vec<PlacedClue<LetteredBlock>>> = None;
    let mut declared = Vec::new();
    let (mut title, mut author, mut copyright) = (None, None, None);
    let (mut goal, mut saved) = (None, None);
    while let Some(line) = lines.filled() {
        let number = lines.number();
        let (key, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if key != "color" && keys.contains(&key) && rows.is_some() && columns.is_some() {
            lines.put_back();
            break;
        }
        keys.push(key);
        let rest = rest.trim();
        let size = |size: Option<usize>, what: &str| {
            size.ok_or_else(|| InputError::new(format!("the {what} is not known yet")).at(number, 0))
                .map_err(|error| error.expected(format!("`{what}` before this")))
        };
        match key {
            "width" => width = Some(extent(rest, number, 7)?),
            "height" => height = Some(extent(rest, number, 8)?),
            "rows" => rows = Some(clues(lines, size(height, "height")?, "row")?),
            "columns" => columns = Some(clues(lines, size(width, "width")?, "column")?),
            "color" => declared.push(declaration(rest, number)?),
            "title" => title = Some(rest.trim_matches('"').to_owned()),
            "by" => author = Some(rest.trim_matches('"').to_owned()),
            "copyright" => copyright = Some(rest.trim_matches('"').to_owned()),
            "goal" => goal = Some((rest.trim_matches('"'), number)),
            "saved" => saved = Some((rest.trim_matches('"'), number)),
            // Catalogue, licence and whatever others add.
            _ => {}
        }
    }
    let end = lines.number().max(1);
    let missing =
        |what: &str| InputError::new(format!("there are no {what}")).at(end, 0).expected(format!("`{what}`"));
    let rows = rows.ok_or_else(|| missing("rows"))?;
    let columns = columns.ok_or_else(|| missing("columns"))?;
    if width.is_some_and(|width| width != columns.len()) || height.is_some_and(|height| height != rows.len())
    {
        return Err(InputError::new("the size changes after the clues").at(end, 0).expected("one size"));
    }
    let letters = if declared.is_empty() {
        Letters::none()
    } else {
        Letters::Declared(declared, crate::Palette::usual_swatch(0))
    };
    let mut built = sort_out(rows, columns, letters, first_line)?;
    match &mut built.sheet {
        Sheet::Plain(document) => {
            let mut plain = Document { title, author, copyright, ..(**document).clone() };
            if let Some((text, line)) = goal {
                // A single colour may be written with its letter.
                let ones = text.replace(|symbol| built.colour(symbol).is_some_and(|c| c.index() == 1), "1");
                let board = cells(&ones, line, &plain, ['1', '0', '?'])?;
                if let Some(picture) = board.picture() {
                    plain = plain.with_goal(picture, line);
                }
            }
            if let Some((text, line)) = saved {
                plain.saved = Some(cells(text, line, &plain, ['#', '.', '?'])?);
            }
            Ok(Sheet::Plain(Box::new(plain)))
        }
        Sheet::Coloured(document) => {
            let mut coloured = Document { title, author, copyright, ..(**document).clone() };
            if let Some((text, line)) = goal
                && let Some(picture) = coloured_goal(text, line, &built, coloured.puzzle.width())?
            {
                coloured = coloured.with_goal(picture, line);
            }
            if let Some((text, line)) = saved {
                coloured.saved = Some(begun(text, &coloured.puzzle).map_err(|error| error.at(line, 0))?);
            }
            Ok(Sheet::Coloured(Box::new(coloured)))
        }
    }
}

/// `a #ff0000`
fn declaration(text: &str, line: usize) -> Result<(char, Swatch), InputError> {
    let mut words = text.split_whitespace();
    let letter = words.next().filter(|word| word.chars().count() == 1).and_then(|word| word.chars().next());
    let found = letter.zip(words.next().and_then(Swatch::parse));
    found.ok_or_else(|| {
        InputError::new(format!("`{text}` describes no colour"))
            .at(line, 0)
            .expected("a letter and its colour, such as `a #ff0000`")
    })
}

/// A picture in the letters of the file; nothing when a cell is left open.
fn coloured_goal(
    text: &str,
    line: usize,
    built: &Built,
    width: usize,
) -> Result<Option<Picture<Colour>>, InputError> {
    if text.contains('?') {
        return Ok(None);
    }
    let cell = |symbol: char| {
        built.colour(symbol).ok_or_else(|| {
            InputError::new(format!("`{symbol}` is not a cell"))
                .at(line, 0)
                .expected("0, or the letter of a colour that a clue has")
        })
    };
    let cells = text.chars().map(cell).collect::<Result<Vec<_>, _>>()?;
    if cells.is_empty() || !cells.len().is_multiple_of(width) {
        return Err(InputError::new(format!("{} cells", cells.len()))
            .at(line, 0)
            .expected(format!("whole rows of {width}")));
    }
    Ok(Some(Picture::from_cells(width, cells)))
}

/// One symbol a cell, row by row: black, white, unknown.
fn cells(text: &str, line: usize, document: &Document, symbols: [char; 3]) -> Result<Board, InputError> {
    let colours = [Cell::Black, Cell::White, Cell::Unknown];
    let mut cells = Vec::new();
    for symbol in text.chars() {
        let Some(index) = symbols.iter().position(|&known| known == symbol) else {
            return Err(InputError::new(format!("`{symbol}` is not a cell"))
                .at(line, 0)
                .expected(format!("`{}`, `{}` or `{}`", symbols[0], symbols[1], symbols[2])));
        };
        cells.push(colours[index]);
    }
    if cells.len() != document.puzzle.cells() {
        return Err(InputError::new(format!("{} cells", cells.len()))
            .at(line, 0)
            .expected(format!("{}", document.puzzle.cells())));
    }
    Ok(Board::from_cells(document.puzzle.width(), cells))
}

/// A document as `.non` text, with colours, goal and saved board where it has them.
pub fn write_non<B: Block>(document: &Document<B>) -> String {
    let puzzle = &document.puzzle;
    let mut text = String::new();
    let fields = [("title", &document.title), ("by", &document.author), ("copyright", &document.copyright)];
    for (key, value) in fields {
        if let Some(value) = value {
            text += &format!("{key} \"{}\"\n", one_line(value));
        }
    }
    if document.palette.colours() > 1 {
        for (colour, swatch) in document.palette.iter().skip(1) {
            text += &format!("color {} {}\n", colour.symbol(), swatch.hex());
        }
    }
    text += &format!("width {}\nheight {}\n", puzzle.width(), puzzle.height());
    for (name, clues) in [("rows", puzzle.rows()), ("columns", puzzle.columns())] {
        text += &format!("\n{name}\n");
        for clue in clues {
            text += &join(clue, ",");
            text.push('\n');
        }
    }
    if let Some(goal) = &document.goal {
        text += &format!("\ngoal \"{}\"\n", digits(goal));
    }
    if let Some(saved) = &document.saved {
        text += &format!("\nsaved \"{}\"\n", <B::Ink as Ink>::write_board(saved));
    }
    text
}

/// A text in the one line that a key has.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn digits<I: Ink>(picture: &Picture<I>) -> String {
    let digit = |ink: &I| match ink.symbol() {
        '#' => '1',
        '.' => '0',
        letter => letter,
    };
    picture.cells().iter().map(digit).collect()
}
