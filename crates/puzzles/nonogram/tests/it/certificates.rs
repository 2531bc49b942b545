//! Every verdict's certificate is accepted by the verifier, and damaged ones are not.

use quandary_check::verify;
use quandary_core::{Budget, Certificate, Seed};
use quandary_nonogram::Nonogram;
use quandary_nonogram::generate::random_puzzle;
use quandary_nonogram::solve::{Goal, Method, Verdict, digest, solve};
use serde_json::{Value, json};

fn certificate(puzzle: &Nonogram, goal: Goal) -> Certificate {
    let solved = solve(puzzle, goal, Method::Best, &mut Budget::unlimited());
    solved.certificate(puzzle).expect("every verdict without a budget has one")
}

#[test]
fn every_certificate_is_accepted() {
    let mut claims = Vec::new();
    for index in 0..60 {
        let share = 0.45 + 0.01 * (index % 30) as f64;
        let (puzzle, _) = random_puzzle(Seed(20), index, 14, 13, share);
        for goal in [Goal::First, Goal::Unique] {
            let certificate = certificate(&puzzle, goal);
            assert!(verify(&certificate).is_ok(), "{:?}", verify(&certificate));
            claims.push(certificate.claim);
        }
    }
    for claim in ["solved", "unique", "multiple"] {
        assert!(claims.iter().any(|known| known == claim), "{claim}");
    }
}

/// A puzzle whose uniqueness takes clause learning: n dominoes down the diagonal, stepping.
fn steps_of_dominoes() -> (Nonogram, Certificate) {
    let text = include_str!("data/dominoes.nin");
    let puzzle = quandary_nonogram::notation::read_one(text.as_bytes(), None).unwrap().puzzle;
    let certificate = certificate(&puzzle, Goal::Unique);
    assert_eq!(certificate.claim, "unique");
    (puzzle, certificate)
}

fn with_steps(certificate: &Certificate, steps: Vec<Value>, redigest: bool) -> Certificate {
    let mut changed = certificate.clone();
    changed.evidence["steps"] = steps.into();
    if redigest {
        let texts = |value: &Value| -> Vec<String> {
            value.as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned()).collect()
        };
        let (rows, steps) = (texts(&changed.evidence["solution"]), texts(&changed.evidence["steps"]));
        let head = [changed.instance.as_str(), changed.claim.as_str()];
        let sum = digest(head.into_iter().chain(rows.iter().chain(&steps).map(String::as_str)));
        changed.evidence["digest"] = json!(sum);
    }
    changed
}

#[test]
fn a_proof_with_a_step_removed_is_rejected_even_with_a_new_digest() {
    let (_, certificate) = steps_of_dominoes();
    assert!(verify(&certificate).is_ok());
    let steps = certificate.evidence["steps"].as_array().unwrap().clone();
    assert!(steps.len() > 10, "{}", steps.len());
    for removed in 0..steps.len() {
        let mut less = steps.clone();
        less.remove(removed);
        for redigest in [false, true] {
            assert!(
                verify(&with_steps(&certificate, less.clone(), redigest)).is_err(),
                "step {}",
                removed + 1
            );
        }
    }
}

#[test]
fn a_proof_with_a_step_changed_is_rejected() {
    let (puzzle, certificate) = steps_of_dominoes();
    let steps = certificate.evidence["steps"].as_array().unwrap().clone();
    let mut stream = Seed(21).stream(0);
    for index in 0..steps.len() {
        let text = steps[index].as_str().unwrap();
        let (clause, hints) = text.split_once(" |").unwrap();
        let cell = stream.index(puzzle.cells()) as i64 + 1;
        let words: Vec<&str> = hints.split_whitespace().collect();
        for changed in [
            format!("{clause} {cell} |{hints}"),
            format!("{clause} | {}", words[..words.len() - 1].join(" ")),
            format!("{clause} |{hints} r1"),
            text.replacen(": ", ": -", 1),
        ] {
            let mut other = steps.clone();
            other[index] = json!(changed);
            assert!(verify(&with_steps(&certificate, other, false)).is_err(), "{text} -> {changed}");
        }
        // Without its last hint no contradiction follows, whatever the digest says.
        let mut shorter = steps.clone();
        shorter[index] = json!(format!("{clause} | {}", words[..words.len() - 1].join(" ")));
        assert!(verify(&with_steps(&certificate, shorter, true)).is_err());
    }
}

#[test]
fn no_solution_has_a_proof() {
    let clues = |lines: &[&[usize]]| lines.iter().map(|clue| clue.to_vec()).collect::<Vec<_>>();
    // Every line alone is possible and the totals agree, but two corners cannot be where rows and columns want them.
    let puzzle = Nonogram::new(clues(&[&[1, 1], &[], &[1, 1]]), clues(&[&[], &[2], &[2]])).unwrap();
    let certificate = certificate(&puzzle, Goal::Unique);
    assert_eq!(certificate.claim, "none");
    assert!(verify(&certificate).is_ok());
    let (other, _) = random_puzzle(Seed(22), 0, 3, 3, 0.5);
    let moved = Certificate { instance: quandary_nonogram::notation::write_nin(&other), ..certificate };
    assert!(verify(&moved).is_err());
}

#[test]
fn a_verdict_of_two_pictures_is_checked_too() {
    let (puzzle, _) = (0..)
        .map(|index| random_puzzle(Seed(23), index, 8, 8, 0.4))
        .find(|(puzzle, _)| {
            let verdict = solve(puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited()).verdict;
            matches!(verdict, Verdict::Multiple(..))
        })
        .unwrap();
    let mut certificate = certificate(&puzzle, Goal::Unique);
    assert!(verify(&certificate).is_ok());
    certificate.evidence["solutions"][1] = certificate.evidence["solutions"][0].clone();
    assert!(verify(&certificate).is_err());
}
