//! A little of the attack, the same every time: what `cargo xtask attack` does for minutes.

use std::path::Path;

use quandary_attack::Witness;
use quandary_attack::certificates::Forger;
use quandary_attack::parsers::{Damage, TARGETS};
use quandary_core::Seed;

#[test]
fn everything_issued_is_accepted_and_everything_accepted_is_true() {
    let mut witness = Witness::new(None).unwrap();
    let mut forger = Forger::new(Seed(1), &mut witness);
    for _ in 0..8 {
        forger.round(25);
    }
    let shown: Vec<String> = forger.findings.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{} findings\n{}", shown.len(), shown[..shown.len().min(20)].join("\n"));
    assert!(forger.forged() > 2000, "{}", forger.forged());
}

#[test]
fn damaged_inputs_are_read_or_refused() {
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    let mut witness = Witness::new(None).unwrap();
    let mut damage = Damage::new(Seed(1), &seeds, &mut witness);
    for _ in 0..10 {
        damage.round();
    }
    let shown: Vec<String> = damage.findings.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{}", shown[..shown.len().min(20)].join("\n"));
    assert_eq!(damage.inputs.len(), TARGETS.len());
}

#[test]
fn every_fuzz_target_is_among_those_that_run_without_a_fuzzer() {
    let manifest =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/Cargo.toml")).unwrap();
    let names = manifest.lines().filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
    let mut listed: Vec<&str> = names.filter(|name| *name != "quandary-fuzz").collect();
    let mut known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    listed.sort_unstable();
    known.sort_unstable();
    assert_eq!(listed, known);
}
