//! Every verifier with tables keeps to its memory limit, and every verifier to its nodes.

use quandary_check::{MEMORY, NODES, Rejection, VERIFIERS, Work, verify_among};
use quandary_core::{Budget, Certificate, Exhausted};
use serde_json::json;

/// Certificates whose verifiers use tables, and how much memory is enough for each.
fn certificates() -> Vec<(Certificate, usize)> {
    let lattice: Vec<String> =
        (0..9).map(|y| if y % 2 == 0 { "1?1?1?1?1" } else { "?????????" }.to_owned()).collect();
    let position = format!("9x9/10\n{}", lattice.join("\n"));
    let nothing = json!({"safe": [], "mines": []});
    let optimum = json!({"first_click": "safe", "wins": 1, "boards": 3, "first_cell": "1,1", "tree": "."});
    vec![
        (
            Certificate::new("connect-four", "win", "121212", json!({"at_least": {"goal": 18, "tree": "1"}})),
            1000,
        ),
        (
            Certificate::new("checkers", "win", "B:W6:B1", json!({"plies": 1, "attack": "a", "defence": ""})),
            10_000,
        ),
        (Certificate::new("minesweeper", "chances", position.as_str(), nothing.clone()), 1 << 22),
        (Certificate::new("minesweeper", "certain", position.as_str(), nothing), 1 << 22),
        (Certificate::new("minesweeper", "optimum", "2x2/1", optimum), 10_000),
        (
            Certificate::new(
                "2048",
                "win-interval",
                "1100",
                json!({"board": "2x2", "target": 16, "p4": [1, 10], "interval": [0.0, 1.0]}),
            ),
            100_000,
        ),
        (
            Certificate::new(
                "sliding",
                "optimal",
                "1 2 3\n4 5 6\n0 7 8",
                json!({"goal": "1 2 3\n4 5 6\n7 8 0", "length": 2, "moves": "LL", "patterns": [[1, 2, 3], [7, 8]]}),
            ),
            1 << 22,
        ),
    ]
}

fn within(certificate: &Certificate, budget: Budget) -> Result<(), Rejection> {
    verify_among(certificate, VERIFIERS, &mut Work::within(budget)).map(|_| ())
}

#[test]
fn a_verifier_without_memory_says_so_and_one_with_enough_succeeds() {
    for (certificate, enough) in certificates() {
        let named = format!("{} {}", certificate.puzzle, certificate.claim);
        let none = within(&certificate, Budget::unlimited().with_memory(1));
        assert_eq!(none, Err(Rejection::Exhausted(Exhausted::Memory)), "{named}");
        let some = within(&certificate, Budget::unlimited().with_memory(enough));
        assert!(!matches!(some, Err(Rejection::Exhausted(_))), "{named}: {some:?}");
    }
}

#[test]
fn a_verifier_without_nodes_verifies_nothing() {
    for (certificate, _) in certificates() {
        let none = within(&certificate, Budget::nodes(0));
        assert_eq!(
            none,
            Err(Rejection::Exhausted(Exhausted::Nodes)),
            "{} {}",
            certificate.puzzle,
            certificate.claim
        );
    }
}

#[test]
fn every_certificate_has_the_default_nodes_if_no_limit_is_set() {
    let mut work = Work::within(Budget::unlimited());
    for (certificate, _) in certificates() {
        let _ = verify_among(&certificate, VERIFIERS, &mut work);
        assert_eq!(work.budget.remaining() + work.budget.spent(), NODES);
        assert_eq!(work.budget.memory_or(0), MEMORY);
    }
    work.renew(Budget::nodes(5));
    assert_eq!(work.budget.remaining(), 5);
}

#[test]
fn what_cannot_be_read_is_refused_before_any_work() {
    let without_mines = json!({"safe": []});
    let certificate = Certificate::new("minesweeper", "chances", "2x2/1\n1?\n??", without_mines);
    assert!(matches!(within(&certificate, Budget::nodes(0)), Err(Rejection::Malformed(_))));
}
