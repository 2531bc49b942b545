//! Any text is a position, a game or a clear refusal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_attack::parsers;

fuzz_target!(|text: &str| parsers::checkers_record(text));
