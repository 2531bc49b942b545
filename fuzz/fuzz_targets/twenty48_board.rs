//! Any text is a board or a clear refusal; a board survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_twenty48::notation::{compact, grid, parse_board, parse_shape, parse_target};
use quandary_twenty48::rules::{Fours, Shape};

fuzz_target!(|text: &str| {
    if let Ok((shape, board)) = parse_board(text, None) {
        assert_eq!(parse_board(&grid(shape, board), None), Ok((shape, board)));
        assert_eq!(parse_board(&compact(shape, board), Some(shape)), Ok((shape, board)));
    }
    let _ = parse_board(text, Some(Shape::STANDARD));
    let _ = parse_shape(text);
    let _ = parse_target(text, Shape::STANDARD, true);
    let _ = Fours::parse(text);
});
