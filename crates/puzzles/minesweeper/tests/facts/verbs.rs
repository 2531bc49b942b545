//! The verbs, as an interface asks them.

use quandary_core::rules::Turn;
use quandary_core::{Budget, Context, Exhausted, InputError, Outcome, Seed, StopFlag};
use quandary_minesweeper::verbs::ENTRY;
use quandary_verbs::play::AnySession;
use quandary_verbs::{Answer, Input, Request, Status};
use serde_json::{Value, json};

fn ask_within(
    verb: &str,
    input: Option<&str>,
    options: &[(&str, &str)],
    budget: Budget,
) -> Result<Answer, InputError> {
    let verb = ENTRY.verb(verb).expect("a verb");
    let given = options.iter().map(|&(name, value)| (name, value.to_owned()));
    let request = Request::new(&verb.spec, input.map(Input::inline), given)?;
    verb.run("minesweeper", &request, &Context::bare().with_budget(budget))
}

fn ask(verb: &str, input: Option<&str>, options: &[(&str, &str)]) -> Answer {
    ask_within(verb, input, options, Budget::unlimited()).expect("good input")
}

fn refused(verb: &str, input: Option<&str>, options: &[(&str, &str)]) -> String {
    ask_within(verb, input, options, Budget::unlimited()).map(|_| ()).unwrap_err().to_string()
}

#[test]
fn the_certified_first_cell_is_in_the_boards_text_and_solve_starts_there() {
    for seed in ["1", "2", "3", "5", "6"] {
        let made = ask("generate", None, &[("board", "16x16/40"), ("no-guess", ""), ("seed", seed)]);
        let item = &made.json()["items"][0];
        let text = item["position"].as_str().unwrap();
        assert!(text.starts_with("16x16/40 open 3,3\n"), "{text}");
        assert_eq!(made.text(), text);
        let solved = ask("solve", Some(text), &[]);
        assert_eq!((solved.status, &solved.json()["no_guess"]), (Status::Answered, &json!(true)));
        assert_eq!(solved.json()["first_cell"], item["first_cell"]);
    }
}

#[test]
fn a_board_that_needs_a_guess_shows_where() {
    let answer = ask("solve", Some("2x4/1 open 1,1\n...*\n...."), &[]);
    assert_eq!(answer.status, Status::Negative);
    assert_eq!(answer.json()["stuck"], "2x4/1\n001?\n001?");
    assert!(
        answer.text().contains("From 1,1 it needs a guess. After 1 click no cell is certain"),
        "{}",
        answer.text()
    );
}

#[test]
fn a_first_cell_that_is_a_mine_is_said_to_be_one() {
    let answer = ask("solve", Some("2x4/1\n...*\n...."), &[("first-cell", "1,4")]);
    assert_eq!((answer.status, &answer.json()["verdict"]), (Status::Negative, &json!("first-is-mine")));
    assert!(answer.text().ends_with("1,4 is a mine: the first click would lose the game."));
}

#[test]
fn an_unknown_strategy_is_blamed_on_the_option() {
    let error = refused("explain", Some("2x3/1 1?? 1??"), &[("strategy", "foo")]);
    assert!(error.starts_with("--strategy: strategy `foo`"), "{error}");
    assert!(refused("simulate", None, &[("games", "0")]).starts_with("--games:"));
    assert!(refused("simulate", None, &[("against", "foo")]).starts_with("--against:"));
    assert!(
        refused("measure", None, &[("first-cell", "99,1"), ("games", "1")])
            .starts_with("--first-cell: `99,1` is not a valid cell of")
    );
}

