//! What a puzzle or a game is, to the searches that solve it and to the people who play it.
//!
//! [`Rules`] is the one contract: whose turn it is or how it ended, the legal moves, and what a move makes of a
//! position. The searches are generic over it and never name a puzzle; [`Play`](crate::play::Play) builds on it what
//! people need. Two searches look into the dice themselves and need [`Chance`] as well.

mod chance;

pub use chance::Chance;

use std::fmt::Debug;

use schemars::JsonSchema;
use serde::Serialize;

use crate::{Outcome, Stream};

/// Who moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The player who moves first in the starting position; the only player of a puzzle.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// The opponent.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// A win of this side, as [`Side::First`] sees it.
    pub fn wins(self) -> Outcome {
        match self {
            Side::First => Outcome::Won,
            Side::Second => Outcome::Lost,
        }
    }
}

/// Whose turn it is, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// This side is to move; it has at least one move.
    To(Side),
    /// It has ended: won, lost or drawn as [`Side::First`] sees it.
    Over(Outcome),
}

impl Turn {
    /// How it ended, if it has.
    pub fn outcome(self) -> Option<Outcome> {
        match self {
            Turn::To(_) => None,
            Turn::Over(outcome) => Some(outcome),
        }
    }

    /// Who is to move, if anybody.
    pub fn side(self) -> Option<Side> {
        match self {
            Turn::To(side) => Some(side),
            Turn::Over(_) => None,
        }
    }
}

/// The rules of a puzzle or a game. Implementations hold the parameters (size, goal); states hold what changes.
///
/// A move costs 1 to those who count. Where positions may repeat, what decides then (a draw on the third time, a
/// perpetual check) belongs into the state: equal states must have equal futures.
pub trait Rules {
    /// A position.
    type State: Clone;
    /// A move; a forced pass is a move of its own.
    type Move: Copy + Eq + Debug;

    /// Whose turn it is, or how it ended.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends the legal moves, always in the same order for the same state. None exactly when it has ended.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// The position after a legal move. Where dice answer the move it is the position before they do.
    fn apply(&self, state: &Self::State, chosen: Self::Move) -> Self::State;

    /// What the dice do after a move. Nothing, unless the rules have dice.
    fn roll(&self, _state: &mut Self::State, _stream: &mut Stream) {}

    /// The number of legal moves: B.
    fn options(&self, state: &Self::State) -> usize {
        let mut moves = Vec::new();
        self.moves(state, &mut moves);
        moves.len()
    }

    /// Whether it has ended with [`Side::First`] as the winner: the goal of a puzzle.
    fn is_solved(&self, state: &Self::State) -> bool {
        self.turn(state) == Turn::Over(Outcome::Won)
    }
}

/// Counts the sequences of exactly `depth` legal moves: the field's test that rules are right.
pub fn perft<R: Rules>(rules: &R, state: &R::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|chosen| perft(rules, &rules.apply(state, chosen), depth - 1)).sum()
}
