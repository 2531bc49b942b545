//! Any text is a board or a clear refusal; a board survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_sliding::instances;
use quandary_sliding::notation::{format_board, parse_board, parse_moves, parse_size};

fuzz_target!(|text: &str| {
    if let Ok(board) = parse_board(text, None) {
        assert_eq!(parse_board(&format_board(&board), None).as_ref(), Ok(&board));
    }
    let _ = parse_moves(text);
    let _ = parse_size(text);
    let _ = instances::parse(text, None);
});
