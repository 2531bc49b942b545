//! The audit of a layer of values: every position is computed again from the values of later layers, with a second
//! implementation of the push and of the choice of the class.

use std::collections::BTreeMap;

use quandary_core::Budget;

use super::intervals::{Interval, Layer, MOST_CELLS, Packed, Worth};
use crate::{Rejection, fault};

/// Bits of one cell in a packed position.
const BITS: usize = 5;
/// How far the ends of an interval may differ from the same sum in another order.
const ROUNDING: f64 = 1e-12;

/// The exponents of a board, row by row; 0 beyond the board.
type Cells = [u8; MOST_CELLS];

/// The rules of a board.
pub(super) struct Audit<'b> {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) target: u32,
    /// The new tiles: exponent and probability.
    pub(super) new: &'b [(u32, Interval)],
}

impl Audit<'_> {
    /// Whether a layer's values follow from those of the layers with larger sums.
    pub(super) fn follows(
        &self,
        sum: u64,
        layer: &Layer,
        later: &BTreeMap<u64, Layer>,
        budget: &mut Budget,
    ) -> Result<(), Rejection> {
        for (&board, worth) in layer {
            budget.spend(1)?;
            let cells = self.unpacked(board);
            let again = self.worth(&cells, sum, later);
            if self.class(&cells) != board || !again.is_some_and(|again| is_same(worth, &again)) {
                return fault(format!("the value of a position with the sum {sum} does not follow"));
            }
        }
        Ok(())
    }

    fn unpacked(&self, board: Packed) -> Cells {
        let mut cells = [0; MOST_CELLS];
        for (at, cell) in cells.iter_mut().enumerate().take(self.rows * self.columns) {
            // Five bits are below 32.
            *cell = u8::try_from(board >> (BITS * at) & 31).unwrap_or(u8::MAX);
        }
        cells
    }

    /// The smallest number among those of the board's turns and reflections.
    fn class(&self, cells: &Cells) -> Packed {
        let (rows, columns) = (self.rows, self.columns);
        let mut least = Packed::MAX;
        for way in 0..if rows == columns { 8 } else { 4 } {
            let mut number = 0;
            for row in 0..rows {
                for column in 0..columns {
                    let y = if way & 1 == 0 { row } else { rows - 1 - row };
                    let x = if way & 2 == 0 { column } else { columns - 1 - column };
                    let from = if way & 4 == 0 { y * columns + x } else { x * columns + y };
                    number |= Packed::from(cells[from]) << (BITS * (row * columns + column));
                }
            }
            least = least.min(number);
        }
        least
    }

    /// The board after all tiles were pushed one way: left, right, up or down.
    fn pushed(&self, cells: &Cells, way: usize) -> Option<Cells> {
        let (lines, length) = if way < 2 { (self.rows, self.columns) } else { (self.columns, self.rows) };
        let place = |line: usize, step: usize| match way {
            0 => line * self.columns + step,
            1 => line * self.columns + length - 1 - step,
            2 => step * self.columns + line,
            _ => (length - 1 - step) * self.columns + line,
        };
        let mut after = [0; MOST_CELLS];
        for line in 0..lines {
            let (mut filled, mut may_merge) = (0, false);
            for tile in (0..length).map(|step| cells[place(line, step)]).filter(|&tile| tile > 0) {
                if may_merge && after[place(line, filled - 1)] == tile {
                    after[place(line, filled - 1)] += 1;
                    may_merge = false;
                } else {
                    after[place(line, filled)] = tile;
                    filled += 1;
                    may_merge = true;
                }
            }
        }
        (after != *cells).then_some(after)
    }

    /// The value of a position; none if a value that it needs is missing.
    fn worth(&self, cells: &Cells, sum: u64, later: &BTreeMap<u64, Layer>) -> Option<Worth> {
        if cells.iter().any(|&tile| u32::from(tile) >= self.target) {
            return Some(Worth::WON);
        }
        let mut best = Worth::LOST;
        for after in (0..4).filter_map(|way| self.pushed(cells, way)) {
            let empty = (0..self.rows * self.columns).filter(|&cell| after[cell] == 0);
            let (mut low, mut high, mut places) = (0.0, 0.0, 0.0);
            let (mut forced, mut possible) = (true, false);
            for cell in empty {
                places += 1.0;
                for &(exponent, chance) in self.new {
                    let mut next = after;
                    next[cell] = u8::try_from(exponent).ok()?;
                    let worth = later.get(&(sum + (1 << exponent)))?.get(&self.class(&next))?;
                    low += chance.low * worth.win.low;
                    high += chance.high * worth.win.high;
                    forced &= worth.forced;
                    possible |= worth.possible;
                }
            }
            best.win.low = best.win.low.max(low / places);
            best.win.high = best.win.high.max(high / places);
            best.forced |= forced;
            best.possible |= possible;
        }
        Some(best)
    }
}

