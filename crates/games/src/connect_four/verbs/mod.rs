//! The verbs of Connect Four: one file per verb, and one for those that need only the rules.

mod bench;
mod contest;
mod explain;
mod matches;
mod solve;
mod train;
mod watch;

use quandary_core::{Context, InputError};
use quandary_verbs::{Entry, Opt, Request, Verb};

use super::notation::{Record, format_size, parse_record};
use super::play::{BOARD, Match};
use crate::verbs::{table_bits, verbs};

/// Connect Four.
pub static ENTRY: Entry =
    Entry::of::<Match>("connect-four", "Connect Four on any board up to 64 bits, solved exactly", &VERBS)
        .with_lines();

const VERBS: [Verb; 10] = {
    let [solve, explain, generate, simulate, measure, contest, watch, perft, bench] =
        verbs::<Match, solve::Solve, explain::Explain, watch::Watch, bench::Bench>();
    [solve, explain, generate, simulate, measure, contest, watch, Verb::of::<train::Train>(), perft, bench]
};

/// What INPUT is, for the verbs that take a position.
const A_POSITION: &str =
    "The columns played, such as 44455, or the board as it is drawn; `start` for the empty board";

const TABLE: Opt<u64> =
    Opt::whole("table", "BITS", 16, 30, "The exact solver's table has up to 2^BITS entries of 8 bytes")
        .or("24")
        .only_with("method", &["alpha-beta"]);

const SIGHT: Opt<bool> = Opt::switch("sight", "Let the proof-number searches detect wins in one move")
    .only_with("method", quandary_verbs::proving::METHODS);

/// The size of the solver's table, in bits.
fn bits(request: &Request, context: &Context<'_>) -> u32 {
    table_bits(request.get(TABLE), 8, context)
}

/// The position in INPUT.
fn record_of(request: &Request) -> Result<Record, InputError> {
    let size = request.get(BOARD);
    let record = parse_record(request.input_text()?, size)?;
    if request.given(BOARD) && record.size != size {
        let what = format!("a position on a board of {}", format_size(record.size));
        return Err(InputError::new(what).expected(format!("one on {}, as --board says", format_size(size))));
    }
    Ok(record)
}

/// The position in INPUT, in which the game still goes on.
fn undecided_record(request: &Request) -> Result<Record, InputError> {
    let record = record_of(request)?;
    if record.is_over() {
        let won = record.rules().has_four(record.position.opponent());
        let what = if won { "the game is already won" } else { "the board is full" };
        return Err(InputError::new(what).expected("a position in which a stone can be played"));
    }
    Ok(record)
}
