//! The documents' players, put together from building blocks.
//!
//! A turn goes through the blocks in order until one finds a move: certain ones first (Sim or P, A, Enu),
//! then the guess (R, G, or tie-breakers that narrow the choice one after the other). See [`super::name`]
//! for how a name spells the blocks, and [`super::blueprint`] for what they can be.

use quandary_core::{Decision, Probability, StopFlag, Stream};

use super::blueprint::{
    Blueprint, Constrained, Enumeration, Guess, Inf, Method, Picks, Reach, TieBreak, Ties, Weights, WhenCut,
    Where,
};
use super::distance::{Distances, Measure, Start};
use super::first::FirstMove;
use super::gauss::{Conclusions, Sign, conclude_part, equations, fixed_without};
use super::rounds::Course;
use super::{AnyPlayer, CspTally, Fallback, Player, Reason, tree};
use crate::board::{Cell, Grid};
use crate::inference::{Inference, Invariables};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::{Action, Observation};

/// Enu gives up when the fringe has more solutions than this: about what the report's program could list in
/// the second it was given (its tables' largest counts are just below).
const ENU_BUDGET: f64 = 4e6;

/// With fewer closed cells than this, G looks at the whole board exactly (kbs algorithm 4, line 4).
const FEW: usize = 6;

/// The player. See the module's page.
#[derive(Clone, Debug)]
pub struct Blocks {
    pub(super) blueprint: Blueprint,
    first: FirstMove,
    pub(super) known: Knowledge,
    base: Inference,
    distances: Distances,
    invariables: Invariables,
    pub(super) conclusions: Conclusions,
    /// Where a player who works in rounds stands.
    pub(super) course: Course,
    /// Safe cells that A or Enu found, with which of them it was.
    found: Vec<(Cell, Reason)>,
    /// The mine probability of every unknown cell as the last block that worked them out sees it; infinite where it
    /// has none.
    risk: Vec<f64>,
    csps: CspTally,
}

/// What the blocks before the guess found.
enum Before {
    Certain(Cell, Reason),
    /// Nothing certain, but how probable a mine is in every cell.
    Weighed,
    Nothing,
}

impl Blocks {
    /// A player for a board.
    pub fn new(grid: &Grid, blueprint: Blueprint, first: FirstMove) -> Blocks {
        Blocks {
            blueprint,
            first,
            known: Knowledge::new(grid),
            base: Inference::new(grid),
            distances: Distances::new(grid),
            invariables: Invariables::new(grid),
            conclusions: Conclusions::default(),
            course: Course::default(),
            found: Vec::new(),
            risk: vec![f64::INFINITY; grid.board().cells()],
            csps: CspTally::default(),
        }
    }

    /// The same, for anyone to play with.
    pub(crate) fn boxed(grid: &Grid, blueprint: Blueprint, first: FirstMove) -> AnyPlayer {
        Box::new(Blocks::new(grid, blueprint, first))
    }

    fn next_certain(&mut self) -> Option<(Cell, Reason)> {
        if self.blueprint.single {
            self.known.propagate();
            if let Some((cell, witness)) = self.known.next_safe()
                && witness != cell
            {
                return Some((cell, Reason::Single { witness }));
            }
        }
        while let Some((cell, reason)) = self.found.pop() {
            if self.known.mark(cell) != Mark::Open {
                return Some((cell, reason));
            }
        }
        None
    }

    /// What elimination concludes about each part.
    pub(super) fn conclude(&mut self, sign: Sign) {
        self.base.find_parts(&self.known);
        self.conclusions.safe.clear();
        self.conclusions.mines.clear();
        for part in &self.base.parts[..self.base.live] {
            conclude_part(&self.known, part, sign, &mut self.conclusions);
        }
    }

