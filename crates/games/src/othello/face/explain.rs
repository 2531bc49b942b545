use std::fmt::Write;

use quandary_core::face::{Answer, Context, Request};
use quandary_core::{Decision, InputError};
use serde::Serialize;
use serde_json::json;

use super::solve::verdict;
use super::{table_bits, undecided};
use crate::othello::notation::{draw, format_action, format_position};
use crate::othello::solve::Endgame;

/// Why a square is best: the exact score of every square.
#[derive(Serialize)]
struct Reason {
    score: i32,
    verdict: &'static str,
    moves: Vec<Scored>,
}

#[derive(Serialize)]
struct Scored {
    #[serde(rename = "move")]
    name: String,
    score: i32,
    nodes: u64,
}

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let placed = undecided(request)?;
    let mut solver = Endgame::new(placed.board, table_bits(request)?);
    let mut budget = context.budget.clone();
    let before = (context.cpu_seconds)();
    let scores = match solver.scores(placed.position, &mut budget) {
        Ok(scores) => scores,
        Err(why) => {
            let json = json!({"schema": 1, "puzzle": "othello", "position": format_position(&placed),
                "nodes": budget.spent()});
            return Ok(Answer::new(json, format!("not solved: {why}")).exhausted(why));
        }
    };
    let mut moves: Vec<Scored> = scores
        .into_iter()
        .map(|(action, solution)| Scored {
            name: format_action(placed.board, action),
            score: solution.score,
            nodes: solution.nodes,
        })
        .collect();
    moves.sort_by_key(|scored| -scored.score);
    let (best, score) = (moves[0].name.clone(), moves[0].score);
    let mut text = draw(&placed) + "\n\n";
    for scored in &moves {
        let mark = if scored.score == score { '*' } else { ' ' };
        let _ = writeln!(text, "{mark} {:<4} {:>+4} ({} nodes)", scored.name, scored.score, scored.nodes);
    }
    let _ = write!(text, "best: {best}, {} with {score:+}", verdict(score));
    let decision = Decision::certain(best, Reason { score, verdict: verdict(score), moves });
    let json = json!({"schema": 1, "puzzle": "othello", "position": format_position(&placed),
        "decision": decision, "nodes": budget.spent(), "cpu_seconds": (context.cpu_seconds)() - before});
    Ok(Answer::new(json, text))
}
