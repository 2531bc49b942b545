//! `solve --method pns` and its kin: limited directions as a second side, proved or disproved.

use quandary_core::face::{Answer, Context, OptionSpec, Request};
use quandary_core::{Budget, InputError};
use quandary_search::inhibitor::Inhibitor;
use quandary_search::proof::face::{check_budget, report_json, report_text, settings, settings_json};
use quandary_search::proof::{Conclusion, Method};
use quandary_search::truth;
use serde_json::json;

use crate::notation::{draw_board, format_board};
use crate::rules::{Board, Sliding};
use crate::solve::distances::Distances;
use crate::solve::inhibitor::Limited;

pub(super) const WITHIN: OptionSpec = OptionSpec::value(
    "within",
    "MOVES",
    "For the proof-number methods: most slides; by default the distance and 2 more for each bar",
);
pub(super) const BARS: OptionSpec = OptionSpec::value(
    "bars",
    "N",
    "For the proof-number methods: how often the inhibitor may bar a direction; 0 leaves the walls alone",
)
.or("1");
pub(super) const INHIBITOR: OptionSpec = OptionSpec::value(
    "inhibitor",
    "WHO",
    "For the proof-number methods: who bars: and (an opponent), or (a friend), chance (dice)",
)
.or("and");

/// The most moves and bars: deeper trees are out of reach, and the searches go down move by move.
const MOST: u16 = 200;

/// Positions that brute force may look at for the value beside the search's.
const TRUTH_POSITIONS: u64 = 3_000_000;

/// Asks whether a solvable board is solved in time though directions are barred.
pub(super) fn run(
    method: Method,
    (board, puzzle): (&Board, &Sliding),
    request: &Request,
    context: &Context<'_>,
) -> Result<Answer, InputError> {
    check_budget(context)?;
    let name = request.text("inhibitor").unwrap_or("and");
    let inhibitor = Inhibitor::named(name).ok_or_else(|| {
        InputError::new(format!("--inhibitor: `{name}` is not known")).expected("and, or or chance")
    })?;
    let bars = up_to_most("bars", request)?.unwrap_or(0);
    let within = within(board, puzzle, bars, request)?;
    let tree = Limited::new(puzzle, board, within, bars, inhibitor).ok_or_else(|| {
        InputError::new(format!("the proof-number methods do not take a board of {}", board.size()))
            .expected(format!("at most {} cells", Limited::MAX_CELLS))
    })?;
    let settings = settings(request)?;
    let before = (context.cpu_seconds)();
    let report = settings.solve(&tree, method, &mut context.budget.clone());
    let cpu_seconds = (context.cpu_seconds)() - before;
    let verdict = report.conclusion.verdict();
    let mut brute = Budget::nodes(TRUTH_POSITIONS).with_stop(context.budget.stop().clone());
    let probability = truth::winning_probability(&tree, &mut brute).ok();
    let means = meaning(report.conclusion, inhibitor, bars);
    let json = json!({
        "schema": 1, "puzzle": "sliding", "board": board.size().to_string(), "position": format_board(board),
        "method": method.name(), "within": within, "bars": bars, "inhibitor": inhibitor.name(),
        "verdict": verdict, "means": means, "value": probability,
        "settings": settings_json(method, &settings), "report": report_json(&report),
        "nodes": report.nodes, "cpu_seconds": cpu_seconds,
        "conventions": {
            "inhibitor": "before each slide one direction may be barred for that slide, as long as bars are left, but \
                never the only one; with 0 bars the walls alone limit the directions",
            "within": "slides; a slide may take back the last",
            "value": "probability of a win when the player plays best, by brute force: 1 where it is forced; null where \
                that takes too long",
        },
    });
    let known = probability.map_or_else(
        || "too large for brute force".to_owned(),
        |value| format!("by brute force the value is {value:.4}"),
    );
    let text = format!(
        "{}\n\n{verdict} within {within} moves, with {bars} {} for {}: {means} ({}, {cpu_seconds:.3} s of CPU)\n{}\n{known}",
        draw_board(board),
        if bars == 1 { "bar" } else { "bars" },
        inhibitor.in_words(),
        method.name(),
        report_text(&report),
    );
    let answer = Answer::new(json, text);
    Ok(match report.conclusion.out() {
        Some(why) => answer.exhausted(why),
        None => answer,
    })
}

/// The limit that is asked for, or the distance with room for a detour around every bar.
fn within(board: &Board, puzzle: &Sliding, bars: u16, request: &Request) -> Result<u16, InputError> {
    if let Some(within) = up_to_most("within", request)? {
        return Ok(within);
    }
    let distance = Distances::new(puzzle).and_then(|distances| distances.of(board));
    let distance = distance.ok_or_else(|| {
        InputError::new(format!("--within is missing, and {} has no table of distances", board.size()))
            .expected("--within MOVES")
    })?;
    Ok((distance as u16 + 2 * bars).min(MOST))
}

fn up_to_most(name: &str, request: &Request) -> Result<Option<u16>, InputError> {
    let expected = format!("a whole number up to {MOST}");
    let value = request.parse(name, &expected)?;
    if let Some(value) = value.filter(|value| *value > MOST) {
        return Err(InputError::new(format!("--{name}: {value} is out of range")).expected(expected));
    }
    Ok(value)
}

fn meaning(conclusion: Conclusion, inhibitor: Inhibitor, bars: u16) -> &'static str {
    match (conclusion, inhibitor) {
        (Conclusion::Out(_), _) => "it is not known yet",
        (Conclusion::Estimated(_), _) => "a number near 0 or 1, and no proof",
        (Conclusion::Proved, _) if bars == 0 => "the board can be solved in so many moves",
        (Conclusion::Disproved, _) if bars == 0 => "the board needs more moves",
        (Conclusion::Proved, Inhibitor::Opponent) => "the player solves it in time whatever is barred",
        (Conclusion::Disproved, Inhibitor::Opponent) => "an opponent who bars directions can prevent it",
        (Conclusion::Proved, Inhibitor::Friend) => "it can be solved in time when the bars do no harm",
        (Conclusion::Disproved, Inhibitor::Friend) => "it cannot be solved in time whatever is barred",
        (Conclusion::Proved, Inhibitor::Dice) => "it is certain, however the dice fall",
        (Conclusion::Disproved, Inhibitor::Dice) => "it is not certain: some fall of the dice prevents it",
    }
}
