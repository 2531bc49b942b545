//! What the reasons of all games share: random games where nothing is proved, lines of play, margins and nudges, and how
//! they are said. What a game sees on its board is its own.

use std::fmt::{self, Display, Formatter};

use quandary_core::rules::Rules;
use quandary_core::words::count;
use quandary_core::{Budget, InputError, Probability, Stream};
use schemars::JsonSchema;
use serde::Serialize;

use crate::player::points_of;
use crate::value::Value;

/// Random games after each move where nothing better decides. They are few enough not to need a budget.
const RANDOM_GAMES: u32 = 100;

/// How a move does in random games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RandomGames {
    /// Random games after the move.
    pub random_games: u32,
    /// The share of them that it won, a draw counting half.
    pub share: f64,
}

impl RandomGames {
    /// The points of each move in random games, 2 for a win and 1 for a draw: a stream that depends on the position alone
    /// gives the same position the same advice.
    pub(crate) fn points<R: Rules>(
        rules: &R,
        state: &R::State,
        moves: &[R::Move],
        mut stream: Stream,
    ) -> Vec<u32> {
        let points = points_of(rules, state, moves, RANDOM_GAMES, &mut stream, &Budget::unlimited());
        points.unwrap_or_else(|_| vec![0; moves.len()])
    }

    /// What this many points mean.
    pub(crate) fn of(points: u32) -> RandomGames {
        RandomGames { random_games: RANDOM_GAMES, share: f64::from(points) / f64::from(2 * RANDOM_GAMES) }
    }

    /// How sure they make a move: never quite, for they prove nothing.
    pub(crate) fn probability(self) -> Probability {
        Probability::clamped(self.share.min(0.99))
    }
}

impl Display for RandomGames {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let games = count(self.random_games.into(), "random game");
        write!(f, "it wins {:.0} % of {games}", 100.0 * self.share)
    }
}

/// The first moves of a line, with an ellipsis where it goes on: beyond them, or to `whole` moves that were not followed.
pub(crate) fn shown<M: Display>(line: &[M], most: usize, whole: usize) -> String {
    let shown: Vec<String> = line.iter().take(most).map(ToString::to_string).collect();
    let is_cut = shown.len() < line.len().max(whole);
    shown.join(" ") + if is_cut { " …" } else { "" }
}

/// By how much a move is better than the next best: "another move is as good", "0.35 better than any other".
pub(crate) fn margin(better_by: f64, decimals: usize) -> String {
    if better_by == 0.0 {
        return "another move is as good".to_owned();
    }
    format!("{better_by:.decimals$} better than any other")
}

/// What a value tells a player who wants to find the move alone.
pub(crate) fn nudge(value: Value) -> &'static str {
    match value {
        Value::Win => "There is a win.",
        Value::Draw => "A draw can be held.",
        Value::Loss => "It is lost against perfect play.",
    }
}

/// Advice is asked for where nothing can be done any more.
pub(crate) fn game_over() -> InputError {
    InputError::new("the game is over").expected("a position in which a move can be made")
}

/// A reason as a sentence: it ends with a full stop, unless it trails off.
pub(crate) fn sentence(reason: &impl Display) -> String {
    let text = reason.to_string();
    if text.ends_with('…') { text } else { text + "." }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_goes_on_says_so() {
        assert_eq!(shown(&[1, 2, 3], 3, 0), "1 2 3");
        assert_eq!(shown(&[1, 2, 3], 2, 0), "1 2 …");
        assert_eq!(shown(&[1, 2, 3], 3, 5), "1 2 3 …");
    }

    #[test]
    fn random_games_never_make_a_move_certain() {
        assert_eq!(RandomGames::of(150).to_string(), "it wins 75 % of 100 random games");
        assert!(!RandomGames::of(200).probability().is_certain());
    }
}
