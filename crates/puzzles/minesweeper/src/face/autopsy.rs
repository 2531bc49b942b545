use std::fmt::Write;

use quandary_core::face::{Answer, Request};
use quandary_core::{InputError, Seed};
use serde_json::{Value, json};

use super::first_click;
use crate::autopsy::{Chance, Finding, autopsy};
use crate::board::Board;
use crate::game::{Record, show_action};
use crate::replay::{self, Replay};
use crate::rules::Minesweeper;

pub(super) fn run(request: &Request) -> Result<Answer, InputError> {
    let replay = replay(request)?;
    let record: Record = match &replay {
        Some(replay) => replay.record.clone(),
        None => request.input_text()?.parse()?,
    };
    let board = record.field.board();
    let game = Minesweeper::new(board, first_click(request)?);
    let samples: u64 = request.need("samples", "a whole number")?;
    if samples == 0 {
        return Err(InputError::new("--samples: 0 games estimate nothing").expected("at least 1"));
    }
    let seed = Seed(request.need("seed", "a whole number")?);
    let found = autopsy(&game, &record, samples, seed)?;
    let mut text = replay.as_ref().map(about).unwrap_or_default();
    text.push_str("move            mine     W before  W chosen  W after    skill     luck  better\n");
    for finding in &found.findings {
        let _ = writeln!(
            text,
            "{:<14} {:>6.2} %  {:>7.2} % {:>7.2} % {:>7.2} %  {:>+7.2}  {:>+7.2}  {}",
            show_action(board, finding.action),
            100.0 * finding.mine,
            100.0 * finding.before.value(),
            100.0 * finding.chosen.value(),
            100.0 * finding.after.value(),
            100.0 * finding.skill(),
            100.0 * finding.luck(),
            if finding.better == finding.action { String::new() } else { show_action(board, finding.better) },
        );
    }
    let skill: f64 = found.findings.iter().map(Finding::skill).sum();
    let luck: f64 = found.findings.iter().map(Finding::luck).sum();
    let _ = write!(
        text,
        "{}: skill {:+.2} points, luck {:+.2} points of win chance ({samples} sampled games an estimate)",
        found.outcome.map_or("unfinished".to_owned(), |outcome| format!("{outcome:?}").to_lowercase()),
        100.0 * skill,
        100.0 * luck
    );
    let json = json!({
        "schema": 1, "puzzle": "minesweeper", "board": board, "first_click": game.first_click(),
        "samples": samples, "seed": seed.0, "outcome": found.outcome, "skill": skill, "luck": luck,
        "replay": replay.as_ref().map(|replay| source(board, replay)),
        "moves": found.findings.iter().map(|finding| json!({
            "move": show_action(board, finding.action),
            "mine": finding.mine,
            "before": chance(&finding.before),
            "chosen": chance(&finding.chosen),
            "after": chance(&finding.after),
            "skill": finding.skill(),
            "luck": finding.luck(),
            "better": show_action(board, finding.better),
            "block": finding.reason.block().name(),
        })).collect::<Vec<_>>(),
        "conventions": {
            "win_chance": "of our strongest player, over minefields drawn uniformly from those that agree",
            "skill": "W(position, chosen) - W(position, best)",
            "luck": "W(after) - W(position, chosen)",
        },
    });
    Ok(Answer::new(json, text))
}

/// INPUT as a replay, when it is one by its first bytes; text is not.
fn replay(request: &Request) -> Result<Option<Replay>, InputError> {
    match request.input() {
        Some(input) if replay::recognise(&input.bytes).is_some() => replay::read(&input.bytes).map(Some),
        _ => Ok(None),
    }
}

/// Where the moves came from, in a line.
fn about(replay: &Replay) -> String {
    let Replay { format, version, record, milliseconds, claimed } = replay;
    let mut text = format!(
        "{format} replay, version {version}: {}, {} moves",
        record.field.board(),
        record.actions.len()
    );
    if let Some(last) = milliseconds.last() {
        let _ = write!(text, " in {}.{:03} s", last / 1000, last % 1000);
    }
    if let Some(outcome) = claimed {
        let _ = write!(text, "; the file says {}", format!("{outcome:?}").to_lowercase());
    }
    text.push('\n');
    text
}

/// The same for machines, with the time of every move, flags included.
fn source(board: Board, replay: &Replay) -> Value {
    let moves = replay.record.actions.iter().zip(&replay.milliseconds);
    json!({
        "format": replay.format, "version": replay.version, "claimed": replay.claimed,
        "moves": moves.map(|(&action, milliseconds)| json!({
            "move": show_action(board, action), "milliseconds": milliseconds,
        })).collect::<Vec<_>>(),
    })
}

fn chance(chance: &Chance) -> Value {
    match chance {
        Chance::Known(value) => json!({"value": value, "exact": true}),
        Chance::Sampled(rate) => {
            let interval = rate.interval();
            json!({"value": rate.value(), "ci95": [interval.low, interval.high], "exact": false})
        }
    }
}
