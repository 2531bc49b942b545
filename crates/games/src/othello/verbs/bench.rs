use std::fmt;

use quandary_core::{Context, InputError, Seed, Signature, Stop};
use quandary_verbs::{Command, InputSpec, Opt, Reply, Request, VerbSpec};
use schemars::JsonSchema;
use serde::Serialize;

use super::{TABLE, bits};
use crate::othello::notation::{OthelloPosition, format_action, format_position, parse_cases};
use crate::othello::rules::{Board, Othello};
use crate::othello::solve::Endgame;

const POSITIONS: Opt<String> = Opt::file(
    "positions",
    "A file of lines as in the FFO test [default: 20 fixed positions of 14 empty squares]",
);
const FROM: Opt<u64> = Opt::whole("from", "N", 1, 1 << 40, "First line to solve, from 1").or("1");
const COUNT: Opt<u64> = Opt::whole("count", "N", 1, 1 << 40, "How many lines to solve at most");

/// Fixed work without a file: this many positions after this many discs.
const FIXED: (u64, u32) = (20, 46);

pub(super) struct Bench;

/// Positions solved exactly.
#[derive(Serialize, JsonSchema)]
pub(super) struct BenchAnswer {
    /// Positions solved.
    positions: usize,
    /// Those whose score is the known one; null where no scores are known.
    correct: Option<usize>,
    /// Positions searched for each.
    mean_nodes: f64,
    /// CPU seconds of solving.
    cpu_seconds: f64,
    results: Vec<Row>,
}

/// The result of one position.
#[derive(Serialize, JsonSchema)]
struct Row {
    /// Its number, from 1.
    line: usize,
    position: String,
    /// Empty squares.
    empty: u32,
    score: i32,
    /// The known score.
    expected: Option<i32>,
    /// A best move.
    best: Option<String>,
    nodes: u64,
    cpu_seconds: f64,
}

impl Row {
    fn is_right(&self) -> bool {
        self.expected.is_none_or(|expected| expected == self.score)
    }
}

impl Command for Bench {
    const SPEC: VerbSpec = VerbSpec {
        name: "bench",
        about: "Solve a file of `board side; MOVE:score;` lines, or 20 fixed positions",
        input: InputSpec::None,
        options: &[POSITIONS.spec, FROM.spec, COUNT.spec, TABLE.spec],
        examples: &["bench othello", "bench othello --positions fforum-40-59.obf --count 5 --json"],
        conventions: &[("solver", "exact scores, a new table for each position")],
    };
    type Answer = BenchAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<BenchAnswer>, Stop> {
        let cases = cases(request)?;
        let from = request.get(FROM) as usize;
        let bits = bits(request, context);
        let mut budget = context.budget.clone();
        let mut signature = Signature::new();
        let (mut results, mut stopped) = (Vec::new(), None);
        for (index, (placed, expected)) in cases.iter().enumerate() {
            let mut solver = Endgame::new(placed.board, bits);
            let before = (context.cpu_seconds)();
            let solution = match solver.solve(placed.position, &mut budget) {
                Ok(solution) => solution,
                Err(why) => {
                    stopped = Some(why);
                    break;
                }
            };
            signature.add(&solution.score.to_le_bytes());
            signature.add(&solution.nodes.to_le_bytes());
            results.push(Row {
                line: from + index,
                position: format_position(placed),
                empty: placed.empties(),
                score: solution.score,
                expected: *expected,
                best: solution.best.map(|action| format_action(placed.board, action)),
                nodes: solution.nodes,
                cpu_seconds: (context.cpu_seconds)() - before,
            });
            context.progress.report("positions", index as u64 + 1, cases.len() as u64);
        }
        let right = results.iter().filter(|row| row.is_right()).count();
        let known = cases.iter().all(|(_, expected)| expected.is_some());
        let wrong = right < results.len();
        let benched = BenchAnswer {
            positions: results.len(),
            correct: known.then_some(right),
            mean_nodes: results.iter().map(|row| row.nodes).sum::<u64>() as f64 / results.len().max(1) as f64,
            cpu_seconds: results.iter().map(|row| row.cpu_seconds).sum(),
            results,
        };
        let reply = if wrong { Reply::negative(benched) } else { benched.into() };
        Ok(reply.cut(stopped).signed(signature))
    }
}

fn cases(request: &Request) -> Result<Vec<(OthelloPosition, Option<i32>)>, InputError> {
    let all: Vec<(OthelloPosition, Option<i32>)> = match request.find(POSITIONS) {
        Some(text) => {
            let cases = parse_cases(&text).map_err(|error| error.of_option("positions"))?;
            cases.into_iter().map(|(placed, score)| (placed, Some(score))).collect()
        }
        None => (0..FIXED.0)
            .map(|index| {
                let board = Board::Eight;
                let position = Othello(board).random_position(FIXED.1, &mut Seed(1).stream(index));
                (OthelloPosition { board, position }, None)
            })
            .collect(),
    };
    let count = request.find(COUNT).map_or(usize::MAX, |count| count as usize);
    Ok(all.into_iter().skip(request.get(FROM) as usize - 1).take(count).collect())
}

impl fmt::Display for BenchAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.results {
            writeln!(
                f,
                "  {:>3} {:>2} empty {:>+4} {:<4} {}{:>12} nodes {:>8.3} s",
                row.line,
                row.empty,
                row.score,
                row.best.as_deref().unwrap_or(""),
                if row.is_right() { "" } else { "WRONG " },
                row.nodes,
                row.cpu_seconds
            )?;
        }
        write!(f, "  {} positions", self.positions)?;
        if let Some(correct) = self.correct {
            write!(f, ", {correct} right")?;
        }
        let nodes: u64 = self.results.iter().map(|row| row.nodes).sum();
        write!(f, ", {nodes} nodes, {:.3} s of CPU", self.cpu_seconds)
    }
}
