//! Clause learning over the line solver: what decides the hard tail.
//!
//! The search is that of a modern SAT solver (conflict-driven clause learning: Marques-Silva and Sakallah
//! 1996, with MiniSat's and Kissat's refinements), but its variables are the cells alone and its constraints
//! are the lines themselves, not clauses that encode them: lazy clause generation (Ohrimenko, Stuckey and
//! Codish 2009). Lines are solved exactly by [`Automaton::solve`]; only when a conflict is analysed is a
//! line asked *why* it forced a cell, and [`Automaton::explain`] answers with an irreducible set of cells.
//!
//! | file | what |
//! |---|---|
//! | `mod` | trail, propagation, decisions, restarts |
//! | `analyse` | from a conflict to a clause: first unique implication point, minimised |
//! | `clauses` | learned clauses and their watches |
//! | `order` | which cell is decided next |
//! | `proof` | the log of clauses as a proof that `check` can follow |

mod analyse;
mod clauses;
mod literal;
mod order;
mod proof;

use std::collections::{HashMap, HashSet, VecDeque};

use quandary_core::{Budget, Exhausted};

use crate::line::{Automaton, Scratch, Word};
use crate::{Board, Cell, Nonogram, Picture};
use clauses::{ClauseId, Clauses, Watch};
use literal::Literal;
use order::Order;
use proof::{Hint, Log};

/// Why a cell has its colour, or why there is a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// It was decided.
    Decision,
    /// The clue of this line (rows first) forces it.
    Line(u32),
    /// A clause forces it.
    Clause(ClauseId),
}

/// How fast old conflicts lose their say in which cell comes next.
const DECAY: f64 = 0.95;

/// Conflicts between restarts, times the Luby sequence. On every tenth puzzle of two tournament sets, 128
/// needed 8.3 CPU seconds, 64 needed 12.7, restarts by glue (as in Glucose) 15.3 or more.
const RESTART: u64 = 128;

/// Clauses kept before the first reduction. 5000 was slower by half, 1000 by a third.
const CLAUSES: usize = 2000;

/// Clauses of so few decision levels are never forgotten.
const GOOD_GLUE: u32 = 3;

/// Restarts after which the target is given up, so that the search does not stay around one mistake.
const RETARGET: u64 = 64;

/// A conflict-driven search whose constraints are the lines themselves.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_nonogram::{Nonogram, Picture, solve::learn::Learner};
/// let picture = Picture::parse("#.\n.#").unwrap();
/// let mut learner = Learner::<u64>::new(&Nonogram::of(&picture));
/// let first = learner.search(&mut Budget::unlimited()).unwrap().unwrap();
/// learner.exclude(&first);
/// let second = learner.search(&mut Budget::unlimited()).unwrap().unwrap();
/// assert_ne!(first, second);
/// ```
pub struct Learner<W> {
    /// Number of columns.
    width: usize,
    /// The clues: the rows from the top, then the columns from the left. A *line* below is an index into this.
    lines: Vec<Automaton<W>>,
    /// For each line, its black cells so far.
    filled: Vec<W>,
    /// For each line, its white cells so far.
    empty: Vec<W>,
    /// For each cell, its row and its column: asked for so often that a division would show.
    place: Vec<(u32, u32)>,
    /// For each literal: 1 true, -1 false, 0 open.
    value: Vec<i8>,
    /// For each known cell, how many decisions stood before it.
    level: Vec<u32>,
    /// For each known cell, where it stands on the trail.
    position: Vec<u32>,
    /// For each known cell, why it is so.
    reason: Vec<Reason>,
    /// For each cell, whether it was black when it was last known: the colour a decision tries again.
    phase: Vec<bool>,
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
    /// Room for the line solver.
    scratch: Scratch<W>,
    /// What was learned, and the clause that excludes a picture.
    clauses: Clauses,
    /// The cells by their say in recent conflicts.
    order: Order,
    /// Room for the analysis of conflicts.
    analysis: analyse::Analysis,
    /// Conflicts so far: restarts are counted in them.
    conflicts: u64,
    /// Clauses at which to forget some.
    full: usize,
    /// The colours of the longest trail without a conflict lately; decisions follow it (target phases).
    target: Vec<Option<bool>>,
    /// How long that trail was.
    longest: usize,
    /// Whether it is known that no (other) picture is left.
    dead: bool,
    /// The proof so far, if one is wanted.
    log: Option<Log>,
    /// The picture that is excluded.
    blocked: Option<Picture>,
}

