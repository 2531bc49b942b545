//! The verbs as a face asks them: JSON shapes, errors, certificates that check.

use quandary_core::face::{Answer, Context, Entry, Input, Request, Status};
use quandary_core::{Budget, Certificate, InputError};
use quandary_twenty48::ENTRY;
use serde_json::Value;

fn ask_with(
    context: &Context<'_>,
    verb: &str,
    input: Option<&str>,
    options: &[(&str, &str)],
) -> Result<Answer, InputError> {
    let spec = ENTRY.verbs().iter().find(|spec| spec.name == verb).unwrap();
    let input = input.map(|text| Input { source: "the test".into(), bytes: text.into() });
    let options = options.iter().map(|(name, value)| (*name, (*value).to_owned()));
    ENTRY.run(verb, &Request::new(spec, input, options)?, context)
}

fn ask(verb: &str, input: Option<&str>, options: &[(&str, &str)]) -> Result<Answer, InputError> {
    ask_with(&Context::bare(), verb, input, options)
}

fn solve_2x2(target: &str) -> Value {
    ask("solve", None, &[("board", "2x2"), ("target", target), ("certificate", "")]).unwrap().json
}

#[test]
fn solve_answers_in_the_agreed_shape_and_its_certificate_checks() {
    for (target, numerator, denominator) in
        [("16", 7700903_u64, 8000000_u64), ("32", 6631667660933, 80000000000000)]
    {
        let json = solve_2x2(target);
        assert_eq!(json["win_probability"]["numerator"], numerator);
        assert_eq!(json["win_probability"]["denominator"], denominator);
        let value = json["win_probability"]["value"].as_f64().unwrap();
        assert!((value - numerator as f64 / denominator as f64).abs() < 1e-15);
        assert_eq!((&json["adversarial"], &json["reachability"]), (&"loss".into(), &"win".into()));
        assert_eq!((&json["states"], &json["canonical"]), (&662.into(), &110.into()));
        assert_eq!(json["guaranteed_tile"], 8);
        let certificate: Certificate = serde_json::from_value(json["certificate"].clone()).unwrap();
        let verified = quandary_check::verify(&certificate).unwrap();
        assert!(verified.facts[1].contains("6 starting positions"), "{verified:?}");
        let mut forged = certificate;
        forged.evidence["values"]["0011"] = serde_json::json!([1, 1, true, true]);
        assert!(quandary_check::verify(&forged).is_err());
    }
}

#[test]
fn simulate_answers_in_the_agreed_shape_and_repeats_itself() {
    let options = [("strategy", "expectimax"), ("games", "12"), ("seed", "5")];
    let json = ask("simulate", None, &options).unwrap().json;
    assert_eq!(json["games"], 12);
    let (low, high) = (&json["score_ci95"][0], &json["score_ci95"][1]);
    let mean = json["score_mean"].as_f64().unwrap();
    assert!(low.as_f64().unwrap() < mean && mean < high.as_f64().unwrap());
    assert!(json["moves_per_cpu_second"].is_number());
    assert_eq!(json["reached"]["1024"]["of"], 12);
    assert_eq!(ask("simulate", None, &options).unwrap().json["score_mean"], json["score_mean"]);
}

#[test]
fn every_size_can_be_played_and_a_record_of_it_replayed_and_checked() {
    for board in ["2x2", "3x4", "4x4", "5x5"] {
        let lines = std::sync::Mutex::new(Vec::new());
        let emit = |line: &Value| lines.lock().unwrap().push(line.clone());
        let context = Context { emit: &emit, ..Context::bare() };
        let options = [
            ("board", board),
            ("strategy", if board == "5x5" { "random" } else { "expectimax" }),
            ("depth", "1"),
            ("games", "2"),
            ("json-lines", ""),
            ("records", ""),
        ];
        ask_with(&context, "simulate", None, &options).unwrap();
        for line in lines.lock().unwrap().iter() {
            let record = line["record"].as_str().unwrap();
            let answer = ask("replay", Some(record), &[("certificate", "")]).unwrap();
            assert_eq!(answer.json["score"], line["score"]);
            assert_eq!(answer.json["ended"], true, "{record}");
            let certificate: Certificate =
                serde_json::from_value(answer.json["certificate"].clone()).unwrap();
            quandary_check::verify(&certificate).unwrap();
        }
    }
}

