//! Expectimax: the best move in a game with dice, looking a fixed number of layers ahead.
//!
//! Layers alternate between the player, who takes the best, and chance, which takes the mean. They are
//! counted as *plies* from the player's own move: 1 ply is the move alone, 2 adds chance's answer, 3 the
//! next move, and so on. Where the plies end, an [`Evaluate`] gives the value.
//!
//! ```text
//!   plies            state
//!     1  player        ├── left ── afterstate        leaf of 1 ply
//!     2  chance        │             ├── a 2 here    leaf of 2 plies (a state, the player to move)
//!     3  player        │             │    ├── left   leaf of 3 plies (an afterstate)
//! ```
//!
//! Sources: Michie 1966 for the idea; Ballard 1983 for its name and analysis.

use std::hash::{Hash, Hasher};

use quandary_core::rules::Chance;
use quandary_core::{Budget, Exhausted};

/// Rules with dice that can visit their branches one by one, without a list for each node.
///
/// All methods have a default based on [`Chance`]; a fast board overrides them.
pub trait Unfold: Chance {
    /// Each legal move with its afterstate and what it earns, in the order of [`Rules::moves`](quandary_core::rules::Rules::moves).
    fn each_after(&self, state: &Self::State, mut visit: impl FnMut(Self::Move, Self::State, f64)) {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        for chosen in moves {
            let (after, earned) = self.earn(state, chosen);
            visit(chosen, after, earned);
        }
    }

    /// Each afterstate alone, for a search that does not look at what a move earns.
    fn each_bare_after(&self, state: &Self::State, mut visit: impl FnMut(Self::State)) {
        self.each_after(state, |_, after, _| visit(after));
    }

    /// Each answer of chance with its probability.
    fn each_outcome(&self, after: &Self::State, mut visit: impl FnMut(Self::State, f64)) {
        let mut outcomes = Vec::new();
        self.outcomes(after, &mut outcomes);
        for (state, probability) in outcomes {
            visit(state, probability);
        }
    }
}

/// The evaluation of positions where the search ends.
pub trait Evaluate<C: Chance> {
    /// The value of a position in which the player is to move.
    fn state(&self, state: &C::State) -> f64;

    /// The value of an afterstate, in which chance is to move.
    fn after(&self, after: &C::State) -> f64 {
        self.state(after)
    }

    /// The value of a position without a legal move.
    fn dead(&self, state: &C::State) -> f64 {
        self.state(state)
    }
}

/// How far to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Layers of players and chance together, the first move included.
    Plies(u32),
    /// As the access article seems to count: the layers below the first move, so one less than plies.
    BelowRoot(u32),
}

impl Depth {
    /// The same depth in plies; at least one.
    pub fn plies(self) -> u32 {
        match self {
            Depth::Plies(plies) => plies.max(1),
            Depth::BelowRoot(depth) => depth + 1,
        }
    }
}

/// The value of one legal move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice<M> {
    /// The move.
    pub chosen: M,
    /// Its expected value.
    pub value: f64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Evaluation<M> {
    /// Every legal move with its value, in the order of the rules. None: the game is over.
    pub options: Vec<Choice<M>>,
    /// Positions looked at, leaves included.
    pub nodes: u64,
}

impl<M: Copy> Evaluation<M> {
    /// The best move: the first among equals.
    pub fn best(&self) -> Option<Choice<M>> {
        let mut best: Option<Choice<M>> = None;
        for &option in &self.options {
            if best.is_none_or(|b| option.value > b.value) {
                best = Some(option);
            }
        }
        best
    }
}

