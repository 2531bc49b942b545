//! Lower bounds on the moves still needed: declared, never assumed.

use std::fmt;
use std::str::FromStr;

use quandary_core::InputError;

use crate::packed::{PackedState, Word};
use crate::rules::Sliding;

/// Which lower bound a search uses. All are admissible: they never exceed the real number of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Heuristic {
    /// Tiles that are not at home.
    Misplaced,
    /// Rows plus columns that each tile is away from home.
    Manhattan,
    /// The larger of rows and columns that each tile is away from home.
    Chebyshev,
    /// Manhattan, plus two for each tile that must leave a line to let another pass (Hansson, Mayer and
    /// Yung 1992).
    LinearConflict,
    /// The larger of the walking distance (Takahashi 2002) and linear conflict.
    WalkingDistance,
    /// Additive pattern databases that are built in a second or two.
    Patterns,
    /// The strongest additive pattern databases for the board.
    LargePatterns,
}

impl Heuristic {
    /// All of them, weakest first where they compare.
    pub const ALL: [Heuristic; 7] = [
        Heuristic::Misplaced,
        Heuristic::Chebyshev,
        Heuristic::Manhattan,
        Heuristic::LinearConflict,
        Heuristic::WalkingDistance,
        Heuristic::Patterns,
        Heuristic::LargePatterns,
    ];

    /// Those that need no tables and no memory of the board before: what A* takes.
    pub const PLAIN: [Heuristic; 4] =
        [Heuristic::Misplaced, Heuristic::Chebyshev, Heuristic::Manhattan, Heuristic::LinearConflict];

    /// Those that are kept up from slide to slide: what IDA* takes.
    pub const DEEPENING: [Heuristic; 5] = [
        Heuristic::Manhattan,
        Heuristic::LinearConflict,
        Heuristic::WalkingDistance,
        Heuristic::Patterns,
        Heuristic::LargePatterns,
    ];

    /// Their names, for messages: "a, b or c".
    pub fn names(heuristics: &[Heuristic]) -> String {
        let names: Vec<String> = heuristics.iter().map(Heuristic::to_string).collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
            _ => names.concat(),
        }
    }
}

impl fmt::Display for Heuristic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Heuristic::Misplaced => "misplaced",
            Heuristic::Manhattan => "manhattan",
            Heuristic::Chebyshev => "chebyshev",
            Heuristic::LinearConflict => "linear-conflict",
            Heuristic::WalkingDistance => "walking-distance",
            Heuristic::Patterns => "patterns",
            Heuristic::LargePatterns => "large-patterns",
        })
    }
}

impl FromStr for Heuristic {
    type Err = InputError;

    fn from_str(text: &str) -> Result<Heuristic, InputError> {
        Heuristic::ALL.into_iter().find(|heuristic| heuristic.to_string() == text).ok_or_else(|| {
            InputError::new(format!("`{text}` is not a heuristic"))
                .expected(Heuristic::names(&Heuristic::ALL))
        })
    }
}

/// One of the plain heuristics made ready for one goal.
pub struct Estimator {
    heuristic: Heuristic,
    rows: usize,
    columns: usize,
    /// Home row and column of each tile.
    home: Vec<(u8, u8)>,
    /// By tile and cell, for the heuristics that add up tiles.
    apart: Vec<u8>,
}

impl Estimator {
    /// Prepares the tables for the goal of `puzzle`.
    ///
    /// # Panics
    /// When the heuristic is not a plain one.
    pub fn new(heuristic: Heuristic, puzzle: &Sliding) -> Estimator {
        let size = puzzle.size();
        let cells = size.cells();
        assert!(Heuristic::PLAIN.contains(&heuristic), "{heuristic} needs more than a board");
        let mut home = vec![(0, 0); cells];
        for (cell, &tile) in puzzle.goal().tiles().iter().enumerate() {
            let (row, column) = size.place(cell);
            home[usize::from(tile)] = (row as u8, column as u8);
        }
        let mut apart = vec![0; cells * cells];
        for tile in 1..cells {
            for cell in 0..cells {
                let (row, column) = size.place(cell);
                let rows = row.abs_diff(home[tile].0.into());
                let columns = column.abs_diff(home[tile].1.into());
                apart[tile * cells + cell] = match heuristic {
                    Heuristic::Misplaced => u8::from(rows + columns > 0),
                    Heuristic::Chebyshev => rows.max(columns) as u8,
                    _ => (rows + columns) as u8,
                };
            }
        }
        Estimator { heuristic, rows: size.rows(), columns: size.columns(), home, apart }
    }

