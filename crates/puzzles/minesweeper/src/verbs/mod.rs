//! The verbs of Minesweeper: one file per verb.

mod autopsy;
mod bench;
mod explain;
mod generate;
mod measure;
mod simulate;
mod solve;

use std::str::FromStr;

use quandary_core::InputError;
use quandary_verbs::{Entry, Input, Opt, verbs};

use crate::board::{Board, Cell, Coord};
use crate::mbf;
use crate::notation::{FullBoard, split_boards};
use crate::play;
use crate::rules::Minesweeper;
use crate::strategy::{FirstMove, Strategy};

/// Minesweeper.
pub static ENTRY: Entry = Entry::of::<Minesweeper>(
    "minesweeper",
    "Minesweeper: exact probabilities, the documents' strategies, and the strongest player we know",
    verbs![
        solve::Solve,
        explain::Explain,
        simulate::Simulate,
        generate::Generate,
        measure::Measure,
        autopsy::Dissect,
        bench::Bench
    ],
)
.printed_by(&crate::print::PRINTS)
.with_several(several);

/// What a position is, in the help.
const A_POSITION: &str = "A position: a line RxC/M, then R rows of C cells (0-8 open, ? hidden, F flag)";

/// The board of the verbs that play many games.
const BOARD: Opt<Board> = play::BOARD.or("expert");

const STRATEGY: Opt<Strategy> = Opt::text(
    "strategy",
    "NAME",
    &["best", "pseq", "pafg", "pafr", "par", "cSimEnuLoClf", "rSimRan"],
    "best, pseq, pafg, pafr, par, or building blocks such as cSimEnuLoClf; +NAME reads a document another way",
)
.or("best");

const FIRST: Opt<FirstCell> = Opt::text(
    "first-cell",
    "CELL",
    &["corner", "middle", "random"],
    "The first cell: row,column counted from 1, or corner, middle, random [default: the strategy's own]",
)
.formerly("first");

/// A first cell before the board is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FirstCell {
    Named(FirstMove),
    At { row: usize, col: usize },
}

impl FromStr for FirstCell {
    type Err = InputError;

    fn from_str(text: &str) -> Result<FirstCell, InputError> {
        match text {
            "random" => Ok(FirstCell::Named(FirstMove::Random)),
            "corner" => Ok(FirstCell::Named(FirstMove::Corner)),
            "middle" => Ok(FirstCell::Named(FirstMove::Middle)),
            _ => {
                let number = |text: &str| text.trim().parse().ok().filter(|&number| number > 0);
                let place = text.split_once(',').and_then(|(row, col)| Some((number(row)?, number(col)?)));
                let wrong = || InputError::new(format!("`{text}` is not a valid cell"));
                let (row, col) = place
                    .ok_or_else(|| wrong().expected("row,column counted from 1, corner, middle or random"))?;
                Ok(FirstCell::At { row, col })
            }
        }
    }
}

impl FirstCell {
    /// The cell on a board; an error when it is off it.
    fn on(self, board: Board) -> Result<FirstMove, InputError> {
        match self {
            FirstCell::Named(first) => Ok(first),
            FirstCell::At { row, col } => board.cell(row, col).map(FirstMove::Given).ok_or_else(|| {
                InputError::new(format!("`{row},{col}` is not a valid cell of {board}"))
                    .expected(format!(
                        "a row from 1 to {} and a column from 1 to {}",
                        board.rows(),
                        board.cols()
                    ))
                    .of_option("first-cell")
            }),
        }
    }
}

/// INPUT as a full board: text, or the bytes of an `.mbf` file.
fn full_board(input: &Input) -> Result<FullBoard, InputError> {
    if is_text(input) { input.text()?.parse() } else { mbf::read(&input.bytes).map(FullBoard::from) }
}

/// The boards of INPUT, when it holds several.
fn several(input: &Input) -> Vec<String> {
    let text = if is_text(input) { input.text().unwrap_or_default() } else { "" };
    split_boards(text).into_iter().map(str::to_owned).collect()
}

/// Whether INPUT is text and not an `.mbf` file. Nothing at all is more likely meant as text.
fn is_text(input: &Input) -> bool {
    let first = input.bytes.iter().copied().find(|byte| !byte.is_ascii_whitespace());
    input.bytes.is_empty()
        || first.is_some_and(|byte| byte.is_ascii_alphanumeric()) && input.bytes.contains(&b'x')
}

/// Cells as `row,column`.
fn spots(board: Board, cells: &[Cell]) -> Vec<Coord> {
    cells.iter().map(|&cell| board.spot(cell)).collect()
}
