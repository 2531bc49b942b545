//! The XML of webpbn.com, black and white.

use quandary_core::InputError;
use roxmltree::{Document as Xml, Node, ParsingOptions};

use super::lines::{Placed, build};
use super::{Document, entities};
use crate::Picture;

/// Reads every `<puzzle>` of a file.
pub(super) fn read(original: &str) -> Result<Vec<Document>, InputError> {
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

fn puzzle(xml: &Xml<'_>, node: Node<'_, '_>) -> Result<Document, InputError> {
    let white = node.attribute("backgroundcolor").unwrap_or("white");
    let sections: Vec<Node<'_, '_>> = node.children().filter(|child| child.has_tag_name("clues")).collect();
    let section = |kind: &str| -> Result<Vec<Placed>, InputError> {
        let found = sections.iter().find(|section| section.attribute("type") == Some(kind));
        let Some(section) = found else {
            return Err(InputError::new(format!("there are no clues of type \"{kind}\""))
                .at(line_of(xml, node), 0)
                .expected("rows and columns"));
        };
        section.children().filter(|child| child.has_tag_name("line")).map(|line| clue(xml, line)).collect()
    };
    let (rows, columns) = (section("rows")?, section("columns")?);
    let field = |name: &str| {
        let found = node.children().find(|child| child.has_tag_name(name)).and_then(|child| child.text());
        found.map(|text| text.trim().to_owned())
    };
    let document = Document {
        title: field("title"),
        author: field("author"),
        copyright: field("copyright"),
        ..Document::plain(build(rows, columns, line_of(xml, node))?)
    };
    Ok(match goal(xml, node, white) {
        None => document,
        Some((picture, line)) => document.with_goal(picture, line),
    })
}

fn clue(xml: &Xml<'_>, line: Node<'_, '_>) -> Result<Placed, InputError> {
    let number = line_of(xml, line);
    let mut clue = Vec::new();
    for count in line.children().filter(|child| child.has_tag_name("count")) {
        if count.attribute("color").is_some_and(|colour| colour != "black") {
            return Err(InputError::new("the puzzle has more than one colour")
                .at(line_of(xml, count), 0)
                .expected("black and white"));
        }
        let text = count.text().unwrap_or_default().trim();
        let value: usize = text.parse().map_err(|_| {
            InputError::new(format!("`{text}` is not a block length"))
                .at(line_of(xml, count), 0)
                .expected("a whole number")
        })?;
        if value == 0 {
            return Err(InputError::new("a blotted clue hides its length")
                .at(line_of(xml, count), 0)
                .expected("clues that are all shown"));
        }
        clue.push(value);
    }
    Ok((clue, number))
}

/// The first `<solution type="goal">`, and its line: rows between bars, `X` for black.
fn goal(xml: &Xml<'_>, node: Node<'_, '_>, white: &str) -> Option<(Picture, usize)> {
    let solution = node.children().find(|child| {
        child.has_tag_name("solution") && child.attribute("type").is_none_or(|kind| kind == "goal")
    })?;
    let image = solution.children().find(|child| child.has_tag_name("image"))?.text()?;
    // When the background is black, the letters are exchanged.
    let black = if white == "black" { '.' } else { 'X' };
    let rows: Vec<Vec<bool>> = image
        .split_whitespace()
        .map(|row| row.trim_matches('|').chars().map(|cell| cell == black).collect())
        .collect();
    let width = rows.first()?.len();
    (width > 0 && rows.iter().all(|row| row.len() == width))
        .then(|| (Picture::from_cells(width, rows.concat()), line_of(xml, solution)))
}
