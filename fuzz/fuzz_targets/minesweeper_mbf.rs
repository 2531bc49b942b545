//! Any bytes are an `.mbf` board or a clear refusal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_attack::parsers;

fuzz_target!(|bytes: &[u8]| parsers::minesweeper_mbf(bytes));
