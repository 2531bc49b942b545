//! A little of the attack, the same every time: what `cargo xtask attack` does for minutes.

use std::path::Path;

use quandary_attack::certificates::Forger;
use quandary_attack::parsers::{Damage, TARGETS};
use quandary_attack::{Witness, shapes};
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
fn on_every_small_shape_true_claims_about_sliding_boards_are_accepted_and_false_ones_are_not() {
    let mut false_claims = 0;
    for (rows, columns, blanks) in shapes::sliding_shapes() {
        // All boards of small shapes; of larger ones, boards far apart.
        let every = if rows * columns <= 6 { 1 } else { 997 };
        let (row, findings) = shapes::sliding(rows, columns, &blanks, every);
        let shown: Vec<String> = findings.iter().take(5).map(ToString::to_string).collect();
        assert!(shown.is_empty(), "{row}\n{}", shown.join("\n"));
        assert_eq!((row.true_rejected, row.false_accepted), (0, 0), "{row}");
        assert!(row.true_claims > 0 && row.false_claims > 0, "{row}");
        false_claims += row.false_claims;
    }
    assert!(false_claims > 100_000, "{false_claims}");
}

#[test]
fn on_every_small_shape_of_the_other_puzzles_nothing_false_is_accepted() {
    let mut witness = Witness::new(None).unwrap();
    let mut forger = Forger::new(Seed(1), &mut witness);
    for (name, questions) in shapes::others() {
        let kept: Vec<_> = questions.into_iter().step_by(23).collect();
        assert!(forger.shape(&kept).issued > 0, "nothing is claimed about {name}");
    }
    let shown: Vec<String> = forger.findings.iter().take(5).map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
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
