use quandary_core::face::{Answer, Context, Request};
use quandary_core::{Exhausted, InputError};
use serde_json::json;

use super::{board_and_puzzle, check_solvable};
use crate::explain::{hint_in_words, in_words};
use crate::notation::draw_board;
use crate::progress::decide;
use crate::rules::{Board, Slide, Sliding};
use crate::solve::answer::{ALWAYS_EXACT_CELLS, by_construction};
use crate::solve::oracle::Oracle;

/// Nodes that exact advice on a large board may cost before a hint has to do.
const HOPEFUL_NODES: u64 = 2_000_000;
/// Nodes spent on shortening the solution that the hint comes from.
const HINT_NODES: u64 = 500_000;

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let (board, puzzle) = board_and_puzzle(request)?;
    if check_solvable(&puzzle, &board).is_err() {
        let why = crate::solvability::of(&puzzle, &board).to_string();
        let json = json!({"schema": 1, "puzzle": "sliding", "verdict": "unsolvable", "reason": why});
        return Ok(Answer::new(json, format!("{}\n\nunsolvable: {why}.", draw_board(&board))).negative());
    }
    let nodes = if board.size().cells() <= ALWAYS_EXACT_CELLS {
        context.budget.remaining()
    } else {
        HOPEFUL_NODES.min(context.budget.remaining())
    };
    let decision = Oracle::new(&puzzle, nodes, context).and_then(|oracle| decide(&oracle, &board));
    let decision = match decision {
        Ok(Some(decision)) => decision,
        Ok(None) => {
            let json =
                json!({"schema": 1, "puzzle": "sliding", "verdict": "solved", "length": 0, "best": []});
            return Ok(Answer::new(json, format!("{}\n\nIt is solved.", draw_board(&board))));
        }
        Err(why) => return Ok(hint(&board, &puzzle, why, context)),
    };
    let json = json!({
        "schema": 1,
        "puzzle": "sliding",
        "verdict": "solvable",
        "length": decision.reason.distance,
        "move": letter(decision.chosen),
        "probability": decision.probability,
        "reason": "it begins a shortest solution",
        "best": decision.reason.best.iter().map(|&slide| json!({
            "move": letter(slide), "tile": board.tile_for(slide)})).collect::<Vec<_>>(),
        "b": decision.reason.best.len(),
        "B": decision.reason.options,
    });
    Ok(Answer::new(json, in_words(&board, &decision)))
}

fn letter(slide: Slide) -> String {
    slide.letter().to_string()
}

/// When exact advice is out of reach: the first slide of a good solution, and how good it is.
fn hint(board: &Board, puzzle: &Sliding, why: Exhausted, context: &Context<'_>) -> Answer {
    let solved = by_construction(puzzle, board, HINT_NODES, context);
    let path = solved.path.unwrap_or_default();
    let Some(&slide) = path.first() else {
        let json = json!({"schema": 1, "puzzle": "sliding", "verdict": "budget"});
        return Answer::new(json, "nothing was found").exhausted(why);
    };
    let json = json!({
        "schema": 1,
        "puzzle": "sliding",
        "verdict": "hint",
        "length": path.len(),
        "lower_bound": solved.lower_bound,
        "move": letter(slide),
        "reason": "it begins a solution that is not proved shortest",
        "B": board.slides().count(),
    });
    Answer::new(json, hint_in_words(board, slide, path.len(), solved.lower_bound))
}
