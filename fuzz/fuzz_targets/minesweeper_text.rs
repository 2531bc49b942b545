//! Any text is a board, a position, a game, a record or a strategy, or a clear refusal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_attack::parsers;

fuzz_target!(|text: &str| parsers::minesweeper_text(text));
