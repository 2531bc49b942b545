//! Any text is a board, a position, a game, a record or a strategy, or a clear refusal; what is read
//! survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_minesweeper::game::{self, Record};
use quandary_minesweeper::strategy::Strategy;
use quandary_minesweeper::{Board, FirstClick, FullBoard, Minesweeper, Position, Written};

fuzz_target!(|text: &str| {
    let _ = text.parse::<Board>();
    let _ = text.parse::<Record>();
    let _ = text.parse::<Strategy>();
    if let Ok(position) = text.parse::<Position>() {
        let again: Position = position.to_string().parse().expect("what is written can be read");
        assert_eq!(again.to_string(), position.to_string());
    }
    let _ = text.parse::<Written>();
    if let Ok(full) = text.parse::<FullBoard>() {
        assert_eq!(full.to_string().parse::<FullBoard>().as_ref(), Ok(&full));
    }
    // A game in progress is read under the rules of its own board.
    let header = text.split_whitespace().next().unwrap_or_default();
    if let Ok(board) = header.parse::<Board>()
        && board.cells() <= 400
    {
        let rules = Minesweeper::new(board, FirstClick::Safe);
        if let Ok(world) = game::read(&rules, text) {
            let written = game::write(&rules, &world);
            let again = game::read(&rules, &written).expect("what is written can be read");
            assert_eq!(game::write(&rules, &again), written);
        }
    }
});
