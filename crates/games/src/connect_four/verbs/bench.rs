use std::fmt;

use quandary_core::{Context, Seed, Signature, Stop};
use quandary_search::proof::Method;
use quandary_verbs::proving::{METHODS, PLAYOUTS, THETA, options};
use quandary_verbs::{Command, InputSpec, Opt, OptionSpec, Reply, Request, SEED, VerbSpec, join};
use schemars::JsonSchema;
use serde::Serialize;

use super::contest::{self, Contest};
use super::{SIGHT, TABLE, bits};
use crate::connect_four::any::AnySolver;
use crate::connect_four::generate::undecided;
use crate::connect_four::notation::{Record, format_record, parse_cases};
use crate::connect_four::play::BOARD;
use crate::verbs::METHOD;

const POSITIONS: Opt<String> =
    Opt::file("positions", "A file of `moves score` lines [default: 100 fixed positions of 14 stones]")
        .only_with("method", &["alpha-beta"]);

const OPTIONS: [OptionSpec; 13] = join(
    [
        BOARD.spec,
        POSITIONS.spec,
        TABLE.spec,
        METHOD.spec,
        contest::COUNT.spec,
        contest::PLIES.spec,
        SIGHT.spec,
    ],
    options(PLAYOUTS, THETA, SEED.only_with("method", METHODS)),
);

/// Fixed work without a file: this many positions of this many stones.
const FIXED: (u64, u32) = (100, 14);

pub(super) struct Bench;

/// Positions solved exactly, or a contest of proof-number searches.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum BenchAnswer {
    Exact(Exact),
    Contest(Box<Contest>),
}

/// Positions solved exactly.
#[derive(Serialize, JsonSchema)]
pub(super) struct Exact {
    /// Positions solved.
    positions: u64,
    /// Those whose score is the known one; null where no scores are known.
    correct: Option<u64>,
    /// Positions searched for each.
    mean_nodes: f64,
    /// CPU seconds of solving.
    cpu_seconds: f64,
    nodes_per_second: Option<f64>,
    /// Bytes of the solver's table.
    table_bytes: usize,
    /// Those whose score is not the known one.
    wrong: Vec<Wrong>,
}

/// A score that is not the known one.
#[derive(Serialize, JsonSchema)]
struct Wrong {
    position: String,
    expected: i32,
    score: i32,
}

impl Command for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Solve a file of `moves score` lines, or 100 fixed positions; or a proof-number method on random ones",
        input: InputSpec::None,
        options: &OPTIONS,
        examples: &[
            "bench connect-four",
            "bench connect-four --positions middle-easy.txt --json",
            "bench connect-four --method df-pn --sight --count 200",
        ],
        conventions: &[
            ("solver", "strong scores, no book, table emptied before each position"),
            ("question", "for a proof-number method: does the player to move win? a draw is not a win"),
            ("truth", "alpha-beta; cpu_seconds are of the search alone"),
        ],
    };
    type Answer = BenchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
        match Method::named(request.get(METHOD)) {
            Some(method) => {
                let (contest, stopped) = contest::run(method, request, context)?;
                let erred = contest.has_erred();
                let answer = BenchAnswer::Contest(Box::new(contest));
                Ok(if erred { Reply::negative(answer) } else { answer.into() }.cut(stopped))
            }
            None => exactly(request, context),
        }
    }
}

fn exactly(request: &Request, context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
    let size = request.get(BOARD);
    let cases: Vec<(Record, Option<i32>)> = match request.find(POSITIONS) {
        Some(text) => {
            let cases = parse_cases(&text, size).map_err(|error| error.of_option("positions"))?;
            cases.into_iter().map(|(record, score)| (record, Some(score))).collect()
        }
        None => (0..FIXED.0).map(|index| (undecided(size, FIXED.1, Seed(1), index), None)).collect(),
    };
    let bits = bits(request, context);
    let mut size_of_solver = cases[0].0.size;
    let mut solver = AnySolver::new(size_of_solver, bits);
    let mut budget = context.budget.clone();
    let before = (context.cpu_seconds)();
    let mut signature = Signature::new();
    let (mut solved, mut correct, mut nodes) = (0, 0, 0);
    let mut wrong = Vec::new();
    let mut stopped = None;
    for (record, expected) in &cases {
        if record.size != size_of_solver {
            (solver, size_of_solver) = (AnySolver::new(record.size, bits), record.size);
        }
        let solution = match solver.solve(record.position, &mut budget) {
            Ok(solution) => solution,
            Err(why) => {
                stopped = Some(why);
                break;
            }
        };
        solved += 1;
        nodes += solution.nodes;
        signature.add(&solution.score.to_le_bytes());
        signature.add(&solution.nodes.to_le_bytes());
        match expected {
            Some(score) if *score != solution.score => {
                wrong.push(Wrong {
                    position: format_record(record),
                    expected: *score,
                    score: solution.score,
                });
            }
            _ => correct += 1,
        }
        context.progress.report("positions", solved, cases.len() as u64);
    }
    let cpu_seconds = (context.cpu_seconds)() - before;
    let known = cases.iter().all(|(_, expected)| expected.is_some());
    let is_wrong = !wrong.is_empty();
    let exact = Exact {
        positions: solved,
        correct: known.then_some(correct),
        mean_nodes: nodes as f64 / solved.max(1) as f64,
        cpu_seconds,
        nodes_per_second: (cpu_seconds > 0.0).then(|| nodes as f64 / cpu_seconds),
        table_bytes: solver.table_bytes(),
        wrong,
    };
    let answer = BenchAnswer::Exact(exact);
    let reply = if is_wrong { Reply::negative(answer) } else { answer.into() };
    Ok(reply.cut(stopped).signed(signature))
}

impl fmt::Display for BenchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BenchAnswer::Exact(exact) => {
                write!(f, "  {} positions", exact.positions)?;
                if let Some(correct) = exact.correct {
                    write!(f, ", {correct} right")?;
                }
                let each = exact.cpu_seconds / exact.positions.max(1) as f64 * 1e6;
                write!(f, ", {:.1} nodes and {each:.1} us of CPU each", exact.mean_nodes)
            }
            BenchAnswer::Contest(contest) => contest.fmt(f),
        }
    }
}