#[test]
fn explain_values_all_moves_and_chooses_the_best() {
    let answer = ask("explain", Some("2 4 / 4 ."), &[("target", "16")]).unwrap();
    assert_eq!(answer.json["how"]["strategy"], "exact");
    let moves = answer.json["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 2, "the legal ones");
    let best = answer.json["best"].as_str().unwrap();
    let value = |name: &str| moves.iter().find(|m| m["move"] == name).unwrap()["value"].as_f64();
    for m in moves {
        assert!(value(m["move"].as_str().unwrap()).unwrap_or(0.0) <= value(best).unwrap());
    }
    let board = "2 4 8 16 / 4 8 16 32 / 2 4 8 64 / . . 2 128";
    let answer = ask("explain", Some(board), &[("strategy", "expectimax"), ("depth", "3")]).unwrap();
    assert_eq!(answer.json["how"]["depth"]["plies"], 4);
    assert!(answer.text.contains("weighted sum"));
    let dead = ask("explain", Some("2 4 / 4 2"), &[]).unwrap();
    assert_eq!((dead.status, &dead.json["best"]), (Status::Negative, &Value::Null));
}

#[test]
fn measure_reads_a_game_and_all_its_conventions() {
    let answer = ask("measure", None, &[("p4", "0.2"), ("seed", "3")]).unwrap();
    let json = &answer.json;
    let turns = json["turns"].as_u64().unwrap() as usize;
    assert_eq!(json["series"]["v"].as_array().unwrap().len(), turns);
    assert!(
        json["series"]["v"].as_array().unwrap().iter().all(|v| (0.0..=1.0).contains(&v.as_f64().unwrap()))
    );
    let counted: u64 =
        json["milestones"].as_array().unwrap().iter().map(|m| m["turns"].as_u64().unwrap()).sum();
    assert_eq!(counted as usize, turns);
    let (v, mass) = (json["by_turn"]["v"].as_f64().unwrap(), json["by_turn"]["mass"].as_f64().unwrap());
    assert!((v + mass - 1.0).abs() < 1e-12);
    let ease = ask("measure", None, &[("p4", "0.2"), ("seed", "3"), ("velocity", "ease")]).unwrap().json;
    assert!((ease["by_turn"]["v"].as_f64().unwrap() - mass).abs() < 1e-12);
}

#[test]
fn bad_requests_say_what_would_be_right() {
    /// Verb, INPUT, options, and what the sentence must say.
    type Case = (&'static str, Option<&'static str>, &'static [(&'static str, &'static str)], &'static str);
    const CASES: &[Case] = &[
        ("explain", Some("2 3 / 4 ."), &[], "3 is not a tile"),
        ("explain", Some("2 0 0 4 0 8 0 0 0 0 0 0 16 0 2"), &[], "15 tiles"),
        ("explain", Some("2 4\n4"), &[], "row 2 has 1 tiles"),
        ("solve", None, &[("board", "2x2"), ("target", "64")], "at most 32"),
        ("solve", None, &[("board", "2x2"), ("target", "32"), ("p4", "0")], "at most 16"),
        ("solve", None, &[("board", "2x2"), ("p4", "1.5")], "between 0 and 1"),
        ("solve", None, &[("board", "6x6")], "from 2 to 5"),
        ("solve", None, &[("board", "5x5"), ("target", "2048")], "too large"),
        ("solve", None, &[("board", "2x2"), ("method", "magic")], "exact, expectimax, pns"),
        ("simulate", None, &[("p4", "1.5")], "between 0 and 1"),
        ("simulate", None, &[("strategy", "luck")], "best, deep"),
        ("simulate", None, &[("board", "3x3")], "4x4 boards"),
        ("simulate", None, &[("games", "0")], "above 0"),
        ("simulate", None, &[("strategy", "expectimax"), ("weights", "w")], "one of lee"),
        ("simulate", None, &[("strategy", "expectimax"), ("depth", "99")], "at most 12"),
        ("measure", None, &[("threshold", "-1")], "above 0"),
        ("replay", Some("2048 2x2\nstart 1100\nU22+2"), &[], "changes nothing"),
    ];
    for (verb, input, options, sentence) in CASES {
        let error = ask(verb, *input, options).unwrap_err().to_string();
        assert!(error.contains(sentence), "{verb} {options:?}: {error}");
    }
}

#[test]
fn a_spent_budget_is_an_answer_of_its_own() {
    let context = Context { budget: Budget::nodes(500), ..Context::bare() };
    let answer = ask_with(&context, "solve", None, &[("board", "3x3"), ("target", "64")]).unwrap();
    assert!(matches!(answer.status, Status::Exhausted(_)), "{answer:?}");
    assert_eq!(answer.json["win_probability"], Value::Null);
}

#[test]
fn the_bench_signs_the_same_decisions_every_time() {
    let signature = || ask("bench", None, &[]).unwrap().json["signature"].clone();
    assert_eq!(signature(), signature());
}
