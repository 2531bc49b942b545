//! Random boards of any size, solved well rather than shortest.

use std::fmt;

use quandary_core::{Context, Seed};
use quandary_verbs::{COUNT, Opt, Reply, Request, SEED};
use schemars::JsonSchema;
use serde::Serialize;

use super::BenchAnswer;
use crate::generate::uniform;
use crate::rules::{Size, Sliding};
use crate::solve::answer;

pub(super) const RANDOM: Opt<Size> =
    Opt::text("board", "RxC", &[], "Solve random boards of this size as `solve --method fast` does");
pub(super) const BOARDS: Opt<u64> = COUNT.with_help("For --board: how many").or("20").only_with("board", &[]);
pub(super) const BOARDS_SEED: Opt<u64> = SEED.only_with("board", &[]);
pub(super) const IMPROVE: Opt<u64> =
    Opt::whole("improve", "NODES", 0, u64::MAX, "For --board: nodes to spend on shortening each solution")
        .or("2000000")
        .only_with("board", &[]);

/// Random boards.
#[derive(Serialize, JsonSchema)]
pub(in crate::verbs) struct RandomBoards {
    /// Rows and columns.
    board: String,
    seed: u64,
    /// Nodes that each board might take.
    improve: u64,
    /// Mean moves of the solutions.
    moves: Option<f64>,
    /// Mean of the bounds: no solution is shorter.
    lower_bound: Option<f64>,
    /// CPU seconds in all.
    cpu_seconds: f64,
    results: Vec<RandomBoard>,
}

/// The result of one board.
#[derive(Serialize, JsonSchema)]
struct RandomBoard {
    /// Moves of the solution.
    moves: usize,
    lower_bound: u32,
    nodes: u64,
    cpu_seconds: f64,
}

pub(super) fn random(size: Size, request: &Request, context: &Context<'_>) -> Reply<BenchAnswer> {
    let puzzle = Sliding::ordered(size);
    let (seed, improve) = (request.get(BOARDS_SEED), request.get(IMPROVE));
    let start = (context.cpu_seconds)();
    let (results, stopped) = context.map("boards", request.get(BOARDS), |index| {
        let before = (context.cpu_seconds)();
        let board = uniform(&puzzle, &mut Seed(seed).stream(index));
        let nodes = improve.min(context.budget.remaining());
        let solved = answer::by_construction(&puzzle, &board, nodes, context);
        let one = RandomBoard {
            moves: solved.path.map_or(0, |path| path.len()),
            lower_bound: solved.lower_bound,
            nodes: solved.nodes,
            cpu_seconds: (context.cpu_seconds)() - before,
        };
        context.emit(&one);
        one
    });
    let mean = |of: &dyn Fn(&RandomBoard) -> f64| {
        (!results.is_empty()).then(|| results.iter().map(of).sum::<f64>() / results.len() as f64)
    };
    let benched = RandomBoards {
        board: size.to_string(),
        seed,
        improve,
        moves: mean(&|one| one.moves as f64),
        lower_bound: mean(&|one| one.lower_bound.into()),
        cpu_seconds: (context.cpu_seconds)() - start,
        results,
    };
    Reply::from(BenchAnswer::Random(Box::new(benched))).cut(stopped)
}

impl fmt::Display for RandomBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "moves  at least         nodes  CPU s")?;
        for one in &self.results {
            let RandomBoard { moves, lower_bound, nodes, cpu_seconds } = one;
            writeln!(f, "{moves:>5} {lower_bound:>9} {nodes:>13} {cpu_seconds:>6.2}")?;
        }
        let (moves, bound) = (self.moves.unwrap_or(0.0), self.lower_bound.unwrap_or(0.0));
        let boards = self.results.len();
        write!(
            f,
            "{boards} boards of {}: {moves:.1} moves on average, at least {bound:.1}; {:.2} s of CPU each",
            self.board,
            self.cpu_seconds / (boards.max(1) as f64)
        )
    }
}
