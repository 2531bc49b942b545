//! What is asked, what is refused, and what happens when too many ask at once.

use std::io::Write;
use std::time::{Duration, Instant};

use quandary_web::Width;

use crate::client::{TOKEN, start};

#[test]
fn a_hint_comes_as_events_and_the_last_is_the_answer() {
    let server = start(|_| ());
    let said = server
        .ask(r#"{"ask": "sit", "puzzle": "minesweeper", "setup": "board=9x9/10", "seed": 1, "hint": true}"#);
    assert_eq!((said.status, said.header("content-type")), (200, Some("text/event-stream")));
    let last = said.last();
    assert_eq!(last["event"], "answer");
    assert!(last["answer"]["hint"]["decision"]["move"].is_string(), "{last}");
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
        let mut stream = server.connect();
        let request = format!(
            "POST /api/ask HTTP/1.1\r\nAuthorization: Bearer {TOKEN}\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{LONG}",
            server.address,
            LONG.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut status = [0; 12];
        std::io::Read::read_exact(&mut stream, &mut status).unwrap();
        if &status[9..] == b"503" {
            let mut rest = String::new();
            std::io::Read::read_to_string(&mut stream, &mut rest).unwrap();
            break rest;
        }
        waiting.push(stream);
        assert!(waiting.len() < 4, "a queue of one place takes no more than a few");
    };
    assert!(refused.to_ascii_lowercase().contains("\r\nretry-after: 10\r\n"), "{refused}");
    assert!(refused.contains("too many questions are waiting"), "{refused}");
    let hint = server.ask(r#"{"ask": "sit", "puzzle": "sliding", "seed": 1, "hint": true}"#);
    assert_eq!(hint.status, 200, "the other lane goes on");
    // Who leaves ends the work: the lane is free again long before it would have been done.
    drop(waiting);
    loop {
        let said = server.ask(r##"{"ask": "run", "puzzle": "lights-out", "verb": "solve", "input": "#.."}"##);
        if said.status != 503 {
            break;
        }
        assert!(
            began.elapsed() < Duration::from_secs(200),
            "the work goes on without anybody who waits for it"
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn work_that_takes_too_long_is_cut_short_and_says_so() {
    let server = start(|settings| settings.time = Duration::from_millis(400));
    let last = server.ask(LONG).last();
    assert_eq!((&last["event"], &last["answer"]["stopped"]), (&"answer".into(), &"time".into()), "{last}");
}

#[test]
fn a_hint_never_waits_behind_long_work() {
    let one = Width { threads: 1, queue: 8 };
    let server = start(|settings| (settings.short, settings.slow) = (one, one));
    let othello = r#"{"ask": "run", "puzzle": "othello", "verb": "explain", "input": "f5"}"#;
    let waiting: Vec<_> = (0..4)
        .map(|_| {
            let mut stream = server.connect();
            let head = format!(
                "POST /api/ask HTTP/1.1\r\nAuthorization: Bearer {TOKEN}\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{othello}",
                server.address,
                othello.len()
            );
            stream.write_all(head.as_bytes()).unwrap();
            // Its events have begun: it is being worked on, or waits.
            std::io::Read::read_exact(&mut stream, &mut [0; 12]).unwrap();
            stream
        })
        .collect();
    // All of them are 20 s long and share one thread: a hint that came behind one would not be here before them.
    let hint = server.ask(r#"{"ask": "sit", "puzzle": "sliding", "seed": 1, "hint": true}"#);
    assert!(hint.last()["answer"]["hint"]["decision"]["move"].is_string(), "{}", hint.body);
    for mut stream in waiting {
        stream.set_nonblocking(true).unwrap();
        let mut rest = [0; 1 << 16];
        let read = std::io::Read::read(&mut stream, &mut rest).unwrap_or(0);
        let said = String::from_utf8_lossy(&rest[..read]);
        assert!(!said.contains("event: answer"), "an explanation was done before the hint: {said}");
    }
}

#[test]
fn a_hint_that_takes_thought_is_answered_from_another_lane() {
    let server = start(|_| ());
    let said = server
        .ask(r#"{"ask": "sit", "puzzle": "othello", "seed": 1, "actions": [{"play": "f5"}], "hint": true}"#);
    assert_eq!(said.status, 200, "{}", said.body);
    assert!(said.last()["answer"]["hint"]["decision"]["move"].is_string(), "{}", said.body);
}
