use quandary_core::InputError;
use quandary_core::face::{Answer, Request};
use serde_json::json;

use super::{board_and_puzzle, check_solvable};
use crate::explain::in_words;
use crate::notation::draw_board;
use crate::progress::decide;
use crate::solve::distances::Distances;

pub(super) fn run(request: &Request) -> Result<Answer, InputError> {
    let (board, puzzle) = board_and_puzzle(request)?;
    let distances = Distances::new(&puzzle).ok_or_else(|| {
        InputError::new(format!("exact advice for a board of {} is not available", board.size()))
            .expected(format!("a board of at most {} cells", Distances::MAX_CELLS))
    })?;
    if check_solvable(&puzzle, &board).is_err() {
        let why = crate::solvability::of(&puzzle, &board).to_string();
        let json = json!({"schema": 1, "puzzle": "sliding", "verdict": "unsolvable", "reason": why});
        return Ok(Answer::new(json, format!("{}\n\nunsolvable: {why}.", draw_board(&board))).negative());
    }
    let Some(decision) = decide(&distances, &board) else {
        let json = json!({"schema": 1, "puzzle": "sliding", "verdict": "solved", "length": 0, "best": []});
        return Ok(Answer::new(json, format!("{}\n\nIt is solved.", draw_board(&board))));
    };
    let letter = |slide: crate::Slide| slide.letter().to_string();
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
