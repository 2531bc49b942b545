//! The formats with section names: Simpson's `.non` and Olšák's `.g`.

use quandary_core::InputError;

use super::Document;
use super::lines::{Lines, Placed, build, clue, extent};
use super::plain::join;
use crate::{Board, Cell, Picture};

/// `.non`: lines that begin with a key. `rows` and `columns` are followed by one clue a line. A key that was already
/// given begins the next puzzle once the clues are complete.
pub(super) fn read_non(text: &str) -> Result<Vec<Document>, InputError> {
    let mut lines = Lines::new(text);
    let mut documents = Vec::new();
    while documents.is_empty() || !lines.is_at_end() {
        documents.push(read_one_non(&mut lines)?);
    }
    Ok(documents)
}

fn read_one_non(lines: &mut Lines<'_>) -> Result<Document, InputError> {
    let mut keys = Vec::new();
    let first_line = lines.number() + 1;
    let (mut width, mut height) = (None, None);
    let (mut rows, mut columns): (Option<Vec<Placed>>, Option<Vec<Placed>>) = (None, None);
    let (mut title, mut author, mut copyright) = (None, None, None);
    let (mut goal, mut saved) = (None, None);
    while let Some(line) = lines.filled() {
        let number = lines.number();
        let (key, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        if keys.contains(&key) && rows.is_some() && columns.is_some() {
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
            "rows" => rows = Some(lines.clues(size(height, "height")?, "row")?),
            "columns" => columns = Some(lines.clues(size(width, "width")?, "column")?),
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
    let puzzle = build(rows, columns, first_line)?;
    let mut document = Document { title, author, copyright, ..Document::plain(puzzle) };
    if let Some((text, line)) = goal {
        let board = cells(text, line, &document, ['1', '0', '?'])?;
        if let Some(picture) = board.picture() {
            document = document.with_goal(picture, line);
        }
    }
    if let Some((text, line)) = saved {
        document.saved = Some(cells(text, line, &document, ['#', '.', '?'])?);
    }
    Ok(document)
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

/// A document as `.non` text, with goal and saved board where it has them.
pub fn write_non(document: &Document) -> String {
    let puzzle = &document.puzzle;
    let mut text = String::new();
    let fields = [("title", &document.title), ("by", &document.author), ("copyright", &document.copyright)];
    for (key, value) in fields {
        if let Some(value) = value {
            text += &format!("{key} \"{}\"\n", one_line(value));
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
        text += &format!("\nsaved \"{}\"\n", saved.rows().concat());
    }
    text
}

/// A text in the one line that a key has.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn digits(picture: &Picture) -> String {
    picture.cells().iter().map(|&black| if black { '1' } else { '0' }).collect()
}

/// `.g`: everything before the first line with `:` is commentary or a table of colours; then `: rows` and
/// `: columns`, each followed by one clue a line. A block may carry the letter of its colour.
pub(super) fn read_g(text: &str) -> Result<Document, InputError> {
    let mut sections: [Vec<Placed>; 2] = [Vec::new(), Vec::new()];
    let mut current: Option<usize> = None;
    let mut begun = 0;
    let mut colour: Option<String> = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.trim_start().starts_with(':') {
            current = current.map_or(Some(0), |section| Some(section + 1)).filter(|&section| section < 2);
            begun += 1;
            if begun > 2 {
                break;
            }
        } else if let Some(section) = current {
            let plain = without_colour(line, number, &mut colour)?;
            if !plain.trim().is_empty() {
                sections[section].push(clue(&plain, number)?);
            }
        }
    }
    if begun < 2 {
        return Err(InputError::new("there are not both sections")
            .at(text.lines().count().max(1), 0)
            .expected("`: rows` and `: columns`"));
    }
    let [rows, columns] = sections;
    Ok(Document::plain(build(rows, columns, 1)?))
}

/// Takes the colour letters off the blocks; more than one colour is more than we can do.
fn without_colour(line: &str, number: usize, colour: &mut Option<String>) -> Result<String, InputError> {
    let mut plain = Vec::new();
    for word in line.split_whitespace() {
        let digits = word.trim_end_matches(|c: char| !c.is_ascii_digit());
        let letter = &word[digits.len()..];
        if !letter.is_empty() && colour.get_or_insert_with(|| letter.to_owned()) != letter {
            return Err(InputError::new("the puzzle has more than one colour")
                .at(number, 0)
                .expected("black and white"));
        }
        plain.push(if digits.is_empty() { word } else { digits });
    }
    Ok(plain.join(" "))
}
