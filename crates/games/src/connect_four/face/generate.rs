use quandary_core::face::{Answer, Request};
use quandary_core::rules::Game;
use quandary_core::{InputError, Seed};
use serde_json::json;

use crate::connect_four::geometry::{Geometry, Sized};
use crate::connect_four::notation::{Record, format_record, parse_size};
use crate::connect_four::rules::{ConnectFour, Position};
use crate::face::positive;

/// Position number `index` under `seed`: uniformly random legal columns, drawn again from the same stream until
/// `plies` stones are on the board and nobody has won.
pub(crate) fn undecided(size: Sized, plies: u32, seed: Seed, index: u64) -> Record {
    let rules = ConnectFour(size);
    let mut stream = seed.stream(index);
    // On a tiny board every game may end early; then the longest undecided one found is given.
    let mut longest = Record { size, columns: Vec::new(), position: Position::START };
    for _ in 0..10_000 {
        let mut record = Record { size, columns: Vec::new(), position: Position::START };
        while (record.columns.len() as u32) < plies {
            let mut columns = Vec::new();
            rules.moves(&record.position, &mut columns);
            let Some(&column) = stream.choose(&columns) else { break };
            record.position = rules.play(&record.position, column);
            record.columns.push(column);
        }
        if !record.is_over() {
            if record.columns.len() as u32 == plies {
                return record;
            }
            if record.columns.len() > longest.columns.len() {
                longest = record;
            }
        }
    }
    longest
}

pub(super) fn run(request: &Request) -> Result<Answer, InputError> {
    let size = parse_size(request.text("board").unwrap_or("7x6"))?;
    let plies: u32 = request.need("plies", "a whole number")?;
    let count = positive(request, "count")?;
    let seed = Seed(request.need("seed", "a whole number")?);
    if plies >= size.cells() {
        return Err(InputError::new(format!("--plies: {plies} stones fill the board"))
            .expected(format!("at most {}", size.cells() - 1)));
    }
    let positions: Vec<String> =
        (0..count).map(|index| format_record(&undecided(size, plies, seed, index))).collect();
    let json = json!({"schema": 1, "puzzle": "connect-four", "plies": plies, "seed": seed.0,
        "rule": "uniformly random legal columns, games that end before are drawn again", "positions": positions});
    Ok(Answer::new(json, positions.join("\n")))
}