#[test]
fn the_hint_of_a_pattern_is_one_line() {
    let answer = ask("explain", Some("3x3/2 ??? 121 000"), &[]);
    let json = answer.json();
    assert_eq!(json["decision"]["move"], "open 1,2");
    assert_eq!(json["decision"]["certain"], true);
    assert_eq!(json["decision"]["reason"]["kind"], "three-numbers");
    assert_eq!(json["decision"]["reason"]["steps"][0]["middle"]["cell"], "2,2");
    assert!(json["decision"]["reason"]["text"].as_str().unwrap().ends_with("(the 1-2-1 pattern)."));
    assert_eq!(json["probabilities"], json!([[1.0, 0.0, 1.0], [null, null, null], [null, null, null]]));
    assert_eq!(json["alternatives"][0], json!({"move": "open 1,2", "value": 1.0, "text": "certainly safe"}));
    let first = answer.text().lines().next().unwrap().to_owned();
    assert!(first.starts_with("open 1,2: the 2 at 2,2 needs 2 mines"), "{first}");
}

#[test]
fn what_contradicts_what_is_an_answer() {
    for verb in ["solve", "explain"] {
        let answer = ask(verb, Some("2x3/1\n0??\n1??"), &[]);
        assert_eq!(answer.status, Status::Negative, "{verb}");
        let words = "impossible: the 0 at 1,1 and the 1 at 2,1 contradict each other.";
        assert!(answer.text().lines().any(|line| line == words), "{}", answer.text());
    }
}

#[test]
fn a_won_game_has_no_move_to_recommend() {
    let answer = ask("explain", Some("1x2/1 1?"), &[]);
    assert_eq!((&answer.json()["decision"], &answer.json()["verdict"]), (&Value::Null, &json!("won")));
}

#[test]
fn perfect_play_has_its_keys() {
    let answer = ask("solve", None, &[("optimal", "4x4/4"), ("first-click", "any")]);
    assert_eq!((&answer.json()["wins"], &answer.json()["boards"]), (&json!(961), &json!(1820)));
    let cut = ask_within("solve", None, &[("optimal", "4x4/4")], Budget::nodes(5)).unwrap();
    assert_eq!((cut.status, &cut.json()["wins"]), (Status::Exhausted(Exhausted::Nodes), &Value::Null));
}

#[test]
fn a_simulation_is_the_fold_of_its_study() {
    let options = [("board", "beginner"), ("games", "40"), ("against", "pseq")];
    let answer = ask("simulate", None, &options);
    let json = answer.json();
    assert_eq!((&json["games"], &json["losses_on_certain_moves"]), (&json!(40), &json!(0)));
    assert_eq!(json["against"]["games"], 40);
    let verb = ENTRY.verb("simulate").unwrap();
    let request =
        Request::new(&verb.spec, None, options.map(|(name, value)| (name, value.to_owned()))).unwrap();
    let study = verb.study(&request, &Context::bare()).unwrap().unwrap();
    let wins = (0..40)
        .filter(|&index| study.game(index, &Context::bare()).unwrap().trace.outcome == Outcome::Won)
        .count();
    assert_eq!(json["wins"], wins);
}

#[test]
fn a_stopped_simulation_prints_no_number_that_is_none() {
    let stop = StopFlag::new();
    stop.raise(Exhausted::Time);
    let budget = || Budget::unlimited().with_stop(stop.clone());
    let options = [("games", "40"), ("against", "pseq"), ("board", "beginner")];
    let answer = ask_within("simulate", None, &options, budget()).unwrap();
    assert_eq!(answer.status, Status::Exhausted(Exhausted::Time));
    assert!(!answer.text().contains("NaN") && answer.text().contains("no game was finished"));
    assert_eq!(
        (&answer.json()["win_rate"], &answer.json()["against"]["paired"]),
        (&Value::Null, &Value::Null)
    );
    let record = "3x4/2\n*...\n....\n...*\nopen 1,2\nopen 3,1";
    for (verb, input) in [("autopsy", Some(record)), ("bench", None), ("generate", None), ("measure", None)] {
        let answer = ask_within(verb, input, &[], budget()).unwrap();
        assert_eq!(answer.status, Status::Exhausted(Exhausted::Time), "{verb}");
        assert!(!answer.text().contains("NaN"), "{}", answer.text());
    }
}

