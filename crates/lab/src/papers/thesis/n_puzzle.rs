//! The 8-, 15- and 24-puzzle as chapter 5 searches them: the boards, and the recorded quantities.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::OnceLock;

use quandary_core::Context;
use quandary_core::rules::{Rules, Turn};
use quandary_core::stats::Summary;
use quandary_core::{Budget, Exhausted, Seed, Stream, Trace};
use quandary_search::astar::{Ties, astar};
use quandary_sliding::generate::{uniform, walk};
use quandary_sliding::packed::{PackedSliding, Word};
use quandary_sliding::progress::perfect_trace;
use quandary_sliding::solve::heuristic::{Estimator, Heuristic};
use quandary_sliding::solve::oracle::Oracle;
use quandary_sliding::{Board, Size, Sliding};

use crate::papers::Bench;

/// How the boards of a study are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Boards {
    /// Each solvable board equally likely.
    Uniform,
    /// The goal after this many random slides, none of which undoes the one before.
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

/// The number of slides that scramble the larger boards. Optimal A* cannot solve uniformly random ones, since it would
/// need more memory than any machine has. So the thesis must have scrambled too; it does not say how far.
const SCRAMBLE: usize = 30;

/// The number of expansions after which a search is given up; the answer says how often that happened.
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

    /// Board number `index` of a study, and its stream after drawing the board.
    pub(super) fn board(self, seed: Seed, index: u64) -> (Board, Stream) {
        let mut stream = seed.stream(index);
        let board = match self.boards {
            Boards::Uniform => uniform(&self.puzzle(), &mut stream),
            Boards::Walk(steps) => walk(&self.puzzle(), steps, &mut stream),
        };
        (board, stream)
    }

    /// The open-list shares p_i of one search; `None` if it was given up.
    pub(super) fn search(
        self,
        heuristic: Heuristic,
        ties: Ties,
        seed: Seed,
        index: u64,
    ) -> Option<SearchRecord> {
        if self.tiles < 16 {
            self.search_in::<u64>(heuristic, ties, seed, index)
        } else {
            self.search_in::<u128>(heuristic, ties, seed, index)
        }
    }

    fn search_in<W: Word>(
        self,
        heuristic: Heuristic,
        ties: Ties,
        seed: Seed,
        index: u64,
    ) -> Option<SearchRecord> {
        let puzzle = self.puzzle();
        let estimator = Estimator::new(heuristic, &puzzle);
        let packed = PackedSliding::<W>::new(&puzzle).expect("25 cells fit");
        let (board, mut stream) = self.board(seed, index);
        let start = packed.pack(&board);
        let watched = ExpansionRecorder { rules: packed, taken: RefCell::new(Vec::new()) };
        let mut shares = Vec::new();
        let mut budget = Budget::nodes(MOST_EXPANSIONS);
        let found = astar(
            &watched,
            start,
            |at| estimator.estimate(at),
            ties,
            &mut stream,
            &mut budget,
            |look| {
                shares.push(look.share());
            },
        );
        let path = found.ok()?.path?;
        let taken = watched.taken.take();
        let until_generated = taken.iter().position(|at| watched.leads_to_the_goal(at));
        let until_generated = until_generated.map_or(taken.len(), |at| at + 1);
        // A reopened node counts with its last expansion.
        let last: HashMap<_, usize> = taken.into_iter().enumerate().map(|(at, state)| (state, at)).collect();
        let mut state = start;
        let mut on_path: Vec<f64> = last.get(&state).map(|&at| shares[at]).into_iter().collect();
        for chosen in path {
            state = watched.rules.apply(&state, chosen);
            on_path.extend(last.get(&state).map(|&at| shares[at]));
        }
        Some(SearchRecord { shares, on_path, until_generated })
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

/// The recorded data of one search.
pub(super) struct SearchRecord {
    /// p_i before each expansion, in order.
    pub(super) shares: Vec<f64>,
    /// p_i before the expansions of the nodes of the solution, in order: D as "steps of solving".
    pub(super) on_path: Vec<f64>,
    /// Expansions until the goal was in the open list, where algorithm 1 as printed ends.
    pub(super) until_generated: usize,
}

/// Rules that remember which states a search took from its open list.
struct ExpansionRecorder<R: Rules> {
    rules: R,
    taken: RefCell<Vec<R::State>>,
}

impl<R: Rules> ExpansionRecorder<R> {
    /// Whether the goal is a child of this state.
    fn leads_to_the_goal(&self, state: &R::State) -> bool {
        let mut moves = Vec::new();
        self.rules.moves(state, &mut moves);
        moves.into_iter().any(|chosen| self.rules.is_solved(&self.rules.apply(state, chosen)))
    }
}

impl<R: Rules> Rules for ExpansionRecorder<R> {
    type State = R::State;
    type Move = R::Move;

    fn turn(&self, state: &R::State) -> Turn {
        self.rules.turn(state)
    }

    fn moves(&self, state: &R::State, out: &mut Vec<R::Move>) {
        self.rules.moves(state, out);
    }

    fn apply(&self, state: &R::State, chosen: R::Move) -> R::State {
        self.rules.apply(state, chosen)
    }

    // A* calls this once for every state that it expands, and for no other.
    fn is_solved(&self, state: &R::State) -> bool {
        self.taken.borrow_mut().push(state.clone());
        self.rules.is_solved(state)
    }
}

/// v under one tie rule: the mean over searches of their own means.
pub(super) struct TieRuleRates {
    pub(super) heuristic: Heuristic,
    pub(super) ties: Ties,
    /// Over all expansions.
    pub(super) over_expansions: Summary,
    /// Along the solution.
    pub(super) along_path: Summary,
    /// Over the expansions until the goal is in the open list.
    pub(super) until_generated: Summary,
    /// Over the expansions of all searches together.
    pub(super) pooled: f64,
    pub(super) given_up: u64,
}

pub(super) fn measure(
    family: NPuzzle,
    heuristic: Heuristic,
    ties: Ties,
    runs: u64,
    bench: &Bench<'_>,
) -> TieRuleRates {
    let name = format!("A* on {}-puzzles, {heuristic}, ties {ties}", family.tiles);
    let Seed(seed) = bench.seed;
    // The other heuristics expand ten times as many nodes: their runs are cached like other long runs.
    let searches = bench.cached_value(&format!("{name}, {} {runs} {seed}", family.boards.describe()), || {
        let (searches, _) = bench.context.map(&name, runs, |index| {
            let searched = family.search(heuristic, ties, bench.seed, index)?;
            let SearchRecord { shares, on_path, until_generated } = searched;
            let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
            let generated = mean(&shares[..until_generated]);
            Some((shares.iter().sum::<f64>(), shares.len() as f64, mean(&on_path), generated))
        });
        searches
    });
    let given_up = searches.iter().filter(|search| search.is_none()).count() as u64;
    let done: Vec<(f64, f64, f64, f64)> = searches.into_iter().flatten().collect();
    let (sum, count) = done.iter().fold((0.0, 0.0), |(s, c), (sum, count, ..)| (s + sum, c + count));
    TieRuleRates {
        heuristic,
        ties,
        over_expansions: done.iter().map(|(sum, count, ..)| sum / count).collect(),
        along_path: done.iter().map(|(_, _, path, _)| *path).collect(),
        until_generated: done.iter().map(|(.., generated)| *generated).collect(),
        pooled: sum / count,
        given_up,
    }
}

/// n along a trace: all slides at the first step, all but the undo afterwards.
pub(super) fn options_considered(trace: &Trace) -> f64 {
    let length = trace.length() as f64;
    trace.mean_options().unwrap_or(0.0) - (length - 1.0) / length
}

/// The oracle of the 15-puzzle, built once for all entries that need it.
pub(super) fn fifteen_oracle(context: &Context<'_>) -> Result<&'static Oracle, Exhausted> {
    static ORACLE: OnceLock<Oracle> = OnceLock::new();
    if let Some(oracle) = ORACLE.get() {
        return Ok(oracle);
    }
    let oracle = Oracle::new(&NPuzzle::ALL[1].puzzle(), u64::MAX, context)?;
    Ok(ORACLE.get_or_init(|| oracle))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_of_the_solution_was_expanded_and_its_share_is_kept() {
        for ties in Ties::ALL {
            let searched = NPuzzle::ALL[0].search(Heuristic::Manhattan, ties, Seed(5), 3).unwrap();
            let (board, _) = NPuzzle::ALL[0].board(Seed(5), 3);
            let distances = super::super::eight_puzzle::distances(super::super::eight_puzzle::Blank::Corner);
            // The start, the goal and all between.
            assert_eq!(searched.on_path.len() as u32, distances.of(&board).unwrap() + 1, "{ties}");
            assert_eq!(searched.on_path.first(), searched.shares.first());
            assert_eq!(searched.on_path.last(), searched.shares.last());
            // The goal is generated no later than it is expanded, and not before its neighbour is expanded.
            assert!((1..searched.shares.len()).contains(&searched.until_generated), "{ties}");
        }
    }
}
