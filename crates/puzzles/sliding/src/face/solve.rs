use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{Certificate, Exhausted, InputError, Seed};
use quandary_search::astar::Ties;
use serde_json::json;

use super::board_and_puzzle;
use crate::notation::{draw_board, format_board, format_moves};
use crate::rules::{Board, Slide, Sliding};
use crate::solvability::{self, Solvability};
use crate::solve::astar::AStar;
use crate::solve::distances::Distances;
use crate::solve::heuristic::Heuristic;

pub(super) const METHOD: OptionSpec =
    OptionSpec::value("method", "METHOD", "auto, table (exact distances, up to 10 cells) or astar")
        .or("auto");
pub(super) const HEURISTIC: OptionSpec =
    OptionSpec::value("heuristic", "NAME", "misplaced, chebyshev, manhattan or linear-conflict, for astar")
        .or("linear-conflict");
pub(super) const TIES: OptionSpec =
    OptionSpec::value("ties", "RULE", "fifo, lifo, low-h, high-h or random, for astar").or("low-h");

/// What a method found.
struct Solved {
    path: Option<Vec<Slide>>,
    lower_bound: u32,
    nodes: u64,
    stopped: Option<Exhausted>,
}

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let (board, puzzle) = board_and_puzzle(request)?;
    let before = (context.cpu_seconds)();
    let solvable = solvability::of(&puzzle, &board);
    if !solvable.is_solvable() {
        return Ok(unsolvable(&board, &puzzle, &solvable, (context.cpu_seconds)() - before));
    }
    let method = match request.text("method") {
        Some("auto") | None if board.size().cells() <= Distances::MAX_CELLS => "table",
        Some("auto") | None => "astar",
        Some(method) => method,
    };
    let solved = match method {
        "table" => by_table(&board, &puzzle)?,
        "astar" => by_astar(&board, &puzzle, request, context)?,
        other => {
            return Err(InputError::new(format!("--method: `{other}` is not a method"))
                .expected("auto, table or astar"));
        }
    };
    let cpu_seconds = (context.cpu_seconds)() - before;
    Ok(answer(&board, &puzzle, method, &solved, cpu_seconds))
}

fn by_table(board: &Board, puzzle: &Sliding) -> Result<Solved, InputError> {
    let distances = Distances::new(puzzle).ok_or_else(|| {
        InputError::new(format!("a table of {} is too large", board.size()))
            .expected(format!("at most {} cells, or --method astar", Distances::MAX_CELLS))
    })?;
    let path = distances.solution(board);
    let length = path.as_ref().map_or(0, |path| path.len() as u32);
    Ok(Solved { path, lower_bound: length, nodes: distances.states(), stopped: None })
}

fn by_astar(
    board: &Board,
    puzzle: &Sliding,
    request: &Request,
    context: &Context<'_>,
) -> Result<Solved, InputError> {
    let heuristic: Heuristic =
        request.need("heuristic", "misplaced, chebyshev, manhattan or linear-conflict")?;
    let ties: Ties = request.need("ties", "fifo, lifo, low-h, high-h or random")?;
    let seed: u64 = request.need("seed", "a whole number")?;
    let solver = AStar::new(puzzle, heuristic, ties).ok_or_else(|| {
        InputError::new(format!("A* does not fit a board of {}", board.size())).expected("at most 16 cells")
    })?;
    let mut budget = context.budget.clone();
    Ok(match solver.solve(board, &mut Seed(seed).stream(0), &mut budget, |_| {}) {
        Ok(found) => {
            let length = found.path.as_ref().map_or(0, |path| path.len() as u32);
            Solved { path: found.path, lower_bound: length, nodes: found.expanded, stopped: None }
        }
        Err(cut) => {
            Solved { path: None, lower_bound: cut.lower_bound, nodes: cut.expanded, stopped: Some(cut.why) }
        }
    })
}

fn answer(board: &Board, puzzle: &Sliding, method: &str, solved: &Solved, cpu_seconds: f64) -> Answer {
    let moves = solved.path.as_deref().map(format_moves);
    let certificate = moves.as_ref().map(|moves| {
        Certificate::new(
            "sliding",
            "optimal",
            format_board(board),
            json!({"goal": format_board(puzzle.goal()), "length": moves.len(), "moves": moves}),
        )
    });
    let json = json!({
        "schema": 1,
        "puzzle": "sliding",
        "board": board.size().to_string(),
        "method": method,
        "verdict": if moves.is_some() { "optimal" } else { "budget" },
        "length": moves.as_ref().map(String::len),
        "moves": moves,
        "lower_bound": solved.lower_bound,
        "nodes": solved.nodes,
        "cpu_seconds": cpu_seconds,
        "certificate": certificate,
    });
    match solved.stopped {
        None => {
            let moves = moves.unwrap_or_default();
            let text = format!(
                "{}\n\noptimal: {} moves ({method}, {} nodes)\n{moves}",
                draw_board(board),
                moves.len(),
                solved.nodes
            );
            Answer::new(json, text)
        }
        Some(why) => {
            let text =
                format!("not solved yet: at least {} moves ({} nodes)", solved.lower_bound, solved.nodes);
            Answer::new(json, text).exhausted(why)
        }
    }
}

fn unsolvable(board: &Board, puzzle: &Sliding, why: &Solvability, cpu_seconds: f64) -> Answer {
    let certificate = Certificate::new(
        "sliding",
        "unsolvable",
        format_board(board),
        json!({"goal": format_board(puzzle.goal())}),
    );
    let json = json!({
        "schema": 1,
        "puzzle": "sliding",
        "board": board.size().to_string(),
        "verdict": "unsolvable",
        "reason": why.to_string(),
        "length": null,
        "moves": null,
        "lower_bound": null,
        "nodes": 0,
        "cpu_seconds": cpu_seconds,
        "certificate": certificate,
    });
    Answer::new(json, format!("{}\n\nunsolvable: {why}.", draw_board(board))).negative()
}
