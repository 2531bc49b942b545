//! Any bytes are a replay whose moves are legal on its own board, or a clear refusal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_minesweeper::{FirstClick, Minesweeper, replay};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(replay) = replay::read(bytes) {
        assert_eq!(replay.record.actions.len(), replay.milliseconds.len());
        let game = Minesweeper::new(replay.record.field.board(), FirstClick::Any);
        let mut world = game.world_on(replay.record.field.clone());
        for &action in &replay.record.actions {
            game.try_play(&mut world, action).expect("a record that can be replayed");
        }
    }
});
