//! The games as people and programs meet them: sessions, hints, budgets and schemas.

use quandary_core::context::Progress;
use quandary_core::rules::Turn;
use quandary_core::{Budget, Context, Exhausted, InputError, Seed, Stop, StopFlag};
use quandary_games::{checkers, connect_four, gomoku, othello, pgame, xiangqi};
use quandary_verbs::play::Touch;
use quandary_verbs::{Answer, Entry, Input, Options, Request, Status};

fn entries() -> [&'static Entry; 4] {
    [&connect_four::verbs::ENTRY, &othello::verbs::ENTRY, &gomoku::verbs::ENTRY, &pgame::verbs::ENTRY]
}

/// A context whose hints are shallow, so that a whole game of them stays short.
fn hurried() -> Context<'static> {
    Context::bare().with_budget(Budget::nodes(2_000))
}

fn with(entry: &Entry, preset: &str, more: &[(&str, &str)]) -> Options {
    let preset = entry.presets.iter().find(|known| known.name == preset).unwrap();
    let own = preset.setup.split("; ").map(|pair| pair.split_once('=').unwrap());
    entry.options(own.chain(more.iter().copied()).map(|(name, value)| (name, value.to_owned()))).unwrap()
}

fn run(
    entry: &Entry,
    verb: &str,
    input: Option<&str>,
    options: &[(&str, &str)],
    context: &Context<'_>,
) -> Answer {
    let verb = entry.verb(verb).unwrap();
    let given = options.iter().map(|(name, value)| (*name, (*value).to_owned()));
    let request = Request::new(&verb.spec, input.map(Input::inline), given).unwrap();
    verb.run(entry.name, &request, context).unwrap()
}

#[test]
fn a_game_is_played_to_its_end_against_every_kind_of_opponent() {
    for entry in entries() {
        for opponent in ["random", "careful", "mc:2", "perfect"] {
            for side in ["first", "second"] {
                let setup = with(entry, "small", &[("opponent", opponent), ("side", side)]);
                let context = hurried();
                let mut session = entry.begin(&setup, Seed(3), &context).unwrap();
                let mut stream = Seed(4).stream(0);
                while session.turn().outcome().is_none() {
                    if session.awaits_reply() {
                        assert!(session.reply(&context).unwrap().is_some());
                        continue;
                    }
                    let moves = session.moves();
                    let chosen = stream.choose(&moves).unwrap().clone();
                    let hint = session.hint(&context).unwrap();
                    assert!(
                        moves.iter().any(|chosen| Some(chosen.as_str()) == hint.chosen()),
                        "{}: {hint:?}",
                        entry.name
                    );
                    let mut weighed = hint.alternatives.iter();
                    assert!(weighed.all(|other| moves.contains(&other.chosen)), "{hint:?}");
                    assert!(!hint.nudge.is_empty() && !hint.nudge.contains(" 0 move"), "{}", hint.nudge);
                    session.play(&chosen).unwrap();
                }
                assert!(session.moves().is_empty() && session.play("1").is_err());
                assert!(session.hint(&context).unwrap().chosen().is_none());
                let summary = session.summary(&context).unwrap();
                assert!(entry.name == "pgame" || summary.is_some_and(|text| text.ends_with('.')));
            }
        }
    }
}

#[test]
fn undo_redo_saving_and_links_lead_back_to_the_same_game() {
    for entry in entries() {
        for preset in entry.presets {
            let setup = with(entry, preset.name, &[("side", "both")]);
            let context = hurried();
            let mut session = entry.begin(&setup, Seed(5), &context).unwrap();
            let mut stream = Seed(6).stream(0);
            for _ in 0..7 {
                let moves = session.moves();
                let Some(chosen) = stream.choose(&moves) else { break };
                session.play(chosen).unwrap();
            }
            let (text, played) = (session.text(), session.played());
            assert!(session.undo() && session.undo());
            assert_eq!(session.played().len() + 2, played.len());
            let mut loaded = entry.load(&session.save()).unwrap();
            assert_eq!((loaded.text(), loaded.save()), (session.text(), session.save()));
            assert!(loaded.redo() && loaded.redo() && !loaded.redo());
            assert_eq!((loaded.text(), loaded.played()), (text.clone(), played));
            let linked = entry.begin_at(&setup, &loaded.link(), Seed(5)).unwrap();
            assert_eq!((linked.text(), linked.view()), (loaded.text(), loaded.view()));
            assert_eq!(linked.scene(), loaded.scene());
        }
    }
}