    /// A: eliminate each part; keep what is concluded. False when nothing new was.
    fn eliminate(&mut self, sign: Sign) -> bool {
        self.conclude(sign);
        let mut progress = false;
        for &mine in &self.conclusions.mines {
            if self.known.mark(mine) == Mark::Unknown {
                self.known.prove_mine(mine);
                progress = true;
            }
        }
        for &safe in &self.conclusions.safe {
            if self.known.mark(safe) == Mark::Unknown {
                self.known.prove_safe(safe, safe);
                self.found.push((safe, Reason::Gauss));
                progress = true;
            }
        }
        // The rule as printed concludes what is false, until a number has no room for its mines.
        self.known.look_for_a_contradiction();
        progress
    }

    /// Enu: the mine probabilities of all unknown cells, and the certain ones among them.
    fn enumerate(&mut self, how: Enumeration, stream: &mut Stream) -> Before {
        if self.base.run(&self.known).is_err() {
            return Before::Nothing;
        }
        let solutions = self.base.frontier_solutions();
        let cells = self.base.parts[..self.base.live].iter().map(|part| part.system.cells.len()).sum();
        let cut = solutions > ENU_BUDGET;
        self.csps.add(cells, solutions.min(ENU_BUDGET), cut);
        if cut {
            return match how.when_cut {
                WhenCut::Nothing => Before::Nothing,
                WhenCut::Laplace => {
                    self.base.estimate(ENU_BUDGET, &mut self.risk);
                    Before::Weighed
                }
            };
        }
        for cell in self.known.grid().cells() {
            self.risk[cell.at()] = self.base.mine(cell);
        }
        for &mine in &self.base.mines {
            self.known.prove_mine(mine);
        }
        match how.picks {
            Picks::All => {
                for &safe in &self.base.safe {
                    self.known.prove_safe(safe, safe);
                    self.found.push((safe, Reason::Enumerated));
                }
            }
            Picks::One => {
                self.base.safe.sort_unstable();
                if let Some(safe) = pick(&self.base.safe, self.blueprint.ties, stream) {
                    self.known.prove_safe(safe, safe);
                    self.found.push((safe, Reason::Enumerated));
                }
            }
        }
        self.next_certain().map_or(Before::Weighed, |(cell, reason)| Before::Certain(cell, reason))
    }

    fn before_guessing(&mut self, stream: &mut Stream) -> Before {
        if let Some((cell, reason)) = self.next_certain() {
            return Before::Certain(cell, reason);
        }
        if let Some(sign) = self.blueprint.gauss {
            while self.eliminate(sign) {
                if let Some((cell, reason)) = self.next_certain() {
                    return Before::Certain(cell, reason);
                }
            }
        }
        match self.blueprint.enumerate {
            Some(how) => self.enumerate(how, stream),
            None => Before::Nothing,
        }
    }

    pub(super) fn guess(
        &mut self,
        seen: &Observation,
        weighed: bool,
        stream: &mut Stream,
    ) -> Decision<Action, Reason> {
        let unknown: Vec<Cell> =
            seen.grid().cells().filter(|&cell| self.known.mark(cell) == Mark::Unknown).collect();
        if unknown.is_empty() {
            return Fallback::decide(seen, stream);
        }
        let guess = self.blueprint.guess.clone();
        match guess {
            Guess::Random(place) => self.random(&self.of_place(unknown, place), stream),
            Guess::Safest(how) => self.safest(seen, unknown, how, stream),
            Guess::Narrow { steps, from } => self.narrow(seen, unknown, &steps, from, weighed, stream),
        }
    }

    fn random(&self, unknown: &[Cell], stream: &mut Stream) -> Decision<Action, Reason> {
        let cell = unknown[stream.index(unknown.len())];
        Decision {
            chosen: Action::Open(cell),
            reason: Reason::Random,
            probability: below_one(1.0 - self.density()),
        }
    }

    /// The unknown cells of a place; all of them where it has none.
    fn of_place(&self, unknown: Vec<Cell>, place: Where) -> Vec<Cell> {
        let grid = self.known.grid();
        let touched = |cell: Cell| grid.around(cell).iter().any(|&near| self.known.mark(near) == Mark::Open);
        let there: Vec<Cell> = match place {
            Where::Anywhere => Vec::new(),
            Where::Beside => unknown.iter().copied().filter(|&cell| touched(cell)).collect(),
            Where::Beyond => unknown.iter().copied().filter(|&cell| !touched(cell)).collect(),
        };
        if there.is_empty() { unknown } else { there }
    }

