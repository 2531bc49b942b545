//! The two questions about a game with draws: is it a win, and if not, is it at least a draw?

use std::fmt;

use quandary_core::{Budget, Context, Exhausted};
use quandary_proving::{Search, Setting};
use quandary_search::proof::{Conclusion, Method, Report, Settings};
use schemars::JsonSchema;
use serde::Serialize;

/// What a proof-number search says of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Proof {
    /// The size.
    board: String,
    position: String,
    /// The search.
    method: &'static str,
    settings: Setting,
    /// `win`, `draw` or `loss` for the player to move, with `estimated ` before it when some answer is no proof, or
    /// `unknown`.
    verdict: String,
    questions: Questions,
    /// Nodes made for both questions.
    nodes: u64,
    #[serde(skip)]
    heading: String,
}

/// What was asked. Each question has the whole budget.
#[derive(Serialize, JsonSchema)]
struct Questions {
    /// Is it a win for the player to move?
    win: Search,
    /// If not: is it at least a draw?
    at_least_draw: Option<Search>,
}

/// What is asked about.
pub(crate) struct Asked {
    pub(crate) board: String,
    pub(crate) position: String,
    /// The board drawn, and who is to move.
    pub(crate) heading: String,
}

/// Asks both questions, and says what ran out if something did; `ask` gets whether a draw counts as a win, and the
/// budget, which is whole for each.
pub(crate) fn prove(
    asked: Asked,
    method: Method,
    settings: &Settings,
    context: &Context<'_>,
    ask: impl Fn(bool, &mut Budget) -> Report,
) -> (Proof, Option<Exhausted>) {
    let win = ask(false, &mut context.budget.clone());
    let lost = win.conclusion.answer() == Some(false);
    let draw = lost.then(|| ask(true, &mut context.budget.clone()));
    let reports = || std::iter::once(&win).chain(&draw);
    let out = reports().find_map(|report| report.conclusion.out());
    let proof = Proof {
        board: asked.board,
        position: asked.position,
        method: method.name(),
        settings: Setting::of(method, settings),
        verdict: verdict(&win, draw.as_ref()),
        nodes: reports().map(|report| report.nodes).sum(),
        questions: Questions { win: Search::from(&win), at_least_draw: draw.as_ref().map(Search::from) },
        heading: asked.heading,
    };
    (proof, out)
}

fn verdict(win: &Report, draw: Option<&Report>) -> String {
    let estimated = |report: &Report| matches!(report.conclusion, Conclusion::Estimated(_));
    let drawn = draw.and_then(|report| report.conclusion.answer());
    let name = match (win.conclusion.answer(), drawn) {
        (Some(true), _) => "win",
        (Some(false), Some(true)) => "draw",
        (Some(false), Some(false)) => "loss",
        _ => return "unknown".into(),
    };
    if estimated(win) || draw.is_some_and(estimated) { format!("estimated {name}") } else { name.into() }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} ({})\nis it a win?          {}",
            self.heading, self.verdict, self.method, self.questions.win
        )?;
        match &self.questions.at_least_draw {
            Some(draw) => write!(f, "\nis it at least drawn? {draw}"),
            None => Ok(()),
        }
    }
}
