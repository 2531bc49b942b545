//! Clues whose blocks may carry the letter of a colour: what the formats with colours share.

use quandary_core::InputError;

use super::lines::{Lines, PlacedClue, build, words};
use super::{Document, Sheet};
use crate::palette::Swatch;
use crate::{Block, Clue, Colour, ColourRun, Palette};

/// A block as a file writes it: how many cells, and perhaps the letter of its colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LetteredBlock {
    pub(super) cells: usize,
    pub(super) letter: Option<char>,
}

impl LetteredBlock {
    /// `3` or `3b`.
    pub(super) fn parse(word: &str) -> Option<LetteredBlock> {
        let digits = word.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let mut letters = word[digits.len()..].chars();
        let letter = letters.next();
        let cells = digits.parse().ok()?;
        letters.next().is_none().then_some(LetteredBlock { cells, letter })
    }
}

/// The blocks of a line, separated by blanks, tabs or commas; a single 0 is an empty clue.
pub(super) fn clue(text: &str, line: usize) -> Result<PlacedClue<LetteredBlock>, InputError> {
    let mut clue = Clue::new();
    for (column, word) in words(text) {
        clue.push(LetteredBlock::parse(word).ok_or_else(|| {
            InputError::new(format!("`{word}` is not a block length"))
                .at(line, column)
                .expected("whole numbers, each perhaps with the letter of a colour")
        })?);
    }
    Ok((without_zero(clue), line))
}

/// A single block of no cells is how an empty clue is written.
pub(super) fn without_zero(clue: Clue<LetteredBlock>) -> Clue<LetteredBlock> {
    if matches!(clue[..], [LetteredBlock { cells: 0, .. }]) { Clue::new() } else { clue }
}

/// `count` clues, one a line.
pub(super) fn clues(
    lines: &mut Lines<'_>,
    count: usize,
    what: &str,
) -> Result<Vec<PlacedClue<LetteredBlock>>, InputError> {
    (0..count)
        .map(|index| {
            let line = lines.need(&format!("{count} {what} clues; this would be number {}", index + 1))?;
            clue(line, lines.number())
        })
        .collect()
}

/// What the letters of a file stand for.
pub(super) enum Letters {
    /// `a` is the first colour, `b` the second, as we write them.
    Ours,
    /// What the file declares, in its order, and the background; a block without a letter has the letter `1`.
    Declared(Vec<(char, Swatch)>, Swatch),
}

impl Letters {
    /// Nothing is declared.
    pub(super) fn none() -> Letters {
        Letters::Declared(Vec::new(), Palette::usual_swatch(0))
    }
}

/// The puzzle of these clues, and how its letters are numbered. Blocks that all have one letter, or none, are black.
pub(super) struct Built {
    pub(super) sheet: Sheet,
    letters: Vec<char>,
}

impl Built {
    /// The colour of a letter; `0` and `.` are the background.
    pub(super) fn colour(&self, letter: char) -> Option<Colour> {
        if matches!(letter, '0' | '.') {
            return Colour::new(0);
        }
        Colour::new(self.letters.iter().position(|known| *known == letter)? + 1)
    }
}

/// Sorts out the colours of some clues; every complaint names the line of the clue it is about.
pub(super) fn sort_out(
    rows: Vec<PlacedClue<LetteredBlock>>,
    columns: Vec<PlacedClue<LetteredBlock>>,
    letters: Letters,
    first_line: usize,
) -> Result<Built, InputError> {
    let mut used: Vec<(char, usize)> = Vec::new();
    for (clue, line) in rows.iter().chain(&columns) {
        for block in clue.iter().filter(|block| block.cells > 0) {
            let letter = block.letter.unwrap_or('1');
            if !used.iter().any(|(known, _)| *known == letter) {
                used.push((letter, *line));
            }
        }
    }
    if used.len() < 2 {
        let plain = |clues: Vec<PlacedClue<LetteredBlock>>| -> Vec<PlacedClue> {
            let cells = |(clue, line): PlacedClue<LetteredBlock>| {
                (clue.iter().map(|block| block.cells).collect(), line)
            };
            clues.into_iter().map(cells).collect()
        };
        let puzzle = build(plain(rows), plain(columns), first_line)?;
        let letters = used.into_iter().map(|(letter, _)| letter).collect();
        return Ok(Built { sheet: Sheet::Plain(Box::new(Document::plain(puzzle))), letters });
    }
    let (known, palette) = number_letters(&used, letters)?;
    let patch = |block: &LetteredBlock| {
        let index = known.iter().position(|letter| *letter == block.letter.unwrap_or('1'));
        let colour = index.and_then(|index| Colour::new(index + 1)).unwrap_or(Colour::new(0)?);
        Some(ColourRun::new(block.cells, colour))
    };
    let patches = |clues: Vec<PlacedClue<LetteredBlock>>| -> Vec<PlacedClue<ColourRun>> {
        clues.into_iter().map(|(clue, line)| (clue.iter().filter_map(patch).collect(), line)).collect()
    };
    let puzzle = build(patches(rows), patches(columns), first_line)?;
    let document = Document { palette, ..Document::plain(puzzle) };
    Ok(Built { sheet: Sheet::Coloured(Box::new(document)), letters: known })
}

/// The letters in the order of their numbers, and how they look.
fn number_letters(used: &[(char, usize)], letters: Letters) -> Result<(Vec<char>, Palette), InputError> {
    let (mut known, mut swatches): (Vec<char>, Vec<Swatch>) = match letters {
        Letters::Ours => {
            let ours = |letter: &char| letter.is_ascii_lowercase();
            if let Some((letter, line)) = used.iter().find(|(letter, _)| !ours(letter)) {
                let what = match letter {
                    '1' => "some blocks have the letter of a colour and some have none".to_owned(),
                    letter => format!("`{letter}` is not the letter of a colour"),
                };
                return Err(InputError::new(what)
                    .at(*line, 0)
                    .expected("a letter from a to z after each length"));
            }
            let last = used.iter().map(|(letter, _)| *letter).max().unwrap_or('a');
            (('a'..=last).collect(), Vec::new())
        }
        Letters::Declared(declared, background) => {
            let (letters, swatches): (Vec<char>, Vec<Swatch>) = declared.into_iter().unzip();
            (letters, [vec![background], swatches].concat())
        }
    };
    known.extend(
        used.iter().map(|(letter, _)| *letter).filter(|letter| !known.contains(letter)).collect::<Vec<_>>(),
    );
    let place = used.first().map_or(1, |(_, line)| *line);
    for index in swatches.len()..=known.len() {
        swatches.push(Palette::usual_swatch(index));
    }
    let count = known.len();
    let palette = Palette::new(swatches).ok_or_else(|| {
        InputError::new(format!("the puzzle has {count} colours"))
            .at(place, 0)
            .expected(format!("at most {}", Colour::MOST))
    })?;
    Ok((known, palette))
}
