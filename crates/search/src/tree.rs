//! What the tree searches need to know of a game: positions, who decides in them, and their children.

use std::hash::Hash;

use quandary_core::rules::{Rules, Side, Turn as CoreTurn};
use quandary_core::{Outcome, Stream};

/// Who decides in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// The side whose win is to be proved: one winning child is enough.
    Or,
    /// The other side: every child must win.
    And,
    /// Dice. A win is *proved* only when every outcome wins, as under [`Turn::And`]; the searches that work
    /// with probabilities use those of [`Tree::probability`].
    Chance,
}

/// What is known of a position without looking further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The game is over here: won, or not (lost, drawn).
    Over(bool),
    /// Somebody decides between this many children, at least one.
    Open {
        /// Who.
        turn: Turn,
        /// Between how many.
        children: u32,
    },
}

/// A tree whose leaves are won or not won.
///
/// Children have numbers, so that a search can keep nodes without positions and play its way down again.
/// A search never asks for a child of a position that is over.
pub trait Tree {
    /// A position.
    type Position: Clone;
    /// What two positions with the same game below them have in common.
    type Key: Eq + Hash + Copy;

    /// Where the tree begins.
    fn root(&self) -> Self::Position;

    /// What is known of a position.
    fn look(&self, position: &Self::Position) -> Look;

    /// Child number `index` (from 0).
    fn child(&self, position: &Self::Position, index: u32) -> Self::Position;

    /// The key of a position. Positions with equal keys must have equal values.
    fn key(&self, position: &Self::Position) -> Self::Key;

    /// How likely dice choose child `index`; only asked where [`Turn::Chance`] decides.
    fn probability(&self, _position: &Self::Position, _index: u32, children: u32) -> f64 {
        1.0 / f64::from(children)
    }

    /// Plays uniformly random moves to the end: whether it was a win.
    fn playout(&self, position: &Self::Position, stream: &mut Stream) -> bool {
        let mut position = position.clone();
        loop {
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
    /// Where the game stands.
    pub root: R::State,
    /// Whose result is asked for.
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
            CoreTurn::Over(Outcome::Drawn | Outcome::Unfinished) => Look::Over(self.draw_wins),
            CoreTurn::Over(outcome) => Look::Over(outcome == self.side.wins()),
            CoreTurn::To(side) => {
                let turn = if side == self.side { Turn::Or } else { Turn::And };
                Look::Open { turn, children: self.rules.options(position) as u32 }
            }
        }
    }

    fn child(&self, position: &R::State, index: u32) -> R::State {
        let mut moves = Vec::new();
        self.rules.moves(position, &mut moves);
        self.rules.apply(position, moves[index as usize])
    }

    fn key(&self, position: &R::State) -> R::State {
        *position
    }
}
