//! The proof that there is no picture, or only one: steps that follow from lines and earlier steps.
//!
//! Cells are numbered from 1, row by row; `17` says that cell 17 is black, `-17` that it is white. In colours `17b` says
//! that cell 17 has colour `b`, `-17b` that it has another, and `17.` that it is white; what follows from that within the
//! cell, which has exactly one colour, is known at once. A step is a string `number: clause | hints`, such as `12: 4 -17 | r3 c12 #7 s`. It says that at least one of the
//! clause's literals holds in every (other) solution, and why: suppose that all of them are false; then apply
//! the hints one after the other, and the last of them is contradicted.
//! * `r3`, `c12`: the clue of a row or column. A cell loses every colour that it has in no completion of the line.
//! * `#7`: the clause of step 7. When all its literals but one are false, that one is true.
//! * `s`: the clause "some cell differs from `solution`", for the claim `unique` only.
//!
//! The *root* holds what is known without any assumption. It starts with what the lines alone imply, applied until they
//! imply nothing more; a step whose clause is one literal adds that cell for good, and the lines are applied again. The
//! proof is complete when the root is contradicted: by a line, by all cells known and equal to the solution, or by a
//! step with an empty clause.
//!
//! # What is detected
//! Every step is checked, so nothing that is accepted is wrong. Beyond that, the proof may contain nothing superfluous,
//! so that a damaged one is noticed even if what is left still proves the claim: steps are numbered without gaps; every
//! hint implies something new and the last is a contradiction; a clause has no literal that the root already knows to
//! be true, and no two that exclude each other's opposites; every step with two or more literals is named by a later
//! one; no step follows the end.

use quandary_core::Budget;

use super::audit::rules_out_no_placement;
use super::tables::Tables;
use super::{Colours, Puzzle, colour, malformed, wrong};
use crate::Rejection;
use crate::number::whole;

/// A cell, a colour (a set of one), and whether the cell has it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Literal {
    cell: usize,
    colour: Colours,
    has: bool,
}

impl Literal {
    fn opposite(self) -> Literal {
        Literal { has: !self.has, ..self }
    }

    /// The colours that a cell keeps if the literal is true.
    fn leaves(self, colours: Colours) -> Colours {
        colours & if self.has { self.colour } else { !self.colour }
    }
}

/// The root, the steps so far, and what the current step assumes in addition.
pub(super) struct Proof<'p> {
    puzzle: &'p Puzzle,
    /// The candidates of every cell; never empty.
    cells: Vec<Colours>,
    /// Cells that the current step narrowed, with their old candidates, to be restored after it.
    added: Vec<(usize, Colours)>,
    other: Option<Vec<Literal>>,
    clauses: Vec<Vec<Literal>>,
    named: Vec<bool>,
    complete: bool,
    tables: Tables,
    budget: &'p mut Budget,
}

/// What a hint did.
#[derive(PartialEq, Eq)]
enum Effect {
    Nothing,
    Something,
    Contradiction,
}