    /// The share of mines among the unknown cells.
    fn density(&self) -> f64 {
        self.known.mines_left().max(0) as f64 / self.known.unknown_cells().max(1) as f64
    }

    fn narrow(
        &mut self,
        seen: &Observation,
        mut left: Vec<Cell>,
        steps: &[TieBreak],
        from: Start,
        weighed: bool,
        stream: &mut Stream,
    ) -> Decision<Action, Reason> {
        // Proved mines found by Enu are not candidates; without probabilities all cells are alike.
        for step in steps {
            match *step {
                TieBreak::Lo if weighed => keep_largest(&mut left, |cell| -self.risk[cell.at()]),
                TieBreak::Ran | TieBreak::Lo => {}
                TieBreak::Distance(measure) => {
                    self.distances.measure(seen.opened(), from);
                    keep_largest(&mut left, |cell| self.distances.score(cell, measure));
                }
            }
        }
        let ties = if steps.last() == Some(&TieBreak::Ran) { Ties::Random } else { self.blueprint.ties };
        let cell = pick(&left, ties, stream).expect("the best of some cells is among them");
        let safe = 1.0 - if weighed { self.risk[cell.at()] } else { self.density() };
        narrowed(cell, safe, left.len())
    }

    /// G (kbs algorithm 4).
    fn safest(
        &mut self,
        seen: &Observation,
        unknown: Vec<Cell>,
        how: Constrained,
        stream: &mut Stream,
    ) -> Decision<Action, Reason> {
        self.base.find_parts(&self.known);
        if self.base.live == 0 {
            // No information at all: somewhere far from what is open.
            let far = [TieBreak::Distance(Measure::Away)];
            return self.narrow(seen, unknown, &far, Start::Open, false, stream);
        }
        let few = unknown.len() < FEW;
        if !self.weigh(&unknown, if few { Constrained { weights: Weights::Counted, ..how } } else { how }) {
            return self.random(&unknown, stream);
        }
        let mut left = unknown.clone();
        if !few && how.reach == Reach::Frontier {
            left.retain(|&cell| self.base.is_on_frontier(cell));
        }
        left.retain(|cell| self.risk[cell.at()].is_finite());
        if left.is_empty() {
            return self.random(&unknown, stream);
        }
        keep_largest(&mut left, |cell| -self.risk[cell.at()]);
        if let Some(inf) = how.inf
            && left.len() > 1
            && self.base.is_on_frontier(left[0])
        {
            let scores: Vec<usize> = left.iter().map(|&cell| self.invariables(cell, inf)).collect();
            let best = scores.iter().copied().max();
            let mut score = scores.iter().copied();
            left.retain(|_| score.next() == best);
        }
        let cell = pick(&left, self.blueprint.ties, stream).expect("the best of some cells is among them");
        narrowed(cell, 1.0 - self.risk[cell.at()], left.len())
    }

    /// Inf: how many cells become certain once `cell` is known to be safe; none beyond the frontier.
    fn invariables(&mut self, cell: Cell, inf: Inf) -> usize {
        if !self.base.is_on_frontier(cell) {
            return 0;
        }
        match inf {
            Inf::Solutions => self.invariables.count(&self.known, &self.base, cell) as usize,
            Inf::Elimination => {
                fixed_without(&self.known, &self.base.parts[self.base.part_of(cell) as usize], cell)
            }
        }
    }

    /// The mine probability of every unknown cell as G sees it, into `risk`. False when no minefield agrees.
    fn weigh(&mut self, unknown: &[Cell], how: Constrained) -> bool {
        let counted = match (how.weights, how.method) {
            (Weights::Counted, _) => self.base.run(&self.known),
            (Weights::Equal, Method::Counting) => self.base.run_equal(&self.known),
            (Weights::Equal, Method::Tree) => return self.search_trees(unknown),
        };
        for &cell in unknown {
            self.risk[cell.at()] = self.base.mine(cell);
        }
        counted.is_ok()
    }

