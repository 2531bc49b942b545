//! Clause learning over the line solver: what decides the hard tail.
//!
//! The search is that of a modern SAT solver (conflict-driven clause learning: Marques-Silva and Sakallah
//! 1996, with MiniSat's and Kissat's refinements), but its variables speak of cells alone and its constraints
//! are the lines themselves, not clauses that encode them: lazy clause generation (Ohrimenko, Stuckey and
//! Codish 2009). Lines are solved exactly by [`Canvas::solve`]; only when a conflict is analysed is a line
//! asked *why* it forced a literal, and [`Canvas::explain`] answers with an irreducible set of them. What the
//! literals mean, and so whether a puzzle is in black and white or in colours, only the canvas knows.
//!
//! | file | what |
//! |---|---|
//! | `mod` | trail, propagation, decisions, restarts |
//! | `analyse` | from a conflict to a clause: first unique implication point, minimised |
//! | `clauses` | learned clauses and their watches |
//! | `order` | which cell is decided next |
//! | `phases` | which value it is tried with |
//! | `proof` | the log of clauses as a proof that `check` can follow |

mod analyse;
mod clauses;
mod order;
mod phases;
mod proof;

use std::collections::{HashMap, HashSet, VecDeque};

use quandary_core::{Budget, Exhausted};

use super::canvas::{Canvas, Literal, Times};
use crate::Picture;
use clauses::{ClauseId, Clauses, Watch};
use order::Order;
use phases::Phases;
use proof::{Hint, Log};

/// Why a literal is true, or why there is a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It was decided.
    Decision,
    /// The clue of this line (rows first) forces it.
    Line(u32),
    /// A clause forces it.
    Clause(ClauseId),
    /// Another variable of its cell settles it.
    Sibling,
}

/// How fast old conflicts lose their say in which cell comes next.
const DECAY: f64 = 0.95;

/// Conflicts between restarts, times the Luby sequence. On every tenth puzzle of two tournament sets, 128
/// needed 8.3 CPU seconds, 64 needed 12.7, restarts by glue (as in Glucose) 15.3 or more.
const RESTART: u64 = 128;

/// Clauses kept before the first reduction. 5000 was slower by half, 1000 by a third.
const CLAUSES: usize = 2000;

/// How many more are kept after each reduction. A tenth more each time lets a long search sink in its own clauses: of
/// the ten slowest puzzles of two tournament sets the slowest then needs 15 CPU seconds, and with 200 more 2.3 (7.6 is
/// the worst over four sources of random phases; with 500 more it is 22, with 100 more 21).
const MORE_CLAUSES: usize = 200;

/// Clauses of so few decision levels are never forgotten.
const GOOD_GLUE: u32 = 3;

/// A conflict-driven search whose constraints are the lines themselves.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::{Nonogram, Picture, solve::canvas::Monochrome, solve::learn::Learner};
/// let picture = Picture::parse("#.\n.#").unwrap();
/// let mut learner = Learner::new(Monochrome::<u64>::new(&Nonogram::of(&picture)));
/// let first = learner.search(&mut Budget::unlimited()).unwrap().unwrap();
/// learner.exclude(&first);
/// let second = learner.search(&mut Budget::unlimited()).unwrap().unwrap();
/// assert_ne!(first, second);
/// ```
pub struct Learner<C: Canvas> {
    /// What the literals mean. A *line* below is one of its lines.
    canvas: C,
    /// What is known of the lines.
    state: C::State,
    /// For each literal: 1 true, -1 false, 0 open.
    value: Vec<i8>,
    /// For each known variable, how many decisions stood before it.
    level: Vec<u32>,
    /// For each known variable, where it stands on the trail.
    position: Vec<u32>,
    /// For each known variable, why it is so.
    reason: Vec<Reason>,
    /// The true literals, in the order in which they became so.
    trail: Vec<Literal>,
    /// For each decision level, where on the trail it begins.
    limits: Vec<usize>,
    /// The first literal of the trail whose watches have not been visited.
    head: usize,
    /// Lines that have changed since they were solved.
    queue: VecDeque<u32>,
    /// For each line, whether it is in the queue.
    dirty: Vec<bool>,
    /// Room for what a line tells.
    told: Vec<Literal>,
    /// Room for what a literal settles of its cell.
    siblings: Vec<Literal>,
    /// What was learned, and the clause that excludes a picture.
    clauses: Clauses,
    /// The variables by their say in recent conflicts.
    order: Order,
    /// Room for the analysis of conflicts.
    analysis: analyse::Analysis,
    /// Conflicts so far: restarts are counted in them.
    conflicts: u64,
    /// Clauses at which to forget some.
    full: usize,
    /// What a decision tries first.
    phases: Phases,
    /// Whether it is known that no (other) picture is left.
    dead: bool,
    /// The proof so far, if one is wanted.
    log: Option<Log>,
    /// The picture that is excluded.
    blocked: Option<Picture<C::Ink>>,
}

