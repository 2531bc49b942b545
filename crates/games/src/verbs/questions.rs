//! The two questions about a game with draws: is it a win, and if not, is it at least a draw?

use std::fmt;

use quandary_core::{Budget, Certificate, Context};
use quandary_search::proof::{Conclusion, Method, Report, Settings};
use quandary_verbs::proving::{Search, Setting, SolveAnswer, settings};
use quandary_verbs::{Reply, Request};
use schemars::JsonSchema;
use serde::Serialize;

use super::certified::CertificateResult;
use crate::proof_tree::Unwritten;
use crate::value::{Bounds, Value, Verdict};

quandary_verbs::names! {
    /// What a proof-number search says of a position.
    enum ProofVerdict {
        Win = "win",
        Draw = "draw",
        Loss = "loss",
        EstimatedWin = "estimated win",
        EstimatedDraw = "estimated draw",
        EstimatedLoss = "estimated loss",
        Unknown = "unknown",
    }
}

/// What a proof-number search says of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Proof {
    #[serde(flatten)]
    asked: Subject,
    /// The search.
    method: &'static str,
    settings: Setting,
    /// `win`, `draw` or `loss` for the player to move, with `estimated ` before it when some answer is not a proof, or
    /// `unknown`.
    verdict: ProofVerdict,
    questions: Questions,
    /// Nodes made for both questions.
    nodes: u64,
    #[serde(flatten)]
    certified: CertificateResult,
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
#[derive(Serialize, JsonSchema)]
pub(crate) struct Subject {
    /// Rows and columns.
    pub(crate) board: String,
    /// The position, as INPUT takes it.
    pub(crate) position: String,
    /// The board drawn, and who is to move.
    #[serde(skip)]
    pub(crate) heading: String,
}

/// Asks both questions; `ask` gets whether a draw counts as a win, and the budget, which is whole for each. `write`
/// gets a verdict that was proved, and writes down what proves it in at most this many moves.
pub(crate) fn prove<E>(
    asked: Subject,
    method: Method,
    request: &Request,
    context: &Context<'_>,
    ask: impl Fn(bool, &Settings, &mut Budget) -> Report,
    limit: u64,
    write: impl FnOnce(Value, usize, &mut Budget) -> Result<Certificate, Unwritten>,
) -> Reply<SolveAnswer<E, Proof>> {
    let settings = settings(request, context);
    let ask = |draw_wins| ask(draw_wins, &settings, &mut context.budget.clone());
    let win = ask(false);
    let lost = win.conclusion.answer() == Some(false);
    let draw = lost.then(|| ask(true));
    let reports = || std::iter::once(&win).chain(&draw);
    let out = reports().find_map(|report| report.conclusion.out());
    let nodes = reports().map(|report| report.nodes).sum();
    let certified = proved(&win, draw.as_ref()).map(|value| {
        CertificateResult::new(request, limit, nodes, &mut context.budget.clone(), |limit, budget| {
            write(value, limit, budget)
        })
    });
    let proof = Proof {
        asked,
        certified: certified.unwrap_or_default(),
        method: method.name(),
        settings: Setting::of(method, &settings),
        verdict: verdict(&win, draw.as_ref()),
        nodes,
        questions: Questions { win: Search::from(&win), at_least_draw: draw.as_ref().map(Search::from) },
    };
    Reply::from(SolveAnswer::Proof(Box::new(proof))).cut(out)
}

/// What an exact solver knows of a position.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ExactAnswer {
    #[serde(flatten)]
    asked: Subject,
    /// The solver, and whether it looks for the score (`strong`) or only its sign (`weak`), where it can do both.
    method: &'static str,
    /// `win`, `draw` or `loss` for the player to move, or `unknown`.
    pub(crate) verdict: Verdict,
    /// The score; null when only its sign was asked for or the budget ran out.
    pub(crate) score: Option<i32>,
    /// What is proved of the score.
    pub(crate) bounds: Bounds,
    /// Positions searched.
    nodes: u64,
    #[serde(flatten)]
    certified: CertificateResult,
}

impl ExactAnswer {
    /// What follows from the bounds; `scored` unless only the sign of the score was asked for.
    pub(crate) fn new(
        asked: Subject,
        (method, scored): (&'static str, bool),
        bounds: Bounds,
        nodes: u64,
        certified: CertificateResult,
    ) -> ExactAnswer {
        let verdict = bounds.value().into();
        let score = (scored && bounds.is_exact()).then_some(bounds.lower);
        ExactAnswer { asked, method, verdict, score, bounds, nodes, certified }
    }

    /// The text: the board, the verdict, what the game adds (the score, a best move), and the nodes.
    pub(crate) fn write(&self, f: &mut fmt::Formatter<'_>, more: &str) -> fmt::Result {
        write!(f, "{}: {}{more}\n{} nodes{}", self.asked.heading, self.verdict, self.nodes, self.certified)
    }
}

/// The value, when it was proved and not estimated.
fn proved(win: &Report, draw: Option<&Report>) -> Option<Value> {
    match (win.conclusion, draw.map(|report| report.conclusion)) {
        (Conclusion::Proved, _) => Some(Value::Win),
        (Conclusion::Disproved, Some(Conclusion::Proved)) => Some(Value::Draw),
        (Conclusion::Disproved, Some(Conclusion::Disproved)) => Some(Value::Loss),
        _ => None,
    }
}

fn verdict(win: &Report, draw: Option<&Report>) -> ProofVerdict {
    let estimated = |report: &Report| matches!(report.conclusion, Conclusion::Estimated(_));
    let drawn = draw.and_then(|report| report.conclusion.answer());
    let estimated = estimated(win) || draw.is_some_and(estimated);
    match (win.conclusion.answer(), drawn, estimated) {
        (Some(true), _, false) => ProofVerdict::Win,
        (Some(true), _, true) => ProofVerdict::EstimatedWin,
        (Some(false), Some(true), false) => ProofVerdict::Draw,
        (Some(false), Some(true), true) => ProofVerdict::EstimatedDraw,
        (Some(false), Some(false), false) => ProofVerdict::Loss,
        (Some(false), Some(false), true) => ProofVerdict::EstimatedLoss,
        _ => ProofVerdict::Unknown,
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}: {} ({})\nis it a win?          {}",
            self.asked.heading, self.verdict, self.method, self.questions.win
        )?;
        match &self.questions.at_least_draw {
            Some(draw) => write!(f, "\nis it at least drawn? {draw}"),
            None => Ok(()),
        }
    }
}
