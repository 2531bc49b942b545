//! Any text is a node of a tree or a clear refusal; a node survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_games::pgame::notation::{format_place, parse_place};

fuzz_target!(|text: &str| {
    if let Ok(place) = parse_place(text) {
        assert_eq!(parse_place(&format_place(&place)).as_ref(), Ok(&place));
    }
});
