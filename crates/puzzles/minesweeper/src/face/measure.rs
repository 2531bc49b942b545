use quandary_core::face::{Answer, Context, Request};
use quandary_core::stats::Summary;
use quandary_core::{InputError, Seed};
use serde_json::{Value, json};

use super::{board, first, first_click, first_name, minefield};
use crate::board::Grid;
use crate::border::needing_a_guess;
use crate::generate::uniform;
use crate::measure::{Clicks, clicks};
use crate::rules::Minesweeper;
use crate::strategy::FirstMove;

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    if request.input().is_some() {
        one_board(request)
    } else if request.is_on("border") {
        border(request, context)
    } else {
        many_boards(request, context)
    }
}

fn one_board(request: &Request) -> Result<Answer, InputError> {
    let field = minefield(request)?;
    let Clicks { openings, isolated_numbers, islands, zeros, numbers } =
        clicks(&Grid::new(field.board()), &field);
    let three_bv = openings + isolated_numbers;
    let json = json!({
        "schema": 1, "puzzle": "minesweeper", "board": field.board(), "3bv": three_bv, "openings": openings,
        "isolated_numbers": isolated_numbers, "islands": islands, "zeros": zeros, "numbers": numbers,
    });
    let text = format!(
        "{field}\n\n3BV {three_bv} = {openings} openings + {isolated_numbers} numbers that touch none \
         (in {islands} islands); {zeros} zeros"
    );
    Ok(Answer::new(json, text))
}

fn many_boards(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let board = board(request)?;
    let game = Minesweeper::new(board, first_click(request)?);
    let first = first(request, board)?.unwrap_or_else(|| FirstMove::best(board, game.first_click()));
    let cell = first.cell(board).unwrap_or(crate::Cell(0));
    let games: u64 = request.need("games", "a whole number")?;
    let seed = Seed(request.need("seed", "a whole number")?);
    let (found, stopped) = context.map("boards", games, |index| {
        uniform(&game, cell, &mut seed.stream(index)).map(|field| clicks(game.grid(), &field))
    });
    let found: Vec<Clicks> = found.into_iter().flatten().collect();
    let summary = |value: fn(&Clicks) -> u32| -> (Value, String) {
        let all: Summary = found.iter().map(|clicks| f64::from(value(clicks))).collect();
        let mut sorted: Vec<u32> = found.iter().map(value).collect();
        sorted.sort_unstable();
        let at = |share: usize| sorted.get(sorted.len() * share / 100).copied().unwrap_or(0);
        let estimate = all.estimate();
        let json = json!({"mean": estimate, "deviation": all.deviation(), "p05": at(5), "median": at(50),
            "p95": at(95)});
        let text = format!(
            "mean {:.2}, sd {:.2}, 5-50-95 %: {} {} {}",
            estimate.value,
            all.deviation(),
            at(5),
            at(50),
            at(95)
        );
        (json, text)
    };
    let (bv, bv_text) = summary(Clicks::three_bv);
    let (openings, openings_text) = summary(|clicks| clicks.openings);
    let (islands, islands_text) = summary(|clicks| clicks.islands);
    let json = json!({
        "schema": 1, "puzzle": "minesweeper", "board": board, "first_click": game.first_click(),
        "first_cell": first_name(first, board), "games": found.len(), "seed": seed.0,
        "3bv": bv, "openings": openings, "islands": islands,
    });
    let text = format!(
        "{board}, first click {}, first cell {}, {} boards\n  3BV      {bv_text}\n  openings {openings_text}\n  \
         islands  {islands_text}",
        game.first_click(),
        first_name(first, board),
        found.len()
    );
    let answer = Answer::new(json, text);
    Ok(match stopped {
        None => answer,
        Some(why) => answer.exhausted(why),
    })
}

/// The border between certainty and guessing, by enumeration.
fn border(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let board = board(request)?;
    let rule = crate::FirstClick::Open;
    let first = first(request, board)?.unwrap_or(FirstMove::Middle);
    let cell = first.cell(board).ok_or_else(|| InputError::new("--first: the border needs a given cell"))?;
    let game = Minesweeper::new(board, rule);
    let counted = needing_a_guess(&game, cell, context).ok_or_else(|| {
        InputError::new(format!("{board} has too many minefields to try them all"))
            .expected(format!("at most {} minefields", crate::border::MOST_BOARDS))
    })?;
    let json = json!({
        "schema": 1, "puzzle": "minesweeper", "board": board, "first_click": rule,
        "first_cell": board.name(cell), "boards": counted.boards, "need_a_guess": counted.need_a_guess,
        "mine_count_known": true, "example": counted.example.as_ref().map(ToString::to_string),
    });
    let mut text = format!(
        "{board} from {}: {} of {} boards need a guess (exact, mine count known)",
        board.name(cell),
        counted.need_a_guess,
        counted.boards
    );
    if let Some(example) = counted.example {
        text.push_str(&format!("\nfor example\n{example}"));
    }
    Ok(Answer::new(json, text))
}
