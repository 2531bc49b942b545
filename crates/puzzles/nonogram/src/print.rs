//! A nonogram on paper: its clues around an empty board, and the picture for the back.

use quandary_core::{Budget, Context, Seed, Stop};
use quandary_verbs::Options;
use quandary_verbs::play::Play;
use quandary_verbs::sheet::{Align, Art, BLACK, GREY, Mark, Printed, Prints, Tint, nothing_to_print};

use crate::human::{Level, graded, graded_colours};
use crate::notation::{Document, Sheet, read_sheets};
use crate::play::{Game, State};
use crate::solve::Verdict;
use crate::{Block, Clue, Colour, Ink, Nonogram, Palette, Picture};

/// How nonograms are printed.
pub(crate) static PRINTS: Prints = Prints { draw, read };

/// Nodes for the grade of one puzzle.
const GRADING: u64 = 200_000;

/// Puzzles drawn again where one was drawn already.
const TRIES: usize = 200;

/// The room of a number of a clue, in squares, and the size of its letters.
const STEP: f64 = 0.84;
const LETTERS: f64 = 0.66;

fn draw(setup: &Options, count: usize, seed: Seed, context: &Context<'_>) -> Result<Vec<Printed>, Stop> {
    let game = Game::new(setup)?;
    let mut stream = seed.stream(0);
    let mut states: Vec<State> = Vec::new();
    for _ in 0..count {
        let mut drawn = game.start(&mut stream, context)?;
        for _ in 0..TRIES {
            if !states.contains(&drawn) {
                break;
            }
            drawn = game.start(&mut stream, context)?;
        }
        states.push(drawn);
    }
    states.into_iter().map(|state| printed(&state.into_sheet(), context)).collect()
}

fn read(bytes: &[u8], context: &Context<'_>) -> Result<Vec<Printed>, Stop> {
    let sheets = read_sheets(bytes, None)?;
    if sheets.is_empty() {
        return Err(nothing_to_print().into());
    }
    sheets.iter().map(|sheet| printed(sheet, context)).collect()
}

/// A puzzle graded and drawn.
fn printed(sheet: &Sheet, context: &Context<'_>) -> Result<Printed, Stop> {
    let mut budget = context.at_most(GRADING).budget;
    let one = match sheet {
        Sheet::Plain(document) => {
            let graded = graded(&document.puzzle, &mut budget);
            of(document, &graded.solved.verdict, graded.level())
        }
        Sheet::Coloured(document) => {
            let graded = graded_colours(&document.puzzle, &mut budget);
            of(document, &graded.solved.verdict, graded.level())
        }
    };
    poll(&context.budget)?;
    Ok(one)
}

fn poll(budget: &Budget) -> Result<(), Stop> {
    Ok(budget.poll()?)
}

fn of<B: Block>(document: &Document<B>, verdict: &Verdict<Picture<B::Ink>>, level: Option<Level>) -> Printed {
    let Document { puzzle, palette, .. } = document;
    let grade = match (level, verdict) {
        (Some(level), _) => format!("level {level} of 5"),
        (None, Verdict::Multiple(..)) => "more than one picture fits".to_owned(),
        (None, Verdict::None) => "no picture fits".to_owned(),
        (None, _) => "not graded".to_owned(),
    };
    let solution = document.goal.as_ref().or(verdict.picture());
    Printed {
        title: format!("Nonogram, {}", puzzle.size()),
        grade,
        puzzle: board(puzzle, palette),
        solution: solution.map_or_else(|| Art::new(1.0, 1.0), |picture| painted(picture, palette)),
        answer: document.title.clone().unwrap_or_default(),
    }
}

/// How an ink looks.
fn tint<I: Ink>(ink: I, palette: &Palette) -> Tint {
    match Colour::new(ink.number()) {
        Some(colour) if palette.colours() > 1 => palette.swatch(colour).rgb,
        _ => BLACK,
    }
}

/// An empty board with its clues.
fn board<B: Block>(puzzle: &Nonogram<B>, palette: &Palette) -> Art {
    let longest = |clues: &[Clue<B>]| clues.iter().map(Vec::len).max().unwrap_or(0).max(1) as f64;
    let (left, above) = (longest(puzzle.rows()) * STEP + 0.2, longest(puzzle.columns()) * STEP + 0.2);
    let (width, height) = (puzzle.width() as f64, puzzle.height() as f64);
    let mut art = Art::new(left + width, above + height);
    for (row, clue) in puzzle.rows().iter().enumerate() {
        let y = above + row as f64 + 0.5;
        for (place, number) in numbers(clue).into_iter().rev().enumerate() {
            write(&mut art, (left - 0.15 - (place as f64 + 0.5) * STEP, y), number, palette);
        }
    }
    for (column, clue) in puzzle.columns().iter().enumerate() {
        let x = left + column as f64 + 0.5;
        for (place, number) in numbers(clue).into_iter().rev().enumerate() {
            write(&mut art, (x, above - 0.15 - (place as f64 + 0.5) * STEP), number, palette);
        }
    }
    art.grid((left, above), puzzle.height(), puzzle.width(), 5);
    art
}

