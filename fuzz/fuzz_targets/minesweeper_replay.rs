//! Any bytes are a replay whose moves are legal on its own board, or a clear refusal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_attack::parsers;

fuzz_target!(|bytes: &[u8]| parsers::minesweeper_replay(bytes));