#[test]
fn a_piece_carried_to_where_it_can_go_is_a_move() {
    for entry in [&checkers::verbs::ENTRY, &xiangqi::verbs::ENTRY] {
        let setup = entry.options([("side", "both".to_owned())]).unwrap();
        let session = entry.begin(&setup, Seed(7), &Context::bare()).unwrap();
        let scene = session.scene();
        let squares = || {
            (0..scene.rows.len()).flat_map(|row| (0..scene.rows[0].len()).map(move |column| (row, column)))
        };
        let carried = squares().flat_map(|from| squares().map(move |to| Touch::Carry(from, to)));
        let mut carried: Vec<String> = carried.filter_map(|touch| session.move_of(touch)).collect();
        let mut moves = session.moves();
        carried.sort();
        moves.sort();
        assert_eq!(carried, moves, "{}", entry.name);
        assert_eq!(session.move_of(Touch::Carry((0, 0), (99, 99))), None);
        let hint = session.hint(&hurried()).unwrap();
        let best =
            hint.alternatives.iter().position(|other| Some(other.chosen.as_str()) == hint.chosen()).unwrap();
        assert_eq!(
            session.move_of(Touch::Carry(hint.from.unwrap(), hint.squares[best].unwrap())).as_deref(),
            hint.chosen()
        );
    }
}

#[test]
fn a_square_of_the_scene_means_the_move_that_is_about_it() {
    for entry in entries() {
        let setup = with(entry, "small", &[("side", "both")]);
        let session = entry.begin(&setup, Seed(7), &Context::bare()).unwrap();
        let scene = session.scene();
        let width = scene.rows[0].len();
        assert!(scene.rows.iter().all(|row| row.len() == width));
        let mut touched: Vec<String> = Vec::new();
        for row in 0..scene.rows.len() {
            touched.extend((0..width).filter_map(|column| session.move_of(Touch::Press(row, column))));
        }
        touched.sort();
        touched.dedup();
        let mut moves = session.moves();
        moves.sort();
        assert_eq!(touched, moves, "{}", entry.name);
        assert_eq!(session.move_of(Touch::Press(99, 99)), None);
        let hint = session.hint(&hurried()).unwrap();
        assert!(hint.squares.iter().all(Option::is_some), "{}: {:?}", entry.name, hint.squares);
    }
}

#[test]
fn positions_as_people_write_them_can_be_sat_down_to() {
    let four = &connect_four::verbs::ENTRY;
    let setup = with(four, "standard", &[("side", "both")]);
    let begin = |text: &str| four.begin_at(&setup, text, Seed(1));
    let drawn = begin("4 4,5").unwrap().text();
    assert_eq!(begin(drawn.rsplit_once("\n\n").unwrap().0).unwrap().text(), drawn);
    assert_eq!(begin("4x5:33").unwrap().moves(), ["1", "2", "3", "4", "5"]);
    let error: InputError = match begin("448") {
        Err(error) => error,
        Ok(_) => panic!("there is no column 8"),
    };
    assert!(error.to_string().contains("there is no column `8`"));
    let discs = &othello::verbs::ENTRY;
    let setup = with(discs, "standard", &[("side", "both")]);
    let session = discs.begin_at(&setup, "f5d6c3", Seed(1)).unwrap();
    assert_eq!(session.turn(), Turn::To(quandary_core::rules::Side::Second));
    assert!(discs.begin_at(&setup, "start6", Seed(1)).is_err());
}

