//! `bench --method`: a proof-number search on random positions, every conclusion beside alpha-beta's.

use std::fmt;

use quandary_core::{Context, Exhausted, InputError};
use quandary_search::proof::{Method, Settings};
use quandary_verbs::proving::{Setting, settings};
use quandary_verbs::{Opt, Request};
use schemars::JsonSchema;
use serde::Serialize;

use super::SIGHT;
use super::matches::must_not_fill;
use crate::connect_four::any::{AnySolver, ask};
use crate::connect_four::generate::undecided;
use crate::connect_four::notation::format_size;
use crate::connect_four::play::BOARD;
use crate::connect_four::question::Question;
use crate::connect_four::rules::ConnectFour;

pub(super) const COUNT: Opt<u64> =
    Opt::whole("count", "N", 1, u64::MAX, "With a proof-number method: how many random positions")
        .or("200")
        .only_with("method", quandary_verbs::proving::METHODS);
pub(super) const PLIES: Opt<u64> =
    Opt::whole("plies", "N", 0, 62, "With a proof-number method: stones on each of them")
        .or("12")
        .only_with("method", quandary_verbs::proving::METHODS);

/// Bits of the table of the solver that knows the truth.
const TRUTH_BITS: u32 = 22;

/// What a search made of random positions.
#[derive(Serialize, JsonSchema)]
pub(super) struct Contest {
    /// Rows and columns.
    board: String,
    settings: Setting,
    /// Whether it sees wins with the next stone.
    sight: bool,
    /// Stones on each position.
    plies: u64,
    seed: u64,
    /// Nodes for each position; null when only memory ends a search.
    nodes_budget: Option<u64>,
    /// Positions asked about.
    positions: u64,
    /// Those whose truth alpha-beta found in time.
    checked: u64,
    /// Those of them that are wins.
    wins: u64,
    /// Those about which the search concluded something.
    concluded: u64,
    /// Those about which it proved something.
    proved: u64,
    /// Right conclusions about those that were checked.
    correct: u64,
    /// Wrong conclusions about them: estimates only.
    wrong: u64,
    /// Those about which it concluded nothing.
    out: u64,
    mean_nodes: f64,
    mean_iterations: f64,
    most_iterations: u64,
    /// CPU seconds of the search alone.
    cpu_seconds: f64,
}

/// The node budget is for each position; without one a search ends only for want of memory.
pub(super) fn run(
    method: Method,
    request: &Request,
    context: &Context<'_>,
) -> Result<(Contest, Option<Exhausted>), InputError> {
    let size = request.get(BOARD);
    let settings = settings(request, context);
    let (plies, sight, seed) = (request.get(PLIES), request.is_on(SIGHT), settings.seed);
    must_not_fill(size, plies)?;
    let limit = context.budget.remaining();
    let before = (context.cpu_seconds)();
    let (rows, mut stopped) = context.map(method.name(), request.get(COUNT), |index| {
        let root = undecided(size, plies as u32, seed, index).position;
        let question = Question { rules: ConnectFour(size), root, draw_wins: false, sight };
        let settings = Settings { seed: seed.named("playouts"), index, ..settings };
        (root, ask(&question, method, &settings, &mut context.budget.with_nodes(limit)))
    });
    let cpu_seconds = (context.cpu_seconds)() - before;
    let mut done = Contest {
        board: format_size(size),
        settings: Setting::of(method, &settings),
        sight,
        plies,
        seed: seed.0,
        nodes_budget: (limit != u64::MAX).then_some(limit),
        positions: 0,
        checked: 0,
        wins: 0,
        concluded: 0,
        proved: 0,
        correct: 0,
        wrong: 0,
        out: 0,
        mean_nodes: 0.0,
        mean_iterations: 0.0,
        most_iterations: 0,
        cpu_seconds,
    };
    let mut solver = AnySolver::new(size, TRUTH_BITS);
    let (mut nodes, mut iterations) = (0, 0);
    for (root, report) in &rows {
        // A search that the clock ended has not been tried.
        if matches!(report.conclusion.out(), Some(Exhausted::Time | Exhausted::Cancelled)) {
            continue;
        }
        done.positions += 1;
        nodes += report.nodes;
        iterations += report.iterations;
        done.most_iterations = done.most_iterations.max(report.iterations);
        done.proved += u64::from(report.conclusion.is_proof());
        let answer = report.conclusion.answer();
        done.concluded += u64::from(answer.is_some());
        done.out += u64::from(answer.is_none());
        // Nodes limit the searches, not the truth; the clock limits both.
        match solver.solve_weakly(*root, &mut context.budget.with_nodes(u64::MAX)) {
            Ok(solution) => {
                let truth = solution.score > 0;
                done.checked += 1;
                done.wins += u64::from(truth);
                done.correct += u64::from(answer == Some(truth));
                done.wrong += u64::from(answer == Some(!truth));
            }
            Err(why) => stopped = stopped.or(Some(why)),
        }
    }
    done.mean_nodes = nodes as f64 / done.positions.max(1) as f64;
    done.mean_iterations = iterations as f64 / done.positions.max(1) as f64;
    Ok((done, stopped))
}

impl Contest {
    /// Whether some conclusion was wrong.
    pub(super) fn has_erred(&self) -> bool {
        self.wrong > 0
    }
}

impl fmt::Display for Contest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "  {} on {} positions of {} random stones: {} proved, {} out; of {} checked ({} wins) {} right, {} wrong\n  \
             {:.0} iterations and {:.0} nodes each, at most {} iterations; {:.1} s of CPU",
            self.settings.method,
            self.positions,
            self.plies,
            self.proved,
            self.out,
            self.checked,
            self.wins,
            self.correct,
            self.wrong,
            self.mean_iterations,
            self.mean_nodes,
            self.most_iterations,
            self.cpu_seconds
        )
    }
}