    /// The same by the binary tree, part by part. A part with too many free variables has no probabilities; its
    /// cells count with the board's density when the mines beyond the frontier are estimated.
    fn search_trees(&mut self, unknown: &[Cell]) -> bool {
        if self.known.contradiction().is_some() {
            return false;
        }
        let mines = self.known.mines_left().max(0);
        let (mut frontier_cells, mut frontier_mines) = (0, 0.0);
        for part in &self.base.parts[..self.base.live] {
            let cells = &part.system.cells;
            frontier_cells += cells.len();
            let mut matrix = equations(&self.known, part);
            matrix.reduce();
            match tree::search(&matrix, mines as usize) {
                Ok(found) if found.count == 0 => return false,
                Ok(found) => {
                    for (cell, &mined) in cells.iter().zip(&found.mined) {
                        self.risk[cell.at()] = mined as f64 / found.count as f64;
                        frontier_mines += self.risk[cell.at()];
                    }
                }
                Err(_) => {
                    frontier_mines += self.density() * cells.len() as f64;
                    for cell in cells {
                        self.risk[cell.at()] = f64::INFINITY;
                    }
                }
            }
        }
        let beyond = (mines as f64 - frontier_mines) / (unknown.len() - frontier_cells).max(1) as f64;
        for &cell in &self.base.unseen {
            self.risk[cell.at()] = beyond.clamp(0.0, 1.0);
        }
        true
    }
}

/// One of several equally good cells, which stand in the order of the board.
fn pick(cells: &[Cell], ties: Ties, stream: &mut Stream) -> Option<Cell> {
    match ties {
        Ties::Random => stream.choose(cells).copied(),
        Ties::Scan => cells.first().copied(),
    }
}

fn narrowed(cell: Cell, safe: f64, tied: usize) -> Decision<Action, Reason> {
    let reason = Reason::Narrowed { safe, tied: tied as u32 };
    Decision { chosen: Action::Open(cell), reason, probability: below_one(safe) }
}

/// A guess is never called certain, even where its estimate says 1.
fn below_one(safe: f64) -> Probability {
    Probability::clamped(safe.min(1.0 - 1e-9))
}

/// Keeps the cells with the largest score, up to rounding.
fn keep_largest(cells: &mut Vec<Cell>, score: impl Fn(Cell) -> f64) {
    let best = cells.iter().map(|&cell| score(cell)).fold(f64::MIN, f64::max);
    cells.retain(|&cell| score(cell) >= best - 1e-9 * best.abs());
}

impl Player for Blocks {
    fn decide(&mut self, seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason> {
        if seen.opened().is_empty() {
            self.known.reset();
            self.found.clear();
            self.course = Course::default();
            self.csps = CspTally::default();
            if self.blueprint.enumerate.is_some() && !self.blueprint.single {
                // Without Sim every move is Enu's, the first one too: a fringe of no cells has one solution. The
                // report's minima say so: 1.5 cells a problem is the mean of none and a corner's three.
                self.csps.add(0, 1.0, false);
            }
            return self.first.decide(seen, stream);
        }
        self.known.sync(seen);
        if let Some(rounds) = self.blueprint.rounds {
            return self.decide_in_rounds(seen, rounds, stream);
        }
        match self.before_guessing(stream) {
            Before::Certain(cell, reason) => Decision::certain(Action::Open(cell), reason),
            Before::Weighed => self.guess(seen, true, stream),
            Before::Nothing => self.guess(seen, false, stream),
        }
    }

    fn obey(&mut self, stop: &StopFlag) {
        self.base.obey(stop);
    }

    fn safe_cells(&self) -> usize {
        self.known.safe_cells()
    }

    fn csps(&self) -> CspTally {
        self.csps
    }
}
