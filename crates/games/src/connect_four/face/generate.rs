use quandary_core::face::{Answer, Request};
use quandary_core::{InputError, Seed};
use serde_json::json;

use crate::connect_four::generate::undecided;
use crate::connect_four::geometry::Geometry;
use crate::connect_four::notation::{format_record, parse_size};

pub(super) fn run(request: &Request) -> Result<Answer, InputError> {
    let size = parse_size(request.text("board").unwrap_or("6x7"))?;
    let plies: u32 = request.need("plies", "a whole number")?;
    let count = request.positive("count")?;
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
