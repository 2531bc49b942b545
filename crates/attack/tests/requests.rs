//! A few hostile questions through the api. It has a process to itself, because time and memory are measured there.

use std::path::Path;

use quandary_attack::Witness;
use quandary_attack::requests::{Counts, Requests};
use quandary_core::Seed;

#[test]
fn hostile_questions_are_answered_refused_or_cut_short() {
    let mut witness = Witness::new(None).unwrap();
    let mut requests = Requests::new(Seed(1), Path::new("/nonexistent"), &mut witness);
    for _ in 0..200 {
        requests.once();
    }
    let shown: Vec<String> = requests.findings.iter().map(ToString::to_string).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n"));
    let Counts { runs, answered, refused, exhausted, .. } = requests.counts;
    assert_eq!(runs, answered + refused + exhausted);
    assert!(answered > 10 && refused > 50, "{answered} answered, {refused} refused");
}
