use quandary_core::face::{Answer, Context};
use quandary_core::{Budget, InputError, Seed, Signature};
use quandary_search::astar::Ties;
use serde_json::json;

use crate::generate::uniform;
use crate::notation::format_moves;
use crate::rules::{Size, Sliding};
use crate::solve::astar::AStar;
use crate::solve::distances::Distances;
use crate::solve::heuristic::Heuristic;

const BOARDS: u64 = 100;

/// Fixed work. The signature is a hash of every decision: it changes only when behaviour does.
pub(super) fn run(context: &Context<'_>) -> Result<Answer, InputError> {
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
    let astar_seconds = (context.cpu_seconds)() - before;

    let mut signature = Signature::new();
    signature.add(format!("{:?}", distances.by_length()).as_bytes());
    let mut nodes = distances.states();
    for (moves, expanded) in &solved {
        signature.add(moves.as_bytes());
        nodes += expanded;
    }
    let text = format!(
        "  breadth-first search of the 8-puzzle: {} states in {:.1} ms of CPU\n  \
         A* (manhattan, low-h) on {} boards: {} nodes in {:.1} ms of CPU\n  signature {signature}",
        distances.states(),
        table_seconds * 1e3,
        solved.len(),
        nodes - distances.states(),
        astar_seconds * 1e3,
    );
    let json = json!({
        "schema": 1,
        "puzzle": "sliding",
        "signature": signature.to_string(),
        "nodes": nodes,
        "table_seconds": table_seconds,
        "cpu_seconds": astar_seconds,
    });
    let answer = Answer::new(json, text);
    Ok(match stopped {
        None => answer,
        Some(why) => answer.exhausted(why),
    })
}
