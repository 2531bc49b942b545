//! What the tree searches need of a game: positions, who decides in them, and their children.

use std::collections::HashSet;
use std::hash::Hash;

use quandary_core::rules::{Rules, Side, Turn};
use quandary_core::{Outcome, Stream};
use rustc_hash::FxBuildHasher;

/// Who decides in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chooser {
    /// The side whose win is to be proved: one winning child is enough.
    Or,
    /// The other side: every child must win.
    And,
    /// Dice. A win is *proved* only when every outcome wins, as under [`Chooser::And`]; the searches that work
    /// with probabilities use those of [`Tree::probability`].
    Chance,
}

/// What a position shows without looking further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The game is over here: won, or not (lost, drawn).
    Over(bool),
    /// A choice between children, at least one.
    Open {
        /// Who.
        turn: Chooser,
        /// Between how many.
        children: u32,
    },
}

/// What happens when a position comes up again on the way from the root.
///
/// In chess, checkers and similar games a position can return, and a rule says what that is worth. The searches apply
/// the rule as early as possible: a position whose [key](Tree::key) is already on the path is over. At the root this
/// gives the value of the endless game (a side that can win never needs a repetition, a side that can stop the other
/// from winning can do so for ever). Below the root a value may depend on the path, so searches with a table must be
/// careful about what they store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repetition {
    /// Impossible: every move changes something for good. No time is spent on looking for repetitions.
    Never,
    /// The game is over: a win (`true`), or none, such as a draw if the question is about a win.
    Worth(bool),
}

impl Repetition {
    /// The value of a position with this key by repetition, if `path` has the keys that led to it.
    #[inline]
    pub(crate) fn verdict<K: Eq>(self, path: &[K], key: impl FnOnce() -> K) -> Option<bool> {
        match self {
            Repetition::Never => None,
            Repetition::Worth(won) => path.contains(&key()).then_some(won),
        }
    }
}

/// A tree whose leaves are won or not won.
///
/// Children have numbers, so that a search can store nodes without positions and replay the moves. A search never asks
/// for a child of a position that is over.
pub trait Tree {
    /// A position.
    type Position: Clone;
    /// Equal for positions with the same game below them.
    type Key: Eq + Hash + Copy;

    /// Where the tree begins.
    fn root(&self) -> Self::Position;

    /// What a position shows.
    fn look(&self, position: &Self::Position) -> Look;

    /// Child number `index` (from 0).
    fn child(&self, position: &Self::Position, index: u32) -> Self::Position;

    /// Passes all children to `visit`, in the order of their numbers; `count` is how many there are.
    ///
    /// A game that must list its moves to find one of them lists them once here instead of once for each child.
    /// The first error of `visit` ends it; a visitor that never fails says so by its type.
    #[inline]
    fn each_child<E>(
        &self,
        position: &Self::Position,
        count: u32,
        mut visit: impl FnMut(Self::Position) -> Result<(), E>,
    ) -> Result<(), E> {
        for index in 0..count {
            visit(self.child(position, index))?;
        }
        Ok(())
    }

    /// The key of a position. Positions with equal keys must have equal values.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// What happens if a position comes up again on the way from the root.
    #[inline]
    fn repetition(&self) -> Repetition {
        Repetition::Never
    }

    /// How likely dice choose child `index`; called only if [`Chooser::Chance`] decides.
    fn probability(&self, _position: &Self::Position, _index: u32, children: u32) -> f64 {
        1.0 / f64::from(children)
    }

    /// Plays uniformly random moves to the end; returns whether it was a win.
    fn playout(&self, position: &Self::Position, stream: &mut Stream) -> bool {
        let mut position = position.clone();
        let mut met: HashSet<Self::Key, FxBuildHasher> = HashSet::default();
        loop {
            if let Repetition::Worth(won) = self.repetition()
                && !met.insert(self.key(&position))
            {
                return won;
            }
            match self.look(&position) {
                Look::Over(won) => return won,
                Look::Open { children, .. } => {
                    position = self.child(&position, stream.below(u64::from(children)) as u32);
                }
            }
        }
    }
}

/// The question "does `side` win?" (a draw is not a win) or "does `side` at least draw?" about a game.
///
/// This is the adapter for any [`Rules`]; a game with a fast way to its n-th move may implement [`Tree`] itself.
#[derive(Clone, Debug)]
pub struct Question<R: Rules> {
    /// The rules.
    pub rules: R,
    /// The position.
    pub root: R::State,
    /// The side in question.
    pub side: Side,
    /// Whether a draw counts as a win.
    pub draw_wins: bool,
}

impl<R: Rules> Tree for Question<R>
where
    R::State: Eq + Hash + Copy,
{
    type Position = R::State;
    type Key = R::State;

    fn root(&self) -> R::State {
        self.root
    }

    fn look(&self, position: &R::State) -> Look {
        match self.rules.turn(position) {
            Turn::Over(Outcome::Drawn | Outcome::Unfinished) => Look::Over(self.draw_wins),
            Turn::Over(outcome) => Look::Over(outcome == self.side.wins()),
            Turn::To(side) => {
                let turn = if side == self.side { Chooser::Or } else { Chooser::And };
                Look::Open { turn, children: self.rules.options(position) as u32 }
            }
        }
    }

    fn child(&self, position: &R::State, index: u32) -> R::State {
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves);
        self.rules.apply(position, moves[index as usize])
    }

    fn each_child<E>(
        &self,
        position: &R::State,
        count: u32,
        mut visit: impl FnMut(R::State) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut moves = Vec::with_capacity(count as usize);
        self.rules.moves(position, &mut moves);
        moves.into_iter().try_for_each(|chosen| visit(self.rules.apply(position, chosen)))
    }

    fn key(&self, position: &R::State) -> R::State {
        *position
    }
}
