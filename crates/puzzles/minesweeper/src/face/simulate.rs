use std::fmt::Write;

use quandary_core::face::{Answer, Context, Request};
use quandary_core::stats::mcnemar;
use quandary_core::{InputError, Seed};
use serde_json::{Map, Value, json};

use super::{board, first, first_click, first_name, strategy};
use crate::rules::Minesweeper;
use crate::simulate::{GameRecord, Study, Totals};
use crate::strategy::Block;

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let board = board(request)?;
    let study = Study {
        game: Minesweeper::new(board, first_click(request)?),
        strategy: strategy(request)?,
        first: first(request, board)?,
        seed: Seed(request.need("seed", "a whole number")?),
    };
    let games: u64 = request.need("games", "a whole number")?;
    check_room(&study)?;
    let before = (context.cpu_seconds)();
    let (records, stopped) = study.run(games, context);
    let seconds = (context.cpu_seconds)() - before;
    let totals = Totals::of(&records);
    let mut json = describe(&study, &totals, seconds, context.workers.threads());
    let mut text = in_words(&study, &totals, seconds);
    if let Some(name) = request.text("against") {
        let other = Study {
            strategy: name.parse().map_err(|error: InputError| InputError {
                what: format!("--against: {}", error.what),
                ..error
            })?,
            ..study.clone()
        };
        let (theirs, _) = other.run(records.len() as u64, context);
        compare(&study, &records, &other, &theirs, &mut json, &mut text);
    }
    let answer = Answer::new(json, text);
    Ok(match stopped {
        None => answer,
        Some(why) => answer.exhausted(why),
    })
}

/// Every first cell that may be opened must leave room for the mines.
fn check_room(study: &Study) -> Result<(), InputError> {
    let board = study.game.grid().board();
    let first = study.first_move();
    let fits = match first.cell(board) {
        Some(cell) => study.game.allows_first(cell),
        None => study.game.grid().cells().all(|cell| study.game.allows_first(cell)),
    };
    if fits {
        return Ok(());
    }
    Err(InputError::new(format!(
        "no board {board} keeps the rule `{}` when {} is opened first",
        study.game.first_click(),
        first_name(first, board)
    ))
    .expected("fewer mines, another first cell or another rule"))
}

fn describe(study: &Study, totals: &Totals, seconds: f64, threads: usize) -> Value {
    let board = study.game.grid().board();
    let interval = totals.interval();
    let moves: u64 = totals.blocks.iter().sum();
    let blocks: Map<String, Value> = Block::ALL
        .iter()
        .zip(totals.blocks)
        .map(|(block, count)| (block.name().to_owned(), json!(count as f64 / moves.max(1) as f64)))
        .collect();
    json!({
        "schema": 1,
        "puzzle": "minesweeper",
        "board": board,
        "first_click": study.game.first_click(),
        "first_cell": first_name(study.first_move(), board),
        "strategy": study.strategy.name(),
        "seed": study.seed.0,
        "games": totals.wins.trials,
        "wins": totals.wins.successes,
        "win_rate": totals.wins.value(),
        "ci95": [interval.low, interval.high],
        "guesses_mean": totals.guesses,
        "length_mean": totals.moves,
        "losses_on_certain_moves": totals.lost_on_certain,
        "cpu_seconds": seconds,
        "games_per_cpu_second": totals.wins.trials as f64 / seconds,
        "threads": threads,
        "moves_by_block": blocks,
        "conventions": {
            "boards": "uniform among those the first-click rule allows",
            "mine_count_known": true,
            "interval": "Wilson, 95 %",
            "guesses": "moves after the first that were not certain",
            "length": "cells the player chose; areas open by themselves",
        },
    })
}

fn in_words(study: &Study, totals: &Totals, seconds: f64) -> String {
    let board = study.game.grid().board();
    let mut text = format!(
        "{board}, first click {}, first cell {}, strategy {}, seed {}\n  win rate {}\n  guesses {:.3} a game, \
         length {:.1} moves, losses on certain moves {}\n  {:.1} CPU seconds, {:.0} games per CPU second\n  moves:",
        study.game.first_click(),
        first_name(study.first_move(), board),
        study.strategy.name(),
        study.seed.0,
        totals.wins,
        totals.guesses,
        totals.moves,
        totals.lost_on_certain,
        seconds,
        totals.wins.trials as f64 / seconds,
    );
    let moves: u64 = totals.blocks.iter().sum();
    for (block, &count) in Block::ALL.iter().zip(&totals.blocks).filter(|&(_, &count)| count > 0) {
        let _ = write!(text, " {} {:.2} %", block.name(), 100.0 * count as f64 / moves as f64);
    }
    text
}

fn compare(
    study: &Study,
    ours: &[GameRecord],
    other: &Study,
    theirs: &[GameRecord],
    json: &mut Value,
    text: &mut String,
) {
    let pairs = || ours.iter().zip(theirs);
    let only_first = pairs().filter(|(a, b)| a.won && !b.won).count() as u64;
    let only_second = pairs().filter(|(a, b)| !a.won && b.won).count() as u64;
    let paired = mcnemar(only_first, only_second, theirs.len() as u64);
    let _ = write!(
        text,
        "\n  against {} on the same boards: {:+.4} [{:+.4}, {:+.4}], p = {:.4} ({} wins only, {} losses only)",
        other.strategy.name(),
        paired.difference,
        paired.interval.low,
        paired.interval.high,
        paired.p_value,
        only_first,
        only_second
    );
    json["against"] = json!({
        "strategy": other.strategy.name(),
        "first_cell": first_name(other.first_move(), study.game.grid().board()),
        "paired": paired,
    });
}
