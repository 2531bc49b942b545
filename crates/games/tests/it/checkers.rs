//! Checkers against counts that others made, and its endings against the independent checker.

use quandary_check::verify;
use quandary_core::rules::perft;
use quandary_core::{Budget, Certificate, Context, Seed};
use quandary_games::checkers::endings::{Endings, Material};
use quandary_games::checkers::notation::parse_fen;
use quandary_games::checkers::proof::prove;
use quandary_games::checkers::verbs::ENTRY;
use quandary_games::checkers::{Checkers, Draws};
use quandary_verbs::{Input, Request};
use serde_json::Value;

fn ask(verb: &str, input: Option<&str>, given: &[(&'static str, &str)]) -> Result<Value, String> {
    let verb = ENTRY.verb(verb).unwrap();
    let given = given.iter().map(|(name, value)| (*name, (*value).to_owned()));
    let request =
        Request::new(&verb.spec, input.map(Input::inline), given).map_err(|error| error.to_string())?;
    let answer = verb.run("checkers", &request, &Context::bare());
    answer.map(|answer| answer.json()).map_err(|error| error.to_string())
}

/// Lines of a position and the number of games of 1, 2, 3, … moves.
fn counts(data: &str) -> impl Iterator<Item = (&str, Vec<u64>)> {
    data.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut parts = line.split(';');
        let fen = parts.next().unwrap();
        (fen, parts.map(|count| count.parse().unwrap()).collect())
    })
}

#[test]
fn games_of_every_length_are_as_many_as_others_count() {
    let rules = Checkers { draws: Draws::Wcdf };
    let mut lines = 0;
    for data in [include_str!("../data/checkers.perft"), include_str!("../data/checkers_special.perft")] {
        for (fen, expected) in counts(data) {
            let state = parse_fen(fen).unwrap();
            for (depth, games) in (1..).zip(expected) {
                assert_eq!(
                    perft(&rules, &state, depth, &mut Budget::unlimited()),
                    Ok(games),
                    "{fen} at depth {depth}"
                );
            }
            lines += 1;
        }
    }
    assert!(lines >= 20, "{lines}");
}

#[test]
fn endings_of_four_kings_are_proved_and_another_claim_about_them_is_not() {
    let mut budget = Budget::unlimited();
    let kings = Material { men: [0, 0], kings: [2, 2] };
    let endings = Endings::solve(&kings.reaches(), &mut budget, |_, _| {}).unwrap();
    let mut stream = Seed(5).stream(0);
    let mut seen = std::collections::BTreeSet::new();
    while seen.len() < 3 {
        let Some(position) = kings.position(stream.below(kings.numbers() as u64) as usize) else { continue };
        let verdict = endings.value(&position).unwrap().verdict().name();
        if seen.contains(verdict) {
            continue;
        }
        let certificate = prove(&endings, &position, 1_000_000, &mut budget).unwrap();
        let verified = verify(&certificate).unwrap_or_else(|why| panic!("{}: {why}", certificate.instance));
        assert_eq!(verified.proves["verdict"], [Value::from(certificate.claim.clone())]);
        let side = if certificate.instance.starts_with('B') { "W" } else { "B" };
        let instance = format!("{side}{}", &certificate.instance[1..]);
        let other = Certificate { instance, ..certificate.clone() };
        // The same strategies with the other side to move: hardly ever a proof, and then of the truth.
        if verify(&other).is_ok() {
            let turned = parse_fen(&other.instance).unwrap().position;
            assert_eq!(endings.value(&turned).unwrap().verdict().name(), other.claim);
        }
        seen.insert(verdict);
    }
}

#[test]
fn an_answer_carries_what_proves_it() {
    let answer = ask("solve", Some("B:WK32:BK1,K2"), &[("certificate", "")]).unwrap();
    assert_eq!(answer["verdict"], "win");
    let certificate: Certificate = serde_json::from_value(answer["certificate"].clone()).unwrap();
    let verified = verify(&certificate).unwrap();
    for key in ["verdict", "plies", "best"] {
        assert_eq!(verified.proves[key], [answer[key].clone()], "{key}");
    }
}

#[test]
fn what_cannot_be_read_is_refused_with_its_place_and_its_reason() {
    let refused = [
        (
            "replay",
            "1. 11-15 22-18 2. 8-11",
            "line 1, column 19: move 2 of black, 8-11: a capture is open and must be made",
        ),
        ("replay", "[Event \"x\"]\n1. 11-15 23-19", "line 2, column 15: the record is cut off after 2 moves"),
        ("solve", "B:WK32:BK32", "line 1, column 9: square 32 has two pieces"),
        ("solve", "start", "24 pieces are not solved"),
        ("explain", "B:WK32:B", "the game is over"),
    ];
    for (verb, input, start) in refused {
        let error = ask(verb, Some(input), &[]).unwrap_err();
        assert!(error.starts_with(start), "{verb} {input}: {error}");
    }
}

#[test]
fn a_record_goes_in_and_comes_out() {
    let answer = ask("replay", Some("1. 9-14 22-18 2. 5-9 1/2-1/2"), &[]).unwrap();
    assert_eq!(answer["pdn"], "1. 9-14 22-18 2. 5-9 1/2-1/2");
    assert_eq!((&answer["result"], &answer["by_the_rules"]), (&"1/2-1/2".into(), &"*".into()));
    let last = answer["moves"][2]["position"].as_str().unwrap();
    assert_eq!(last, "W:W18,21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,6,7,8,9,10,11,12,14");
}
