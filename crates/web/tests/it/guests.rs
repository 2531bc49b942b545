//! Who is let in, and how much of what they send is read.

use std::io::Write;

use crate::client::{read, start};

#[test]
fn strangers_are_refused_whatever_they_ask() {
    let server = start(|_| ());
    let own = server.address.to_string();
    for path in ["GET /", "GET /api/health", "POST /api/ask", "DELETE /api/study/attempts"] {
        let foreign = server.send(path, &[("Host", "evil.example")], b"");
        assert_eq!(foreign.status, 421, "{path}");
        let across = server.send(path, &[("Host", &own), ("Origin", "http://evil.example")], b"");
        assert_eq!(across.status, 403, "{path}");
    }
    let embedded = server.send("GET /api/health", &[("Sec-Fetch-Site", "cross-site")], b"");
    assert_eq!(embedded.status, 403);
    assert_eq!(server.send("GET /api/health", &[("Origin", &format!("http://{own}"))], b"").status, 200);
}

#[test]
fn every_answer_forbids_what_the_page_does_not_need() {
    let server = start(|_| ());
    for path in ["/", "/api/health", "/api/nothing", "/nothing.js"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
}

#[test]
fn the_page_is_there_and_names_only_what_is_there_too() {
    let server = start(|_| ());
    let page = server.get("/");
    assert_eq!(page.status, 200);
    let named: Vec<&str> =
        page.body.split("=\"./").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(named.len() >= 2, "{}", page.body);
    for name in named {
        assert_eq!(server.get(&format!("/{name}")).status, 200, "{name}");
    }
}

#[test]
fn what_is_too_large_is_not_read() {
    let server = start(|_| ());
    let said =
        server.send("POST /api/ask", &[("Content-Type", "application/json")], &vec![b' '; (4 << 20) + 1]);
    assert_eq!(said.status, 413);
    assert!(said.json()["error"]["expected"].as_str().unwrap().contains("at most"), "{}", said.body);
    // One that does not say how long it is meets the same limit while it is read.
    let mut stream = server.connect();
    let head = format!(
        "POST /api/ask HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
        server.address
    );
    stream.write_all(head.as_bytes()).unwrap();
    let chunk = [b"100000\r\n".as_slice(), &vec![b' '; 1 << 20], b"\r\n"].concat();
    for _ in 0..5 {
        if stream.write_all(&chunk).is_err() {
            break;
        }
    }
    let _ = stream.write_all(b"0\r\n\r\n");
    assert_eq!(read(stream).status, 413);
}
