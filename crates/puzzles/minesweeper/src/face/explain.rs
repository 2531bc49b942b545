use std::collections::BTreeMap;
use std::fmt::Write;

use quandary_core::face::{Answer, Request};
use quandary_core::{InputError, Seed};
use serde_json::{Value, json};

use super::{first_click, no_answer, rows, strategy};
use crate::explain::{Advice, advise, consult, map};
use crate::game::show_action;
use crate::inference::probabilities;
use crate::notation::Position;
use crate::rules::{Minesweeper, Observation};
use crate::strategy::{Reason, TRAIT_NAMES, Weighed};

pub(super) fn run(request: &Request) -> Result<Answer, InputError> {
    let seen = request.input_text()?.parse::<Position>()?.observation;
    let game = Minesweeper::new(seen.board(), first_click(request)?);
    let strategy = strategy(request)?;
    let mut stream = Seed(request.need("seed", "a whole number")?).stream(0);
    if seen.closed() == seen.board().mines() {
        if let Err(error) = probabilities(&seen) {
            return Ok(no_answer(&seen, &error));
        }
        let json = json!({"schema": 1, "puzzle": "minesweeper", "board": seen.board(), "move": null,
            "reason": "the game is won", "probabilities": null});
        return Ok(Answer::new(json, "The game is won: only mines are closed."));
    }
    let advice = if strategy.name() == "best" {
        advise(&game, &seen, &mut stream)
    } else {
        consult(&game, &strategy, &seen, &mut stream)
    };
    match advice {
        Ok(advice) => Ok(answer(&game, &seen, strategy.name(), &advice)),
        Err(error) => Ok(no_answer(&seen, &error)),
    }
}

fn answer(game: &Minesweeper, seen: &Observation, strategy: &str, advice: &Advice) -> Answer {
    let board = seen.board();
    let chosen = advice.decision.chosen;
    let words = format!("{}.", advice.why.text());
    let certain = advice.decision.probability.is_certain();
    let second = second_best(advice);
    let mut text = format!("{}\n\n{words}", map(seen, &advice.probabilities, Some(chosen.cell())));
    if let Some((other, lost)) = &second {
        let _ = write!(
            text,
            "\nSecond best: {} (safe with {:.2} %), which would give away about {:.2} % of the wins.",
            board.name(other.cell),
            100.0 * other.safe,
            100.0 * lost
        );
    } else if certain {
        text.push_str("\nAny guess instead would risk the game for nothing.");
    }
    let weighed: Vec<Value> = advice.weighed.iter().filter(|w| w.score > f64::MIN).map(|w| json!({
        "cell": board.name(w.cell), "safe": w.safe, "progress": w.progress, "toss": w.toss, "score": w.score,
        "traits": TRAIT_NAMES.iter().copied().zip(w.traits).collect::<BTreeMap<_, _>>(),
    })).collect();
    let json = json!({
        "schema": 1,
        "puzzle": "minesweeper",
        "board": board,
        "first_click": game.first_click(),
        "strategy": strategy,
        "mine_count_known": true,
        "probabilities": rows(board, &advice.probabilities.mine),
        "move": show_action(board, chosen),
        "cell": board.name(chosen.cell()),
        "certain": certain,
        "safe_probability": advice.decision.probability,
        "block": advice.decision.reason.block().name(),
        "reason": words,
        "second_best": second.map(|(other, lost)| json!({
            "cell": board.name(other.cell), "safe": other.safe, "share_of_wins_lost": lost})),
        "weighed": weighed,
        "ln_minefields": advice.probabilities.ln_boards,
    });
    Answer::new(json, text)
}

/// The best alternative and the share of wins it is estimated to give away.
fn second_best(advice: &Advice) -> Option<(Weighed, f64)> {
    if advice.decision.probability.is_certain() || matches!(advice.decision.reason, Reason::Endgame { .. }) {
        return None;
    }
    let best = advice.weighed.first()?;
    let second = advice.weighed.get(1).filter(|second| second.score > f64::MIN)?;
    Some((*second, 1.0 - second.score / best.score))
}
