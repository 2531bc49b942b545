//! The checker is the last line: no certificate, however broken, may crash it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_core::Certificate;

fuzz_target!(|text: &str| {
    if let Ok(certificate) = serde_json::from_str::<Certificate>(text) {
        let _ = quandary_check::verify(&certificate);
    }
});
