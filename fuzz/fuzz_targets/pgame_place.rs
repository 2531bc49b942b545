//! Any text is a node of a tree or a clear refusal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_attack::parsers;

fuzz_target!(|text: &str| parsers::pgame_place(text));
