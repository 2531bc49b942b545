//! A little of the attack, the same every time: what `cargo xtask attack` does for minutes.

use quandary_attack::Witness;
use quandary_attack::certificates::Forger;
use quandary_core::Seed;

#[test]
fn everything_issued_is_accepted_and_everything_accepted_is_true() {
    let mut witness = Witness::new(None).unwrap();
    let mut forger = Forger::new(Seed(1), &mut witness);
    for _ in 0..8 {
        forger.round(25);
    }
    for (claim, tally) in &forger.tallies {
        println!("{claim:?} {tally:?}");
    }
    let shown: Vec<String> = forger.findings.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{} findings\n{}", shown.len(), shown[..shown.len().min(20)].join("\n"));
    assert!(forger.forged() > 2000, "{}", forger.forged());
}
