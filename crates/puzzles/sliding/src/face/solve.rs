use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{Certificate, InputError, Seed};
use quandary_search::astar::Ties;
use quandary_search::proof::face::method;
use serde_json::json;

use super::{board_and_puzzle, exact_solver, prove};
use crate::notation::{draw_board, format_board, format_moves};
use crate::rules::{Board, Sliding};
use crate::solvability::{self, Solvability};
use crate::solve::answer::{self, ALWAYS_EXACT_CELLS, Solved};
use crate::solve::astar::AStar;
use crate::solve::bound::of_board;
use crate::solve::distances::Distances;
use crate::solve::heuristic::Heuristic;
use crate::solve::idastar::slides;
use crate::solve::linear_conflict::LinearConflict;

pub(super) const METHOD: OptionSpec = OptionSpec::value(
    "method",
    "METHOD",
    "auto, table (up to 10 cells), astar (up to 25), idastar, or fast (any size, not shortest); or pns, pn2, df-pn, \
     mcpns, ppns, pp, uct, pn-mcts, mc with limited directions as a second side (up to 16)",
)
.or("auto");
const OWN_METHODS: [&str; 5] = ["auto", "table", "astar", "idastar", "fast"];
pub(super) const HEURISTIC: OptionSpec = OptionSpec::value(
    "heuristic",
    "NAME",
    "For astar: misplaced, chebyshev, manhattan, linear-conflict. For idastar: manhattan, linear-conflict, \
     walking-distance, patterns, large-patterns",
)
.or("linear-conflict");
pub(super) const TIES: OptionSpec =
    OptionSpec::value("ties", "RULE", "fifo, lifo, low-h, high-h or random, for astar").or("low-h");
pub(super) const IMPROVE: OptionSpec = OptionSpec::value(
    "improve",
    "NODES",
    "Nodes to spend on shortening a solution that is not proved shortest",
)
.or("2000000");

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let (board, puzzle) = board_and_puzzle(request)?;
    let before = (context.cpu_seconds)();
    let solvable = solvability::of(&puzzle, &board);
    if !solvable.is_solvable() {
        return Ok(unsolvable(&board, &puzzle, &solvable, (context.cpu_seconds)() - before));
    }
    if let Some(method) = method(request, &OWN_METHODS)? {
        return prove::run(method, (&board, &puzzle), request, context);
    }
    let improvement: u64 = request.need("improve", "a number of nodes")?;
    let solved = match request.text("method") {
        Some("auto") | None => answer::solve(&puzzle, &board, improvement, context),
        Some("table") => by_table(&board, &puzzle)?,
        Some("astar") => by_astar(&board, &puzzle, request, context)?,
        Some("idastar") => by_idastar(&board, &puzzle, request, context)?,
        // What is left of our own.
        Some(_) => answer::by_construction(&puzzle, &board, improvement, context),
    };
    let cpu_seconds = (context.cpu_seconds)() - before;
    Ok(answer(&board, &puzzle, &solved, cpu_seconds))
}

fn by_table(board: &Board, puzzle: &Sliding) -> Result<Solved, InputError> {
    let distances = Distances::new(puzzle).ok_or_else(|| {
        InputError::new(format!("a table of {} is too large", board.size()))
            .expected(format!("at most {} cells, or another --method", Distances::MAX_CELLS))
    })?;
    let path = distances.solution(board);
    let lower_bound = path.as_ref().map_or(0, |path| path.len() as u32);
    Ok(Solved { path, lower_bound, method: "table".into(), nodes: distances.states(), stopped: None })
}

fn by_astar(
    board: &Board,
    puzzle: &Sliding,
    request: &Request,
    context: &Context<'_>,
) -> Result<Solved, InputError> {
    let heuristic: Heuristic = request.need("heuristic", &Heuristic::names(&Heuristic::PLAIN))?;
    let ties: Ties = request.need("ties", "fifo, lifo, low-h, high-h or random")?;
    let seed: u64 = request.need("seed", "a whole number")?;
    let solver = AStar::new(puzzle, heuristic, ties).ok_or_else(|| {
        InputError::new(format!("A* with {heuristic} does not fit a board of {}", board.size())).expected(
            format!("at most {} cells and {}", AStar::MAX_CELLS, Heuristic::names(&Heuristic::PLAIN)),
        )
    })?;
    let mut budget = context.budget.clone();
    let method = "astar".to_owned();
    Ok(match solver.solve(board, &mut Seed(seed).stream(0), &mut budget, |_| {}) {
        Ok(found) => {
            let lower_bound = found.path.as_ref().map_or(0, |path| path.len() as u32);
            Solved { path: found.path, lower_bound, method, nodes: found.expanded, stopped: None }
        }
        Err(cut) => Solved {
            path: None,
            lower_bound: cut.lower_bound,
            method,
            nodes: cut.expanded,
            stopped: Some(cut.why),
        },
    })
}

