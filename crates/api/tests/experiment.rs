//! The experiment through the interface: every level can be drawn, played, judged and counted.

use std::sync::Mutex;

use quandary_api::{Event, Sessions, stream};
use quandary_core::{Budget, Context};
use serde_json::{Value, json};

fn answer(request: &Value) -> Value {
    within(request, Budget::unlimited())
}

fn within(request: &Value, budget: Budget) -> Value {
    let last = Mutex::new(Value::Null);
    let context = Context { budget, ..Context::bare() };
    stream(&request.to_string(), &Sessions::new(), &context, &|event| {
        if let Event::Answer { answer } = event {
            *last.lock().unwrap() = answer;
        }
    });
    last.into_inner().unwrap()
}

#[test]
fn every_level_has_boards_whose_shortest_solution_is_as_long_as_it_says() {
    for level in 1..=29 {
        let begun = answer(&json!({"ask": "study", "study": "level", "level": level, "seed": level * 7}));
        assert_eq!(begun["status"], "answered", "{begun}");
        // Following the hints is a shortest solution.
        let mut saved = begun["saved"].clone();
        let mut moves = Vec::new();
        let mut over = Value::Null;
        while over.is_null() {
            let seen = answer(&json!({"ask": "sit", "puzzle": "sliding", "saved": saved, "hint": true}));
            let chosen = seen["hint"]["decision"]["move"].clone();
            assert!(chosen.is_string() && moves.len() < 29, "{seen}");
            moves.push(chosen.clone());
            let after = answer(
                &json!({"ask": "sit", "puzzle": "sliding", "saved": saved, "actions": [{"play": chosen}]}),
            );
            (saved, over) = (after["saved"].clone(), after["outcome"].clone());
        }
        assert_eq!(moves.len(), level, "{begun}");
        let times: Vec<usize> = (0..moves.len()).map(|index| index * 500).collect();
        let judged = answer(&json!({
            "ask": "study", "study": "judge", "player": "me", "level": level, "position": begun["position"],
            "began": 1_700_000_000_000_u64, "moves": moves, "milliseconds": times,
        }));
        assert_eq!(judged["attempt"]["within"], true, "{judged}");
    }
    let beyond = answer(&json!({"ask": "study", "study": "level", "level": 30, "seed": 1}));
    assert_eq!((&beyond["status"], &beyond["error"]["expected"]), (&"refused".into(), &"1 to 29".into()));
}

#[test]
fn an_attempt_is_judged_by_a_search_and_not_by_a_table_of_all_positions() {
    let attempt = json!({
        "ask": "study", "study": "judge", "player": "me", "level": 24, "position": "7 4 0 2 5 1 3 6 8",
        "began": 1, "moves": [], "milliseconds": [],
    });
    let judged = within(&attempt, Budget::nodes(20_000));
    assert_eq!(judged["attempt"]["within"], false, "{judged}");
    let mut other = attempt.clone();
    other["level"] = 23.into();
    let what = answer(&other)["error"]["what"].clone();
    assert_eq!(what, "the shortest solution of this board takes 24 moves, not 23");
    assert_eq!(
        within(&attempt, Budget::nodes(100))["stopped"],
        "nodes",
        "a search that was cut short judges nothing"
    );
}
