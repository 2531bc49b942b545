//! Every position of small boards, against brute force over all sets of presses.

use std::collections::HashMap;

use quandary_check::{Work, verify_among};
use quandary_core::rules::Rules;
use quandary_core::{Budget, Certificate, Outcome};
use quandary_lights_out::LightsOut;
use quandary_lights_out::notation::{format_board, format_cell, parse_board, parse_cell};
use quandary_lights_out::player::Strategy;
use quandary_lights_out::solve::fewest_presses;
use quandary_lights_out::verify::VERIFIER;
use serde_json::json;

/// All boards that are tried, the thin ones included.
fn boards() -> impl Iterator<Item = LightsOut> {
    let sizes = [(1, 1), (1, 5), (4, 1), (2, 3), (3, 3), (2, 5), (3, 4)];
    sizes.into_iter().map(|(rows, columns)| LightsOut::new(rows, columns).unwrap())
}

/// The positions that some presses put out, with the fewest: each set of presses is made on a dark board.
fn brute_force(rules: &LightsOut) -> HashMap<u64, u32> {
    let mut fewest = HashMap::new();
    for presses in 0..1_u64 << rules.cells() {
        let pressed = (0..rules.cells()).filter(|cell| presses >> cell & 1 == 1);
        let lit = pressed.fold(0, |lit, cell| rules.apply(&lit, cell));
        let least = fewest.entry(lit).or_insert(u32::MAX);
        *least = presses.count_ones().min(*least);
    }
    fewest
}

#[test]
fn the_solver_finds_the_fewest_presses_of_every_position() {
    for rules in boards() {
        let truth = brute_force(&rules);
        for lit in 0..1 << rules.cells() {
            let presses = fewest_presses(&rules, lit);
            let count = presses.as_ref().map(|presses| presses.len() as u32);
            assert_eq!(count, truth.get(&lit).copied(), "{rules} {lit:b}");
            let dark = presses.map(|cells| cells.iter().fold(lit, |lit, &cell| rules.apply(&lit, cell)));
            assert!(dark.is_none_or(|dark| rules.is_solved(&dark)), "{rules} {lit:b}");
        }
    }
}

#[test]
fn every_answer_is_verified_and_no_other_is() {
    let mut work = Work::within(Budget::unlimited());
    let mut is_verified = |claim: &str, instance: &str, presses: Option<&[usize]>| {
        let certificate = Certificate::new("lights-out", claim, instance, json!({"presses": presses}));
        verify_among(&certificate, [VERIFIER], &mut work).is_ok()
    };
    for rules in boards() {
        for lit in 1..1 << rules.cells() {
            let instance = format_board(&rules, lit);
            match fewest_presses(&rules, lit) {
                Some(presses) => {
                    assert!(is_verified("optimal", &instance, Some(&presses)), "{instance}");
                    assert!(!is_verified("optimal", &instance, Some(&presses[1..])), "{instance}");
                    assert!(!is_verified("unsolvable", &instance, None), "{instance}");
                }
                None => {
                    assert!(is_verified("unsolvable", &instance, None), "{instance}");
                    assert!(!is_verified("optimal", &instance, Some(&[])), "{instance}");
                }
            }
        }
    }
}

#[test]
fn what_is_written_can_be_read_again() {
    for rules in boards() {
        assert_eq!(rules.to_string().parse(), Ok(rules));
        for lit in 0..1 << rules.cells() {
            assert_eq!(parse_board(&format_board(&rules, lit), Some(rules)), Ok((rules, lit)));
        }
        for cell in 0..rules.cells() {
            assert_eq!(parse_cell(&rules, &format_cell(&rules, cell)), Ok(cell));
        }
        assert!(parse_cell(&rules, "0,1").is_err() && parse_cell(&rules, "9,9").is_err());
    }
}

#[test]
fn the_fewest_presses_always_win_and_chasing_gives_up_with_the_last_row_lit() {
    for rules in boards() {
        for (lit, fewest) in brute_force(&rules) {
            let best = Strategy::Fewest.play(&rules, lit);
            assert_eq!((best.outcome, best.length() as u32), (Outcome::Won, fewest));
            let chased = Strategy::Chase.play(&rules, lit);
            assert!(chased.length() <= rules.cells(), "a row is chased once");
            assert!(chased.outcome == Outcome::Lost || chased.length() as u32 >= fewest);
        }
    }
}