fn by_idastar(
    board: &Board,
    puzzle: &Sliding,
    request: &Request,
    context: &Context<'_>,
) -> Result<Solved, InputError> {
    let heuristic: Heuristic = request.need("heuristic", &Heuristic::names(&Heuristic::DEEPENING))?;
    let method = "idastar".to_owned();
    let solver = match exact_solver(puzzle, heuristic, context)? {
        Ok(solver) => solver,
        Err(why) => {
            let lower_bound = of_board(&LinearConflict::new(puzzle), board);
            return Ok(Solved { path: None, lower_bound, method, nodes: 0, stopped: Some(why) });
        }
    };
    Ok(match solver.solve_within(board, u32::MAX, &mut context.budget.clone(), context.workers) {
        Ok(found) => Solved {
            lower_bound: found.lower_bound,
            nodes: found.generated(),
            path: found.path.map(|path| slides(&path)),
            method,
            stopped: None,
        },
        Err(cut) => Solved {
            path: None,
            lower_bound: cut.lower_bound,
            method,
            nodes: cut.generated,
            stopped: Some(cut.why),
        },
    })
}

/// A certificate of what can be checked: that the solution is shortest, where the size allows the checker
/// to search; otherwise that it is legal, with the linear-conflict bound.
fn certificate(board: &Board, puzzle: &Sliding, solved: &Solved) -> Option<Certificate> {
    let moves = format_moves(solved.path.as_deref()?);
    let bound = of_board(&LinearConflict::new(puzzle), board);
    let checkable = board.size().cells() <= ALWAYS_EXACT_CELLS || bound as usize == moves.len();
    let goal = format_board(puzzle.goal());
    let (claim, evidence) = if solved.is_optimal() && checkable {
        ("optimal", json!({"goal": goal, "length": moves.len(), "moves": moves}))
    } else {
        ("solution", json!({"goal": goal, "length": moves.len(), "moves": moves, "lower_bound": bound}))
    };
    Some(Certificate::new("sliding", claim, format_board(board), evidence))
}

fn answer(board: &Board, puzzle: &Sliding, solved: &Solved, cpu_seconds: f64) -> Answer {
    let moves = solved.path.as_deref().map(format_moves);
    let length = moves.as_ref().map(String::len);
    let verdict = match &moves {
        None => "budget",
        Some(_) if solved.is_optimal() => "optimal",
        Some(_) => "bounded",
    };
    let json = json!({
        "schema": 1,
        "puzzle": "sliding",
        "board": board.size().to_string(),
        "method": solved.method,
        "verdict": verdict,
        "length": length,
        "moves": moves,
        "lower_bound": solved.lower_bound,
        "gap": length.map(|length| length as u32 - solved.lower_bound.min(length as u32)),
        "nodes": solved.nodes,
        "cpu_seconds": cpu_seconds,
        "certificate": certificate(board, puzzle, solved),
    });
    let Some(moves) = moves else {
        let text = format!("not solved yet: at least {} moves ({} nodes)", solved.lower_bound, solved.nodes);
        let answer = Answer::new(json, text);
        return match solved.stopped {
            Some(why) => answer.exhausted(why),
            None => answer,
        };
    };
    let headline = if verdict == "optimal" {
        format!("optimal: {} moves", moves.len())
    } else {
        format!("{} moves; a shortest solution has at least {}", moves.len(), solved.lower_bound)
    };
    let text =
        format!("{}\n\n{headline} ({}, {} nodes)\n{moves}", draw_board(board), solved.method, solved.nodes);
    Answer::new(json, text)
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
