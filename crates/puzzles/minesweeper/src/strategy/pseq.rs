//! PSEQ (Tu et al.): lexicographic choice among the cells when none is certainly safe.
//!
//! * P: the smallest mine probability p.
//! * S: the largest (1 − p) · P(the number shown makes some other cell certainly safe).
//! * E: the largest (1 − p) · expected number of such cells.
//! * Q: the largest entropy of the number shown.
//!
//! Each filter keeps the cells within a relative 1e-8 of the best; what is left is drawn at random.
//!
//! PSEQ-D256 plays the exact optimum instead once at most 256 minefields are left.

use quandary_core::{Budget, Decision, Probability, StopFlag, Stream};

use super::first::FirstMove;
use super::{Fallback, Player, Reason, lone_neighbours};
use crate::board::{Cell, Grid};
use crate::endgame::Endgame;
use crate::inference::{Consultation, Detail, Hypotheses, Minefields, Outlook};
use crate::knowledge::Mark;
use crate::rules::{Action, Observation};

/// The player. See the module's page.
#[derive(Clone, Debug)]
pub struct Pseq {
    first: FirstMove,
    consultation: Consultation,
    ahead: Hypotheses,
    outlooks: Vec<Outlook>,
    candidates: Vec<ScoredCell>,
    /// With at most this many minefields left, exact search.
    exact_below: usize,
    fields: Minefields,
    endgame: Endgame,
}

#[derive(Clone, Copy, Debug)]
struct ScoredCell {
    cell: Cell,
    /// P, S, E, Q, each such that larger is better.
    scores: [f64; 4],
}

/// Scores within this relative distance count as equal.
const TIE: f64 = 1e-8;

/// An exact search that takes more nodes than this is given up, and the filters decide.
const MOST_NODES: u64 = 5_000_000;

impl Pseq {
    /// A player for a board.
    pub fn new(grid: &Grid, first: FirstMove) -> Pseq {
        Pseq {
            exact_below: 0,
            fields: Minefields::default(),
            endgame: Endgame::default(),
            first,
            consultation: Consultation::new(grid),
            ahead: Hypotheses::new(grid),
            outlooks: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// The same player, which searches exactly once at most `boards` minefields are left: PSEQ-D256 with 256.
    #[must_use]
    pub fn exact_below(mut self, boards: usize) -> Pseq {
        self.exact_below = boards;
        self
    }

    /// The same player, which goes on from what a consultation knows about the position.
    #[must_use]
    pub(crate) fn consulting(mut self, consultation: Consultation) -> Pseq {
        self.consultation = consultation;
        self
    }

    /// Exact search, when few minefields are left.
    fn search(&mut self) -> Option<Decision<Action, Reason>> {
        let Consultation { known, base, .. } = &self.consultation;
        if self.exact_below == 0 || !base.enumerate(self.exact_below, &mut self.fields) {
            return None;
        }
        let play = self.endgame.search(known, &self.fields, &mut Budget::nodes(MOST_NODES)).ok()?;
        Some(Decision {
            chosen: Action::Open(play.cell),
            reason: Reason::Endgame { wins: play.wins, boards: play.boards },
            probability: Probability::clamped(1.0 - base.mine(play.cell)),
        })
    }

    fn guess(&mut self, stream: &mut Stream) -> Decision<Action, Reason> {
        if let Some(decision) = self.search() {
            return decision;
        }
        let Consultation { known, base, .. } = &self.consultation;
        self.candidates.clear();
        for cell in known.grid().cells() {
            if known.mark(cell) == Mark::Unknown {
                self.candidates.push(ScoredCell { cell, scores: [1.0 - base.mine(cell), 0.0, 0.0, 0.0] });
            }
        }
        keep_best(&mut self.candidates, 0);
        if self.candidates.len() > 1 {
            // Inner unseen cells differ only in how many neighbours they have.
            let mut alike: [Option<[f64; 4]>; 9] = [None; 9];
            for index in 0..self.candidates.len() {
                let cell = self.candidates[index].cell;
                let kind = lone_neighbours(known, base, cell);
                if let Some(scores) = kind.and_then(|kind| alike[kind]) {
                    self.candidates[index].scores = scores;
                    continue;
                }
                if self.ahead.explore(known, base, cell, Detail::Full, &mut self.outlooks).is_ok() {
                    let scored = score(self.candidates[index].scores[0], &self.outlooks);
                    self.candidates[index].scores = scored;
                    if let Some(kind) = kind
                        && self.ahead.was_loose()
                    {
                        alike[kind] = Some(scored);
                    }
                }
            }
            for filter in 1..4 {
                keep_best(&mut self.candidates, filter);
            }
        }
        let chosen = stream.choose(&self.candidates).expect("a game goes on while cells are unknown");
        Decision {
            chosen: Action::Open(chosen.cell),
            reason: Reason::Safest { safe: chosen.scores[0], tied: self.candidates.len() as u32 },
            probability: Probability::clamped(chosen.scores[0]),
        }
    }
}

fn score(safe: f64, outlooks: &[Outlook]) -> [f64; 4] {
    let (mut sure, mut expected, mut entropy) = (0.0, 0.0, 0.0);
    for outlook in outlooks {
        if outlook.sure > 0 {
            sure += outlook.probability;
            expected += outlook.probability * f64::from(outlook.sure);
        }
        let share = outlook.probability / safe;
        entropy -= share * share.ln();
    }
    [safe, sure, expected, entropy]
}

/// Keeps the candidates whose score is the largest, up to rounding.
fn keep_best(candidates: &mut Vec<ScoredCell>, which: usize) {
    let best = candidates.iter().map(|c| c.scores[which]).fold(f64::MIN, f64::max);
    let least = best - TIE * best.abs();
    candidates.retain(|c| c.scores[which] >= least);
}

impl Player for Pseq {
    fn decide(&mut self, seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason> {
        if seen.opened().is_empty() {
            self.consultation.known.reset();
            return self.first.decide(seen, stream);
        }
        match self.consultation.certain(seen) {
            Ok(Some((cell, witness))) => {
                Decision::certain(Action::Open(cell), Reason::certain(cell, witness))
            }
            Ok(None) => self.guess(stream),
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