/// An expectimax search: rules, an evaluation and how far to look.
///
/// - `rewards`: whether the reward of a move counts towards its value (true for a score, false if the evaluation
///   already judges the whole position, as in the access article);
/// - `least_probability`: branches less likely than this, seen from the root, end in an evaluation of
///   their afterstate; 0 searches everything.
///
/// Cost: with m moves and c answers of chance, about m (c m)^k positions for 2k + 1 plies.
///
/// ```
/// use quandary_core::rules::{Chance, Rules, Side, Turn};
/// use quandary_core::{Budget, Outcome};
/// use quandary_search::expectimax::{Depth, Evaluate, Expectimax, Unfold};
///
/// /// Draw once more (a fair coin: +1 or -1) or stop, twice at most.
/// struct Coin;
/// impl Rules for Coin {
///     type State = (u8, i32);
///     type Move = bool;
///     fn moves(&self, s: &(u8, i32), out: &mut Vec<bool>) {
///         if s.0 < 2 { out.extend([false, true]) }
///     }
///     fn turn(&self, s: &(u8, i32)) -> Turn {
///         if s.0 < 2 { Turn::To(Side::First) } else { Turn::Over(Outcome::Won) }
///     }
///     fn apply(&self, s: &(u8, i32), again: bool) -> (u8, i32) {
///         (if again { s.0 + 1 } else { 9 }, s.1)
///     }
/// }
/// impl Chance for Coin {
///     fn earn(&self, s: &(u8, i32), again: bool) -> ((u8, i32), f64) {
///         (self.apply(s, again), 0.0)
///     }
///     fn outcomes(&self, a: &(u8, i32), out: &mut Vec<((u8, i32), f64)>) {
///         if a.0 == 9 { out.push((*a, 1.0)) } else { out.extend([((a.0, a.1 + 1), 0.5), ((a.0, a.1 - 1), 0.5)]) }
///     }
/// }
/// impl Unfold for Coin {}
/// struct Purse;
/// impl Evaluate<Coin> for Purse {
///     fn state(&self, s: &(u8, i32)) -> f64 { f64::from(s.1.max(0)) } // a debt is forgiven
/// }
/// let search = Expectimax { rules: &Coin, evaluation: &Purse, depth: Depth::Plies(4), rewards: false, least_probability: 0.0 };
/// let found = search.run(&(0, 0), &mut Budget::unlimited()).unwrap();
/// assert_eq!(found.best().unwrap().chosen, true);
/// assert_eq!(found.best().unwrap().value, 0.5); // up, then stop or go on: 1 either way
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Expectimax<'s, C, E> {
    /// The rules.
    pub rules: &'s C,
    /// The evaluation of leaves.
    pub evaluation: &'s E,
    /// How far to look.
    pub depth: Depth,
    /// Whether the reward of a move counts.
    pub rewards: bool,
    /// Branches less likely than this are not followed.
    pub least_probability: f64,
}

impl<C: Unfold, E: Evaluate<C>> Expectimax<'_, C, E> {
    /// The value of every legal move, without a table.
    pub fn run(&self, state: &C::State, budget: &mut Budget) -> Result<Evaluation<C::Move>, Exhausted> {
        self.search(state, budget, &mut NoTable)
    }

    /// The same with a transposition table. With `least_probability` 0 the values are the same; otherwise a more exact
    /// value, found on a likelier path, may replace a less exact one.
    pub fn run_with_table(
        &self,
        state: &C::State,
        budget: &mut Budget,
        table: &mut Table<C::State>,
    ) -> Result<Evaluation<C::Move>, Exhausted>
    where
        C::State: Eq + Hash,
    {
        self.search(state, budget, table)
    }

    fn search<T: Remember<C::State>>(
        &self,
        state: &C::State,
        budget: &mut Budget,
        table: &mut T,
    ) -> Result<Evaluation<C::Move>, Exhausted> {
        let plies = self.depth.plies();
        let mut run = Run { search: self, table, budget, nodes: 1, charged: 0, stopped: None };
        let mut options = Vec::with_capacity(4);
        self.rules.each_after(state, |chosen, after, earned| {
            let value = run.after(&after, plies - 1, 1.0) + if self.rewards { earned } else { 0.0 };
            options.push(Choice { chosen, value });
        });
        run.poll();
        match run.stopped {
            Some(why) => Err(why),
            None => Ok(Evaluation { options, nodes: run.nodes }),
        }
    }
}

