//! Colours: a variable says that a cell has a colour. Of a cell's variables exactly one holds.

use std::fmt::Write;

use quandary_search::learn::{Constraints, Literal, Times};

use super::{Canvas, write_line};
use crate::line::{ColourAutomaton, Scratch, Word};
use crate::rules::states;
use crate::{Colour, ColourRun, Colours, Ink, Nonogram, Picture};

/// A puzzle in colours.
pub struct Coloured<W> {
    width: usize,
    height: usize,
    /// Colours beside the background.
    colours: usize,
    lines: Vec<ColourAutomaton<W>>,
    scratch: Scratch<W>,
    /// Room for an explanation: what each cell may be, and what of that costs nothing.
    cells: Vec<Colours>,
    free: Vec<Colours>,
}

/// What every cell may be, row by row and column by column.
#[derive(Clone)]
pub struct Domains {
    across: Vec<Colours>,
    upright: Vec<Colours>,
}

/// The highest colour that the clues of a puzzle name.
fn colours_of(puzzle: &Nonogram<ColourRun>) -> usize {
    let all = puzzle.rows().iter().chain(puzzle.columns()).flatten();
    all.map(|patch| patch.colour.index()).max().unwrap_or(0)
}

/// Bits that the longest automaton of a puzzle needs.
pub(crate) fn bits_for(puzzle: &Nonogram<ColourRun>) -> usize {
    puzzle.lines().map(|line| states(puzzle.clue(line))).max().unwrap_or(1)
}

impl<W: Word> Coloured<W> {
    /// The canvas of a puzzle.
    pub fn new(puzzle: &Nonogram<ColourRun>) -> Coloured<W> {
        let (width, height, colours) = (puzzle.width(), puzzle.height(), colours_of(puzzle));
        let automaton = |line| ColourAutomaton::new(puzzle.clue(line), puzzle.length(line), colours);
        Coloured {
            width,
            height,
            colours,
            lines: puzzle.lines().map(automaton).collect(),
            scratch: Scratch::new(width.max(height)),
            cells: Vec::new(),
            free: Vec::new(),
        }
    }

    /// The cell and the colour that a variable is about.
    #[inline]
    fn meaning(&self, variable: usize) -> (usize, Colour) {
        let colour = Colour::new(variable % (self.colours + 1));
        (variable / (self.colours + 1), colour.unwrap_or(Colour::BLANK))
    }

    /// That a cell has a colour, or has not.
    #[inline]
    pub(crate) fn literal(&self, cell: usize, colour: Colour, holds: bool) -> Literal {
        Literal::new(cell * (self.colours + 1) + colour.index(), holds)
    }

    /// The cell number of cell `index` of a line.
    #[inline]
    fn cell(&self, line: usize, index: usize) -> usize {
        if line < self.height { line * self.width + index } else { index * self.width + line - self.height }
    }

    /// The cells of a line, as far as they are known.
    fn line<'s>(&self, state: &'s Domains, line: usize) -> &'s [Colours] {
        match line.checked_sub(self.height) {
            None => &state.across[line * self.width..(line + 1) * self.width],
            Some(column) => &state.upright[column * self.height..(column + 1) * self.height],
        }
    }

    /// What a cell may be.
    pub(crate) fn domain(state: &Domains, cell: usize) -> Colours {
        state.across[cell]
    }

    fn put(&self, state: &mut Domains, cell: usize, colours: Colours) {
        state.across[cell] = colours;
        state.upright[cell % self.width * self.height + cell / self.width] = colours;
    }
}

impl<W: Word> Constraints for Coloured<W> {
    type State = Domains;
    type Solution = Picture<Colour>;
    const SIBLINGS: bool = true;

    fn variables(&self) -> usize {
        self.width * self.height * (self.colours + 1)
    }

    fn constraints(&self) -> usize {
        self.lines.len()
    }

    fn start(&self) -> Domains {
        let anything = vec![Colours::all(self.colours); self.width * self.height];
        Domains { across: anything.clone(), upright: anything }
    }

    fn affected(&self, variable: usize) -> impl Iterator<Item = usize> {
        let cell = self.meaning(variable).0;
        [cell / self.width, self.height + cell % self.width].into_iter()
    }

    /// A cell is first supposed to be blank, as in black and white.
    fn first_try(&self, variable: usize) -> bool {
        self.meaning(variable).1 == Colour::BLANK
    }

    fn set(&self, state: &mut Domains, literal: Literal) {
        let (cell, colour) = self.meaning(literal.variable());
        let mut left = Colours::one(colour);
        if !literal.holds() {
            left = state.across[cell];
            left.remove(colour);
        }
        self.put(state, cell, left);
    }

    /// A colour that is taken back brings no other with it: those it had ruled out come back on their own.
    fn unset(&self, state: &mut Domains, literal: Literal) {
        if !literal.holds() {
            let (cell, colour) = self.meaning(literal.variable());
            let mut colours = state.across[cell];
            colours.insert(colour);
            self.put(state, cell, colours);
        }
    }

    fn value(&self, state: &Domains, literal: Literal) -> Option<bool> {
        let (cell, colour) = self.meaning(literal.variable());
        let left = state.across[cell];
        if !left.has(colour) {
            Some(!literal.holds())
        } else if left.len() == 1 {
            Some(literal.holds())
        } else {
            None
        }
    }