impl<W: Word> Learner<W> {
    /// Ready to search.
    pub fn new(puzzle: &Nonogram) -> Learner<W> {
        let (width, cells) = (puzzle.width(), puzzle.cells());
        let lines: Vec<Automaton<W>> =
            puzzle.lines().map(|line| Automaton::new(puzzle.clue(line), puzzle.length(line))).collect();
        let count = lines.len();
        Learner {
            width,
            filled: vec![W::ZERO; count],
            empty: vec![W::ZERO; count],
            place: (0..cells).map(|cell| ((cell / width) as u32, (cell % width) as u32)).collect(),
            value: vec![0; 2 * cells],
            level: vec![0; cells],
            position: vec![0; cells],
            reason: vec![Reason::Decision; cells],
            phase: vec![false; cells],
            trail: Vec::with_capacity(cells),
            limits: Vec::new(),
            head: 0,
            queue: (0..count as u32).collect(),
            dirty: vec![true; count],
            scratch: Scratch::new(width.max(puzzle.height())),
            clauses: Clauses::new(cells),
            order: Order::new(cells, DECAY),
            analysis: analyse::Analysis::new(cells),
            conflicts: 0,
            full: CLAUSES,
            target: vec![None; cells],
            longest: 0,
            dead: false,
            log: None,
            blocked: None,
            lines,
        }
    }

    /// Number of rows, which is also the line of the first column.
    fn height(&self) -> usize {
        self.lines.len() - self.width
    }

    #[inline]
    fn value(&self, literal: Literal) -> i8 {
        self.value[literal.index()]
    }

    /// The cell number of cell `index` of a line.
    #[inline]
    fn cell(&self, line: usize, index: usize) -> usize {
        let height = self.height();
        if line < height { line * self.width + index } else { index * self.width + line - height }
    }

