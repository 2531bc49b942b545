//! What the faces of the games have in common: the seed, and the two questions about a game with draws.

use quandary_core::Budget;
use quandary_core::face::{Answer, Context, OptionSpec};
use quandary_search::proof::face::{report_json, report_text, settings_json};
use quandary_search::proof::{Conclusion, Method, Report, Settings};
use serde_json::{Value, json};

pub(crate) const SEED: OptionSpec = OptionSpec::value("seed", "SEED", "Seed of everything random").or("1");
/// The answers of a proof-number search to "is it a win?" and, when it is not, "is it at least a draw?".
pub(crate) struct TwoQuestions {
    method: Method,
    settings: Settings,
    win: Report,
    draw: Option<Report>,
    cpu_seconds: f64,
}

impl TwoQuestions {
    /// Asks them; `ask` gets whether a draw counts as a win, and the budget, which is whole for each.
    pub(crate) fn ask(
        method: Method,
        settings: &Settings,
        context: &Context<'_>,
        ask: impl Fn(bool, &mut Budget) -> Report,
    ) -> TwoQuestions {
        let before = (context.cpu_seconds)();
        let win = ask(false, &mut context.budget.clone());
        let lost = win.conclusion.answer() == Some(false);
        let draw = lost.then(|| ask(true, &mut context.budget.clone()));
        let cpu_seconds = (context.cpu_seconds)() - before;
        TwoQuestions { method, settings: *settings, win, draw, cpu_seconds }
    }

    /// The whole answer: `json` says what was asked about, `board` shows it, `mover` names the player to move.
    pub(crate) fn answer(&self, mut json: Value, board: &str, mover: &str) -> Answer {
        let (verdict, name, cpu_seconds) = (self.verdict(), self.method.name(), self.cpu_seconds);
        json["method"] = json!(name);
        json["settings"] = settings_json(self.method, &self.settings);
        json["score"] = Value::Null;
        json["verdict"] = json!(verdict);
        json["nodes"] = json!(self.reports().map(|report| report.nodes).sum::<u64>());
        json["cpu_seconds"] = json!(cpu_seconds);
        json["questions"] =
            json!({"win": report_json(&self.win), "at_least_draw": self.draw.as_ref().map(report_json)});
        json["conventions"] = json!({"estimated": "a verdict from numbers near 0 or 1 is no proof",
            "budget": "each question has the whole budget"});
        let mut text = format!(
            "{board}\n\n{mover} to move: {verdict} ({name}, {cpu_seconds:.3} s of CPU)\nis it a win?         {}",
            report_text(&self.win)
        );
        if let Some(draw) = &self.draw {
            text += &format!("\nis it at least drawn? {}", report_text(draw));
        }
        let answer = Answer::new(json, text);
        match self.reports().find_map(|report| report.conclusion.out()) {
            Some(why) => answer.exhausted(why),
            None => answer,
        }
    }

    fn reports(&self) -> impl Iterator<Item = &Report> {
        std::iter::once(&self.win).chain(&self.draw)
    }

    /// `win`, `draw` or `loss`, with `estimated ` before it when some answer is no proof, or `unknown`.
    fn verdict(&self) -> String {
        let estimated = self.reports().any(|report| matches!(report.conclusion, Conclusion::Estimated(_)));
        let drawn = self.draw.as_ref().and_then(|report| report.conclusion.answer());
        let name = match (self.win.conclusion.answer(), drawn) {
            (Some(true), _) => "win",
            (Some(false), Some(true)) => "draw",
            (Some(false), Some(false)) => "loss",
            _ => "unknown",
        };
        if estimated && name != "unknown" { format!("estimated {name}") } else { name.into() }
    }
}
