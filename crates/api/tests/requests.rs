//! Requests as a page sends them.

use std::sync::Mutex;

use quandary_api::{Event, stream};
use quandary_core::Context;
use serde_json::{Value, json};

fn events(request: &Value) -> Vec<Event> {
    let all = Mutex::new(Vec::new());
    stream(&request.to_string(), &Context::bare(), &|event| all.lock().unwrap().push(event));
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
