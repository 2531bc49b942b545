use std::fmt;

use quandary_core::rules::perft;
use quandary_core::{Budget, Context, Exhausted, Seed, Signature, Stop};
use quandary_search::minimax::{Table, search};
use quandary_verbs::{Command, InputSpec, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::gomoku::rules::{Gomoku, Position, Rule};
use crate::gomoku::solve::Solver;
use crate::gomoku::threats::Threats;

pub(super) struct Bench;

/// Fixed work, and what it took.
#[derive(Serialize, JsonSchema)]
pub(super) struct BenchAnswer {
    /// CPU seconds of all of it.
    cpu_seconds: f64,
    results: Vec<Row>,
}

/// One piece of work.
#[derive(Serialize, JsonSchema)]
struct Row {
    /// What was done.
    work: String,
    /// What came out: a count, a value, or a sum of values.
    result: i64,
    /// Positions counted or searched.
    nodes: u64,
    cpu_seconds: f64,
    /// Null where it took no time.
    nodes_per_second: Option<f64>,
}

/// This many random positions for the searches, after this many stones.
const POSITIONS: (u64, usize) = (10, 12);

type Work = fn(&mut Budget) -> Result<(i64, u64), Exhausted>;

const WORK: [(&str, Work); 6] = [
    ("perft 3 on 15x15", |budget| counted(Rule::Free, 3, budget)),
    ("perft 3 on 15x15/renju", |budget| counted(Rule::Renju, 3, budget)),
    ("exact 3x3/3", |budget| solved(3, 3, budget)),
    ("exact 4x4/4", |budget| solved(4, 4, budget)),
    ("threats of 1 in 10 random positions", |budget| threatened(budget)),
    ("depth 2 in 10 random positions", |budget| judged(budget)),
];

impl Command for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Fixed work: counting games, small boards, wins by threats, values by patterns",
        input: InputSpec::None,
        options: &[],
        examples: &["bench gomoku"],
        conventions: &[("perft", "the last move is counted and not made")],
    };
    type Answer = BenchAnswer;

    fn run(_: &Request, context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
        let mut signature = Signature::new();
        let (mut results, mut stopped) = (Vec::new(), None);
        for (index, (name, work)) in WORK.into_iter().enumerate() {
            let before = (context.cpu_seconds)();
            match work(&mut context.budget.clone()) {
                Ok((result, nodes)) => {
                    let cpu_seconds = (context.cpu_seconds)() - before;
                    signature.add(&result.to_le_bytes());
                    signature.add(&nodes.to_le_bytes());
                    let nodes_per_second = (cpu_seconds > 0.0).then(|| nodes as f64 / cpu_seconds);
                    results.push(Row { work: name.into(), result, nodes, cpu_seconds, nodes_per_second });
                }
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            }
            context.progress.report("pieces of work", index as u64 + 1, WORK.len() as u64);
        }
        let cpu_seconds = results.iter().map(|row| row.cpu_seconds).sum();
        Ok(Reply::from(BenchAnswer { cpu_seconds, results }).cut(stopped).signed(signature))
    }
}

fn board(side: usize, row: usize, rule: Rule) -> Option<Gomoku> {
    Gomoku::new(side, side, row, rule).ok()
}

/// The games of this many moves, and their number as that of the positions counted.
fn counted(rule: Rule, depth: u32, budget: &mut Budget) -> Result<(i64, u64), Exhausted> {
    let Some(rules) = board(15, 5, rule) else { return Ok((0, 0)) };
    let games = perft(&rules, &Position::START, depth, budget)?;
    Ok((games as i64, games))
}

fn solved(side: usize, row: usize, budget: &mut Budget) -> Result<(i64, u64), Exhausted> {
    let Some(mut solver) = board(side, row, Rule::Free).and_then(Solver::new) else { return Ok((0, 0)) };
    let (bounds, stopped) = solver.bounds(&Position::START, budget);
    stopped.map_or(Ok((bounds.lower.into(), budget.spent())), Err)
}

fn each_random(
    budget: &mut Budget,
    mut value: impl FnMut(&Gomoku, &Position, &mut Budget) -> Result<i64, Exhausted>,
) -> Result<(i64, u64), Exhausted> {
    let Some(rules) = board(15, 5, Rule::Free) else { return Ok((0, 0)) };
    let mut sum = 0;
    for index in 0..POSITIONS.0 {
        let position = rules.random_position(POSITIONS.1, &mut Seed(1).stream(index));
        sum += value(&rules, &position, budget)?;
    }
    Ok((sum, budget.spent()))
}

fn threatened(budget: &mut Budget) -> Result<(i64, u64), Exhausted> {
    each_random(budget, |rules, position, budget| {
        let mut threats = Threats::new(*rules, position.mover(), budget);
        Ok(i64::from(threats.find(position, 1, budget)?.is_some()))
    })
}

fn judged(budget: &mut Budget) -> Result<(i64, u64), Exhausted> {
    let mut table = Table::new(14);
    each_random(budget, |rules, position, budget| {
        table.clear();
        let (found, stopped) = search(rules, position, 2, &mut table, budget);
        stopped.map_or(Ok(found.value.into()), Err)
    })
}

impl fmt::Display for BenchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Row { work, result, nodes, cpu_seconds, nodes_per_second } in &self.results {
            write!(f, "  {work:<36} {result:>12} {nodes:>12} nodes {cpu_seconds:>8.3} s")?;
            if let Some(speed) = nodes_per_second {
                write!(f, " {:>9.3} million a second", speed / 1e6)?;
            }
            writeln!(f)?;
        }
        write!(f, "  {:.3} s of CPU", self.cpu_seconds)
    }
}
