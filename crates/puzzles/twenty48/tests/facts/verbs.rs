//! The verbs as an interface asks them: answers as JSON and as text, refusals in words, certificates that check.

use std::sync::Mutex;

use quandary_core::context::{Cache, Sink};
use quandary_core::study::{Column, Field};
use quandary_core::{Budget, Certificate, Context, Exhausted, InputError, StopFlag};
use quandary_twenty48::ENTRY;
use quandary_verbs::{Answer, Input, Request, Status};
use serde_json::Value;

fn ask_with(
    context: &Context<'_>,
    verb: &str,
    input: Option<&str>,
    options: &[(&str, &str)],
) -> Result<Answer, InputError> {
    let verb = ENTRY.verb(verb).unwrap();
    let options = options.iter().map(|(name, value)| (*name, (*value).to_owned()));
    verb.run(ENTRY.name, &Request::new(&verb.spec, input.map(Input::inline), options)?, context)
}

fn ask(verb: &str, input: Option<&str>, options: &[(&str, &str)]) -> Result<Answer, InputError> {
    ask_with(&Context::bare(), verb, input, options)
}

/// Takes items and rows.
#[derive(Default)]
struct Basket {
    items: Mutex<Vec<Value>>,
    columns: Mutex<Vec<&'static str>>,
    rows: Mutex<Vec<Vec<Field>>>,
}

impl Sink for Basket {
    fn item(&self, item: &Value) {
        self.items.lock().unwrap().push(item.clone());
    }

    fn wants_rows(&self) -> bool {
        true
    }

    fn columns(&self, columns: &[Column]) -> Result<(), InputError> {
        *self.columns.lock().unwrap() = columns.iter().map(|column| column.name).collect();
        Ok(())
    }

    fn row(&self, row: &[Field]) -> Result<(), InputError> {
        self.rows.lock().unwrap().push(row.to_vec());
        Ok(())
    }
}

const OPEN: &str = "2 4 8 16 / 4 8 16 32 / 2 4 8 64 / . . 2 128";

#[test]
fn an_opponent_places_no_tile_that_chance_never_puts() {
    for p4 in ["0", "1"] {
        let options =
            [("board", "2x2"), ("target", "16"), ("p4", p4), ("start", "usual"), ("certificate", "")];
        let json = ask("solve", None, &options).unwrap().json();
        assert_eq!(json["adversarial"], "win", "--p4 {p4}");
        let certificate: Certificate = serde_json::from_value(json["certificate"].clone()).unwrap();
        assert!(quandary_check::verify(&certificate).is_ok(), "--p4 {p4}");
    }
}

#[test]
fn solve_answers_in_the_agreed_shape_and_its_certificate_checks() {
    for (target, numerator, denominator) in
        [("16", 7700903_u64, 8000000_u64), ("32", 6631667660933, 80000000000000)]
    {
        let options = [("board", "2x2"), ("target", target), ("certificate", "")];
        let answer = ask("solve", None, &options).unwrap();
        let json = answer.json();
        assert_eq!(json["win_probability"]["numerator"], numerator);
        assert_eq!(json["win_probability"]["denominator"], denominator);
        let value = json["win_probability"]["value"].as_f64().unwrap();
        assert!((value - numerator as f64 / denominator as f64).abs() < 1e-15);
        assert_eq!((&json["adversarial"], &json["reachability"]), (&"loss".into(), &"win".into()));
        assert_eq!((&json["states"], &json["canonical"]), (&662.into(), &110.into()));
        assert_eq!(json["guaranteed_tile"], 8);
        assert!(answer.text().contains(&format!("{numerator}/{denominator} = 0.")), "{}", answer.text());
        let certificate: Certificate = serde_json::from_value(json["certificate"].clone()).unwrap();
        let verified = quandary_check::verify(&certificate).unwrap();
        assert!(verified.facts[0].contains(&format!("is {numerator}/{denominator}")), "{verified:?}");
        let mut forged = certificate;
        forged.evidence["values"]["0011"] = serde_json::json!([1, 1, true, true]);
        assert!(quandary_check::verify(&forged).is_err());
    }
}

