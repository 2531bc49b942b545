//! Who is let in, and how much of what they send is read.

use std::io::{Read, Write};

use crate::client::{TOKEN, read, start};

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
fn a_browser_that_takes_it_gets_the_page_compressed() {
    let server = start(|_| ());
    let page = server.get("/").body;
    let script =
        page.split("src=\"./assets/").nth(1).and_then(|rest| rest.split('"').next()).expect("a script");
    let path = format!("GET /assets/{script}");
    let plain = server.send_bare(&path, &[], b"");
    let small = server.send_bare(&path, &[("Accept-Encoding", "gzip, deflate")], b"");
    assert_eq!((plain.status, plain.header("content-encoding")), (200, None));
    assert_eq!((small.status, small.header("content-encoding")), (200, Some("gzip")));
    let length =
        |answer: &crate::client::Answer| answer.header("content-length").unwrap().parse::<usize>().unwrap();
    assert!(3 * length(&small) < 2 * length(&plain), "{} of {}", length(&small), length(&plain));
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
        "POST /api/ask HTTP/1.1\r\nAuthorization: Bearer {TOKEN}\r\nHost: {}\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n",
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

#[test]
fn without_the_token_the_answer_is_401_and_with_it_callers_are_let_in() {
    let server = start(|_| ());
    for path in ["GET /api/health", "POST /api/ask", "DELETE /api/study/attempts", "GET /api/study/export"] {
        let said = server.send_bare(path, &[], b"");
        assert_eq!(said.status, 401, "{path}");
        assert!(said.json()["error"]["expected"].as_str().unwrap().contains("token"), "{}", said.body);
        assert_eq!(server.send_bare(path, &[("Authorization", "Bearer another-one")], b"").status, 401);
    }
    assert_eq!(server.send_bare("GET /", &[], b"").status, 200, "the page holds nothing");
    assert_eq!(server.send_bare("GET /?token=wrong-one", &[], b"").status, 401);
    let entered = server.send_bare(&format!("GET /?a=1&token={TOKEN}"), &[], b"");
    assert_eq!((entered.status, entered.header("location")), (303, Some("/?a=1")));
    let cookie = entered.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let pair = cookie.split(';').next().unwrap();
    assert_eq!(server.send_bare("GET /api/health", &[("Cookie", pair)], b"").status, 200);
    assert_eq!(server.send_bare(&format!("GET /api/health?token={TOKEN}"), &[], b"").status, 200);
}

#[test]
fn half_requests_lock_nobody_out() {
    let server = start(|_| ());
    // More than there are places for.
    let mut halves = Vec::new();
    for _ in 0..600 {
        let mut half = server.connect();
        half.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
        halves.push(half);
    }
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.get("/api/health").status, 200);
}

#[test]
fn half_a_request_is_disconnected_after_a_while() {
    let server = start(|settings| settings.head = std::time::Duration::from_millis(300));
    for half in ["", "GET / HTTP/1.1\r\nHost: "] {
        let mut stream = server.connect();
        stream.write_all(half.as_bytes()).unwrap();
        // The server closes, so that there is an end to read; otherwise reading fails when its time is up.
        stream.read_to_end(&mut Vec::new()).unwrap();
    }
}

#[test]
fn a_cookie_that_another_server_set_locks_nobody_out() {
    let server = start(|_| ());
    let name = format!("quandary-{}", server.address.port());
    let both = format!("{name}=of-another-server; {name}={TOKEN}");
    assert_eq!(server.send_bare("GET /api/health", &[("Cookie", &both)], b"").status, 200);
    let other = format!("quandary-1={TOKEN}");
    assert_eq!(server.send_bare("GET /api/health", &[("Cookie", &other)], b"").status, 401);
}

#[test]
fn beyond_loopback_a_token_is_needed_and_strangers_reach_nothing_of_others() {
    let open = quandary_web::Settings {
        host: std::net::IpAddr::from([0, 0, 0, 0]),
        port: 0,
        data: None,
        ..quandary_web::Settings::usual()
    };
    let refused = quandary_web::Server::bind(open).err().expect("it has no token");
    assert!(refused.to_string().contains("needs a token"), "{refused}");

    let server = start(|settings| settings.host = std::net::IpAddr::from([0, 0, 0, 0]));
    let health = server.send_bare("GET /api/health", &[], b"");
    assert_eq!((&health.json()["shared"], &health.json()["experimenter"]), (&true.into(), &false.into()));
    let me = health.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let attempt = r#"{"player": "me", "level": 1, "position": "1 2 3 4 5 6 7 0 8", "began": 5, "moves": ["L"], "milliseconds": [9]}"#;
    let json = ("Content-Type", "application/json");
    let posted = server.send_bare("POST /api/study/attempts", &[("Cookie", &me), json], attempt.as_bytes());
    assert_eq!(posted.status, 201, "{}", posted.body);

    let other = server.send_bare("GET /api/health", &[], b"");
    let other = other.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    for path in [
        "DELETE /api/study/attempts",
        "GET /api/study/attempts",
        "GET /api/study/export",
        "GET /api/study/table",
    ] {
        assert_eq!(server.send_bare(path, &[], b"").status, 401, "{path}");
        assert_eq!(server.send_bare(path, &[("Cookie", &other)], b"").status, 401, "{path}");
        let named = server.send_bare(&format!("{path}?player=me"), &[("Cookie", &other)], b"");
        assert!(!named.body.contains("1 2 3 4 5 6 7 0 8"), "{path}: {}", named.body);
    }
    let csv = ("Content-Type", "text/csv");
    assert_eq!(server.send_bare("POST /api/study/import", &[("Cookie", &other), csv], b"").status, 401);
    let mine = server.send_bare("GET /api/study/attempts?player=me", &[("Cookie", &me)], b"");
    assert_eq!(mine.json()["attempts"].as_array().unwrap().len(), 1, "nobody deleted it");
    assert_eq!(server.get("/api/study/attempts").json()["attempts"].as_array().unwrap().len(), 1);
    let gone = server.send_bare("DELETE /api/study/attempts?player=me", &[("Cookie", &me)], b"");
    assert_eq!(gone.json()["attempts"], 1);
}
