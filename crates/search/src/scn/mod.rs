//! Single conspiracy numbers: how many leaves must change their value before a position has at least the value T.
//!
//! 0 means that it already has; a large number means that it is difficult; [`Scn::NEVER`] that no change in this tree
//! is enough. The number of a node (Song and Iida 2017; equations 5 to 8 of the access article):
//!
//! | node | number |
//! |---|---|
//! | ended | 0 if its value reaches T, otherwise never |
//! | leaf, where the search stops | 0 if its value reaches T, otherwise 1 |
//! | the player's (max) | the least of its children |
//! | the opponent's, or chance's (min) | the sum of its children |
//!
//! At a threshold that only a won game reaches it is the proof number; at the lowest possible value it is 0.
//!
//! | file | number |
//! |---|---|
//! | `chance` | against dice: chance is treated as an opponent, so that *every* answer counts once, however unlikely |
//! | `players` | between two players, on the whole tree or on what alpha-beta visits of it |
//! | `vector` | the original numbers for every threshold at once (McAllester 1988), for small trees |

mod chance;
mod players;
mod vector;

pub use chance::against_chance;
pub use players::{Breadth, Leaf, Scale, between_players, minimax_value};
pub use vector::{Vector, vector};

use std::fmt;

/// A single conspiracy number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scn(u64);

impl Scn {
    /// The position already has at least the value T.
    pub const REACHED: Scn = Scn(0);
    /// No change in this tree is enough.
    pub const NEVER: Scn = Scn(u64::MAX);

    /// A finite number.
    ///
    /// # Panics
    /// If it is too large to be distinguished from [`Scn::NEVER`].
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

    /// Like [`Scn::finite`], for charts, which have no place for what can never be reached.
    pub fn as_f64(self) -> Option<f64> {
        self.finite().map(|leaves| leaves as f64)
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
