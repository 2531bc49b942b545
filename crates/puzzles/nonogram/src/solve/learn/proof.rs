//! The log of a search as a proof that another program can follow.
//!
//! A proof is a list of steps. Each step is a clause over the cells, with the lines and earlier clauses
//! that show it: assume that every literal of the clause is false, apply the named lines and clauses one
//! after the other, and a contradiction appears. Probing, branching and learning all leave steps of this
//! one kind: a probe that fails is a clause of one literal, a closed branch a clause of its decisions.
//!
//! While the search runs, only clauses and reasons are noted. [`Log::finish`] then drops every step that no
//! later one needs, follows the rest once, and keeps of each step's reasons only those that told something.

use super::literal::Literal;
use crate::Nonogram;
use crate::line::{Automaton, Scratch, Word};

/// What shows a step: a line, an earlier step, or the clause that excludes the known solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hint {
    /// The clue of a line (rows first).
    Line(u32),
    /// An earlier step, counted from 1.
    Step(u32),
    /// "Some cell differs from the solution."
    Other,
}

/// Steps in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    literals: Vec<Literal>,
    hints: Vec<Hint>,
    /// Where each step ends in `literals` and in `hints`.
    ends: Vec<(usize, usize)>,
}

/// A step ready to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    clause: Vec<Literal>,
    hints: Vec<Hint>,
}

impl Log {
    /// Notes a step and returns its number.
    pub(crate) fn add(&mut self, clause: &[Literal], hints: impl IntoIterator<Item = Hint>) -> u32 {
        self.literals.extend_from_slice(clause);
        self.hints.extend(hints);
        self.ends.push((self.literals.len(), self.hints.len()));
        self.ends.len() as u32
    }

    fn step(&self, index: usize) -> Step {
        let (l, h) = if index == 0 { (0, 0) } else { self.ends[index - 1] };
        let (l_end, h_end) = self.ends[index];
        Step { clause: self.literals[l..l_end].to_vec(), hints: self.hints[h..h_end].to_vec() }
    }

    /// The proof as text, one step a string (the format is documented with the verifier).
    ///
    /// `solution` is the picture that clause [`Hint::Other`] excludes.
    ///
    /// # Panics
    /// When a step does not follow from its hints: the search would be wrong.
    pub(crate) fn finish<W: Word>(&self, puzzle: &Nonogram, solution: Option<&[bool]>) -> Vec<String> {
        let steps: Vec<Step> = (0..self.ends.len()).map(|index| self.step(index)).collect();
        let wanted = needed(&steps.iter().map(Some).collect::<Vec<_>>());
        let mut replay = Replay::<W>::new(puzzle, solution);
        let mut followed: Vec<Option<Step>> = vec![None; steps.len()];
        for (index, step) in steps.into_iter().enumerate().filter(|&(index, _)| wanted[index]) {
            if replay.dead {
                break;
            }
            followed[index] = replay.follow(&followed, step);
        }
        assert!(replay.dead, "the steps end in a contradiction");
        let wanted = needed(&followed.iter().map(Option::as_ref).collect::<Vec<_>>());
        let mut number = vec![0; followed.len() + 1];
        let mut text = Vec::new();
        for (index, step) in followed.iter().enumerate().filter(|&(index, _)| wanted[index]) {
            let Some(step) = step else { continue };
            number[index + 1] = text.len() + 1;
            text.push(write(step, text.len() + 1, &number, puzzle.height()));
        }
        text
    }
}

/// Which steps are units, or the last, or named by a step that is needed.
fn needed(steps: &[Option<&Step>]) -> Vec<bool> {
    let mut wanted: Vec<bool> =
        steps.iter().map(|step| step.is_some_and(|step| step.clause.len() <= 1)).collect();
    for index in (0..steps.len()).rev().filter(|&index| steps[index].is_some()) {
        if wanted[index] {
            for hint in &steps[index].expect("filtered").hints {
                if let Hint::Step(earlier) = hint {
                    wanted[*earlier as usize - 1] = true;
                }
            }
        }
    }
    wanted
}

/// `12: 4 -17 | r3 c12 #7 s`: number, clause, hints.
fn write(step: &Step, number: usize, numbers: &[usize], height: usize) -> String {
    let mut text = format!("{number}:");
    for literal in &step.clause {
        text += &format!(" {}", literal.signed());
    }
    text += " |";
    for hint in &step.hints {
        text += &match *hint {
            Hint::Line(line) if (line as usize) < height => format!(" r{}", line + 1),
            Hint::Line(line) => format!(" c{}", line as usize - height + 1),
            Hint::Step(step) => format!(" #{}", numbers[step as usize]),
            Hint::Other => " s".to_owned(),
        };
    }
    text
}

/// Follows a proof: what is known at the root, and what a step adds for a moment.
struct Replay<W> {
    lines: Vec<Automaton<W>>,
    width: usize,
    height: usize,
    root: Known<W>,
    dead: bool,
    other: Vec<Literal>,
    scratch: Scratch<W>,
}

