//! The levels of tables 3.4 and 3.5 for the 15-puzzle, which the thesis does not measure.

use quandary_core::stats::{Estimate, Summary, mean};
use quandary_core::{Exhausted, Seed};
use quandary_measures::motion::Motion;
use quandary_measures::refinement;
use quandary_sliding::generate::{uniform, walk_to_depth};
use quandary_sliding::progress::perfect_trace;
use serde_json::{Value, json};

use super::n_puzzle::{NPuzzle, fifteen_oracle, options_considered};
use crate::papers::Bench;
use crate::reproduction::Reproduced;

/// A level: boards of exactly this length, or uniform ones.
const LEVELS: [Option<u32>; 5] = [None, Some(40), Some(30), Some(20), Some(10)];

/// Slides of a walk before a level's board is given up.
const LONGEST_WALK: usize = 4000;

/// n and D of one level, each a mean with its interval.
struct Level {
    name: String,
    n: Estimate,
    d: Estimate,
    boards: usize,
}

fn level(length: Option<u32>, runs: u64, seed: Seed, bench: &Bench<'_>) -> Result<Level, Exhausted> {
    let oracle = fifteen_oracle(bench.context)?;
    let puzzle = NPuzzle::ALL[1].puzzle();
    let name = length.map_or_else(|| "uniform boards".to_owned(), |length| format!("length {length}"));
    let what = format!("15-puzzle, {name}");
    let (traces, stopped) = bench.context.map(&what, runs, |index| {
        let mut stream = seed.named(&name).stream(index);
        let board = match length {
            None => Some(uniform(&puzzle, &mut stream)),
            Some(length) => walk_to_depth(&puzzle, oracle, length, LONGEST_WALK, &mut stream)?,
        };
        board.map_or(Ok(None), |board| perfect_trace(oracle, &board, &mut stream))
    });
    if let Some(why) = stopped {
        return Err(why);
    }
    let traces: Vec<_> = traces.into_iter().filter_map(|trace| trace.ok().flatten()).collect();
    Ok(Level {
        name,
        n: mean(traces.iter().map(options_considered)),
        d: traces.iter().map(|trace| trace.length() as f64 - 1.0).collect::<Summary>().estimate(),
        boards: traces.len(),
    })
}

fn with_interval(estimate: Estimate) -> Value {
    json!({"value": estimate.value, "low": estimate.interval.low, "high": estimate.interval.high})
}

/// Adds the 15-puzzle's levels to an entry, measured as a board game and as a scoring sport.
pub(super) fn describe(entry: &mut Reproduced, bench: &Bench<'_>) {
    let runs = bench.scale.runs(20, 100);
    entry.convention(
        "15-puzzle",
        format!("{runs} boards per level: uniform, or by a walk from the goal until the shortest length fits; D = length - 1"),
    );
    for length in LEVELS {
        let Ok(level) = level(length, runs, bench.seed, bench) else { return };
        let (n, d) = (level.n.value, level.d.value);
        let sport = Motion::new(1.0 / n);
        entry.mention(
            &format!("15-puzzle, {}", level.name),
            json!({
                "boards": level.boards,
                "n": with_interval(level.n),
                "D": with_interval(level.d),
                "board_game": {"v": n / (2.0 * d), "GR": refinement::by_board(n, d),
                    "p": Motion::new(n / (2.0 * d)).p1, "Ep": Motion::new(n / (2.0 * d)).energy},
                "scoring_sport": {"v": 1.0 / n, "GR": refinement::by_branching(n, d),
                    "p": sport.p1, "Ep": sport.energy},
            }),
            "sampled, not in the thesis",
        );
    }
}
