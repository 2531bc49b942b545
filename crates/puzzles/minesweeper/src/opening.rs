//! The first move by arithmetic: how likely a cell is to open an area, and how far the area goes at least.
//!
//! Sources: thesis (4.9) to (4.12), kbs (11) to (14) and the argument from |Z| below them.

use crate::board::{Cell, FirstClick, Grid};
use crate::rules::Minesweeper;

/// The probability that a cell opened first shows 0.
///
/// With n neighbours on a board of N cells with b mines it is C(N − n − 1, b) / C(N − 1, b) when the first cell is safe
/// (kbs 11), the same with C(N, b) below when it may be a mine, and 1 when its neighbours are safe too. The thesis prints
/// the binomials of (4.9) upside down and counts the first cell among those that may be mined; what it means is
/// [`zero_probability_of_the_thesis`].
///
/// ```
/// use quandary_minesweeper::{FirstClick, Minesweeper, opening::zero_probability};
/// let board = "9x9/10".parse().unwrap();
/// let game = Minesweeper::new(board, FirstClick::Safe);
/// let at = |row, col| zero_probability(&game, board.cell(row, col).unwrap());
/// assert!((at(1, 1) - 0.666_26).abs() < 5e-6);
/// assert!(at(1, 1) > at(1, 2) && at(1, 2) > at(2, 2), "fewer neighbours, more zeros");
/// ```
pub fn zero_probability(game: &Minesweeper, first: Cell) -> f64 {
    let (cells, mines) = (game.grid().board().cells(), game.grid().board().mines());
    let near = game.grid().around(first).len();
    match game.first_click() {
        FirstClick::Any => choose_ratio(cells - near - 1, cells, mines),
        FirstClick::Safe => choose_ratio(cells - near - 1, cells - 1, mines),
        FirstClick::Open => 1.0,
    }
}

/// (4.9) of the thesis with its binomials the right way up: C(N − n, b) / C(N, b). It draws the mines from all cells and
/// asks only that the neighbours are free, so it lets a mine lie in the first cell itself: too large.
pub fn zero_probability_of_the_thesis(grid: &Grid, first: Cell) -> f64 {
    let (cells, mines) = (grid.board().cells(), grid.board().mines());
    choose_ratio(cells - grid.around(first).len(), cells, mines)
}

/// E|Z|: how many neighbours of the first cell show 0 too, on average, when all of them are safe (first click `open`).
/// The documents maximise it to choose the first cell. `None` when the rule leaves no room for the mines.
///
/// ```
/// use quandary_minesweeper::{Grid, opening::expected_zeros};
/// let board = "8x10/12".parse().unwrap();
/// let grid = Grid::new(board);
/// let at = |row, col| expected_zeros(&grid, board.cell(row, col).unwrap()).unwrap();
/// // The argument says that the middle is best. It is not: one step from a corner more neighbours lie on the frame.
/// assert!(at(2, 2) > at(4, 5) && at(4, 5) > at(1, 1));
/// ```
pub fn expected_zeros(grid: &Grid, first: Cell) -> Option<f64> {
    let board = grid.board();
    let clear = grid.kept_clear(FirstClick::Open, first);
    let free = board.cells() - clear.len();
    if board.mines() > free {
        return None;
    }
    let zero = |near: &Cell| {
        let touched = grid.around(*near).iter().filter(|cell| !clear.contains(cell)).count();
        choose_ratio(free - touched, free, board.mines())
    };
    Some(grid.around(first).iter().map(zero).sum())
}

/// C(part, count) / C(whole, count): the probability that `count` items drawn from `whole` all lie in a part of them.
fn choose_ratio(part: usize, whole: usize, count: usize) -> f64 {
    if count > part {
        return 0.0;
    }
    (0..count).map(|drawn| (part - drawn) as f64 / (whole - drawn) as f64).product()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::inference::subsets;

    #[test]
    fn the_documents_formulas_give_the_stated_values() {
        // Thesis (4.9) and kbs (11) beside each other.
        for (board, row, thesis, kbs) in [
            ("9x9/10", 1, 0.66989, 0.66626),
            ("16x30/99", 8, 0.15517, 0.15449),
            ("8x10/12", 1, 0.60998, 0.60579),
        ] {
            let board: Board = board.parse().unwrap();
            let game = Minesweeper::new(board, FirstClick::Safe);
            let cell = board.cell(row, row).unwrap();
            assert!((zero_probability(&game, cell) - kbs).abs() < 6e-6, "{board}");
            assert!((zero_probability_of_the_thesis(game.grid(), cell) - thesis).abs() < 6e-6, "{board}");
        }
    }

    #[test]
    fn zeros_are_as_likely_as_all_minefields_say() {
        for text in ["3x4/2", "4x4/3", "2x5/1"] {
            let board: Board = text.parse().unwrap();
            for rule in [FirstClick::Any, FirstClick::Safe, FirstClick::Open] {
                let game = Minesweeper::new(board, rule);
                for first in game.grid().cells().filter(|&first| game.allows_first(first)) {
                    let clear = game.grid().kept_clear(rule, first);
                    let (mut fields, mut zeros, mut zeros_near) = (0, 0, 0);
                    subsets(board.cells(), board.mines(), &mut |set| {
                        let mined = |cell: &Cell| set >> cell.at() & 1 == 1;
                        let is_zero =
                            |cell: Cell| !mined(&cell) && !game.grid().around(cell).iter().any(mined);
                        if !clear.iter().any(mined) {
                            fields += 1;
                            zeros += u32::from(is_zero(first));
                            zeros_near += game.grid().around(first).iter().filter(|&&c| is_zero(c)).count();
                        }
                    });
                    let share = f64::from(zeros) / f64::from(fields);
                    assert!(
                        (zero_probability(&game, first) - share).abs() < 1e-12,
                        "{text} {rule} {first:?}"
                    );
                    if rule == FirstClick::Open {
                        let mean = zeros_near as f64 / f64::from(fields);
                        assert!((expected_zeros(game.grid(), first).unwrap() - mean).abs() < 1e-12);
                    }
                }
            }
        }
    }
}
