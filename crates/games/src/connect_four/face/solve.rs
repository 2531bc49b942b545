use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{Certificate, Exhausted, InputError};
use quandary_search::proof::face::{method, settings};
use quandary_search::proof::{Method, Settings};
use serde_json::{Value as Json, json};

use super::{table_bits, undecided_record};
use crate::connect_four::any::{AnySolver, ask};
use crate::connect_four::notation::{Record, draw, format_record};
use crate::connect_four::question::Question;
use crate::connect_four::solve::Value;
use crate::face::TwoQuestions;
use crate::strategy::NoStrategy;

pub(super) const METHOD: OptionSpec = OptionSpec::value(
    "method",
    "METHOD",
    "alpha-beta (exact), or pns, pn2, df-pn, mcpns, ppns, pp, uct, pn-mcts, mc",
)
.or("alpha-beta");
pub(super) const WEAK: OptionSpec = OptionSpec::switch("weak", "Only win, draw or loss, not the score");
pub(super) const CERTIFICATE: OptionSpec =
    OptionSpec::switch("certificate", "Add a proof tree that `check` can verify");
pub(super) const LIMIT: OptionSpec =
    OptionSpec::value("limit", "N", "Most columns that a proof tree may name").or("2000000");
pub(super) const SIGHT: OptionSpec =
    OptionSpec::switch("sight", "Let the proof-number searches see wins with the next stone");

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let record = undecided_record(request)?;
    match method(request, &["alpha-beta"])? {
        None => exactly(&record, request, context),
        Some(method) => Ok(by_proof(&record, method, &settings(request)?, request.is_on("sight"), context)),
    }
}

fn exactly(record: &Record, request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let mut solver = AnySolver::new(record.size, table_bits(request)?);
    let weak = request.is_on("weak");
    let mut budget = context.budget.clone();
    let before = (context.cpu_seconds)();
    let solution = if weak {
        solver.solve_weakly(record.position, &mut budget)
    } else {
        solver.solve(record.position, &mut budget)
    };
    let cpu_seconds = (context.cpu_seconds)() - before;
    let solution = match solution {
        Ok(solution) => solution,
        Err(why) => return Ok(unsolved(record, budget.spent(), cpu_seconds, why)),
    };
    let best = match solver.best_column(record.position, solution.score, &mut budget) {
        Ok(best) => best.map(|column| column + 1),
        Err(_) => None,
    };
    let certificate = if request.is_on("certificate") {
        let limit = request.positive("limit")? as usize;
        Some(prove(&mut solver, record, solution.score, weak, limit, &mut budget)?)
    } else {
        None
    };
    let verdict = Value::of(solution.score).name();
    let json = json!({
        "schema": 1,
        "puzzle": "connect-four",
        "position": format_record(record),
        "method": if weak { "alpha-beta, weak" } else { "alpha-beta, strong" },
        "score": if weak { Json::Null } else { json!(solution.score) },
        "verdict": verdict,
        "best": best,
        "nodes": solution.nodes,
        "cpu_seconds": cpu_seconds,
        "conventions": {"score": "k when the player to move wins with the k-th last stone of his own, \
            negative when the opponent does, 0 for a draw", "node": "a position searched"},
        "certificate": certificate,
    });
    let text = format!(
        "{}\n\n{} to move: {verdict}{}{}\n{} nodes, {:.3} s of CPU",
        draw(record),
        mover(record),
        if weak { String::new() } else { format!(", score {}", solution.score) },
        best.map_or(String::new(), |best| format!("; best in column {best}")),
        solution.nodes,
        cpu_seconds
    );
    Ok(Answer::new(json, text))
}

/// `X` or `O`.
pub(super) fn mover(record: &Record) -> &'static str {
    if record.columns.len().is_multiple_of(2) { "X" } else { "O" }
}

fn unsolved(record: &Record, nodes: u64, cpu_seconds: f64, why: Exhausted) -> Answer {
    let json = json!({"schema": 1, "puzzle": "connect-four", "position": format_record(record),
        "score": null, "verdict": "unknown", "nodes": nodes, "cpu_seconds": cpu_seconds});
    Answer::new(json, format!("{}\n\nnot solved: {why} ({nodes} nodes)", draw(record))).exhausted(why)
}

/// A proof of the score from both sides, or of the verdict alone.
fn prove(
    solver: &mut AnySolver,
    record: &Record,
    score: i32,
    weak: bool,
    limit: usize,
    budget: &mut quandary_core::Budget,
) -> Result<Certificate, InputError> {
    let value = Value::of(score);
    let at_least = !weak || value != Value::Loss;
    let at_most = !weak || value != Value::Win;
    let mut evidence = json!({});
    if at_least {
        let tree = solver.at_least(record.position, score, limit, budget).map_err(NoStrategy::refusal)?;
        evidence["at_least"] = json!({"goal": score, "tree": tree});
    }
    if at_most {
        let tree = solver.at_most(record.position, score, limit, budget).map_err(NoStrategy::refusal)?;
        evidence["at_most"] = json!({"goal": score, "tree": tree});
    }
    let claim = if weak { value.name() } else { "score" };
    Ok(Certificate::new("connect-four", claim, format_record(record), evidence))
}

fn by_proof(
    record: &Record,
    method: Method,
    settings: &Settings,
    sight: bool,
    context: &Context<'_>,
) -> Answer {
    let answers = TwoQuestions::ask(method, settings, context, |draw_wins, budget| {
        let question = Question { rules: record.rules(), root: record.position, draw_wins, sight };
        ask(&question, method, settings, budget)
    });
    let json =
        json!({"schema": 1, "puzzle": "connect-four", "position": format_record(record), "sight": sight});
    answers.answer(json, &draw(record), mover(record))
}
