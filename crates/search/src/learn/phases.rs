//! Which value a decision tries first.
//!
//! A variable is tried as it stood in the longest trail without a conflict lately (*target phases*: Biere and
//! Fleury 2020), else as it last stood. Both keep a search near where it has been, which is what finds solutions
//! quickly and what a search that began in the wrong place never gets out of. So ever more seldom everything is
//! forgotten and the values are set anew (*rephasing*), in turn as at the very start, as in the longest trail, at
//! random, as in the longest trail.

use quandary_core::{Seed, Stream};

use super::Literal;

/// Conflicts before the values are first set anew; the n-th time waits n times as long.
const EVERY: u64 = 1000;

/// What the values are set to in turn.
const TURNS: [To; 4] = [To::Start, To::Longest, To::Random, To::Longest];

#[derive(Clone, Copy)]
enum To {
    /// As the problem would first try them.
    Start,
    /// As in the longest trail lately.
    Longest,
    /// Drawn, each for itself.
    Random,
}

/// The values to try.
pub(super) struct Phases {
    /// For each variable, what it was when it was last known.
    last: Vec<bool>,
    /// The values of the longest trail without a conflict lately.
    target: Vec<Option<bool>>,
    /// How long that trail was.
    longest: usize,
    /// How often the values were set anew.
    turns: u64,
    /// The conflict at which they are again.
    due: u64,
    stream: Stream,
}

impl Phases {
    /// Every variable as it is first to be tried.
    pub(super) fn new(first: Vec<bool>) -> Phases {
        let target = vec![None; first.len()];
        Phases { last: first, target, longest: 0, turns: 0, due: EVERY, stream: Seed(1).stream(0) }
    }

    /// What to try.
    #[inline]
    pub(super) fn of(&self, variable: usize) -> bool {
        self.target[variable].unwrap_or(self.last[variable])
    }

    /// A literal is no longer known.
    #[inline]
    pub(super) fn forget(&mut self, literal: Literal) {
        self.last[literal.variable()] = literal.holds();
    }

    /// A trail met a conflict; its values up to `sound` did not.
    pub(super) fn met(&mut self, trail: &[Literal], sound: usize) {
        if trail.len() > self.longest {
            self.longest = trail.len();
            for literal in &trail[..sound] {
                self.target[literal.variable()] = Some(literal.holds());
            }
        }
    }

    /// Sets the values anew if it is time. To be called when nothing is decided.
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
