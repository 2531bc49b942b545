//! The verbs of Xiangqi: one file per verb, and one for those that need only the rules.

mod bench;
mod explain;
mod matches;
mod solve;
mod watch;

use quandary_core::InputError;
use quandary_core::rules::Rules;
use quandary_verbs::{Entry, Request, Verb};

use super::notation::parse_position;
use super::play::REPETITION;
use super::rules::{Position, Xiangqi};
use crate::reason::game_over;
use crate::verbs::verbs;

/// Xiangqi.
pub static ENTRY: Entry =
    Entry::of::<Xiangqi>("xiangqi", "Xiangqi (Chinese chess), forced wins proved", &VERBS).with_lines();

const VERBS: [Verb; 9] = verbs::<Xiangqi, solve::Solve, explain::Explain, watch::Watch, bench::Bench>();

/// What INPUT is, for the verbs that take a position.
const A_POSITION: &str =
    "A FEN, `start` or a record of moves such as \"1. C2.5 H8+7\" or \"start moves h2e2 h9g7\"";

/// The rules under the convention asked for, and the position in INPUT, in which the game still goes on.
fn undecided(request: &Request) -> Result<(Xiangqi, Position), InputError> {
    let rules = Xiangqi { repetition: request.get(REPETITION) };
    let position = parse_position(request.input_text()?, rules)?;
    if rules.turn(&position).outcome().is_some() {
        return Err(game_over());
    }
    Ok((rules, position))
}
