//! Our strongest player.
//!
//! When a cell is certainly safe, it is opened. Otherwise, in this order:
//!
//! 1. **Exact end game**: once few minefields are left, exhaustive search finds the move that wins most of
//!    them; and a part of the frontier that is sealed off (its mine count is fixed, nothing outside can
//!    inform it) is searched on its own as soon as it appears, because waiting cannot help there.
//! 2. **Look-ahead**: each promising cell is judged by the positions it leads to: how likely each number
//!    is, whether it makes another cell certain and how many, and if not, how safe the next guess would be.
//! 3. **Tosses**: a cell that is a mine only where the game would have to toss a coin anyway is worth more
//!    than its safety says.
//!
//! Each part can be switched off to measure what it is worth on the same boards: [`Parts`].

use quandary_core::rules::Player;
use quandary_core::{Budget, Decision, InputError, Probability, Stream};

use super::distance::{Distances, Measure};
use super::fifty::doomed_anyway;
use super::first::FirstMove;
use super::reasoner::Reasoner;
use super::{Fallback, Reason, lone_neighbours};
use crate::board::{Cell, Grid};
use crate::endgame::Endgame;
use crate::inference::{Detail, Hypotheses, Inference, Minefields, NO_PART, Outlook};
use crate::knowledge::{Knowledge, Mark};
use crate::rules::{Action, Minesweeper, Observation};

/// The parts that can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Exact search at the end and in sealed parts.
    pub endgame: bool,
    /// Look-ahead; without it the safest cell is opened.
    pub lookahead: bool,
    /// Tosses recognised early.
    pub tosses: bool,
}

impl Parts {
    /// Everything on.
    pub const ALL: Parts = Parts { endgame: true, lookahead: true, tosses: true };

    /// Reads `-part-part…`: what to leave out of `best`.
    pub(crate) fn without(name: &str, list: &str) -> Result<Parts, InputError> {
        let mut parts = Parts::ALL;
        let mut at = name.len() - list.len();
        if list.is_empty() {
            return Ok(parts);
        }
        for part in list.strip_prefix('-').unwrap_or(list).split('-') {
            match part {
                "endgame" => parts.endgame = false,
                "lookahead" => parts.lookahead = false,
                "tosses" => parts.tosses = false,
                _ => {
                    return Err(InputError::new(format!("strategy `{name}`: `-{part}` is no part of best"))
                        .at(1, at + 1)
                        .expected(super::GRAMMAR));
                }
            }
            at += part.len() + 1;
        }
        Ok(parts)
    }
}

/// The numbers the player was tuned with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Exhaustive search starts when at most this many minefields are left.
    pub endgame_boards: usize,
    /// The same for a sealed part.
    pub sealed_boards: usize,
    /// Nodes an exhaustive search may take.
    pub endgame_nodes: u64,
    /// Frontier cells at least this share as safe as the safest are looked at.
    pub candidate_share: f64,
    /// The same for cells that no number sees.
    pub unseen_share: f64,
    /// Unseen cells beside the frontier that are looked at.
    pub unseen_near: usize,
    /// Value of a position with one certain cell, as a share of the value of one without risk.
    pub one_sure: f64,
    /// What e times as many certain cells add.
    pub more_sure: f64,
    /// How much of the gap between the safest and the second safest cell counts when none is certain.
    pub second_share: f64,
    /// The exponent of that safety: one guess is rarely the last.
    pub guess_power: f64,
    /// The exponent of the candidate's own safety: what a riskier cell promises is taken with caution.
    pub safety_power: f64,
    /// What a dead cell's score is multiplied by.
    pub dead: f64,
    /// How much of the doomed share is credited.
    pub toss_credit: f64,
}

impl Tuning {
    /// What the measurements settled. Paired games on 16x30/99, first cell safe; difference in points of win
    /// rate with its 95 % interval. The seeds are not those of any published figure.
    ///
    /// * Two exponents of 1.2 instead of 1.6 for the next guess and 1 for the own safety: +0.10 ± 0.08 (seed
    ///   2006, 100,000 games), +0.02 ± 0.09 (2007, 80,000). They were suggested by a trial in which 190,000
    ///   guesses were drawn among the candidates (seeds 1005 and 1006): what the score said beyond a cell's own
    ///   safety deserved 0.6 of its weight.
    /// * 5,000 minefields and 100,000 nodes for the end game instead of 1,000 and 5,000: +0.05 ± 0.04 (2002,
    ///   100,000). Ten thousand and 200,000 win one game in 20,000 more than 6,000 and 60,000 (2100), at a third of
    ///   the speed.
    /// * Wider candidates (0.8 and 0.85 of the safest): −0.07 ± 0.08 (2002, 100,000). Three times the weight on
    ///   the number of certain cells: −0.04 ± 0.07 (same).
    /// * Tosses counted exactly, with credit for the cells that would complete one: −0.02 ± 0.09 (2004,
    ///   120,000). Close candidates weighed one guess further: +0.03 ± 0.1 at two thirds of the speed (same).
    ///   Neither is here.
    pub const SETTLED: Tuning = Tuning {
        endgame_boards: 6000,
        sealed_boards: 5000,
        endgame_nodes: 60_000,
        candidate_share: 0.9,
        unseen_share: 0.95,
        unseen_near: 40,
        one_sure: 1.0,
        more_sure: 0.02,
        second_share: 0.6,
        guess_power: 1.2,
        safety_power: 1.2,
        dead: 0.5,
        toss_credit: 1.0,
    };

