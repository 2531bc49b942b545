use std::fmt;

use quandary_core::{Context, Seed, Stop};
use quandary_verbs::{
    COUNT, Command, InputSpec, JSON_LINES, Opt, Reply, Request, SEED, VerbSpec, make_items,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Dice, START, rules};
use crate::generate::position;
use crate::notation::{compact, grid, picture};
use crate::play::{BOARD, P4};
use crate::rules::{Board, Shape};

const MOVES: Opt<u64> =
    Opt::whole("moves", "N", 0, 1_000_000, "Moves that a simple player makes first (expectimax, depth 1)")
        .or("0");

pub(super) struct Generate;

/// Positions that were made.
#[derive(Serialize, JsonSchema)]
pub(super) struct GenerateAnswer {
    /// Rows and columns.
    board: String,
    /// Probability that a new tile is a 4.
    p4: Dice,
    /// How the games began.
    start: &'static str,
    seed: u64,
    /// The positions.
    items: Vec<Item>,
}

/// A position.
#[derive(Serialize, JsonSchema)]
struct Item {
    /// The tiles, one row per line, a dot for an empty cell.
    position: String,
    /// One digit a cell.
    compact: String,
    /// Moves made before it: fewer than asked for where the game had ended.
    moves: u64,
    /// The largest tile.
    largest: u64,
    #[serde(skip)]
    drawn: String,
}

impl Item {
    fn new(shape: Shape, board: Board, moves: u64) -> Item {
        Item {
            position: grid(shape, board),
            compact: compact(shape, board),
            moves,
            largest: board.largest_tile(),
            drawn: picture(shape, board),
        }
    }
}

impl Command for Generate {
    const SPEC: VerbSpec = VerbSpec {
        name: "generate",
        about: "Starting positions, or positions from the middle of games",
        input: InputSpec::None,
        options: &[BOARD.spec, P4.spec, START.spec, MOVES.spec, COUNT.spec, SEED.spec, JSON_LINES.spec],
        examples: &["generate 2048 --seed 7", "generate 2048 --moves 500 --count 3 --json"],
        conventions: &[],
    };
    type Answer = GenerateAnswer;

    fn run(request: &Request, context: &Context<'_>) -> Result<Reply<GenerateAnswer>, Stop> {
        let (rules, start, seed) = (rules(request), request.get(START), Seed(request.get(SEED)));
        let moves = request.get(MOVES);
        let item = |index| {
            let (board, made) = position(&rules, start, moves, seed, index);
            Ok(Item::new(rules.shape, board, made))
        };
        let (items, cut) = make_items(request, context, ("positions", request.get(COUNT)), item, |_| {})?;
        let (board, p4) = (rules.shape.to_string(), rules.fours.into());
        Ok(Reply::from(GenerateAnswer { board, p4, start: start.name(), seed: seed.0, items }).cut(cut))
    }
}

impl fmt::Display for GenerateAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<&str> = self.items.iter().map(|item| item.drawn.as_str()).collect();
        f.write_str(&texts.join("\n\n"))
    }
}
