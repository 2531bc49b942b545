use std::fmt;
use std::str::FromStr;

use quandary_core::context::Sequential;
use quandary_core::face::{Ask, InputSpec, Opt, Reply, Request, VerbSpec};
use quandary_core::{Budget, Context, Exhausted, InputError, Seed, Signature, Stop};
use quandary_search::astar::Ties;
use schemars::JsonSchema;
use serde::Serialize;

use super::exact_solver;
use crate::generate::uniform;
use crate::instances::{self, Instance};
use crate::notation::format_moves;
use crate::play::{GOAL, Goal};
use crate::rules::{Size, Sliding};
use crate::solve::astar::AStar;
use crate::solve::distances::Distances;
use crate::solve::heuristic::Heuristic;
use crate::solve::idastar::Solver;

const INSTANCES: Opt<String> = Opt::file(
    "instances",
    "Solve the boards of a file with known lengths: NUMBER … OPTIMAL NODES, two blanks, the tiles",
);
const ONLY: Opt<Numbers> =
    Opt::text("only", "LIST", &[], "Numbers of the instances to solve, such as 1-20,38")
        .only_with("instances", &[]);
const HEURISTIC: Opt<Heuristic> = Opt::one_of(
    "heuristic",
    "NAME",
    &["manhattan", "linear-conflict", "walking-distance", "patterns", "large-patterns"],
    "For --instances: the heuristic of IDA*",
)
.or("large-patterns")
.only_with("instances", &[]);
const BENCH_GOAL: Opt<Goal> = GOAL
    .with_help("For --instances: the goal; benchmarks have the empty cell first")
    .or("first")
    .only_with("instances", &[]);

pub(super) struct Bench;

/// Fixed work, or instances with known answers.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Benched {
    Fixed(Fixed),
    Instances(Box<KnownBoards>),
}

/// The breadth-first search of the 8-puzzle, and A* on boards.
#[derive(Serialize, JsonSchema)]
pub(super) struct Fixed {
    /// States of the table and nodes of A*.
    nodes: u64,
    /// States of the table.
    states: u64,
    /// Boards that A* solved.
    boards: usize,
    /// CPU seconds of the table.
    table_seconds: f64,
    /// CPU seconds of A*.
    cpu_seconds: f64,
}

/// Instances with known lengths.
#[derive(Serialize, JsonSchema)]
pub(super) struct KnownBoards {
    /// Rows and columns.
    board: String,
    method: &'static str,
    heuristic: String,
    /// Instances tried.
    instances: usize,
    /// Those whose length is the known one.
    correct: usize,
    /// Children made in all passes, the start not counted.
    nodes: u64,
    /// CPU seconds of solving.
    cpu_seconds: f64,
    /// CPU seconds of loading or building tables.
    table_seconds: f64,
    /// Those whose node count is the published one.
    same_nodes_as_published: usize,
    results: Vec<Row>,
}

/// What became of one instance.
#[derive(Serialize, JsonSchema)]
struct Row {
    number: u64,
    /// The known length.
    optimal: u32,
    /// The length found.
    length: Option<u32>,
    lower_bound: u32,
    nodes: u64,
    published_nodes: u64,
    cpu_seconds: f64,
}

/// Numbers of instances: `1-20,38`.
#[derive(Clone, Debug)]
struct Numbers(Vec<std::ops::RangeInclusive<u64>>);

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

impl Ask for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Fixed work: the breadth-first search of the 8-puzzle and A* on 100 boards; or a file of instances",
        input: InputSpec::None,
        options: &[INSTANCES.spec, ONLY.spec, HEURISTIC.spec, BENCH_GOAL.spec],
        examples: &[
            "bench sliding",
            "bench sliding --instances korf100.txt --json",
            "bench sliding --instances korf100.txt --only 1-20 --heuristic manhattan",
        ],
        conventions: &[
            ("nodes", "children made in all passes, the start not counted"),
            ("cpu_seconds", "solving; loading or building tables is table_seconds"),
        ],
    };
    type Answer = Benched;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<Benched>, Stop> {
        match request.find(INSTANCES) {
            Some(text) => instances(&text, request, context),
            None => fixed(context),
        }
    }
}

const BOARDS: u64 = 100;

