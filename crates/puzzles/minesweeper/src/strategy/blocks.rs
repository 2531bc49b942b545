//! The documents' players, put together from building blocks.
//!
//! A turn goes through the blocks in order until one finds a move: certain ones first (Sim or P, A, Enu),
//! then the guess (R, G, or tie-breakers that narrow the choice one after the other). See [`super::name`]
//! for how a name spells the blocks.

use quandary_core::{Decision, Probability, Stream};

use super::distance::{Distances, Measure};
use super::first::FirstMove;
use super::gauss::{Conclusions, Sign, conclude_part};
use super::{AnyPlayer, CspTally, Fallback, Player, Reason};
use crate::board::{Cell, Grid};
use crate::inference::{Inference, Invariables};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::{Action, Observation, Seen};

/// How frontiers' solutions are weighted when G looks for the safest cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Each solution of a frontier counts once, and frontiers ignore each other: as printed.
    Equal,
    /// A solution with k mines counts C(unseen, mines − k) times: right.
    Counted,
}

/// One step of a tie-break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieBreak {
    /// Any of them.
    Ran,
    /// The lowest mine probability.
    Lo,
    /// The best by distance.
    Distance(Measure),
}

/// How to guess.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Guess {
    /// R: any unknown cell.
    Random,
    /// G of the kbs: the safest frontier cell, the most informative among equals.
    Safest(Weights),
    /// Inria's tie-breakers, one after the other; what is left is drawn at random.
    Narrow(Vec<TieBreak>),
}

/// A player's blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blueprint {
    /// Single numbers: P, or Sim.
    pub single: bool,
    /// Gauss–Jordan and the conjectures: A.
    pub gauss: Option<Sign>,
    /// Full enumeration of the frontier: Enu.
    pub enumerate: bool,
    /// The guess.
    pub guess: Guess,
}

/// Enu gives up when the fringe has more solutions than this: about what the report's program could list in
/// the second it was given (its tables' largest counts are just below).
const ENU_BUDGET: f64 = 4e6;

/// The player. See the module's page.
#[derive(Clone, Debug)]
pub struct Blocks {
    blueprint: Blueprint,
    first: FirstMove,
    known: Knowledge,
    base: Inference,
    distances: Distances,
    invariables: Invariables,
    conclusions: Conclusions,
    /// Safe cells that A or Enu found, with which of them it was.
    found: Vec<(Cell, Reason)>,
    csps: CspTally,
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
            found: Vec::new(),
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

    /// A: eliminate each part; keep what is concluded. False when nothing new was.
    fn eliminate(&mut self, sign: Sign) -> bool {
        self.base.find_parts(&self.known);
        self.conclusions.safe.clear();
        self.conclusions.mines.clear();
        for part in &self.base.parts[..self.base.live] {
            conclude_part(&self.known, part, sign, &mut self.conclusions);
        }
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
        progress
    }

    /// Enu: probabilities of all unknown cells, and the certain ones among them. False without any.
    fn enumerate(&mut self) -> Option<bool> {
        self.base.run(&self.known).ok()?;
        let solutions = self.base.frontier_solutions();
        let cells = self.base.parts[..self.base.live].iter().map(|part| part.system.cells.len()).sum();
        self.csps.add(cells, solutions, solutions > ENU_BUDGET);
        if solutions > ENU_BUDGET {
            return None;
        }
        for &mine in &self.base.mines {
            self.known.prove_mine(mine);
        }
        for &safe in &self.base.safe {
            self.known.prove_safe(safe, safe);
            self.found.push((safe, Reason::Enumerated));
        }
        Some(!self.base.safe.is_empty())
    }

    fn certain(&mut self) -> Result<(Cell, Reason), bool> {
        if let Some(found) = self.next_certain() {
            return Ok(found);
        }
        if let Some(sign) = self.blueprint.gauss {
            while self.eliminate(sign) {
                if let Some(found) = self.next_certain() {
                    return Ok(found);
                }
            }
        }
        if self.blueprint.enumerate {
            match self.enumerate() {
                Some(true) => return self.next_certain().ok_or(true),
                Some(false) => return Err(true),
                None => return Err(false),
            }
        }
        Err(false)
    }

    fn guess(&mut self, seen: &Observation, weighed: bool, stream: &mut Stream) -> Decision<Action, Reason> {
        let unknown: Vec<Cell> =
            seen.grid().cells().filter(|&cell| self.known.mark(cell) == Mark::Unknown).collect();
        if unknown.is_empty() {
            return Fallback::decide(seen, stream);
        }
        let guess = self.blueprint.guess.clone();
        match guess {
            Guess::Random => self.random(&unknown, stream),
            Guess::Safest(weights) => self.safest(seen, unknown, weights, stream),
            Guess::Narrow(steps) => self.narrow(seen, unknown, &steps, weighed, stream),
        }
    }

