//! `solve --method pns` and its kin: the spawns as a second side, proved or disproved.

use std::fmt;

use quandary_core::{Certificate, Context, Exhausted};
use quandary_search::proof::{Conclusion, Method, Settings};
use quandary_search::strategy::strategy;
use quandary_search::truth;
use quandary_verbs::proving::{PLAYOUTS as USUAL_PLAYOUTS, Search, Setting, THETA as USUAL_THETA, settings};
use quandary_verbs::{Opt, Request};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

use crate::notation::compact;
use crate::rules::{Board, Rules};
use crate::solve::inhibitor::{Inhibitor, Reach};

pub(super) const INHIBITOR: Opt<&str> = Opt::choice(
    "inhibitor",
    "WHO",
    &["and", "or", "chance"],
    "For the proof-number methods: who places the tiles: an opponent, a friend or dice",
)
.or("and")
.only_with("method", quandary_verbs::proving::METHODS);
/// What proves the answer of `exact`, and of the proof-number methods.
pub(super) const CERTIFICATE: Opt<bool> = Opt::switch(
    "certificate",
    "Add what `quandary check` needs: the win probability on up to twelve cells, or a proof tree",
)
.only_with("method", WITH_CERTIFICATE);
const WITH_CERTIFICATE: &[&str] =
    &["exact", "pns", "pn2", "df-pn", "mcpns", "ppns", "pp", "uct", "pn-mcts", "mc"];
/// The article's settings for 2048.
pub(super) const PLAYOUTS: Opt<u64> = USUAL_PLAYOUTS.or("60");
pub(super) const THETA: Opt<f64> = USUAL_THETA.or("0.01");

/// Positions that brute force may look at for the value beside the search's.
const TRUTH_POSITIONS: u64 = 1_000_000;

/// Whether a tile is reached though somebody else places the tiles.
#[derive(Serialize, JsonSchema)]
pub(super) struct Proof {
    /// Rows and columns.
    board: String,
    /// The tile to reach.
    target: u64,
    /// The search.
    method: &'static str,
    /// Who places the tiles: `and`, `or` or `chance`.
    inhibitor: &'static str,
    /// `win`, `loss`, `mixed` where it depends on the start, the same with `estimated`, or `unknown`.
    verdict: Verdict,
    /// The verdict in words.
    means: &'static str,
    /// What an opponent who places the tiles allows, by brute force: `win`, `loss` or `mixed`; null where that takes too
    /// long.
    adversarial: Option<&'static str>,
    settings: Setting,
    /// The searches, one for each position.
    items: Vec<PositionSearch>,
    /// Nodes made in all.
    nodes: u64,
    /// With --certificate: for each position the winner's strategy.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Certificate>,
    /// Why there is no certificate though one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_certificate: Option<String>,
    #[serde(skip)]
    placed_by: &'static str,
}

/// The search of one position.
#[derive(Serialize, JsonSchema)]
struct PositionSearch {
    /// One digit a cell.
    position: String,
    #[serde(flatten)]
    search: Search,
}

/// Asks each of the boards whether the target is reached; and what ran out, if something did. `about` is the
/// certificate's instance, and its evidence as far as it says what is asked.
pub(super) fn prove(
    method: Method,
    (rules, target, boards): (Rules, u8, &[Board]),
    about: (String, Value),
    request: &Request,
    context: &Context<'_>,
) -> (Proof, Option<Exhausted>) {
    let inhibitor = Inhibitor::named(request.get(INHIBITOR)).expect("the names are the same");
    let settings = settings(request, context);
    let (mut items, mut conclusions, mut trees) = (Vec::new(), Vec::new(), Vec::new());
    for (index, &start) in boards.iter().enumerate() {
        let tree = Reach { rules, start, target, inhibitor };
        let settings = Settings { index: index as u64, ..settings };
        let report = settings.solve(&tree, method, &mut context.budget.clone());
        if request.is_on(CERTIFICATE)
            && matches!(report.conclusion, Conclusion::Proved | Conclusion::Disproved)
        {
            trees.push(written(&tree, report.conclusion, context));
        }
        conclusions.push(report.conclusion);
        items.push(PositionSearch { position: compact(rules.shape, start), search: Search::from(&report) });
    }
    let verdict = verdict(&conclusions);
    let (mut certificate, mut no_certificate) = (None, None);
    if request.is_on(CERTIFICATE) && trees.len() == boards.len() {
        match trees.into_iter().collect::<Result<Vec<Value>, String>>() {
            Ok(trees) => {
                let (instance, mut evidence) = about;
                evidence["inhibitor"] = inhibitor.name().into();
                evidence["trees"] = trees.into();
                certificate = Some(Certificate::new("2048", verdict.name(), instance, evidence));
            }
            Err(why) => no_certificate = Some(why),
        }
    }
    let proof = Proof {
        board: rules.shape.to_string(),
        target: 1 << target,
        method: method.name(),
        inhibitor: inhibitor.name(),
        means: meaning(inhibitor, verdict),
        verdict,
        // Small boards have their truth beside them; what an opponent allows is not what luck allows.
        adversarial: forced(rules, target, boards, context),
        settings: Setting::of(method, &settings),
        nodes: items.iter().map(|item| item.search.nodes).sum(),
        items,
        certificate,
        no_certificate,
        placed_by: inhibitor.in_words(),
    };
    (proof, conclusions.iter().find_map(|conclusion| conclusion.out()))
}

