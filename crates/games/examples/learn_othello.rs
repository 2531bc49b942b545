//! Learns the evaluation of Othello and writes its weights to a file, as they come with the program:
//!
//! ```sh
//! cargo run --release -p quandary-games --example learn_othello -- crates/games/src/othello/pattern/weights.bin
//! ```
//!
//! `quandary train othello` learns the same and says how good it is.

use std::process::ExitCode;

use quandary_core::{Context, Seed};
use quandary_games::othello::pattern::{Lesson, SHIPPED_GAMES, Teacher, write};

fn main() -> ExitCode {
    let Some(file) = std::env::args().nth(1) else {
        println!("expected the file to write");
        return ExitCode::FAILURE;
    };
    let games = std::env::args().nth(2).unwrap_or_else(|| SHIPPED_GAMES.to_owned());
    let Ok(games) = games.parse() else {
        println!("expected the file and a number of games");
        return ExitCode::FAILURE;
    };
    let lesson = Lesson { games, seed: Seed(1) };
    let Ok((judge, phases)) = Teacher::new(lesson).teach(&Context::bare()) else {
        println!("it was interrupted");
        return ExitCode::FAILURE;
    };
    for phase in phases {
        println!("{phase:?}");
    }
    match std::fs::write(&file, write(&judge)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}
