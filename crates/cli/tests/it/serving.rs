//! `quandary serve` as a program: it is up, keeps to this machine, and what it has kept outlives being killed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// The program, killed at the latest when the test ends.
struct Serving {
    child: Child,
    address: String,
    token: String,
}

impl Serving {
    fn start(data: &Path) -> Serving {
        let serving = Serving::with_environment(data, &[]);
        assert_eq!(serving.token.len(), 32, "{}", serving.token);
        serving
    }

    fn with_environment(data: &Path, variables: &[(&str, &str)]) -> Serving {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("quandary"))
            .args(["serve", "--port", "0", "--no-cache", "--quiet", "--data"])
            .arg(data)
            .env_remove("QUANDARY_TOKEN")
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (address, token) = line.trim().trim_start_matches("http://").split_once("/?token=").unwrap();
        assert!(address.starts_with("127.0.0.1:"), "{line}");
        Serving { child, address: address.to_owned(), token: token.to_owned() }
    }

    /// Sends a request and does not wait for the answer.
    fn send(&self, first: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(50))).unwrap();
        let head = format!(
            "{first} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            self.address,
            self.token,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        stream
    }

    fn attempts(&self) -> Vec<u64> {
        let said = answer(self.send("GET /api/study/attempts", ""));
        let (head, body) = said.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(" 200 "), "{said}");
        let body: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {body}"));
        body["attempts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|attempt| attempt["began"].as_u64().unwrap())
            .collect()
    }

    /// `kill -9`.
    fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn answer(mut stream: TcpStream) -> String {
    let mut text = String::new();
    let _ = stream.read_to_string(&mut text);
    text
}

fn attempt(began: u64) -> String {
    format!(
        r#"{{"player": "me", "level": 1, "position": "1 2 3 4 5 6 7 0 8", "began": {began}, "moves": ["L"], "milliseconds": [9]}}"#
    )
}

#[test]
fn a_hundred_kills_in_the_middle_of_an_attempt_lose_no_attempt_that_was_finished() {
    let folder = tempfile::tempdir().unwrap();
    let mut finished: Vec<u64> = Vec::new();
    let mut next = 1_700_000_000_000;
    for round in 0..100_u32 {
        let serving = Serving::start(folder.path());
        let kept = serving.attempts();
        let lost: Vec<&u64> = finished.iter().filter(|began| !kept.contains(began)).collect();
        assert!(lost.is_empty(), "round {round}: {lost:?} were finished and are gone");
        assert!(kept.len() <= finished.len() + 1, "round {round}: what was never sent is there");
        // One that was under way may have been kept before the kill; from now on it counts as finished.
        finished = kept;
        next += 1;
        let since = Instant::now();
        let said = answer(serving.send("POST /api/study/attempts", &attempt(next)));
        let took = since.elapsed();
        assert!(said.starts_with("HTTP/1.1 201 "), "{said}");
        finished.push(next);
        next += 1;
        let under_way = serving.send("POST /api/study/attempts", &attempt(next));
        // From before it is read to after it is kept, by what the last one took: every round meets it elsewhere.
        std::thread::sleep(took * round / 50);
        serving.kill();
        drop(under_way);
    }
    let serving = Serving::start(folder.path());
    let kept = serving.attempts();
    assert!(finished.iter().all(|began| kept.contains(began)) && finished.len() >= 100);
}

#[test]
fn a_port_that_is_taken_and_an_option_that_is_wrong_are_refused_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::start(folder.path());
    let port = serving.address.rsplit(':').next().unwrap();
    let second = crate::quandary(&["serve", "--port", port, "--data", folder.path().to_str().unwrap()]);
    assert_eq!(crate::code(&second), 2);
    assert!(crate::stderr(&second).contains("--port 0 takes a free one"), "{}", crate::stderr(&second));
}

#[test]
fn a_server_beyond_loopback_wants_a_token() {
    let without = crate::quandary(&["serve", "--port", "0", "--host", "0.0.0.0"]);
    assert_eq!(crate::code(&without), 2);
    assert!(crate::stderr(&without).contains("add --token TOKEN"), "{}", crate::stderr(&without));
    let short = crate::quandary(&["serve", "--port", "0", "--host", "0.0.0.0", "--token", "abc"]);
    assert_eq!(crate::code(&short), 2);
}

#[test]
fn a_token_may_come_from_the_environment_where_other_users_cannot_see_it() {
    let folder = tempfile::tempdir().unwrap();
    let serving = Serving::with_environment(folder.path(), &[("QUANDARY_TOKEN", "token-of-tests")]);
    assert_eq!(serving.token, "token-of-tests");
    assert!(serving.attempts().is_empty());
}

#[cfg(unix)]
#[test]
fn the_terminating_signal_ends_the_server_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut serving = Serving::start(folder.path());
    assert!(serving.attempts().is_empty());
    let id = serving.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(serving.child.wait().unwrap().code(), Some(0));
}
