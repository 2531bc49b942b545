//! Clause learning: a search that learns a clause from every conflict, so that it never repeats it.
//!
//! The search is that of a modern SAT solver (conflict-driven clause learning: Marques-Silva and Sakallah 1996, with
//! MiniSat's and Kissat's refinements), but a problem need not be written as clauses. Anything that implements
//! [`Constraints`] will do (lazy clause generation: Ohrimenko, Stuckey and Codish 2009). A constraint says what it
//! implies ([`Constraints::propagate`]); *why* is computed only when a conflict is analysed ([`Constraints::explain`]).
//! Only the problem knows what the literals mean.
//!
//! | file | what |
//! |---|---|
//! | `mod` | trail, propagation, decisions, restarts |
//! | `constraints` | the problem, as the search sees it |
//! | `literal` | a variable or its opposite |
//! | `analyse` | from a conflict to a clause: first unique implication point, minimised |
//! | `clauses` | learned clauses and their watches |
//! | `order` | which variable is decided next |
//! | `phases` | which value is tried first |
//! | `proof` | the log of clauses as a proof that another program can follow |

mod analyse;
mod clauses;
mod constraints;
mod literal;
mod order;
mod phases;
mod proof;

use std::collections::{HashMap, HashSet, VecDeque};

use quandary_core::{Budget, Exhausted};

pub use constraints::{Constraints, Times};
pub use literal::Literal;

use clauses::{ClauseId, Clauses, Watch};
use order::Order;
use phases::Phases;
use proof::{Hint, Log};

/// Why a literal is true, or why there is a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// It was decided.
    Decision,
    /// This constraint forces it.
    Constraint(u32),
    /// A clause forces it.
    Clause(ClauseId),
    /// A sibling settles it.
    Sibling,
}

/// How fast old conflicts lose their influence on which variable comes next.
const DECAY: f64 = 0.95;

/// Conflicts between restarts, times the Luby sequence. On every tenth puzzle of two tournament sets, 128
/// needed 8.3 CPU seconds, 64 needed 12.7, restarts by glue (as in Glucose) 15.3 or more.
const RESTART: u64 = 128;

/// Clauses kept before the first reduction. 5000 was slower by half, 1000 by a third.
const CLAUSES: usize = 2000;

/// How many more are kept after each reduction. A tenth more each time floods a long search with its own clauses: of
/// the ten slowest puzzles of two tournament sets the slowest then needs 15 CPU seconds, and with 200 more 2.3 (7.6 is
/// the worst over four sources of random phases; with 500 more it is 22, with 100 more 21).
const MORE_CLAUSES: usize = 200;

/// Clauses of at most this many decision levels are never forgotten.
const GOOD_GLUE: u32 = 3;

