//! The verbs of Othello: one file per verb, and one for those that need only the rules.

mod bench;
mod explain;
mod matches;
mod solve;
mod train;
mod watch;

use quandary_core::{Context, InputError};
use quandary_verbs::{Entry, Opt, Request, Verb};

use super::notation::{OthelloPosition, parse_position};
use super::rules::Othello;
use crate::reason::game_over;
use crate::verbs::{table_bits, verbs};

/// Othello.
pub static ENTRY: Entry =
    Entry::of::<Othello>("othello", "Othello on 8x8 and 6x6, endgames solved exactly", &VERBS).with_lines();

const VERBS: [Verb; 10] = {
    let [solve, explain, generate, simulate, measure, contest, watch, perft, bench] =
        verbs::<Othello, solve::Solve, explain::Explain, watch::Watch, bench::Bench>();
    [solve, explain, generate, simulate, measure, contest, watch, Verb::of::<train::Train>(), perft, bench]
};

/// What INPUT is, for the verbs that take a position.
const A_POSITION: &str =
    "The board (64 or 36 characters of X, O and -) and who is to move, or a transcript such as f5d6c3";

const TABLE: Opt<u64> =
    Opt::whole("table", "BITS", 10, 28, "The exact solver's table has 2^BITS entries of 24 bytes")
        .or("21")
        .only_with("method", &["alpha-beta"]);

/// The size of the solver's table, in bits.
fn bits(request: &Request, context: &Context<'_>) -> u32 {
    table_bits(request.get(TABLE), 24, context)
}

/// The position in INPUT, in which the game still goes on.
fn undecided(request: &Request) -> Result<OthelloPosition, InputError> {
    let placed = parse_position(request.input_text()?)?;
    if placed.rules().is_over(placed.position) {
        return Err(game_over());
    }
    Ok(placed)
}
