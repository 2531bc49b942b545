//! The log of a search as a proof that another program can follow.
//!
//! A proof is a list of steps. Each step is a clause over the variables, with the lines and earlier clauses
//! that show it: assume that every literal of the clause is false, apply the named lines and clauses one
//! after the other, and a contradiction appears. Probing, branching and learning all leave steps of this
//! one kind: a probe that fails is a clause of one literal, a closed branch a clause of its decisions.
//!
//! While the search runs, only clauses and reasons are noted. [`Log::finish`] then drops every step that no
//! later one needs, follows the rest once, and keeps of each step's reasons only those that told something.

use std::fmt::Write;

use super::{Canvas, Literal};

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
    /// `solution`: the literals of the picture that clause [`Hint::Other`] excludes.
    ///
    /// # Panics
    /// When a step does not follow from its hints: the search would be wrong.
    pub(crate) fn finish<C: Canvas>(&self, canvas: &mut C, solution: Option<Vec<Literal>>) -> Vec<String> {
        let steps: Vec<Step> = (0..self.ends.len()).map(|index| self.step(index)).collect();
        let wanted = needed(&steps.iter().map(Some).collect::<Vec<_>>());
        let mut replay = Replay::new(canvas, solution);
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
            text.push(written(step, text.len() + 1, &number, replay.canvas));
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
fn written<C: Canvas>(step: &Step, number: usize, numbers: &[usize], canvas: &C) -> String {
    let height = canvas.height();
    let mut text = format!("{number}:");
    for &literal in &step.clause {
        text.push(' ');
        canvas.write(literal, &mut text);
    }
    text += " |";
    for hint in &step.hints {
        // Into a string: cannot fail.
        let _ = match *hint {
            Hint::Line(line) if (line as usize) < height => write!(text, " r{}", line + 1),
            Hint::Line(line) => write!(text, " c{}", line as usize - height + 1),
            Hint::Step(step) => write!(text, " #{}", numbers[step as usize]),
            Hint::Other => write!(text, " s"),
        };
    }
    text
}

/// Follows a proof: what is known at the root, and what a step adds for a moment.
struct Replay<'c, C: Canvas> {
    canvas: &'c mut C,
    root: C::State,
    dead: bool,
    /// The excluded picture, literal by literal the other way round.
    other: Vec<Literal>,
    told: Vec<Literal>,
}

impl<C: Canvas> Replay<'_, C> {
    fn new(canvas: &mut C, solution: Option<Vec<Literal>>) -> Replay<'_, C> {
        let other = solution.into_iter().flatten().map(|literal| !literal).collect();
        let mut replay = Replay { root: canvas.blank(), canvas, dead: false, other, told: Vec::new() };
        replay.close();
        replay
    }

    /// Applies a line. `None` when it is impossible, else whether it told something new.
    fn apply_line(&mut self, known: &mut C::State, line: usize) -> Option<bool> {
        self.told.clear();
        let possible = self.canvas.solve(known, line, &mut self.told);
        for &literal in &self.told {
            self.canvas.set(known, literal);
        }
        possible.then_some(!self.told.is_empty())
    }

    /// Applies a clause. `None` when all its literals are false, else whether it forced one.
    fn apply_clause(&self, known: &mut C::State, clause: &[Literal]) -> Option<bool> {
        let mut open = None;
        for &literal in clause {
            match self.canvas.value(known, literal) {
                Some(false) => {}
                Some(true) => return Some(false),
                None if open.is_some() => return Some(false),
                None => open = Some(literal),
            }
        }
        self.canvas.set(known, open?);
        Some(true)
    }

    /// Applies all lines at the root until they have nothing to add.
    fn close(&mut self) {
        let mut root = self.root.clone();
        let mut again = true;
        while again && !self.dead {
            again = false;
            for line in 0..self.canvas.lines() {
                match self.apply_line(&mut root, line) {
                    Some(told) => again |= told,
                    None => self.dead = true,
                }
            }
        }
        let complete = self.other.iter().all(|&literal| self.canvas.value(&root, literal) == Some(false));
        self.dead |= complete && !self.other.is_empty();
        self.root = root;
    }

    /// Follows one step and returns it with only the hints that told something; nothing when the root
    /// already knows what it says.
    fn follow(&mut self, earlier: &[Option<Step>], step: Step) -> Option<Step> {
        if step.clause.iter().any(|&literal| self.canvas.value(&self.root, literal) == Some(true)) {
            return None;
        }
        let mut known = self.root.clone();
        let mut hints = Vec::new();
        let mut shown = false;
        for &literal in &step.clause {
            match self.canvas.value(&known, literal) {
                None => self.canvas.set(&mut known, !literal),
                // The root has learned since that the cell is one of two colours, and the clause names both.
                Some(true) => shown = true,
                Some(false) => {}
            }
        }
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
            self.canvas.set(&mut self.root, unit);
            self.close();
        }
        Some(Step { clause: step.clause, hints })
    }
}
