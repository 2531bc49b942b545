//! `solve --method pns` and its kin: the spawns as a second side, proved or disproved.

use std::fmt::Write;

use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{Budget, Exhausted, InputError};
use quandary_search::proof::face;
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_search::truth;
use serde_json::json;

use crate::notation::compact;
use crate::rules::{Board, Rules};
use crate::solve::inhibitor::{Inhibitor, Reach};

pub(super) const INHIBITOR: OptionSpec = OptionSpec::value(
    "inhibitor",
    "WHO",
    "who places tiles for the proof-number methods: and (an opponent), or (a friend), chance (dice)",
)
.or("and");
/// The article's settings for 2048.
pub(super) const PLAYOUTS: OptionSpec = face::PLAYOUTS.or("60");
pub(super) const THETA: OptionSpec = face::THETA.or("0.01");
pub(super) use quandary_search::proof::face::{MEMORY, PRECISION};

/// Asks each of the boards whether the target is reached.
pub(super) fn run(
    method: Method,
    (rules, target, boards): (Rules, u8, &[Board]),
    request: &Request,
    context: &Context<'_>,
) -> Result<Answer, InputError> {
    let name = request.text("inhibitor").unwrap_or("and");
    let inhibitor = Inhibitor::named(name).ok_or_else(|| {
        InputError::new(format!("--inhibitor: `{name}` is not known")).expected("and, or or chance")
    })?;
    let settings = face::settings(request)?;
    let before = (context.cpu_seconds)();
    let mut rows = Vec::new();
    let mut text = format!(
        "{} to {} by {}, the tiles placed by {}\n",
        rules.shape,
        1_u64 << target,
        method.name(),
        inhibitor.in_words()
    );
    let mut conclusions = Vec::new();
    for (index, &start) in boards.iter().enumerate() {
        let tree = Reach { rules, start, target, inhibitor };
        let report =
            Settings { index: index as u64, ..settings }.solve(&tree, method, &mut context.budget.clone());
        conclusions.push(report.conclusion);
        let place = compact(rules.shape, start);
        let _ = writeln!(
            text,
            "  {place:<10} {:<16} {} iterations, {} nodes of {} bytes",
            report.conclusion.name(),
            report.iterations,
            report.nodes,
            report.node_bytes
        );
        rows.push(json!({"start": place, "conclusion": report.conclusion.name(),
            "proved": matches!(report.conclusion, Conclusion::Proved | Conclusion::Disproved),
            "iterations": report.iterations, "nodes": report.nodes, "playouts": report.playouts,
            "bytes": report.bytes, "bytes_per_node": report.node_bytes}));
    }
    let cpu_seconds = (context.cpu_seconds)() - before;
    let verdict = verdict(&conclusions);
    // Small boards have their truth beside them; what an opponent allows is not what luck allows.
    let forced = forced(rules, target, boards);
    let _ = write!(text, "{verdict}: {}", meaning(inhibitor, &verdict));
    if let Some(forced) = forced {
        let _ = write!(text, "\nthe adversarial value is a {forced}");
    }
    let json = json!({
        "schema": 1, "puzzle": "2048", "method": method.name(), "board": rules.shape.to_string(),
        "target": 1_u64 << target, "inhibitor": inhibitor.name(),
        "mode": if settings.precision > 0.0 { "estimate" } else { "prove" },
        "verdict": verdict, "means": meaning(inhibitor, &verdict), "adversarial": forced,
        "settings": {"playouts": settings.playouts, "theta": settings.theta, "pr": settings.precision,
            "memory_bytes": settings.bytes, "seed": settings.seed.0},
        "starts": rows, "cpu_seconds": cpu_seconds,
    });
    let answer = Answer::new(json, text);
    Ok(match conclusions.iter().find_map(|conclusion| conclusion.out()) {
        Some(why) => answer.exhausted(why),
        None => answer,
    })
}

/// One word for all starts.
fn verdict(conclusions: &[Conclusion]) -> String {
    let all = |wanted: bool| conclusions.iter().all(|c| c.answer() == Some(wanted));
    let estimated = conclusions.iter().any(|c| matches!(c, Conclusion::Estimated(_)));
    let name = if all(true) {
        "win"
    } else if all(false) {
        "loss"
    } else if conclusions.iter().any(|c| c.answer().is_none()) {
        "unknown"
    } else {
        "mixed"
    };
    if estimated { format!("estimated {name}") } else { name.into() }
}

fn meaning(inhibitor: Inhibitor, verdict: &str) -> &'static str {
    if verdict.starts_with("estimated") {
        return "a number near 0 or 1, and no proof";
    }
    match (inhibitor, verdict) {
        (Inhibitor::Opponent, "win") => "the player can force the tile",
        (Inhibitor::Opponent, "loss") => "an opponent who places the tiles can prevent it",
        (Inhibitor::Friend, "win") => "some lucky sequence of tiles leads there; nothing is forced",
        (Inhibitor::Friend, "loss") => "no sequence of tiles leads there",
        (Inhibitor::Dice, "win") => "it is certain, however the dice fall",
        (Inhibitor::Dice, "loss") => "it is not certain: some fall of the dice prevents it",
        _ => "it depends on the start, or is not known yet",
    }
}

/// What an opponent allows, where it can be looked up quickly.
fn forced(rules: Rules, target: u8, boards: &[Board]) -> Option<&'static str> {
    if rules.shape.cells() > 4 {
        return None;
    }
    let wins: Result<Vec<bool>, Exhausted> = boards
        .iter()
        .map(|&start| {
            let tree = Reach { rules, start, target, inhibitor: Inhibitor::Opponent };
            truth::winning_probability(&tree, &mut Budget::nodes(1_000_000)).map(|p| p == 1.0)
        })
        .collect();
    let wins = wins.ok()?;
    Some(match wins.iter().filter(|&&win| win).count() {
        0 => "loss",
        n if n == wins.len() => "win",
        _ => "mixed",
    })
}
