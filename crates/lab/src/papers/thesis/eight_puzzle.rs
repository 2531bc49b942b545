//! The 8-puzzle, exactly: the data for all entries of chapter 3.

use std::sync::LazyLock;

use quandary_core::stats::Interval;
use quandary_sliding::progress::{PathMeans, exact};
use quandary_sliding::solve::distances::Distances;
use quandary_sliding::{Board, Size, Sliding};

/// A place for the empty cell in the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Blank {
    Corner,
    Edge,
    Centre,
}

impl Blank {
    pub(super) const ALL: [Blank; 3] = [Blank::Corner, Blank::Edge, Blank::Centre];

    pub(super) fn name(self) -> &'static str {
        match self {
            Blank::Corner => "corner",
            Blank::Edge => "edge",
            Blank::Centre => "centre",
        }
    }

    fn cell(self) -> usize {
        match self {
            Blank::Corner => 8,
            Blank::Edge => 7,
            Blank::Centre => 4,
        }
    }
}

/// The puzzle with its goal's empty cell there.
pub(super) fn puzzle(blank: Blank) -> Sliding {
    Sliding::new(Board::with_blank_at(Size::new(3, 3).expect("3x3 can be played"), blank.cell()))
}

/// Exact distances for each goal.
pub(super) static DISTANCES: LazyLock<[Distances; 3]> =
    LazyLock::new(|| Blank::ALL.map(|blank| Distances::new(&puzzle(blank)).expect("nine cells fit")));

/// The distances for one goal.
pub(super) fn distances(blank: Blank) -> &'static Distances {
    &DISTANCES[blank as usize]
}

/// Exact means along shortest solutions, of every board but the goal, empty cell in a corner.
pub(super) static PATHS: LazyLock<Vec<PathMeans>> = LazyLock::new(|| exact(distances(Blank::Corner)));

/// Mean and standard deviation of a quantity over the boards with at most `longest` moves (without the goal).
pub(super) fn moments(longest: u32, value: impl Fn(&PathMeans) -> f64) -> (f64, f64) {
    let values: Vec<f64> = PATHS.iter().filter(|path| path.length <= longest).map(value).collect();
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n;
    (mean, variance.sqrt())
}

/// The share of boards with at most this many moves, including the goal.
pub(super) fn share_within(blank: Blank, moves: usize) -> f64 {
    let lengths = distances(blank).by_length();
    let within: u64 = lengths.iter().take(moves + 1).sum();
    within as f64 / distances(blank).states() as f64
}

/// The range of mean n over the boards with at most `longest` moves: a solver that always takes the shortest
/// solution with the fewest options, and one that takes the one with the most.
pub(super) fn options_range(longest: u32) -> Interval {
    let (low, _) = moments(longest, |path| path.options_range.0);
    let (high, _) = moments(longest, |path| path.options_range.1);
    Interval { low, high }
}
