//! Our strongest player.

use quandary_core::rules::Player;
use quandary_core::{Budget, Decision, InputError, Probability, Stream};

use super::fifty::doomed_anyway;
use super::first::FirstMove;
use super::reasoner::Reasoner;
use super::{Fallback, Reason, lone_neighbours};
use crate::board::{Cell, Grid};
use crate::endgame::Endgame;
use crate::inference::{Detail, Hypotheses, Minefields, NO_PART, Outlook};
use crate::knowledge::Mark;
use crate::rules::{Action, Minesweeper, Observation};

/// The parts that can be switched off, to measure what each is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Exact search at the end.
    pub endgame: bool,
    /// Look ahead to the next guess; without it the safest cell is opened.
    pub lookahead: bool,
    /// Tosses recognised early.
    pub tosses: bool,
}

impl Parts {
    /// Everything on.
    pub const ALL: Parts = Parts { endgame: true, lookahead: true, tosses: true };

    /// Reads `-part-part…`: what to leave out.
    pub(crate) fn without(name: &str, list: &str) -> Result<Parts, InputError> {
        let mut parts = Parts::ALL;
        let mut at = name.len() - list.len();
        for part in list.split('-').enumerate().filter(|&(i, part)| i > 0 || !part.is_empty()).map(|(_, p)| p) {
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

/// Knobs (to be settled by measurement).
#[derive(Clone, Copy, Debug)]
pub struct Knobs {
    pub endgame: usize,
    pub nodes: u64,
    pub ratio: f64,
    pub unseen_ratio: f64,
    pub blend: f64,
    pub progress: f64,
    pub near: usize,
    pub s1: f64,
    pub sln: f64,
    pub gamma: f64,
    pub infl: f64,
    pub enab: f64,
    pub esure: f64,
    pub depth2: f64,
}

impl Default for Knobs {
    fn default() -> Knobs {
        let v = |name: &str, default: f64| {
            std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
        };
        Knobs {
            endgame: v("K_END", 400.0) as usize,
            nodes: v("K_NODES", 20000.0) as u64,
            ratio: v("K_RATIO", 0.9),
            unseen_ratio: v("K_UNSEEN", 0.95),
            blend: v("K_BLEND", 0.6),
            progress: v("K_PROG", 0.0),
            near: v("K_NEAR", 40.0) as usize,
            s1: v("K_S1", 0.96),
            sln: v("K_SLN", 0.065),
            gamma: v("K_GAMMA", 1.6),
            infl: v("K_INFL", 0.0),
            enab: v("K_ENAB", 0.5),
            esure: v("K_ESURE", 0.0),
            depth2: v("K_D2", 0.0),
        }
    }
}

/// The player.
#[derive(Clone, Debug)]
pub struct Best {
    knobs: Knobs,
    first: FirstMove,
    reasoner: Reasoner,
    ahead: Hypotheses,
    outlooks: Vec<Outlook>,
    candidates: Vec<(Cell, f64)>,
    fields: Minefields,
    endgame: Endgame,
}

impl Best {
    /// A player for a board.
    pub fn new(grid: &Grid, parts: Parts, first: FirstMove) -> Best {
        let _ = parts;
        Best {
            knobs: Knobs::default(),
            first,
            reasoner: Reasoner::new(grid),
            ahead: Hypotheses::new(grid),
            outlooks: Vec::new(),
            candidates: Vec::new(),
            fields: Minefields::default(),
            endgame: Endgame::default(),
        }
    }

    fn guess(&mut self, stream: &mut Stream) -> Decision<Action, Reason> {
        let Reasoner { known, base } = &self.reasoner;
        if base.boards() <= self.knobs.endgame as f64
            && base.enumerate(self.knobs.endgame, &mut self.fields)
            && let Ok(play) = self.endgame.search(known, &self.fields, &mut Budget::nodes(self.knobs.nodes))
        {
            return Decision {
                chosen: Action::Open(play.cell),
                reason: Reason::Endgame { wins: play.wins, boards: play.boards },
                probability: Probability::clamped(1.0 - base.mine(play.cell)),
            };
        }
        self.candidates.clear();
        let safest = known
            .grid()
            .cells()
            .filter(|&cell| known.mark(cell) == Mark::Unknown)
            .map(|cell| 1.0 - base.mine(cell))
            .fold(0.0, f64::max);
        let mut kinds = [false; 9];
        let unseen_ok = 1.0 - base.unseen_mine >= safest * self.knobs.unseen_ratio;
        let mut near_left = self.knobs.near;
        for cell in known.grid().cells() {
            if known.mark(cell) != Mark::Unknown {
                continue;
            }
            let safe = 1.0 - base.mine(cell);
            if base.part_of(cell) != NO_PART {
                let doomed = if self.knobs.infl > 0.0 && safe >= safest * 0.4 {
                    doomed_anyway(known, base, cell, self.knobs.enab)
                } else {
                    0.0
                };
                if safe + self.knobs.infl * doomed >= safest * self.knobs.ratio {
                    self.candidates.push((cell, safe));
                }
            } else if unseen_ok {
                match lone_neighbours(known, base, cell) {
                    Some(kind) => {
                        if !std::mem::replace(&mut kinds[kind], true) {
                            self.candidates.push((cell, safe));
                        }
                    }
                    None => {
                        if near_left > 0 {
                            near_left -= 1;
                            self.candidates.push((cell, safe));
                        }
                    }
                }
            }
        }
        self.candidates.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let mut best = (f64::MIN, self.candidates[0].0, self.candidates[0].1);
        for &(cell, safe) in &self.candidates {
            let doomed = if self.knobs.infl > 0.0 {
                self.knobs.infl * doomed_anyway(known, base, cell, self.knobs.enab)
            } else {
                0.0
            };
            let factor = (safe + doomed) / safe;
            if safe * factor * (1.0 + self.knobs.progress + self.knobs.esure) * (self.knobs.s1 + 2.5 * self.knobs.sln).max(1.0) <= best.0 {
                continue;
            }
            if self.ahead.explore(known, base, cell, Detail::Full, &mut self.outlooks).is_err() {
                continue;
            }
            let mut score = 0.0;
            let mut progress = 0.0;
            let mut expected = 0.0;
            for outlook in &self.outlooks {
                let next = if outlook.sure > 0 {
                    self.knobs.s1 + self.knobs.sln * f64::from(outlook.sure).ln()
                } else {
                    (outlook.best * (1.0 - self.knobs.blend) + outlook.second * self.knobs.blend).powf(self.knobs.gamma)
                };
                score += outlook.probability * next;
                if outlook.sure > 0 {
                    progress += outlook.probability;
                    expected += outlook.probability * f64::from(outlook.sure);
                }
            }
            if self.outlooks.len() == 1 {
                score *= 0.5;
            }
            let score = score * factor * (1.0 + self.knobs.progress * progress + self.knobs.esure * expected / (expected + 2.0));
            if score > best.0 {
                best = (score, cell, safe);
            }
        }
        let _ = stream;
        Decision {
            chosen: Action::Open(best.1),
            reason: Reason::Safest { safe: best.2, tied: 1 },
            probability: Probability::clamped(best.2),
        }
    }
}

impl Player<Minesweeper> for Best {
    type Reason = Reason;

    fn decide(&mut self, seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason> {
        if seen.opened().is_empty() {
            self.reasoner.known.reset();
            return self.first.decide(seen, stream);
        }
        match self.reasoner.certain(seen) {
            Ok(Some((cell, reason))) => Decision::certain(Action::Open(cell), reason),
            Ok(None) => self.guess(stream),
            Err(_) => Fallback::decide(seen, stream),
        }
    }
}
