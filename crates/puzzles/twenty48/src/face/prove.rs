//! `solve --method pns` and its kin: the spawns as a second side, proved or disproved.

use std::fmt::Write;

use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{Budget, Exhausted, InputError, Seed};
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
pub(super) const PLAYOUTS: OptionSpec =
    OptionSpec::value("playouts", "K", "random games from each new leaf (mcpns, ppns, mc)").or("60");
pub(super) const THETA: OptionSpec =
    OptionSpec::value("theta", "T", "how far a share of playouts stays from 0 and 1 (mcpns, ppns)")
        .or("0.01");
pub(super) const PRECISION: OptionSpec = OptionSpec::value(
    "pr",
    "PR",
    "ESTIMATE mode of ppns and pp: stop within PR of 0 or 1, without a proof; 0 proves",
)
.or("0");
pub(super) const MEMORY: OptionSpec =
    OptionSpec::value("memory", "MIB", "most mebibytes for the tree of a proof-number method").or("1024");

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
    let settings = settings(request)?;
    let before = (context.cpu_seconds)();
    let mut rows = Vec::new();
    let mut text = format!(
        "{} to {} by {}, the tiles placed by {}\n",
        rules.shape,
        1_u64 << target,
        method.name(),
        who(inhibitor)
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
    Ok(match conclusions.iter().find_map(|conclusion| out(*conclusion)) {
        Some(why) => answer.exhausted(why),
        None => answer,
    })
}

fn settings(request: &Request) -> Result<Settings, InputError> {
    let range = |name: &str, value: f64| {
        if (0.0..=0.5).contains(&value) {
            Ok(value)
        } else {
            Err(InputError::new(format!("--{name}: {value} is out of range"))
                .expected("a number from 0 to 0.5"))
        }
    };
    let playouts: u32 = request.need("playouts", "a whole number above 0")?;
    let memory: usize = request.need("memory", "a whole number above 0")?;
    if playouts == 0 || memory == 0 {
        return Err(
            InputError::new("--playouts and --memory must not be 0").expected("whole numbers above 0")
        );
    }
    Ok(Settings {
        playouts,
        theta: range("theta", request.need("theta", "a number")?)?,
        precision: range("pr", request.need("pr", "a number")?)?,
        bytes: memory.saturating_mul(1 << 20),
        seed: Seed(request.need("seed", "a whole number")?),
        ..Settings::default()
    })
}

fn out(conclusion: Conclusion) -> Option<Exhausted> {
    match conclusion {
        Conclusion::Out(why) => Some(why),
        _ => None,
    }
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

fn who(inhibitor: Inhibitor) -> &'static str {
    match inhibitor {
        Inhibitor::Opponent => "an opponent",
        Inhibitor::Friend => "a friend",
        Inhibitor::Dice => "dice",
    }
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
