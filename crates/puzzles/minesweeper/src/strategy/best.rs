//! Our strongest player.
//!
//! When a cell is certainly safe, it is opened. Otherwise, in this order:
//!
//! 1. **Exact end game**: once few minefields are left, exhaustive search finds the move that wins most of
//!    them; and a part of the frontier that is sealed off (its mine count is fixed, nothing outside can
//!    inform it) is searched on its own as soon as it appears, because waiting cannot help there.
//! 2. **Look-ahead**: each promising cell is judged by the positions it leads to: how likely each number
//!    is, whether it makes another cell certain and how many, and if not, how safe the next guess would be.
//!    How much each of these counts was fitted to games played to the end: [`Judgement`].
//! 3. **Tosses**: a cell that is a mine only where the game would have to toss a coin anyway is worth more
//!    than its safety says.
//!
//! Each part can be switched off to measure what it is worth on the same boards: [`Parts`].

use quandary_core::{Budget, Decision, InputError, Probability, StopFlag, Stream};

use super::distance::{Distances, Measure, Start};
use super::first::FirstMove;
use super::judgement::{Judgement, Traits, traits_of};
use super::tosses::{LEAST, Tosses};
use super::{Fallback, Player, Reason, lone_neighbours};
use crate::board::{Board, Cell, Grid};
use crate::endgame::Endgame;
use crate::inference::{Consultation, Detail, Hypotheses, Minefields, NO_PART, Outlook};
use crate::knowledge::Mark;
use crate::rules::{Action, Observation, World};

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
                    return Err(InputError::new(format!("strategy `{name}`: `-{part}` is not part of best"))
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
    /// How a guess is judged.
    pub judgement: Judgement,
}

impl Tuning {
    /// What the measurements settled for dense boards. Paired games on 16x30/99 (`examples/compare.rs`), difference in points of
    /// win rate with its 95 % interval; the seeds are not those of any published figure.
    ///
    /// * Fitted weights and exact tosses instead of a hand-set score: +0.26 ± 0.14 (first cell safe, seed 6001,
    ///   100,000 games).
    /// * Wider candidates (0.88 and 0.92 of the safest): −0.02 ± 0.04 (safe, 6103, 40,000).
    /// * An end game of 6,000 minefields and as many nodes: +0.005 ± 0.012 (safe, 6111, 40,000), −0.006 ± 0.015
    ///   (open, 6112, 36,000). 10,000 minefields and 30,000 nodes: +0.02 ± 0.03, 0.00 ± 0.03 (same), at two thirds
    ///   of the speed.
    /// * An end game on a sample of the minefields where too many are left: −0.05 ± 0.04 (safe, 6109, 100,000),
    ///   +0.04 ± 0.06 (open, 6110, 80,000), at half the speed. Looking one guess further: +0.03 ± 0.1. Neither is
    ///   here.
    pub const SETTLED: Tuning = Tuning {
        endgame_boards: 3000,
        sealed_boards: 5000,
        endgame_nodes: 20_000,
        candidate_share: 0.9,
        unseen_share: 0.95,
        unseen_near: 40,
        judgement: Judgement::DENSE,
    };

    /// The same, with the weights for a board.
    pub fn for_board(board: Board) -> Tuning {
        Tuning { judgement: Judgement::for_board(board), ..Tuning::SETTLED }
    }
}

/// A cell is called half of a toss when at least this share of its risk is the risk of being a mine of one. It
/// should be all of it; the hundredth leaves room for tosses that are passed over as too unlikely ([`LEAST`]) and
/// for the rounding of their counts. It names the reason and never changes the move.
const ALL_BUT_ROUNDING: f64 = 0.99;

/// A cell that was weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WeighedCell {
    /// The cell.
    pub cell: Cell,
    /// Its probability of being safe.
    pub safe: f64,
    /// The probability that it is safe and makes another cell certain.
    pub progress: f64,
    /// The probability that it is a mine of a toss that would be due anyway.
    pub toss: f64,
    /// Its score: the estimated value of opening it, up to a factor that all candidates share.
    pub score: f64,
    /// What it is judged by.
    pub traits: Traits,
}

/// The player. See the module's page.
#[derive(Clone, Debug)]
pub struct Best {
    parts: Parts,
    tuning: Tuning,
    first: FirstMove,
    consultation: Consultation,
    ahead: Hypotheses,
    outlooks: Vec<Outlook>,
    candidates: Vec<WeighedCell>,
    fields: Minefields,
    endgame: Endgame,
    distances: Distances,
    tosses: Tosses,
    weigh_all: bool,
}

impl Best {
    /// A player for a board.
    pub fn new(grid: &Grid, parts: Parts, first: FirstMove) -> Best {
        Best::tuned(grid, parts, first, Tuning::for_board(grid.board()))
    }

