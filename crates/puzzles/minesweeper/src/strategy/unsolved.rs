//! Unsolved blocks and the frontiers they leave (kbs definitions 7 to 9, frontier division).

use crate::board::Cell;
use crate::rules::{CellView, Observation};

/// The unsolved blocks of the kbs: numbers with a hidden neighbour, joined where they share an edge. Flags
/// do not count as hidden. (Definition 8 as printed would join separate pairs; the example needs this.)
pub fn unsolved_blocks(seen: &Observation) -> Vec<Vec<Cell>> {
    let grid = seen.grid();
    let cols = grid.board().cols() as u32;
    let is_unsolved = |cell: Cell| {
        seen.number(cell).is_some_and(|number| number > 0)
            && grid.around(cell).iter().any(|&near| seen.at(near) == CellView::Hidden)
    };
    let mut met = vec![false; grid.board().cells()];
    let mut blocks = Vec::new();
    for start in grid.cells().filter(|&cell| is_unsolved(cell)) {
        if std::mem::replace(&mut met[start.at()], true) {
            continue;
        }
        let mut block = vec![start];
        let mut head = 0;
        while head < block.len() {
            let cell = block[head];
            head += 1;
            for &near in grid.around(cell) {
                let beside = near.0 / cols == cell.0 / cols || near.0 % cols == cell.0 % cols;
                if beside && is_unsolved(near) && !std::mem::replace(&mut met[near.at()], true) {
                    block.push(near);
                }
            }
        }
        block.sort_unstable();
        blocks.push(block);
    }
    blocks
}

/// The independent frontiers: the hidden cells around each unsolved block, together where they share one.
///
/// ```
/// use quandary_minesweeper::{Position, strategy::frontiers};
/// // Each 1 has a closed cell on either side, and no number sees cells of both.
/// let position: Position = "1x7/2 ?1???1?".parse().unwrap();
/// assert_eq!(frontiers(&position.observation).len(), 2);
/// // With one closed cell less between them they share it.
/// let position: Position = "1x5/2 ?1?1?".parse().unwrap();
/// assert_eq!(frontiers(&position.observation).len(), 1);
/// ```
pub fn frontiers(seen: &Observation) -> Vec<Vec<Cell>> {
    let grid = seen.grid();
    let mut frontiers: Vec<Vec<Cell>> = Vec::new();
    for block in unsolved_blocks(seen) {
        let around = block.iter().flat_map(|&cell| grid.around(cell)).copied();
        let mut frontier: Vec<Cell> = around.filter(|&near| seen.at(near) == CellView::Hidden).collect();
        let shares = |other: &mut Vec<Cell>| other.iter().any(|cell| frontier.contains(cell));
        let joined: Vec<Vec<Cell>> = frontiers.extract_if(.., shares).collect();
        frontier.extend(joined.into_iter().flatten());
        frontier.sort_unstable();
        frontier.dedup();
        frontiers.push(frontier);
    }
    frontiers.sort();
    frontiers
}
