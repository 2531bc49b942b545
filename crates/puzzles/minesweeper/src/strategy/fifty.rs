//! Even chances that no information can resolve, recognised before they are complete.
//!
//! Two neighbouring closed cells of which one is a mine are a coin toss for ever when every other cell that
//! touches only one of them is a mine (or off the board): no number can tell them apart. Such a toss costs
//! half the wins whenever it is made, so making it now costs nothing extra. That is worth something when the
//! next guess is chosen.
//!
//! ```text
//! * a b *      the stars are known mines, a and b are closed: whatever is opened below or above sees both
//! ```

use crate::board::{Cell, Grid};
use crate::inference::Inference;
use crate::knowledge::{Knowledge, Mark};

/// For one candidate: the probability that it is a mine *and* the game meets a toss there anyway.
///
/// Cells are taken as independent, which is exact across parts of the frontier and good enough within.
pub(crate) fn doomed_anyway(known: &Knowledge, base: &Inference, cell: Cell) -> f64 {
    let grid = known.grid();
    let mut doomed = 0.0;
    for partner in beside(grid, cell) {
        if known.mark(partner) == Mark::Unknown {
            doomed += toss(known, base, cell, partner);
        }
    }
    doomed.min(base.mine(cell)).min(1.0 - base.mine(cell))
}

/// The probability that `mine` is a mine, `safe` is safe, and everything that could tell them apart is a
/// mine.
fn toss(known: &Knowledge, base: &Inference, mine: Cell, safe: Cell) -> f64 {
    let grid = known.grid();
    let mut probability = base.mine(mine);
    probability *= if share_last_mine(known, mine, safe) { 1.0 } else { 1.0 - base.mine(safe) };
    for (one, other) in [(mine, safe), (safe, mine)] {
        for &near in grid.around(one) {
            if near == other || touches(grid, near, other) {
                continue;
            }
            match known.mark(near) {
                Mark::Mine => {}
                Mark::Unknown => probability *= base.mine(near),
                Mark::Open | Mark::Safe => return 0.0,
            }
        }
    }
    probability
}

/// Whether some number needs exactly one mine and sees only these two unknown cells.
fn share_last_mine(known: &Knowledge, a: Cell, b: Cell) -> bool {
    let grid = known.grid();
    grid.around(a).iter().any(|&near| {
        known.mark(near) == Mark::Open && known.unknown_around(near) == 2 && touches(grid, near, b)
    })
}

fn touches(grid: &Grid, a: Cell, b: Cell) -> bool {
    let cols = grid.board().cols() as i64;
    let (a, b) = (i64::from(a.0), i64::from(b.0));
    (a / cols - b / cols).abs() <= 1 && (a % cols - b % cols).abs() <= 1
}

/// The cells that share an edge with a cell.
fn beside(grid: &Grid, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
    let cols = grid.board().cols() as u32;
    grid.around(cell)
        .iter()
        .copied()
        .filter(move |near| near.0 / cols == cell.0 / cols || near.0 % cols == cell.0 % cols)
}
