//! Requests as a page sends them.

use std::sync::Mutex;

use quandary_api::{Event, Sessions, stream};
use quandary_core::{Budget, Context, Exhausted, StopFlag};
use serde_json::{Value, json};

fn events(request: &Value) -> Vec<Event> {
    let all = Mutex::new(Vec::new());
    stream(&request.to_string(), &Sessions::new(), &Context::bare(), &|event| {
        all.lock().unwrap().push(event);
    });
    all.into_inner().unwrap()
}

fn answer(request: &Value) -> Value {
    match events(request).pop() {
        Some(Event::Answer { answer }) => answer,
        other => panic!("{request}: {other:?}"),
    }
}

#[test]
fn the_catalogue_names_every_puzzle_with_forms_for_all_its_verbs() {
    let catalogue = answer(&json!({"ask": "catalogue"}));
    for entry in quandary_registry::all() {
        let listed = catalogue["puzzles"].as_array().unwrap();
        let listed = listed.iter().find(|puzzle| puzzle["name"] == entry.name).expect(entry.name);
        assert_eq!(listed["verbs"].as_array().unwrap().len(), entry.verbs.len());
        for option in
            listed["verbs"].as_array().unwrap().iter().flat_map(|verb| verb["options"].as_array().unwrap())
        {
            assert!(option["kind"].is_string() && option["help"].is_string(), "{option}");
        }
    }
}

#[test]
fn a_game_goes_on_from_what_was_saved_and_undo_and_redo_come_back_to_it() {
    for entry in quandary_registry::all() {
        let ask = |more: Value| {
            let mut request = json!({"ask": "sit", "puzzle": entry.name, "seed": 7});
            request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            answer(&request)
        };
        let begun = ask(json!({}));
        assert_eq!(begun["status"], "answered", "{begun}");
        let chosen = begun["moves"][0].clone();
        let played = ask(json!({"saved": begun["saved"], "actions": [{"play": chosen}]}));
        assert_ne!(played["saved"], begun["saved"], "{}", entry.name);
        let back = ask(json!({"saved": played["saved"], "actions": ["undo"]}));
        assert_eq!(back["text"], begun["text"], "{}", entry.name);
        let again = ask(json!({"saved": back["saved"], "actions": ["redo"]}));
        assert_eq!(again["saved"], played["saved"], "{}", entry.name);
        assert_eq!(ask(json!({"actions": [{"play": chosen}]}))["text"], played["text"], "{}", entry.name);
    }
}

#[test]
fn a_move_is_shown_before_the_reply_and_both_have_their_squares() {
    let begun = answer(&json!({"ask": "sit", "puzzle": "checkers", "setup": "opponent=random", "seed": 3}));
    let (moves, steps) = (begun["moves"].as_array().unwrap(), begun["steps"].as_array().unwrap());
    assert_eq!(moves.len(), steps.len());
    assert_eq!(begun["last"], Value::Null);
    let step = &steps[0];
    let (from, to) = (&step["from"], &step["to"]);
    let said = events(
        &json!({"ask": "sit", "puzzle": "checkers", "saved": begun["saved"], "actions": [{"carry": [from, to]}]}),
    );
    let landed: Vec<Value> = said
        .iter()
        .filter(|event| event.name() == "landed")
        .map(|event| serde_json::to_value(event).unwrap()["position"].clone())
        .collect();
    assert_eq!(landed.len(), 1, "{said:?}");
    let at = |scene: &Value, place: &Value| {
        scene["rows"][place[0].as_u64().unwrap() as usize][place[1].as_u64().unwrap() as usize]["tone"]
            .clone()
    };
    assert_eq!((&landed[0]["last"], &landed[0]["played"]), (step, &json!(1)));
    assert_eq!((at(&landed[0]["scene"], from), at(&landed[0]["scene"], to)), ("dim".into(), "first".into()));
    let Some(Event::Answer { answer }) = said.last() else { panic!("{said:?}") };
    assert_eq!(answer["played"].as_array().unwrap().len(), 2);
    assert_eq!(at(&answer["scene"], &answer["last"]["to"]), "second");
    assert_eq!(at(&answer["scene"], &answer["last"]["from"]), "dim");
    // Where nothing is carried, the moves need no squares.
    let placed = self::answer(&json!({"ask": "sit", "puzzle": "othello", "actions": [{"play": "f5"}]}));
    assert_eq!(placed["steps"], json!([]));
    assert!(placed["last"]["to"].is_array() && placed["last"]["from"].is_null(), "{}", placed["last"]);
}

