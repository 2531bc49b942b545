//! Black and white: variable 17 says that cell 17 is black.

use std::fmt::Write;

use quandary_search::learn::{Constraints, Literal, Times};

use super::{Canvas, write_line};
use crate::line::{Automaton, Scratch, Word};
use crate::{Nonogram, Picture};

/// A puzzle in black and white.
pub struct Monochrome<W> {
    width: usize,
    height: usize,
    lines: Vec<Automaton<W>>,
    /// For each cell, its row and its column: asked for so often that a division would show.
    place: Vec<(u32, u32)>,
    scratch: Scratch<W>,
}

/// The known cells of every line.
#[derive(Clone)]
pub struct KnownCells<W> {
    filled: Vec<W>,
    empty: Vec<W>,
}

impl<W: Word> Monochrome<W> {
    /// The canvas of a puzzle.
    pub fn new(puzzle: &Nonogram) -> Monochrome<W> {
        let (width, height) = (puzzle.width(), puzzle.height());
        Monochrome {
            width,
            height,
            lines: puzzle
                .lines()
                .map(|line| Automaton::new(puzzle.clue(line), puzzle.length(line)))
                .collect(),
            place: (0..puzzle.cells()).map(|cell| ((cell / width) as u32, (cell % width) as u32)).collect(),
            scratch: Scratch::new(width.max(height)),
        }
    }

    /// The cell number of cell `index` of a line.
    #[inline]
    fn cell(&self, line: usize, index: usize) -> usize {
        if line < self.height { line * self.width + index } else { index * self.width + line - self.height }
    }
}

impl<W: Word> Constraints for Monochrome<W> {
    type State = KnownCells<W>;
    type Solution = Picture;

    fn variables(&self) -> usize {
        self.place.len()
    }

    fn constraints(&self) -> usize {
        self.lines.len()
    }

    fn start(&self) -> KnownCells<W> {
        let nothing = vec![W::ZERO; self.lines.len()];
        KnownCells { filled: nothing.clone(), empty: nothing }
    }

    #[inline]
    fn affected(&self, cell: usize) -> impl Iterator<Item = usize> {
        let (row, column) = self.place[cell];
        [row as usize, self.height + column as usize].into_iter()
    }

    #[inline]
    fn set(&self, state: &mut KnownCells<W>, literal: Literal) {
        let (row, column) = self.place[literal.variable()];
        let masks = if literal.holds() { &mut state.filled } else { &mut state.empty };
        masks[row as usize] |= W::bit(column as usize);
        masks[self.height + column as usize] |= W::bit(row as usize);
    }

    #[inline]
    fn unset(&self, state: &mut KnownCells<W>, literal: Literal) {
        let (row, column) = self.place[literal.variable()];
        let masks = if literal.holds() { &mut state.filled } else { &mut state.empty };
        masks[row as usize] &= !W::bit(column as usize);
        masks[self.height + column as usize] &= !W::bit(row as usize);
    }

    fn value(&self, state: &KnownCells<W>, literal: Literal) -> Option<bool> {
        let (row, column) = self.place[literal.variable()];
        if state.filled[row as usize].has(column as usize) {
            Some(literal.holds())
        } else if state.empty[row as usize].has(column as usize) {
            Some(!literal.holds())
        } else {
            None
        }
    }

    #[inline]
    fn propagate(&mut self, state: &KnownCells<W>, line: usize, implied: &mut Vec<Literal>) -> bool {
        let (filled, empty) = (state.filled[line], state.empty[line]);
        let Some((black, white)) = self.lines[line].solve(filled, empty, &mut self.scratch) else {
            return false;
        };
        implied.extend((black & !filled).ones().map(|index| Literal::new(self.cell(line, index), true)));
        implied.extend((white & !empty).ones().map(|index| Literal::new(self.cell(line, index), false)));
        true
    }

    fn explain(
        &mut self,
        state: &KnownCells<W>,
        line: usize,
        forced: Option<Literal>,
        times: Times<'_>,
        why: &mut Vec<Literal>,
    ) {
        let (mut filled, mut empty) = (state.filled[line], state.empty[line]);
        let (mut free, mut target) = (W::ZERO, W::ZERO);
        let forced = forced.map(Literal::variable);
        let before = forced.map_or(u32::MAX, |cell| times.position[cell]);
        for index in (filled | empty).ones() {
            let cell = self.cell(line, index);
            let bit = W::bit(index);
            if Some(cell) == forced {
                target = bit;
            } else if times.position[cell] >= before {
                filled &= !bit;
                empty &= !bit;
            } else if times.level[cell] == 0 {
                free |= bit;
            }
        }
        // The opposite of the forced colour leaves no completion; that is what has to be explained.
        if !(filled & target).is_zero() {
            (filled, empty) = (filled & !target, empty | target);
        } else if !target.is_zero() {
            (filled, empty) = (filled | target, empty & !target);
        }
        let needed = self.lines[line].explain(filled, empty, free | target, &mut self.scratch);
        let cells = (needed & !free & !target).ones();
        why.extend(cells.map(|index| !Literal::new(self.cell(line, index), filled.has(index))));
    }

    fn solution(&self, state: &KnownCells<W>) -> Picture {
        let black = self.place.iter().map(|&(row, column)| state.filled[row as usize].has(column as usize));
        Picture::from_cells(self.width, black.collect())
    }

    fn literals(&self, picture: &Picture) -> Vec<Literal> {
        picture.cells().iter().enumerate().map(|(cell, &black)| Literal::new(cell, black)).collect()
    }

    /// The cell's number from 1, negative for white.
    fn write_literal(&self, literal: Literal, text: &mut String) {
        // Into a string: cannot fail.
        let _ = write!(text, "{}{}", if literal.holds() { "" } else { "-" }, literal.variable() + 1);
    }
    fn write_constraint(&self, line: usize, text: &mut String) {
        write_line(line, self.height, text);
    }
}

impl<W: Word> Canvas for Monochrome<W> {
    type Ink = bool;

    #[inline]
    fn narrow(&mut self, state: &mut KnownCells<W>, line: usize, mut crossing: impl FnMut(usize)) -> bool {
        let (filled, empty) = (state.filled[line], state.empty[line]);
        let Some((black, white)) = self.lines[line].solve(filled, empty, &mut self.scratch) else {
            return false;
        };
        (state.filled[line], state.empty[line]) = (black, white);
        let (others, place) = match line.checked_sub(self.height) {
            None => (self.height, line),
            Some(column) => (0, column),
        };
        for (masks, new) in [(&mut state.filled, black & !filled), (&mut state.empty, white & !empty)] {
            for index in new.ones() {
                masks[others + index] |= W::bit(place);
                crossing(others + index);
            }
        }
        true
    }

    fn is_settled(&self, state: &KnownCells<W>) -> bool {
        let rows = state.filled.iter().zip(&state.empty).take(self.height);
        rows.fold(W::low(self.width), |known, (&filled, &empty)| known & (filled | empty))
            == W::low(self.width)
    }
}