/// The known cells of every line, rows first.
#[derive(Clone)]
struct Known<W> {
    filled: Vec<W>,
    empty: Vec<W>,
}

impl<W: Word> Replay<W> {
    fn new(puzzle: &Nonogram, solution: Option<&[bool]>) -> Replay<W> {
        let lines: Vec<Automaton<W>> =
            puzzle.lines().map(|line| Automaton::new(puzzle.clue(line), puzzle.length(line))).collect();
        let nothing = vec![W::ZERO; lines.len()];
        let other = solution.into_iter().flatten().enumerate();
        let mut replay = Replay {
            width: puzzle.width(),
            height: puzzle.height(),
            root: Known { filled: nothing.clone(), empty: nothing },
            dead: false,
            other: other.map(|(cell, &black)| !Literal::new(cell, black)).collect(),
            scratch: Scratch::new(puzzle.width().max(puzzle.height())),
            lines,
        };
        replay.close();
        replay
    }

    /// The colour of a literal's cell: true when the literal holds, false when its opposite does.
    fn value(&self, known: &Known<W>, literal: Literal) -> Option<bool> {
        let (row, column) = (literal.cell() / self.width, literal.cell() % self.width);
        if known.filled[row].has(column) {
            Some(literal.is_black())
        } else if known.empty[row].has(column) {
            Some(!literal.is_black())
        } else {
            None
        }
    }

    fn set(&self, known: &mut Known<W>, literal: Literal) {
        let (row, column) = (literal.cell() / self.width, literal.cell() % self.width);
        let masks = if literal.is_black() { &mut known.filled } else { &mut known.empty };
        masks[row] |= W::bit(column);
        masks[self.height + column] |= W::bit(row);
    }

    /// Applies a line. `None` when it is impossible, else whether it told something new.
    fn apply_line(&mut self, known: &mut Known<W>, line: usize) -> Option<bool> {
        let (filled, empty) = (known.filled[line], known.empty[line]);
        let (black, white) = self.lines[line].solve(filled, empty, &mut self.scratch)?;
        let fresh = (black & !filled) | (white & !empty);
        for index in fresh.ones() {
            let cell = if line < self.height {
                line * self.width + index
            } else {
                index * self.width + line - self.height
            };
            self.set(known, Literal::new(cell, black.has(index)));
        }
        Some(!fresh.is_zero())
    }

    /// Applies a clause. `None` when all its literals are false, else whether it forced one.
    fn apply_clause(&self, known: &mut Known<W>, clause: &[Literal]) -> Option<bool> {
        let mut open = None;
        for &literal in clause {
            match self.value(known, literal) {
                Some(false) => {}
                Some(true) => return Some(false),
                None if open.is_some() => return Some(false),
                None => open = Some(literal),
            }
        }
        self.set(known, open?);
        Some(true)
    }

    /// Applies all lines at the root until they have nothing to add.
    fn close(&mut self) {
        let mut root = std::mem::replace(&mut self.root, Known { filled: Vec::new(), empty: Vec::new() });
        let mut again = true;
        while again && !self.dead {
            again = false;
            for line in 0..self.lines.len() {
                match self.apply_line(&mut root, line) {
                    Some(told) => again |= told,
                    None => self.dead = true,
                }
            }
        }
        let complete = self.other.iter().all(|&literal| self.value(&root, literal) == Some(false));
        self.dead |= complete && !self.other.is_empty();
        self.root = root;
    }

    /// Follows one step and returns it with only the hints that told something; nothing when the root
    /// already knows what it says.
    fn follow(&mut self, earlier: &[Option<Step>], step: Step) -> Option<Step> {
        if step.clause.iter().any(|&literal| self.value(&self.root, literal) == Some(true)) {
            return None;
        }
        let mut known = self.root.clone();
        for &literal in &step.clause {
            if self.value(&known, literal).is_none() {
                self.set(&mut known, !literal);
            }
        }
        let mut hints = Vec::new();
        let mut shown = false;
        for &hint in &step.hints {
            if shown {
                break;
            }
            let told = match hint {
                Hint::Line(line) => self.apply_line(&mut known, line as usize),
                Hint::Other => self.apply_clause(&mut known, &self.other),
                Hint::Step(number) => match &earlier[number as usize - 1] {
                    Some(named) => self.apply_clause(&mut known, &named.clause),
                    None => Some(false),
                },
            };
            if told != Some(false) {
                hints.push(hint);
            }
            shown = told.is_none();
        }
        assert!(shown, "a step follows from its hints");
        if step.clause.is_empty() {
            self.dead = true;
        } else if let &[unit] = step.clause.as_slice() {
            let mut root = self.root.clone();
            self.set(&mut root, unit);
            self.root = root;
            self.close();
        }
        Some(Step { clause: step.clause, hints })
    }
}