/// Fixed work. The signature is a hash of every decision: it changes only when behaviour does.
fn fixed(context: &Context<'_>) -> Result<Reply<Benched>, Stop> {
    let puzzle = Sliding::ordered(Size::new(3, 3)?);
    let before = (context.cpu_seconds)();
    let distances = Distances::new(&puzzle).expect("nine cells fit");
    let table_seconds = (context.cpu_seconds)() - before;

    let solver = AStar::new(&puzzle, Heuristic::Manhattan, Ties::LowH).expect("nine cells fit");
    let before = (context.cpu_seconds)();
    let (solved, stopped) = context.map("A* on 8-puzzles", BOARDS, |index| {
        let mut stream = Seed(1).stream(index);
        let board = uniform(&puzzle, &mut stream);
        let mut budget = Budget::unlimited();
        let found = solver.solve(&board, &mut stream, &mut budget, |_| {}).expect("no limit was set");
        (format_moves(&found.path.expect("the board is solvable")), found.expanded)
    });
    let cpu_seconds = (context.cpu_seconds)() - before;

    let mut signature = Signature::new();
    signature.add(format!("{:?}", distances.by_length()).as_bytes());
    let states = distances.states();
    let mut nodes = states;
    for (moves, expanded) in &solved {
        signature.add(moves.as_bytes());
        nodes += expanded;
    }
    let fixed = Fixed { nodes, states, boards: solved.len(), table_seconds, cpu_seconds };
    Ok(Reply::from(Benched::Fixed(fixed)).cut(stopped).signed(signature))
}

fn instances(text: &str, request: &Request, context: &Context<'_>) -> Result<Reply<Benched>, Stop> {
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
    let (results, stopped): (Vec<Row>, Option<Exhausted>) = match solver {
        Ok(solver) => context.map("instances", instances.len() as u64, |index| {
            solve(&*solver, &instances[index as usize], context)
        }),
        Err(Stop::Exhausted(why)) => (Vec::new(), Some(why)),
        Err(refused) => return Err(refused),
    };
    let benched = KnownBoards {
        board: size.to_string(),
        method: "idastar",
        heuristic: heuristic.to_string(),
        instances: results.len(),
        correct: results.iter().filter(|row| row.length == Some(row.optimal)).count(),
        nodes: results.iter().map(|row| row.nodes).sum(),
        cpu_seconds: (context.cpu_seconds)() - before,
        table_seconds,
        // The published counts include the start itself.
        same_nodes_as_published: results.iter().filter(|row| row.nodes + 1 == row.published_nodes).count(),
        results,
    };
    let wrong = benched.correct != benched.instances;
    let answer = Benched::Instances(Box::new(benched));
    Ok(if wrong { Reply::negative(answer) } else { answer.into() }.cut(stopped))
}

/// Solves one instance on one thread; the threads are for the instances.
fn solve(solver: &dyn Solver, instance: &Instance, context: &Context<'_>) -> Row {
    let before = (context.cpu_seconds)();
    let answer = solver.solve_within(&instance.board, u32::MAX, &mut context.budget.clone(), &Sequential);
    let (length, lower_bound, nodes) = match answer {
        Ok(found) => {
            (found.path.as_ref().map(|path| path.len() as u32), found.lower_bound, found.generated())
        }
        Err(cut) => (None, cut.lower_bound, cut.generated),
    };
    Row {
        number: instance.number,
        optimal: instance.optimal,
        length,
        lower_bound,
        nodes,
        published_nodes: instance.nodes,
        cpu_seconds: (context.cpu_seconds)() - before,
    }
}

impl fmt::Display for Benched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Benched::Fixed(fixed) => write!(
                f,
                "  breadth-first search of the 8-puzzle: {} states in {:.1} ms of CPU\n  \
                 A* (manhattan, low-h) on {} boards: {} nodes in {:.1} ms of CPU",
                fixed.states,
                fixed.table_seconds * 1e3,
                fixed.boards,
                fixed.nodes - fixed.states,
                fixed.cpu_seconds * 1e3,
            ),
            Benched::Instances(all) => all.fmt(f),
        }
    }
}

impl fmt::Display for KnownBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "  no  known  found         nodes     published  CPU s")?;
        for row in &self.results {
            let found =
                row.length.map_or_else(|| format!("≥{}", row.lower_bound), |length| length.to_string());
            writeln!(
                f,
                "{:>4} {:>6} {found:>6} {:>13} {:>13} {:>6.2}",
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
