use quandary_core::face::{Answer, Context, Request};
use quandary_core::{Certificate, InputError, Seed};
use serde_json::{Value, json};

use super::{board, first, first_click, first_name, names};
use crate::generate::{NoGuessMaker, uniform};
use crate::measure::clicks;
use crate::rules::{Minefield, Minesweeper};
use crate::strategy::FirstMove;

/// More boards than this at once are a mistake in the number.
const MOST: u64 = 10_000_000;

pub(super) fn run(request: &Request, context: &Context<'_>) -> Result<Answer, InputError> {
    let board = board(request)?;
    let game = Minesweeper::new(board, first_click(request)?);
    let first = first(request, board)?.unwrap_or_else(|| FirstMove::best(board, game.first_click()));
    let count: u64 = request.need("count", "a whole number")?;
    if !(1..=MOST).contains(&count) {
        return Err(InputError::new(format!("--count: {count} boards cannot be made"))
            .expected(format!("1 to {MOST}")));
    }
    let seed = Seed(request.need("seed", "a whole number")?);
    let cell = first.cell(board).unwrap_or(crate::Cell(0));
    if !game.allows_first(cell) {
        return Err(InputError::new(format!(
            "no board {board} keeps the rule `{}` when {} is opened first",
            game.first_click(),
            board.name(cell)
        ))
        .expected("fewer mines, another first cell or another rule"));
    }
    let no_guess = request.is_on("no-guess");
    let before = (context.cpu_seconds)();
    let (made, stopped) = context.map("boards", count, |index| {
        let mut stream = seed.stream(index);
        let row = if no_guess {
            let mut budget = context.budget.clone();
            let made = NoGuessMaker::new(&game, cell).draw(&mut stream, &mut budget);
            made.ok().flatten().map(|made| {
                let evidence = json!({"opened": names(board, &made.opened)});
                let certificate =
                    Certificate::new("minesweeper", "no-guess", made.field.to_string(), evidence);
                (made.field, made.drawn, Some(certificate))
            })
        } else {
            uniform(&game, cell, &mut stream).map(|field| (field, 1, None))
        };
        let row = row
            .map(|(field, drawn, certificate)| (describe(&game, &field, drawn, certificate), field, drawn));
        if request.is_on("json-lines")
            && let Some((json, _, _)) = &row
        {
            (context.emit)(json);
        }
        row
    });
    let seconds = (context.cpu_seconds)() - before;
    let found: Vec<_> = made.into_iter().map_while(|row| row).collect();
    let drawn: u64 = found.iter().map(|(_, _, drawn)| drawn).sum();
    let stopped =
        stopped.or(if (found.len() as u64) < count { Some(quandary_core::Exhausted::Nodes) } else { None });
    let json_lines = request.is_on("json-lines");
    let mut json = json!({
        "schema": 1,
        "puzzle": "minesweeper",
        "board": board,
        "first_click": game.first_click(),
        "first_cell": first_name(first, board),
        "no_guess": no_guess,
        "mine_count_known": true,
        "seed": seed.0,
        "count": found.len(),
        "drawn": drawn,
        "cpu_seconds": seconds,
    });
    if !json_lines {
        let certificates: Vec<&Value> =
            found.iter().filter_map(|(row, _, _)| row.get("certificate")).collect();
        json["boards"] = json!(found.iter().map(|(_, field, _)| field.to_string()).collect::<Vec<_>>());
        if no_guess {
            json["certificates"] = json!(certificates);
        }
    }
    let text = if json_lines {
        format!("{} boards, {drawn} drawn, {seconds:.2} CPU seconds", found.len())
    } else {
        found.iter().map(|(_, field, _)| field.to_string()).collect::<Vec<_>>().join("\n\n")
    };
    let answer = Answer::new(json, text);
    Ok(match stopped {
        None => answer,
        Some(why) => answer.exhausted(why),
    })
}

fn describe(game: &Minesweeper, field: &Minefield, drawn: u64, certificate: Option<Certificate>) -> Value {
    let found = clicks(game.grid(), field);
    let mut json = json!({
        "board": field.to_string(),
        "3bv": found.three_bv(),
        "openings": found.openings,
        "drawn": drawn,
    });
    if let Some(certificate) = certificate {
        json["certificate"] = json!(certificate);
    }
    json
}
