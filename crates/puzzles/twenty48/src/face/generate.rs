//! `generate`: positions to play from.

use quandary_core::face::{Answer, InputSpec, OptionSpec, Request, VerbSpec};
use quandary_core::{InputError, Seed};
use serde_json::{Value, json};

use super::common;
use crate::generate::position;
use crate::notation::{compact, grid, picture};

pub(super) const SPEC: VerbSpec = VerbSpec {
    name: "generate",
    about: "starting positions, or positions from the middle of games",
    input: InputSpec::None,
    options: &[
        common::BOARD,
        common::P4,
        OptionSpec::value("start", "HOW", "usual, two-twos or three-twos-and-four").or("usual"),
        OptionSpec::value("moves", "N", "moves that a simple player makes first (expectimax, depth 1)")
            .or("0"),
        OptionSpec::value("count", "N", "how many").or("1"),
        common::SEED,
    ],
    examples: &["generate 2048 --seed 7", "generate 2048 --moves 500 --count 3 --json"],
};

/// More than this in one command is a mistake.
const MOST: u64 = 1_000_000;

pub(super) fn run(request: &Request) -> Result<Answer, InputError> {
    let rules = common::rules(request)?;
    let start = common::start(request)?;
    if rules.shape.cells() < 4 {
        return Err(InputError::new("the board is too small"));
    }
    let moves: u64 = request.need("moves", "a whole number")?;
    let count: u64 = request.need("count", "a whole number")?;
    let seed = Seed(request.need("seed", "a whole number")?);
    if count > MOST || moves > MOST {
        return Err(InputError::new("that is too much at once").expected(format!("at most {MOST}")));
    }
    let boards: Vec<_> = (0..count).map(|index| position(&rules, start, moves, seed, index)).collect();
    let rows: Vec<Value> = boards
        .iter()
        .map(|&(board, made)| {
            json!({"board": grid(rules.shape, board), "compact": compact(rules.shape, board), "moves": made,
                "largest": 1_u64 << board.largest()})
        })
        .collect();
    let text: Vec<String> = boards.iter().map(|&(board, _)| picture(rules.shape, board)).collect();
    let json = json!({"schema": 1, "puzzle": "2048", "board": rules.shape.to_string(),
        "p4": common::fours_json(rules.fours), "start": start.name(), "seed": seed.0, "positions": rows});
    Ok(Answer::new(json, text.join("\n\n")))
}
