//! A page to print: the grid with its clues, empty or solved.

use std::fmt::Write;

use crate::{Block, Colour, Ink, Nonogram, Palette, Picture};

/// Side of a cell in the drawing's units; a printed page scales to fit.
const CELL: usize = 20;

/// Puzzles as one SVG drawing, one below the other.
pub fn write_svg(puzzles: &[Drawing]) -> String {
    let (mut width, mut height, mut body) = (0, 0, String::new());
    for drawing in puzzles {
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

/// One puzzle drawn, and the room it takes.
pub struct Drawing {
    width: usize,
    height: usize,
    body: String,
}

impl Drawing {
    /// Draws a puzzle, with the picture in it if one is given.
    ///
    /// Every fifth line is thicker, clues stand right of and above their lines; in colours the numbers stand on theirs.
    pub fn new<B: Block>(
        puzzle: &Nonogram<B>,
        picture: Option<&Picture<B::Ink>>,
        palette: &Palette,
    ) -> Drawing {
        draw(puzzle, picture, palette)
    }
}

fn draw<B: Block>(puzzle: &Nonogram<B>, picture: Option<&Picture<B::Ink>>, palette: &Palette) -> Drawing {
    let longest = |clues: &[Vec<B>]| clues.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let (left, top) = (longest(puzzle.rows()) * CELL, longest(puzzle.columns()) * CELL);
    let (across, down) = (puzzle.width() * CELL, puzzle.height() * CELL);
    let (width, height) = (left + across + CELL, top + down + CELL);
    let in_colours = palette.colours() > 1;
    let swatch = |ink: B::Ink| palette.swatch(Colour::new(ink.number()).unwrap_or(Colour::BLANK));
    let mut svg = String::new();
    if in_colours {
        let back = palette.swatch(Colour::BLANK).hex();
        let _ = writeln!(
            svg,
            "<rect x=\"{left}\" y=\"{top}\" width=\"{across}\" height=\"{down}\" fill=\"{back}\"/>"
        );
    }
    let mut number = |x: usize, y: usize, block: Option<&B>| {
        let mut fill = "";
        if let Some(block) = block.filter(|_| in_colours) {
            let colour = swatch(block.ink());
            fill = if colour.is_light() { "" } else { " fill=\"white\"" };
            let _ = writeln!(
                svg,
                "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" fill=\"{}\"/>",
                x + 1,
                y + 1,
                colour.hex(),
                side = CELL - 2
            );
        }
        let value = block.map_or(0, |block| block.cells());
        let _ =
            writeln!(svg, "<text x=\"{}\" y=\"{}\"{fill}>{value}</text>", x + CELL / 2, y + CELL * 7 / 10);
    };
    for (y, clue) in puzzle.rows().iter().enumerate() {
        for (place, block) in shown(clue).rev().enumerate() {
            number(left - (place + 1) * CELL, top + y * CELL, block);
        }
    }
    for (x, clue) in puzzle.columns().iter().enumerate() {
        for (place, block) in shown(clue).rev().enumerate() {
            number(left + x * CELL, top - (place + 1) * CELL, block);
        }
    }
    if let Some(picture) = picture {
        for y in 0..picture.height() {
            for x in (0..picture.width()).filter(|&x| picture.get(x, y) != B::Ink::BLANK) {
                let fill = if in_colours {
                    format!(" fill=\"{}\"", swatch(picture.get(x, y)).hex())
                } else {
                    String::new()
                };
                let (x, y) = (left + x * CELL, top + y * CELL);
                let _ = writeln!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"{fill}/>");
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

/// The blocks of a clue as they are written: a 0 where there is none.
fn shown<B>(clue: &[B]) -> impl DoubleEndedIterator<Item = Option<&B>> + ExactSizeIterator {
    let count = clue.len().max(1);
    (0..count).map(move |index| clue.get(index))
}
