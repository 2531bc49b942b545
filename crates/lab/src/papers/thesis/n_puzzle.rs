//! The 8-, 15- and 24-puzzle as chapter 5 searches them: which boards, and what is watched.

use std::sync::OnceLock;

use quandary_core::Context;
use quandary_core::stats::{Estimate, Summary};
use quandary_core::{Budget, Exhausted, Seed, Trace};
use quandary_search::astar::Ties;
use quandary_sliding::generate::{uniform, walk};
use quandary_sliding::progress::perfect_trace;
use quandary_sliding::solve::astar::AStar;
use quandary_sliding::solve::heuristic::Heuristic;
use quandary_sliding::solve::oracle::Oracle;
use quandary_sliding::{Board, Size, Sliding};

use crate::papers::Bench;

/// How the boards of a study are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boards {
    /// Each solvable board equally likely.
    Uniform,
    /// The goal after so many random slides, none of which undoes the one before.
    Walk(usize),
}

impl Boards {
    pub(super) fn describe(self) -> String {
        match self {
            Boards::Uniform => "uniform over all solvable ones".into(),
            Boards::Walk(steps) => format!("the goal after {steps} random slides without undoing"),
        }
    }
}

/// One size of the puzzle, with the boards it is studied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NPuzzle {
    /// Tiles.
    pub(super) tiles: usize,
    /// How boards are drawn.
    pub(super) boards: Boards,
}

/// Slides of a scramble of the larger boards. Optimal A* cannot solve random ones: it would need more
/// memory than any machine has, so the thesis must have scrambled too. It does not say how far.
const SCRAMBLE: usize = 30;

/// Expansions after which a search is given up; how many were is part of the answer.
const MOST_EXPANSIONS: u64 = 1_000_000;

impl NPuzzle {
    /// The three sizes of table 5.1.
    pub(super) const ALL: [NPuzzle; 3] = [
        NPuzzle { tiles: 8, boards: Boards::Uniform },
        NPuzzle { tiles: 15, boards: Boards::Walk(SCRAMBLE) },
        NPuzzle { tiles: 24, boards: Boards::Walk(SCRAMBLE) },
    ];

    /// The puzzle, its goal with the empty cell last.
    pub(super) fn puzzle(self) -> Sliding {
        let side = (self.tiles + 1).isqrt();
        Sliding::ordered(Size::new(side, side).expect("a square of 9, 16 or 25 cells"))
    }

    /// Board number `index` of a study, and the stream that goes on from there.
    pub(super) fn board(self, seed: Seed, index: u64) -> (Board, quandary_core::Stream) {
        let mut stream = seed.stream(index);
        let board = match self.boards {
            Boards::Uniform => uniform(&self.puzzle(), &mut stream),
            Boards::Walk(steps) => walk(&self.puzzle(), steps, &mut stream),
        };
        (board, stream)
    }

    /// The open-list shares p_i of one search, in order; `None` when it was given up.
    pub(super) fn shares(self, ties: Ties, seed: Seed, index: u64) -> Option<Vec<f64>> {
        let solver = AStar::new(&self.puzzle(), Heuristic::Manhattan, ties).expect("25 cells fit");
        let (board, mut stream) = self.board(seed, index);
        let mut shares = Vec::new();
        solver
            .solve(&board, &mut stream, &mut Budget::nodes(MOST_EXPANSIONS), |look| {
                shares.push(look.share());
            })
            .ok()
            .map(|_| shares)
    }

    /// Traces of perfect players on the first `runs` boards: b and B of the definition in the text.
    pub(super) fn perfect_traces(self, runs: u64, bench: &Bench<'_>) -> Result<Vec<Trace>, Exhausted> {
        let oracle = Oracle::new(&self.puzzle(), u64::MAX, bench.context)?;
        let what = format!("shortest solutions of {}-puzzles", self.tiles);
        let (traces, stopped) = bench.context.map(&what, runs, |index| {
            let (board, mut stream) = self.board(bench.seed, index);
            perfect_trace(&oracle, &board, &mut stream)
        });
        match stopped {
            Some(why) => Err(why),
            None => Ok(traces.into_iter().filter_map(|trace| trace.ok().flatten()).collect()),
        }
    }
}

/// v under one tie rule: mean per search, then over searches; and pooled over all expansions.
pub(super) struct Measured {
    pub(super) ties: Ties,
    pub(super) per_instance: Estimate,
    pub(super) pooled: f64,
    pub(super) runs: u64,
    pub(super) given_up: u64,
}

pub(super) fn measure(family: NPuzzle, ties: Ties, runs: u64, bench: &Bench<'_>) -> Measured {
    let name = format!("A* on {}-puzzles, ties {ties}", family.tiles);
    let (sums, _) = bench.context.map(&name, runs, |index| {
        let shares = family.shares(ties, bench.seed, index)?;
        Some((shares.iter().sum::<f64>(), shares.len() as f64))
    });
    let given_up = sums.iter().filter(|sum| sum.is_none()).count() as u64;
    let sums: Vec<(f64, f64)> = sums.into_iter().flatten().collect();
    let per_instance: Summary = sums.iter().map(|(sum, count)| sum / count).collect();
    let (sum, count) = sums.iter().fold((0.0, 0.0), |(s, c), (sum, count)| (s + sum, c + count));
    Measured {
        ties,
        per_instance: per_instance.estimate(),
        pooled: sum / count,
        runs: sums.len() as u64,
        given_up,
    }
}

/// n along a trace: all slides at the first step, all but the undo afterwards.
pub(super) fn options_considered(trace: &Trace) -> f64 {
    let length = trace.length() as f64;
    trace.mean_options().unwrap_or(0.0) - (length - 1.0) / length
}

/// The oracle of the 15-puzzle, built once for all entries that ask.
pub(super) fn fifteen_oracle(context: &Context<'_>) -> Result<&'static Oracle, Exhausted> {
    static ORACLE: OnceLock<Oracle> = OnceLock::new();
    if let Some(oracle) = ORACLE.get() {
        return Ok(oracle);
    }
    let oracle = Oracle::new(&NPuzzle::ALL[1].puzzle(), u64::MAX, context)?;
    Ok(ORACLE.get_or_init(|| oracle))
}
