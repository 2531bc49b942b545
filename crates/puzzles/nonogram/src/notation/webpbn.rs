//! The XML of webpbn.com: the one format of the field with clues, goal and colours.

use std::fmt::Write;

use quandary_core::InputError;
use roxmltree::{Document as Xml, Node, ParsingOptions};

use super::lettered::{Built, LetteredBlock, Letters, sort_out, without_zero};
use super::lines::PlacedClue;
use super::{Document, Sheet, entities};
use crate::palette::Swatch;
use crate::{Block, Colour, Ink, Palette, Picture};

/// Reads every `<puzzle>` of a file.
pub(super) fn read(original: &str) -> Result<Vec<Sheet>, InputError> {
    let replaced = entities::replace(original)?;
    let text = replaced.text.as_str();
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let xml = Xml::parse_with_options(text, options).map_err(|error| {
        // An element that is never closed is missed at the end, though the parser names its beginning.
        let place = match error {
            roxmltree::Error::UnclosedRootNode | roxmltree::Error::UnexpectedEndOfStream => {
                (text.lines().count().max(1), 0)
            }
            _ => {
                let (line, column) = (error.pos().row as usize, error.pos().col as usize);
                (line, replaced.column(line, column))
            }
        };
        InputError::new(format!("this is not well-formed XML: {error}"))
            .at(place.0, place.1)
            .expected("a complete webpbn file")
    })?;
    let puzzles: Vec<Node<'_, '_>> = xml.descendants().filter(|node| node.has_tag_name("puzzle")).collect();
    if puzzles.is_empty() {
        return Err(InputError::new("there is no <puzzle>").at(1, 0).expected("a webpbn file"));
    }
    puzzles.into_iter().map(|node| puzzle(&xml, node)).collect()
}

fn line_of(xml: &Xml<'_>, node: Node<'_, '_>) -> usize {
    xml.text_pos_at(node.range().start).row as usize
}

/// The colours that a puzzle declares: their names, the letters of its pictures, and how they look.
struct Declared<'x> {
    colours: Vec<(&'x str, char, Swatch)>,
    background: &'x str,
    default: &'x str,
}

impl<'x> Declared<'x> {
    fn new(node: Node<'x, 'x>) -> Declared<'x> {
        let colour = |child: Node<'x, 'x>| {
            let name = child.attribute("name")?;
            let letter = child.attribute("char").and_then(|text| text.chars().next())?;
            let usual = || Palette::usual_swatch(1);
            let swatch = child.text().and_then(Swatch::parse).unwrap_or_else(usual);
            Some((name, letter, Swatch { name: name.to_owned(), ..swatch }))
        };
        let declared = node.children().filter(|child| child.has_tag_name("color"));
        let mut colours: Vec<_> = declared.filter_map(colour).collect();
        for (name, letter, index) in [("white", '.', 0), ("black", 'X', 1)] {
            if !colours.iter().any(|(known, ..)| *known == name) {
                colours.push((name, letter, Palette::usual_swatch(index)));
            }
        }
        Declared {
            colours,
            background: node.attribute("backgroundcolor").unwrap_or("white"),
            default: node.attribute("defaultcolor").unwrap_or("black"),
        }
    }

    /// The letter by which the blocks of a colour are known here: its place in the list.
    fn letter(&self, name: &str) -> Option<char> {
        let index = self.colours.iter().position(|(known, ..)| *known == name)?;
        char::from_u32('A' as u32 + index as u32)
    }
}

fn puzzle(xml: &Xml<'_>, node: Node<'_, '_>) -> Result<Sheet, InputError> {
    let declared = Declared::new(node);
    if node.attribute("type").is_some_and(|kind| kind != "grid") {
        return Err(InputError::new(format!(
            "a puzzle of type \"{}\"",
            node.attribute("type").unwrap_or_default()
        ))
        .at(line_of(xml, node), 0)
        .expected("a grid: a rectangle of whole cells, with clues in two directions"));
    }
    let sections: Vec<Node<'_, '_>> = node.children().filter(|child| child.has_tag_name("clues")).collect();
    let section = |kind: &str| -> Result<Vec<PlacedClue<LetteredBlock>>, InputError> {
        let found = sections.iter().find(|section| section.attribute("type") == Some(kind));
        let Some(section) = found else {
            return Err(InputError::new(format!("there are no clues of type \"{kind}\""))
                .at(line_of(xml, node), 0)
                .expected("rows and columns"));
        };
        let lines = section.children().filter(|child| child.has_tag_name("line"));
        lines.map(|line| clue(xml, line, &declared)).collect()
    };
    let (rows, columns) = (section("rows")?, section("columns")?);
    let field = |name: &str| {
        let found = node.children().find(|child| child.has_tag_name(name)).and_then(|child| child.text());
        found.map(|text| text.trim().to_owned())
    };
    let (title, author, copyright) = (field("title"), field("author"), field("copyright"));
    let used = |letter: char| {
        rows.iter().chain(&columns).flat_map(|(clue, _)| clue).any(|block| block.letter == Some(letter))
    };
    let mut background = Palette::usual_swatch(0);
    let mut letters = Vec::new();
    for (name, _, swatch) in &declared.colours {
        match declared.letter(name).filter(|&letter| used(letter)) {
            Some(letter) => letters.push((letter, swatch.clone())),
            None if *name == declared.background => background = swatch.clone(),
            None => {}
        }
    }
    let letters = Letters::Declared(letters, background);
    let built = sort_out(rows, columns, letters, line_of(xml, node))?;
    let goal = goal(xml, node, &declared, &built);
    Ok(match built.sheet {
        Sheet::Plain(document) => {
            let document = Document { title, author, copyright, ..*document };
            Sheet::Plain(Box::new(match goal {
                None => document,
                Some((width, cells, line)) => {
                    let black = cells.iter().map(|colour| *colour != Colour::BLANK).collect();
                    document.with_goal(Picture::from_cells(width, black), line)
                }
            }))
        }
        Sheet::Coloured(document) => {
            let document = Document { title, author, copyright, ..*document };
            Sheet::Coloured(Box::new(match goal {
                None => document,
                Some((width, cells, line)) => document.with_goal(Picture::from_cells(width, cells), line),
            }))
        }
    })
}