#[test]
fn the_text_of_an_autopsy_has_intervals_and_adds_up() {
    let record = "4x4/3 safe\n*...\n....\n...*\n..*.\nopen 1,2\nopen 3,1\nopen 1,4";
    let answer = ask("autopsy", Some(record), &[("samples", "60")]);
    let json = answer.json();
    let number = |value: &Value| value.as_f64().unwrap();
    let sum = number(&json["start"]["value"]) + number(&json["skill"]) + number(&json["luck"]);
    assert!((sum - number(&json["end"]["value"])).abs() < 1e-12);
    assert_eq!(json["first_click"], "safe");
    assert!(answer.text().contains('[') && answer.text().contains("skill"), "{}", answer.text());
}

#[test]
fn a_measurement_explains_its_symbols() {
    let answer = ask("measure", None, &[("board", "beginner"), ("games", "30")]);
    let json = answer.json();
    let symbols: Vec<&str> =
        json["measures"].as_array().unwrap().iter().map(|m| m["symbol"].as_str().unwrap()).collect();
    for symbol in ["D", "B", "v", "m", "E_p", "GR2"] {
        assert!(symbols.contains(&symbol), "{symbols:?}");
    }
    assert!(json["3bv"]["mean"].as_f64().unwrap() > 5.0 && json["conventions"]["b"].is_string());
    let one = ask("measure", Some("3x4/1\n...*\n....\n...."), &[("games", "3")]);
    assert_eq!(one.json()["3bv"], 1);
    let border = ask("measure", None, &[("board", "9x9/2"), ("border", ""), ("first-cell", "5,5")]);
    assert_eq!((&border.json()["boards"], &border.json()["need_a_guess"]), (&json!(2556), &json!(0)));
}

#[test]
fn every_verb_has_a_schema_that_describes_its_fields() {
    for verb in ENTRY.verbs {
        let schema = verb.schema(ENTRY.name);
        assert!(schema["anyOf"].as_array().is_some_and(|all| all.len() == 4), "{}", verb.spec.name);
    }
    let text = ENTRY.verb("explain").unwrap().schema(ENTRY.name).to_string();
    for kind in ["one-number", "three-numbers", "no-minefield", "first-click", "flagged", "unfounded"] {
        assert!(text.contains(kind), "{kind} is in the schema");
    }
}

fn begin(setup: &str, seed: u64) -> Box<dyn AnySession> {
    let setup = ENTRY.read_setup(setup).unwrap();
    ENTRY.begin(&setup, Seed(seed), &Context::bare()).unwrap()
}

#[test]
fn every_preset_is_played_to_the_end_by_its_hints() {
    let context = Context::bare();
    for preset in ENTRY.presets {
        let mut game = begin(preset.name, 3);
        let mut moves = 0;
        while game.turn().outcome().is_none() {
            let hint = game.hint(&context).unwrap();
            let chosen = hint.chosen().expect("a game that goes on has a move").to_owned();
            assert!(game.moves().contains(&chosen), "{chosen}");
            assert!(!hint.nudge.is_empty() && !hint.text.is_empty());
            game.play(&chosen).unwrap();
            moves += 1;
        }
        assert_eq!(game.played().len(), moves);
        assert!(matches!(game.turn(), Turn::Over(Outcome::Won | Outcome::Lost)));
        assert!(game.moves().is_empty() && game.hint(&context).unwrap().chosen().is_none());
        assert!(game.view()["mines"].is_array(), "the mines are shown when it is over");
    }
}

#[test]
fn a_finished_game_is_looked_back_at() {
    let mut game = begin("board=6x6/6", 4);
    for chosen in ["1,1", "6,6", "1,6", "6,1", "3,3", "4,4", "2,2", "5,5"] {
        let _ = game.play(chosen);
    }
    let summary = game.summary(&Context::bare()).unwrap().expect("an autopsy");
    assert!(summary.starts_with("At the start the chance to win was about"), "{summary}");
    let stop = StopFlag::new();
    stop.raise(Exhausted::Cancelled);
    let late = Context::bare().with_budget(Budget::unlimited().with_stop(stop));
    assert_eq!(game.summary(&late).unwrap(), None, "nothing is said about what was not looked at");
}

