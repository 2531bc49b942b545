use std::fmt;

use quandary_core::words::thousands;
use quandary_core::{Context, Seed, Signature, Stop};
use quandary_verbs::{Command, InputSpec, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::generate::{Boardgen, random_puzzle};
use crate::solve::{Goal, Method, Solved, solve};
use crate::{Nonogram, Picture};

pub(super) struct Bench;

/// Fixed work: tournament boards to the first solution, random boards to a verdict.
#[derive(Serialize, JsonSchema)]
pub(super) struct BenchAnswer {
    /// Tournament boards solved.
    first: usize,
    /// Random boards judged.
    verdicts: usize,
    /// Decisions on both.
    nodes: u64,
    /// Decisions on the tournament boards.
    first_nodes: u64,
    /// CPU seconds of the tournament boards.
    first_seconds: f64,
    /// CPU seconds of the random boards.
    verdict_seconds: f64,
    /// CPU seconds of both.
    cpu_seconds: f64,
}

impl Command for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Fixed work: 40 tournament boards to the first solution, 20 random ones to a verdict",
        input: InputSpec::None,
        options: &[],
        examples: &["bench nonogram"],
        conventions: &[("signature", "a hash of every verdict and solution")],
    };
    type Answer = BenchAnswer;

    fn run(_: &Request, context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
        let tournament = Boardgen { n: 25, count: 40, first: 0.5, last: 0.35, seed: 12345 };
        let boards: Vec<Nonogram> = tournament.pictures().iter().map(Nonogram::of).collect();
        let random = |index: u64| random_puzzle(Seed(1), index, 30, 30, 0.5).0;
        let work = |puzzle: &Nonogram, goal| solve(puzzle, goal, Method::Best, &mut context.budget.clone());

        let before = (context.cpu_seconds)();
        let (first, stopped) =
            context.map("tournament boards", 40, |i| work(&boards[i as usize], Goal::First));
        let middle = (context.cpu_seconds)();
        let (verdicts, also) = context.map("random boards", 20, |i| work(&random(i), Goal::Unique));
        let after = (context.cpu_seconds)();

        let mut signature = Signature::new();
        for Solved { verdict, .. } in first.iter().chain(&verdicts) {
            signature.add(verdict.name().as_bytes());
            signature.add(verdict.picture().map(Picture::rows).unwrap_or_default().concat().as_bytes());
        }
        let nodes = |solved: &[Solved]| solved.iter().map(|solved| solved.nodes).sum::<u64>();
        let spent = first.iter().chain(&verdicts).find_map(|solved| solved.verdict.stopped());
        let benched = BenchAnswer {
            first: first.len(),
            verdicts: verdicts.len(),
            nodes: nodes(&first) + nodes(&verdicts),
            first_nodes: nodes(&first),
            first_seconds: middle - before,
            verdict_seconds: after - middle,
            cpu_seconds: after - before,
        };
        Ok(Reply::from(benched).signed(signature).cut(stopped.or(also).or(spent)))
    }
}

impl fmt::Display for BenchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "  first solution of {} tournament boards: {} nodes in {:.1} ms of CPU\n  \
             verdict on {} random 30x30: {} nodes in {:.1} ms of CPU",
            self.first,
            thousands(self.first_nodes),
            self.first_seconds * 1e3,
            self.verdicts,
            thousands(self.nodes - self.first_nodes),
            self.verdict_seconds * 1e3,
        )
    }
}
