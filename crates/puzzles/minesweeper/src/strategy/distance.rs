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

/// Where distances start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At the open cells, as the text says: their closed neighbours are one step away, or two across a corner. The
    /// outermost cells are one step from the frame.
    Open,
    /// At the closed cells next to an open one, as algorithm 1 is printed: all of them are at distance 0, and so are
    /// the outermost cells from the frame.
    Fringe,
}

/// Manhattan distances of all cells, worked out by one breadth-first walk.
#[derive(Clone, Debug)]
pub(crate) struct Distances {
    grid: Grid,
    start: Start,
    open: Vec<u32>,
    queue: Vec<Cell>,
}

impl Distances {
    pub(crate) fn new(grid: &Grid) -> Distances {
        Distances {
            grid: grid.clone(),
            start: Start::Open,
            open: vec![0; grid.board().cells()],
            queue: Vec::new(),
        }
    }

    /// Measures the way to the nearest open cell, or to the nearest one beside an open cell. O(cells).
    pub(crate) fn measure(&mut self, opened: &[Cell], start: Start) {
        let cols = self.grid.board().cols() as u32;
        self.start = start;
        self.open.fill(u32::MAX);
        self.queue.clear();
        for &cell in opened {
            self.open[cell.at()] = 0;
        }
        match start {
            Start::Open => self.queue.extend_from_slice(opened),
            Start::Fringe => {
                for near in opened.iter().flat_map(|&cell| self.grid.around(cell)) {
                    if self.open[near.at()] == u32::MAX {
                        self.open[near.at()] = 0;
                        self.queue.push(*near);
                    }
                }
            }
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
        let outermost = usize::from(self.start == Start::Open);
        let steps = (row - 1).min(col - 1).min(board.rows() - row).min(board.cols() - col);
        let frame = (steps + outermost) as f64;
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
        distances.measure(seen.opened(), Start::Open);
        let at = |row, col, measure| distances.score(seen.board().cell(row, col).unwrap(), measure);
        assert_eq!(at(1, 2, Measure::Away), 1.0);
        assert_eq!(at(2, 2, Measure::Away), 2.0);
        assert_eq!(at(5, 5, Measure::Away), 8.0);
        assert_eq!(at(5, 5, Measure::AwayFromFrame), 1.0);
        assert_eq!(at(3, 3, Measure::AwayFromFrame), 3.0);
        assert_eq!(at(3, 3, Measure::CloseOrFrame), -3.0);
        assert_eq!(at(3, 3, Measure::Close), -4.0);
    }
    #[test]
    fn algorithm_1_starts_at_the_cells_beside_open_ones() {
        let position: Position = "5x5/5\n0????\n?????\n?????\n?????\n?????".parse().unwrap();
        let seen = &position.observation;
        let mut distances = Distances::new(seen.grid());
        distances.measure(seen.opened(), Start::Fringe);
        let at = |row, col, measure| distances.score(seen.board().cell(row, col).unwrap(), measure);
        assert_eq!([at(1, 2, Measure::Away), at(2, 2, Measure::Away)], [0.0, 0.0]);
        assert_eq!([at(3, 3, Measure::Away), at(5, 5, Measure::Away)], [2.0, 6.0]);
        assert_eq!([at(3, 3, Measure::AwayFromFrame), at(5, 5, Measure::AwayFromFrame)], [2.0, 0.0]);
    }
}