    /// A player with other numbers: for measuring them.
    pub fn tuned(grid: &Grid, parts: Parts, first: FirstMove, tuning: Tuning) -> Best {
        Best {
            parts,
            tuning,
            first,
            consultation: Consultation::new(grid),
            ahead: Hypotheses::new(grid),
            outlooks: Vec::new(),
            candidates: Vec::new(),
            fields: Minefields::default(),
            endgame: Endgame::default(),
            distances: Distances::new(grid),
            tosses: Tosses::new(grid),
            weigh_all: false,
        }
    }

    /// The same player, which weighs every candidate to the end so that they can be compared.
    #[must_use]
    pub fn weighing_everything(mut self) -> Best {
        self.weigh_all = true;
        self
    }

    /// The same player, which goes on from what a consultation knows about the position.
    #[must_use]
    pub(crate) fn consulting(mut self, consultation: Consultation) -> Best {
        self.consultation = consultation;
        self
    }

    /// The candidates of the last guess, best first.
    pub fn weighed(&self) -> &[WeighedCell] {
        &self.candidates
    }

    /// A minefield drawn among those that agree with the position last decided on, as a game to go on with.
    pub fn imagine(&self, stream: &mut Stream) -> World {
        let Consultation { known, base, .. } = &self.consultation;
        World::resume(known.grid(), base.sample(known, stream), &[], known.opened())
    }

    /// Forgets the game: the next observation belongs to another one.
    pub fn forget(&mut self) {
        self.consultation.known.reset();
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
        let guess = |best: &WeighedCell, reason| Decision {
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
        let reason = if best.toss >= ALL_BUT_ROUNDING * (1.0 - best.safe) {
            Reason::Toss { safe: best.safe }
        } else {
            Reason::Ahead { safe: best.safe, progress: best.progress }
        };
        guess(&best, reason)
    }

    /// Exact search: of everything when little is left, of a sealed part as soon as there is one.
    fn search(&mut self) -> Option<Decision<Action, Reason>> {
        let Consultation { known, base, .. } = &self.consultation;
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
        let Consultation { known, base, .. } = &self.consultation;
        if self.parts.tosses {
            self.tosses.find(known, base, LEAST);
        }
        let unknown = || known.grid().cells().filter(|&cell| known.mark(cell) == Mark::Unknown);
        let safest = unknown().map(|cell| 1.0 - base.mine(cell)).fold(0.0, f64::max);
        let unseen_worth = 1.0 - base.unseen_mine >= safest * self.tuning.unseen_share;
        // Inner unseen cells differ only in how many neighbours they have and in where they are: one of each
        // kind will do, the farthest from what is open, where an area has most room.
        let mut farthest: [Option<(f64, WeighedCell)>; 9] = [None; 9];
        if unseen_worth {
            self.distances.measure(known.opened(), Start::Open);
        }
        let mut near = 0;
        for cell in unknown() {
            let safe = 1.0 - base.mine(cell);
            let toss = self.tosses.within(cell);
            let candidate =
                WeighedCell { cell, safe, progress: 0.0, toss, score: 0.0, traits: Traits::default() };
            if base.part_of(cell) != NO_PART {
                if safe + toss >= safest * self.tuning.candidate_share {
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
        let Consultation { known, base, .. } = &self.consultation;
        let judgement = &self.tuning.judgement;
        let mut best = f64::MIN;
        for candidate in &mut self.candidates {
            let most = judgement.most(candidate.safe, &self.tosses, candidate.cell);
            candidate.score = f64::MIN;
            if !self.weigh_all && most <= best {
                continue;
            }
            if self.ahead.explore(known, base, candidate.cell, Detail::Full, &mut self.outlooks).is_err() {
                continue;
            }
            let sure = self.outlooks.iter().filter(|outlook| outlook.sure > 0);
            candidate.progress = sure.map(|outlook| outlook.probability).sum();
            candidate.traits = traits_of(known, base, &self.tosses, candidate.cell, &self.outlooks);
            candidate.score = judgement.value(candidate.safe, &candidate.traits);
            best = best.max(candidate.score);
        }
        self.candidates.sort_by(|a, b| b.score.total_cmp(&a.score));
    }
}

impl Player for Best {
    fn decide(&mut self, seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason> {
        if seen.opened().is_empty() {
            self.forget();
            return self.first.decide(seen, stream);
        }
        match self.consultation.certain(seen) {
            Ok(Some((cell, witness))) => {
                Decision::certain(Action::Open(cell), Reason::certain(cell, witness))
            }
            Ok(None) => self.guess(),
            Err(_) => Fallback::decide(seen, stream),
        }
    }

    fn obey(&mut self, stop: &StopFlag) {
        self.consultation.base.obey(stop);
    }

    fn safe_cells(&self) -> usize {
        self.consultation.known.safe_cells()
    }
}