#[test]
fn a_session_survives_random_moves_undo_saving_and_links() {
    let context = Context::bare();
    for (setup, seed) in
        [("board=4x5/4", 1), ("board=5x5/5; first-click=open", 2), ("board=3x6/3; first-click=any", 3)]
    {
        let mut stream = Seed(seed).stream(9);
        let mut game = begin(setup, seed);
        for _ in 0..60 {
            let saved = game.save();
            assert_eq!(ENTRY.load(&saved).unwrap().save(), saved);
            let options = ENTRY.read_setup(setup).unwrap();
            let linked = ENTRY.begin_at(&options, &game.link(), Seed(1)).unwrap();
            assert_eq!((linked.view(), linked.moves()), (game.view(), game.moves()));
            assert!(game.link().chars().all(|c| c.is_ascii_alphanumeric() || "-_.~".contains(c)));
            if game.turn().outcome().is_none() {
                assert_eq!(linked.hint(&context).unwrap(), game.hint(&context).unwrap());
                assert!(
                    game.view()["mines"].is_null() && !game.text().contains('*'),
                    "nothing hidden is shown"
                );
            }
            let moves = game.moves();
            let Some(chosen) = stream.choose(&moves) else { break };
            game.play(chosen).unwrap();
            if stream.chance(0.3) {
                let now = game.view();
                assert!(game.undo() && game.redo());
                assert_eq!(game.view(), now);
            }
        }
    }
}

#[test]
fn the_same_seed_deals_the_same_mines_for_the_same_first_cell() {
    let play = |first: &str| {
        let mut game = begin("expert", 11);
        game.play(first).unwrap();
        game.view()
    };
    assert_eq!(play("open 8,8"), play("8 8"));
    assert_ne!(play("open 8,8")["position"], play("open 8,9")["position"]);
}

#[test]
fn a_game_without_guessing_is_won_by_certain_moves() {
    let context = Context::bare();
    let mut game = begin("board=9x9/10; first-click=open; no-guess=", 5);
    while game.turn().outcome().is_none() {
        let hint = game.hint(&context).unwrap();
        assert_eq!(hint.json()["decision"]["certain"], true, "{}", hint.text);
        game.play(hint.chosen().unwrap()).unwrap();
    }
    assert_eq!(game.turn(), Turn::Over(Outcome::Won));
}

#[test]
fn every_face_says_that_a_board_of_mines_alone_cannot_be_won() {
    let any = ("first-click", "any");
    let perfect = ask("solve", None, &[("optimal", "2x2/4"), any]).json();
    assert_eq!((&perfect["wins"], &perfect["boards"]), (&json!(0), &json!(1)), "{perfect}");
    let played = ask("simulate", None, &[("board", "2x2/4"), any, ("games", "3")]).json();
    assert_eq!((&played["wins"], &played["games"]), (&json!(0), &json!(3)), "{played}");
    let solved = ask("solve", Some("2x2/4 ** **"), &[]).json();
    assert_eq!(solved["verdict"], "first-is-mine");
    let reply = ask("explain", Some("2x2/4 ?? ??"), &[any]).json();
    assert_eq!(
        (&reply["verdict"], &reply["decision"]["probability"]),
        (&json!("move"), &json!(0.0)),
        "{reply}"
    );
    let refused_to_explain = refused("explain", Some("2x2/4 ?? ??"), &[("first-click", "safe")]);
    assert!(refused_to_explain.contains("no board 2x2/4 keeps the rule `safe`"), "{refused_to_explain}");
    let refused_to_draw = refused("generate", None, &[("board", "2x2/4"), any, ("no-guess", "")]);
    assert!(refused_to_draw.contains("no-guess"), "{refused_to_draw}");
}

