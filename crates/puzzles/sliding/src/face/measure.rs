use std::fmt::Write;

use quandary_core::face::{Answer, Context, Request};
use quandary_core::stats::Estimate;
use quandary_core::{InputError, Seed};
use quandary_measures::{TraceMeasures, of_traces};
use serde_json::{Value, json};

use super::{board_and_puzzle, check_solvable, oracle};
use crate::notation::{draw_board, parse_size};
use crate::progress::{exact, perfect_trace};
use crate::rules::{Board, Size, Sliding};
use crate::solve::distances::Distances;

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    if request.input().is_some() { one_board(request, context) } else { all_boards(request) }
}

fn too_large(size: Size) -> InputError {
    InputError::new(format!("exact measures of {size} are not available"))
        .expected(format!("a board of at most {} cells", Distances::MAX_CELLS))
}

/// The goals worth comparing: the empty cell in a corner, on an edge, in the centre, where they differ.
fn goals(size: Size) -> Vec<(&'static str, usize)> {
    let (rows, columns) = (size.rows(), size.columns());
    let mut goals = vec![("corner", size.cells() - 1)];
    if rows > 2 || columns > 2 {
        goals.push(("edge", if columns > 2 { size.cells() - 2 } else { size.cells() - 1 - columns }));
    }
    if rows > 2 && columns > 2 {
        goals.push(("centre", (rows / 2) * columns + columns / 2));
    }
    goals
}

fn all_boards(request: &Request) -> Result<Answer, InputError> {
    let size = parse_size(request.text("board").unwrap_or("3x3"))?;
    let mut rows = Vec::new();
    let mut text = String::new();
    for (blank, cell) in goals(size) {
        let puzzle = Sliding::new(Board::with_blank_at(size, cell));
        let distances = Distances::new(&puzzle).ok_or_else(|| too_large(size))?;
        let means = exact(&distances);
        let count = means.len() as f64;
        let options = means.iter().map(|mean| mean.options).sum::<f64>() / count;
        let progress = means.iter().map(|mean| mean.progress).sum::<f64>() / count;
        let lengths = distances.by_length();
        let _ = writeln!(
            text,
            "empty cell of the goal: {blank}\n  states {}, mean length {:.4}, longest {} ({} states), \
             n = {options:.4}, v = b/B = {progress:.4}",
            distances.states(),
            distances.mean(),
            lengths.len() - 1,
            lengths[lengths.len() - 1],
        );
        let widest = *lengths.iter().max().unwrap_or(&1);
        for (length, states) in lengths.iter().enumerate() {
            let bar = "▪".repeat((states * 48).div_ceil(widest) as usize);
            let _ = writeln!(text, "  {length:>3} {states:>7} {bar}");
        }
        text.push('\n');
        rows.push(json!({
            "blank": blank,
            "states": distances.states(),
            "mean": distances.mean(),
            "longest": lengths.len() - 1,
            "options_mean": options,
            "progress_mean": progress,
            "by_length": lengths,
        }));
    }
    let json = json!({
        "schema": 1,
        "puzzle": "sliding",
        "board": size.to_string(),
        "conventions": {
            "length": "number of slides of a shortest solution",
            "options_mean": "all slides at the first step, all but the undo afterwards; mean along a \
                             solution of uniformly drawn best slides, then over all boards",
            "progress_mean": "best slides / all slides, averaged the same way",
        },
        "goals": rows,
    });
    Ok(Answer::new(json, text.trim_end()))
}

fn one_board(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let (board, puzzle) = board_and_puzzle(request)?;
    check_solvable(&puzzle, &board)?;
    let oracle = match oracle(&puzzle, context) {
        Ok(oracle) => oracle,
        Err(answer) => return Ok(*answer),
    };
    let runs: u64 = request.need("runs", "a whole number")?;
    let seed = Seed(request.need("seed", "a whole number")?);
    let (traces, _) = context
        .map("solutions", runs, |run| perfect_trace(&oracle, &board, &mut seed.stream(run)).ok().flatten());
    let traces: Vec<_> = traces.into_iter().flatten().collect();
    let measures = of_traces(&traces, seed).ok_or_else(|| {
        InputError::new("a solved board has no steps to measure")
            .expected("a board that needs at least one move")
    })?;
    let rows = rows(&measures);
    let mut text = format!("{}\n\n{} sampled shortest solutions\n", draw_board(&board), measures.traces);
    for (name, formula, estimate) in &rows {
        let _ = writeln!(
            text,
            "  {name:<14} {:>8.4}  [{:.4}, {:.4}]  {formula}",
            estimate.value, estimate.interval.low, estimate.interval.high
        );
    }
    let measures: serde_json::Map<String, Value> = rows
        .iter()
        .map(|(name, formula, estimate)| {
            (
                (*name).to_owned(),
                json!({"value": estimate.value, "low": estimate.interval.low,
                "high": estimate.interval.high, "formula": formula}),
            )
        })
        .collect();
    let json = json!({"schema": 1, "puzzle": "sliding", "board": board.size().to_string(),
        "runs": runs, "seed": seed.0, "measures": measures});
    Ok(Answer::new(json, text.trim_end()))
}

fn rows(measures: &TraceMeasures) -> [(&'static str, &'static str, Estimate); 11] {
    [
        ("D", "moves", measures.length),
        ("B", "slides a step", measures.options),
        ("v", "mean of b/B", measures.v),
        ("m", "1 - v", measures.m),
        ("p1", "m v", measures.p1),
        ("E_p", "2 m v^2", measures.energy),
        ("p2", "E_p - p1", measures.p2),
        ("v2", "p2 / m", measures.v2),
        ("GR (branching)", "sqrt(n(n-1))/T", measures.gr_branching),
        ("GR (board)", "sqrt(B)/D", measures.gr_board),
        ("GR (velocity)", "sqrt(2v/D)", measures.gr_velocity),
    ]
}