/// Some input for every verb, so short that even a debug build answers at once.
fn inputs(entry: &Entry, verb: &str) -> (Option<&'static str>, Vec<(&'static str, &'static str)>) {
    let input = match entry.name {
        "connect-four" => "4x5:3344",
        "othello" => "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOXXXOOOO--O- X",
        "gomoku" => "4x4/3: b2 a1 c3",
        _ => "3x6/1/0",
    };
    match verb {
        "solve" | "explain" | "watch" => (Some(input), Vec::new()),
        "simulate" => (Some(input), vec![("games", "3")]),
        "measure" => (Some(input), vec![("games", "3"), ("players", "random,mc:2")]),
        "perft" => (Some(input), vec![("depth", "2")]),
        "train" if entry.name == "othello" => (None, vec![("games", "4")]),
        "train" => (None, vec![("board", "4x5"), ("depth", "2"), ("sample", "2")]),
        "contest" | "generate" if entry.name == "pgame" => (None, vec![("board", "3x6"), ("count", "2")]),
        "contest" => (None, vec![("players", "random,careful"), ("games", "2")]),
        "bench" if entry.name == "othello" => (None, vec![("count", "1")]),
        "bench" if entry.name == "connect-four" => {
            (None, vec![("method", "df-pn"), ("board", "4x5"), ("count", "3"), ("plies", "9")])
        }
        _ => (None, Vec::new()),
    }
}

#[test]
fn every_verb_answers_with_a_value_that_its_schema_names() {
    for entry in entries() {
        for verb in entry.verbs {
            let name = verb.spec.name;
            let (input, options) = inputs(entry, name);
            let answer = run(entry, name, input, &options, &Context::bare());
            assert!(!matches!(answer.status, Status::Exhausted(_)), "{} {name}", entry.name);
            let json = answer.json();
            assert_eq!(json["schema"], 2);
            assert!(!answer.text().is_empty(), "{} {name}", entry.name);
            let schema = verb.schema(entry.name).to_string();
            for key in json.as_object().unwrap().keys() {
                let known = ["conventions", "signature"].contains(&key.as_str());
                assert!(known || schema.contains(&format!("\"{key}\"")), "{} {name}: {key}", entry.name);
            }
        }
    }
}

#[test]
fn every_verb_that_is_stopped_says_why_and_what_it_has() {
    for entry in entries() {
        for verb in entry.verbs {
            let name = verb.spec.name;
            let (input, options) = inputs(entry, name);
            let stop = StopFlag::new();
            stop.raise(Exhausted::Time);
            let context = Context::bare().with_budget(Budget::unlimited().with_stop(stop));
            let answer = run(entry, name, input, &options, &context);
            let finished = matches!(answer.status, Status::Answered);
            assert!(
                answer.status == Status::Exhausted(Exhausted::Time) || finished,
                "{} {name}: {:?}",
                entry.name,
                answer.status
            );
            assert!(!answer.text().contains("NaN") && !answer.json().to_string().contains("NaN"));
            assert!(!answer.text().contains("node budget"), "{} {name}: {}", entry.name, answer.text());
        }
    }
}

#[test]
fn explaining_without_enough_time_gives_the_best_so_far_and_what_is_proved_of_it() {
    let four = &connect_four::verbs::ENTRY;
    let context = Context::bare().with_budget(Budget::nodes(20_000));
    let answer = run(four, "explain", Some("1111777"), &[("table", "16")], &context);
    assert_eq!(answer.status, Status::Exhausted(Exhausted::Nodes));
    let json = answer.json();
    assert_eq!(json["decision"]["reason"]["kind"], "so-far");
    assert_eq!(json["decision"]["certain"], false);
    assert_eq!(json["alternatives"].as_array().unwrap().len(), 7);
    let early = run(&othello::verbs::ENTRY, "explain", Some("f5d6c3"), &[], &context).json();
    assert_eq!(early["decision"]["reason"]["kind"], "judged");
    assert_eq!(early["decision"]["certain"], false);
    assert_eq!(early["stopped"], "nodes");
}

