use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{Budget, Certificate, InputError};
use quandary_search::proof::face::{method, settings};
use quandary_search::proof::{Method, Settings};
use serde_json::json;

use super::{table_bits, undecided};
use crate::face::TwoQuestions;
use crate::othello::notation::{Placed, draw, format_action, format_position};
use crate::othello::proof::StrategyWriter;
use crate::othello::question::Question;
use crate::othello::solve::{Endgame, Solution};
use crate::strategy::NoStrategy;

pub(super) const METHOD: OptionSpec = OptionSpec::value(
    "method",
    "METHOD",
    "alpha-beta (exact), or pns, pn2, df-pn, mcpns, ppns, pp, uct, pn-mcts, mc",
)
.or("alpha-beta");
pub(super) const CERTIFICATE: OptionSpec =
    OptionSpec::switch("certificate", "Add a proof tree that `check` can verify");
pub(super) const LIMIT: OptionSpec =
    OptionSpec::value("limit", "N", "Most squares that a proof tree may name").or("1000000");

/// `win`, `draw` or `loss`.
pub(super) fn verdict(score: i32) -> &'static str {
    match score {
        1.. => "win",
        0 => "draw",
        _ => "loss",
    }
}

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let placed = undecided(request)?;
    match method(request, &["alpha-beta"])? {
        None => exactly(&placed, request, context),
        Some(method) => Ok(by_proof(&placed, method, &settings(request)?, context)),
    }
}

fn exactly(placed: &Placed, request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let mut solver = Endgame::new(placed.board, table_bits(request)?);
    let mut budget = context.budget.clone();
    let before = (context.cpu_seconds)();
    let solved = solver.solve(placed.position, &mut budget);
    let cpu_seconds = (context.cpu_seconds)() - before;
    let Solution { score, best, nodes } = match solved {
        Ok(solution) => solution,
        Err(why) => {
            let json = json!({"schema": 1, "puzzle": "othello", "position": format_position(placed),
                "score": null, "verdict": "unknown", "nodes": budget.spent(), "cpu_seconds": cpu_seconds});
            let text = format!("{}\n\nnot solved: {why} ({} nodes)", draw(placed), budget.spent());
            return Ok(Answer::new(json, text).exhausted(why));
        }
    };
    let best = best.map(|action| format_action(placed.board, action));
    let certificate = if request.is_on("certificate") {
        let limit = request.positive("limit")? as usize;
        Some(prove(&mut solver, placed, score, limit, &mut budget)?)
    } else {
        None
    };
    let json = json!({
        "schema": 1,
        "puzzle": "othello",
        "position": format_position(placed),
        "empty": placed.empties(),
        "method": "alpha-beta",
        "score": score,
        "verdict": verdict(score),
        "best": best,
        "nodes": nodes,
        "cpu_seconds": cpu_seconds,
        "conventions": {"score": "difference of discs for the player to move, empty squares to the winner",
            "node": "a position searched"},
        "certificate": certificate,
    });
    let text = format!(
        "{}\n\n{} to move: {}, score {score}{}\n{nodes} nodes, {cpu_seconds:.3} s of CPU",
        draw(placed),
        mover(placed),
        verdict(score),
        best.map_or(String::new(), |best| format!("; best {best}")),
    );
    Ok(Answer::new(json, text))
}

pub(super) fn mover(placed: &Placed) -> &'static str {
    if placed.position.black_to_move { "X (black)" } else { "O (white)" }
}

fn prove(
    solver: &mut Endgame,
    placed: &Placed,
    score: i32,
    limit: usize,
    budget: &mut Budget,
) -> Result<Certificate, InputError> {
    let black = placed.position.black_to_move;
    let mut write = |black: bool, goal: i32| {
        StrategyWriter::write(solver, placed.position, black, goal, limit, budget)
            .map_err(NoStrategy::refusal)
    };
    let at_least = write(black, score)?;
    let at_most = write(!black, -score)?;
    Ok(Certificate::new(
        "othello",
        "score",
        format_position(placed),
        json!({"at_least": {"goal": score, "tree": at_least}, "at_most": {"goal": score, "tree": at_most}}),
    ))
}

fn by_proof(placed: &Placed, method: Method, settings: &Settings, context: &Context<'_>) -> Answer {
    let answers = TwoQuestions::ask(method, settings, context, |draw_wins, budget| {
        let question = Question { rules: placed.rules(), root: placed.position, draw_wins };
        settings.solve(&question, method, budget)
    });
    let json = json!({"schema": 1, "puzzle": "othello", "position": format_position(placed),
        "empty": placed.empties()});
    answers.answer(json, &draw(placed), mover(placed))
}
