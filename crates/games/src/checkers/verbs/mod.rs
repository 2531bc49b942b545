//! The verbs of checkers: one file per verb, and one for those that need only the rules.

mod bench;
mod endings;
mod explain;
mod matches;
mod replay;
mod solve;

use quandary_core::InputError;
use quandary_core::rules::Rules;
use quandary_verbs::{Entry, Request, Verb};

use super::notation::parse_position;
use super::play::DRAWS;
use super::rules::{Checkers, State};
use crate::reason::game_over;
use crate::verbs::contest::Contest;
use crate::verbs::matches::{Measure, Perft, Simulate};
use crate::verbs::random_positions::Generate;

/// Checkers.
pub static ENTRY: Entry =
    Entry::of::<Checkers>("checkers", "English checkers (draughts), endings of four pieces solved", &VERBS);

const VERBS: [Verb; 10] = [
    Verb::of::<solve::Solve>(),
    Verb::of::<explain::Explain>(),
    Verb::of::<Generate<Checkers>>(),
    Verb::of::<Simulate<Checkers>>(),
    Verb::of::<Measure<Checkers>>(),
    Verb::of::<Contest<Checkers>>(),
    Verb::of::<Perft<Checkers>>(),
    Verb::of::<replay::Replay>(),
    Verb::of::<endings::Tabulate>(),
    Verb::of::<bench::Bench>(),
];

/// What INPUT is, for the verbs that take a position.
const A_POSITION: &str =
    "A FEN such as B:W21,K30:B1,K10, or a game as PDN or as moves such as \"11-15 23-19\"";

/// The rules that are asked for.
fn rules(request: &Request) -> Checkers {
    Checkers { draws: request.get(DRAWS) }
}

/// The position in INPUT, in which the game still goes on by the rules.
fn undecided(rules: Checkers, request: &Request) -> Result<State, InputError> {
    let state = parse_position(rules, request.input_text()?)?;
    if rules.turn(&state).side().is_none() {
        return Err(game_over());
    }
    Ok(state)
}