/// Whether a position is won, and the winner's strategy. It has the whole budget.
fn written(tree: &Reach, conclusion: Conclusion, context: &Context<'_>) -> Result<Value, String> {
    let found = strategy(tree, &mut context.budget.clone(), |place, index| tree.name(place, index));
    match found {
        Ok((won, names)) if conclusion.answer() == Some(won) => Ok(json!({"wins": won, "tree": names})),
        Ok(_) => Err("the solver contradicts itself; please report this position".into()),
        Err(why) => Err(format!("while the proof tree was written, {why}")),
    }
}

quandary_verbs::names! {
    /// One word for all starts.
    enum Verdict {
        Win = "win",
        Loss = "loss",
        Mixed = "mixed",
        Unknown = "unknown",
        EstimatedWin = "estimated win",
        EstimatedLoss = "estimated loss",
        EstimatedMixed = "estimated mixed",
        EstimatedUnknown = "estimated unknown",
    }
}

fn verdict(conclusions: &[Conclusion]) -> Verdict {
    let all = |wanted: bool| conclusions.iter().all(|c| c.answer() == Some(wanted));
    let estimated = conclusions.iter().any(|c| matches!(c, Conclusion::Estimated(_)));
    let open = conclusions.iter().any(|c| c.answer().is_none());
    match (all(true), all(false), open, estimated) {
        (true, _, _, false) => Verdict::Win,
        (true, _, _, true) => Verdict::EstimatedWin,
        (_, true, _, false) => Verdict::Loss,
        (_, true, _, true) => Verdict::EstimatedLoss,
        (_, _, true, false) => Verdict::Unknown,
        (_, _, true, true) => Verdict::EstimatedUnknown,
        (_, _, false, false) => Verdict::Mixed,
        (_, _, false, true) => Verdict::EstimatedMixed,
    }
}

fn meaning(inhibitor: Inhibitor, verdict: Verdict) -> &'static str {
    match (inhibitor, verdict) {
        (
            _,
            Verdict::EstimatedWin
            | Verdict::EstimatedLoss
            | Verdict::EstimatedMixed
            | Verdict::EstimatedUnknown,
        ) => "a number near 0 or 1, and no proof",
        (Inhibitor::Opponent, Verdict::Win) => "the player can force the tile",
        (Inhibitor::Opponent, Verdict::Loss) => "an opponent who places the tiles can prevent it",
        (Inhibitor::Friend, Verdict::Win) => "some lucky sequence of tiles leads there; nothing is forced",
        (Inhibitor::Friend, Verdict::Loss) => "no sequence of tiles leads there",
        (Inhibitor::Dice, Verdict::Win) => "it is certain, however the dice fall",
        (Inhibitor::Dice, Verdict::Loss) => "it is not certain: some fall of the dice prevents it",
        (_, Verdict::Mixed | Verdict::Unknown) => "it depends on the start, or is not known yet",
    }
}

/// What an opponent allows, where it can be looked up quickly.
fn forced(rules: Rules, target: u8, boards: &[Board], context: &Context<'_>) -> Option<&'static str> {
    if rules.shape.cells() > 4 {
        return None;
    }
    let wins = boards.iter().map(|&start| {
        let tree = Reach { rules, start, target, inhibitor: Inhibitor::Opponent };
        truth::winning_probability(&tree, &mut context.budget.with_nodes(TRUTH_POSITIONS)).map(|p| p == 1.0)
    });
    let wins: Vec<bool> = wins.collect::<Result<_, Exhausted>>().ok()?;
    Some(match wins.iter().filter(|&&win| win).count() {
        0 => "loss",
        n if n == wins.len() => "win",
        _ => "mixed",
    })
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} to {} by {}, the tiles placed by {}",
            self.board, self.target, self.method, self.placed_by
        )?;
        for PositionSearch { position, search } in &self.items {
            writeln!(f, "  {position:<10} {search}")?;
        }
        write!(f, "{}: {}", self.verdict, self.means)?;
        match self.adversarial {
            Some(forced) => write!(f, "\nthe adversarial value is a {forced}"),
            None => Ok(()),
        }
    }
}
