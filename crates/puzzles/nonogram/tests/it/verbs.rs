//! The verbs and the sessions as every interface meets them.

use quandary_core::{Budget, Certificate, Context, Exhausted, InputError, Seed, StopFlag};
use quandary_nonogram::verbs::ENTRY;
use quandary_verbs::play::AnySession;
use quandary_verbs::{Input, Request, Status};
use serde_json::Value;

type Options<'o> = &'o [(&'o str, &'o str)];

fn ask(
    verb: &str,
    input: &str,
    options: Options<'_>,
    context: &Context<'_>,
) -> Result<VerbAnswer, InputError> {
    let verb = ENTRY.verb(verb).expect("a verb of nonograms");
    let input = (!input.is_empty()).then(|| Input::inline(input));
    let request =
        Request::new(&verb.spec, input, options.iter().map(|&(name, value)| (name, value.to_owned())))?;
    let answer = verb.run(ENTRY.name, &request, context)?;
    Ok(VerbAnswer { json: answer.json(), text: answer.text(), status: answer.status })
}

/// What a verb answered.
#[derive(Debug)]
struct VerbAnswer {
    json: Value,
    text: String,
    status: Status,
}

fn answered(verb: &str, input: &str, options: Options<'_>) -> VerbAnswer {
    ask(verb, input, options, &Context::bare()).unwrap_or_else(|error| panic!("{verb} {input}: {error}"))
}

fn within(nodes: u64) -> Context<'static> {
    Context::bare().with_budget(Budget::nodes(nodes))
}

/// ```text
/// ##.
/// .##
/// #.#
/// ```
const UNIQUE: &str = "2 2 1-1/1-1 2 2";
/// One black cell in every row and every column.
const SIX: &str = "3 3 / 1 1 1 / 1 1 1";

#[test]
fn a_wrong_cell_of_a_unique_puzzle_is_named_by_explain() {
    let wrong = answered("explain", &format!("{UNIQUE}/??# ??? ???"), &[]);
    assert_eq!(wrong.status, Status::Answered);
    assert_eq!(wrong.json["verdict"], "wrong");
    assert_eq!(wrong.json["decision"]["move"], "r1c3=.");
    assert_eq!(wrong.json["decision"]["certain"], true);
    assert_eq!(wrong.json["decision"]["reason"]["kind"], "wrong");
    assert!(
        wrong.text.starts_with("Row 1, column 3 is wrong: in the only solution it is empty."),
        "{}",
        wrong.text
    );
    let nudge = answered("explain", &format!("{UNIQUE}/??# ??? ???"), &[("nudge", "")]);
    assert_eq!(nudge.text, "Something in row 1 is wrong.");
    let all = answered("explain", &format!("{UNIQUE}/??# ??? ???"), &[("all", "")]);
    assert_eq!((&all.json["verdict"], &all.json["items"]), (&Value::from("wrong"), &Value::Null));
}

#[test]
fn a_line_that_contradicts_is_named_where_no_cell_is_wrong_by_itself() {
    let broken = answered("explain", &format!("{SIX}/##? ??? ???"), &[]);
    assert_eq!(broken.json["decision"]["reason"]["kind"], "broken");
    assert_eq!(broken.json["decision"]["reason"]["line"], "row 1");
    assert_eq!(broken.json["decision"]["move"], "r1c1=?");
    assert_eq!(broken.json["decision"]["certain"], false);
    assert_eq!(broken.json["alternatives"].as_array().unwrap().len(), 2);
}

#[test]
fn a_hint_has_the_shape_of_every_decision_and_its_reason_all_cells() {
    let step = answered("explain", "7 0 7/1-1 1-1 1-1 1-1 1-1 1-1 1-1", &[]);
    let decision = &step.json["decision"];
    assert_eq!((&decision["move"], &decision["probability"]), (&Value::from("r2c1=."), &Value::from(1.0)));
    assert_eq!(decision["reason"]["cells"].as_array().unwrap().len(), 7);
    assert_eq!(step.json["alternatives"].as_array().unwrap().len(), 7);
    assert_eq!(step.json["technique"], "overlap");
    assert_eq!(decision["reason"]["text"], "row 2 has no blocks, so it is empty.");
    assert_eq!(decision["reason"]["remarks"][0]["rule"], "no-blocks");
    assert_eq!(step.json["after"][1], ".......");
    let all = answered("explain", "7 0 7/1-1 1-1 1-1 1-1 1-1 1-1 1-1", &[("all", "")]);
    assert!(!all.text.contains("more"), "no cell is hidden: {}", all.text);
    assert!(all.text.contains("Solved."), "{}", all.text);
    assert_eq!(all.json["after"], serde_json::json!(["#######", ".......", "#######"]));
}

#[test]
fn clues_without_a_picture_are_a_negative_answer() {
    let none = "1-1 0 1-1/2 0 2";
    let explained = answered("explain", none, &[]);
    assert_eq!(
        (explained.status, explained.text.as_str()),
        (Status::Negative, "No picture fits these clues.")
    );
    let solved = answered("solve", none, &[]);
    assert_eq!((solved.status, &solved.json["verdict"]), (Status::Negative, &Value::from("none")));
    let measured = answered("measure", none, &[]);
    assert_eq!(measured.json["grade"], "impossible");
}

