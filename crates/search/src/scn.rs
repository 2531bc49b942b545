//! Single conspiracy numbers: how many leaves must change their mind before a position is worth at least T.
//!
//! 0 says that the position already is; a large number says that it is difficult; [`Scn::NEVER`] that
//! nothing in this tree can make it so. The number of a node (Song and Iida 2017; equations 5 to 8 of the
//! access article):
//!
//! | node | number |
//! |---|---|
//! | ended | 0 if its value reaches T, otherwise never |
//! | leaf, where the search stops | 0 if its value reaches T, otherwise 1 |
//! | the player's (max) | the least of its children |
//! | the opponent's, or chance's (min) | the sum of its children |
//!
//! Chance is treated as an opponent, so that *every* answer counts once, however unlikely it is.

use std::fmt;

use quandary_core::rules::{Rules, Side, Turn};

use crate::expectimax::{Depth, Evaluate, Unfold};

/// A single conspiracy number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scn(u64);

impl Scn {
    /// The position is worth T already.
    pub const REACHED: Scn = Scn(0);
    /// Nothing in this tree can make it so.
    pub const NEVER: Scn = Scn(u64::MAX);

    /// A finite number.
    ///
    /// # Panics
    /// When it is too large to tell from [`Scn::NEVER`].
    pub fn new(leaves: u64) -> Scn {
        assert!(leaves < u64::MAX, "a single conspiracy number must be finite here");
        Scn(leaves)
    }

    /// The number of leaves, or `None` for never.
    pub fn finite(self) -> Option<u64> {
        (self != Scn::NEVER).then_some(self.0)
    }

    /// The number of a leaf: 0 or 1.
    #[inline]
    pub fn leaf(reached: bool) -> Scn {
        Scn(u64::from(!reached))
    }

    /// The number of an ended position: 0 or never.
    #[inline]
    pub fn ended(reached: bool) -> Scn {
        if reached { Scn::REACHED } else { Scn::NEVER }
    }
}

impl std::ops::Add for Scn {
    type Output = Scn;

    /// Never plus anything is never.
    #[inline]
    fn add(self, other: Scn) -> Scn {
        Scn(self.0.saturating_add(other.0))
    }
}

impl fmt::Display for Scn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.finite() {
            Some(leaves) => write!(f, "{leaves}"),
            None => f.write_str("∞"),
        }
    }
}

/// The single conspiracy number of a position against dice, over the tree an expectimax search of the same
/// depth looks at.
///
/// - `evaluation` gives the values that are compared with `threshold` where the search stops;
/// - `depth` counts as in [`crate::expectimax`]; a leaf may be an afterstate or a position, and only a
///   position can have ended.
///
/// Cost: as expectimax at most: a move is followed only while its sum stays below the least so far.
pub fn against_chance<C: Unfold, E: Evaluate<C>>(
    rules: &C,
    evaluation: &E,
    state: &C::State,
    depth: Depth,
    threshold: f64,
) -> Scn {
    ChanceTree { rules, evaluation, threshold }.state(state, depth.plies(), Scn::NEVER)
}

struct ChanceTree<'t, C, E> {
    rules: &'t C,
    evaluation: &'t E,
    threshold: f64,
}

/// Both functions give the number itself where it is below `bound`, and otherwise any number that is not.
impl<C: Unfold, E: Evaluate<C>> ChanceTree<'_, C, E> {
    fn state(&self, state: &C::State, plies: u32, bound: Scn) -> Scn {
        let mut least = None;
        self.rules.each_bare_after(state, |after| {
            // A leaf needs only to know that it has not ended; and nothing is less than 0.
            if plies == 0 || least == Some(Scn::REACHED) {
                least = least.or(Some(Scn::NEVER));
                return;
            }
            let number = self.after(&after, plies - 1, least.map_or(bound, |least: Scn| least.min(bound)));
            least = Some(least.map_or(number, |l: Scn| l.min(number)));
        });
        match least {
            None => Scn::ended(self.evaluation.dead(state) >= self.threshold),
            Some(_) if plies == 0 => Scn::leaf(self.evaluation.state(state) >= self.threshold),
            Some(number) => number,
        }
    }

    fn after(&self, after: &C::State, plies: u32, bound: Scn) -> Scn {
        if plies == 0 {
            return Scn::leaf(self.evaluation.after(after) >= self.threshold);
        }
        let mut sum = Scn::REACHED;
        self.rules.each_outcome(after, |state, _| {
            if sum < bound {
                sum = sum + self.state(&state, plies - 1, Scn(bound.0 - sum.0));
            }
        });
        sum
    }
}

/// The single conspiracy number of a position between two players, `depth` moves deep, as `side` sees it.
///
/// - `value` is the worth of a position to `side`; it is asked where the search stops and where the game
///   has ended.
pub fn between_players<R: Rules>(
    rules: &R,
    state: &R::State,
    side: Side,
    depth: u32,
    threshold: f64,
    value: &impl Fn(&R::State) -> f64,
) -> Scn {
    let reached = || value(state) >= threshold;
    let Turn::To(mover) = rules.turn(state) else { return Scn::ended(reached()) };
    if depth == 0 {
        return Scn::leaf(reached());
    }
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    let children = moves
        .into_iter()
        .map(|chosen| between_players(rules, &rules.apply(state, chosen), side, depth - 1, threshold, value));
    if mover == side {
        children.min().unwrap_or(Scn::NEVER)
    } else {
        children.fold(Scn::REACHED, |sum, number| sum + number)
    }
}