#[test]
fn a_board_too_large_for_fractions_has_a_certificate_of_an_interval() {
    for (target, start) in [("64", "two-twos"), ("32", "usual")] {
        let options = [("board", "2x3"), ("target", target), ("start", start), ("certificate", "")];
        let json = ask("solve", None, &options).unwrap().json();
        let certificate: Certificate = serde_json::from_value(json["certificate"].clone()).unwrap();
        let verified = quandary_check::verify(&certificate).unwrap();
        let value = json["win_probability"]["value"].as_f64().unwrap();
        let proved = verified.proves["win_probability"][0]["value"].as_f64().unwrap();
        assert!((value - proved).abs() < 1e-12, "{value} {proved}");
        assert_eq!(verified.proves["adversarial"], [json["adversarial"].clone()]);
        for (low, high) in [(value + 1e-9, 1.0), (0.0, value - 1e-9)] {
            let mut forged = certificate.clone();
            forged.evidence["interval"] = serde_json::json!([low, high]);
            assert!(quandary_check::verify(&forged).is_err());
        }
    }
}

#[test]
fn solve_without_options_refuses_4x4_at_once_and_says_what_can_be_solved() {
    let error = ask("solve", None, &[]).err().unwrap().to_string();
    assert!(error.starts_with("4x4 to 2048 cannot be solved exactly: about 10^15 positions"), "{error}");
    assert!(error.contains("expected a target of at most 16 on 4x4, or a smaller board"), "{error}");
}

#[test]
fn the_proof_number_methods_say_who_places_the_tiles() {
    for (inhibitor, verdict) in [("and", "loss"), ("or", "win"), ("chance", "loss")] {
        let options = [("board", "2x2"), ("target", "16"), ("method", "df-pn"), ("inhibitor", inhibitor)];
        let json = ask("solve", None, &options).unwrap().json();
        assert_eq!(
            (&json["verdict"], &json["adversarial"]),
            (&verdict.into(), &"loss".into()),
            "{inhibitor}"
        );
        assert_eq!(json["items"].as_array().unwrap().len(), 6, "one for each start");
    }
}

#[test]
fn simulate_answers_in_the_agreed_shape_and_repeats_itself() {
    let options = [("strategy", "expectimax"), ("games", "12"), ("seed", "5")];
    let json = ask("simulate", None, &options).unwrap().json();
    assert_eq!(json["games"], 12);
    let (low, high) = (&json["score_ci95"][0], &json["score_ci95"][1]);
    let mean = json["score_mean"].as_f64().unwrap();
    assert!(low.as_f64().unwrap() < mean && mean < high.as_f64().unwrap());
    assert_eq!(json["reached"]["1024"]["of"], 12);
    assert_eq!(json["reached"]["2048"]["games"], json["wins"]);
    assert_eq!((&json["schema"], &json["status"]), (&2.into(), &"answered".into()));
    assert_eq!(ask("simulate", None, &options).unwrap().json()["score_mean"], json["score_mean"]);
    let clock = || 0.5;
    let context = Context { cpu_seconds: &clock, ..Context::bare() };
    let still = ask_with(&context, "simulate", None, &options).unwrap().json();
    assert_eq!(still["moves_per_cpu_second"], Value::Null, "a clock that stands still measures no speed");
}

#[test]
fn an_interrupted_simulation_has_no_numbers_that_are_not_numbers() {
    let stop = StopFlag::new();
    stop.raise(Exhausted::Cancelled);
    let context = Context::bare().with_budget(Budget::unlimited().with_stop(stop));
    let answer = ask_with(&context, "simulate", None, &[("strategy", "expectimax")]).unwrap();
    assert_eq!(answer.status, Status::Exhausted(Exhausted::Cancelled));
    let json = answer.json();
    assert_eq!(
        (&json["games"], &json["score_mean"], &json["win_rate"]),
        (&0.into(), &Value::Null, &Value::Null)
    );
    assert!(!answer.text().contains("NaN"), "{}", answer.text());
}

