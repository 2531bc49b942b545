use std::fmt::Write;

use quandary_core::face::{Answer, Context, Request};
use quandary_core::{Exhausted, InputError, Seed, Signature};
use serde_json::json;

use super::table_bits;
use crate::othello::notation::{Placed, format_action, format_position, parse_cases};
use crate::othello::rules::{Board, Othello};
use crate::othello::solve::Endgame;

/// Fixed work without a file: positions after this many discs.
const FIXED: (u64, u32) = (20, 46);

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let cases: Vec<(Placed, Option<i32>)> = match request.text("positions") {
        Some(text) => parse_cases(text)?.into_iter().map(|(placed, score)| (placed, Some(score))).collect(),
        None => (0..FIXED.0)
            .map(|index| {
                let board = Board::Eight;
                let position = Othello(board).random_position(FIXED.1, &mut Seed(1).stream(index));
                (Placed { board, position }, None)
            })
            .collect(),
    };
    let from = request.positive("from")? as usize - 1;
    let count: usize = request.parse("count", "a whole number")?.unwrap_or(usize::MAX);
    let cases: Vec<_> = cases.into_iter().skip(from).take(count).collect();
    let bits = table_bits(request)?;
    let mut budget = context.budget.clone();
    let mut signature = Signature::new();
    let (mut nodes, mut correct, mut cpu_seconds) = (0, 0_u64, 0.0);
    let mut rows = Vec::new();
    let mut text = String::new();
    let mut stopped: Option<Exhausted> = None;
    for (index, (placed, expected)) in cases.iter().enumerate() {
        let mut solver = Endgame::new(placed.board, bits);
        let before = (context.cpu_seconds)();
        let solution = match solver.solve(placed.position, &mut budget) {
            Ok(solution) => solution,
            Err(why) => {
                stopped = Some(why);
                break;
            }
        };
        let seconds = (context.cpu_seconds)() - before;
        nodes += solution.nodes;
        cpu_seconds += seconds;
        signature.add(&solution.score.to_le_bytes());
        signature.add(&solution.nodes.to_le_bytes());
        let right = expected.is_none_or(|score| score == solution.score);
        correct += u64::from(right);
        let best = solution.best.map(|action| format_action(placed.board, action));
        let _ = writeln!(
            text,
            "  {:>3} {:>2} empty {:>+4} {:<4} {}{:>12} nodes {:>8.3} s",
            from + index + 1,
            placed.empties(),
            solution.score,
            best.clone().unwrap_or_default(),
            if right { "" } else { "WRONG " },
            solution.nodes,
            seconds
        );
        rows.push(
            json!({"line": from + index + 1, "position": format_position(placed), "empty": placed.empties(),
            "score": solution.score, "expected": expected, "best": best, "nodes": solution.nodes,
            "cpu_seconds": seconds}),
        );
        context.progress.report("positions", index as u64 + 1, cases.len() as u64);
    }
    let known = cases.iter().all(|(_, expected)| expected.is_some());
    let solved = rows.len();
    let json = json!({
        "schema": 1, "puzzle": "othello", "positions": solved,
        "correct": if known { json!(correct) } else { serde_json::Value::Null },
        "mean_nodes": nodes as f64 / solved.max(1) as f64,
        "cpu_seconds": cpu_seconds,
        "signature": signature.to_string(),
        "rows": rows,
    });
    let _ = write!(
        text,
        "  {solved} positions{}, {nodes} nodes, {cpu_seconds:.3} s of CPU\n  signature {signature}",
        if known { format!(", {correct} right") } else { String::new() },
    );
    let answer = Answer::new(json, text);
    Ok(match stopped {
        Some(why) => answer.exhausted(why),
        None if correct < solved as u64 => answer.negative(),
        None => answer,
    })
}
