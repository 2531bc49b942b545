use quandary_core::face::{Answer, Context, Request};
use quandary_core::{Certificate, InputError};
use serde_json::json;

use super::{first, first_click, first_name, minefield, names, no_answer, rows};
use crate::board::Board;
use crate::explain::map;
use crate::generate::NoGuessMaker;
use crate::inference::{exact_counts, probabilities};
use crate::notation::{Position, show};
use crate::optimum::{NoOptimum, Optimum, optimum};
use crate::rules::Minesweeper;

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    if request.text("optimal").is_some() {
        return perfect_play(request, context);
    }
    let Some(input) = request.input() else {
        return Err(
            InputError::new("INPUT is missing").expected("a position, a full board, or --optimal RxC/M")
        );
    };
    let is_position = std::str::from_utf8(&input.bytes).is_ok_and(|text| {
        text.contains('x')
            && !text.lines().skip(1).any(|row| row.contains(['*', '.']))
            && !(text.contains('*'))
    });
    if is_position { position(request) } else { full_board(request) }
}

/// Everything that is certain.
fn position(request: &Request) -> Result<Answer, InputError> {
    let seen = request.input_text()?.parse::<Position>()?.observation;
    let board = seen.board();
    let found = match probabilities(&seen) {
        Ok(found) => found,
        Err(error) => return Ok(no_answer(&seen, &error)),
    };
    let with = |probability: f64| {
        let cells = seen.grid().cells().filter(|cell| found.mine[cell.at()] == Some(probability));
        names(board, &cells.collect::<Vec<_>>())
    };
    let (safe, mines) = (with(0.0), with(1.0));
    let evidence = json!({"safe": safe, "mines": mines});
    let certificate = Certificate::new("minesweeper", "certain", show(&seen), evidence);
    let mut json = json!({
        "schema": 1, "puzzle": "minesweeper", "board": board, "mine_count_known": true,
        "safe": safe, "mines": mines, "probabilities": rows(board, &found.mine),
        "ln_minefields": found.ln_boards, "certificate": certificate,
    });
    let mut text = format!(
        "{}\n\nsafe: {}\nmines: {}",
        map(&seen, &found, None),
        if safe.is_empty() { "none is certain".to_owned() } else { safe.join(" ") },
        if mines.is_empty() { "none is certain".to_owned() } else { mines.join(" ") },
    );
    if request.is_on("exact") {
        let counts = exact_counts(&seen).map_err(|error| InputError::new(error.to_string()))?;
        let mined: Vec<Option<String>> =
            counts.mined.iter().map(|count| count.as_ref().map(ToString::to_string)).collect();
        json["minefields"] = json!(counts.boards.to_string());
        json["mined"] = json!(mined.chunks(board.cols()).collect::<Vec<_>>());
        text.push_str(&format!("\nminefields: {}", counts.boards));
    }
    Ok(Answer::new(json, text))
}

/// Whether a full board can be won by certain moves alone.
fn full_board(request: &Request) -> Result<Answer, InputError> {
    let field = minefield(request)?;
    let game = Minesweeper::new(field.board(), first_click(request)?);
    let board = field.board();
    let first = first(request, board)?.unwrap_or_else(|| {
        // Without a first cell, the first zero: where a person would have been lucky.
        let zero = game.grid().cells().find(|&c| !field.is_mine(c) && field.number(game.grid(), c) == 0);
        crate::strategy::FirstMove::Given(zero.unwrap_or(crate::Cell(0)))
    });
    let cell = first.cell(board).ok_or_else(|| InputError::new("--first: solving needs a given cell"))?;
    let opened = NoGuessMaker::new(&game, cell).solve(&field);
    let mut json = json!({
        "schema": 1, "puzzle": "minesweeper", "board": board, "first_cell": first_name(first, board),
        "mine_count_known": true, "no_guess": opened.is_some(),
    });
    let Some(opened) = opened else {
        let text = format!("{field}\n\nFrom {} it needs a guess.", first_name(first, board));
        return Ok(Answer::new(json, text).negative());
    };
    let evidence = json!({"opened": names(board, &opened)});
    json["opened"] = json!(names(board, &opened));
    json["certificate"] = json!(Certificate::new("minesweeper", "no-guess", field.to_string(), evidence));
    let text =
        format!("{field}\n\nFrom {} it needs no guess: {} clicks.", first_name(first, board), opened.len());
    Ok(Answer::new(json, text))
}

/// The exact optimum of a small board.
fn perfect_play(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let board: Board = super::option(request, "optimal")?;
    let rule = first_click(request)?;
    let mut budget = context.budget.clone();
    match optimum(board, rule, &mut budget) {
        Ok(Optimum { wins, boards, first }) => {
            let first = board.name(first);
            let evidence = json!({"first_click": rule, "wins": wins, "boards": boards, "first_cell": first});
            let certificate = Certificate::new("minesweeper", "optimum", board.to_string(), evidence);
            let json = json!({
                "schema": 1, "puzzle": "minesweeper", "board": board, "first_click": rule, "wins": wins,
                "boards": boards, "win_rate": wins as f64 / boards as f64, "first_cell": first,
                "nodes": budget.spent(), "certificate": certificate,
            });
            let text = format!(
                "{board}, first click {rule}: perfect play wins {wins} of {boards} minefields ({:.6}), \
                 opening {first} first.",
                wins as f64 / boards as f64
            );
            Ok(Answer::new(json, text))
        }
        Err(NoOptimum::Exhausted(why)) => {
            let json = json!({"schema": 1, "puzzle": "minesweeper", "board": board, "first_click": rule,
                "wins": null, "boards": null, "nodes": budget.spent()});
            Ok(Answer::new(json, format!("{board}: not decided: {why}.")).exhausted(why))
        }
        Err(error) => Err(InputError::new(format!("--optimal {board}: {error}")).expected(format!(
            "a board with at most {} minefields, with room for the rule",
            crate::optimum::MOST_BOARDS
        ))),
    }
}