    /// What a position is worth next to one without any risk.
    pub(crate) fn value(&self, outlook: &Outlook) -> f64 {
        if outlook.sure > 0 {
            self.one_sure + self.more_sure * f64::from(outlook.sure).ln()
        } else {
            let gap = outlook.best - outlook.second;
            (outlook.best - self.second_share * gap).powf(self.guess_power)
        }
    }

    /// What a candidate's own risk leaves of what it leads to: where a toss is due anyway nothing is lost.
    fn odds(&self, candidate: &Weighed) -> f64 {
        (candidate.safe + self.toss_credit * candidate.doomed) * candidate.safe.powf(self.safety_power - 1.0)
    }

    /// The most that [`Tuning::value`] is taken to reach, for cutting hopeless candidates.
    fn most(&self) -> f64 {
        // Twelve certain cells at once are beyond what a number brings.
        (self.one_sure + self.more_sure * 12_f64.ln()).max(1.0)
    }
}

/// A cell that was weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighed {
    /// The cell.
    pub cell: Cell,
    /// Its probability of being safe.
    pub safe: f64,
    /// The probability that it is safe and makes another cell certain.
    pub progress: f64,
    /// The probability that it is a mine where a toss would be due anyway.
    pub doomed: f64,
    /// Its score: the estimated value of opening it.
    pub score: f64,
}

/// The player. See the module's page.
#[derive(Clone, Debug)]
pub struct Best {
    parts: Parts,
    tuning: Tuning,
    first: FirstMove,
    reasoner: Reasoner,
    ahead: Hypotheses,
    outlooks: Vec<Outlook>,
    candidates: Vec<Weighed>,
    fields: Minefields,
    endgame: Endgame,
    distances: Distances,
    weigh_all: bool,
}

impl Best {
    /// A player for a board.
    pub fn new(grid: &Grid, parts: Parts, first: FirstMove) -> Best {
        Best::tuned(grid, parts, first, Tuning::SETTLED)
    }

    /// A player with other numbers: for measuring them.
    pub fn tuned(grid: &Grid, parts: Parts, first: FirstMove, tuning: Tuning) -> Best {
        Best {
            parts,
            tuning,
            first,
            reasoner: Reasoner::new(grid),
            ahead: Hypotheses::new(grid),
            outlooks: Vec::new(),
            candidates: Vec::new(),
            fields: Minefields::default(),
            endgame: Endgame::default(),
            distances: Distances::new(grid),
            weigh_all: false,
        }
    }

    /// The same player, which weighs every candidate to the end so that they can be compared.
    #[must_use]
    pub fn weighing_everything(mut self) -> Best {
        self.weigh_all = true;
        self
    }

    /// The candidates of the last guess, best first.
    pub fn weighed(&self) -> &[Weighed] {
        &self.candidates
    }

    /// Forgets the game: the next observation belongs to another one.
    pub fn forget(&mut self) {
        self.reasoner.known.reset();
        self.candidates.clear();
    }

    fn guess(&mut self) -> Decision<Action, Reason> {
        self.candidates.clear();
        if self.parts.endgame
            && let Some(decision) = self.search()
        {
            return decision;
        }
        self.find_candidates();
        let guess = |best: &Weighed, reason| Decision {
            chosen: Action::Open(best.cell),
            reason,
            probability: Probability::clamped(best.safe),
        };
        if !self.parts.lookahead {
            let best = self.candidates[0];
            return guess(&best, Reason::Safest { safe: best.safe, tied: 1 });
        }
        self.weigh();
        let best = self.candidates[0];
        let reason = if best.doomed >= 0.99 * (1.0 - best.safe) {
            Reason::Toss { safe: best.safe }
        } else {
            Reason::Ahead { safe: best.safe, progress: best.progress }
        };
        guess(&best, reason)
    }

