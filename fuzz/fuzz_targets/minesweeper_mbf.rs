//! Any bytes are an `.mbf` board or a clear refusal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_minesweeper::mbf;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(field) = mbf::read(bytes) {
        let again = mbf::read(&mbf::write(&field).expect("it came from such a file"));
        assert_eq!(again.as_ref(), Ok(&field));
    }
});