#[test]
fn a_puzzle_with_six_solutions_is_graded_multiple() {
    let measured = answered("measure", SIX, &[]);
    assert_eq!(
        (&measured.json["grade"], &measured.json["verdict"]),
        (&"multiple".into(), &"multiple".into())
    );
    assert!(measured.text.starts_with("3x3, more than one solution\ngrade: multiple"), "{}", measured.text);
    let unique = answered("measure", UNIQUE, &[]);
    assert_eq!(unique.json["verdict"], "unique");
    let symbols: Vec<&str> = unique.json["measures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["symbol"].as_str().unwrap())
        .collect();
    assert!(["D", "B", "v", "m", "E_p", "GR3"].iter().all(|name| symbols.contains(name)), "{symbols:?}");
}

#[test]
fn what_solve_says_of_a_puzzle_stands_at_the_top_and_its_certificate_holds() {
    let solved = answered("solve", UNIQUE, &[]);
    assert_eq!(solved.json["verdict"], "unique");
    assert_eq!(solved.json["solution"], serde_json::json!(["##.", ".##", "#.#"]));
    assert!(solved.json["nodes"].is_u64() && solved.json["cpu_seconds"].is_number());
    let certificate: Certificate = serde_json::from_value(solved.json["certificate"].clone()).unwrap();
    assert!(quandary_check::verify(&certificate).is_ok());
    let several = answered("solve", &format!("{UNIQUE}\n{SIX}\n"), &[]);
    assert_eq!(several.json["items"].as_array().unwrap().len(), 2);
    assert_eq!(several.json["items"][1]["verdict"], "multiple");
    assert_eq!(several.json["certificates"].as_array().unwrap().len(), 2);
    let first = answered("solve", SIX, &[("any", ""), ("method", "12")]);
    assert_eq!(
        (&first.json["verdict"], &first.json["method"]),
        (&"solved".into(), &"recursive_intersect_greedy".into())
    );
}

#[test]
fn an_unknown_method_is_the_options_fault_and_not_the_files() {
    let refused = ask("solve", UNIQUE, &[("method", "magic")], &Context::bare()).unwrap_err();
    assert_eq!((refused.option.as_deref(), refused.place), (Some("method"), None));
    assert!(refused.to_string().starts_with("--method: the method `magic` is not known"), "{refused}");
}

#[test]
fn generate_without_enough_budget_is_cut_short_and_keeps_what_it_made() {
    let options = [("unique", ""), ("board", "20x20"), ("share", "0.35"), ("count", "3")];
    let cut = ask("generate", "", &options, &within(3)).unwrap();
    assert_eq!((cut.status, &cut.json["stopped"]), (Status::Exhausted(Exhausted::Nodes), &"nodes".into()));
    assert_eq!(cut.json["items"].as_array().map(Vec::len), Some(0));
    // Some of these are unique at the first draw and some are not.
    let options = [("unique", ""), ("board", "10x10"), ("count", "20")];
    let whole = answered("generate", "", &options);
    let mut partial = false;
    for nodes in 1..32 {
        let part = ask("generate", "", &options, &within(nodes)).unwrap();
        let items = part.json["items"].as_array().unwrap();
        assert_eq!(items[..], whole.json["items"].as_array().unwrap()[..items.len()]);
        assert_eq!(part.status == Status::Answered, items.len() == 20);
        partial |= (1..20).contains(&items.len());
    }
    assert!(partial, "one of the budgets ends in the middle");
}

#[test]
fn the_board_of_generate_is_rows_by_columns() {
    let made = answered("generate", "", &[("board", "4x7"), ("write", "picture")]);
    assert_eq!(made.text.lines().map(str::len).collect::<Vec<_>>(), [7, 7, 7, 7]);
    assert_eq!(made.json["items"][0]["board"], "4x7");
}

#[test]
fn what_generate_prints_is_read_again_however_many_there_are() {
    for format in ["non", "nin", "tcga", "inline", "picture"] {
        let made = answered("generate", "", &[("board", "6x6"), ("count", "3"), ("write", format)]);
        let again = answered("solve", &made.text, &[("any", "")]);
        assert_eq!(again.json["items"].as_array().map(Vec::len), Some(3), "{format}");
        for index in 0..3 {
            let (made, read) = (&made.json["items"][index], &again.json["items"][index]);
            assert_eq!(made["position"], read["position"], "{format}");
        }
    }
    let drawn = answered("generate", "", &[("count", "2"), ("write", "svg")]).text;
    assert_eq!(drawn.matches("<svg").count(), 1, "one document");
}

#[test]
fn a_goal_that_contradicts_its_clues_is_warned_of() {
    let text = "width 2\nheight 1\nrows\n1\ncolumns\n1\n0\ngoal \"01\"\n";
    for verb in ["solve", "explain", "measure"] {
        let warned = answered(verb, text, &[]);
        assert_eq!(warned.json["warnings"][0]["place"]["line"], 8, "{verb}");
        assert!(
            warned.text.starts_with("warning: line 8: the goal contradicts the clues"),
            "{}",
            warned.text
        );
    }
}

#[test]
fn every_verb_stops_with_the_true_reason_at_once_or_answers() {
    let asked: [(&str, &str, Options<'_>); 8] = [
        ("solve", UNIQUE, &[]),
        ("explain", UNIQUE, &[]),
        ("explain", UNIQUE, &[("all", "")]),
        ("generate", "", &[("unique", ""), ("board", "20x20"), ("share", "0.3")]),
        ("measure", UNIQUE, &[]),
        ("measure", "", &[("enumerate", "5x5")]),
        ("make-unique", "#.#\n.#.\n#.#", &[]),
        ("bench", "", &[]),
    ];
    for why in [Exhausted::Time, Exhausted::Cancelled] {
        let stop = StopFlag::new();
        stop.raise(why);
        let stopped = Context::bare().with_budget(Budget::unlimited().with_stop(stop));
        for (verb, input, options) in asked {
            let answer = ask(verb, input, options, &stopped).unwrap();
            let complete = answer.json["verdict"] == "unique";
            assert!(
                answer.status == Status::Exhausted(why) || complete,
                "{verb} {options:?}: {}",
                answer.json
            );
        }
    }
    for (verb, input, options) in asked {
        let answer = ask(verb, input, options, &within(1)).unwrap();
        assert_ne!(answer.status, Status::Negative, "{verb}: {}", answer.json);
    }
}

#[test]
fn every_verb_has_a_schema_whose_fields_are_described() {
    for verb in ENTRY.verbs {
        let schema = verb.schema(ENTRY.name);
        assert_eq!(schema["title"], format!("quandary {} nonogram --json", verb.spec.name));
        assert!(schema.to_string().contains("description"), "{}", verb.spec.name);
    }
}

/// Plays the hints of a session to the end; the number of moves.
fn play_out(session: &mut dyn AnySession) -> usize {
    let mut moves = 0;
    while session.turn().outcome().is_none() {
        let hint = session.hint(&Context::bare()).unwrap();
        let chosen = hint.chosen().unwrap_or_else(|| panic!("no hint at\n{}", session.text())).to_owned();
        assert!(session.moves().contains(&chosen), "{chosen}");
        assert!(!hint.nudge.is_empty() && hint.squares.iter().all(Option::is_some));
        session.play(&chosen).unwrap();
        moves += 1;
    }
    moves
}

#[test]
fn every_preset_is_played_to_the_end_by_hints_with_undo_save_and_link() {
    for preset in ENTRY.presets.iter().filter(|preset| preset.name != "tournament") {
        let setup = ENTRY.read_setup(preset.name).unwrap();
        let mut session = ENTRY.begin(&setup, Seed(7), &Context::bare()).unwrap();
        let again = ENTRY.begin(&setup, Seed(7), &Context::bare()).unwrap();
        assert_eq!(session.link(), again.link(), "the same seed, the same puzzle");
        let beginning = session.text();
        assert!(session.play("r1c99=#").is_err() && session.play("nonsense").is_err());
        for _ in 0..3 {
            let hint = session.hint(&Context::bare()).unwrap();
            session.play(hint.chosen().unwrap()).unwrap();
        }
        let three = (session.text(), session.save());
        assert!(session.undo());
        assert_eq!(ENTRY.load(&session.save()).unwrap().text(), session.text());
        let linked = ENTRY.begin_at(&setup, &session.link(), Seed(1)).unwrap();
        assert_eq!(linked.text(), session.text());
        assert!(session.redo() && !session.redo());
        assert_eq!((session.text(), session.save()), three);
        let moves = 3 + play_out(&mut *session);
        assert_eq!(session.replay().len(), moves + 1);
        assert_eq!(session.replay()[0], beginning);
        assert!(session.moves().is_empty() && session.play("r1c1=?").is_err());
        let summary = session.summary(&Context::bare()).unwrap().unwrap();
        assert!(summary.starts_with(&format!("{moves} moves, no corrections.")), "{summary}");
        assert!(session.undo(), "a game that is won can be taken back");
    }
}

#[test]
fn a_puzzle_file_is_played_and_what_is_seen_is_what_explain_reads() {
    let setup = ENTRY.read_setup("random").unwrap();
    let text = "width 3\nheight 3\nrows\n2\n2\n1,1\ncolumns\n1,1\n2\n2\n";
    let mut session = ENTRY.begin_at(&setup, text, Seed(1)).unwrap();
    session.play("1,1 #").unwrap();
    let view = session.view();
    assert_eq!((&view["board"], &view["cells"][0]), (&"3x3".into(), &"#??".into()));
    let explained = answered("explain", view["position"].as_str().unwrap(), &[]);
    assert_eq!(explained.json["decision"], session.hint(&Context::bare()).unwrap().json()["decision"]);
}
