//! Any text is a game or a clear refusal; a game survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_games::connect_four::notation::{format_record, parse_cases, parse_record, parse_size};

fuzz_target!(|text: &str| {
    let standard = parse_size("6x7").expect("the standard board");
    if let Ok(record) = parse_record(text, standard) {
        assert_eq!(parse_record(&format_record(&record), standard).as_ref(), Ok(&record));
    }
    let _ = parse_cases(text, standard);
});
