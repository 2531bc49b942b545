use quandary_core::face::{Answer, Context};
use quandary_core::{Seed, Signature};
use serde_json::json;

use crate::generate::{Boardgen, random_puzzle};
use crate::solve::{Goal, Method, Solved, solve};
use crate::{Nonogram, Picture};

/// Fixed work. The signature is a hash of every verdict and solution: it changes only when behaviour does.
pub(super) fn run(context: &Context<'_>) -> Answer {
    let tournament = Boardgen { n: 25, count: 40, first: 0.5, last: 0.35, seed: 12345 };
    let boards: Vec<Nonogram> = tournament.pictures().iter().map(Nonogram::of).collect();
    let random = |index: u64| random_puzzle(Seed(1), index, 30, 30, 0.5).0;
    let work = |puzzle: &Nonogram, goal| solve(puzzle, goal, Method::Best, &mut context.budget.clone());

    let before = (context.cpu_seconds)();
    let (first, stopped) = context.map("tournament boards", 40, |i| work(&boards[i as usize], Goal::First));
    let middle = (context.cpu_seconds)();
    let (verdicts, also) = context.map("random boards", 20, |i| work(&random(i), Goal::Unique));
    let after = (context.cpu_seconds)();

    let mut signature = Signature::new();
    let mut nodes = [0, 0];
    for (part, solved) in [&first, &verdicts].into_iter().enumerate() {
        for Solved { verdict, nodes: spent, .. } in solved {
            signature.add(verdict.name().as_bytes());
            signature.add(verdict.picture().map(Picture::rows).unwrap_or_default().concat().as_bytes());
            nodes[part] += spent;
        }
    }
    let text = format!(
        "  first solution of 40 tournament boards: {} nodes in {:.1} ms of CPU\n  \
         verdict on 20 random 30x30: {} nodes in {:.1} ms of CPU\n  signature {signature}",
        nodes[0],
        (middle - before) * 1e3,
        nodes[1],
        (after - middle) * 1e3,
    );
    let json = json!({"schema": 1, "puzzle": "nonogram", "signature": signature.to_string(),
        "nodes": nodes[0] + nodes[1], "first_seconds": middle - before, "verdict_seconds": after - middle,
        "cpu_seconds": after - before});
    let answer = Answer::new(json, text);
    match stopped.or(also) {
        None => answer,
        Some(why) => answer.exhausted(why),
    }
}
