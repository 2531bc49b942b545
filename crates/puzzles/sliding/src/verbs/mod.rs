//! The verbs of the sliding puzzle: one file per verb.

mod bench;
mod explain;
mod generate;
mod measure;
mod prove;
mod simulate;
mod solve;

use quandary_core::{Context, InputError, Stop};
use quandary_verbs::{Entry, Opt, Request, verbs};

use crate::notation::parse_board;
use crate::play::{BOARD, GOAL};
use crate::rules::{Board, Size, Sliding};
use crate::solve::exact::{NotReady, solver};
use crate::solve::heuristic::Heuristic;
use crate::solve::idastar::Solver;

/// The sliding puzzle.
pub static ENTRY: Entry = Entry::of::<Sliding>(
    "sliding",
    "Sliding puzzles: the 8-puzzle, the 15-puzzle and any other size",
    verbs![
        solve::Solve,
        explain::Explain,
        generate::Generate,
        simulate::Simulate,
        measure::Measure,
        bench::Bench
    ],
)
.printed_by(&crate::print::PRINTS);

/// What INPUT is, for the verbs that take a board.
const A_BOARD: &str = "A board: its numbers along the rows, 0 for the empty cell";

/// The size, where INPUT has one of its own unless it is a single line.
const SHAPE: Opt<Size> = Opt::text("board", "RxC", &[], "Rows and columns, when INPUT is a single line");

/// The board in INPUT and the puzzle it belongs to.
fn board_and_puzzle(request: &Request) -> Result<(Board, Sliding), InputError> {
    let board = parse_board(request.input_text()?, request.find(SHAPE))?;
    let puzzle = request.get(GOAL).of(board.size())?;
    Ok((board, puzzle))
}

/// The puzzle that `--board` and `--goal` describe.
fn puzzle_of(request: &Request) -> Result<Sliding, InputError> {
    request.get(GOAL).of(request.find(BOARD).map_or_else(|| Size::new(3, 3), Ok)?)
}

/// IDA* with a heuristic; an error when it does not fit the board or its tables were cut short.
fn exact_solver(
    puzzle: &Sliding,
    heuristic: Heuristic,
    context: &Context<'_>,
) -> Result<Box<dyn Solver>, Stop> {
    solver(puzzle, heuristic, context).map_err(|error| match error {
        NotReady::CutShort(why) => why.into(),
        NotReady::NotForBoard => does_not_fit(puzzle, heuristic).into(),
    })
}

fn does_not_fit(puzzle: &Sliding, heuristic: Heuristic) -> InputError {
    InputError::new(format!("IDA* with {heuristic} does not fit a board of {}", puzzle.size()))
        .expected("manhattan or linear-conflict, which fit every board")
}
