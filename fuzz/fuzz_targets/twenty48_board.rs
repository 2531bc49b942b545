//! Any text is a board or a clear refusal; a board survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_twenty48::notation::{compact, grid, parse_board, parse_position, write_position};
use quandary_twenty48::rules::{Fours, Shape, Tile};

fuzz_target!(|text: &str| {
    if let Ok((shape, board)) = parse_board(text, None) {
        assert_eq!(parse_board(&grid(shape, board), None), Ok((shape, board)));
        assert_eq!(parse_board(&compact(shape, board), Some(shape)), Ok((shape, board)));
    }
    if let Ok((shape, board, score)) = parse_position(text, Some(Shape::STANDARD)) {
        let written = write_position(shape, board, score);
        assert_eq!(parse_position(&written, Some(shape)), Ok((shape, board, score)));
    }
    let _ = text.parse::<Shape>();
    let _ = text.parse::<Tile>();
    if let Ok(fours) = text.parse::<Fours>() {
        assert_eq!(fours.to_string().parse(), Ok(fours));
    }
});
