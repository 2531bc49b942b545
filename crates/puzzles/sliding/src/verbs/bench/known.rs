//! A file of instances with known lengths, solved in turns by IDA*, with beams where they help.

use std::fmt;
use std::str::FromStr;

use quandary_core::{Context, Exhausted, InputError, Stop};
use quandary_verbs::{Opt, Reply, Request};
use schemars::JsonSchema;
use serde::Serialize;

use super::BenchAnswer;
use crate::instances::{self, Instance};
use crate::notation::format_moves;
use crate::play::{GOAL, Goal};
use crate::rules::Board;
use crate::solve::heuristic::Heuristic;
use crate::solve::turns::{Standing, in_turns};
use crate::verbs::exact_solver;

pub(super) const INSTANCES: Opt<String> = Opt::file(
    "instances",
    "Solve the boards of a file with known lengths: NUMBER … OPTIMAL NODES, two blanks, the tiles",
);
pub(super) const ONLY: Opt<Numbers> =
    Opt::text("only", "LIST", &[], "Numbers of the instances to solve, such as 1-20,38")
        .only_with("instances", &[]);
pub(super) const HEURISTIC: Opt<Heuristic> = Opt::one_of(
    "heuristic",
    "NAME",
    &["manhattan", "linear-conflict", "walking-distance", "patterns", "large-patterns"],
    "For --instances: the heuristic of IDA*",
)
.or("large-patterns")
.only_with("instances", &[]);
pub(super) const BENCH_GOAL: Opt<Goal> = GOAL
    .with_help("For --instances: the goal; benchmarks have the empty cell first")
    .or("first")
    .only_with("instances", &[]);

/// Instances with known lengths.
#[derive(Serialize, JsonSchema)]
pub(in crate::verbs) struct KnownBoards {
    /// Rows and columns.
    board: String,
    method: &'static str,
    heuristic: String,
    /// Instances tried.
    instances: usize,
    /// Those whose length is the known one.
    correct: usize,
    /// Those that were not solved in time.
    unsolved: usize,
    /// Children made in all beams and passes, the start not counted.
    nodes: u64,
    /// CPU seconds of solving.
    cpu_seconds: f64,
    /// CPU seconds of loading or building tables.
    table_seconds: f64,
    /// Those whose node count is the published one.
    same_nodes_as_published: usize,
    results: Vec<Row>,
}

/// The result of one instance.
#[derive(Serialize, JsonSchema)]
struct Row {
    number: u64,
    /// The known length.
    optimal: u32,
    /// The length found, once it is proved that nothing is shorter.
    length: Option<u32>,
    lower_bound: u32,
    /// Moves of the shortest solution so far.
    upper_bound: Option<u32>,
    nodes: u64,
    published_nodes: u64,
    cpu_seconds: f64,
    /// The shortest solution so far.
    moves: Option<String>,
}

/// Numbers of instances: `1-20,38`.
#[derive(Clone, Debug)]
pub(in crate::verbs) struct Numbers(Vec<std::ops::RangeInclusive<u64>>);

impl FromStr for Numbers {
    type Err = InputError;

    fn from_str(list: &str) -> Result<Numbers, InputError> {
        let range = |part: &str| {
            let (low, high) = part.split_once('-').unwrap_or((part, part));
            let (low, high) = (low.trim().parse::<u64>().ok()?, high.trim().parse::<u64>().ok()?);
            (low <= high).then_some(low..=high)
        };
        let ranges: Option<Vec<_>> = list.split(',').map(range).collect();
        ranges.map(Numbers).ok_or_else(|| {
            InputError::new(format!("`{list}` cannot be used"))
                .expected("numbers and ranges, such as 1-20,38")
        })
    }
}