#[test]
fn every_size_can_be_played_and_a_record_of_it_replayed_and_checked() {
    for board in ["2x2", "3x4", "4x4", "5x5"] {
        let basket = Basket::default();
        let context = Context { sink: &basket, ..Context::bare() };
        let strategy = if board == "5x5" { "random" } else { "expectimax" };
        let mut options = vec![
            ("board", board),
            ("strategy", strategy),
            ("games", "2"),
            ("json-lines", ""),
            ("records", ""),
        ];
        if strategy == "expectimax" {
            options.push(("depth", "1"));
        }
        ask_with(&context, "simulate", None, &options).unwrap();
        let items = basket.items.lock().unwrap();
        assert_eq!(items.len(), 2);
        for item in items.iter() {
            let record = item["record"].as_str().unwrap();
            let json = ask("replay", Some(record), &[("certificate", "")]).unwrap().json();
            assert_eq!((&json["score"], &json["moves"]), (&item["score"], &item["moves"]));
            assert_eq!(json["ended"], true, "{record}");
            let certificate: Certificate = serde_json::from_value(json["certificate"].clone()).unwrap();
            quandary_check::verify(&certificate).unwrap();
        }
    }
}

#[test]
fn each_game_leaves_a_row_and_the_study_plays_the_same_games() {
    let basket = Basket::default();
    let context = Context { sink: &basket, ..Context::bare() };
    let options = [("strategy", "expectimax"), ("games", "3"), ("depth", "1")];
    let json = ask_with(&context, "simulate", None, &options).unwrap().json();
    let (columns, rows) = (basket.columns.lock().unwrap(), basket.rows.lock().unwrap());
    assert_eq!(columns[..3], ["game", "outcome", "length"]);
    assert_eq!(columns[7..], ["score", "largest", "position"]);
    assert!(rows.len() == 3 && rows.iter().all(|row| row.len() == columns.len()));
    let scores: f64 =
        rows.iter().map(|row| if let Field::Whole(score) = row[7] { score as f64 } else { f64::NAN }).sum();
    assert!((scores / 3.0 - json["score_mean"].as_f64().unwrap()).abs() < 1e-9);

    let verb = ENTRY.verb("simulate").unwrap();
    let given = options.map(|(name, value)| (name, value.to_owned()));
    let request = Request::new(&verb.spec, None, given).unwrap();
    let study = verb.study(&request, &Context::bare()).unwrap().ok().unwrap();
    let played = study.game(2, &Context::bare()).unwrap();
    assert_eq!(played.row(2), rows[2]);
}

#[test]
fn explain_values_all_moves_and_chooses_the_best() {
    let answer = ask("explain", Some("2 4 / 4 ."), &[("target", "16")]).unwrap();
    let json = answer.json();
    assert_eq!((&json["how"]["strategy"], &json["how"]["target"]), (&"exact".into(), &16.into()));
    assert_eq!((&json["board"], &json["position"]), (&"2x2".into(), &"2 4\n4 .".into()));
    let moves = json["alternatives"].as_array().unwrap();
    assert_eq!(moves.len(), 2, "the legal ones");
    assert_eq!(moves[0]["move"], json["decision"]["move"]);
    assert!(moves[0]["value"].as_f64() >= moves[1]["value"].as_f64());
    assert!(answer.text().contains("reaches 16 with probability"), "{}", answer.text());
    let json = ask("explain", Some(OPEN), &[("strategy", "expectimax"), ("depth", "3")]).unwrap().json();
    assert_eq!(json["how"]["plies"], 4);
    assert_eq!(json["decision"]["reason"]["meaning"]["kind"], "weighted-sum");
    let dead = ask("explain", Some("2 4 / 4 2"), &[]).unwrap();
    assert_eq!((dead.status, &dead.json()["decision"]), (Status::Negative, &Value::Null));
}

#[test]
fn a_first_hint_needs_no_network_and_says_what_differs() {
    let answer = ask("explain", Some(OPEN), &[]).unwrap();
    let json = answer.json();
    assert_eq!(json["how"]["strategy"], "hand");
    assert_eq!((&json["decision"]["move"], &json["decision"]["certain"]), (&"down".into(), &false.into()));
    let reason = &json["decision"]["reason"];
    assert_eq!((&reason["kind"], &reason["than"]), (&"better".into(), &"left".into()));
    for point in reason["keeps"].as_array().unwrap().iter().chain(reason["gives_up"].as_array().unwrap()) {
        assert_ne!(point["chosen"], point["other"]);
    }
    assert!(!answer.text().contains("0.0 more"), "{}", answer.text());
    assert!(
        answer.text().contains("Its strength: mean score 94,704"),
        "it says how strong its player is: {}",
        answer.text()
    );
}

