//! A page to print: the grid with its clues, empty or solved.

use std::fmt::Write;

use crate::{Nonogram, Picture};

/// Side of a cell in the drawing's units; a printed page scales to fit.
const CELL: usize = 20;

/// Puzzles as one SVG drawing, one below the other, each with the picture in it if one is given.
///
/// Every fifth line is thicker, clues stand right of and above their lines. The drawing scales with the page.
pub fn write_svg(puzzles: &[(&Nonogram, Option<&Picture>)]) -> String {
    let (mut width, mut height, mut body) = (0, 0, String::new());
    for (puzzle, picture) in puzzles {
        let drawing = draw(puzzle, *picture);
        let _ = writeln!(body, "<g transform=\"translate(0 {height})\">\n{}</g>", drawing.body);
        width = width.max(drawing.width);
        height += drawing.height;
    }
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n{body}</svg>\n"
    )
}

/// One puzzle of the drawing, and the room it takes.
struct Drawing {
    width: usize,
    height: usize,
    body: String,
}

fn draw(puzzle: &Nonogram, picture: Option<&Picture>) -> Drawing {
    let longest = |clues: &[Vec<usize>]| clues.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let (left, top) = (longest(puzzle.rows()) * CELL, longest(puzzle.columns()) * CELL);
    let (across, down) = (puzzle.width() * CELL, puzzle.height() * CELL);
    let (width, height) = (left + across + CELL, top + down + CELL);
    let mut svg = String::new();
    let mut number = |x: usize, y: usize, value: usize| {
        let _ = writeln!(svg, "<text x=\"{}\" y=\"{}\">{value}</text>", x + CELL / 2, y + CELL * 7 / 10);
    };
    for (y, clue) in puzzle.rows().iter().enumerate() {
        let blocks = if clue.is_empty() { &vec![0] } else { clue };
        for (place, &block) in blocks.iter().rev().enumerate() {
            number(left - (place + 1) * CELL, top + y * CELL, block);
        }
    }
    for (x, clue) in puzzle.columns().iter().enumerate() {
        let blocks = if clue.is_empty() { &vec![0] } else { clue };
        for (place, &block) in blocks.iter().rev().enumerate() {
            number(left + x * CELL, top - (place + 1) * CELL, block);
        }
    }
    if let Some(picture) = picture {
        for y in 0..picture.height() {
            for x in (0..picture.width()).filter(|&x| picture.is_black(x, y)) {
                let (x, y) = (left + x * CELL, top + y * CELL);
                let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
            }
        }
    }
    let thickness = |index: usize, last: usize| if index.is_multiple_of(5) || index == last { 2 } else { 1 };
    for x in 0..=puzzle.width() {
        let (at, thick) = (left + x * CELL, thickness(x, puzzle.width()));
        let _ = writeln!(svg, "<path d=\"M{at} {top}v{down}\" stroke=\"#555\" stroke-width=\"{thick}\"/>");
    }
    for y in 0..=puzzle.height() {
        let (at, thick) = (top + y * CELL, thickness(y, puzzle.height()));
        let _ = writeln!(svg, "<path d=\"M{left} {at}h{across}\" stroke=\"#555\" stroke-width=\"{thick}\"/>");
    }
    Drawing { width, height, body: svg }
}
