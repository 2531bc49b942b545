//! The experiment over HTTP: kept, counted, exported, taken in again, deleted.

use std::time::Duration;

use quandary_web::Width;

use crate::client::{QUICK, start};

const ATTEMPT: &str = r#"{"player": "me", "level": 1, "position": "1 2 3 4 5 6 7 0 8", "began": 1700000000000,
    "moves": ["L"], "milliseconds": [900]}"#;

#[test]
fn an_attempt_is_judged_kept_counted_exported_and_deleted() {
    let server = start(|_| ());
    let kept = server.post("/api/study/attempts", "application/json", ATTEMPT);
    assert_eq!((kept.status, &kept.json()["attempt"]["within"]), (201, &true.into()));
    let again = server.post("/api/study/attempts", "application/json", ATTEMPT);
    assert_eq!(again.status, 201, "the same attempt twice is one attempt");
    let table = server.get("/api/study/table?player=me").json();
    assert_eq!((&table["attempts"], &table["rows"][0]["solved"]), (&1.into(), &1.into()));
    assert_eq!(server.get("/api/study/table?player=Bob").json()["attempts"], 0);

    let csv = server.get("/api/study/export").body;
    let gone = server.send("DELETE /api/study/attempts?player=me", &[], b"");
    assert_eq!(gone.json()["attempts"], 1);
    assert_eq!(server.post("/api/study/import", "text/csv", &csv).json()["attempts"], 1);
    assert_eq!(
        server.post("/api/study/import", "text/csv", &csv).json()["attempts"],
        0,
        "it is there already"
    );
    let forged = server.post(
        "/api/study/import",
        "text/csv",
        &csv.replace(",L,", ",,").replace("true,true", "true,false"),
    );
    assert_eq!(forged.status, 422, "{}", forged.body);
}

#[test]
fn an_attempt_that_cannot_be_is_refused() {
    let server = start(|_| ());
    for (wrong, words) in [
        (ATTEMPT.replace("\"L\"", "\"U\""), "move 1"),
        (ATTEMPT.replace("\"level\": 1", "\"level\": 30"), "no level 30"),
        (ATTEMPT.replace("\"level\": 1", "\"level\": 2"), "takes 1 moves, not 2"),
        (ATTEMPT.replace("me", "=cmd()"), "not a valid player name"),
    ] {
        let said = server.post("/api/study/attempts", "application/json", &wrong);
        assert_eq!(said.status, 422, "{wrong}");
        assert!(said.json()["error"]["what"].as_str().unwrap().contains(words), "{}", said.body);
    }
}

#[test]
fn an_attempt_that_was_answered_201_is_kept() {
    let server = start(|_| ());
    let other = ATTEMPT.replace("[\"L\"]", "[\"R\", \"L\", \"L\"]").replace("[900]", "[1, 2, 3]");
    for attempt in [ATTEMPT, other.as_str()] {
        let kept = server.post("/api/study/attempts", "application/json", attempt);
        assert_eq!(kept.status, 201, "{}", kept.body);
    }
    assert_eq!(server.get("/api/study/table").json()["attempts"], 2, "other moves are another attempt");
    let late = ATTEMPT.replace("1700000000000", "9223372036854775808");
    let said = server.post("/api/study/attempts", "application/json", &late);
    assert_eq!(said.status, 422);
    assert!(said.json()["error"]["what"].as_str().unwrap().contains("`began`"), "{}", said.body);
}

#[test]
fn a_damaged_database_takes_no_attempt_and_health_says_so() {
    let folder = std::env::temp_dir().join(format!("quandary-damaged-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("study.sqlite");
    std::fs::write(&path, b"this is not a database, and has never been one").unwrap();
    let server = start(|settings| settings.data = Some(path));
    assert_eq!(server.get("/api/health").json()["study"], false);
    assert_eq!(server.post("/api/study/attempts", "application/json", ATTEMPT).status, 503);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn a_database_that_is_damaged_under_the_server_takes_no_attempt_and_health_says_so() {
    let folder = std::env::temp_dir().join(format!("quandary-torn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("study.sqlite");
    let server = start(|settings| settings.data = Some(path.clone()));
    assert_eq!(server.post("/api/study/attempts", "application/json", ATTEMPT).status, 201);
    assert_eq!(server.get("/api/health").json()["study"], true);
    let bytes = vec![0xa5; usize::try_from(std::fs::metadata(&path).unwrap().len()).unwrap()];
    std::fs::write(&path, bytes).unwrap();
    assert_eq!(server.get("/api/study/attempts").status, 503);
    assert_eq!(server.get("/api/health").json()["study"], false);
    assert_eq!(server.post("/api/study/attempts", "application/json", ATTEMPT).status, 503);
    let _ = std::fs::remove_dir_all(folder);
}

#[test]
fn one_damaged_page_of_the_database_is_noticed_before_the_next_attempt_is_kept() {
    let folder = std::env::temp_dir().join(format!("quandary-page-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("study.sqlite");
    let server = start(|settings| settings.data = Some(path.clone()));
    for began in 0..3 {
        let attempt = ATTEMPT.replace("1700000000000", &began.to_string());
        assert_eq!(server.post("/api/study/attempts", "application/json", &attempt).status, 201);
    }
    // The last page holds attempts, and the server has read it before.
    let mut bytes = std::fs::read(&path).unwrap();
    let last = bytes.len() - 4096;
    assert!(last > 0, "the first page is the head");
    bytes[last..last + 200].fill(0xff);
    std::fs::write(&path, bytes).unwrap();
    let answer = server.post("/api/study/attempts", "application/json", ATTEMPT);
    assert_eq!(answer.status, 503, "{}", answer.body);
    assert!(answer.body.contains("damaged"), "{}", answer.body);
    assert_eq!(server.get("/api/health").json()["study"], false);
    let _ = std::fs::remove_dir_all(folder);
}

/// A file of attempts that takes far longer than a test.
fn many() -> String {
    let mut file = String::from("player,level,position,began,moves,milliseconds,solved,within\n");
    for began in 0..50_000 {
        file += &format!("me,1,1 2 3 4 5 6 7 0 8,{began},L,9,true,true\n");
    }
    file
}

#[test]
fn an_import_ends_when_its_client_leaves() {
    let server = start(|settings| settings.long = Width { threads: 1, queue: 8 });
    let import = server.begin("/api/study/import", "text/csv", &many());
    // It begins meanwhile, and is far from done.
    std::thread::sleep(Duration::from_millis(300));
    drop(import);
    // There is a single thread for long work: this is answered when the import has ended.
    let solved = server.ask(QUICK);
    assert_eq!(solved.status, 200, "{}", solved.body);
    assert_eq!(server.get("/api/study/table").json()["attempts"], 0);
}

#[test]
fn an_import_that_takes_too_long_is_cut_short_and_keeps_nothing() {
    let server = start(|settings| settings.time = Duration::from_millis(400));
    let said = server.post("/api/study/import", "text/csv", &many());
    assert_eq!(said.status, 422, "{}", said.body);
    assert!(said.body.contains("time"), "{}", said.body);
    assert_eq!(server.get("/api/study/table").json()["attempts"], 0);
}