impl<C: Canvas> Learner<C> {
    /// Ready to search.
    pub fn new(canvas: C) -> Learner<C> {
        let (variables, lines) = (canvas.variables(), canvas.lines());
        Learner {
            state: canvas.blank(),
            value: vec![0; 2 * variables],
            level: vec![0; variables],
            position: vec![0; variables],
            reason: vec![Reason::Decision; variables],
            trail: Vec::with_capacity(variables),
            limits: Vec::new(),
            head: 0,
            queue: (0..lines as u32).collect(),
            dirty: vec![true; lines],
            told: Vec::new(),
            siblings: Vec::new(),
            clauses: Clauses::new(variables),
            order: Order::new(variables, DECAY),
            analysis: analyse::Analysis::new(variables),
            conflicts: 0,
            full: CLAUSES,
            phases: Phases::new((0..variables).map(|variable| canvas.first_try(variable)).collect()),
            dead: false,
            log: None,
            blocked: None,
            canvas,
        }
    }

    /// Ready to go on where lines alone leave off. `state` is what they tell: no line may have more to say.
    pub(super) fn begun(canvas: C, state: C::State) -> Learner<C> {
        let mut learner = Learner::new(canvas);
        learner.queue.clear();
        learner.dirty.fill(false);
        for variable in 0..learner.level.len() {
            if let Some(holds) = learner.canvas.value(&state, Literal::new(variable, true)) {
                let literal = Literal::new(variable, holds);
                learner.value[literal.index()] = 1;
                learner.value[(!literal).index()] = -1;
                learner.position[variable] = learner.trail.len() as u32;
                learner.trail.push(literal);
            }
        }
        learner.head = learner.trail.len();
        learner.state = state;
        learner
    }

    #[inline]
    fn value(&self, literal: Literal) -> i8 {
        self.value[literal.index()]
    }

    /// Makes a literal true, and whatever of its cell follows from that alone.
    fn assign(&mut self, literal: Literal, reason: Reason) {
        self.enter(literal, reason);
        if C::SIBLINGS {
            let mut siblings = std::mem::take(&mut self.siblings);
            self.canvas.siblings(&self.state, literal, &mut siblings);
            for sibling in siblings.drain(..) {
                if self.value(sibling) == 0 {
                    self.enter(sibling, Reason::Sibling);
                }
            }
            self.siblings = siblings;
        }
    }

    #[inline]
    fn enter(&mut self, literal: Literal, reason: Reason) {
        let variable = literal.variable();
        self.value[literal.index()] = 1;
        self.value[(!literal).index()] = -1;
        self.level[variable] = self.limits.len() as u32;
        self.position[variable] = self.trail.len() as u32;
        self.reason[variable] = reason;
        self.trail.push(literal);
        if let (Some(log), true, Reason::Clause(_)) = (&mut self.log, self.limits.is_empty(), reason) {
            log.add(&[literal], hint(&self.clauses, reason));
        }
        self.canvas.set(&mut self.state, literal);
        if reason == Reason::Sibling {
            // Its lines know it already.
            return;
        }
        for line in self.canvas.crossing(variable) {
            // A line that forced a cell has nothing to add to its own conclusion: the solver is exact.
            if !self.dirty[line] && reason != Reason::Line(line as u32) {
                self.dirty[line] = true;
                self.queue.push_back(line as u32);
            }
        }
    }

    /// Takes back everything above a level.
    fn backtrack(&mut self, level: usize) {
        if self.limits.len() <= level {
            return;
        }
        let keep = self.limits[level];
        for index in (keep..self.trail.len()).rev() {
            let literal = self.trail[index];
            let variable = literal.variable();
            self.value[literal.index()] = 0;
            self.value[(!literal).index()] = 0;
            self.phases.forget(literal);
            self.canvas.unset(&mut self.state, literal);
            self.order.insert(variable);
            self.analysis.forget(variable);
        }
        self.trail.truncate(keep);
        self.limits.truncate(level);
        self.head = keep;
        while let Some(line) = self.queue.pop_front() {
            self.dirty[line as usize] = false;
        }
    }

    /// Everything that follows from the trail; the reason of a conflict if there is one.
    fn propagate(&mut self) -> Option<Reason> {
        loop {
            while self.head < self.trail.len() {
                let literal = self.trail[self.head];
                self.head += 1;
                if let Some(clause) = self.visit_watches(!literal) {
                    return Some(Reason::Clause(clause));
                }
            }
            let line = self.queue.pop_front()? as usize;
            self.dirty[line] = false;
            let mut told = std::mem::take(&mut self.told);
            told.clear();
            let possible = self.canvas.solve(&self.state, line, &mut told);
            for &literal in &told {
                self.assign(literal, Reason::Line(line as u32));
            }
            self.told = told;
            if !possible {
                return Some(Reason::Line(line as u32));
            }
        }
    }

