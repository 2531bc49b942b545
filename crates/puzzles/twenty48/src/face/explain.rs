//! `explain`: the value of all four moves, the best, and why.

use quandary_core::face::{Answer, Context, InputSpec, OptionSpec, Request, VerbSpec};
use quandary_core::{Exhausted, InputError};
use serde_json::{Value, json};

use super::common;
use crate::explain::{Meaning, decide};
use crate::notation::{compact, grid, parse_target, picture};
use crate::rules::{Board, Direction, Rules, Shape};
use crate::solve::exact::{Unsolved, move_values};
use crate::strategy::best::Best;
use crate::strategy::cached::{STANDARD, network};
use crate::strategy::linear::{Linear, LinearPlayer};
use crate::strategy::view::view;

pub(super) const SPEC: VerbSpec = VerbSpec {
    name: "explain",
    about: "the value of all four moves of a position, the best one, and why",
    input: InputSpec::Required("a board: rows of tiles, or one digit a cell"),
    options: &[
        common::BOARD,
        OptionSpec::value(
            "strategy",
            "NAME",
            "best, deep, quick, expectimax or exact; auto chooses by the size",
        )
        .or("auto"),
        OptionSpec::value("target", "TILE", "the tile to reach, for exact"),
        common::P4,
        common::DEPTH,
        common::COUNT,
        common::WEIGHTS,
    ],
    examples: &[
        "explain 2048 '2 4 8 16 / 4 8 16 32 / 2 4 8 64 / . . 2 128'",
        "explain 2048 EDCB89A745612301 --strategy deep",
        "explain 2048 '2 4 / 4 .' --strategy exact --target 32",
    ],
};

/// Boards of at most this many cells are explained exactly unless another strategy is asked for.
const EXACT_CELLS: usize = 6;

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let (rules, board) = given(request)?;
    let strategy = match request.text("strategy") {
        Some("auto") | None if rules.shape == Shape::STANDARD => "best",
        Some("auto") | None if rules.shape.cells() <= EXACT_CELLS => "exact",
        Some("auto") | None => "expectimax",
        Some(name) => name,
    };
    match strategy {
        "expectimax" => by_expectimax(request, context),
        "exact" => by_solving(request, context, &rules, board),
        name => match common::setting(name) {
            Some(setting) => {
                crate::strategy::best::require_standard(rules.shape)?;
                let trained = match network(STANDARD, context).map_err(|unfinished| unfinished.why) {
                    Ok(trained) => trained,
                    Err(why) => return Ok(unfinished(why)),
                };
                let mut player = Best::new(&trained.network, setting, rules.fours);
                let seen = view(board).ok_or_else(|| {
                    InputError::new("this board holds every tile from 2 to 32768")
                        .expected("--strategy expectimax")
                })?;
                let values: Vec<(Direction, f64)> =
                    player.values(seen).into_iter().map(|v| (v.chosen, v.value)).collect();
                let how = json!({"strategy": setting.name, "moves_ahead": setting.moves,
                    "least_probability": setting.least_probability, "training_moves": STANDARD.moves});
                Ok(answer(&rules, board, &values, Meaning::ExpectedScore, &how))
            }
            None => Err(InputError::new(format!("--strategy: `{name}` is not known"))
                .expected("auto, best, deep, quick, expectimax or exact")),
        },
    }
}

fn given(request: &Request) -> Result<(Rules, Board), InputError> {
    common::position(request)?.ok_or_else(|| {
        InputError::new("INPUT is missing").expected("a board: rows of tiles, or one digit a cell")
    })
}

/// The moves of a position by expectimax over a weighted sum.
pub(super) fn by_expectimax(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let (rules, board) = given(request)?;
    let (weights, depth) = (common::weights(request)?, common::depth(request)?);
    let linear = Linear::new(weights);
    let player = LinearPlayer::new(rules, weights, &linear, depth);
    let found = match player.search(board, &mut context.budget.clone()) {
        Ok(found) => found,
        Err(why) => return Ok(unfinished(why)),
    };
    let values: Vec<(Direction, f64)> = found.options.iter().map(|c| (c.chosen, c.value)).collect();
    let how = json!({"strategy": "expectimax", "depth": common::depth_json(depth), "weights": weights.name,
        "nodes": found.nodes});
    Ok(answer(&rules, board, &values, Meaning::WeightedSum, &how))
}

/// The moves of a position by solving every position that may follow.
fn by_solving(
    request: &Request,
    context: &Context<'_>,
    rules: &Rules,
    board: Board,
) -> Result<Answer, InputError> {
    let fours_spawn = rules.fours.numerator() > 0;
    let target = match request.text("target") {
        Some(text) => parse_target(text, rules.shape, fours_spawn)?,
        None => rules.shape.largest_exponent(fours_spawn).min(11),
    };
    let report = |what: &str, done, total| context.progress.report(what, done, total);
    let values = match move_values(rules, board, target, 3 << 30, &mut context.budget.clone(), report) {
        Ok(values) => values,
        Err(Unsolved::Input(error)) => return Err(error),
        Err(Unsolved::Exhausted(why)) => return Ok(unfinished(why)),
    };
    let how = json!({"strategy": "exact", "target": 1_u64 << target});
    Ok(answer(rules, board, &values, Meaning::WinProbability { target: 1 << target }, &how))
}

fn unfinished(why: Exhausted) -> Answer {
    Answer::new(json!({"schema": 1, "puzzle": "2048", "best": null}), format!("no answer: {why}"))
        .exhausted(why)
}

fn answer(rules: &Rules, board: Board, values: &[(Direction, f64)], meaning: Meaning, how: &Value) -> Answer {
    let shape = rules.shape;
    let mut json = json!({"schema": 1, "puzzle": "2048", "board": grid(shape, board), "compact": compact(shape, board),
        "p4": common::fours_json(rules.fours), "how": how});
    let Some(explained) = decide(rules, board, values, meaning) else {
        json["best"] = Value::Null;
        let text = format!("{}\n\nno move is left", picture(shape, board));
        return Answer::new(json, text).negative();
    };
    let decision = &explained.decision;
    json["best"] = json!(decision.chosen.name());
    json["probability_the_game_goes_on"] = json!(decision.probability);
    json["meaning"] = json!(meaning.words());
    json["moves"] = json!(explained.alternatives);
    json["reason"] = json!(decision.reason);
    json["why"] = json!(decision.reason.to_string());
    let mut lines = vec![picture(shape, board), String::new()];
    let heading = meaning.heading();
    lines.push(format!(
        "  {:<7}{heading:>16}{:>9}{:>8}{:>7}{:>10}",
        "move", "earns", "empty", "pairs", "goes on"
    ));
    for facts in &explained.alternatives {
        let mark = if facts.direction == decision.chosen { '*' } else { ' ' };
        lines.push(format!(
            "{mark} {:<7}{:>16}{:>9}{:>8}{:>7}{:>10.4}",
            facts.direction.name(),
            meaning.shown(facts.value),
            facts.earned,
            facts.free_cells,
            facts.pairs,
            facts.survives
        ));
    }
    lines.push(String::new());
    lines.push(decision.reason.to_string());
    Answer::new(json, lines.join("\n"))
}