/// A conflict-driven search for solutions of a problem, which can prove that there is none, or no other.
///
/// One fact about three lamps, "exactly one is lit", has three solutions:
///
/// ```
/// use quandary_core::Budget;
/// use quandary_search::learn::{Constraints, Learner, Literal, Times};
///
/// struct OneLit;
///
/// impl Constraints for OneLit {
///     type State = [Option<bool>; 3];
///     type Solution = [bool; 3];
///     fn variables(&self) -> usize { 3 }
///     fn constraints(&self) -> usize { 1 }
///     fn start(&self) -> Self::State { [None; 3] }
///     fn affected(&self, _: usize) -> impl Iterator<Item = usize> { [0].into_iter() }
///     fn set(&self, state: &mut Self::State, literal: Literal) { state[literal.variable()] = Some(literal.holds()) }
///     fn unset(&self, state: &mut Self::State, literal: Literal) { state[literal.variable()] = None }
///     fn value(&self, state: &Self::State, literal: Literal) -> Option<bool> {
///         state[literal.variable()].map(|lit| lit == literal.holds())
///     }
///     fn propagate(&mut self, state: &Self::State, _: usize, implied: &mut Vec<Literal>) -> bool {
///         let lit = state.iter().filter(|&&lamp| lamp == Some(true)).count();
///         let open: Vec<usize> = (0..3).filter(|&lamp| state[lamp].is_none()).collect();
///         match (lit, &open[..]) {
///             (0, &[only]) => implied.push(Literal::new(only, true)),
///             (1, open) => implied.extend(open.iter().map(|&lamp| Literal::new(lamp, false))),
///             _ => {}
///         }
///         lit == 1 || lit == 0 && !open.is_empty()
///     }
///     fn explain(
///         &mut self, state: &Self::State, _: usize, forced: Option<Literal>, times: Times<'_>, why: &mut Vec<Literal>,
///     ) {
///         // Everything that was known before: correct, though fewer literals would teach more.
///         let before = forced.map_or(u32::MAX, |literal| times.position[literal.variable()]);
///         let known = (0..3).filter(|&lamp| state[lamp].is_some() && times.position[lamp] < before);
///         why.extend(known.map(|lamp| Literal::new(lamp, state[lamp] != Some(true))));
///     }
///     fn solution(&self, state: &Self::State) -> [bool; 3] { state.map(|lamp| lamp == Some(true)) }
///     fn literals(&self, lamps: &[bool; 3]) -> Vec<Literal> {
///         (0..3).map(|lamp| Literal::new(lamp, lamps[lamp])).collect()
///     }
///     fn write_literal(&self, literal: Literal, text: &mut String) { *text += &format!("{literal:?}") }
///     fn write_constraint(&self, _: usize, text: &mut String) { *text += "one" }
/// }
///
/// let mut learner = Learner::new(OneLit);
/// let first = learner.search(&mut Budget::unlimited()).unwrap().unwrap();
/// learner.exclude(&first);
/// let second = learner.search(&mut Budget::unlimited()).unwrap().unwrap();
/// assert_ne!(first, second);
/// assert_eq!(second.iter().filter(|&&lit| lit).count(), 1);
/// ```
pub struct Learner<C: Constraints> {
    /// The problem.
    problem: C,
    /// What is known of the variables.
    state: C::State,
    /// For each literal: 1 true, -1 false, 0 open.
    value: Vec<i8>,
    /// For each known variable, how many decisions stood before it.
    level: Vec<u32>,
    /// For each known variable, its place on the trail.
    position: Vec<u32>,
    /// For each known variable, the reason for its value.
    reason: Vec<Reason>,
    /// The true literals, in the order in which they became so.
    trail: Vec<Literal>,
    /// For each decision level, where on the trail it begins.
    limits: Vec<usize>,
    /// The first literal of the trail whose watches have not been visited.
    head: usize,
    /// Constraints that have changed since they were solved.
    queue: VecDeque<u32>,
    /// For each constraint, whether it is in the queue.
    dirty: Vec<bool>,
    /// Room for what a constraint implies.
    implied: Vec<Literal>,
    /// Room for what a literal settles about its siblings.
    siblings: Vec<Literal>,
    /// The learned clauses, and the clause that excludes a solution.
    clauses: Clauses,
    /// The variables by their activity in recent conflicts.
    order: Order,
    /// Room for the analysis of conflicts.
    analysis: analyse::Analysis,
    /// Conflicts so far: restarts are counted in them.
    conflicts: u64,
    /// Clauses at which to forget some.
    full: usize,
    /// The values that decisions try first.
    phases: Phases,
    /// Whether it is known that no (other) solution is left.
    dead: bool,
    /// The proof so far, if one is wanted.
    log: Option<Log>,
    /// The solution that is excluded.
    blocked: Option<C::Solution>,
}

impl<C: Constraints> Learner<C> {
    /// Ready to search.
    pub fn new(problem: C) -> Learner<C> {
        let (variables, constraints) = (problem.variables(), problem.constraints());
        Learner {
            state: problem.start(),
            value: vec![0; 2 * variables],
            level: vec![0; variables],
            position: vec![0; variables],
            reason: vec![Reason::Decision; variables],
            trail: Vec::with_capacity(variables),
            limits: Vec::new(),
            head: 0,
            queue: (0..constraints as u32).collect(),
            dirty: vec![true; constraints],
            implied: Vec::new(),
            siblings: Vec::new(),
            clauses: Clauses::new(variables),
            order: Order::new(variables, DECAY),
            analysis: analyse::Analysis::new(variables),
            conflicts: 0,
            full: CLAUSES,
            phases: Phases::new((0..variables).map(|variable| problem.first_try(variable)).collect()),
            dead: false,
            log: None,
            blocked: None,
            problem,
        }
    }

