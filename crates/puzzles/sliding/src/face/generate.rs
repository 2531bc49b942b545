use quandary_core::face::{Answer, Request};
use quandary_core::{InputError, Seed};
use serde_json::json;

use super::puzzle;
use crate::generate::{at_depth, uniform};
use crate::notation::{format_board, parse_size};
use crate::solve::distances::Distances;

/// More boards than this at once are a mistake in the number.
const MOST: u64 = 10_000_000;

pub(super) fn run(request: &Request) -> Result<Answer, InputError> {
    let size = parse_size(request.text("board").unwrap_or("3x3"))?;
    let puzzle = puzzle(request, size)?;
    let count: u64 = request.need("count", "a whole number")?;
    if !(1..=MOST).contains(&count) {
        return Err(InputError::new(format!("--count: {count} boards cannot be made"))
            .expected(format!("1 to {MOST}")));
    }
    let seed = Seed(request.need("seed", "a whole number")?);
    let depth: Option<usize> = request.parse("depth", "a number of moves")?;
    let boards = match depth {
        None => (0..count).map(|index| uniform(&puzzle, &mut seed.stream(index))).collect(),
        Some(depth) => {
            let distances = Distances::new(&puzzle).ok_or_else(|| {
                InputError::new(format!("--depth: exact depths of {size} are not available"))
                    .expected(format!("a board of at most {} cells", Distances::MAX_CELLS))
            })?;
            at_depth(&distances, depth, count as usize, &mut seed.stream(0))
                .map_err(|error| InputError { what: format!("--depth: {}", error.what), ..error })?
        }
    };
    let texts: Vec<String> = boards.iter().map(format_board).collect();
    let json = json!({
        "schema": 1,
        "puzzle": "sliding",
        "board": size.to_string(),
        "goal": format_board(puzzle.goal()),
        "depth": depth,
        "seed": seed.0,
        "boards": texts,
    });
    Ok(Answer::new(json, texts.join("\n\n")))
}