#[test]
fn a_verb_answers_as_it_does_on_the_command_line_and_says_how_far_it_is() {
    let request = json!({
        "ask": "run", "puzzle": "sliding", "verb": "generate",
        "options": {"board": "2x3", "count": "3", "seed": "4"},
    });
    let events = events(&request);
    assert!(events.iter().any(|event| matches!(event, Event::Progress { total: 3, .. })), "{events:?}");
    let items = events.iter().filter(|event| matches!(event, Event::Item { .. })).count();
    let Some(Event::Answer { answer }) = events.last() else { panic!("{events:?}") };
    assert_eq!(answer["items"].as_array().unwrap().len(), 3);
    assert!(items == 0 || items == 3, "all items or none: {items}");
    let cut = self::answer(&json!({
        "ask": "run", "puzzle": "connect-four", "verb": "solve", "input": "44", "nodes": 1000,
    }));
    assert_eq!((cut["status"].as_str(), cut["stopped"].as_str()), (Some("exhausted"), Some("nodes")));
}

#[test]
fn what_is_wrong_with_a_request_is_an_answer_in_words() {
    let refused = |request: Value| {
        let answer = answer(&request);
        assert_eq!(answer["status"], "refused", "{answer}");
        answer["error"].to_string()
    };
    assert!(refused(json!({"ask": "dance"})).contains("catalogue"));
    assert!(refused(json!({"ask": "sit", "puzzle": "chess"})).contains("minesweeper"));
    assert!(refused(json!({"ask": "sit", "puzzle": "sliding", "sede": 1})).contains("sede"));
    assert!(refused(json!({"ask": "run", "puzzle": "sliding", "verb": "fly"})).contains("solve"));
    let wrong = refused(json!({"ask": "sit", "puzzle": "sliding", "actions": ["undo"]}));
    assert!(wrong.contains("take back") && wrong.contains("action 1"), "{wrong}");
    let option = json!({"ask": "run", "puzzle": "sliding", "verb": "generate", "options": {"count": "many"}});
    assert!(refused(option).contains("\"option\":\"count\""));
}

#[test]
fn a_hint_alone_is_about_the_position_of_the_saved_game() {
    for entry in quandary_registry::all() {
        let seen =
            answer(&json!({"ask": "sit", "puzzle": entry.name, "seed": 7, "hint": true, "nodes": 20_000}));
        if seen["status"] == "exhausted" {
            continue;
        }
        let saved = &seen["saved"];
        let alone = answer(&json!({"ask": "hint", "puzzle": entry.name, "saved": saved, "nodes": 20_000}));
        assert!(alone["hint"]["text"].is_string(), "{}: {alone}", entry.name);
        // It may be a better one than that which came with the position.
        let chosen = &alone["hint"]["decision"]["move"];
        assert!(chosen.is_null() || seen["moves"].as_array().unwrap().contains(chosen), "{}", entry.name);
        let keys: Vec<&String> = alone.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["schema", "status", "puzzle", "hint", "stopped"], "{}", entry.name);
    }
    let solved = answer(&json!({
        "ask": "sit", "puzzle": "sliding", "position": "1 2 3 4 5 6 7 8 0", "setup": "board=3x3",
    }));
    let over = answer(&json!({"ask": "hint", "puzzle": "sliding", "saved": solved["saved"]}));
    assert_eq!((over["status"].as_str(), &over["hint"]), (Some("answered"), &Value::Null));
}

#[test]
fn better_hints_are_events_and_the_last_is_the_answer() {
    for puzzle in ["sliding", "connect-four", "gomoku"] {
        let seen = answer(&json!({"ask": "sit", "puzzle": puzzle, "seed": 1}));
        let request = json!({"ask": "hint", "puzzle": puzzle, "saved": seen["saved"], "nodes": 300_000});
        let said = events(&request);
        let hints: Vec<Value> = said
            .iter()
            .filter(|event| event.name() == "hint")
            .map(|event| serde_json::to_value(event).unwrap()["hint"].clone())
            .collect();
        let Some(Event::Answer { answer }) = said.last() else { panic!("{puzzle}: an answer comes last") };
        assert_eq!(hints.last(), Some(&answer["hint"]), "{puzzle}");
        assert_eq!(answer["stopped"], Value::Null, "{puzzle}: nobody ended it");
        assert!(said[..said.len() - 1].iter().all(|event| event.name() != "answer"), "{puzzle}");
    }
}