fn clue(
    xml: &Xml<'_>,
    line: Node<'_, '_>,
    declared: &Declared<'_>,
) -> Result<PlacedClue<LetteredBlock>, InputError> {
    let number = line_of(xml, line);
    let mut clue = Vec::new();
    for count in line.children().filter(|child| child.has_tag_name("count")) {
        let name = count.attribute("color").unwrap_or(declared.default);
        let letter = declared.letter(name).ok_or_else(|| {
            InputError::new(format!("the colour `{name}` is not declared"))
                .at(line_of(xml, count), 0)
                .expected("a <color> of that name")
        })?;
        let text = count.text().unwrap_or_default().trim();
        let cells: usize = text.parse().map_err(|_| {
            InputError::new(format!("`{text}` is not a block length"))
                .at(line_of(xml, count), 0)
                .expected("a whole number")
        })?;
        if cells == 0 {
            return Err(InputError::new("a blotted clue hides its length")
                .at(line_of(xml, count), 0)
                .expected("clues that are all shown"));
        }
        clue.push(LetteredBlock { cells, letter: Some(letter) });
    }
    Ok((without_zero(clue), number))
}

/// The first `<solution type="goal">`: its width, its cells row by row, and its line. Rows stand between bars; a cell is
/// the letter of its colour.
fn goal(
    xml: &Xml<'_>,
    node: Node<'_, '_>,
    declared: &Declared<'_>,
    built: &Built,
) -> Option<(usize, Vec<Colour>, usize)> {
    let solution = node.children().find(|child| {
        child.has_tag_name("solution") && child.attribute("type").is_none_or(|kind| kind == "goal")
    })?;
    let image = solution.children().find(|child| child.has_tag_name("image"))?.text()?;
    let colour = |letter: char| {
        let name = declared.colours.iter().find(|(_, known, _)| *known == letter).map(|(name, ..)| *name);
        let letter = name.filter(|name| *name != declared.background).and_then(|name| declared.letter(name));
        letter.and_then(|letter| built.colour(letter)).unwrap_or(Colour::BLANK)
    };
    let rows: Vec<Vec<Colour>> =
        image.split_whitespace().map(|row| row.trim_matches('|').chars().map(colour).collect()).collect();
    let width = rows.first()?.len();
    (width > 0 && rows.iter().all(|row| row.len() == width))
        .then(|| (width, rows.concat(), line_of(xml, solution)))
}

/// What XML cannot hold as it is.
fn escape(text: &str) -> String {
    let plain = text.replace(|c: char| c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'), " ");
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The names by which a file knows its colours: their own where those are simple and tell them apart, else letters.
fn names(palette: &Palette) -> Vec<String> {
    let simple = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '#');
    let all: Vec<&str> = palette.iter().map(|(_, swatch)| swatch.name.as_str()).collect();
    let once = |name: &str| all.iter().filter(|other| **other == name).count() == 1;
    if all.iter().all(|name| simple(name) && once(name)) {
        return all.iter().map(ToString::to_string).collect();
    }
    palette.iter().map(|(colour, _)| format!("colour{}", colour.index())).collect()
}

/// A document as XML, with its colours, and its goal where it has one.
pub fn write_webpbn<B: Block>(document: &Document<B>) -> String {
    // The letter of black and of white are those that the format gives them.
    let letter = |index: usize| match (index, document.palette.colours()) {
        (0, _) => '.',
        (_, 1) => 'X',
        _ => Colour::new(index).map_or('.', Colour::symbol),
    };
    let names = names(&document.palette);
    let name = |index: usize| names.get(index).map_or("black", String::as_str);
    let mut text = "<?xml version=\"1.0\"?>\n<puzzleset>\n".to_owned();
    let _ =
        writeln!(text, "<puzzle type=\"grid\" defaultcolor=\"{}\" backgroundcolor=\"{}\">", name(1), name(0));
    let fields =
        [("title", &document.title), ("author", &document.author), ("copyright", &document.copyright)];
    for (key, value) in fields {
        if let Some(value) = value {
            let _ = writeln!(text, "<{key}>{}</{key}>", escape(value));
        }
    }
    for (colour, swatch) in document.palette.iter() {
        let (name, letter, hex) = (name(colour.index()), letter(colour.index()), swatch.hex());
        let _ = writeln!(text, "<color name=\"{name}\" char=\"{letter}\">{}</color>", &hex[1..]);
    }
    for (kind, clues) in [("rows", document.puzzle.rows()), ("columns", document.puzzle.columns())] {
        let _ = writeln!(text, "<clues type=\"{kind}\">");
        for clue in clues {
            text += "<line>";
            for block in clue {
                let colour = name(block.ink().number());
                let _ = write!(text, "<count color=\"{colour}\">{}</count>", block.cells());
            }
            text += "</line>\n";
        }
        text += "</clues>\n";
    }
    if let Some(goal) = &document.goal {
        text += "<solution type=\"goal\">\n<image>\n";
        for row in goal.cells().chunks(goal.width()) {
            let cells: String = row.iter().map(|ink| letter(ink.number())).collect();
            let _ = writeln!(text, "|{cells}|");
        }
        text += "</image>\n</solution>\n";
    }
    text + "</puzzle>\n</puzzleset>\n"
}
