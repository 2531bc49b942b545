//! Any text is a board, a position, a game, a record or a strategy, or a clear refusal; what is read
//! survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_minesweeper::game::{Game, Record};
use quandary_minesweeper::strategy::Strategy;
use quandary_minesweeper::{Board, Minefield, Position};

fuzz_target!(|text: &str| {
    let _ = text.parse::<Board>();
    let _ = text.parse::<Record>();
    let _ = text.parse::<Strategy>();
    if let Ok(position) = text.parse::<Position>() {
        let again: Position = position.to_string().parse().expect("what is written can be read");
        assert_eq!(again.to_string(), position.to_string());
    }
    if let Ok(field) = text.parse::<Minefield>() {
        assert_eq!(field.to_string().parse::<Minefield>().as_ref(), Ok(&field));
    }
    if let Ok(game) = Game::parse(text) {
        assert_eq!(Game::parse(&game.text()).expect("what is written can be read").text(), game.text());
    }
});