    /// Visits the clauses that watch a literal that has become false.
    fn visit_watches(&mut self, falsified: Literal) -> Option<ClauseId> {
        let mut list = std::mem::take(&mut self.clauses.watches[falsified.index()]);
        let (mut kept, mut conflict) = (0, None);
        let mut next = 0;
        'clauses: while next < list.len() {
            let watch = list[next];
            next += 1;
            if self.value(watch.other) > 0 {
                list[kept] = watch;
                kept += 1;
                continue;
            }
            let id = watch.clause;
            if self.clauses.literal(id, 0) == falsified {
                self.clauses.swap(id, 0, 1);
            }
            let first = self.clauses.literal(id, 0);
            if first != watch.other && self.value(first) > 0 {
                list[kept] = Watch { clause: id, other: first };
                kept += 1;
                continue;
            }
            for index in 2..self.clauses.len(id) {
                let candidate = self.clauses.literal(id, index);
                if self.value(candidate) >= 0 {
                    self.clauses.swap(id, 1, index);
                    self.clauses.watches[candidate.index()].push(Watch { clause: id, other: first });
                    continue 'clauses;
                }
            }
            list[kept] = Watch { clause: id, other: first };
            kept += 1;
            if self.value(first) < 0 {
                conflict = Some(id);
                while next < list.len() {
                    list[kept] = list[next];
                    kept += 1;
                    next += 1;
                }
            } else {
                self.assign(first, Reason::Clause(id));
            }
        }
        list.truncate(kept);
        self.clauses.watches[falsified.index()] = list;
        conflict
    }

    /// Searches for a picture that fits the clues and is not excluded: `None` when there is none.
    ///
    /// One node is one decision. After a budget ran out it can be called again and goes on.
    pub fn search(&mut self, budget: &mut Budget) -> Result<Option<Picture<C::Ink>>, Exhausted> {
        if self.dead {
            return Ok(None);
        }
        let mut restarts = 0;
        let mut until = self.conflicts + RESTART * luby(restarts);
        loop {
            if let Some(conflict) = self.propagate() {
                self.conflicts += 1;
                if self.limits.is_empty() {
                    self.close(conflict);
                    return Ok(None);
                }
                self.phases.met(&self.trail, self.limits.last().copied().unwrap_or(0));
                self.learn(conflict);
            } else if self.conflicts >= until {
                restarts += 1;
                until = self.conflicts + RESTART * luby(restarts);
                self.backtrack(0);
                self.phases.renew(self.conflicts, |variable| self.canvas.first_try(variable));
            } else if self.clauses.count() > self.full {
                self.reduce();
            } else {
                budget.spend(1)?;
                let Some(variable) = self.next_variable() else {
                    return Ok(Some(self.canvas.picture(&self.state)));
                };
                self.limits.push(self.trail.len());
                self.assign(Literal::new(variable, self.phases.of(variable)), Reason::Decision);
            }
        }
    }

    /// The most active open variable.
    fn next_variable(&mut self) -> Option<usize> {
        loop {
            let variable = self.order.pop()?;
            if self.value[2 * variable] == 0 {
                return Some(variable);
            }
        }
    }

    /// A conflict without any decision: there is no (other) solution.
    fn close(&mut self, conflict: Reason) {
        self.dead = true;
        if let Some(log) = &mut self.log {
            log.add(&[], hint(&self.clauses, conflict));
        }
    }

    fn learn(&mut self, conflict: Reason) {
        let lesson = self.analyse(conflict);
        let proof = self.note_lesson(conflict);
        self.backtrack(lesson.level);
        let assert = self.analysis.clause[0];
        if self.analysis.clause.len() == 1 {
            self.assign(assert, Reason::Decision);
        } else {
            let id = self.clauses.add(&self.analysis.clause, lesson.glue, proof);
            self.assign(assert, Reason::Clause(id));
        }
        self.order.decay();
    }

    /// Writes the clause just learned into the proof, with the reasons it was resolved from in the order
    /// in which they told what they did. Returns its number.
    fn note_lesson(&mut self, conflict: Reason) -> u32 {
        let Some(log) = &mut self.log else { return 0 };
        let used = &mut self.analysis.used;
        used.sort_unstable_by_key(|&variable| self.position[variable]);
        let reasons = used.iter().map(|&variable| self.reason[variable]).chain([conflict]);
        log.add(&self.analysis.clause, reasons.filter_map(|reason| hint(&self.clauses, reason)))
    }

    /// From now on looks only for pictures in which these literals hold. To be called before anything is searched,
    /// and not together with a proof: what is assumed cannot be derived from the clues.
    pub fn assume(&mut self, literals: &[Literal]) {
        assert!(self.trail.is_empty() && self.log.is_none(), "cells are assumed before anything else");
        for &literal in literals {
            match self.value(literal) {
                0 => self.assign(literal, Reason::Decision),
                1 => {}
                _ => self.dead = true,
            }
        }
    }

    /// From now on looks for pictures other than this one.
    ///
    /// Only one picture can be excluded.
    pub fn exclude(&mut self, picture: &Picture<C::Ink>) {
        assert!(self.blocked.is_none(), "only one picture can be excluded");
        self.backtrack(0);
        self.blocked = Some(picture.clone());
        let differs = self.canvas.literals(picture).into_iter().map(|literal| !literal);
        let mut clause: Vec<Literal> = differs.filter(|&literal| self.value(literal) == 0).collect();
        match clause.as_mut_slice() {
            [] => self.dead = true,
            &mut [only] => {
                if let Some(log) = &mut self.log {
                    log.add(&[only], [Hint::Other]);
                }
                self.assign(only, Reason::Decision);
            }
            _ => {
                self.clauses.add(&clause, 0, 0);
            }
        }
    }

    /// Whether it is known that no (other) picture is left.
    pub fn is_closed(&self) -> bool {
        self.dead
    }

    /// Starts to log a proof. To be called before anything is searched.
    pub fn keep_proof(&mut self) {
        self.log = Some(Log::default());
    }

    /// The proof that there is no picture other than the excluded one, if it was kept and the search has
    /// come to that end.
    pub fn proof(&mut self) -> Option<Vec<String>> {
        let log = self.log.as_ref().filter(|_| self.dead)?;
        let other = self.blocked.as_ref().map(|picture| self.canvas.literals(picture));
        Some(log.finish(&mut self.canvas, other))
    }

    /// Whether a picture is known and the search is to show that there is no other.
    ///
    /// To find a picture, a search has to get away from where it is; to show that none is left, all that it has learned
    /// has to come together. So while it proves, clauses are ranked by the smallest glue that they have shown, not by the
    /// one with which they were learned, and none is forgotten that is in use. Dominoes 09, 11 and 12, on which this was
    /// chosen, then need 28 % fewer decisions; 08, 10 and 13, which were not looked at before, as many, 20 and 17 % fewer.
    /// From the start on, with clauses in use of glue up to 7 or 12, the tail of the tournament puzzles came back: 12 and 16
    /// CPU seconds for the slowest.
    fn is_proving(&self) -> bool {
        self.blocked.is_some()
    }

    /// Forgets the less useful half of the clauses: those that span the most decision levels. Clauses that
    /// are the reason of a cell stay.
    fn reduce(&mut self) {
        // Newest first among equals.
        let mut ranked: Vec<ClauseId> = self.clauses.ids().iter().rev().copied().collect();
        ranked.sort_by_key(|&id| (self.clauses.glue(id), self.clauses.len(id)));
        let reasons = self.trail.iter().filter_map(|literal| match self.reason[literal.variable()] {
            Reason::Clause(id) => Some(id),
            _ => None,
        });
        let good = |id: ClauseId| {
            self.clauses.glue(id) <= GOOD_GLUE
                || self.clauses.len(id) == 2
                || self.is_proving() && self.clauses.is_in_use(id)
        };
        let half = ranked.len() / 2;
        let useful =
            ranked.iter().enumerate().filter(|&(rank, &id)| rank < half || good(id)).map(|(_, &id)| id);
        let keep: HashSet<ClauseId> = useful.chain(reasons).collect();
        let mut moved = HashMap::new();
        self.clauses.retain(
            |id| keep.contains(&id),
            |old, new| {
                moved.insert(old, new);
            },
        );
        self.full = (self.full + MORE_CLAUSES).max(self.clauses.count() + CLAUSES / 2);
        for literal in &self.trail {
            if let Reason::Clause(id) = &mut self.reason[literal.variable()] {
                *id = moved[id];
            }
        }
    }
}

/// A reason as the proof names it. What follows within one cell needs no naming.
fn hint(clauses: &Clauses, reason: Reason) -> Option<Hint> {
    Some(match reason {
        Reason::Line(line) => Hint::Line(line),
        Reason::Clause(id) => match clauses.proof(id) {
            0 => Hint::Other,
            number => Hint::Step(number),
        },
        Reason::Sibling => return None,
        Reason::Decision => unreachable!("a decision shows nothing"),
    })
}

/// The Luby sequence 1 1 2 1 1 2 4 …, counted from 0.
fn luby(index: u64) -> u64 {
    let (mut index, mut size) = (index + 1, 1);
    while size < index {
        size = 2 * size + 1;
    }
    while size != index {
        size /= 2;
        if index > size {
            index -= size;
        }
    }
    size.div_ceil(2)
}
