//! Structured input: a good certificate, and a list of changes to it. No forgery may crash the checker.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_attack::parsers;

fuzz_target!(|forged: (u8, Vec<u64>)| parsers::forged_certificate(forged.0, &forged.1));
