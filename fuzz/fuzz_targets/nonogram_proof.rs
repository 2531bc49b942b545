//! The verifier accepts no proof of uniqueness of a puzzle that has two solutions, whatever the steps say.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quandary_core::Certificate;

fuzz_target!(|text: &str| {
    let instance = "2 2\n1\n1\n1\n1\n";
    let steps: Vec<&str> = text.lines().collect();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let head = [instance, "unique", "#.", ".#"];
    for byte in head.into_iter().chain(steps.iter().copied()).flat_map(|line| line.bytes().chain([b'\n'])) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    let evidence = serde_json::json!({"solution": ["#.", ".#"], "steps": steps, "digest": format!("{hash:016x}")});
    assert!(quandary_check::verify(&Certificate::new("nonogram", "unique", instance, evidence)).is_err());
});
