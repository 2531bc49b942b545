//! All boards of 3x3 and 2x3: the solver is right, and the checker can say no.
use quandary_check::Work;
use quandary_core::{Budget, Certificate, play::Play, play::Size};
use quandary_lights_out::{Lights, fewest_presses, verify::VERIFIER};

#[test]
fn every_answer_is_verified_and_one_press_less_is_not() {
    let mut work = Work::within(Budget::unlimited());
    for (rows, columns) in [(3, 3), (2, 3)] {
        let rules = Lights(Size { rows, columns });
        for lit in 1..1_u64 << (rows * columns) {
            let presses = fewest_presses(&rules, lit);
            let claim = if presses.is_some() { "optimal" } else { "unsolvable" };
            let evidence = serde_json::json!({"presses": presses});
            let mut certificate = Certificate::new("lights-out", claim, rules.write(&lit), evidence);
            assert!((VERIFIER.verify)(&certificate, &mut work).is_ok(), "{lit:b}");
            certificate.evidence["presses"] = presses.map_or(vec![], |all| all[1..].to_vec()).into();
            assert!((VERIFIER.verify)(&certificate, &mut work).is_err(), "{lit:b}");
        }
    }
}
