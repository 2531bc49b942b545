//! Any bytes are puzzles or a clear refusal, in every format.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_attack::parsers;

fuzz_target!(|bytes: &[u8]| parsers::nonogram_formats(bytes));
