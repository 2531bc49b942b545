//! The verbs of 2048: one file per verb.

mod bench;
mod explain;
mod generate;
mod measure;
mod prove;
mod replay;
mod simulate;
mod solve;
mod train;

use quandary_core::InputError;
use quandary_search::expectimax::Depth;
use quandary_verbs::{Entry, Opt, Options, Request, verbs};
use schemars::JsonSchema;
use serde::Serialize;

use crate::notation::parse_position;
use crate::play::{P4, Position, Twenty48};
use crate::rules::{Fours, Rules, Shape, Start, Tile};
use crate::strategy::linear::Weights;

/// 2048.
pub static ENTRY: Entry = Entry::of::<Twenty48>(
    "2048",
    "Slide and merge tiles while chance adds new ones: exact on small boards, strong on 4x4",
    verbs![
        solve::Solve,
        explain::Explain,
        generate::Generate,
        simulate::Simulate,
        measure::Measure,
        replay::Replay,
        train::Train,
        bench::Bench
    ],
);

/// What INPUT is, for the verbs that take a position.
const A_BOARD: &str = "A board: rows of tiles, or one digit per cell";

const SHAPE: Opt<Shape> = Opt::text(
    "board",
    "RxC",
    &["4x4", "2x2", "2x3", "3x3", "3x4", "5x5"],
    "Rows and columns, from 2x2 to 5x5; those of INPUT where it has rows, otherwise 4x4",
);
const START: Opt<Start> = Opt::one_of(
    "start",
    "HOW",
    Start::NAMES,
    "How a game begins; the article's starts place their tiles anywhere",
)
.or("usual");
const TARGET: Opt<Tile> = Opt::text(
    "target",
    "TILE",
    &["2048", "1024", "512", "32", "16"],
    "The tile to reach [default: the largest possible, at most 2048]",
);
const DEPTH: Opt<u64> = Opt::whole(
    "depth",
    "D",
    0,
    12,
    "How far expectimax looks: layers below the first move, as the article counts",
)
.or("2");
const PLIES: Opt<bool> =
    Opt::switch("depth-in-plies", "Count --depth in plies, the first move included").formerly("plies");
const WEIGHTS: Opt<&str> =
    Opt::choice("weights", "NAME", Weights::NAMES, "Evaluation of expectimax: weights of the cells")
        .or("lee");

/// The player who looks ahead with a depth and weights.
const EXPECTIMAX: &[&str] = &["expectimax"];

/// The rules that `--board` and `--p4` describe.
fn rules(options: &Options) -> Rules {
    Rules { shape: options.find(SHAPE).unwrap_or(Shape::STANDARD), fours: options.get(P4) }
}

/// INPUT as a position, with the rules of its shape; none without INPUT.
fn given(request: &Request) -> Result<Option<(Rules, Position)>, InputError> {
    let Some(input) = request.input() else { return Ok(None) };
    let (shape, board, score) = parse_position(input.text()?, request.find(SHAPE))?;
    Ok(Some((Rules { shape, fours: request.get(P4) }, Position { board, score })))
}

/// The exponent of `--target`, or of the tile that the game is about.
fn target(options: &Options, rules: &Rules) -> Result<u8, InputError> {
    match options.find(TARGET) {
        Some(tile) => tile.on(rules).map_err(|error| error.of_option("target")),
        None => Ok(rules.named_tile()),
    }
}

/// `--depth`, counted as `--depth-in-plies` says.
fn depth(options: &Options) -> Depth {
    let depth = options.get(DEPTH) as u32;
    if options.is_on(PLIES) { Depth::Plies(depth) } else { Depth::BelowRoot(depth) }
}

/// `--weights`.
fn weights(options: &Options) -> Result<&'static Weights, InputError> {
    Weights::named(options.get(WEIGHTS))
}

/// A depth as it stands in an answer.
#[derive(Clone, Copy, Serialize, JsonSchema)]
struct Looks {
    /// Layers of moves and of chance, the first move included.
    plies: u32,
    /// How `--depth` counted them.
    counted_as: &'static str,
}

impl From<Depth> for Looks {
    fn from(depth: Depth) -> Looks {
        let counted_as = match depth {
            Depth::Plies(_) => "plies",
            Depth::BelowRoot(_) => "paper: layers below the first move",
        };
        Looks { plies: depth.plies(), counted_as }
    }
}

/// The probability of a 4 as it stands in an answer.
#[derive(Clone, Copy, Serialize, JsonSchema)]
struct Dice {
    value: f64,
    numerator: u32,
    denominator: u32,
}

impl From<Fours> for Dice {
    fn from(fours: Fours) -> Dice {
        Dice { value: fours.value(), numerator: fours.numerator(), denominator: fours.denominator() }
    }
}

/// A training that was cut short, as it stands in an answer.
#[derive(Clone, Copy, Serialize, JsonSchema)]
struct Training {
    /// Moves trained so far.
    moves: u64,
    /// Moves of the whole training.
    of: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_names_of_the_weights_are_theirs() {
        let names: Vec<&str> = crate::strategy::linear::WEIGHTS.iter().map(|weights| weights.name).collect();
        assert_eq!(names, Weights::NAMES);
    }
}
