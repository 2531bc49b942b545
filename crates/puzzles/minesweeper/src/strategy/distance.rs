//! Distances to what is open and to the frame (inria 3.2, algorithm 1).

use crate::board::{Cell, Grid};

/// Which cells a distance rule prefers. The report prints the signs reversed; these are as meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Far from open cells (Aw).
    Away,
    /// Far from open cells and from the frame (Awf).
    AwayFromFrame,
    /// Close to open cells (Cl).
    Close,
    /// Close to open cells or to the frame (Clf).
    CloseOrFrame,
}

/// Manhattan distances of all cells, worked out by one breadth-first walk.
#[derive(Clone, Debug)]
pub(crate) struct Distances {
    grid: Grid,
    open: Vec<u32>,
    queue: Vec<Cell>,
}

impl Distances {
    pub(crate) fn new(grid: &Grid) -> Distances {
        Distances { grid: grid.clone(), open: vec![0; grid.board().cells()], queue: Vec::new() }
    }

    /// Measures the way to the nearest open cell. O(cells).
    pub(crate) fn measure(&mut self, opened: &[Cell]) {
        let cols = self.grid.board().cols() as u32;
        self.open.fill(u32::MAX);
        self.queue.clear();
        for &cell in opened {
            self.open[cell.at()] = 0;
            self.queue.push(cell);
        }
        let mut head = 0;
        while head < self.queue.len() {
            let cell = self.queue[head];
            head += 1;
            for &near in self.grid.around(cell) {
                let beside = near.0 / cols == cell.0 / cols || near.0 % cols == cell.0 % cols;
                if beside && self.open[near.at()] == u32::MAX {
                    self.open[near.at()] = self.open[cell.at()] + 1;
                    self.queue.push(near);
                }
            }
        }
    }

    /// How well a cell does under a rule; larger is better.
    pub(crate) fn score(&self, cell: Cell, measure: Measure) -> f64 {
        let open = f64::from(self.open[cell.at()]);
        let board = self.grid.board();
        let (row, col) = board.place(cell);
        let frame = row.min(col).min(board.rows() + 1 - row).min(board.cols() + 1 - col) as f64;
        match measure {
            Measure::Away => open,
            Measure::AwayFromFrame => open.min(frame),
            Measure::Close => -open,
            Measure::CloseOrFrame => -open.min(frame),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Position;

    #[test]
    fn distances_grow_from_the_open_cells_and_from_the_frame() {
        let position: Position = "5x5/5\n0????\n?????\n?????\n?????\n?????".parse().unwrap();
        let seen = &position.observation;
        let mut distances = Distances::new(seen.grid());
        distances.measure(seen.opened());
        let at = |row, col, measure| distances.score(seen.board().cell(row, col).unwrap(), measure);
        assert_eq!(at(1, 2, Measure::Away), 1.0);
        assert_eq!(at(2, 2, Measure::Away), 2.0);
        assert_eq!(at(5, 5, Measure::Away), 8.0);
        assert_eq!(at(5, 5, Measure::AwayFromFrame), 1.0);
        assert_eq!(at(3, 3, Measure::AwayFromFrame), 3.0);
        assert_eq!(at(3, 3, Measure::CloseOrFrame), -3.0);
        assert_eq!(at(3, 3, Measure::Close), -4.0);
    }
}