impl<'p> Proof<'p> {
    pub(super) fn new(
        puzzle: &'p Puzzle,
        solution: Option<Vec<u8>>,
        budget: &'p mut Budget,
    ) -> Result<Proof<'p>, Rejection> {
        let differs = |(cell, ink): (usize, u8)| Literal { cell, colour: colour(ink), has: false };
        let other = solution.map(|cells| cells.into_iter().enumerate().map(differs).collect());
        let mut proof = Proof {
            puzzle,
            cells: vec![puzzle.anything(); puzzle.width() * puzzle.height()],
            added: Vec::new(),
            other,
            clauses: Vec::new(),
            named: Vec::new(),
            complete: false,
            tables: Tables::default(),
            budget,
        };
        proof.close_root()?;
        Ok(proof)
    }

    /// Applies all lines to the root until they imply nothing more.
    fn close_root(&mut self) -> Result<(), Rejection> {
        let mut again = true;
        while again && !self.complete {
            again = false;
            for line in 0..self.puzzle.height() + self.puzzle.width() {
                match self.apply_line(line)? {
                    Effect::Contradiction => self.complete = true,
                    Effect::Something => again = true,
                    Effect::Nothing => {}
                }
            }
        }
        self.added.clear();
        if let Some(other) = &self.other {
            self.complete |= other.iter().all(|&literal| self.value(literal) == Some(false));
        }
        Ok(())
    }

    /// Checks one step.
    pub(super) fn step(&mut self, text: &str) -> Result<(), Rejection> {
        let number = self.clauses.len() + 1;
        let fault = |what: String| wrong(format!("step {number}: {what}"));
        if self.complete {
            return Err(fault("the proof was complete before it".into()));
        }
        let (head, hints) = text.split_once(" |").ok_or_else(|| malformed(format!("step `{text}`")))?;
        let (label, clause) = head.split_once(':').ok_or_else(|| malformed(format!("step `{text}`")))?;
        if whole(label) != Some(number) {
            return Err(fault(format!("it is numbered {label}")));
        }
        let clause =
            clause.split_whitespace().map(|word| self.literal(word)).collect::<Result<Vec<_>, _>>()?;
        if let Some(idle) = clause
            .iter()
            .find(|literal| self.value(**literal) == Some(true) || clause.contains(&literal.opposite()))
        {
            return Err(fault(format!("cell {} is known already, or named twice", idle.cell + 1)));
        }
        let mut contradicted = false;
        for &literal in &clause {
            // Together, the clause's colours of one cell may be all that it can have.
            contradicted |= self.value(literal) == Some(true);
            if self.value(literal).is_none() {
                self.set(literal.opposite());
            }
        }
        for word in hints.split_whitespace() {
            if contradicted {
                return Err(fault(format!("`{word}` follows the contradiction")));
            }
            match self.apply(word)? {
                Effect::Nothing => return Err(fault(format!("`{word}` implies nothing new"))),
                Effect::Something => {}
                Effect::Contradiction => contradicted = true,
            }
        }
        for (cell, colours) in self.added.drain(..).rev() {
            self.cells[cell] = colours;
        }
        if !contradicted {
            return Err(fault("no contradiction follows from its hints".into()));
        }
        match clause[..] {
            [] => self.complete = true,
            [literal] => {
                self.set(literal);
                self.close_root()?;
            }
            _ => {}
        }
        self.named.push(clause.len() < 2);
        self.clauses.push(clause);
        Ok(())
    }

    /// The end: the root is contradicted, and every step was needed.
    pub(super) fn end(&self) -> Result<(), Rejection> {
        if !self.complete {
            return Err(wrong("the proof stops before the end: something else may still be a solution"));
        }
        match self.named.iter().position(|named| !named) {
            Some(index) => Err(wrong(format!("step {} is used by no other step", index + 1))),
            None => Ok(()),
        }
    }

    fn literal(&self, word: &str) -> Result<Literal, Rejection> {
        let unknown = || malformed(format!("`{word}` is not a literal"));
        let (has, rest) = word.strip_prefix('-').map_or((true, word), |rest| (false, rest));
        let digits = rest.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let ink = self.puzzle.ink(&rest[digits.len()..]).ok_or_else(unknown)?;
        let number: usize = whole(digits).ok_or_else(unknown)?;
        let cell = number.wrapping_sub(1);
        if cell >= self.cells.len() {
            return Err(malformed(format!("there is no cell {word}")));
        }
        Ok(Literal { cell, colour: colour(ink), has })
    }

    /// Whether a literal is true, if that is known.
    fn value(&self, literal: Literal) -> Option<bool> {
        let colours = self.cells[literal.cell];
        match literal.leaves(colours) {
            0 => Some(false),
            all if all == colours => Some(true),
            _ => None,
        }
    }

    /// Makes an open literal true.
    fn set(&mut self, literal: Literal) {
        self.narrow(literal.cell, literal.leaves(self.cells[literal.cell]));
    }

    fn narrow(&mut self, cell: usize, colours: Colours) {
        self.added.push((cell, self.cells[cell]));
        self.cells[cell] = colours;
    }

    fn apply(&mut self, hint: &str) -> Result<Effect, Rejection> {
        let index = |text: &str, count: usize| {
            let number: usize = whole(text)?;
            number.checked_sub(1).filter(|&index| index < count)
        };
        let unknown = || malformed(format!("`{hint}` names nothing"));
        let height = self.puzzle.height();
        if let Some(row) = hint.strip_prefix('r') {
            self.apply_line(index(row, height).ok_or_else(unknown)?)
        } else if let Some(column) = hint.strip_prefix('c') {
            self.apply_line(height + index(column, self.puzzle.width()).ok_or_else(unknown)?)
        } else if let Some(step) = hint.strip_prefix('#') {
            let step = index(step, self.clauses.len()).ok_or_else(unknown)?;
            self.named[step] = true;
            let clause = std::mem::take(&mut self.clauses[step]);
            let effect = self.apply_clause(&clause);
            self.clauses[step] = clause;
            Ok(effect)
        } else if hint == "s" {
            let other = self.other.take().ok_or_else(unknown)?;
            let effect = self.apply_clause(&other);
            self.other = Some(other);
            Ok(effect)
        } else {
            Err(unknown())
        }
    }

    fn apply_clause(&mut self, clause: &[Literal]) -> Effect {
        let mut open = None;
        for &literal in clause {
            match self.value(literal) {
                Some(true) => return Effect::Nothing,
                Some(false) => {}
                None if open.is_some() => return Effect::Nothing,
                None => open = Some(literal),
            }
        }
        match open {
            None => Effect::Contradiction,
            Some(literal) => {
                self.set(literal);
                Effect::Something
            }
        }
    }

    fn apply_line(&mut self, line: usize) -> Result<Effect, Rejection> {
        let (width, height) = (self.puzzle.width(), self.puzzle.height());
        let (clue, first, stride, length) = if line < height {
            (&self.puzzle.rows[line], line * width, 1, width)
        } else {
            (&self.puzzle.columns[line - height], line - height, width, height)
        };
        // A line costs as many nodes as it has blocks: a long one may have thousands.
        self.budget.spend(clue.len() as u64 + 1)?;
        let mut tables = std::mem::take(&mut self.tables);
        tables.load((0..length).map(|i| self.cells[first + i * stride]));
        let mut effect = Effect::Nothing;
        let found = tables.solve(clue);
        if !rules_out_no_placement(&tables, clue, found) {
            return Err(Rejection::Fault(format!("the table of line {} rules out too much", line + 1)));
        }
        if found {
            for i in 0..length {
                let (cell, possible) = (first + i * stride, tables.possible(i));
                if possible != self.cells[cell] {
                    self.narrow(cell, possible);
                    effect = Effect::Something;
                }
            }
        } else {
            effect = Effect::Contradiction;
        }
        self.tables = tables;
        Ok(effect)
    }
}
