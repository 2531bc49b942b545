//! `solve --method pns` and its kin: limited directions as a second side, proved or disproved.

use std::fmt;

use quandary_core::words::count;
use quandary_core::{Certificate, Context, Exhausted, InputError, Stop};
use quandary_search::inhibitor::Inhibitor;
use quandary_search::proof::{Conclusion, Method};
use quandary_search::strategy::strategy;
use quandary_search::truth;
use quandary_verbs::proving::{Search, Setting, Verdict, settings};
use quandary_verbs::{Opt, Request};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

use crate::notation::{draw_board, format_board};
use crate::rules::{Board, Sliding};
use crate::solve::distances::Distances;
use crate::solve::inhibitor::Limited;

/// The most moves and bars: deeper trees are out of reach, and the searches go down move by move.
const MOST: u64 = 200;

pub(super) const WITHIN: Opt<u64> = Opt::whole(
    "within",
    "MOVES",
    0,
    MOST,
    "For the proof-number methods: maximum number of slides [default: the distance and 2 for each bar]",
)
.only_with("method", quandary_verbs::proving::METHODS);
pub(super) const BARS: Opt<u64> = Opt::whole(
    "bars",
    "N",
    0,
    MOST,
    "For the proof-number methods: how often the inhibitor may bar a direction; 0 leaves the walls alone",
)
.or("1")
.only_with("method", quandary_verbs::proving::METHODS);
pub(super) const INHIBITOR: Opt<&str> = Opt::choice(
    "inhibitor",
    "WHO",
    &["and", "or", "chance"],
    "For the proof-number methods: who bars directions: an opponent, a friend or dice",
)
.or("and")
.only_with("method", quandary_verbs::proving::METHODS);

pub(super) const CERTIFICATE: Opt<bool> = Opt::switch(
    "certificate",
    "For the proof-number methods: add the proof tree that `quandary check` verifies",
)
.only_with("method", quandary_verbs::proving::METHODS);

/// Positions that brute force may look at for the value beside the search's.
const TRUTH_POSITIONS: u64 = 3_000_000;

/// Whether a board is solved in time though directions are barred.
#[derive(Serialize, JsonSchema)]
pub(super) struct Proof {
    /// Rows and columns.
    board: String,
    /// The tiles along the rows, 0 for the empty cell.
    position: String,
    /// The tiles along the rows of the goal.
    goal: String,
    /// The search.
    method: &'static str,
    /// Most slides; a slide may take back the last.
    within: u16,
    /// How often a direction may be barred.
    bars: u16,
    /// Who bars: `and`, `or` or `chance`.
    inhibitor: &'static str,
    /// `win`, `loss`, the same with `estimated`, or `unknown`.
    verdict: Verdict,
    /// The verdict in words.
    means: &'static str,
    /// Probability of a win under best play, by brute force: 1 where it is forced; null where that takes too long.
    value: Option<f64>,
    settings: Setting,
    report: Search,
    /// Nodes made.
    nodes: u64,
    /// With --certificate: the winner's strategy.
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Certificate>,
    /// Why there is no certificate though one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_certificate: Option<String>,
    #[serde(skip)]
    heading: String,
}