    /// Continues where propagation alone left off. `state` is its result: no constraint may imply anything more.
    pub fn resume(problem: C, state: C::State) -> Learner<C> {
        let mut learner = Learner::new(problem);
        learner.queue.clear();
        learner.dirty.fill(false);
        for variable in 0..learner.level.len() {
            if let Some(holds) = learner.problem.value(&state, Literal::new(variable, true)) {
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

    /// Makes a literal true, and everything that follows for its siblings.
    fn assign(&mut self, literal: Literal, reason: Reason) {
        self.enter(literal, reason);
        if C::SIBLINGS {
            let mut siblings = std::mem::take(&mut self.siblings);
            self.problem.siblings(&self.state, literal, &mut siblings);
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
        self.problem.set(&mut self.state, literal);
        if reason == Reason::Sibling {
            // Its constraints know it already.
            return;
        }
        for constraint in self.problem.affected(variable) {
            // A constraint does not follow up its own conclusions.
            if !self.dirty[constraint] && reason != Reason::Constraint(constraint as u32) {
                self.dirty[constraint] = true;
                self.queue.push_back(constraint as u32);
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
            self.problem.unset(&mut self.state, literal);
            self.order.insert(variable);
            self.analysis.forget(variable);
        }
        self.trail.truncate(keep);
        self.limits.truncate(level);
        self.head = keep;
        while let Some(constraint) = self.queue.pop_front() {
            self.dirty[constraint as usize] = false;
        }
    }

    /// Adds everything that follows from the trail; returns the reason of a conflict if there is one.
    fn propagate(&mut self) -> Option<Reason> {
        loop {
            while self.head < self.trail.len() {
                let literal = self.trail[self.head];
                self.head += 1;
                if let Some(clause) = self.visit_watches(!literal) {
                    return Some(Reason::Clause(clause));
                }
            }
            let constraint = self.queue.pop_front()? as usize;
            self.dirty[constraint] = false;
            let mut implied = std::mem::take(&mut self.implied);
            implied.clear();
            let possible = self.problem.propagate(&self.state, constraint, &mut implied);
            for &literal in &implied {
                self.assign(literal, Reason::Constraint(constraint as u32));
            }
            self.implied = implied;
            if !possible {
                return Some(Reason::Constraint(constraint as u32));
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

    /// Searches for a solution that is not excluded: `None` when there is none.
    ///
    /// One node is one decision. After a budget ran out it can be called again to continue.
    pub fn search(&mut self, budget: &mut Budget) -> Result<Option<C::Solution>, Exhausted> {
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
                self.phases.renew(self.conflicts, |variable| self.problem.first_try(variable));
            } else if self.clauses.count() > self.full {
                self.reduce();
            } else {
                budget.spend(1)?;
                let Some(variable) = self.next_variable() else {
                    return Ok(Some(self.problem.solution(&self.state)));
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
    /// in which they implied what they did. Returns its number.
    fn note_lesson(&mut self, conflict: Reason) -> u32 {
        let Some(log) = &mut self.log else { return 0 };
        let used = &mut self.analysis.used;
        used.sort_unstable_by_key(|&variable| self.position[variable]);
        let reasons = used.iter().map(|&variable| self.reason[variable]).chain([conflict]);
        log.add(&self.analysis.clause, reasons.filter_map(|reason| hint(&self.clauses, reason)))
    }

    /// From now on looks only for solutions in which these literals are true. Call it before searching, and not
    /// together with a proof: an assumption cannot be derived from the constraints.
    pub fn assume(&mut self, literals: &[Literal]) {
        assert!(self.trail.is_empty() && self.log.is_none(), "assumptions are made before anything else");
        for &literal in literals {
            match self.value(literal) {
                0 => self.assign(literal, Reason::Decision),
                1 => {}
                _ => self.dead = true,
            }
        }
    }

    /// From now on looks for solutions other than this one.
    ///
    /// Only one solution can be excluded.
    pub fn exclude(&mut self, solution: &C::Solution) {
        assert!(self.blocked.is_none(), "only one solution can be excluded");
        self.backtrack(0);
        self.blocked = Some(solution.clone());
        let differs = self.problem.literals(solution).into_iter().map(|literal| !literal);
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

    /// Whether it is known that no (other) solution is left.
    pub fn is_closed(&self) -> bool {
        self.dead
    }

    /// Starts to log a proof. Call it before searching.
    pub fn keep_proof(&mut self) {
        self.log = Some(Log::default());
    }

    /// The proof that there is no solution other than the excluded one, if it was logged and the search has shown that.
    pub fn proof(&mut self) -> Option<Vec<String>> {
        let log = self.log.as_ref().filter(|_| self.dead)?;
        let other = self.blocked.as_ref().map(|solution| self.problem.literals(solution));
        Some(log.finish(&mut self.problem, other))
    }

    /// Whether a solution is known and the search is to show that there is no other.
    ///
    /// To find a solution, a search has to leave the region where it is; to show that none is left, it has to combine
    /// all that it has learned. So while it proves, clauses are ranked by the smallest glue that they have had, not by
    /// the one with which they were learned, and no clause that is in use is forgotten. Dominoes 09, 11 and 12, on
    /// which this was chosen, then need 28 % fewer decisions; 08, 10 and 13, which were not looked at before, as many,
    /// 20 and 17 % fewer. Doing this from the start, with clauses in use of glue up to 7 or 12, made the slowest
    /// tournament puzzle slow again: 12 and 16 CPU seconds.
    fn is_proving(&self) -> bool {
        self.blocked.is_some()
    }

    /// Forgets the less useful half of the clauses: those that span the most decision levels. Clauses that
    /// are the reason of a variable stay.
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

/// A reason in the notation of the proof. Conclusions within one group of siblings need no reason.
fn hint(clauses: &Clauses, reason: Reason) -> Option<Hint> {
    Some(match reason {
        Reason::Constraint(constraint) => Hint::Constraint(constraint),
        Reason::Clause(id) => match clauses.proof(id) {
            0 => Hint::Other,
            number => Hint::Step(number),
        },
        Reason::Sibling => return None,
        Reason::Decision => unreachable!("a decision proves nothing"),
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