#[test]
fn train_says_how_far_it_is_how_strong_and_what_is_wrong() {
    let options = [("moves", "30000"), ("games", "2"), ("seed", "3")];
    let answer = ask_with(&Context::bare(), "train", None, &options).unwrap();
    let json = answer.json();
    assert!(json["moves"].as_u64().unwrap() >= 30_000 && json["finished"] == true, "{json}");
    let curve = json["curve"].as_array().unwrap();
    let ahead: Vec<_> = curve.iter().map(|point| point["moves_ahead"].as_u64().unwrap()).collect();
    assert_eq!(ahead, [1, 3]);
    assert!(curve.iter().all(|point| point["score_mean"].as_f64().unwrap() > 500.0), "{json}");
    assert_eq!(answer.figure.as_ref().unwrap().series.len(), 2);
    assert!(answer.text().contains("look-ahead 3: mean score"), "{}", answer.text());

    let both = ask_with(&Context::bare(), "train", None, &[("moves", "9"), ("minutes", "1")]);
    assert!(both.err().unwrap().to_string().contains("two goals"));
    // Where no clock runs, minutes never end.
    let endless = ask_with(&Context::bare(), "train", None, &[("minutes", "1")]);
    assert!(endless.err().unwrap().to_string().contains("cannot be counted"));
    let little = Context::bare().with_budget(Budget::unlimited().with_memory(64 << 20));
    let refused = ask_with(&little, "train", None, &[("moves", "9")]).unwrap();
    assert_eq!(refused.status, Status::Exhausted(Exhausted::Memory));
}

/// Holds nothing, and counts what is stored.
#[derive(Default)]
struct Shelf(Mutex<Vec<String>>);

impl Cache for Shelf {
    fn load(&self, _: &str) -> Option<Vec<u8>> {
        None
    }

    fn store(&self, name: &str, _: &[u8]) {
        self.0.lock().unwrap().push(name.to_owned());
    }
}

#[test]
fn an_interrupted_training_leaves_a_hint_and_says_how_far_it_came() {
    let stop = StopFlag::new();
    stop.raise(Exhausted::Time);
    let shelf = Shelf::default();
    let budget = Budget::unlimited().with_stop(stop);
    let context = Context { cache: &shelf, budget, ..Context::bare() };
    let answer = ask_with(&context, "explain", Some(OPEN), &[("strategy", "best")]).unwrap();
    assert_eq!(answer.status, Status::Exhausted(Exhausted::Time));
    let json = answer.json();
    assert_eq!((&json["training"]["moves"], &json["training"]["of"]), (&0.into(), &6_000_000.into()));
    assert!(json["decision"]["move"].is_string());
    assert!(shelf.0.lock().unwrap().is_empty(), "nothing was done, so nothing is kept");
}

#[test]
fn measure_reads_a_game_and_all_its_conventions() {
    let options = [("p4", "0.2"), ("seed", "3"), ("games", "4")];
    let answer = ask("measure", None, &options).unwrap();
    let json = answer.json();
    let turns = json["turns"].as_u64().unwrap() as usize;
    let series = json["series"]["v"].as_array().unwrap();
    assert_eq!(series.len(), turns);
    assert!(series.iter().all(|v| (0.0..=1.0).contains(&v.as_f64().unwrap())));
    let counted: u64 =
        json["milestones"].as_array().unwrap().iter().map(|m| m["turns"].as_u64().unwrap()).sum();
    assert_eq!(counted as usize, turns);
    let (v, mass) = (json["by_turn"]["v"].as_f64().unwrap(), json["by_turn"]["mass"].as_f64().unwrap());
    assert!((v + mass - 1.0).abs() < 1e-12);
    let ease = ask("measure", None, &[options[0], options[1], ("velocity", "ease")]).unwrap().json();
    assert!((ease["by_turn"]["v"].as_f64().unwrap() - mass).abs() < 1e-12);
    // Whole games beside it, from traces.
    assert_eq!(json["traces"], 4);
    let symbols: Vec<&str> =
        json["measures"].as_array().unwrap().iter().map(|m| m["symbol"].as_str().unwrap()).collect();
    assert!(["v", "m", "E_p", "GR3"].iter().all(|symbol| symbols.contains(symbol)), "{symbols:?}");
}