#[test]
fn a_training_that_nobody_keeps_does_not_promise_to_go_on() {
    let four = &connect_four::verbs::ENTRY;
    let context = Context::bare().with_budget(Budget::nodes(10));
    let answer = run(four, "train", None, &[("depth", "8")], &context);
    assert_eq!(answer.status, Status::Exhausted(Exhausted::Nodes));
    assert_eq!(answer.json()["kept"], false);
    assert!(answer.text().contains("starts from the beginning"), "{}", answer.text());
}

#[test]
fn a_bench_that_is_stopped_keeps_the_searches_that_were_finished() {
    struct Stops(StopFlag);
    impl Progress for Stops {
        fn report(&self, _: &str, done: u64, _: u64) {
            if done == 3 {
                self.0.raise(Exhausted::Time);
            }
        }
    }
    let stop = StopFlag::new();
    let progress = Stops(stop.clone());
    let context =
        Context { budget: Budget::unlimited().with_stop(stop), progress: &progress, ..Context::bare() };
    let options = [("method", "pns"), ("board", "4x5"), ("count", "9"), ("plies", "9")];
    let answer = run(&connect_four::verbs::ENTRY, "bench", None, &options, &context);
    assert_eq!(answer.status, Status::Exhausted(Exhausted::Time));
    let json = answer.json();
    assert_eq!((json["positions"].as_u64(), json["proved"].as_u64()), (Some(3), Some(3)), "{json}");
    assert_eq!(json["wrong"], 0);
}

#[test]
fn a_hint_comes_within_its_own_budget_whatever_the_position() {
    // Counting nodes, not seconds: an unlimited context must not let a hint search the whole game.
    for entry in entries() {
        let setup = with(entry, entry.presets[0].name, &[("side", "both")]);
        let session = entry.begin(&setup, Seed(8), &Context::bare()).unwrap();
        let hint = session.hint(&Context::bare()).unwrap();
        assert!(hint.chosen().is_some_and(|chosen| session.moves().iter().any(|legal| legal == chosen)));
    }
}

#[test]
fn no_games_are_refused_and_an_unknown_player_is_named_with_its_option() {
    let refused = |entry: &Entry, verb: &str, option: (&str, &str)| {
        let verb = entry.verb(verb).unwrap();
        Request::new(&verb.spec, None, [(option.0, option.1.to_owned())]).unwrap_err().to_string()
    };
    let four = &connect_four::verbs::ENTRY;
    assert!(refused(four, "simulate", ("games", "0")).starts_with("--games: `0` cannot be used"));
    assert!(refused(four, "simulate", ("first", "foo")).starts_with("--first: `foo` is not a valid player"));
    assert!(
        refused(four, "measure", ("players", "random,foo"))
            .starts_with("--players: `foo` is not a valid player")
    );
    assert!(refused(&pgame::verbs::ENTRY, "contest", ("methods", "pns,foo")).starts_with("--methods: `foo`"));
}

#[test]
fn the_games_of_simulate_are_a_study_with_rows() {
    let four = &connect_four::verbs::ENTRY;
    let verb = four.verb("simulate").unwrap();
    let request = Request::new(&verb.spec, None, [("board", "4x5".to_owned())]).unwrap();
    let study = verb.study(&request, &Context::bare()).unwrap().unwrap_or_else(|_: Stop| panic!("a study"));
    let played = study.game(3, &Context::bare()).unwrap();
    assert_eq!(played.more.len(), study.columns().len());
    assert_eq!(played, study.game(3, &Context::bare()).unwrap());
    assert!(played.trace.length() >= 7);
}