    fn siblings(&self, state: &Domains, literal: Literal, out: &mut Vec<Literal>) {
        let (cell, colour) = self.meaning(literal.variable());
        if literal.holds() {
            let others = Colours::all(self.colours).without(Colours::one(colour));
            out.extend(others.iter().map(|other| self.literal(cell, other, false)));
        } else if let Some(only) = state.across[cell].only() {
            out.push(self.literal(cell, only, true));
        }
    }

    fn why_sibling(&self, state: &Domains, literal: Literal, why: &mut Vec<Literal>) {
        let (cell, colour) = self.meaning(literal.variable());
        if literal.holds() {
            let others = Colours::all(self.colours).without(Colours::one(colour));
            why.extend(others.iter().map(|other| self.literal(cell, other, true)));
        } else if let Some(only) = state.across[cell].only() {
            why.push(self.literal(cell, only, false));
        }
    }

    fn propagate(&mut self, state: &Domains, line: usize, implied: &mut Vec<Literal>) -> bool {
        let mut scratch = std::mem::replace(&mut self.scratch, Scratch::new(0));
        let cells = self.line(state, line);
        let mut index = cells.len();
        let possible = self.lines[line].solve(cells, &mut scratch, |left| {
            index -= 1;
            for gone in cells[index].without(left).iter() {
                implied.push(self.literal(self.cell(line, index), gone, false));
            }
        });
        self.scratch = scratch;
        possible
    }

    fn explain(
        &mut self,
        state: &Domains,
        line: usize,
        forced: Option<Literal>,
        times: Times<'_>,
        why: &mut Vec<Literal>,
    ) {
        let before = forced.map_or(u32::MAX, |literal| times.position[literal.variable()]);
        let all = Colours::all(self.colours);
        let mut cells = std::mem::take(&mut self.cells);
        let mut free = std::mem::take(&mut self.free);
        cells.clear();
        free.clear();
        for (index, &now) in self.line(state, line).iter().enumerate() {
            let cell = self.cell(line, index);
            let (mut then, mut given) = (all, Colours::NONE);
            for gone in all.without(now).iter() {
                let variable = self.literal(cell, gone, false).variable();
                if times.position[variable] < before {
                    then.remove(gone);
                    if times.level[variable] == 0 {
                        given.insert(gone);
                    }
                }
            }
            cells.push(then);
            free.push(given);
        }
        if let Some(literal) = forced {
            // With the colour that is ruled out the line has no completion; that is what has to be explained.
            let (cell, colour) = self.meaning(literal.variable());
            let index = if line < self.height { cell % self.width } else { cell / self.width };
            cells[index] = Colours::one(colour);
            free[index] = all;
        }
        let needed = self.lines[line].explain(&cells, &free, &mut self.scratch);
        for (index, &gone) in needed.iter().enumerate() {
            let cell = self.cell(line, index);
            // Several exclusions that one colour brought are one reason, if it was known in time.
            let known = cells[index].only().map(|only| self.literal(cell, only, true));
            match known.filter(|literal| gone.len() > 1 && times.position[literal.variable()] < before) {
                Some(colour) => why.push(!colour),
                None => why.extend(gone.iter().map(|colour| self.literal(cell, colour, true))),
            }
        }
        (self.cells, self.free) = (cells, free);
    }

    fn solution(&self, state: &Domains) -> Picture<Colour> {
        let colour = |colours: &Colours| colours.only().unwrap_or(Colour::BLANK);
        Picture::from_cells(self.width, state.across.iter().map(colour).collect())
    }

    fn literals(&self, picture: &Picture<Colour>) -> Vec<Literal> {
        let cells = picture.cells().iter().enumerate();
        cells.map(|(cell, &colour)| self.literal(cell, colour, true)).collect()
    }

    /// The cell's number from 1 and the colour's symbol, with a minus where the cell has another.
    fn write_literal(&self, literal: Literal, text: &mut String) {
        let (cell, colour) = self.meaning(literal.variable());
        // Into a string: cannot fail.
        let _ = write!(text, "{}{}{}", if literal.holds() { "" } else { "-" }, cell + 1, colour.symbol());
    }
    fn write_constraint(&self, line: usize, text: &mut String) {
        write_line(line, self.height, text);
    }
}

impl<W: Word> Canvas for Coloured<W> {
    type Ink = Colour;

    fn narrow(&mut self, state: &mut Domains, line: usize, mut crossing: impl FnMut(usize)) -> bool {
        let mut left = std::mem::take(&mut self.cells);
        left.clear();
        let (automaton, cells) = (&self.lines[line], self.line(state, line));
        let possible = automaton.solve(cells, &mut self.scratch, |colours| left.push(colours));
        if possible {
            let (first, step, others) = match line.checked_sub(self.height) {
                None => (line * self.width, 1, self.height),
                Some(column) => (column, self.width, 0),
            };
            for (index, &colours) in left.iter().rev().enumerate() {
                let cell = first + index * step;
                if state.across[cell] != colours {
                    self.put(state, cell, colours);
                    crossing(others + index);
                }
            }
        }
        self.cells = left;
        possible
    }

    fn is_settled(&self, state: &Domains) -> bool {
        state.across.iter().all(|colours| colours.len() == 1)
    }
}
