use std::fmt;

use quandary_core::rules::{Rules, random_line};
use quandary_core::{Context, Seed, Signature, Stop};
use quandary_search::minimax::{Table, search};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::rules;
use crate::checkers::notation::{format_move, format_position};
use crate::checkers::play::DRAWS;
use crate::checkers::rules::State;

const DEPTH: Opt<u64> = Opt::whole("depth", "N", 1, 32, "Moves of both sides to look ahead").or("8");

/// Fixed work: how many positions, and after how many random moves.
const FIXED: (u64, usize) = (20, 24);
/// 2^16 entries of 16 bytes.
const TABLE_BITS: u32 = 16;

pub(super) struct Bench;

/// Positions searched to a depth.
#[derive(Serialize, JsonSchema)]
pub(super) struct BenchAnswer {
    depth: u32,
    /// Positions looked at, for all.
    nodes: u64,
    /// CPU seconds of searching.
    cpu_seconds: f64,
    results: Vec<Row>,
}

/// The result of one position.
#[derive(Serialize, JsonSchema)]
struct Row {
    position: String,
    /// Hundredths of a man for the side to move.
    value: i32,
    best: Option<String>,
    nodes: u64,
    cpu_seconds: f64,
}

impl Command for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Search 20 fixed positions to a depth",
        input: InputSpec::None,
        options: &[DRAWS.spec, DEPTH.spec],
        examples: &["bench checkers --depth 10"],
        conventions: &[("search", "minimax values by alpha-beta, a new table for each position")],
    };
    type Answer = BenchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
        let (rules, depth) = (rules(request), request.get(DEPTH) as u32);
        let mut budget = context.budget.clone();
        let mut signature = Signature::new();
        let (mut results, mut stopped) = (Vec::new(), None);
        for index in 0..FIXED.0 {
            let state = random_line(&rules, &State::default(), FIXED.1, &mut Seed(1).stream(index)).1;
            if rules.turn(&state).side().is_none() {
                continue;
            }
            let before = (context.cpu_seconds)();
            let (found, why) = search(&rules, &state, depth, &mut Table::new(TABLE_BITS), &mut budget);
            if why.is_some() {
                stopped = why;
                break;
            }
            signature.add(&found.value.to_le_bytes());
            signature.add(&found.nodes.to_le_bytes());
            results.push(Row {
                position: format_position(&state),
                value: found.value,
                best: found.best.map(format_move),
                nodes: found.nodes,
                cpu_seconds: (context.cpu_seconds)() - before,
            });
            context.progress.report("positions", index + 1, FIXED.0);
        }
        let benched = BenchAnswer {
            depth,
            nodes: results.iter().map(|row| row.nodes).sum(),
            cpu_seconds: results.iter().map(|row| row.cpu_seconds).sum(),
            results,
        };
        Ok(Reply::from(benched).cut(stopped).signed(signature))
    }
}

impl fmt::Display for BenchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.results {
            let best = row.best.as_deref().unwrap_or("");
            writeln!(f, "  {:>+6} {best:<12} {:>10} nodes {:>8.3} s", row.value, row.nodes, row.cpu_seconds)?;
        }
        let positions = self.results.len();
        write!(f, "  {positions} positions, {} nodes, {:.3} s of CPU", self.nodes, self.cpu_seconds)
    }
}