fn is_same(one: &Worth, other: &Worth) -> bool {
    (one.win.low - other.win.low).abs() <= ROUNDING
        && (one.win.high - other.win.high).abs() <= ROUNDING
        && (one.forced, one.possible) == (other.forced, other.possible)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::Exhausted;

    /// One row of two cells, a 2 or a 4 with the same chance, and 8 to be reached.
    const NEW: [(u32, Interval); 2] =
        [(1, Interval { low: 0.5, high: 0.5 }), (2, Interval { low: 0.5, high: 0.5 })];

    fn audit() -> Audit<'static> {
        Audit { rows: 2, columns: 2, target: 3, new: &NEW }
    }

    fn packed(tiles: [u8; 4]) -> Packed {
        let mut cells = [0; MOST_CELLS];
        cells[..4].copy_from_slice(&tiles);
        audit().class(&cells)
    }

    #[test]
    fn a_value_that_does_not_follow_is_a_fault_and_one_that_does_is_not() {
        // No move is left: it is lost whatever else is known.
        let stuck = packed([1, 2, 2, 1]);
        // A 4 beside a 4: pushed together they win with every new tile.
        let near = packed([2, 2, 0, 0]);
        let mut later: BTreeMap<u64, Layer> = BTreeMap::new();
        for (exponent, sum) in [(1, 10), (2, 12)] {
            let places = (1..4).map(|place| {
                let mut tiles = [3, 0, 0, 0];
                tiles[place] = exponent;
                (packed(tiles), Worth::WON)
            });
            later.entry(sum).or_default().extend(places);
        }
        let unlimited = &mut Budget::unlimited();
        let holds = |board: Packed, sum: u64, worth: Worth, later: &BTreeMap<u64, Layer>| {
            let layer: Layer = [(board, worth)].into_iter().collect();
            audit().follows(sum, &layer, later, &mut Budget::unlimited()).is_ok()
        };
        assert!(holds(stuck, 12, Worth::LOST, &later) && !holds(stuck, 12, Worth::WON, &later));
        assert!(!holds(near, 8, Worth::LOST, &later));
        // Pushed up or down nothing changes on one row and everything on the other: all moves of it are known below.
        let mut all = later.clone();
        let pushed_aside: Vec<(Packed, u64)> = [1, 2]
            .into_iter()
            .flat_map(|exponent| {
                let boards = [[2, 2, exponent, 0], [exponent, 0, 2, 2]].map(packed);
                boards.map(|board| (board, 8 + (1 << exponent)))
            })
            .collect();
        for (board, sum) in pushed_aside {
            all.entry(sum).or_default().insert(board, Worth::LOST);
        }
        assert!(holds(near, 8, Worth::WON, &all));
        for change in [1e-9, -1e-9] {
            for high in [true, false] {
                let mut worth = Worth::WON;
                *(if high { &mut worth.win.high } else { &mut worth.win.low }) += change;
                assert!(!holds(near, 8, worth, &all), "{change} {high}");
            }
        }
        for flag in [true, false] {
            let mut worth = Worth::WON;
            *(if flag { &mut worth.forced } else { &mut worth.possible }) = false;
            assert!(!holds(near, 8, worth, &all), "{flag}");
        }
        // The wrong one of a class, and a value that is missing.
        assert!(!holds(near << (2 * BITS), 8, Worth::WON, &all) || near << (2 * BITS) == near);
        all.remove(&10);
        assert!(!holds(near, 8, Worth::WON, &all));
        let layer: Layer = [(stuck, Worth::LOST)].into_iter().collect();
        assert_eq!(audit().follows(12, &layer, &later, unlimited), Ok(()));
        let none = audit().follows(12, &layer, &later, &mut Budget::nodes(0));
        assert_eq!(none, Err(Rejection::Exhausted(Exhausted::Nodes)));
    }
}
