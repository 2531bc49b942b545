//! Any bytes are puzzles or a clear refusal, in every format; a puzzle survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_nonogram::notation::{Format, read, read_one, write_inline, write_nin, write_non};

fuzz_target!(|bytes: &[u8]| {
    let formats = Format::ALL.into_iter().map(Some);
    for format in formats.chain([None]) {
        for document in read(bytes, format).into_iter().flatten() {
            let again = read_one(write_nin(&document.puzzle).as_bytes(), None).expect("it was written by us");
            assert_eq!(again.puzzle, document.puzzle);
            let again = read_one(write_non(&document).as_bytes(), Some(Format::Non)).expect("it was written by us");
            assert_eq!(again.puzzle, document.puzzle);
            let line = write_inline(&document.puzzle, document.saved.as_ref());
            let again = read_one(line.as_bytes(), Some(Format::Inline)).expect("it was written by us");
            assert_eq!(again.puzzle, document.puzzle);
        }
    }
});
