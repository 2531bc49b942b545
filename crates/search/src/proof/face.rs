//! What every face says and asks about the proof-number family: its options, and its record in words and JSON.

use quandary_core::face::{Context, OptionSpec, Request};
use quandary_core::{InputError, Seed};
use serde_json::{Value, json};

use super::{Conclusion, Method, Report, Settings};

/// Random games from each new leaf.
pub const PLAYOUTS: OptionSpec =
    OptionSpec::value("playouts", "K", "Random games from each new leaf (mcpns, ppns, mc)").or("10");
/// The papers' theta.
pub const THETA: OptionSpec =
    OptionSpec::value("theta", "T", "How far a share of playouts stays from 0 and 1 (mcpns, ppns)")
        .or("0.001");
/// The papers' pr.
pub const PRECISION: OptionSpec = OptionSpec::value(
    "pr",
    "PR",
    "ESTIMATE mode of ppns and pp: stop within PR of 0 or 1, without a proof; 0 proves",
)
.or("0");
/// df-pn's patience.
pub const EPSILON: OptionSpec = OptionSpec::value("epsilon", "E", "df-pn's 1 + E").or("0.25");
/// UCT's constant.
pub const EXPLORATION: OptionSpec =
    OptionSpec::value("exploration", "C", "uct's exploration constant").or("1");
/// Memory.
pub const MEMORY: OptionSpec =
    OptionSpec::value("memory", "MIB", "Most mebibytes for the tree or table of a proof-number search")
        .or("1024");

/// A search needs at least one node.
pub fn check_budget(context: &Context<'_>) -> Result<(), InputError> {
    if context.budget.remaining() == 0 {
        return Err(InputError::new("--nodes: a budget of 0 nodes answers nothing").expected("at least 1"));
    }
    Ok(())
}

/// The proof-number method that `--method` asks for; `None` for one of the puzzle's `own`, the first of which is the
/// default.
pub fn method(request: &Request, own: &[&str]) -> Result<Option<Method>, InputError> {
    let name = request.text("method").or(own.first().copied()).unwrap_or("");
    if own.contains(&name) {
        return Ok(None);
    }
    Method::named(name).map(Some).ok_or_else(|| {
        let names: Vec<&str> =
            own.iter().copied().chain(Method::ALL.iter().map(|method| method.name())).collect();
        InputError::new(format!("--method: `{name}` is not a method")).expected(names.join(", "))
    })
}

/// The settings that are asked for; what the verb does not offer stays as it is by default.
pub fn settings(request: &Request) -> Result<Settings, InputError> {
    let usual = Settings::default();
    let real = |name: &str, high: f64, usual: f64| {
        if request.text(name).is_some() { request.real(name, 0.0, high) } else { Ok(usual) }
    };
    let bytes = request.positive("memory")?.saturating_mul(1 << 20);
    Ok(Settings {
        playouts: request.positive("playouts")?.min(u64::from(u32::MAX)) as u32,
        theta: real("theta", 0.5, usual.theta)?,
        precision: real("pr", 0.5, usual.precision)?,
        epsilon: real("epsilon", 100.0, usual.epsilon)?,
        exploration: real("exploration", 1000.0, usual.exploration)?,
        bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
        seed: Seed(request.need("seed", "a whole number")?),
        index: 0,
    })
}

/// The settings as they stand in an answer: those the method uses.
pub fn settings_json(method: Method, settings: &Settings) -> Value {
    let mut json = json!({"method": method.name(), "memory_bytes": settings.bytes});
    let mut add = |name: &str, value: Value| json[name] = value;
    match method {
        Method::Pns | Method::Pn2 | Method::Pp => {}
        Method::DfPn => add("epsilon", json!(settings.epsilon)),
        Method::Uct | Method::PnMcts => {
            add("exploration", json!(settings.exploration));
            add("seed", json!(settings.seed.0));
        }
        Method::Mc => {
            add("playouts", json!(settings.playouts));
            add("seed", json!(settings.seed.0));
        }
        Method::Mcpns | Method::Ppns => {
            add("playouts", json!(settings.playouts));
            add("theta", json!(settings.theta));
            add("seed", json!(settings.seed.0));
        }
    }
    if matches!(method, Method::Ppns | Method::Pp) {
        json["mode"] = json!(if settings.precision > 0.0 { "estimate" } else { "prove" });
        json["pr"] = json!(settings.precision);
    }
    json
}

/// A report as JSON.
pub fn report_json(report: &Report) -> Value {
    json!({
        "conclusion": report.conclusion.name(),
        "proved": matches!(report.conclusion, Conclusion::Proved | Conclusion::Disproved),
        "out_of": report.conclusion.out().map(|why| why.to_string()),
        "iterations": report.iterations,
        "nodes": report.nodes,
        "playouts": report.playouts,
        "bytes": report.bytes,
        "bytes_per_node": report.node_bytes,
    })
}

/// A report for a person.
pub fn report_text(report: &Report) -> String {
    format!(
        "{}: {} iterations, {} nodes of {} bytes, {} playouts, {:.1} MiB",
        report.conclusion.name(),
        report.iterations,
        report.nodes,
        report.node_bytes,
        report.playouts,
        report.bytes as f64 / f64::from(1 << 20)
    )
}
