//! Slow and obvious: every minefield of a small board, one after the other.

use quandary_core::Stream;
use quandary_minesweeper::{Board, Cell, CellView, Grid, Minefield, Observation};

/// All minefields that agree with a position, as bits over all cells.
pub(crate) fn agreeing(seen: &Observation) -> Vec<u32> {
    let grid = seen.grid();
    let cells = grid.board().cells();
    assert!(cells <= 25, "brute force is for small boards");
    let closed: u32 = grid.cells().filter(|&c| seen.at(c).is_closed()).map(|c| 1 << c.at()).sum();
    let masks: Vec<u32> =
        grid.cells().map(|c| grid.around(c).iter().map(|near| 1_u32 << near.at()).sum()).collect();
    let numbers: Vec<(u32, u32)> = grid
        .cells()
        .filter_map(|c| seen.number(c).map(|number| (masks[c.at()], u32::from(number))))
        .collect();
    let mut found = Vec::new();
    // All subsets of the closed cells, by counting through them.
    let mut set = 0_u32;
    loop {
        if set.count_ones() as usize == grid.board().mines()
            && numbers.iter().all(|&(mask, number)| (set & mask).count_ones() == number)
        {
            found.push(set);
        }
        set = set.wrapping_sub(closed) & closed;
        if set == 0 {
            return found;
        }
    }
}

/// A random position on a random small board: some safe cells are open.
pub(crate) fn random_position(stream: &mut Stream, most_closed: usize) -> Observation {
    loop {
        let rows = 1 + stream.index(5);
        let cols = 2 + stream.index(4);
        let mines = stream.index(rows * cols);
        let board = Board::new(rows, cols, mines).expect("there is room");
        let grid = Grid::new(board);
        let field = Minefield::draw(board, &[], stream).expect("there is room");
        let share = stream.unit();
        let seen: Vec<CellView> = grid
            .cells()
            .map(|cell: Cell| {
                if !field.is_mine(cell) && stream.chance(share) {
                    CellView::Number(field.number(&grid, cell))
                } else if stream.chance(0.1) {
                    CellView::Flag
                } else {
                    CellView::Hidden
                }
            })
            .collect();
        let seen = Observation::from_seen(&grid, seen);
        if seen.closed() <= most_closed && seen.closed() > 0 {
            return seen;
        }
    }
}
