//! Any text is a record that replays or a clear refusal; a record survives being written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_twenty48::notation::Record;

fuzz_target!(|text: &str| {
    for text in [text.to_owned(), format!("2048 3x3\nstart 110000000\n{text}")] {
        if let Ok(record) = Record::parse(&text) {
            assert_eq!(Record::parse(&record.to_text()), Ok(record));
        }
    }
});
