//! Solves a nonogram and has the certificate verified by code that shares nothing with the solver.

use quandary_core::Budget;
use quandary_nonogram::solve::{Goal, Method, Verdict, solve};
use quandary_nonogram::{Nonogram, Picture};

fn main() {
    let heart = Picture::parse(".##.##.\n#######\n#######\n.#####.\n..###..\n...#...").expect("a picture");
    let puzzle = Nonogram::of(&heart);
    let solved = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited());
    assert_eq!(solved.verdict, Verdict::Unique(heart), "the clues have one solution");

    let certificate = solved.certificate(&puzzle).expect("a verdict has a certificate");
    let verified = quandary_check::verify(&certificate).expect("the certificate holds");
    verified.facts.iter().for_each(|fact| println!("{fact}"));
}
