//! Any text is a record that replays or a clear refusal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_attack::parsers;

fuzz_target!(|text: &str| parsers::twenty48_record(text));
