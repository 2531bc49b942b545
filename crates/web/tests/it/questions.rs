//! What is asked, what is refused, and what happens when too many ask at once.

use std::io::Read;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use quandary_web::{Settings, Width};

use crate::client::{QUICK, Running, start};

#[test]
fn a_hint_comes_as_events_and_the_last_is_the_answer() {
    let server = start(|_| ());
    let said = server
        .ask(r#"{"ask": "sit", "puzzle": "minesweeper", "setup": "board=9x9/10", "seed": 1, "hint": true}"#);
    assert_eq!((said.status, said.header("content-type")), (200, Some("text/event-stream")));
    let last = said.last();
    assert_eq!(last["event"], "answer");
    assert!(last["answer"]["hint"]["decision"]["move"].is_string(), "{last}");
    let saved = &last["answer"]["saved"];
    let asked = serde_json::json!({"ask": "hint", "puzzle": "minesweeper", "saved": saved});
    let alone = server.ask(&asked.to_string());
    assert_eq!(alone.last()["answer"]["hint"], last["answer"]["hint"]);
    // The name of a message is the name of its event.
    for said in [said, alone] {
        let names = said.body.lines().filter_map(|line| line.strip_prefix("event: "));
        let events = said.body.lines().filter_map(|line| line.strip_prefix("data: "));
        for (name, event) in names.zip(events) {
            assert_eq!(serde_json::from_str::<serde_json::Value>(event).unwrap()["event"], name);
        }
    }
}

#[test]
fn bad_input_is_refused_in_the_words_of_the_command_line() {
    let server = start(|_| ());
    let said =
        server.ask(r#"{"ask": "run", "puzzle": "sliding", "verb": "solve", "input": "1 2 3 4 5 6 7 8 9"}"#);
    assert_eq!(said.status, 422);
    let error = &said.json()["error"];
    assert!(error["what"].is_string() && error["expected"].is_string(), "{error}");
    let unread = server.ask("{\"ask\": ");
    assert_eq!(unread.status, 400);
    assert!(unread.json()["error"]["what"].as_str().unwrap().starts_with("the request cannot be read"));
    assert_eq!(server.post("/api/ask", "text/plain", "{}").status, 415);
    assert_eq!(server.get("/api/ask").status, 405);
    assert_eq!(server.get("/api/elsewhere").status, 404);
    assert_eq!(server.get("/api/study/table?who=1").status, 400);
}

/// A question that takes far longer than a test.
const LONG: &str =
    r#"{"ask": "run", "puzzle": "minesweeper", "verb": "simulate", "options": {"games": "100000000"}}"#;

#[test]
fn a_full_queue_says_when_to_come_back_and_hints_pass_it_by() {
    let one = Width { threads: 1, queue: 1 };
    let server = start(|settings| settings.long = one);
    let mut waiting = Vec::new();
    let began = Instant::now();
    // Fills the thread and the place in the queue. Which of them is refused depends on how quickly the thread takes the
    // first; that one of the next few is does not.
    let refused = loop {
        let mut stream = server.begin("/api/ask", "application/json", LONG);
        let mut status = [0; 12];
        stream.read_exact(&mut status).unwrap();
        if &status[9..] == b"503" {
            let mut rest = String::new();
            stream.read_to_string(&mut rest).unwrap();
            break rest;
        }
        waiting.push(stream);
        assert!(waiting.len() < 4, "a queue of one place takes no more than a few");
    };
    assert!(refused.to_ascii_lowercase().contains("\r\nretry-after: 10\r\n"), "{refused}");
    assert!(refused.contains("too many questions are waiting"), "{refused}");
    let hint = server.ask(r#"{"ask": "sit", "puzzle": "sliding", "seed": 1, "hint": true}"#);
    assert_eq!(hint.status, 200, "the other lane goes on");
    // A client that leaves ends its work: the lane is free again long before it would have been done.
    drop(waiting);
    lane_is_free(&server, began);
}

/// Long work is begun and done.
fn lane_is_free(server: &Running, began: Instant) {
    loop {
        let said = server.ask(QUICK);
        if said.status != 503 {
            break;
        }
        assert!(began.elapsed() < Duration::from_secs(200), "the work goes on although nobody waits for it");
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn work_that_takes_too_long_is_cut_short_and_says_so() {
    let server = start(|settings| settings.time = Duration::from_millis(400));
    let last = server.ask(LONG).last();
    assert_eq!((&last["event"], &last["answer"]["stopped"]), (&"answer".into(), &"time".into()), "{last}");
}

/// Asks for four explanations that take 20 s each.
fn explanations(server: &Running) -> Vec<TcpStream> {
    let othello =
        r#"{"ask": "run", "puzzle": "othello", "verb": "explain", "input": "f5", "nodes": 100000000000}"#;
    let begun = |_| {
        let mut stream = server.begin("/api/ask", "application/json", othello);
        // Its events have begun: it is being worked on, or waits.
        stream.read_exact(&mut [0; 12]).unwrap();
        stream
    };
    (0..4).map(begun).collect()
}

/// None of them has its answer yet.
fn go_on(explanations: Vec<TcpStream>) {
    for mut stream in explanations {
        stream.set_nonblocking(true).unwrap();
        let mut rest = vec![0; 1 << 16];
        let read = stream.read(&mut rest).unwrap_or(0);
        let said = String::from_utf8_lossy(&rest[..read]);
        assert!(!said.contains("event: answer"), "an explanation was done first: {said}");
    }
}

/// Every lane has a single thread: whatever came behind an explanation would have to wait for its end.
fn narrow(settings: &mut Settings) {
    let one = Width { threads: 1, queue: 8 };
    (settings.short, settings.slow) = (one, one);
}

#[test]
fn a_hint_never_waits_behind_long_work() {
    let server = start(narrow);
    let waiting = explanations(&server);
    let hint = server.ask(r#"{"ask": "sit", "puzzle": "sliding", "seed": 1, "hint": true}"#);
    assert!(hint.last()["answer"]["hint"]["decision"]["move"].is_string(), "{}", hint.body);
    go_on(waiting);
}

#[test]
fn a_quick_explanation_never_waits_behind_slow_ones() {
    let server = start(narrow);
    let waiting = explanations(&server);
    let quick = r#"{"ask": "run", "puzzle": "sliding", "verb": "explain", "input": "1 2 3 4 5 6 7 0 8"}"#;
    let said = server.ask(quick);
    assert_eq!(said.last()["answer"]["status"], "answered", "{}", said.body);
    go_on(waiting);
}

#[test]
fn an_attempt_of_the_experiment_never_waits_behind_long_work() {
    let server = start(narrow);
    let waiting = explanations(&server);
    let attempt = r#"{"player": "me", "level": 1, "position": "1 2 3 4 5 6 7 0 8", "began": 5, "moves": ["L"], "milliseconds": [9]}"#;
    let kept = server.post("/api/study/attempts", "application/json", attempt);
    assert_eq!(kept.status, 201, "{}", kept.body);
    assert_eq!(server.get("/api/study/table").json()["attempts"], 1);
    go_on(waiting);
}

#[test]
fn a_hint_that_takes_thought_is_answered_from_another_lane() {
    let server = start(|_| ());
    let said = server
        .ask(r#"{"ask": "sit", "puzzle": "othello", "seed": 1, "actions": [{"play": "f5"}], "hint": true}"#);
    assert_eq!(said.status, 200, "{}", said.body);
    assert!(said.last()["answer"]["hint"]["decision"]["move"].is_string(), "{}", said.body);
}

#[test]
fn better_hints_come_one_after_the_other_and_the_last_is_the_answer() {
    let server = start(narrow);
    let game = r#"{"ask": "sit", "puzzle": "connect-four", "seed": 1}"#;
    let seen = server.ask(game).last()["answer"].clone();
    let asked =
        serde_json::json!({"ask": "hint", "puzzle": "connect-four", "saved": seen["saved"], "seconds": 0.8});
    let said = server.ask(&asked.to_string());
    let events: Vec<serde_json::Value> = said
        .body
        .lines()
        .filter_map(|line| line.strip_prefix("data: "))
        .map(|event| serde_json::from_str(event).unwrap())
        .collect();
    let hints: Vec<_> = events.iter().filter(|event| event["event"] == "hint").collect();
    let last = events.last().unwrap();
    assert_eq!(hints.last().unwrap()["hint"], last["answer"]["hint"], "{}", said.body);
    assert!(hints.windows(2).all(|pair| pair[0] != pair[1]), "no hint comes twice: {}", said.body);
    assert_eq!(events.iter().filter(|event| event["event"] == "answer").count(), 1);
}

#[test]
fn a_hint_that_has_no_turn_to_get_better_is_answered_when_its_time_is_over() {
    let server = start(narrow);
    let game = server.ask(r#"{"ask": "sit", "puzzle": "othello", "seed": 1}"#).last()["answer"].clone();
    let asked = |seconds: f64| {
        serde_json::json!({"ask": "hint", "puzzle": "othello", "saved": game["saved"], "seconds": seconds})
            .to_string()
    };
    // There is one thread for better hints, and it is busy for twenty seconds.
    let mut better = server.begin("/api/ask", "application/json", &asked(20.0));
    let mut said = String::new();
    while !said.contains("event: hint") {
        let mut some = [0; 4096];
        let read = better.read(&mut some).unwrap();
        assert!(read > 0, "it ends without a hint: {said}");
        said += &String::from_utf8_lossy(&some[..read]);
    }
    let second = server.ask(&asked(1.0));
    assert!(second.last()["answer"]["hint"]["decision"]["move"].is_string(), "{}", second.body);
    go_on(vec![better]);
}