    /// The lower bound for a board.
    pub fn estimate<W: Word>(&self, state: &PackedState<W>) -> u32 {
        let cells = self.rows * self.columns;
        let apart: u32 = (0..cells)
            .map(|cell| u32::from(self.apart[usize::from(state.tiles.tile(cell)) * cells + cell]))
            .sum();
        if self.heuristic == Heuristic::LinearConflict { apart + self.conflicts(state.tiles) } else { apart }
    }

    fn conflicts(&self, tiles: impl Word) -> u32 {
        let mut extra = 0;
        let mut line = Vec::with_capacity(self.rows.max(self.columns));
        for row in 0..self.rows {
            line.clear();
            line.extend((0..self.columns).filter_map(|column| {
                let tile = tiles.tile(row * self.columns + column);
                let (home_row, home_column) = self.home[usize::from(tile)];
                (tile != 0 && usize::from(home_row) == row).then_some(home_column)
            }));
            extra += 2 * (line.len() - longest_rise(&line));
        }
        for column in 0..self.columns {
            line.clear();
            line.extend((0..self.rows).filter_map(|row| {
                let tile = tiles.tile(row * self.columns + column);
                let (home_row, home_column) = self.home[usize::from(tile)];
                (tile != 0 && usize::from(home_column) == column).then_some(home_row)
            }));
            extra += 2 * (line.len() - longest_rise(&line));
        }
        extra as u32
    }
}

/// The length of the longest increasing subsequence: these tiles may stay in their line, the others must
/// leave it and come back.
fn longest_rise(places: &[u8]) -> usize {
    let mut best = [0_usize; 16];
    for (index, &place) in places.iter().enumerate() {
        best[index] =
            1 + (0..index).filter(|&left| places[left] < place).map(|left| best[left]).max().unwrap_or(0);
    }
    best[..places.len()].iter().copied().max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::PackedSliding;
    use crate::rules::{Board, Size};
    use crate::solve::distances::Distances;

    #[test]
    fn no_heuristic_ever_exceeds_the_exact_distance() {
        for (rows, columns) in [(3, 3), (2, 4), (4, 2)] {
            let size = Size::new(rows, columns).unwrap();
            for blank in [0, 1, size.cells() - 1] {
                let puzzle = Sliding::new(Board::with_blank_at(size, blank));
                let packed = PackedSliding::<u64>::new(&puzzle).unwrap();
                let distances = Distances::new(&puzzle).unwrap();
                let estimators = Heuristic::PLAIN.map(|heuristic| Estimator::new(heuristic, &puzzle));
                for (board, distance) in distances.boards().step_by(7) {
                    let state = packed.pack(&board);
                    let [misplaced, chebyshev, manhattan, conflict] =
                        [0, 1, 2, 3].map(|index| estimators[index].estimate(&state));
                    assert!(conflict <= distance, "{board:?}: {conflict} > {distance}");
                    assert!(misplaced <= chebyshev && chebyshev <= manhattan && manhattan <= conflict);
                }
            }
        }
    }

    #[test]
    fn two_tiles_that_must_pass_each_other_cost_two_more() {
        let puzzle = Sliding::ordered(Size::new(3, 3).unwrap());
        let board = Board::new(puzzle.size(), &[2, 1, 3, 4, 5, 6, 7, 8, 0]).unwrap();
        let state = PackedSliding::<u64>::new(&puzzle).unwrap().pack(&board);
        assert_eq!(Estimator::new(Heuristic::Manhattan, &puzzle).estimate(&state), 2);
        assert_eq!(Estimator::new(Heuristic::LinearConflict, &puzzle).estimate(&state), 4);
    }
}
