//! `replay`: reads a record of a game, checks it and says how it ended.

use quandary_core::face::{Answer, InputSpec, OptionSpec, Request, VerbSpec};
use quandary_core::{Certificate, InputError};
use serde_json::json;

use super::common;
use crate::notation::{Record, grid, picture};
use crate::rules::{Fours, Rules};

pub(super) const SPEC: VerbSpec = VerbSpec {
    name: "replay",
    about: "checks the record of a game, move by move, and shows how it ended",
    input: InputSpec::Required("a record, as `simulate --records` writes it"),
    options: &[OptionSpec::switch("certificate", "add a certificate of the score, for `quandary check`")],
    examples: &["replay 2048 game.txt", "replay 2048 game.txt --certificate --json"],
};

pub(super) fn run(request: &Request) -> Result<Answer, InputError> {
    let text = request.input_text()?;
    let record = Record::parse(text)?;
    let mut milestones = Vec::new();
    let mut largest = record.start.largest();
    let mut number = 0_u64;
    let end = record.replay(|board, _| {
        if board.largest() > largest {
            largest = board.largest();
            milestones.push(json!({"tile": 1_u64 << largest, "before_move": number + 1}));
        }
        number += 1;
    })?;
    let dead = Rules { shape: record.shape, fours: Fours::USUAL }.is_dead(end.board);
    let mut json = json!({
        "schema": 1, "puzzle": "2048", "board": record.shape.to_string(), "moves": record.plies.len(),
        "score": end.score, "largest": 1_u64 << end.board.largest(), "ended": dead,
        "final": grid(record.shape, end.board), "milestones": milestones,
    });
    if request.is_on("certificate") {
        let evidence = json!({"score": end.score, "largest": 1_u64 << end.board.largest()});
        let certificate = Certificate::new("2048", "replay", record.to_text(), evidence);
        json["certificate"] = json!(certificate);
    }
    let state = if dead { "no move is left" } else { "the game is not over" };
    let text = format!(
        "{}\n\nscore {} after {} moves, largest tile {}; {state}",
        picture(record.shape, end.board),
        common::thousands(end.score),
        common::thousands(record.plies.len() as u64),
        1_u64 << end.board.largest()
    );
    Ok(Answer::new(json, text))
}