    fn random(&self, unknown: &[Cell], stream: &mut Stream) -> Decision<Action, Reason> {
        let cell = unknown[stream.index(unknown.len())];
        let safe = 1.0 - self.known.mines_left().max(0) as f64 / unknown.len() as f64;
        Decision { chosen: Action::Open(cell), reason: Reason::Random, probability: below_one(safe) }
    }

    fn narrow(
        &mut self,
        seen: &Observation,
        mut left: Vec<Cell>,
        steps: &[TieBreak],
        weighed: bool,
        stream: &mut Stream,
    ) -> Decision<Action, Reason> {
        // Proved mines found by Enu are not candidates; without probabilities all cells are alike.
        for step in steps {
            match *step {
                TieBreak::Lo if weighed => keep_largest(&mut left, |cell| -self.base.mine(cell)),
                TieBreak::Ran | TieBreak::Lo => {}
                TieBreak::Distance(measure) => {
                    self.distances.measure(seen.opened());
                    keep_largest(&mut left, |cell| self.distances.score(cell, measure));
                }
            }
        }
        let cell = left[stream.index(left.len())];
        let safe = if weighed {
            1.0 - self.base.mine(cell)
        } else {
            1.0 - self.known.mines_left().max(0) as f64 / self.known.unknown_cells().max(1) as f64
        };
        let reason = Reason::Narrowed { safe, tied: left.len() as u32 };
        Decision { chosen: Action::Open(cell), reason, probability: below_one(safe) }
    }

    /// G (kbs algorithm 4).
    fn safest(
        &mut self,
        seen: &Observation,
        unknown: Vec<Cell>,
        weights: Weights,
        stream: &mut Stream,
    ) -> Decision<Action, Reason> {
        self.base.find_parts(&self.known);
        if self.base.live == 0 {
            // No information at all: somewhere far from what is open.
            let far = [TieBreak::Distance(Measure::Away)];
            return self.narrow(seen, unknown, &far, false, stream);
        }
        let exact = weights == Weights::Counted || unknown.len() < 6;
        let ran = if exact { self.base.run(&self.known) } else { self.base.run_equal(&self.known) };
        if ran.is_err() {
            return self.random(&unknown, stream);
        }
        let mut left = unknown;
        if left.len() >= 6 {
            left.retain(|&cell| self.base.is_on_frontier(cell));
        }
        keep_largest(&mut left, |cell| -self.base.mine(cell));
        if left.len() > 1 && self.base.is_on_frontier(left[0]) {
            let scores: Vec<f64> = left
                .iter()
                .map(|&cell| f64::from(self.invariables.count(&self.known, &self.base, cell)))
                .collect();
            let best = scores.iter().copied().fold(f64::MIN, f64::max);
            let mut score = scores.iter();
            left.retain(|_| *score.next().expect("one score per cell") >= best);
        }
        let cell = left[stream.index(left.len())];
        let safe = 1.0 - self.base.mine(cell);
        let reason = Reason::Narrowed { safe, tied: left.len() as u32 };
        Decision { chosen: Action::Open(cell), reason, probability: below_one(safe) }
    }
}

/// The unsolved blocks of the kbs: numbers with a hidden neighbour, joined where they share an edge. Flags
/// do not count as hidden. (Definition 8 as printed would join separate pairs; the example needs this.)
pub fn unsolved_blocks(seen: &Observation) -> Vec<Vec<Cell>> {
    let grid = seen.grid();
    let cols = grid.board().cols() as u32;
    let is_unsolved = |cell: Cell| {
        seen.number(cell).is_some_and(|number| number > 0)
            && grid.around(cell).iter().any(|&near| seen.at(near) == Seen::Hidden)
    };
    let mut met = vec![false; grid.board().cells()];
    let mut blocks = Vec::new();
    for start in grid.cells().filter(|&cell| is_unsolved(cell)) {
        if std::mem::replace(&mut met[start.at()], true) {
            continue;
        }
        let mut block = vec![start];
        let mut head = 0;
        while head < block.len() {
            let cell = block[head];
            head += 1;
            for &near in grid.around(cell) {
                let beside = near.0 / cols == cell.0 / cols || near.0 % cols == cell.0 % cols;
                if beside && is_unsolved(near) && !std::mem::replace(&mut met[near.at()], true) {
                    block.push(near);
                }
            }
        }
        block.sort_unstable();
        blocks.push(block);
    }
    blocks
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
            self.csps = CspTally::default();
            return self.first.decide(seen, stream);
        }
        self.known.sync(seen);
        match self.certain() {
            Ok((cell, reason)) => Decision::certain(Action::Open(cell), reason),
            Err(weighed) => self.guess(seen, weighed, stream),
        }
    }

    fn safe_cells(&self) -> usize {
        self.known.safe_cells()
    }

    fn csps(&self) -> CspTally {
        self.csps
    }
}
