//! The smallest client: a request as text, and whatever comes back until the connection is closed.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use quandary_web::{Server, Settings, Width};
use serde_json::Value;

/// The token of the servers of the tests.
pub(crate) const TOKEN: &str = "token-of-tests";

/// Long work that is done at once.
pub(crate) const QUICK: &str =
    r#"{"ask": "run", "puzzle": "sliding", "verb": "solve", "input": "1 2 3 4 5 6 7 0 8"}"#;

/// A server that ends with the test.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    _end: tokio::sync::oneshot::Sender<()>,
}

/// Starts a server of its own on a free port, with its study in memory.
pub(crate) fn start(change: impl FnOnce(&mut Settings)) -> Running {
    let narrow = Width { threads: 2, queue: 4 };
    let mut settings =
        Settings { port: 0, data: None, no_cache: true, short: narrow, long: narrow, ..Settings::usual() };
    settings.token = Some(TOKEN.into());
    change(&mut settings);
    let server = Server::bind(settings).expect("there is a free port");
    let address = server.address;
    let (end, ended) = tokio::sync::oneshot::channel::<()>();
    std::thread::spawn(move || {
        server.run(async {
            let _ = ended.await;
        })
    });
    Running { address, _end: end }
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let named = |line: &&str| line.split_once(':').is_some_and(|(key, _)| key.eq_ignore_ascii_case(name));
        self.head.lines().find(named).and_then(|line| line.split_once(':')).map(|(_, value)| value.trim())
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The last event of a stream.
    pub(crate) fn last(&self) -> Value {
        let data = self.body.lines().rev().find_map(|line| line.strip_prefix("data: "));
        serde_json::from_str(data.unwrap_or_else(|| panic!("no event: {}", self.body))).unwrap()
    }
}

impl Running {
    /// A connection, for tests that do something unusual with it.
    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(50))).unwrap();
        stream
    }

    /// A request with the token and these headers; `Host` is the server's unless it is among them.
    pub(crate) fn send(&self, first: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let bearer = format!("Bearer {TOKEN}");
        self.send_bare(first, &[headers, &[("Authorization", bearer.as_str())]].concat(), body)
    }

    /// The same without the token.
    pub(crate) fn send_bare(&self, first: &str, headers: &[(&str, &str)], body: &[u8]) -> Answer {
        let mut text = format!("{first} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            text += &format!("Host: {}\r\n", self.address);
        }
        for (name, value) in headers {
            text += &format!("{name}: {value}\r\n");
        }
        let mut stream = self.connect();
        stream.write_all(format!("{text}\r\n").as_bytes()).unwrap();
        // A server that has seen enough closes before all of it was sent.
        let _ = stream.write_all(body);
        read(stream)
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send(&format!("GET {path}"), &[], b"")
    }

    pub(crate) fn post(&self, path: &str, kind: &str, body: &str) -> Answer {
        self.send(&format!("POST {path}"), &[("Content-Type", kind)], body.as_bytes())
    }

    /// Posts something and does not wait for the answer.
    pub(crate) fn begin(&self, path: &str, kind: &str, body: &str) -> TcpStream {
        let mut stream = self.connect();
        let head = format!(
            "POST {path} HTTP/1.1\r\nAuthorization: Bearer {TOKEN}\r\nHost: {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
            self.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream.write_all(body.as_bytes()).unwrap();
        stream
    }

    pub(crate) fn ask(&self, request: &str) -> Answer {
        self.post("/api/ask", "application/json", request)
    }
}

/// What comes back, out of its chunks.
pub(crate) fn read(mut stream: TcpStream) -> Answer {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, rest) = text.split_once("\r\n\r\n").unwrap_or_else(|| panic!("no answer: {text}"));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { joined(rest) } else { rest.to_owned() };
    Answer { status, head: head.to_owned(), body }
}

fn joined(mut rest: &str) -> String {
    let mut body = String::new();
    while let Some((length, after)) = rest.split_once("\r\n") {
        let length = usize::from_str_radix(length.trim(), 16).unwrap_or(0);
        if length == 0 || length > after.len() {
            break;
        }
        body += &after[..length];
        rest = after[length..].trim_start_matches("\r\n");
    }
    body
}