#[test]
fn measure_says_of_each_warning_of_a_trap_whether_it_came_true() {
    let answer = ask("measure", None, &[("seed", "3"), ("games", "1")]).unwrap();
    let json = answer.json();
    let warned = json["warnings"]["warned"].as_array().unwrap().len();
    let words =
        json["changeovers"].as_array().unwrap().iter().map(|change| change["reading"].as_str().unwrap());
    assert_eq!(words.filter(|word| word.starts_with("Trap")).count(), warned);
    assert_eq!(json["warnings"]["closed"].as_array().unwrap().len(), json["traps"].as_array().unwrap().len());
    assert!(answer.text().contains("table 7 warns of"), "{}", answer.text());
    assert!(!answer.text().contains("no stability trap"));
}

#[test]
fn a_record_is_measured_like_the_game_it_is_of() {
    let basket = Basket::default();
    let context = Context { sink: &basket, ..Context::bare() };
    let options = [("strategy", "expectimax"), ("games", "1"), ("json-lines", ""), ("records", "")];
    ask_with(&context, "simulate", None, &options).unwrap();
    let record = basket.items.lock().unwrap()[0]["record"].as_str().unwrap().to_owned();
    let given = ask("measure", Some(&record), &[]).unwrap().json();
    let played = ask("measure", None, &[("games", "1")]).unwrap().json();
    assert_eq!((&given["series"], &given["measures"]), (&played["series"], &played["measures"]));
}

#[test]
fn a_deep_measurement_ends_when_it_is_stopped_and_keeps_its_turns() {
    /// Raises the flag after some reports.
    struct Impatient(std::sync::atomic::AtomicU32, StopFlag);
    impl quandary_core::context::Progress for Impatient {
        fn report(&self, _: &str, _: u64, _: u64) {
            if self.0.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 70 {
                self.1.raise(Exhausted::Cancelled);
            }
        }
    }
    let stop = StopFlag::new();
    let progress = Impatient(0.into(), stop.clone());
    let budget = Budget::unlimited().with_stop(stop);
    let context = Context { progress: &progress, budget, ..Context::bare() };
    let answer = ask_with(&context, "measure", None, &[("depth", "2")]).unwrap();
    assert_eq!(answer.status, Status::Exhausted(Exhausted::Cancelled));
    let json = answer.json();
    assert!((60..600).contains(&json["turns"].as_u64().unwrap()), "{}", json["turns"]);
    assert!(answer.text().contains("none was finished"), "{}", answer.text());

    let deep = ask_with(&context, "measure", None, &[("depth", "8")]).unwrap();
    assert_eq!((deep.status, &deep.json()["turns"]), (Status::Exhausted(Exhausted::Cancelled), &0.into()));
}

