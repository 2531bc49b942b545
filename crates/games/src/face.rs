//! What the faces of the games have in common: options, budgets and the record of a proof-number search.

use quandary_core::face::{Context, OptionSpec, Request};
use quandary_core::{Exhausted, InputError, Seed};
use quandary_search::proof::{Conclusion, Method, Report, Settings};
use serde_json::{Value, json};

pub(crate) const SEED: OptionSpec = OptionSpec::value("seed", "SEED", "Seed of everything random").or("1");
pub(crate) const PLAYOUTS: OptionSpec =
    OptionSpec::value("playouts", "K", "Random games from each new leaf (mcpns, ppns, mc)").or("10");
pub(crate) const THETA: OptionSpec =
    OptionSpec::value("theta", "T", "How far a share of playouts stays from 0 and 1 (mcpns, ppns)")
        .or("0.001");
pub(crate) const PRECISION: OptionSpec = OptionSpec::value(
    "pr",
    "PR",
    "ESTIMATE mode of ppns and pp: stop within PR of 0 or 1, without a proof; 0 proves",
)
.or("0");
pub(crate) const EPSILON: OptionSpec = OptionSpec::value("epsilon", "E", "df-pn's 1 + E").or("0.25");
pub(crate) const EXPLORATION: OptionSpec =
    OptionSpec::value("exploration", "C", "uct's exploration constant").or("1");
pub(crate) const MEMORY: OptionSpec =
    OptionSpec::value("memory", "MIB", "Most mebibytes for the tree or table of a proof-number search")
        .or("1024");

/// A search needs at least one node.
pub(crate) fn check_budget(context: &Context<'_>) -> Result<(), InputError> {
    if context.budget.remaining() == 0 {
        return Err(InputError::new("--nodes: a budget of 0 nodes answers nothing").expected("at least 1"));
    }
    Ok(())
}

/// A number that must be above 0.
pub(crate) fn positive(request: &Request, name: &str) -> Result<u64, InputError> {
    let value: u64 = request.need(name, "a whole number above 0")?;
    if value == 0 {
        return Err(InputError::new(format!("--{name}: 0 is not enough")).expected("a whole number above 0"));
    }
    Ok(value)
}

/// A number within a range.
pub(crate) fn real(request: &Request, name: &str, low: f64, high: f64) -> Result<f64, InputError> {
    let expected = format!("a number from {low} to {high}");
    let value: f64 = request.need(name, &expected)?;
    if !(low..=high).contains(&value) {
        return Err(InputError::new(format!("--{name}: {value} is out of range")).expected(expected));
    }
    Ok(value)
}

/// The proof-number method that is asked for; `None` for the game's own exact solver.
pub(crate) fn method(request: &Request, exact: &str) -> Result<Option<Method>, InputError> {
    let name = request.text("method").unwrap_or(exact);
    if name == exact {
        return Ok(None);
    }
    Method::named(name).map(Some).ok_or_else(|| {
        let names: Vec<&str> = Method::ALL.iter().map(|method| method.name()).collect();
        InputError::new(format!("--method: `{name}` is not a method"))
            .expected(format!("{exact}, {}", names.join(", ")))
    })
}

/// The settings that are asked for.
pub(crate) fn settings(request: &Request) -> Result<Settings, InputError> {
    let bytes = positive(request, "memory")?.saturating_mul(1 << 20);
    Ok(Settings {
        playouts: positive(request, "playouts")?.min(u64::from(u32::MAX)) as u32,
        theta: real(request, "theta", 0.0, 0.5)?,
        precision: real(request, "pr", 0.0, 0.5)?,
        epsilon: real(request, "epsilon", 0.0, 100.0)?,
        exploration: real(request, "exploration", 0.0, 1000.0)?,
        bytes: usize::try_from(bytes).unwrap_or(usize::MAX),
        seed: Seed(request.need("seed", "a whole number")?),
        index: 0,
    })
}

/// The settings as they stand in an answer: those the method uses.
pub(crate) fn settings_json(method: Method, settings: &Settings) -> Value {
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
pub(crate) fn report_json(report: &Report) -> Value {
    json!({
        "conclusion": report.conclusion.name(),
        "proved": matches!(report.conclusion, Conclusion::Proved | Conclusion::Disproved),
        "out_of": match report.conclusion {
            Conclusion::Out(why) => json!(why.to_string()),
            _ => Value::Null,
        },
        "iterations": report.iterations,
        "nodes": report.nodes,
        "playouts": report.playouts,
        "bytes": report.bytes,
        "bytes_per_node": report.node_bytes,
    })
}

/// A report for a person.
pub(crate) fn report_text(report: &Report) -> String {
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

/// The answers to "is it a win?" and, when it is not, "is it at least a draw?".
pub(crate) struct TwoQuestions {
    pub(crate) win: Report,
    pub(crate) draw: Option<Report>,
}

impl TwoQuestions {
    /// Asks them; `ask` gets whether a draw counts as a win.
    pub(crate) fn ask(mut ask: impl FnMut(bool) -> Report) -> TwoQuestions {
        let win = ask(false);
        let draw = (win.conclusion.answer() == Some(false)).then(|| ask(true));
        TwoQuestions { win, draw }
    }

    /// `win`, `draw` or `loss`, with `estimated ` before it when some answer is no proof, or `unknown`.
    pub(crate) fn verdict(&self) -> String {
        let estimated = [Some(&self.win), self.draw.as_ref()]
            .into_iter()
            .flatten()
            .any(|report| matches!(report.conclusion, Conclusion::Estimated(_)));
        let name =
            match (self.win.conclusion.answer(), self.draw.as_ref().and_then(|r| r.conclusion.answer())) {
                (Some(true), _) => "win",
                (Some(false), Some(true)) => "draw",
                (Some(false), Some(false)) => "loss",
                _ => "unknown",
            };
        if estimated && name != "unknown" { format!("estimated {name}") } else { name.into() }
    }

    /// Why it is unknown.
    pub(crate) fn out(&self) -> Option<Exhausted> {
        [Some(&self.win), self.draw.as_ref()].into_iter().flatten().find_map(|report| {
            match report.conclusion {
                Conclusion::Out(why) => Some(why),
                _ => None,
            }
        })
    }

    /// Nodes of both.
    pub(crate) fn nodes(&self) -> u64 {
        self.win.nodes + self.draw.as_ref().map_or(0, |report| report.nodes)
    }

    /// Both as JSON.
    pub(crate) fn json(&self) -> Value {
        json!({"win": report_json(&self.win), "at_least_draw": self.draw.as_ref().map(report_json)})
    }

    /// Both for a person.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("is it a win?         {}", report_text(&self.win));
        if let Some(draw) = &self.draw {
            text += &format!("\nis it at least drawn? {}", report_text(draw));
        }
        text
    }
}
