//! What the faces of the games have in common: the seed, and the two questions about a game with draws.

use quandary_core::Exhausted;
use quandary_core::face::OptionSpec;
use quandary_search::proof::face::{report_json, report_text};
use quandary_search::proof::{Conclusion, Report};
use serde_json::{Value, json};

pub(crate) const SEED: OptionSpec = OptionSpec::value("seed", "SEED", "Seed of everything random").or("1");
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
        [Some(&self.win), self.draw.as_ref()].into_iter().flatten().find_map(|report| report.conclusion.out())
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
