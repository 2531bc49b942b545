//! Olšák's `.g`: a table of colours, then the blocks with the letters of theirs.
//!
//! Everything before a line that begins with `#d` or `:` is commentary. After `#d` a colour stands in each line:
//! the letter that blocks carry, `:`, the letter that is printed, its name or `#rrggbb`. The letter `0` is the background
//! and `1` the colour of blocks without a letter. Then come `: rows` and `: columns`, each followed by one clue a line.

use std::fmt::Write;

use quandary_core::InputError;

use super::lettered::{LetteredBlock, Letters, clue, sort_out};
use super::lines::PlacedClue;
use super::plain::join;
use super::{Document, Sheet};
use crate::palette::Swatch;
use crate::{Block, Ink, Palette};

/// Reads one puzzle.
pub(super) fn read_g(text: &str) -> Result<Sheet, InputError> {
    let mut sections: [Vec<PlacedClue<LetteredBlock>>; 2] = [Vec::new(), Vec::new()];
    let mut current: Option<usize> = None;
    let mut begun = 0;
    let (mut declares, mut declared, mut background) = (false, Vec::new(), Palette::usual_swatch(0));
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        let key = line.trim_start().to_lowercase();
        if key.starts_with("#t") && begun == 0 {
            return Err(refused(number, "a triddler has clues in three directions"));
        }
        if key.starts_with("#d") && begun == 0 {
            declares = true;
        } else if key.starts_with(':') {
            current = current.map_or(Some(0), |section| Some(section + 1)).filter(|&section| section < 2);
            begun += 1;
            if begun > 2 {
                break;
            }
        } else if let Some(section) = current {
            if !line.trim().is_empty() {
                sections[section].push(clue(line, number)?);
            }
        } else if declares && let Some((letter, swatch)) = declaration(line, number)? {
            match letter {
                '0' => background = swatch,
                letter => declared.push((letter, swatch)),
            }
        }
    }
    if begun < 2 {
        return Err(InputError::new("there are not both sections")
            .at(text.lines().count().max(1), 0)
            .expected("`: rows` and `: columns`"));
    }
    let [rows, columns] = sections;
    // A colour that no block has is not one of the puzzle.
    let used = |letter: char| {
        rows.iter().chain(&columns).flat_map(|(clue, _)| clue).any(|b| b.letter.unwrap_or('1') == letter)
    };
    declared.retain(|(letter, _)| used(*letter));
    Ok(sort_out(rows, columns, Letters::Declared(declared, background), 1)?.sheet)
}

fn refused(line: usize, what: &str) -> InputError {
    InputError::new(what).at(line, 0).expected("a rectangle of whole cells, each in one colour")
}

/// `a:+  red  a comment`; nothing when the line declares nothing.
fn declaration(line: &str, number: usize) -> Result<Option<(char, Swatch)>, InputError> {
    let mut letters = line.trim_start().chars();
    let (Some(letter), Some(':')) = (letters.next(), letters.next()) else { return Ok(None) };
    // The printed letter may be a blank, and may be left out.
    let rest = letters.as_str();
    let rest = rest.strip_prefix(|c: char| !c.is_alphanumeric() && c != '#').unwrap_or(rest);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let word = match words[..] {
        [printed, name, ..] if printed.chars().count() == 1 => name,
        [name, ..] => name,
        [] => "",
    };
    if word.contains(['/', '\\']) {
        return Err(refused(number, &format!("the colour `{letter}` is a triangle, half `{word}`")));
    }
    let usual = || Swatch { name: word.to_owned(), ..Palette::usual_swatch(1) };
    Ok(Some((letter, Swatch::parse(word).unwrap_or_else(usual))))
}

/// A document as `.g` text; in black and white without a table of colours.
pub fn write_g<B: Block>(document: &Document<B>) -> String {
    let puzzle = &document.puzzle;
    let mut text = String::new();
    if let Some(title) = &document.title {
        // Anything before the first key is commentary, unless it looks like one.
        let _ = writeln!(text, "title {}", title.split_whitespace().collect::<Vec<_>>().join(" "));
    }
    if document.palette.colours() > 1 {
        text += "#d\n";
        for (colour, swatch) in document.palette.iter() {
            let letter = if colour.index() == 0 { '0' } else { colour.symbol() };
            let _ = writeln!(text, "   {letter}:{}  {}", colour.symbol(), swatch.hex());
        }
    }
    for (name, clues) in [("rows", puzzle.rows()), ("columns", puzzle.columns())] {
        let _ = writeln!(text, ": {name}");
        for clue in clues {
            let _ = writeln!(text, "{}", join(clue, " "));
        }
    }
    text + ": end\n"
}
