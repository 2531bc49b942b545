//! Any text is a position or a clear refusal; a position survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_games::othello::notation::{format_position, parse_cases, parse_position};

fuzz_target!(|text: &str| {
    if let Ok(placed) = parse_position(text) {
        assert_eq!(parse_position(&format_position(&placed)).as_ref(), Ok(&placed));
    }
    let _ = parse_cases(text);
});
