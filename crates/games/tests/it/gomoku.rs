//! Gomoku against counts that others found, against brute force, and against the independent checker.

use quandary_check::{Rejection, verify};
use quandary_core::rules::{Rules, perft};
use quandary_core::{Budget, Certificate, Context, Seed};
use quandary_games::gomoku::notation::{Record, format_record, parse_record};
use quandary_games::gomoku::verbs::ENTRY;
use quandary_games::gomoku::{Gomoku, Point, Position};
use quandary_verbs::{Input, Request};
use serde_json::{Value, json};

fn usual() -> Gomoku {
    "15x15".parse().unwrap()
}

#[test]
fn games_are_as_many_as_the_data_file_says() {
    let mut counted = 0;
    for line in include_str!("../data/gomoku.perft").lines().filter(|line| !line.starts_with('#')) {
        let (position, counts) = line.split_once(';').unwrap();
        let record = parse_record(position, usual()).unwrap();
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            assert_eq!(
                perft(&record.rules, &record.position, depth, &mut Budget::unlimited()),
                Ok(count.parse::<u64>().unwrap()),
                "{line}: {depth}"
            );
            counted += 1;
        }
    }
    assert!(counted > 40, "{counted}");
}

fn solve(position: &str, options: &[(&str, &str)]) -> Value {
    let verb = ENTRY.verb("solve").unwrap();
    let given = options.iter().map(|(name, value)| (*name, (*value).to_owned()));
    let request = Request::new(&verb.spec, Some(Input::inline(position)), given).unwrap();
    verb.run(ENTRY.name, &request, &Context::bare()).unwrap().json()
}

/// Solves with a certificate and shows it to the checker, whole and damaged.
fn proved(position: &str, options: &[(&str, &str)]) -> Value {
    let answer = solve(position, &[options, &[("certificate", "")]].concat());
    let certificate: Certificate = serde_json::from_value(answer["certificate"].clone())
        .unwrap_or_else(|error| panic!("{position}: {error}: {answer}"));
    let verified = verify(&certificate).unwrap_or_else(|why| panic!("{position}: {why}"));
    assert_eq!(verified.proves["verdict"], [answer["verdict"].clone()], "{position}");
    assert_eq!(verified.proves["board"], [answer["board"].clone()], "{position}");
    for part in ["at_least", "at_most"] {
        let tree = certificate.evidence[part]["tree"].as_str().unwrap_or_default().to_owned();
        if tree.len() >= 2 {
            for damaged in [&tree[2..], &tree[..tree.len() - 2], &format!("{tree}aa")] {
                let mut other = certificate.clone();
                other.evidence[part]["tree"] = json!(damaged);
                assert!(matches!(verify(&other), Err(Rejection::Wrong(_))), "{position}: {damaged}");
            }
        }
    }
    answer
}

#[test]
fn small_boards_are_solved_and_the_checker_agrees() {
    for (board, verdict) in [
        ("3x3/3: start", "draw"),
        ("3x4/3: start", "win"),
        ("4x4/3: start", "win"),
        ("3x3/3: a1 b1", "win"),
        ("3x3/3: a1 b1 b2", "loss"),
        ("4x4/4: start", "draw"),
        ("5x5: start", "draw"),
        ("1x5/3/standard: start", "draw"),
    ] {
        assert_eq!(proved(board, &[])["verdict"], verdict, "{board}");
    }
    for (board, verdict) in [("3x3/3: start", "draw"), ("3x4/3: start", "win"), ("3x3/3: a1 b1 b2", "loss")] {
        for method in ["pns", "df-pn", "ppns"] {
            assert_eq!(proved(board, &[("method", method)])["verdict"], verdict, "{board} {method}");
        }
    }
}

#[test]
fn wins_by_threats_are_proved_against_every_reply() {
    for (position, threats) in [
        // An open three: a straight four.
        ("{g8 h8 i8 / a1 c1 e1}", 0),
        // A four makes room for another.
        ("{e8 f8 g8 h9 h10 h11 / d8 a1 c1 e1 h12 g1}", 0),
        // A double three; for O as well.
        ("{f8 g8 h6 h7 / a1 c1 o1 m1}", 1),
        ("{a1 c1 o1 m1 b13 / f8 g8 h6 h7}", 1),
        // Exactly five, and renju: a four and a three at once.
        ("15x15/standard: {f8 g8 h6 h7 / a1 c1 o1 m1}", 1),
        ("15x15/renju: {e8 f8 g8 h6 h7 / d8 c1 e1 o1 a9}", 0),
        ("9x9/4: {d5 e5 / a1 i9}", 0),
    ] {
        let answer = proved(position, &[("method", "threats")]);
        assert_eq!((&answer["verdict"], &answer["threats"]), (&json!("win"), &json!(threats)), "{position}");
    }
    let none = solve("h8 h9", &[("method", "threats"), ("threats", "0")]);
    assert_eq!((&none["verdict"], &none["certificate"]), (&json!("unknown"), &Value::Null));
}

/// Two writings of the renju rules that share nothing: a point is legal here exactly when a game through it is one there.
#[test]
fn the_checker_forbids_the_same_points_in_renju() {
    let rules: Gomoku = "9x9/renju".parse().unwrap();
    let (mut forbidden, mut allowed) = (0, 0);
    for index in 0..120 {
        let mut stream = Seed(11).stream(index);
        let mut record = Record::at(rules, Position::START);
        // Games in the middle of a small board, so that stones meet.
        for _ in 0..34 {
            let mut legal: Vec<Point> = Vec::new();
            rules.moves(&record.position, &mut legal);
            legal.retain(|&point| {
                let (row, column) = rules.place(point);
                (1..8).contains(&row) && (1..8).contains(&column)
            });
            let Some(&point) = stream.choose(&legal) else { break };
            let next = record.then(point);
            if next.position.won {
                continue;
            }
            record = next;
        }
        if record.position.stones % 2 == 1 {
            continue;
        }
        let game = format_record(&record);
        for bit in rules.empty(&record.position).iter() {
            let point = Point(bit as u16);
            let name = quandary_games::gomoku::notation::format_point(&rules, point);
            let evidence = json!({"at_least": {"goal": 1, "tree": ""}});
            let claim = Certificate::new("gomoku", "win", format!("{game} {name}"), evidence);
            let refused = matches!(verify(&claim), Err(Rejection::Malformed(_)));
            let why = rules.forbidden(&record.position, point);
            assert_eq!(refused, why.is_some(), "{game} {name}: {why:?}");
            *(if refused { &mut forbidden } else { &mut allowed }) += 1;
        }
    }
    assert!(forbidden > 40 && allowed > 2000, "{forbidden} {allowed}");
}