pub(super) fn instances(
    text: &str,
    request: &Request,
    context: &Context<'_>,
) -> Result<Reply<BenchAnswer>, Stop> {
    let mut instances = instances::parse(text, None).map_err(|error| error.of_option("instances"))?;
    if let Some(Numbers(wanted)) = request.find(ONLY) {
        instances.retain(|instance| wanted.iter().any(|range| range.contains(&instance.number)));
    }
    let Some(first) = instances.first() else {
        return Err(InputError::new("no instance has one of these numbers").of_option("only").into());
    };
    let size = first.board.size();
    if let Some(other) = instances.iter().find(|instance| instance.board.size() != size) {
        let what = format!("instance {} is not {size} like the first", other.number);
        return Err(InputError::new(what).of_option("instances").into());
    }
    let puzzle = request.get(BENCH_GOAL).of(size)?;
    let heuristic = request.get(HEURISTIC);
    let before = (context.cpu_seconds)();
    let solver = exact_solver(&puzzle, heuristic, context);
    let table_seconds = (context.cpu_seconds)() - before;
    let before = (context.cpu_seconds)();
    let mut method = "idastar";
    let (results, stopped): (Vec<Row>, Option<Exhausted>) = match solver {
        Ok(solver) => {
            let boards: Vec<Board> = instances.iter().map(|instance| instance.board.clone()).collect();
            if solver.level(&first.board).is_some() {
                method = "idastar with beams";
            }
            let (all, stopped) = in_turns(&*solver, &boards, context, |index, standing| {
                context.emit(&Row::new(&instances[index], standing));
            });
            (instances.iter().zip(&all).map(|(instance, one)| Row::new(instance, one)).collect(), stopped)
        }
        Err(Stop::Exhausted(why)) => (Vec::new(), Some(why)),
        Err(refused) => return Err(refused),
    };
    let benched = KnownBoards {
        board: size.to_string(),
        method,
        heuristic: heuristic.to_string(),
        instances: results.len(),
        correct: results.iter().filter(|row| row.length == Some(row.optimal)).count(),
        unsolved: results.iter().filter(|row| row.length.is_none()).count(),
        nodes: results.iter().map(|row| row.nodes).sum(),
        cpu_seconds: (context.cpu_seconds)() - before,
        table_seconds,
        // The published counts include the start itself.
        same_nodes_as_published: results.iter().filter(|row| row.nodes + 1 == row.published_nodes).count(),
        results,
    };
    let wrong = benched.correct + benched.unsolved != benched.instances;
    let answer = BenchAnswer::Instances(Box::new(benched));
    Ok(if wrong { Reply::negative(answer) } else { answer.into() }.cut(stopped))
}

impl Row {
    fn new(instance: &Instance, standing: &Standing) -> Row {
        let upper_bound = standing.path.as_ref().map(|path| path.len() as u32);
        Row {
            number: instance.number,
            optimal: instance.optimal,
            length: upper_bound.filter(|_| standing.is_solved()),
            lower_bound: standing.lower_bound,
            upper_bound,
            nodes: standing.nodes,
            published_nodes: instance.nodes,
            cpu_seconds: standing.cpu_seconds,
            moves: standing.path.as_deref().map(format_moves),
        }
    }
}

impl fmt::Display for KnownBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  no  known   found         nodes     published  CPU s")?;
        for row in &self.results {
            let found = match (row.length, row.upper_bound) {
                (Some(length), _) => length.to_string(),
                (None, Some(most)) => format!("{}-{most}", row.lower_bound),
                (None, None) => format!("≥{}", row.lower_bound),
            };
            writeln!(
                f,
                "{:>4} {:>6} {found:>7} {:>13} {:>13} {:>6.2}",
                row.number, row.optimal, row.nodes, row.published_nodes, row.cpu_seconds
            )?;
        }
        write!(
            f,
            "{} of {} lengths right, {} nodes in {:.2} s of CPU ({}), tables {:.2} s",
            self.correct, self.instances, self.nodes, self.cpu_seconds, self.heuristic, self.table_seconds
        )?;
        match self.same_nodes_as_published {
            0 => Ok(()),
            same => write!(f, "\n{same} node counts equal the published ones (which count the start too)"),
        }
    }
}
