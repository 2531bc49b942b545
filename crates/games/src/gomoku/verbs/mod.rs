//! The verbs of gomoku: one file per verb, and one for those that need only the rules.

mod bench;
mod explain;
mod matches;
mod solve;
mod watch;

use quandary_core::InputError;
use quandary_core::rules::Rules;
use quandary_verbs::{Entry, Opt, Request, Verb};

use super::notation::{Record, parse_record};
use super::play::{BOARD, Match};
use crate::verbs::verbs;

/// Gomoku.
pub static ENTRY: Entry = Entry::of::<Match>(
    "gomoku",
    "Gomoku, renju and stones in a row on any board up to 19x19; forced wins and small boards proved",
    &VERBS,
)
.with_lines();

const VERBS: [Verb; 9] = verbs::<Match, solve::Solve, explain::Explain, watch::Watch, bench::Bench>();

/// What INPUT is, for the verbs that take a position.
const A_POSITION: &str =
    "The points played, such as `h8 i9 g7`, or the board as it is drawn; `start` for the empty board";

const THREATS: Opt<u64> = Opt::whole(
    "threats",
    "N",
    0,
    20,
    "Threats that are not fours, in one line of a win by threats; 0 is fours alone",
)
.or("3");

/// The rules, as they stand in every answer.
const CONVENTIONS: [(&str, &str); 3] = [
    ("free", "a row is long enough or longer"),
    ("standard", "a row is exactly long enough"),
    (
        "renju",
        "the first side needs exactly five and may make no double three, double four or longer row; the second needs five \
         or more; no opening rule",
    ),
];

/// The position in INPUT.
fn record_of(request: &Request) -> Result<Record, InputError> {
    let board = request.get(BOARD);
    let record = parse_record(request.input_text()?, board)?;
    if request.given(BOARD) && record.rules != board {
        return Err(InputError::new(format!("a position on a board of {}", record.rules))
            .expected(format!("one on {board}, as --board says")));
    }
    Ok(record)
}

/// The position in INPUT, in which the game still goes on.
fn undecided(request: &Request) -> Result<Record, InputError> {
    let record = record_of(request)?;
    if record.rules.turn(&record.position).outcome().is_some() {
        let what = if record.position.won { "the game is already won" } else { "the game is drawn" };
        return Err(InputError::new(what).expected("a position in which a stone can be placed"));
    }
    Ok(record)
}
