//! The first move.

use quandary_core::{Decision, InputError, Probability, Stream};

use super::Reason;
use crate::board::{Board, Cell, FirstClick};
use crate::rules::{Action, Minesweeper, Observation};

/// Which cell to open first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMove {
    /// Any cell, each equally likely (r).
    Random,
    /// The top left corner (c).
    Corner,
    /// The middle (m).
    Middle,
    /// This cell.
    Given(Cell),
}

impl FirstMove {
    /// The cell; `None` when it is drawn at random.
    pub fn cell(self, board: Board) -> Option<Cell> {
        match self {
            FirstMove::Random => None,
            FirstMove::Corner => Some(Cell(0)),
            FirstMove::Middle => board.cell(board.rows().div_ceil(2), board.cols().div_ceil(2)),
            FirstMove::Given(cell) => Some(cell),
        }
    }

    /// The best known first cell: the corner when only it is safe; when its neighbours are safe too, a
    /// cell three (on large boards four) steps from both edges. Source: the first-cell maps that Tu et
    /// al. publish for PSEQ (9x9 and 16x16: 3,3; 16x30: 4,4).
    pub fn best(board: Board, rule: FirstClick) -> FirstMove {
        let step = if board.cells() >= 400 { 4 } else { 3 };
        let wanted = board.cell(step.min(board.rows()), step.min(board.cols()));
        match (rule, wanted) {
            (FirstClick::Open, Some(cell)) if board.mines() + 9 <= board.cells() => FirstMove::Given(cell),
            _ => FirstMove::Corner,
        }
    }

    /// Its cell as people write it, or `random`.
    pub fn name(self, board: Board) -> String {
        self.cell(board).map_or_else(|| "random".to_owned(), |cell| board.name(cell))
    }

    /// Says what is wrong when some board could not be begun this way: the rule leaves no room for the mines.
    pub fn check(self, game: &Minesweeper) -> Result<(), InputError> {
        let board = game.grid().board();
        let fits = match self.cell(board) {
            Some(cell) => game.allows_first(cell),
            None => game.grid().cells().all(|cell| game.allows_first(cell)),
        };
        if fits {
            return Ok(());
        }
        let (rule, cell) = (game.first_click(), self.name(board));
        let what = format!("no board {board} keeps the rule `{rule}` when {cell} is opened first");
        Err(InputError::new(what).expected("fewer mines, another first cell or another rule"))
    }

    pub(crate) fn decide(self, seen: &Observation, stream: &mut Stream) -> Decision<Action, Reason> {
        let board = seen.board();
        let cell = self.cell(board).unwrap_or_else(|| Cell::of(stream.index(board.cells())));
        let safe = 1.0 - board.mines() as f64 / board.cells() as f64;
        Decision {
            chosen: Action::Open(cell),
            reason: Reason::First,
            probability: Probability::clamped(safe),
        }
    }
}