#[test]
fn settings_without_a_game_are_refused() {
    for (setup, part) in [
        ("board=3x3/9", "--board: 3x3/9 is nothing but mines: the first move loses"),
        ("board=2x2/3; first-click=open", "--first-click: no board 2x2/3 keeps the rule `open`"),
    ] {
        let setup = ENTRY.read_setup(setup).unwrap();
        let error = ENTRY.begin(&setup, Seed(1), &Context::bare()).map(|_| ()).unwrap_err().to_string();
        assert!(error.starts_with(part), "{error}");
    }
}

#[test]
fn a_hint_never_opens_a_flag_and_says_when_one_is_wrong() {
    let options = ENTRY.read_setup("board=1x4/1").unwrap();
    let context = Context::bare();
    // 1,4 is certainly safe, and flagged.
    let game = ENTRY.begin_at(&options, "1x4/1 ?1?F", Seed(1)).unwrap();
    let hint = game.hint(&context).unwrap();
    assert_eq!(hint.chosen(), Some("flag 1,4"));
    assert_eq!(hint.json()["decision"]["reason"]["kind"], "flagged");
    assert!(game.moves().contains(&"flag 1,4".to_owned()));
}

#[test]
fn boards_are_made_by_grade_and_measured_to_have_it() {
    for grade in 1..=4 {
        let asked = grade.to_string();
        let made = ask("generate", None, &[("board", "8x8/10"), ("grade", &asked), ("count", "2")]);
        let json = made.json();
        assert_eq!((&json["grade"], &json["no_guess"]), (&json!(grade), &json!(true)));
        for item in json["items"].as_array().unwrap() {
            assert_eq!((&item["grade"], &item["certificate"]["claim"]), (&json!(grade), &json!("graded")));
            let measured = ask("measure", item["position"].as_str(), &[("games", "1")]).json();
            assert_eq!(measured["level"], json!(grade));
            let needed = measured["needed"].as_array().unwrap();
            assert!(needed[grade - 1].as_u64() > Some(0) || grade == 1);
            assert!(needed[grade..].iter().all(|count| *count == json!(0)));
        }
        let figure = made.figure.expect("what was made beside what comes");
        let bars = &figure.series[0].points;
        assert_eq!(bars.iter().map(|point| point.y).collect::<Vec<_>>()[grade], 100.0);
        assert!((figure.series[1].points.iter().map(|point| point.y).sum::<f64>() - 100.0).abs() < 1e-9);
    }
    let error = refused("generate", None, &[("grade", "5")]);
    assert_eq!(error, "--grade: `5` is not a grade; expected a number from 1 to 4");
    let error = refused("generate", None, &[("grade", "2"), ("no-guess", "")]);
    assert!(error.contains("a graded board needs no guess"), "{error}");
    let error = refused("generate", None, &[("grade", "4"), ("board", "1x3/1")]);
    assert!(error.contains("no board 1x3/1 has the grade 4 from 1,1"), "{error}");
}

#[test]
fn what_a_move_and_a_board_take_is_said_where_people_look() {
    assert_eq!(ask("explain", Some("3x3/2 ??? 121 000"), &[]).json()["level"], json!(2));
    assert_eq!(ask("explain", Some("2x2/1 1? ??"), &[]).json()["level"], Value::Null);
    assert_eq!(ask("explain", Some("2x2/1 ?? ??"), &[]).json()["level"], Value::Null);
    let text = |board| ask("measure", Some(board), &[("games", "1")]).text();
    assert!(
        text("3x3/2 open 1,1\n...\n...\n*.*").contains("\nfrom 1,1: grade 2, it takes two numbers at once\n")
    );
    assert!(text("2x4/1 open 1,1\n...*\n....").contains("\nfrom 1,1: it needs a guess\n"));
}
