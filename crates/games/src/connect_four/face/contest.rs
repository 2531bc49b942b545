use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{Budget, InputError, Seed};
use quandary_search::proof::face::settings_json;
use quandary_search::proof::{Conclusion, Method, Settings};
use serde_json::json;

use crate::connect_four::any::{AnySolver, ask};
use crate::connect_four::generate::undecided;
use crate::connect_four::geometry::Sized;
use crate::connect_four::question::Question;

pub(super) const COUNT: OptionSpec =
    OptionSpec::value("count", "N", "With a proof-number method: how many random positions").or("200");
pub(super) const PLIES: OptionSpec =
    OptionSpec::value("plies", "N", "With a proof-number method: stones on each of them").or("12");

/// A proof-number search on random positions, every conclusion beside alpha-beta's.
///
/// The node budget is for each position; without one a search ends only for want of memory.
pub(super) fn run(
    size: Sized,
    method: Method,
    settings: &Settings,
    request: &Request,
    context: &Context<'_>,
) -> Result<Answer, InputError> {
    let count = request.positive("count")?;
    let plies = request.positive("plies")? as u32;
    let sight = request.is_on("sight");
    let seed: Seed = settings.seed;
    let limit = context.budget.remaining();
    let before = (context.cpu_seconds)();
    let (rows, stopped) = context.map(method.name(), count, |index| {
        let root = undecided(size, plies, seed, index).position;
        let question =
            Question { rules: crate::connect_four::ConnectFour(size), root, draw_wins: false, sight };
        let settings = Settings { seed: seed.named("playouts"), index, ..*settings };
        let mut budget = Budget::nodes(limit).with_stop(context.budget.stop().clone());
        (root, ask(&question, method, &settings, &mut budget))
    });
    let cpu_seconds = (context.cpu_seconds)() - before;
    let mut solver = AnySolver::new(size, 22);
    let (mut wins, mut correct, mut wrong, mut out) = (0_u64, 0_u64, 0_u64, 0_u64);
    let (mut proved, mut nodes, mut iterations, mut most) = (0_u64, 0_u64, 0_u64, 0_u64);
    for (root, report) in &rows {
        let truth =
            solver.solve_weakly(*root, &mut Budget::unlimited()).map_or(0, |solution| solution.score) > 0;
        wins += u64::from(truth);
        nodes += report.nodes;
        iterations += report.iterations;
        most = most.max(report.iterations);
        proved += u64::from(matches!(report.conclusion, Conclusion::Proved | Conclusion::Disproved));
        match report.conclusion.answer() {
            Some(answer) if answer == truth => correct += 1,
            Some(_) => wrong += 1,
            None => out += 1,
        }
    }
    let n = rows.len().max(1) as f64;
    let json = json!({
        "schema": 1, "puzzle": "connect-four", "settings": settings_json(method, settings), "sight": sight,
        "plies": plies, "seed": seed.0, "nodes_budget": if limit == u64::MAX { json!(null) } else { json!(limit) },
        "positions": rows.len(), "wins": wins, "concluded": correct + wrong, "proved": proved, "correct": correct,
        "wrong": wrong, "out": out, "mean_nodes": nodes as f64 / n, "mean_iterations": iterations as f64 / n,
        "most_iterations": most, "cpu_seconds": cpu_seconds,
        "conventions": {"question": "does the player to move win? a draw is no win", "truth": "alpha-beta",
            "cpu_seconds": "of the search alone"},
    });
    let text = format!(
        "  {} on {} positions of {plies} random stones ({wins} wins): {correct} right, {wrong} wrong, {out} out\n  \
         {:.0} iterations and {:.0} nodes each, at most {most} iterations; {cpu_seconds:.1} s of CPU",
        method.name(),
        rows.len(),
        iterations as f64 / n,
        nodes as f64 / n
    );
    let answer = Answer::new(json, text);
    Ok(match stopped {
        Some(why) => answer.exhausted(why),
        None if wrong > 0 => answer.negative(),
        None => answer,
    })
}