/// One search under way.
struct Run<'r, 's, C, E, T> {
    search: &'r Expectimax<'s, C, E>,
    table: &'r mut T,
    budget: &'r mut Budget,
    nodes: u64,
    /// Nodes charged to the budget so far.
    charged: u64,
    stopped: Option<Exhausted>,
}

impl<C: Unfold, E: Evaluate<C>, T: Remember<C::State>> Run<'_, '_, C, E, T> {
    /// Charges the budget. Not called at the last layers, where the time goes.
    fn poll(&mut self) {
        if self.stopped.is_none() {
            self.stopped = self.budget.spend(self.nodes - self.charged).err();
            self.charged = self.nodes;
        }
    }

    /// The value of an afterstate with `plies` layers below it; meaningless once the search has stopped.
    fn after(&mut self, after: &C::State, plies: u32, probability: f64) -> f64 {
        self.nodes += 1;
        if plies == 0 || probability < self.search.least_probability {
            return self.search.evaluation.after(after);
        }
        if plies > 1 {
            self.poll();
            if self.stopped.is_some() {
                return 0.0;
            }
        }
        if let Some(value) = self.table.recall(after, plies) {
            return value;
        }
        let mut sum = 0.0;
        self.search.rules.each_outcome(after, |state, share| {
            sum += share * self.state(&state, plies - 1, probability * share);
        });
        if self.stopped.is_none() {
            self.table.remember(after, plies, sum);
        }
        sum
    }

    /// The value of a position, the player to move, with `plies` layers below it.
    fn state(&mut self, state: &C::State, plies: u32, probability: f64) -> f64 {
        self.nodes += 1;
        if plies == 0 {
            return self.search.evaluation.state(state);
        }
        let mut best = f64::NEG_INFINITY;
        if self.search.rewards {
            self.search.rules.each_after(state, |_, after, earned| {
                best = best.max(earned + self.after(&after, plies - 1, probability));
            });
        } else {
            self.search.rules.each_bare_after(state, |after| {
                best = best.max(self.after(&after, plies - 1, probability));
            });
        }
        if best == f64::NEG_INFINITY { self.search.evaluation.dead(state) } else { best }
    }
}

/// What a search may remember between nodes.
trait Remember<S> {
    fn recall(&self, after: &S, plies: u32) -> Option<f64>;
    fn remember(&mut self, after: &S, plies: u32, value: f64);
}

struct NoTable;

impl<S> Remember<S> for NoTable {
    #[inline]
    fn recall(&self, _: &S, _: u32) -> Option<f64> {
        None
    }

    #[inline]
    fn remember(&mut self, _: &S, _: u32, _: f64) {}
}

/// A transposition table of fixed size: the newest afterstate replaces an older one with the same hash.
///
/// It belongs to one set of rules, evaluation and reward convention; [`Table::clear`] it when they change.
pub struct Table<S> {
    slots: Vec<Option<(S, u32, f64)>>,
}

impl<S: Clone + Eq + Hash> Table<S> {
    /// A table of 2^`bits` afterstates.
    pub fn new(bits: u32) -> Table<S> {
        Table { slots: vec![None; 1 << bits] }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.slots.fill(None);
    }

    fn slot(&self, after: &S) -> usize {
        let mut hasher = Mixer(0);
        after.hash(&mut hasher);
        (hasher.finish() >> 32) as usize & (self.slots.len() - 1)
    }
}

impl<S: Clone + Eq + Hash> Remember<S> for Table<S> {
    fn recall(&self, after: &S, plies: u32) -> Option<f64> {
        match &self.slots[self.slot(after)] {
            // Only at the same depth: a deeper value would be better, but results would depend on earlier searches.
            Some((kept, depth, value)) if *depth == plies && kept == after => Some(*value),
            _ => None,
        }
    }

    fn remember(&mut self, after: &S, plies: u32, value: f64) {
        let slot = self.slot(after);
        self.slots[slot] = Some((after.clone(), plies, value));
    }
}

/// One multiplication per word: states are small and the table checks them for equality anyway.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }
}
