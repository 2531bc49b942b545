//! The verbs of Lights Out: one file per verb.

mod explain;
mod generate;
mod simulate;
mod solve;

use quandary_core::InputError;
use quandary_verbs::{Entry, Opt, Request, verbs};

use crate::notation::parse_board;
use crate::rules::LightsOut;

/// Lights Out.
pub static ENTRY: Entry = Entry::of::<LightsOut>(
    "lights-out",
    "Lights Out: a press toggles a cell and its neighbours; put out all lights",
    verbs![solve::Solve, explain::Explain, generate::Generate, simulate::Simulate],
)
.printed_by(&crate::print::PRINTS);

/// What INPUT is, for the verbs that take a position.
const A_POSITION: &str = "A board: rows of # (lit) and . (dark)";

/// The size, where INPUT does not show it.
const SHAPE: Opt<LightsOut> =
    Opt::text("board", "RxC", &["5x5", "3x3"], "Rows and columns, when INPUT is a single line");

/// The position in INPUT and the rules it belongs to.
fn position(request: &Request) -> Result<(LightsOut, u64), InputError> {
    parse_board(request.input_text()?, request.find(SHAPE))
}
