//! A puzzle in black and white as it is played.

use std::fmt;
use std::sync::Arc;

use quandary_verbs::play::{Square, Tone, Touch};
use schemars::JsonSchema;
use serde::Serialize;

use super::Shown;
use crate::notation::{Document, draw_board, write_inline};
use crate::shelf::with_clues;
use crate::{Board, Cell, Clue, Nonogram, Paint, Size};

/// A puzzle and what the player has painted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The clues.
    pub puzzle: Arc<Nonogram>,
    /// The cells.
    pub board: Board,
}

impl From<Document> for Position {
    /// The puzzle of a file with what is painted in it.
    fn from(Document { puzzle, saved, .. }: Document) -> Position {
        let board = saved.unwrap_or_else(|| Board::unknown(puzzle.width(), puzzle.height()));
        Position { puzzle: Arc::new(puzzle), board }
    }
}

/// What the player sees, which is everything.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(into = "ViewJson")]
#[schemars(with = "ViewJson")]
pub struct View(pub Position);

/// A view as programs read it.
#[derive(Serialize, JsonSchema)]
struct ViewJson {
    /// Rows and columns.
    board: Size,
    /// The clues and the cells in one line.
    position: String,
    /// The clues of the rows, from the top.
    rows: Vec<Clue>,
    /// The clues of the columns, from the left.
    columns: Vec<Clue>,
    /// The cells, a string a row: `#` black, `.` white, `?` open.
    cells: Vec<String>,
    /// Cells that are open.
    open: usize,
    /// What is known of it if it is a picture of the shelf.
    picture: Option<Shown>,
}

impl From<View> for ViewJson {
    fn from(View(Position { puzzle, board }): View) -> ViewJson {
        ViewJson {
            board: puzzle.size(),
            position: write_inline(&puzzle, Some(&board)),
            rows: puzzle.rows().to_vec(),
            columns: puzzle.columns().to_vec(),
            cells: board.rows(),
            open: board.open(),
            picture: with_clues(&puzzle).map(|picture| Shown::new(picture, puzzle.is_won(&board))),
        }
    }
}

impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&draw_board(&self.0.puzzle, &self.0.board))
    }
}

impl Position {
    /// Its cells as squares.
    pub(super) fn squares(&self) -> Vec<Vec<Square>> {
        let square = |cell: &Cell| match cell {
            Cell::Unknown => Square::new("", Tone::Closed),
            Cell::Black => Square::new("■", Tone::Filled),
            Cell::White => Square::new("×", Tone::Dim),
        };
        self.board.cells().chunks(self.board.width()).map(|row| row.iter().map(square).collect()).collect()
    }

    /// A press paints or clears, a mark crosses out or clears.
    pub(super) fn touched(&self, touch: Touch) -> Option<Paint> {
        let (y, x, colour) = match touch {
            Touch::Press(row, column) => (row, column, Cell::Black),
            Touch::Mark(row, column) => (row, column, Cell::White),
            Touch::Arrow(_) | Touch::Carry(..) => return None,
        };
        let inside = x < self.board.width() && y < self.board.height();
        inside.then(|| {
            let cell = if self.board.get(x, y) == colour { Cell::Unknown } else { colour };
            Paint { x, y, cell }
        })
    }
}
