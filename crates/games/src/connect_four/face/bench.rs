use quandary_core::face::{Answer, Context, Request};
use quandary_core::{Exhausted, InputError, Seed, Signature};
use quandary_search::proof::face::{method, settings};
use serde_json::json;

use super::{contest, standard, table_bits};
use crate::connect_four::any::AnySolver;
use crate::connect_four::generate::undecided;
use crate::connect_four::notation::{Record, format_record, parse_cases, parse_size};

/// Fixed work without a file: positions of this many stones.
const FIXED: (u64, u32) = (100, 14);

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let size = parse_size(request.text("board").unwrap_or("6x7"))?;
    if let Some(method) = method(request, &["alpha-beta"])? {
        return contest::run(size, method, &settings(request)?, request, context);
    }
    let cases: Vec<(Record, Option<i32>)> = match request.text("positions") {
        Some(text) => {
            parse_cases(text, size)?.into_iter().map(|(record, score)| (record, Some(score))).collect()
        }
        None => (0..FIXED.0).map(|index| (undecided(standard(), FIXED.1, Seed(1), index), None)).collect(),
    };
    let bits = table_bits(request)?;
    let mut size_of_solver = cases[0].0.size;
    let mut solver = AnySolver::new(size_of_solver, bits);
    let mut budget = context.budget.clone();
    let before = (context.cpu_seconds)();
    let mut signature = Signature::new();
    let (mut solved, mut correct, mut nodes) = (0_u64, 0_u64, 0_u64);
    let mut wrong = Vec::new();
    let mut stopped: Option<Exhausted> = None;
    for (record, expected) in &cases {
        if record.size != size_of_solver {
            (solver, size_of_solver) = (AnySolver::new(record.size, bits), record.size);
        }
        match solver.solve(record.position, &mut budget) {
            Ok(solution) => {
                solved += 1;
                nodes += solution.nodes;
                signature.add(&solution.score.to_le_bytes());
                signature.add(&solution.nodes.to_le_bytes());
                match expected {
                    Some(score) if *score != solution.score => wrong.push(json!({
                        "position": format_record(record), "expected": score, "score": solution.score})),
                    _ => correct += 1,
                }
            }
            Err(why) => {
                stopped = Some(why);
                break;
            }
        }
        context.progress.report("positions", solved, cases.len() as u64);
    }
    let cpu_seconds = (context.cpu_seconds)() - before;
    let mean_nodes = nodes as f64 / solved.max(1) as f64;
    let known = cases.iter().all(|(_, expected)| expected.is_some());
    let json = json!({
        "schema": 1,
        "puzzle": "connect-four",
        "positions": solved,
        "correct": if known { json!(correct) } else { serde_json::Value::Null },
        "mean_nodes": mean_nodes,
        "cpu_seconds": cpu_seconds,
        "nodes_per_second": nodes as f64 / cpu_seconds.max(1e-9),
        "table_bytes": solver.table_bytes(),
        "signature": signature.to_string(),
        "wrong": wrong,
        "conventions": {"solver": "strong scores, no book, table emptied before each position"},
    });
    let text = format!(
        "  {solved} positions{}, {mean_nodes:.1} nodes and {:.1} us of CPU each\n  signature {signature}",
        if known { format!(", {correct} right") } else { String::new() },
        cpu_seconds / solved.max(1) as f64 * 1e6
    );
    let answer = Answer::new(json, text);
    Ok(match stopped {
        Some(why) => answer.exhausted(why),
        None if !wrong.is_empty() => answer.negative(),
        None => answer,
    })
}
