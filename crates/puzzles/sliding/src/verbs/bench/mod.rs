//! Fixed work, instances with known answers, and random boards.

mod known;
mod random;

use std::fmt;

use quandary_core::{Budget, Context, InputError, Seed, Signature, Stop};
use quandary_search::astar::Ties;
use quandary_verbs::{Command, InputSpec, JSON_LINES, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use crate::generate::uniform;
use crate::notation::format_moves;
use crate::rules::{Size, Sliding};
use crate::solve::astar::AStar;
use crate::solve::distances::Distances;
use crate::solve::heuristic::Heuristic;

use known::{BENCH_GOAL, HEURISTIC, INSTANCES, KnownBoards, ONLY};
use random::{BOARDS_SEED, IMPROVE, RANDOM, RandomBoards};

pub(super) struct Bench;

/// Fixed work, instances with known answers, or random boards.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum BenchAnswer {
    Fixed(Fixed),
    Instances(Box<KnownBoards>),
    Random(Box<RandomBoards>),
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

impl Command for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Fixed work: the breadth-first search of the 8-puzzle and A* on 100 boards; a file of instances; or random \
                boards",
        input: InputSpec::None,
        options: &[
            INSTANCES.spec,
            ONLY.spec,
            HEURISTIC.spec,
            BENCH_GOAL.spec,
            RANDOM.spec,
            random::BOARDS.spec,
            BOARDS_SEED.spec,
            IMPROVE.spec,
            JSON_LINES.spec,
        ],
        examples: &[
            "bench sliding",
            "bench sliding --instances korf100.txt --json",
            "bench sliding --instances korf100.txt --only 1-20 --heuristic manhattan",
            "bench sliding --board 10x10 --count 2 --improve 100000",
        ],
        conventions: &[
            ("nodes", "children made in all beams and passes, the start not counted"),
            ("cpu_seconds", "solving; loading or building tables is table_seconds"),
            (
                "turns",
                "always the instance whose next pass is expected to be the cheapest, before all where it may be the last",
            ),
        ],
    };
    type Answer = BenchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
        match (request.find(INSTANCES), request.find(RANDOM)) {
            (Some(_), Some(_)) => Err(InputError::new("a file of boards and random boards at once")
                .expected("one of the two")
                .of_option("board")
                .into()),
            (Some(text), None) => known::instances(&text, request, context),
            (None, Some(size)) => Ok(random::random(size, request, context)),
            (None, None) => fixed(context),
        }
    }
}

const BOARDS: u64 = 100;

/// Fixed work. The signature is a hash of every decision: it changes only when behaviour does.
fn fixed(context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
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
    Ok(Reply::from(BenchAnswer::Fixed(fixed)).cut(stopped).signed(signature))
}

impl fmt::Display for BenchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchAnswer::Fixed(fixed) => write!(
                f,
                "  breadth-first search of the 8-puzzle: {} states in {:.1} ms of CPU\n  \
                 A* (manhattan, low-h) on {} boards: {} nodes in {:.1} ms of CPU",
                fixed.states,
                fixed.table_seconds * 1e3,
                fixed.boards,
                fixed.nodes - fixed.states,
                fixed.cpu_seconds * 1e3,
            ),
            BenchAnswer::Instances(all) => all.fmt(f),
            BenchAnswer::Random(all) => all.fmt(f),
        }
    }
}