/// The numbers of a clue with their inks; an empty clue is a 0.
fn numbers<B: Block>(clue: &[B]) -> Vec<(usize, Option<B::Ink>)> {
    if clue.is_empty() {
        return vec![(0, None)];
    }
    clue.iter().map(|block| (block.cells(), Some(block.ink()))).collect()
}

/// A number of a clue; in colours it stands in a box of its colour.
fn write<I: Ink>(art: &mut Art, at: (f64, f64), (number, ink): (usize, Option<I>), palette: &Palette) {
    let mut letters = BLACK;
    if let Some(ink) = ink.filter(|_| palette.colours() > 1) {
        let fill = tint(ink, palette);
        let half = STEP / 2.0 - 0.02;
        art.area((at.0 - half, at.1 - half), (2.0 * half, 2.0 * half), fill);
        let is_light = Colour::new(ink.number()).is_some_and(|colour| palette.swatch(colour).is_light());
        letters = if is_light { BLACK } else { [255; 3] };
    } else if number == 0 {
        letters = GREY;
    }
    let size = if number > 9 { LETTERS * 0.86 } else { LETTERS };
    art.marks.push(Mark::Text {
        at,
        size,
        align: Align::Middle,
        bold: false,
        tint: letters,
        text: number.to_string(),
    });
}

/// A picture: cells side by side are one area, so that no hair line is between them.
fn painted<I: Ink>(picture: &Picture<I>, palette: &Palette) -> Art {
    let mut art = Art::new(picture.width() as f64, picture.height() as f64);
    for (y, row) in picture.cells().chunks(picture.width()).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            if run[0] != I::BLANK {
                art.area((x as f64, y as f64), (run.len() as f64, 1.0), tint(run[0], palette));
            }
            x += run.len();
        }
    }
    let (width, height) = (art.width, art.height);
    for (from, to) in [
        ((0.0, 0.0), (width, 0.0)),
        ((width, 0.0), (width, height)),
        ((width, height), (0.0, height)),
        ((0.0, height), (0.0, 0.0)),
    ] {
        art.line(from, to, BLACK, 0.06);
    }
    art
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::verbs::ENTRY;

    #[test]
    fn pictures_are_printed_once_each_with_grade_clues_and_solution() {
        let setup = ENTRY.read_setup("colour-pictures").unwrap();
        let all = draw(&setup, 12, Seed(1), &Context::bare()).unwrap();
        let names: HashSet<&str> = all.iter().map(|one| one.answer.as_str()).collect();
        assert_eq!(names.len(), 12, "{names:?}");
        for one in &all {
            assert!(one.grade.starts_with("level ") && one.title.starts_with("Nonogram, "), "{one:?}");
            assert!(one.puzzle.is_whole() && one.solution.is_whole(), "{}", one.answer);
            assert!(!one.answer.is_empty() && !one.title.contains(&one.answer));
            // The clues stand beside and above the board.
            assert!(one.puzzle.width > one.solution.width && one.puzzle.height > one.solution.height);
            let areas = one.solution.marks.iter().filter(|mark| matches!(mark, Mark::Area { .. }));
            assert!(areas.count() > 3);
        }
    }

    #[test]
    fn a_file_of_puzzles_is_printed_in_its_order() {
        let all =
            read(b"picture Ring\n###\n#.#\n###\n\npicture Steps\n#..\n##.\n###\n", &Context::bare()).unwrap();
        let printed: Vec<_> = all.iter().map(|one| (one.answer.as_str(), one.grade.as_str())).collect();
        assert_eq!(printed, [("Ring", "level 1 of 5"), ("Steps", "level 1 of 5")]);
        let texts = |art: &Art| art.marks.iter().filter(|mark| matches!(mark, Mark::Text { .. })).count();
        // Rows 3, 1 1, 3 and columns alike.
        assert_eq!((texts(&all[0].puzzle), texts(&all[0].solution)), (8, 0));
        let two = read(b"1 1/1 1", &Context::bare()).unwrap();
        assert_eq!(two[0].grade, "more than one picture fits");
    }
}
