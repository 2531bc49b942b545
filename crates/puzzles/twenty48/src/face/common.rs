//! Options that several verbs share.

use quandary_core::InputError;
use quandary_core::face::{OptionSpec, Request};
use quandary_core::stats::Rate;
use quandary_search::expectimax::Depth;
use serde_json::{Value, json};

use crate::notation::{parse_board, parse_shape};
use crate::rules::{Board, Fours, Rules, Shape, Start};
use crate::strategy::best::Setting;
use crate::strategy::linear::Weights;

pub(super) const BOARD: OptionSpec =
    OptionSpec::value("board", "RxC", "rows and columns, from 2x2 to 5x5").or("4x4");
pub(super) const P4: OptionSpec =
    OptionSpec::value("p4", "P", "probability that a new tile is a 4: 0.1, 1/3, …").or("0.1");
pub(super) const DEPTH: OptionSpec =
    OptionSpec::value("depth", "D", "how far expectimax looks, counted as --count says").or("2");
pub(super) const COUNT: OptionSpec = OptionSpec::value(
    "count",
    "HOW",
    "how depth counts: `paper` (layers below the first move, so 2 is move, chance, move) or `plies` (all layers)",
)
.or("paper");
pub(super) const WEIGHTS: OptionSpec =
    OptionSpec::value("weights", "NAME", "evaluation of expectimax: lee, snake, snake2, snake4, corner")
        .or("lee");
pub(super) const SEED: OptionSpec =
    OptionSpec::value("seed", "N", "seed of everything that is random").or("1");

/// `--p4`.
pub(super) fn fours(request: &Request) -> Result<Fours, InputError> {
    Fours::parse(request.text("p4").unwrap_or("0.1"))
        .map_err(|error| InputError { what: format!("--p4: {}", error.what), ..error })
}

/// `--board` and `--p4`.
pub(super) fn rules(request: &Request) -> Result<Rules, InputError> {
    let shape = parse_shape(request.text("board").unwrap_or("4x4"))?;
    Ok(Rules { shape, fours: fours(request)? })
}

/// INPUT as a board, or none; the rules follow its shape.
pub(super) fn position(request: &Request) -> Result<Option<(Rules, Board)>, InputError> {
    let Some(input) = request.input() else { return Ok(None) };
    // A given --board settles what a flat list of tiles means; the default must not contradict a grid.
    let wanted: Option<Shape> = match request.text("board") {
        Some("4x4") | None => None,
        Some(text) => Some(parse_shape(text)?),
    };
    let (shape, board) = parse_board(input.text()?, wanted)?;
    Ok(Some((Rules { shape, fours: fours(request)? }, board)))
}

/// `--start`.
pub(super) fn start(request: &Request) -> Result<Start, InputError> {
    Start::parse(request.text("start").unwrap_or("usual"))
}

/// `--depth` and `--count`.
pub(super) fn depth(request: &Request) -> Result<Depth, InputError> {
    let depth: u32 = request.need("depth", "a whole number from 0 to 12")?;
    if depth > 12 {
        return Err(InputError::new(format!("--depth: {depth} would take forever")).expected("at most 12"));
    }
    match request.text("count") {
        Some("paper") | None => Ok(Depth::BelowRoot(depth)),
        Some("plies") => Ok(Depth::Plies(depth)),
        Some(other) => {
            Err(InputError::new(format!("--count: `{other}` is not known")).expected("paper or plies"))
        }
    }
}

/// `--weights`.
pub(super) fn weights(request: &Request) -> Result<&'static Weights, InputError> {
    Weights::named(request.text("weights").unwrap_or("lee"))
}

/// The strong player's setting with this name.
pub(super) fn setting(name: &str) -> Option<Setting> {
    SETTINGS.into_iter().find(|setting| setting.name == name)
}

/// Depth as a convention in the output.
pub(super) fn depth_json(depth: Depth) -> Value {
    let counted = match depth {
        Depth::Plies(_) => "plies",
        Depth::BelowRoot(_) => "paper: layers below the first move",
    };
    json!({"plies": depth.plies(), "counted_as": counted})
}

/// The probability of a 4 as a convention in the output.
pub(super) fn fours_json(fours: Fours) -> Value {
    json!({"value": fours.value(), "numerator": fours.numerator(), "denominator": fours.denominator()})
}

/// A rate with its interval.
pub(super) fn rate_json(rate: Rate) -> Value {
    let interval = rate.interval();
    json!({"rate": rate.value(), "games": rate.successes, "of": rate.trials, "ci95": [interval.low, interval.high]})
}

pub(super) use crate::notation::thousands;
pub(super) use crate::strategy::best::SETTINGS;