#[test]
fn bad_requests_say_what_would_be_right() {
    /// Verb, INPUT, options, and what the sentence must say.
    type Case = (&'static str, Option<&'static str>, &'static [(&'static str, &'static str)], &'static str);
    const CASES: &[Case] = &[
        ("explain", Some("2 3 / 4 ."), &[], "3 is not a tile"),
        ("explain", Some("2 0 0 4 0 8 0 0 0 0 0 0 16 0 2"), &[], "15 tiles"),
        ("explain", Some("2 4\n4"), &[], "row 2 has 1 tiles"),
        ("explain", Some("2 4 / 4 ."), &[("strategy", "best")], "4x4 boards"),
        ("explain", Some("2 4 / 4 ."), &[("board", "3x3")], "expected 3 in every row"),
        ("explain", Some("2 4 / 4 ."), &[("strategy", "luck")], "--strategy: `luck` cannot be used"),
        ("solve", None, &[("board", "2x2"), ("target", "64")], "--target: 64 can never stand on a 2x2 board"),
        ("solve", None, &[("board", "2x2"), ("target", "32"), ("p4", "0")], "at most 16"),
        ("solve", None, &[("board", "2x2"), ("p4", "1.5")], "--p4: 1.5 is not a probability"),
        ("solve", None, &[("board", "6x6")], "--board: a board of 6x6 is not known"),
        ("solve", None, &[("board", "5x5"), ("target", "2048")], "too large"),
        ("solve", None, &[("board", "2x2"), ("method", "magic")], "exact, expectimax, pns"),
        ("solve", None, &[("method", "expectimax")], "INPUT is missing"),
        ("solve", None, &[("board", "4x4"), ("certificate", "")], "--certificate: 4x4 has no certificate"),
        ("simulate", None, &[("p4", "1.5")], "between 0 and 1"),
        ("simulate", None, &[("strategy", "luck")], "hand, best, deep"),
        ("simulate", None, &[("board", "3x3"), ("strategy", "best")], "4x4 boards"),
        (
            "simulate",
            None,
            &[("games", "0")],
            "--games: `0` cannot be used; expected a whole number from 1 on",
        ),
        ("simulate", None, &[("strategy", "expectimax"), ("weights", "w")], "one of lee"),
        ("simulate", None, &[("strategy", "expectimax"), ("depth", "99")], "from 0 to 12"),
        ("measure", None, &[("threshold", "-1")], "--threshold: `-1` cannot be used"),
        ("replay", Some("2048 2x2\nstart 1100\nU22+2"), &[], "changes nothing"),
    ];
    for (verb, input, options, sentence) in CASES {
        let error =
            ask(verb, *input, options).err().unwrap_or_else(|| panic!("{verb} {options:?} must be refused"));
        assert!(error.to_string().contains(sentence), "{verb} {options:?}: {error}");
    }
}

#[test]
fn a_spent_budget_is_an_answer_of_its_own() {
    let context = Context::bare().at_most(500);
    let answer = ask_with(&context, "solve", None, &[("board", "3x3"), ("target", "64")]).unwrap();
    assert_eq!(answer.status, Status::Exhausted(Exhausted::Nodes));
    assert_eq!(answer.json()["win_probability"], Value::Null);
    let memory = Context::bare().with_budget(Budget::unlimited().with_memory(1 << 16));
    let answer = ask_with(&memory, "solve", None, &[("board", "3x3"), ("target", "64")]).unwrap();
    assert_eq!(answer.status, Status::Exhausted(Exhausted::Memory));
}

#[test]
fn made_positions_come_one_by_one_and_are_not_kept_then() {
    let options = [("moves", "50"), ("count", "3")];
    let whole = ask("generate", None, &options).unwrap().json();
    let items = whole["items"].as_array().unwrap();
    assert_eq!((items.len(), &items[0]["moves"]), (3, &50.into()));
    let basket = Basket::default();
    let context = Context { sink: &basket, ..Context::bare() };
    let lines = ask_with(&context, "generate", None, &[options[0], options[1], ("json-lines", "")]).unwrap();
    assert_eq!(lines.json()["items"], serde_json::json!([]));
    assert_eq!(*basket.items.lock().unwrap(), *items);
}

#[test]
fn the_bench_signs_the_same_decisions_every_time() {
    let signature = || ask("bench", None, &[]).unwrap().json()["signature"].clone();
    let first = signature();
    assert_eq!(first, "0143120eb6d79531", "a change of behaviour must be meant and said");
    assert_eq!(signature(), first);
}

#[test]
fn every_verb_has_a_schema_with_what_its_fields_mean() {
    for verb in ENTRY.verbs {
        let schema = verb.schema(ENTRY.name);
        let body = schema["anyOf"][0]["allOf"][1].to_string();
        assert!(body.contains("description"), "{}: {body}", verb.spec.name);
    }
}

#[test]
fn a_training_that_does_not_fit_the_memory_is_not_begun() {
    let context = Context::bare().with_budget(Budget::unlimited().with_memory(64 << 20));
    let answer = ask_with(&context, "bench", None, &[]).unwrap().json();
    assert_eq!((&answer["status"], &answer["stopped"]), (&"exhausted".into(), &"memory".into()));
    assert_eq!(answer["parts"].as_array().unwrap().len(), 4, "everything before the training");
    let answer =
        ask_with(&context, "simulate", None, &[("strategy", "best"), ("games", "1")]).unwrap().json();
    assert_eq!((&answer["stopped"], &answer["games"]), (&"memory".into(), &0.into()));
}