/// Asks whether a solvable board is solved in time though directions are barred; and what ran out, if something did.
pub(super) fn prove(
    method: Method,
    board: &Board,
    puzzle: &Sliding,
    request: &Request,
    context: &Context<'_>,
) -> Result<(Proof, Option<Exhausted>), Stop> {
    let inhibitor = Inhibitor::named(request.get(INHIBITOR)).expect("the names are the same");
    let bars = request.get(BARS) as u16;
    let within = within(board, puzzle, bars, request, context)?;
    let tree = Limited::new(puzzle, board, within, bars, inhibitor).ok_or_else(|| {
        InputError::new(format!("the proof-number methods do not take a board of {}", board.size()))
            .expected(format!("at most {} cells", Limited::MAX_CELLS))
    })?;
    let settings = settings(request, context);
    let report = settings.solve(&tree, method, &mut context.budget.clone());
    let mut brute = context.budget.with_nodes(TRUTH_POSITIONS);
    let written = match report.conclusion {
        Conclusion::Proved | Conclusion::Disproved if request.is_on(CERTIFICATE) => {
            Some(written(&tree, report.conclusion, context).map(|(side, goal, strategy)| {
                let evidence = json!({
                    "goal": format_board(puzzle.goal()), "within": within, "bars": bars,
                    "inhibitor": inhibitor.name(), side: {"goal": goal, "tree": strategy},
                });
                Certificate::new("sliding", report.conclusion.verdict(), format_board(board), evidence)
            }))
        }
        _ => None,
    };
    let (certificate, no_certificate) = match written {
        Some(Ok(certificate)) => (Some(certificate), None),
        Some(Err(why)) => (None, Some(why)),
        None => (None, None),
    };
    let proof = Proof {
        board: board.size().to_string(),
        position: format_board(board),
        goal: format_board(puzzle.goal()),
        method: method.name(),
        within,
        bars,
        inhibitor: inhibitor.name(),
        verdict: report.conclusion.into(),
        means: meaning(report.conclusion, inhibitor, bars),
        value: truth::winning_probability(&tree, &mut brute).ok(),
        settings: Setting::of(method, &settings),
        report: Search::from(&report),
        nodes: report.nodes,
        certificate,
        no_certificate,
        heading: format!(
            "{}\n\n{} within {within} moves, with {} for {}",
            draw_board(board),
            report.conclusion.verdict(),
            count(bars.into(), "bar"),
            inhibitor.in_words()
        ),
    };
    Ok((proof, report.conclusion.out()))
}

/// The winner's strategy, with the side it is for and what that side scores. It has the whole budget.
fn written(
    tree: &Limited,
    conclusion: Conclusion,
    context: &Context<'_>,
) -> Result<(&'static str, i8, String), String> {
    let found = strategy(tree, &mut context.budget.clone(), |place, index| tree.name(place, index));
    match found {
        Ok((won, names)) if conclusion.answer() == Some(won) => {
            Ok(if won { ("at_least", 1, names) } else { ("at_most", -1, names) })
        }
        Ok(_) => Err("the solver contradicts itself; please report this position".into()),
        Err(why) => Err(format!("while the proof tree was written, {why}")),
    }
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {} ({})\n{}", self.heading, self.means, self.method, self.report)?;
        match self.value {
            Some(value) => write!(f, "by brute force the value is {value:.4}"),
            None => f.write_str("too large for brute force"),
        }
    }
}

/// The limit that is asked for, or the distance with room for a detour around every bar.
fn within(
    board: &Board,
    puzzle: &Sliding,
    bars: u16,
    request: &Request,
    context: &Context<'_>,
) -> Result<u16, Stop> {
    if let Some(within) = request.find(WITHIN) {
        return Ok(within as u16);
    }
    let distances = Distances::within(puzzle, &context.budget)?;
    let distance = distances.and_then(|distances| distances.of(board));
    let distance = distance.ok_or_else(|| {
        InputError::new(format!("--within is missing, and {} has no table of distances", board.size()))
            .expected("--within MOVES")
    })?;
    Ok((distance as u16 + 2 * bars).min(MOST as u16))
}

fn meaning(conclusion: Conclusion, inhibitor: Inhibitor, bars: u16) -> &'static str {
    match (conclusion, inhibitor) {
        (Conclusion::Out(_), _) => "it is not known yet",
        (Conclusion::Estimated(_), _) => "a number near 0 or 1, and no proof",
        (Conclusion::Proved, _) if bars == 0 => "the board can be solved in that many moves",
        (Conclusion::Disproved, _) if bars == 0 => "the board needs more moves",
        (Conclusion::Proved, Inhibitor::Opponent) => "the player solves it in time whatever is barred",
        (Conclusion::Disproved, Inhibitor::Opponent) => "an opponent who bars directions can prevent it",
        (Conclusion::Proved, Inhibitor::Friend) => "it can be solved in time when the bars do no harm",
        (Conclusion::Disproved, Inhibitor::Friend) => "it cannot be solved in time whatever is barred",
        (Conclusion::Proved, Inhibitor::Dice) => "it is certain, however the dice fall",
        (Conclusion::Disproved, Inhibitor::Dice) => "it is not certain: some fall of the dice prevents it",
    }
}
