//! No proof of uniqueness is accepted of a puzzle that has two solutions, whatever the steps say.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_attack::parsers;

fuzz_target!(|text: &str| parsers::nonogram_proof(text));