    fn assign(&mut self, literal: Literal, reason: Reason) {
        let cell = literal.cell();
        self.value[literal.index()] = 1;
        self.value[(!literal).index()] = -1;
        self.level[cell] = self.limits.len() as u32;
        self.position[cell] = self.trail.len() as u32;
        self.reason[cell] = reason;
        self.trail.push(literal);
        if let (Some(log), true, Reason::Clause(_)) = (&mut self.log, self.limits.is_empty(), reason) {
            log.add(&[literal], [hint(&self.clauses, reason)]);
        }
        let (row, column) = self.place[cell];
        let (across, upright) = (row as usize, (self.height() as u32 + column) as usize);
        if literal.is_black() {
            self.filled[across] |= W::bit(column as usize);
            self.filled[upright] |= W::bit(row as usize);
        } else {
            self.empty[across] |= W::bit(column as usize);
            self.empty[upright] |= W::bit(row as usize);
        }
        for line in [across, upright] {
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
        let height = self.height();
        for index in (keep..self.trail.len()).rev() {
            let literal = self.trail[index];
            let cell = literal.cell();
            self.value[literal.index()] = 0;
            self.value[(!literal).index()] = 0;
            self.phase[cell] = literal.is_black();
            let (row, column) = self.place[cell];
            let upright = height + column as usize;
            let masks = if literal.is_black() { &mut self.filled } else { &mut self.empty };
            masks[row as usize] &= !W::bit(column as usize);
            masks[upright] &= !W::bit(row as usize);
            self.order.insert(cell);
            self.analysis.forget(cell);
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
            let (filled, empty) = (self.filled[line], self.empty[line]);
            let Some((black, white)) = self.lines[line].solve(filled, empty, &mut self.scratch) else {
                return Some(Reason::Line(line as u32));
            };
            for index in (black & !filled).ones() {
                self.assign(Literal::new(self.cell(line, index), true), Reason::Line(line as u32));
            }
            for index in (white & !empty).ones() {
                self.assign(Literal::new(self.cell(line, index), false), Reason::Line(line as u32));
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
    pub fn search(&mut self, budget: &mut Budget) -> Result<Option<Picture>, Exhausted> {
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
                self.note_target();
                self.learn(conflict);
            } else if self.conflicts >= until {
                restarts += 1;
                until = self.conflicts + RESTART * luby(restarts);
                if restarts % RETARGET == 0 {
                    self.longest = 0;
                    self.target.fill(None);
                }
                self.backtrack(0);
            } else if self.clauses.count() > self.full {
                self.reduce();
            } else {
                budget.spend(1)?;
                let Some(cell) = self.next_cell() else {
                    let black = (0..self.place.len()).map(|cell| self.value[2 * cell] > 0).collect();
                    return Ok(Some(Picture::from_cells(self.width, black)));
                };
                self.limits.push(self.trail.len());
                let black = self.target[cell].unwrap_or(self.phase[cell]);
                self.assign(Literal::new(cell, black), Reason::Decision);
            }
        }
    }

    /// Remembers the colours before the last decision, if that trail was the longest so far.
    fn note_target(&mut self) {
        if self.trail.len() > self.longest {
            self.longest = self.trail.len();
            let sound = self.limits.last().copied().unwrap_or(0);
            for literal in &self.trail[..sound] {
                self.target[literal.cell()] = Some(literal.is_black());
            }
        }
    }

    /// The most active open cell.
    fn next_cell(&mut self) -> Option<usize> {
        loop {
            let cell = self.order.pop()?;
            if self.value[2 * cell] == 0 {
                return Some(cell);
            }
        }
    }

    /// A conflict without any decision: there is no (other) solution.
    fn close(&mut self, conflict: Reason) {
        self.dead = true;
        if let Some(log) = &mut self.log {
            log.add(&[], [hint(&self.clauses, conflict)]);
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
    /// in which they told their cells. Returns its number.
    fn note_lesson(&mut self, conflict: Reason) -> u32 {
        let Some(log) = &mut self.log else { return 0 };
        let used = &mut self.analysis.used;
        used.sort_unstable_by_key(|&cell| self.position[cell]);
        let reasons = used.iter().map(|&cell| self.reason[cell]).chain([conflict]);
        log.add(&self.analysis.clause, reasons.map(|reason| hint(&self.clauses, reason)))
    }

    /// From now on looks only for pictures that have these cells. To be called before anything is searched,
    /// and not together with a proof: what is assumed cannot be derived from the clues.
    pub fn assume(&mut self, board: &Board) {
        assert!(self.trail.is_empty() && self.log.is_none(), "cells are assumed before anything else");
        for (cell, &colour) in board.cells().iter().enumerate() {
            if colour != Cell::Unknown {
                self.assign(Literal::new(cell, colour == Cell::Black), Reason::Decision);
            }
        }
    }

    /// From now on looks for pictures other than this one.
    ///
    /// Only one picture can be excluded.
    pub fn exclude(&mut self, picture: &Picture) {
        assert!(self.blocked.is_none(), "only one picture can be excluded");
        self.backtrack(0);
        self.blocked = Some(picture.clone());
        let mut clause: Vec<Literal> = (0..self.place.len())
            .map(|cell| !Literal::new(cell, picture.cells()[cell]))
            .filter(|&literal| self.value(literal) == 0)
            .collect();
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
    pub fn proof(&self, puzzle: &Nonogram) -> Option<Vec<String>> {
        let log = self.log.as_ref().filter(|_| self.dead)?;
        Some(log.finish::<W>(puzzle, self.blocked.as_ref().map(Picture::cells)))
    }

    /// Forgets the less useful half of the clauses: those that span the most decision levels. Clauses that
    /// are the reason of a cell stay.
    fn reduce(&mut self) {
        self.full += self.full / 10;
        // Newest first among equals.
        let mut ranked: Vec<ClauseId> = self.clauses.ids().iter().rev().copied().collect();
        ranked.sort_by_key(|&id| (self.clauses.glue(id), self.clauses.len(id)));
        let reasons = self.trail.iter().filter_map(|literal| match self.reason[literal.cell()] {
            Reason::Clause(id) => Some(id),
            _ => None,
        });
        let good = |id: ClauseId| self.clauses.glue(id) <= GOOD_GLUE || self.clauses.len(id) == 2;
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
        for literal in &self.trail {
            if let Reason::Clause(id) = &mut self.reason[literal.cell()] {
                *id = moved[id];
            }
        }
    }
}

/// A reason as the proof names it.
fn hint(clauses: &Clauses, reason: Reason) -> Hint {
    match reason {
        Reason::Line(line) => Hint::Line(line),
        Reason::Clause(id) => match clauses.proof(id) {
            0 => Hint::Other,
            number => Hint::Step(number),
        },
        Reason::Decision => unreachable!("a decision shows nothing"),
    }
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
