//! The rules of a puzzle or a game, for the searches that solve it and the people who play it.
//!
//! [`Rules`] is the one contract: whose turn it is or how the game ended, the legal moves, and the position after a
//! move. The searches are generic over it and never name a puzzle; `Play` of `quandary-verbs` adds what people need.
//! Two searches enumerate dice and need [`Chance`] as well.

mod chance;

pub use chance::Chance;

use std::fmt::Debug;

use crate::{Budget, Exhausted, Outcome, Stream};

/// A side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
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

    /// A win of this side, from the view of [`Side::First`].
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
    /// The game has ended: won, lost or drawn from the view of [`Side::First`].
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

    /// The side to move, if the game goes on.
    pub fn side(self) -> Option<Side> {
        match self {
            Turn::To(side) => Some(side),
            Turn::Over(_) => None,
        }
    }
}

/// The rules of a puzzle or a game. Implementations hold the parameters (size, goal); states hold what changes.
///
/// If positions may repeat, everything that the rule on repetition needs (a draw on the third time, a perpetual check)
/// belongs in the state: equal states must have equal futures.
pub trait Rules {
    /// A position.
    type State: Clone;
    /// A move; a forced pass is a move of its own.
    type Move: Copy + Eq + Debug;

    /// Whose turn it is, or how it ended.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends the legal moves, always in the same order for the same state. There are none exactly when the game has
    /// ended.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);

    /// The position after a legal move; with dice, before they are rolled.
    fn apply(&self, state: &Self::State, chosen: Self::Move) -> Self::State;

    /// What a legal move costs, for searches that look for the cheapest solution: 1, unless the rules say otherwise. In
    /// Sokoban a push may cost 1 and a step 0, and the cheapest solution has the fewest pushes.
    fn cost(&self, _state: &Self::State, _chosen: Self::Move) -> u32 {
        1
    }

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

/// Counts the sequences of exactly `depth` legal moves: the usual test of a move generator. The last moves are counted
/// without being made; every position in which moves are made or counted costs a node.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_core::rules::{Rules, Side, Turn, perft};
///
/// /// Take one or two counters; the player who takes the last one wins.
/// struct Counters;
///
/// impl Rules for Counters {
///     type State = (u32, Side);
///     type Move = u32;
///
///     fn turn(&self, &(left, side): &(u32, Side)) -> Turn {
///         if left > 0 { Turn::To(side) } else { Turn::Over(side.other().wins()) }
///     }
///
///     fn moves(&self, &(left, _): &(u32, Side), out: &mut Vec<u32>) {
///         out.extend(1..=left.min(2));
///     }
///
///     fn apply(&self, &(left, side): &(u32, Side), taken: u32) -> (u32, Side) {
///         (left - taken, side.other())
///     }
/// }
///
/// // Every choice of three but 2 2 2.
/// assert_eq!(perft(&Counters, &(5, Side::First), 3, &mut Budget::unlimited()), Ok(7));
/// ```
pub fn perft<R: Rules>(
    rules: &R,
    state: &R::State,
    depth: u32,
    budget: &mut Budget,
) -> Result<u64, Exhausted> {
    if depth == 0 {
        return Ok(1);
    }
    budget.spend(1)?;
    if depth == 1 {
        return Ok(rules.options(state) as u64);
    }
    let mut moves = Vec::new();
    rules.moves(state, &mut moves);
    moves.into_iter().map(|chosen| perft(rules, &rules.apply(state, chosen), depth - 1, budget)).sum()
}

/// Plays uniformly random legal moves, at most `plies` of them, fewer if the game ends first. Returns the moves and the
/// last position.
pub fn random_line<R: Rules>(
    rules: &R,
    start: &R::State,
    plies: usize,
    stream: &mut Stream,
) -> (Vec<R::Move>, R::State) {
    let (mut state, mut played, mut moves) = (start.clone(), Vec::new(), Vec::new());
    while played.len() < plies {
        moves.clear();
        rules.moves(&state, &mut moves);
        let Some(&chosen) = stream.choose(&moves) else { break };
        state = rules.apply(&state, chosen);
        rules.roll(&mut state, stream);
        played.push(chosen);
    }
    (played, state)
}

/// The positions of a game without dice: before each of its moves, and after the last.
pub fn positions<R: Rules>(rules: &R, start: &R::State, moves: &[R::Move]) -> Vec<R::State> {
    let mut all = vec![start.clone()];
    for &chosen in moves {
        let next = rules.apply(&all[all.len() - 1], chosen);
        all.push(next);
    }
    all
}
