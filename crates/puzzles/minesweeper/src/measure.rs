//! What a board is like: 3BV, openings, islands of numbers.

use crate::board::Grid;
use crate::rules::Minefield;

/// The clicks a board takes, by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clicks {
    /// Connected areas of zeros: each opens with one click.
    pub openings: u32,
    /// Safe numbers that touch no zero: each takes a click of its own.
    pub isolated_numbers: u32,
    /// Connected groups of such numbers.
    pub islands: u32,
    /// Zeros.
    pub zeros: u32,
    /// How many cells show each number, 0 to 8.
    pub numbers: [u32; 9],
}

impl Clicks {
    /// 3BV: the fewest left clicks that open the whole board (without chording).
    pub fn three_bv(&self) -> u32 {
        self.openings + self.isolated_numbers
    }
}

/// Counts the clicks of a board. O(cells).
///
/// ```
/// use quandary_minesweeper::{Grid, Minefield, measure::clicks};
/// let field: Minefield = "3x4/1\n...*\n....\n....".parse().unwrap();
/// let found = clicks(&Grid::new(field.board()), &field);
/// assert_eq!((found.openings, found.isolated_numbers, found.three_bv()), (1, 0, 1));
/// ```
pub fn clicks(grid: &Grid, field: &Minefield) -> Clicks {
    let cells = grid.board().cells();
    let mut found = Clicks { openings: 0, isolated_numbers: 0, islands: 0, zeros: 0, numbers: [0; 9] };
    let mut done = vec![false; cells];
    let mut queue = Vec::new();
    for start in grid.cells() {
        if field.is_mine(start) {
            continue;
        }
        found.numbers[field.number(grid, start) as usize] += 1;
        if done[start.at()] || field.number(grid, start) != 0 {
            continue;
        }
        found.openings += 1;
        done[start.at()] = true;
        queue.push(start);
        while let Some(zero) = queue.pop() {
            for &near in grid.around(zero) {
                if !std::mem::replace(&mut done[near.at()], true) && field.number(grid, near) == 0 {
                    queue.push(near);
                }
            }
        }
    }
    found.zeros = found.numbers[0];
    for start in grid.cells() {
        if field.is_mine(start) || std::mem::replace(&mut done[start.at()], true) {
            continue;
        }
        found.islands += 1;
        queue.push(start);
        while let Some(cell) = queue.pop() {
            found.isolated_numbers += 1;
            for &near in grid.around(cell) {
                if !field.is_mine(near) && !std::mem::replace(&mut done[near.at()], true) {
                    queue.push(near);
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_bv_counts_openings_and_numbers_that_touch_none() {
        // One mine in the middle of 3x3: eight ones, no zero.
        let field: Minefield = "3x3/1\n...\n.*.\n...".parse().unwrap();
        let found = clicks(&Grid::new(field.board()), &field);
        assert_eq!((found.openings, found.isolated_numbers, found.islands, found.three_bv()), (0, 8, 1, 8));
        // A wall of mines: an area on the left, numbers cut off on the right.
        let field: Minefield = "3x5/3\n..*..\n..*..\n..*..".parse().unwrap();
        let found = clicks(&Grid::new(field.board()), &field);
        assert_eq!((found.openings, found.isolated_numbers, found.islands), (2, 0, 0));
        let field: Minefield = "3x4/3\n..*.\n..*.\n..*.".parse().unwrap();
        let found = clicks(&Grid::new(field.board()), &field);
        assert_eq!((found.openings, found.isolated_numbers, found.islands), (1, 3, 1));
    }
}
