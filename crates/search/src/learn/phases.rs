//! Which value a decision tries first.
//!
//! A variable is tried with its value in the longest recent trail without a conflict (*target phases*: Biere and Fleury
//! 2020), otherwise with its last value. Both keep a search near where it has been. That finds solutions quickly, but a
//! search that began in the wrong place never gets away. So from time to time, less and less often, all values are
//! reset (*rephasing*): in turn to those at the start, of the longest trail, at random, of the longest trail.

use quandary_core::{Seed, Stream};

use super::Literal;

/// Conflicts before the first reset; the n-th one waits n times as long.
const EVERY: u64 = 1000;

/// The values of successive resets.
const TURNS: [To; 4] = [To::Start, To::Longest, To::Random, To::Longest];

#[derive(Clone, Copy)]
enum To {
    /// As the problem first tries them.
    Start,
    /// As in the longest recent trail.
    Longest,
    /// Random, each drawn by itself.
    Random,
}

/// The values to try.
pub(super) struct Phases {
    /// For each variable, its last known value.
    last: Vec<bool>,
    /// The values of the longest recent trail without a conflict.
    target: Vec<Option<bool>>,
    /// How long that trail was.
    longest: usize,
    /// How often the values were reset.
    turns: u64,
    /// The conflict at which the next reset is due.
    due: u64,
    stream: Stream,
}

impl Phases {
    /// Every variable with the value to try first.
    pub(super) fn new(first: Vec<bool>) -> Phases {
        let target = vec![None; first.len()];
        Phases { last: first, target, longest: 0, turns: 0, due: EVERY, stream: Seed(1).stream(0) }
    }

    /// The value to try.
    #[inline]
    pub(super) fn of(&self, variable: usize) -> bool {
        self.target[variable].unwrap_or(self.last[variable])
    }

    /// A literal is no longer known.
    #[inline]
    pub(super) fn forget(&mut self, literal: Literal) {
        self.last[literal.variable()] = literal.holds();
    }

    /// A trail ended in a conflict; its values up to `sound` have none.
    pub(super) fn met(&mut self, trail: &[Literal], sound: usize) {
        if trail.len() > self.longest {
            self.longest = trail.len();
            for literal in &trail[..sound] {
                self.target[literal.variable()] = Some(literal.holds());
            }
        }
    }

    /// Resets the values if it is time. Call it when nothing is decided.
    pub(super) fn renew(&mut self, conflicts: u64, first: impl Fn(usize) -> bool) {
        if conflicts < self.due {
            return;
        }
        let turn = TURNS[(self.turns % TURNS.len() as u64) as usize];
        for (variable, last) in self.last.iter_mut().enumerate() {
            *last = match turn {
                To::Start => first(variable),
                To::Longest => self.target[variable].unwrap_or(*last),
                To::Random => self.stream.index(2) == 1,
            };
        }
        self.target.fill(None);
        self.longest = 0;
        self.turns += 1;
        self.due = conflicts + EVERY * (self.turns + 1);
    }
}
