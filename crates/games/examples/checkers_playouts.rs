//! Random games of checkers as JSON lines, for comparison with other programs: every position's legal moves, what was
//! played, and how it ended.
//!
//! `cargo run --release -p quandary-games --example checkers_playouts -- GAMES [SEED] [wcdf|open-spiel]`

use std::io::{self, BufWriter, Write};

use quandary_core::rules::{Rules, Turn};
use quandary_core::{Outcome, Seed};
use quandary_games::checkers::notation::format_move;
use quandary_games::checkers::{Checkers, Draws, State};
use serde_json::json;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let games: u64 = arguments.next().as_deref().unwrap_or("10").parse()?;
    let seed: u64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    let draws: Draws = arguments.next().as_deref().unwrap_or("open-spiel").parse()?;
    let rules = Checkers { draws };
    let mut out = BufWriter::new(io::stdout().lock());
    for game in 0..games {
        let (mut state, mut stream) = (State::default(), Seed(seed).stream(game));
        let (mut legal, mut played) = (Vec::new(), Vec::new());
        let outcome = loop {
            if let Turn::Over(outcome) = rules.turn(&state) {
                break outcome;
            }
            let mut moves = Vec::new();
            rules.moves(&state, &mut moves);
            let Some(&chosen) = stream.choose(&moves) else { break Outcome::Unfinished };
            legal.push(moves.into_iter().map(format_move).collect::<Vec<_>>());
            played.push(format_move(chosen));
            state = rules.apply(&state, chosen);
        };
        let result = match outcome {
            Outcome::Won => 1,
            Outcome::Lost => -1,
            Outcome::Drawn | Outcome::Unfinished => 0,
        };
        writeln!(out, "{}", json!({"legal": legal, "played": played, "result": result}))?;
    }
    Ok(out.flush()?)
}