#[test]
fn a_hint_that_is_cut_short_is_the_last_one_shown() {
    let seen = answer(&json!({"ask": "sit", "puzzle": "sliding", "seed": 1}));
    let request = json!({"ask": "hint", "puzzle": "sliding", "saved": seen["saved"]}).to_string();
    let stop = StopFlag::new();
    let context = Context::bare().with_budget(Budget::unlimited().with_stop(stop.clone()));
    let said = Mutex::new(Vec::new());
    let ask = || {
        stream(&request, &Sessions::new(), &context, &|event| {
            if matches!(event, Event::Hint { .. }) {
                stop.raise(Exhausted::Cancelled);
            }
            said.lock().unwrap().push(serde_json::to_value(event).unwrap());
        });
        std::mem::take(&mut *said.lock().unwrap())
    };
    let first = ask();
    let [.., hint, last] = &first[..] else { panic!("a hint, and the answer: {first:?}") };
    assert_eq!((&hint["hint"], &last["answer"]["stopped"]), (&last["answer"]["hint"], &"cancelled".into()));
    // The flag is still raised: there is an answer at once, and it says that it was cut short.
    let second = ask();
    assert_eq!(second.last().unwrap()["answer"]["stopped"], "cancelled", "{second:?}");
}

#[test]
fn a_nonogram_of_900_strokes_is_never_replayed_and_its_hints_play_the_new_strokes_only() {
    let ask = |sessions: &Sessions, request: Value| {
        let request = quandary_api::read(&request.to_string()).unwrap();
        quandary_api::respond(&request, sessions, &Context::bare(), &|_| {}).unwrap()
    };
    // All black: every stroke is right and only the last one ends the game.
    let clues = vec!["30"; 30].join(" ");
    let (plays, thinks) = (Sessions::new(), Sessions::new());
    let begun = json!({"ask": "sit", "puzzle": "nonogram", "position": format!("{clues}/{clues}")});
    let mut seen = ask(&plays, begun);
    for stroke in 0..900 {
        assert_eq!(seen["outcome"], Value::Null, "after {stroke} strokes");
        if stroke % 90 == 0 {
            ask(&thinks, json!({"ask": "hint", "puzzle": "nonogram", "saved": seen["saved"]}));
            assert_eq!(thinks.replayed(), stroke);
        }
        let chosen = format!("r{}c{}=#", stroke / 30 + 1, stroke % 30 + 1);
        seen = ask(
            &plays,
            json!({"ask": "sit", "puzzle": "nonogram", "saved": seen["saved"], "actions": [{"play": chosen}]}),
        );
    }
    assert_eq!(seen["outcome"], "won");
    // Loading the game for each of these clicks replayed 0 + 1 + … + 899 = 404,550 moves.
    assert_eq!(plays.replayed(), 0);
    let fresh = Sessions::new();
    let again = ask(&fresh, json!({"ask": "sit", "puzzle": "nonogram", "saved": seen["saved"]}));
    assert_eq!((&again, fresh.replayed()), (&seen, 900));
}

/// A request that names an external program must never start it, wherever it stands.
#[test]
fn no_request_starts_a_program() {
    let trace = std::env::temp_dir().join(format!("quandary-started-{}", std::process::id()));
    let program = format!("engine:touch {}", trace.display());
    let asked = |request: Value| {
        let said = answer(&request);
        assert_eq!(said["status"], "refused", "{request}: {said}");
        said.to_string()
    };
    for game in ["connect-four", "othello", "checkers", "gomoku", "xiangqi"] {
        let setup = format!("opponent={program}");
        asked(json!({"ask": "sit", "puzzle": game, "seed": 1, "setup": setup}));
        let begun = answer(&json!({"ask": "sit", "puzzle": game, "seed": 1}));
        let saved = begun["saved"].to_string().replace("opponent=casual", &setup);
        assert!(saved.contains("engine:"), "{saved}");
        asked(json!({"ask": "sit", "puzzle": game, "saved": serde_json::from_str::<Value>(&saved).unwrap()}));
        let contest = json!({"players": format!("random,{program}"), "games": "2"});
        let refused = asked(json!({"ask": "run", "puzzle": game, "verb": "contest", "options": contest}));
        assert!(refused.contains("only the command line starts other programs"), "{refused}");
        for verb in ["simulate", "measure"] {
            let players = json!({"first": program, "players": program});
            let option = if verb == "simulate" { "first" } else { "players" };
            let options = json!({option: players[option]});
            asked(json!({"ask": "run", "puzzle": game, "verb": verb, "options": options}));
        }
        let adviser = json!({"engine": format!("touch {}", trace.display())});
        asked(json!({"ask": "run", "puzzle": game, "verb": "explain", "input": "start", "options": adviser}));
    }
    assert!(!trace.exists(), "a program was started");
}
