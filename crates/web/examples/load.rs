//! Many clients at once: `load ADDRESS [CLIENTS [SECONDS]]` asks a running `quandary serve` for hints on expert
//! Minesweeper boards, first alone, then beside a client that has a 24-puzzle solved, then beside twelve that have an
//! Othello opening explained, and says how long a hint took. The address is the one that `serve` printed.
//!
//! ```sh
//! quandary serve --port 8390 --token load-test &
//! cargo run --release -p quandary-web --example load -- 'http://127.0.0.1:8390/?token=load-test'
//! ```

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A board that pattern databases alone do not solve at once.
const HARD: &str = r#"{"ask": "run", "puzzle": "sliding", "verb": "solve", "options": {"method": "idastar"}, "input": "14 5 9 2 18 8 23 19 12 17 15 0 10 20 4 6 11 21 1 7 24 3 16 22 13"}"#;

/// An explanation that takes all of its 20 s.
const OTHELLO: &str = r#"{"ask": "run", "puzzle": "othello", "verb": "explain", "input": "f5"}"#;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(address) = arguments.first() else {
        eprintln!("usage: load ADDRESS [CLIENTS [SECONDS]]");
        return ExitCode::from(2);
    };
    let number =
        |index: usize, usual: u64| arguments.get(index).and_then(|text| text.parse().ok()).unwrap_or(usual);
    let (clients, time) = (number(1, 64), Duration::from_secs(number(2, 10)));
    println!("alone: {}", clients_ask(address, clients, time));
    let Ok(mut beside) = send(address, HARD) else {
        eprintln!("{address} does not answer");
        return ExitCode::FAILURE;
    };
    let mut first = [0; 12];
    let status = beside.read_exact(&mut first).map(|()| String::from_utf8_lossy(&first[9..]).into_owned());
    println!("a 24-puzzle is being solved ({})", status.unwrap_or_else(|error| error.to_string()));
    println!("beside it: {}", clients_ask(address, clients, time));
    drop(beside);
    let explained: Vec<_> = (0..12).filter_map(|_| send(address, OTHELLO).ok()).collect();
    println!("{} Othello openings are being explained", explained.len());
    println!("beside them: {}", clients_ask(address, clients, time));
    ExitCode::SUCCESS
}

/// A position with some cells open, as a client holds it.
fn position(address: &str, seed: u64) -> Option<String> {
    let begun = format!(
        r#"{{"ask": "sit", "puzzle": "minesweeper", "setup": "board=16x30/99", "seed": {seed}, "actions": [{{"press": [7, 14]}}]}}"#
    );
    let answer = last(send(address, &begun).ok()?)?;
    Some(answer["answer"]["saved"].as_str()?.to_owned())
}

fn clients_ask(address: &str, clients: u64, time: Duration) -> String {
    let (over, refused, failed) = (AtomicBool::new(false), AtomicUsize::new(0), AtomicUsize::new(0));
    let began = Instant::now();
    let mut times: Vec<f64> = std::thread::scope(|scope| {
        let ask = |client: u64| {
            let mut times = Vec::new();
            let Some(saved) = position(address, client) else {
                failed.fetch_add(1, Ordering::Relaxed);
                return times;
            };
            let question =
                serde_json::json!({"ask": "hint", "puzzle": "minesweeper", "saved": saved}).to_string();
            while !over.load(Ordering::Relaxed) {
                let since = Instant::now();
                match send(address, &question).ok().and_then(last) {
                    Some(answer) if answer["answer"]["hint"]["decision"].is_object() => {
                        times.push(since.elapsed().as_secs_f64() * 1000.0);
                    }
                    Some(_) | None => {
                        refused.fetch_add(1, Ordering::Relaxed);
                        std::thread::sleep(Duration::from_millis(100));
                    }
                }
            }
            times
        };
        let all: Vec<_> = (0..clients).map(|client| scope.spawn(move || ask(client))).collect();
        std::thread::sleep(time);
        over.store(true, Ordering::Relaxed);
        all.into_iter().flat_map(|client| client.join().unwrap_or_default()).collect()
    });
    let seconds = began.elapsed().as_secs_f64();
    times.sort_by(f64::total_cmp);
    let at =
        |share: f64| times.get(((times.len() as f64 - 1.0) * share) as usize).copied().unwrap_or(f64::NAN);
    format!(
        "{clients} clients, {seconds:.1} s: {} hints, {:.0} a second; median {:.0} ms, 99 % within {:.0} ms, longest {:.0} ms; {} refused, {} clients failed",
        times.len(),
        times.len() as f64 / seconds,
        at(0.5),
        at(0.99),
        at(1.0),
        refused.load(Ordering::Relaxed),
        failed.load(Ordering::Relaxed),
    )
}

fn send(address: &str, body: &str) -> std::io::Result<TcpStream> {
    let (host, token) = address.trim_start_matches("http://").split_once("/?token=").unwrap_or((address, ""));
    let mut stream = TcpStream::connect(host)?;
    stream.set_nodelay(true)?;
    let head = format!(
        "POST /api/ask HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    Ok(stream)
}

/// The last event of a stream; none where there is no stream.
fn last(stream: TcpStream) -> Option<serde_json::Value> {
    let lines = BufReader::new(stream).lines().map_while(Result::ok);
    let data = lines.filter_map(|line| line.strip_prefix("data: ").map(str::to_owned)).last()?;
    serde_json::from_str(&data).ok()
}
