use quandary_core::face::{Answer, OptionSpec, Request};
use quandary_core::{Decision, InputError};
use serde_json::json;

use super::document;
use crate::human::{grade, next_step};
use crate::{Board, Cell};

pub(super) const NUDGE: OptionSpec = OptionSpec::switch("nudge", "Only where to look");
pub(super) const ALL: OptionSpec = OptionSpec::switch("all", "Every step to the end");

pub(super) fn run(request: &Request) -> Result<Answer, InputError> {
    let document = document(request)?;
    let puzzle = &document.puzzle;
    let board = document.saved.clone().unwrap_or_else(|| Board::unknown(puzzle.width(), puzzle.height()));
    if request.is_on("all") {
        let grading = grade(puzzle, &board, usize::MAX);
        let sentences: Vec<String> = grading
            .steps
            .iter()
            .enumerate()
            .map(|(i, step)| format!("{:>3}. {}", i + 1, step.sentence()))
            .collect();
        let end = match (grading.possible, grading.board.open()) {
            (false, _) => "Here a line cannot be completed: there is no solution.".to_owned(),
            (true, 0) => "Solved.".to_owned(),
            (true, open) => format!("No technique tells more; {open} cells are left to search."),
        };
        let json = json!({"schema": 1, "puzzle": "nonogram", "steps": grading.steps, "board": grading.board.rows(),
            "open": grading.board.open(), "possible": grading.possible});
        let answer = Answer::new(json, format!("{}\n{end}\n{}", sentences.join("\n"), grading.board));
        return Ok(if grading.possible { answer } else { answer.negative() });
    }
    let Ok(next) = next_step(puzzle, &board) else {
        let json = json!({"schema": 1, "puzzle": "nonogram", "possible": false, "board": board.rows()});
        return Ok(Answer::new(
            json,
            "A line cannot be completed any more: something painted is wrong, or there is no solution.",
        )
        .negative());
    };
    let Some(step) = next else {
        let solved = board.open() == 0;
        let text =
            if solved { "It is solved." } else { "No technique tells more from here: it takes search." };
        let json =
            json!({"schema": 1, "puzzle": "nonogram", "possible": true, "solved": solved, "step": null});
        return Ok(Answer::new(json, text));
    };
    let mut after = board.clone();
    for paint in &step.paints {
        after.set(paint.x, paint.y, Cell::of(paint.black));
    }
    let (sentence, nudge) = (step.sentence(), step.nudge());
    let text = if request.is_on("nudge") { nudge.clone() } else { format!("{sentence}\n\n{after}") };
    let (technique, options, plausible) = (step.technique, step.options, step.plausible);
    let decision = Decision::certain(step.cells, step.reason);
    let json = json!({"schema": 1, "puzzle": "nonogram", "possible": true, "technique": technique,
        "decision": decision, "options": options, "plausible": plausible, "sentence": sentence, "nudge": nudge,
        "board": after.rows()});
    Ok(Answer::new(json, text))
}
