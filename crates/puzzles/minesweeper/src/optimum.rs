//! The best possible play on small boards, as a fraction.
//!
//! Every minefield of the rule is listed and the end-game search is started from the empty board. Boards
//! are counted, not weighed: `wins` of `boards` minefields are won by a player who never errs.

use quandary_core::{Budget, Exhausted};

use crate::board::{Board, Cell, FirstClick, Grid};
use crate::endgame::Endgame;
use crate::inference::Minefields;
use crate::knowledge::Knowledge;

/// What perfect play achieves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// Minefields that perfect play wins.
    pub wins: u64,
    /// Minefields that the rule allows for the best first cell.
    pub boards: u64,
    /// The best first cell.
    pub first: Cell,
    /// How it goes on from there: the cell opened next in every set of minefields that play can be left with, a
    /// character each, as `check` reads it.
    pub tree: String,
}

/// Why there is no optimum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOptimum {
    /// The board has more minefields than can be searched.
    #[error("the board has too many minefields for an exact search")]
    TooLarge,
    /// No first cell leaves room for the mines under the rule.
    #[error("the rule leaves no room for the mines")]
    NoRoom,
    /// The budget ran out.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

/// At most this many minefields are listed.
pub const MOST_BOARDS: u64 = 6_000_000;

/// The win chance of perfect play under a first-click rule, exactly.
///
/// Complexity: exponential in the board; boards of up to about 5x5 with few mines take seconds.
///
/// ```
/// use quandary_core::Budget;
/// use quandary_minesweeper::{FirstClick, optimum::optimum};
/// // 4x4 with 4 mines: known since a programming challenge of 2014.
/// let found = optimum("4x4/4".parse().unwrap(), FirstClick::Any, &mut Budget::unlimited()).unwrap();
/// assert_eq!((found.wins, found.boards), (961, 1820));
/// ```
pub fn optimum(board: Board, rule: FirstClick, budget: &mut Budget) -> Result<Optimum, NoOptimum> {
    let grid = Grid::new(board);
    let mut best: Option<(Optimum, Vec<u32>)> = None;
    let mut search = Endgame::default();
    let fields = all_minefields(board)?;
    search.prepare(&Knowledge::new(&grid), &fields);
    for first in representatives(board) {
        let clear = grid.kept_clear(rule, first).iter().fold(0_u128, |mask, cell| mask | 1 << cell.at());
        let own: Vec<u32> = (0..fields.fields.len() as u32)
            .filter(|&field| fields.fields[field as usize] & clear == 0)
            .collect();
        if own.is_empty() {
            continue;
        }
        let boards = own.len() as u64;
        // What it takes to beat the best so far. Rates are compared: the number of boards differs between first
        // cells under `open`.
        let target = best.as_ref().map_or(0, |(best, _)| best.wins * boards / best.boards + 1);
        let Ok(target) = u32::try_from(target) else { continue };
        if let Some(wins) = search.wins_opening(own.iter().copied(), first.0 as u8, target, budget)? {
            best = Some((Optimum { wins: u64::from(wins), boards, first, tree: String::new() }, own));
        }
    }
    let (mut best, own) = best.ok_or(NoOptimum::NoRoom)?;
    // Writing it down asks for what is mostly known already; the nodes are those of the search.
    best.tree = search.tree(&own, best.first.0 as u8, &mut budget.clone())?;
    Ok(best)
}

/// One first cell of each class under the board's symmetries.
fn representatives(board: Board) -> Vec<Cell> {
    let (rows, cols) = (board.rows(), board.cols());
    let mut found = Vec::new();
    for row in 1..=rows.div_ceil(2) {
        for col in 1..=cols.div_ceil(2) {
            if rows != cols || col >= row {
                found.extend(board.cell(row, col));
            }
        }
    }
    found
}

fn all_minefields(board: Board) -> Result<Minefields, NoOptimum> {
    let cells = board.cells();
    if cells > 64 {
        return Err(NoOptimum::TooLarge);
    }
    let mut count = 1_u128;
    for i in 0..board.mines().min(cells - board.mines()) as u128 {
        count = count * (cells as u128 - i) / (i + 1);
    }
    if count > u128::from(MOST_BOARDS) {
        return Err(NoOptimum::TooLarge);
    }
    let mut fields = Vec::with_capacity(count as usize);
    crate::inference::subsets(cells, board.mines(), &mut |field| fields.push(field));
    Ok(Minefields { cells: (0..cells).map(Cell::of).collect(), fields })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_optima_of_small_boards_come_out() {
        // An independent exhaustive solver gave these; 4x4/4 is also published.
        for (board, any, safe, open) in [
            ("4x4/1", (15, 16), (15, 15), (12, 12)),
            ("4x4/3", (400, 560), (400, 455), (35, 35)),
            ("4x4/4", (961, 1820), (961, 1365), (34, 35)),
            ("4x4/12", (24, 1820), (24, 455), (1, 1)),
        ] {
            for (rule, expected) in
                [(FirstClick::Any, any), (FirstClick::Safe, safe), (FirstClick::Open, open)]
            {
                let found = optimum(board.parse().unwrap(), rule, &mut Budget::unlimited()).unwrap();
                assert_eq!((found.wins, found.boards), expected, "{board} {rule}");
            }
        }
    }

    #[test]
    fn too_large_boards_and_impossible_rules_are_refused() {
        let mut budget = Budget::unlimited();
        let expert = Board::new(16, 30, 99).unwrap();
        assert_eq!(optimum(expert, FirstClick::Any, &mut budget), Err(NoOptimum::TooLarge));
        let full = Board::new(2, 2, 4).unwrap();
        assert_eq!(optimum(full, FirstClick::Safe, &mut budget), Err(NoOptimum::NoRoom));
        let board = Board::new(4, 4, 4).unwrap();
        let spent = optimum(board, FirstClick::Any, &mut Budget::nodes(10));
        assert_eq!(spent, Err(NoOptimum::Exhausted(Exhausted::Nodes)));
    }

    #[test]
    fn a_search_without_memory_says_so() {
        let mut budget = Budget::unlimited().with_memory(100);
        let found = optimum("4x4/4".parse().unwrap(), FirstClick::Any, &mut budget);
        assert_eq!(found, Err(NoOptimum::Exhausted(Exhausted::Memory)));
    }
}
