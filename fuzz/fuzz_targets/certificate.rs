//! The checker is the last line: no certificate, however broken, may crash it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_attack::parsers;

fuzz_target!(|text: &str| parsers::certificate(text));
