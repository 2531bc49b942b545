use quandary_core::face::{Answer, Context, Request};
use quandary_core::{Exhausted, InputError, Seed};
use serde_json::json;

use super::puzzle;
use crate::generate::{at_depth, uniform, walk_to_depth};
use crate::notation::{format_board, parse_size};
use crate::rules::{Board, Sliding};
use crate::solve::answer::ALWAYS_EXACT_CELLS;
use crate::solve::distances::Distances;
use crate::solve::oracle::Oracle;

/// More boards than this at once are a mistake in the number.
const MOST: u64 = 10_000_000;

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
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
        Some(depth) if size.cells() <= Distances::MAX_CELLS => {
            let distances = Distances::new(&puzzle).expect("the board is small enough");
            at_depth(&distances, depth, count as usize, &mut seed.stream(0))
                .map_err(|error| InputError { what: format!("--depth: {}", error.what), ..error })?
        }
        Some(depth) => {
            let boards = by_solving(&puzzle, depth, count, seed, context)?;
            if let Err(why) = boards {
                let json = json!({"schema": 1, "puzzle": "sliding", "board": size.to_string(), "boards": []});
                return Ok(Answer::new(json, format!("not enough boards: {why}")).exhausted(why));
            }
            boards.unwrap_or_default()
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

/// Slides of a walk before a depth is given up.
const LONGEST_WALK: usize = 4000;

/// Boards at an exact depth where there is no table: walked to, and solved.
fn by_solving(
    puzzle: &Sliding,
    depth: usize,
    count: u64,
    seed: Seed,
    context: &Context<'_>,
) -> Result<Result<Vec<Board>, Exhausted>, InputError> {
    let size = puzzle.size();
    if size.cells() > ALWAYS_EXACT_CELLS {
        return Err(InputError::new(format!("--depth: exact depths of {size} are not available"))
            .expected(format!("a board of at most {ALWAYS_EXACT_CELLS} cells")));
    }
    let oracle = match Oracle::new(puzzle, context.budget.remaining(), context) {
        Ok(oracle) => oracle,
        Err(why) => return Ok(Err(why)),
    };
    let (boards, stopped) = context.map("boards", count, |index| {
        walk_to_depth(puzzle, &oracle, depth as u32, LONGEST_WALK, &mut seed.stream(index))
    });
    if let Some(why) = stopped {
        return Ok(Err(why));
    }
    let mut found = Vec::new();
    for board in boards {
        match board {
            Ok(Some(board)) => found.push(board),
            Ok(None) => {
                return Err(InputError::new(format!("--depth: no board at {depth} moves was come across"))
                    .expected("a smaller depth: a random board of 4x4 needs about 53"));
            }
            Err(why) => return Ok(Err(why)),
        }
    }
    Ok(Ok(found))
}
