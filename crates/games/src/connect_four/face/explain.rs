use std::fmt::Write;

use quandary_core::face::{Answer, Context, Request};
use quandary_core::{Decision, InputError};
use serde::Serialize;
use serde_json::json;

use super::{table_bits, undecided_record};
use crate::connect_four::any::AnySolver;
use crate::connect_four::geometry::Geometry;
use crate::connect_four::notation::{draw, format_record};
use crate::connect_four::solve::Value;

/// Why a column is best: the exact score of every column.
#[derive(Serialize)]
struct Reason {
    score: i32,
    verdict: Value,
    columns: Vec<Scored>,
}

#[derive(Serialize)]
struct Scored {
    column: u32,
    score: i32,
    verdict: Value,
    nodes: u64,
}

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let record = undecided_record(request)?;
    let mut solver = AnySolver::new(record.size, table_bits(request)?);
    let mut budget = context.budget.clone();
    let before = (context.cpu_seconds)();
    let scores = match solver.scores(record.position, &mut budget) {
        Ok(scores) => scores,
        Err(why) => {
            let json = json!({"schema": 1, "puzzle": "connect-four", "position": format_record(&record),
                "nodes": budget.spent()});
            return Ok(Answer::new(json, format!("not solved: {why}")).exhausted(why));
        }
    };
    let columns: Vec<Scored> = scores
        .into_iter()
        .map(|(column, solution)| Scored {
            column: column + 1,
            score: solution.score,
            verdict: Value::of(solution.score),
            nodes: solution.nodes,
        })
        .collect();
    // Among equals the one nearest the centre: it is the natural move.
    let twice_centre = record.size.width() + 1;
    let best = columns
        .iter()
        .max_by_key(|scored| (scored.score, std::cmp::Reverse((2 * scored.column).abs_diff(twice_centre))))
        .map(|scored| (scored.column, scored.score));
    let (column, score) = best.expect("an undecided position has a move");
    let mut text = draw(&record) + "\n\n";
    for scored in &columns {
        let mark = if scored.score == score { '*' } else { ' ' };
        let _ = writeln!(
            text,
            "{mark} column {}: {:>4} {:<5} ({} nodes)",
            scored.column,
            scored.score,
            scored.verdict.name(),
            scored.nodes
        );
    }
    let _ = write!(text, "best: column {column}, {} with score {score}", Value::of(score).name());
    let decision = Decision::certain(column, Reason { score, verdict: Value::of(score), columns });
    let json = json!({"schema": 1, "puzzle": "connect-four", "position": format_record(&record),
        "decision": decision, "nodes": budget.spent(), "cpu_seconds": (context.cpu_seconds)() - before});
    Ok(Answer::new(json, text))
}
