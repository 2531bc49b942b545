//! Unsolved blocks and the frontiers they leave (kbs definitions 7 to 9, frontier division).

use crate::board::Cell;
use crate::inference::Inference;
use crate::knowledge::Knowledge;
use crate::rules::{Observation, Seen};

/// The unsolved blocks of the kbs: numbers with a hidden neighbour, joined where they share an edge. Flags
/// do not count as hidden. (Definition 8 as printed would join separate pairs; the example needs this.)
pub fn unsolved_blocks(seen: &Observation) -> Vec<Vec<Cell>> {
    let grid = seen.grid();
    let cols = grid.board().cols() as u32;
    let is_unsolved = |cell: Cell| {
        seen.number(cell).is_some_and(|number| number > 0)
            && grid.around(cell).iter().any(|&near| seen.at(near) == Seen::Hidden)
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

/// The independent frontiers: closed cells next to open numbers, divided so that no number sees cells of two of them.
/// Cells that single numbers settle belong to none.
///
/// ```
/// use quandary_minesweeper::{Position, strategy::frontiers};
/// // Each 1 has a closed cell on either side, and no number sees cells of both.
/// let position: Position = "1x7/2 ?1???1?".parse().unwrap();
/// assert_eq!(frontiers(&position.observation).len(), 2);
/// ```
pub fn frontiers(seen: &Observation) -> Vec<Vec<Cell>> {
    let known = Knowledge::of(seen);
    let mut engine = Inference::<f64>::new(seen.grid());
    engine.find_parts(&known);
    let parts = engine.parts[..engine.live].iter();
    let mut frontiers: Vec<Vec<Cell>> = parts.map(|part| part.system.cells.clone()).collect();
    for frontier in &mut frontiers {
        frontier.sort_unstable();
    }
    frontiers.sort();
    frontiers
}
