//! The text of the nonogram tournaments (TAAI, TCGA, ICGA).
//!
//! ```text
//! $1              puzzle 1
//! 2⇥1             the columns, from the left, each from the top
//! …
//! 1⇥1⇥3           then as many rows, from the top
//!                 an empty line is an empty clue
//! $2              …
//! ```

use quandary_core::InputError;

use super::Document;
use super::lines::{PlacedClue, build, clue};
use crate::{Nonogram, Picture};

/// Reads all puzzles of a tournament file. They are square: the size is half the number of clues.
pub(super) fn read(text: &str) -> Result<Vec<Document>, InputError> {
    let mut documents = Vec::new();
    let mut header: Option<usize> = None;
    let mut clues: Vec<PlacedClue> = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.starts_with('$') {
            if let Some(header) = header.replace(number) {
                documents.push(section(std::mem::take(&mut clues), header)?);
            }
        } else if header.is_some() {
            clues.push(clue(line, number)?);
        } else if !line.trim().is_empty() {
            return Err(InputError::new("the `$` header is missing")
                .at(number, 0)
                .expected("`$1` before the clues"));
        }
    }
    let Some(header) = header else {
        return Err(InputError::new("the `$` header is missing").at(1, 0).expected("`$1` before the clues"));
    };
    documents.push(section(clues, header)?);
    Ok(documents)
}

fn section(mut clues: Vec<PlacedClue>, header: usize) -> Result<Document, InputError> {
    // An empty line at the end may be an empty clue or just the end; an odd number decides.
    if clues.len() % 2 == 1 && clues.last().is_some_and(|(clue, _)| clue.is_empty()) {
        clues.pop();
    }
    if clues.is_empty() {
        return Err(InputError::new("a 0x0 puzzle has no cells")
            .at(header, 0)
            .expected("clues after the header"));
    }
    if clues.len() % 2 == 1 {
        return Err(InputError::new(format!("{} clues follow this header", clues.len()))
            .at(header, 0)
            .expected("as many columns as rows"));
    }
    let rows = clues.split_off(clues.len() / 2);
    Ok(Document::plain(build(rows, clues, header)?))
}

/// One puzzle as tournament text; `number` goes into its header. Only square puzzles can be read again.
pub fn write_question(puzzle: &Nonogram, number: usize) -> String {
    let mut text = format!("${number}\n");
    for clue in puzzle.columns().iter().chain(puzzle.rows()) {
        let words: Vec<String> = clue.iter().map(ToString::to_string).collect();
        text += &words.join("\t");
        text.push('\n');
    }
    text
}

/// One solution as tournament text: rows of 0 and 1, tabs between.
pub fn write_solution(picture: &Picture, number: usize) -> String {
    let mut text = format!("${number}\n");
    for row in picture.cells().chunks(picture.width()) {
        let words: Vec<&str> = row.iter().map(|&black| if black { "1" } else { "0" }).collect();
        text += &words.join("\t");
        text.push('\n');
    }
    text
}
