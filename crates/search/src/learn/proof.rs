//! The log of a search as a proof that another program can follow.
//!
//! A proof is a list of steps. Each step is a clause over the variables, with the constraints and earlier clauses that
//! prove it: assume that every literal of the clause is false, apply the named constraints and clauses one after the
//! other, and there is a contradiction. Probing, branching and learning all give steps of this kind: a failed probe is
//! a clause of one literal, a closed branch a clause of its decisions.
//!
//! While the search runs, only clauses and reasons are logged. [`Log::finish`] then drops every step that no later one
//! needs, follows the rest once, and keeps of each step's reasons only those that implied something.

use super::{Constraints, Literal};

/// What proves a step: a constraint, an earlier step, or the clause that excludes the known solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hint {
    /// A constraint.
    Constraint(u32),
    /// An earlier step, counted from 1.
    Step(u32),
    /// "Some variable differs from the solution."
    Other,
}

/// Steps in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(super) struct Log {
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
    /// Logs a step and returns its number.
    pub(super) fn add(&mut self, clause: &[Literal], hints: impl IntoIterator<Item = Hint>) -> u32 {
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

    /// The proof as text, one string per step (the format is documented with the verifier).
    ///
    /// `solution`: the literals of the solution that clause [`Hint::Other`] excludes.
    ///
    /// # Panics
    /// If a step does not follow from its hints: then the search is wrong.
    pub(super) fn finish<C: Constraints>(
        &self,
        problem: &mut C,
        solution: Option<Vec<Literal>>,
    ) -> Vec<String> {
        let steps: Vec<Step> = (0..self.ends.len()).map(|index| self.step(index)).collect();
        let wanted = needed(&steps.iter().map(Some).collect::<Vec<_>>());
        let mut replay = Replay::new(problem, solution);
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
            text.push(written(step, text.len() + 1, &number, replay.problem));
        }
        text
    }
}

/// Which steps are units, or the last one, or named by a step that is needed.
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

/// `12: 4 -17 | r3 c12 #7 s`: number, clause, hints. Literals and constraints are written by the problem.
fn written<C: Constraints>(step: &Step, number: usize, numbers: &[usize], problem: &C) -> String {
    let mut text = format!("{number}:");
    for &literal in &step.clause {
        text.push(' ');
        problem.write_literal(literal, &mut text);
    }
    text += " |";
    for hint in &step.hints {
        text.push(' ');
        match *hint {
            Hint::Constraint(constraint) => problem.write_constraint(constraint as usize, &mut text),
            Hint::Step(step) => text += &format!("#{}", numbers[step as usize]),
            Hint::Other => text.push('s'),
        }
    }
    text
}

/// Follows a proof: what is known at the root, and what the current step adds to it.
struct Replay<'c, C: Constraints> {
    problem: &'c mut C,
    root: C::State,
    dead: bool,
    /// The opposites of the excluded solution's literals.
    other: Vec<Literal>,
    implied: Vec<Literal>,
}

impl<C: Constraints> Replay<'_, C> {
    fn new(problem: &mut C, solution: Option<Vec<Literal>>) -> Replay<'_, C> {
        let other = solution.into_iter().flatten().map(|literal| !literal).collect();
        let mut replay = Replay { root: problem.start(), problem, dead: false, other, implied: Vec::new() };
        replay.close();
        replay
    }

    /// Applies a constraint. `None` when it is impossible, else whether it implied something new.
    fn apply_constraint(&mut self, known: &mut C::State, constraint: usize) -> Option<bool> {
        self.implied.clear();
        let possible = self.problem.propagate(known, constraint, &mut self.implied);
        for &literal in &self.implied {
            self.problem.set(known, literal);
        }
        possible.then_some(!self.implied.is_empty())
    }

    /// Applies a clause. `None` when all its literals are false, else whether it forced one.
    fn apply_clause(&self, known: &mut C::State, clause: &[Literal]) -> Option<bool> {
        let mut open = None;
        for &literal in clause {
            match self.problem.value(known, literal) {
                Some(false) => {}
                Some(true) => return Some(false),
                None if open.is_some() => return Some(false),
                None => open = Some(literal),
            }
        }
        self.problem.set(known, open?);
        Some(true)
    }

    /// Applies all constraints at the root until they imply nothing more.
    fn close(&mut self) {
        let mut root = self.root.clone();
        let mut again = true;
        while again && !self.dead {
            again = false;
            for constraint in 0..self.problem.constraints() {
                match self.apply_constraint(&mut root, constraint) {
                    Some(implied) => again |= implied,
                    None => self.dead = true,
                }
            }
        }
        let complete = self.other.iter().all(|&literal| self.problem.value(&root, literal) == Some(false));
        self.dead |= complete && !self.other.is_empty();
        self.root = root;
    }

    /// Follows one step and returns it with only the hints that implied something; none if the root already knows what
    /// it says.
    fn follow(&mut self, earlier: &[Option<Step>], step: Step) -> Option<Step> {
        if step.clause.iter().any(|&literal| self.problem.value(&self.root, literal) == Some(true)) {
            return None;
        }
        let mut known = self.root.clone();
        let mut hints = Vec::new();
        let mut shown = false;
        for &literal in &step.clause {
            match self.problem.value(&known, literal) {
                None => self.problem.set(&mut known, !literal),
                // The root has learned since that one of two siblings is true, and the clause names both.
                Some(true) => shown = true,
                Some(false) => {}
            }
        }
        for &hint in &step.hints {
            if shown {
                break;
            }
            let implied = match hint {
                Hint::Constraint(constraint) => self.apply_constraint(&mut known, constraint as usize),
                Hint::Other => self.apply_clause(&mut known, &self.other),
                Hint::Step(number) => match &earlier[number as usize - 1] {
                    Some(named) => self.apply_clause(&mut known, &named.clause),
                    None => Some(false),
                },
            };
            if implied != Some(false) {
                hints.push(hint);
            }
            shown = implied.is_none();
        }
        assert!(shown, "a step follows from its hints");
        if step.clause.is_empty() {
            self.dead = true;
        } else if let &[unit] = step.clause.as_slice() {
            self.problem.set(&mut self.root, unit);
            self.close();
        }
        Some(Step { clause: step.clause, hints })
    }
}