    /// Exact search: of everything when little is left, of a sealed part as soon as there is one.
    fn search(&mut self) -> Option<Decision<Action, Reason>> {
        let Reasoner { known, base } = &self.reasoner;
        let mut found = None;
        let budget = || Budget::nodes(self.tuning.endgame_nodes);
        if base.enumerate(self.tuning.endgame_boards, &mut self.fields) {
            found = self.endgame.search(known, &self.fields, &mut budget()).ok();
        }
        for part in 0..base.live {
            if found.is_none()
                && base.is_sealed(known, part)
                && base.part_minefields(part, self.tuning.sealed_boards, &mut self.fields)
            {
                found = self.endgame.search(known, &self.fields, &mut budget()).ok();
            }
        }
        found.map(|play| Decision {
            chosen: Action::Open(play.cell),
            reason: Reason::Endgame { wins: play.wins, boards: play.boards },
            probability: Probability::clamped(1.0 - base.mine(play.cell)),
        })
    }

    /// Cells worth a look, safest first.
    fn find_candidates(&mut self) {
        let Reasoner { known, base } = &self.reasoner;
        let unknown = || known.grid().cells().filter(|&cell| known.mark(cell) == Mark::Unknown);
        let safest = unknown().map(|cell| 1.0 - base.mine(cell)).fold(0.0, f64::max);
        let unseen_worth = 1.0 - base.unseen_mine >= safest * self.tuning.unseen_share;
        // Inner unseen cells differ only in how many neighbours they have and in where they are: one of each
        // kind will do, the farthest from what is open, where an area has most room.
        let mut farthest: [Option<(f64, Weighed)>; 9] = [None; 9];
        if unseen_worth {
            self.distances.measure(known.opened());
        }
        let mut near = 0;
        for cell in unknown() {
            let safe = 1.0 - base.mine(cell);
            let mut candidate = Weighed { cell, safe, progress: 0.0, doomed: 0.0, score: 0.0 };
            if base.part_of(cell) != NO_PART {
                if self.parts.tosses {
                    candidate.doomed = doomed_anyway(known, base, cell);
                }
                let worth = safe + self.tuning.toss_credit * candidate.doomed;
                if worth >= safest * self.tuning.candidate_share {
                    self.candidates.push(candidate);
                }
            } else if unseen_worth {
                if let Some(kind) = lone_neighbours(known, base, cell) {
                    let distance = self.distances.score(cell, Measure::Away);
                    if farthest[kind].is_none_or(|(other, _)| distance > other) {
                        farthest[kind] = Some((distance, candidate));
                    }
                } else if near < self.tuning.unseen_near {
                    near += 1;
                    self.candidates.push(candidate);
                }
            }
        }
        self.candidates.extend(farthest.into_iter().flatten().map(|(_, candidate)| candidate));
        self.candidates.sort_by(|a, b| b.safe.total_cmp(&a.safe).then(a.cell.cmp(&b.cell)));
    }

    /// Gives every candidate its score and puts the best first.
    fn weigh(&mut self) {
        let Reasoner { known, base } = &self.reasoner;
        let mut best = f64::MIN;
        for candidate in &mut self.candidates {
            if !self.weigh_all && self.tuning.odds(candidate) * self.tuning.most() <= best {
                candidate.score = f64::MIN;
                continue;
            }
            weigh_one(known, base, &mut self.ahead, &mut self.outlooks, &self.tuning, candidate);
            best = best.max(candidate.score);
        }
        self.candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
    }
}

fn weigh_one(
    known: &Knowledge,
    base: &Inference,
    ahead: &mut Hypotheses,
    outlooks: &mut Vec<Outlook>,
    tuning: &Tuning,
    candidate: &mut Weighed,
) {
    if ahead.explore(known, base, candidate.cell, Detail::Full, outlooks).is_err() {
        candidate.score = f64::MIN;
        return;
    }
    let mut score: f64 = outlooks.iter().map(|outlook| outlook.probability * tuning.value(outlook)).sum();
    if outlooks.len() == 1 {
        // It shows the same number whatever is around it: opening it tells nothing.
        score *= tuning.dead;
    }
    let sure = outlooks.iter().filter(|outlook| outlook.sure > 0);
    candidate.progress = sure.map(|outlook| outlook.probability).sum();
    candidate.score = score * tuning.odds(candidate) / candidate.safe;
}

impl Player<Minesweeper> for Best {
    type Reason = Reason;

    fn decide(&mut self, seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason> {
        if seen.opened().is_empty() {
            self.forget();
            return self.first.decide(seen, stream);
        }
        match self.reasoner.certain(seen) {
            Ok(Some((cell, reason))) => Decision::certain(Action::Open(cell), reason),
            Ok(None) => self.guess(),
            Err(_) => Fallback::decide(seen, stream),
        }
    }
}
