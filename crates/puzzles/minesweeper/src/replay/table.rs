//! The game while it is replayed: what a click changes, and that what changes nothing is left out.

use crate::board::{Board, Cell, FirstClick};
use crate::game::Record;
use crate::rules::{Action, CellView, Minefield, Minesweeper, World};

/// A minefield, the game played on it so far, and the moves that brought it there.
pub(super) struct Table {
    game: Minesweeper,
    world: World,
    field: Minefield,
    actions: Vec<Action>,
    milliseconds: Vec<u32>,
}

impl Table {
    pub(super) fn new(field: Minefield) -> Table {
        // The mines are where the file says, whatever was promised about the first click.
        let game = Minesweeper::new(field.board(), FirstClick::Any);
        let world = game.world_on(field.clone());
        Table { game, world, field, actions: Vec::new(), milliseconds: Vec::new() }
    }

    pub(super) fn board(&self) -> Board {
        self.field.board()
    }

    /// The cell in this row and column, both counted from 0, if it is on the board.
    pub(super) fn cell(&self, row: i32, col: i32) -> Option<Cell> {
        let [row, col] = [row, col].map(|index| usize::try_from(index).ok());
        self.board().cell(row? + 1, col? + 1)
    }

    pub(super) fn seen(&self, cell: Cell) -> CellView {
        self.world.observation().at(cell)
    }

    /// The number a cell has, or `None` for a mine.
    pub(super) fn number(&self, cell: Cell) -> Option<u8> {
        (!self.field.is_mine(cell)).then(|| self.field.number(self.game.grid(), cell))
    }

    /// The closed cells without a flag around a cell: what a chord would open.
    pub(super) fn hidden_around(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.game.grid().around(cell).iter().copied().filter(|&near| self.seen(near) == CellView::Hidden)
    }

    /// Plays a move and writes it down, if it is legal and changes something.
    pub(super) fn play(&mut self, action: Action, milliseconds: u32) {
        if let Action::Chord(cell) = action
            && self.hidden_around(cell).next().is_none()
        {
            return;
        }
        if self.game.try_play(&mut self.world, action).is_ok() {
            self.actions.push(action);
            self.milliseconds.push(milliseconds);
        }
    }

    /// The record, and when each of its moves was made.
    pub(super) fn finish(self) -> (Record, Vec<u32>) {
        (Record { field: self.field, first_click: None, actions: self.actions }, self.milliseconds)
    }
}
