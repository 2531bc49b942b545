//! `check`: what is issued is accepted, what is changed is not, and what it costs is limited.

use serde_json::{Value, json};

use super::{code, json as answer_of, quandary, quandary_with, stderr, stdout};

fn check(document: &Value) -> std::process::Output {
    quandary_with(&["check", "-"], &document.to_string())
}

#[test]
fn every_answer_with_a_certificate_is_accepted_as_it_was_issued() {
    for arguments in [
        &["solve", "sliding", "8 6 7 2 5 4 3 0 1"][..],
        &["solve", "sliding", "1 2 3 / 4 5 6 / 8 7 0"],
        &["solve", "sliding", "5 1 2 4 / 9 6 3 8 / 13 0 7 12 / 14 10 11 15", "--goal", "last"],
        &["solve", "sliding", "0 9 8 7 6 / 5 4 3 2 1"],
        &["solve", "minesweeper", "3x3/1 1?? ??? ???"],
        &["solve", "minesweeper", "4x4/3 1??? ??2? ???? ????", "--exact"],
        &["solve", "minesweeper", "2x3/1 0?? 1??"],
        &["solve", "minesweeper", "4x5/2 open 1,1\n....*\n.....\n.....\n*...."],
        &["solve", "minesweeper", "2x4/1\n...*\n...."],
        &["solve", "minesweeper", "2x4/1\n...*\n....", "--first-cell", "1,4"],
        &["generate", "minesweeper", "--board", "9x9/12", "--no-guess", "--count", "2"],
        &["solve", "minesweeper", "--optimal", "3x4/3", "--first-click", "safe"],
        &["solve", "minesweeper", "--optimal", "3x3/2", "--first-click", "open"],
        &["solve", "minesweeper", "--optimal", "3x7/3", "--first-click", "any"],
        &["solve", "minesweeper", "--optimal", "6x6/2", "--first-click", "safe"],
        &["solve", "minesweeper", "--optimal", "4x4/6", "--first-click", "open"],
        &["solve", "sliding", "1 2 3 / 4 5 6 / 0 7 8", "--method", "df-pn", "--certificate"],
        &["solve", "sliding", "1 2 3 / 4 5 6 / 0 7 8", "--method", "pns", "--within", "2", "--certificate"],
        &["solve", "2048", "--board", "2x2", "--target", "8", "--method", "df-pn", "--certificate"],
        &["solve", "2048", "--board", "2x2", "--target", "16", "--method", "pns", "--certificate"],
        &["solve", "connect-four", "274552224131661", "--certificate"],
        &["solve", "connect-four", "274552224131661", "--weak", "--certificate"],
        &["solve", "connect-four", "274552224131661", "--method", "df-pn", "--certificate"],
        &["solve", "checkers", "B:WK32:BK1,K2", "--certificate"],
        &["solve", "checkers", "W:WK32:BK1,K2", "--certificate"],
        &["solve", "checkers", "B:WK31,28:BK2", "--certificate"],
        &["solve", "pgame", "2x14/1/0", "--certificate"],
        &["solve", "pgame", "3x8/1/2", "--method", "df-pn", "--certificate"],
        &["solve", "2048", "--board", "2x2", "--target", "16", "--certificate"],
        &["solve", "2048", "--board", "2x3", "--target", "32", "--certificate"],
        &["solve", "2048", "2 . / 4 8", "--target", "32", "--certificate"],
        &["solve", "nonogram", "1-1 3 1/2 2 2"],
        &["solve", "nonogram", "1 1/1 1"],
        &["solve", "lights-out", "##. #.. ...", "--board", "3x3"],
    ] {
        let output = quandary(&[arguments, &["--json"]].concat());
        assert!([0, 1].contains(&code(&output)), "{arguments:?}: {}", stderr(&output));
        let checked = quandary_with(&["check", "-"], &stdout(&output));
        assert_eq!(code(&checked), 0, "{arguments:?}: {}{}", stdout(&checked), stderr(&checked));
    }
}

#[test]
fn a_small_certificate_of_a_game_comes_along_and_of_a_large_one_it_is_said_how_to_get_it() {
    let small: [&[&str]; 8] = [
        &["connect-four", "44455554221"],
        &["connect-four", "4x4:12121", "--weak"],
        &["connect-four", "4x4:1212", "--method", "df-pn"],
        &["othello", "OOOOOOO-XXXXXXXXOXOXOXOXXOXOXOXOOXOXOXOXXOXOXOXOOOOOOOOO-XXXXXX- X"],
        &["checkers", "B:WK32:BK1,K2"],
        &["gomoku", "3x3/3: start"],
        &["xiangqi", "3k5/9/9/9/9/9/9/R8/1R7/5K3 w"],
        &["pgame", "2x14/1/0"],
    ];
    for asked in small {
        let solved = quandary(&[&["solve"], asked, &["--json"]].concat());
        assert_eq!(code(&solved), 0, "{asked:?}: {}", stderr(&solved));
        let checked = quandary_with(&["check", "-"], &stdout(&solved));
        assert_eq!(code(&checked), 0, "{asked:?}: {}", stdout(&checked));
    }
    let large = ["solve", "connect-four", "274552224131661"];
    let answer = answer_of(&quandary(&[&large[..], &["--json"]].concat()));
    assert_eq!((&answer["status"], &answer["certificate"]), (&json!("answered"), &Value::Null));
    assert!(answer["no_certificate"].as_str().unwrap().contains("--certificate"), "{answer}");
    let said = stdout(&quandary(&large));
    assert!(!said.contains("certificate"), "nobody asked for one: {said}");
}

#[test]
fn an_answer_that_says_more_than_its_certificate_is_rejected() {
    for (arguments, key, other) in [
        (&["solve", "sliding", "8 6 7 2 5 4 3 0 1"][..], "length", json!(5)),
        (&["solve", "sliding", "8 6 7 2 5 4 3 0 1"], "lower_bound", json!(33)),
        (&["solve", "sliding", "8 6 7 2 5 4 3 0 1"], "verdict", json!("unsolvable")),
        (&["solve", "sliding", "8 6 7 2 5 4 3 0 1"], "position", json!("1 2 3\n4 5 6\n7 0 8")),
        (&["solve", "sliding", "8 6 7 2 5 4 3 0 1"], "board", json!("4x4")),
        (&["solve", "sliding", "8 6 7 2 5 4 3 0 1"], "puzzle", json!("othello")),
        (&["solve", "minesweeper", "3x3/1 1?? ??? ???"], "safe", json!(["2,2"])),
        (&["solve", "minesweeper", "3x3/1 1?? ??? ???"], "ln_minefields", json!(1.0)),
        (&["solve", "minesweeper", "--optimal", "3x3/2"], "wins", json!(1)),
        (&["solve", "connect-four", "274552224131661", "--certificate"], "score", json!(3)),
        (&["solve", "connect-four", "274552224131661", "--certificate"], "verdict", json!("win")),
        (&["solve", "checkers", "B:WK32:BK1,K2", "--certificate"], "plies", json!(3)),
        (&["solve", "checkers", "B:WK32:BK1,K2", "--certificate"], "verdict", json!("draw")),
        (&["solve", "checkers", "B:WK32:BK1,K2", "--certificate"], "best", json!("2-7x")),
        (&["solve", "2048", "--board", "2x2", "--target", "16", "--certificate"], "target", json!(32)),
        (&["solve", "nonogram", "1-1 3 1/2 2 2"], "verdict", json!("multiple")),
        (&["solve", "lights-out", "##. #.. ...", "--board", "3x3"], "moves", json!(["1,1", "2,2"])),
    ] {
        let mut answer = answer_of(&quandary(&[arguments, &["--json"]].concat()));
        assert_ne!(answer[key], other, "{arguments:?} says so itself");
        answer[key] = other;
        let checked = check(&answer);
        assert_eq!(code(&checked), 1, "{arguments:?} {key}: {}", stdout(&checked));
        assert!(stdout(&checked).contains("the answer is not what its certificate proves"), "{key}");
    }
}

#[test]
fn a_solver_that_knows_more_than_its_certificate_says_so() {
    let board = "1 2 3 4 5 6 / 13 7 8 16 10 12 / 14 20 9 15 17 18 / 19 0 21 11 29 23 / 25 26 27 22 24 30 / \
                 31 32 33 28 34 35";
    let mut answer = answer_of(&quandary(&["solve", "sliding", board, "--json"]));
    let said = (&answer["verdict"], &answer["length"], &answer["lower_bound"], &answer["solver_bound"]);
    let alone = "optimal (proved by the solver alone)".into();
    assert_eq!(said, (&alone, &24.into(), &20.into(), &24.into()));
    assert_eq!(code(&check(&answer)), 0);
    answer["verdict"] = "optimal".into();
    assert_eq!(code(&check(&answer)), 1, "more than is proved");
}

#[test]
fn a_node_budget_gives_the_same_answer_on_any_number_of_threads() {
    let board = "13 5 4 10 / 9 12 8 14 / 2 3 7 1 / 0 15 11 6";
    for nodes in ["1000", "50000", "3000000"] {
        let on = |threads: &str| {
            let asked = ["solve", "sliding", board, "--goal", "first", "--method", "idastar", "--json"];
            let limits = ["--heuristic", "walking-distance", "--nodes", nodes, "--threads", threads];
            let mut answer = answer_of(&quandary(&[&asked[..], &limits].concat()));
            answer["cpu_seconds"].take();
            answer
        };
        assert_eq!(on("1"), on("2"), "{nodes}");
        assert_eq!(on("1"), on("3"), "{nodes}");
    }
}

#[test]
fn a_good_list_does_not_hide_a_forged_certificate() {
    let good = answer_of(&quandary(&["solve", "sliding", "1 2 3 / 4 5 6 / 7 0 8", "--json"]));
    let mut forged = good.clone();
    forged["certificate"]["evidence"]["length"] = 7.into();
    forged["items"] = json!([{"position": good["position"], "length": good["length"]}]);
    forged["certificates"] = json!([good["certificate"]]);
    let checked = answer_of(&quandary_with(&["check", "-", "--json"], &forged.to_string()));
    assert_eq!((&checked["verified"], &checked["accepted"]), (&false.into(), &1.into()), "{checked}");
}

#[test]
fn a_line_without_a_certificate_is_reported() {
    let good = stdout(&quandary(&["solve", "sliding", "1 2 3 / 4 5 6 / 7 0 8", "--json"]));
    let mut bare: Value = serde_json::from_str(&good).unwrap();
    bare["certificate"] = Value::Null;
    let open = json!({"schema": 2, "puzzle": "sliding", "verb": "solve", "status": "exhausted", "verdict": "budget"});
    let checked = quandary_with(&["check", "-", "--json"], &format!("{}\n{bare}\n{open}\n", good.trim_end()));
    assert_eq!(code(&checked), 1);
    let checked = answer_of(&checked);
    assert_eq!(checked["without_certificate"], 1, "{checked}");
    let kinds: Vec<&Value> =
        checked["certificates"].as_array().unwrap().iter().map(|row| &row["kind"]).collect();
    assert_eq!(kinds, [&Value::Null, &"bare".into(), &"open".into()]);
    let without = quandary_with(&["check", "-", "--json"], &format!("{}\n{open}\n", good.trim_end()));
    assert_eq!(
        (code(&without), &answer_of(&without)["verified"]),
        (0, &true.into()),
        "nothing claimed, nothing due"
    );
}

#[test]
fn nothing_in_a_certificate_goes_unread_and_nothing_of_it_reaches_the_terminal() {
    let good = answer_of(&quandary(&["solve", "sliding", "1 2 3 / 4 5 6 / 7 0 8", "--json"]));
    let certificate = &good["certificate"];
    let mut more = certificate.clone();
    more["evidence"]["remark"] = "proved by me".into();
    assert_eq!(code(&check(&more)), 1);
    let mut beside = certificate.clone();
    beside["author"] = "me".into();
    assert_eq!(code(&check(&beside)), 1);
    let mut red = certificate.clone();
    red["claim"] = "\u{1b}[2Joptimal\u{7}".into();
    red["instance"] = "x\n".repeat(100_000).into();
    let text = stdout(&check(&red));
    assert!(!text.contains('\u{1b}') && !text.contains('\u{7}') && text.len() < 1000, "{text:?}");
    let said = stdout(&check(certificate));
    assert!(said.contains("the goal in order with the empty cell last"), "the goal is said: {said}");
}

#[test]
fn a_check_obeys_its_budget() {
    let goal = "0 1 2 3\n4 5 6 7\n8 9 10 11\n12 13 14 15";
    let moves = "URULDRRDDLLURDLUUURDDRDLLUUURDDLULURRDRDD";
    let hard = json!({"schema": 1, "puzzle": "sliding", "claim": "optimal",
        "instance": "13 8 14 3\n9 1 0 7\n15 5 4 10\n12 2 6 11",
        "evidence": {"goal": goal, "moves": moves, "length": moves.len()}});
    for (limit, most, why) in [("--nodes", "1000", "nodes"), ("--memory", "1", "memory")] {
        let output = quandary_with(&["check", "-", limit, most, "--json"], &hard.to_string());
        assert_eq!((code(&output), &answer_of(&output)["stopped"]), (3, &why.into()), "{}", stdout(&output));
    }
    let pairs = json!({"schema": 1, "puzzle": "sliding", "claim": "optimal", "instance": goal,
        "evidence": {"goal": goal, "moves": "LR".repeat(2_000_000), "length": 4_000_000}});
    assert_eq!(code(&check(&pairs)), 1, "nothing is shorter");
    // A chain of 20,000 numbers with two ways to put the mines.
    let wide = format!("2x20000/6667\n{}\n{}", "1".repeat(20_000), "?".repeat(20_000));
    let frontier = |safe: &str| {
        json!({"schema": 1, "puzzle": "minesweeper", "claim": "certain", "instance": wide,
            "evidence": {"safe": [safe], "mines": []}})
    };
    assert_eq!((code(&check(&frontier("2,3"))), code(&check(&frontier("2,2")))), (0, 1));
    let output = quandary_with(&["check", "-", "--nodes", "30000"], &frontier("2,3").to_string());
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    // The largest nonogram there is, of as many blocks as it can have.
    let clues = format!("{}\n", vec!["1"; 2048].join(" ")).repeat(8192);
    let instance = format!("4096 4096\n{clues}");
    let digest = [instance.as_str(), "none"]
        .iter()
        .flat_map(|line| line.bytes().chain([b'\n']))
        .fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
        });
    let nonogram = json!({"schema": 1, "puzzle": "nonogram", "claim": "none", "instance": instance,
        "evidence": {"steps": [], "digest": format!("{digest:016x}")}});
    let output = quandary_with(&["check", "-", "--nodes", "100000"], &nonogram.to_string());
    assert_eq!(code(&output), 3, "{}", stderr(&output));
}

#[test]
fn a_line_of_nonsense_is_refused_without_repeating_it() {
    let output = quandary_with(&["check", "-"], &"x".repeat(20_000_000));
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).len() < 500 && stdout(&output).is_empty(), "{}", stderr(&output).len());
}

#[cfg(target_os = "linux")]
#[test]
fn a_rejection_that_cannot_be_written_is_not_a_success() {
    let program = assert_cmd::cargo::cargo_bin("quandary");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("false.json");
    let claim = json!({"schema": 1, "puzzle": "sliding", "claim": "optimal", "instance": "1 2\n0 3",
        "evidence": {"goal": "1 2\n3 0", "moves": "", "length": 0}});
    std::fs::write(&file, claim.to_string()).unwrap();
    for (to, exit) in [("/dev/full", 2), ("/dev/null", 1), ("&-", 1)] {
        let command = format!("'{}' check '{}' >{to}", program.display(), file.display());
        let status = std::process::Command::new("sh").args(["-c", &command]).status().unwrap();
        assert_eq!(status.code(), Some(exit), "{to}");
    }
}

#[test]
fn an_answer_outlives_a_certificate_that_grows_too_large() {
    let output =
        quandary(&["solve", "connect-four", "274552224131661", "--certificate", "--limit", "3", "--json"]);
    let answer = answer_of(&output);
    assert_eq!((code(&output), answer["verdict"].is_string()), (0, true), "{answer}");
    assert!(answer["certificate"].is_null() && answer["no_certificate"].is_string(), "{answer}");
    // Or than the memory: what is known is said, and that the memory ran out over its proof.
    let solve = ["solve", "connect-four", "2745522241316", "--certificate", "--json", "--memory", "1"];
    let output = quandary(&solve);
    let answer = answer_of(&output);
    assert_eq!((code(&output), answer["score"].is_i64()), (3, true), "{answer}");
    assert!(answer["no_certificate"].as_str().is_some_and(|why| why.contains("memory")), "{answer}");
}

#[test]
fn a_folder_of_answers_is_checked_in_whole_or_by_a_sample() {
    let place = tempfile::tempdir().unwrap();
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let solved = |board: &str| stdout(&quandary(&["solve", "sliding", board, "--json"]));
    let (easy, hard) = (solved("1 2 3 4 5 6 7 0 8"), solved("8 6 7 2 5 4 3 0 1"));
    std::fs::create_dir(at("more")).unwrap();
    std::fs::write(at("one.json"), &hard).unwrap();
    std::fs::write(at("more/lines.jsonl"), format!("{easy}{hard}{easy}")).unwrap();
    std::fs::write(at("notes.txt"), "no answer").unwrap();
    let folder = place.path().to_str().unwrap();
    let all = quandary(&["check", folder, "--json"]);
    assert_eq!(code(&all), 0, "{}", stderr(&all));
    let all = answer_of(&all);
    assert_eq!((&all["files"], &all["answers"], &all["checked"]), (&json!(2), &json!(4), &json!(4)));
    assert_eq!((&all["accepted"], &all["verified"]), (&json!(4), &json!(true)));
    let solving: f64 = [&easy, &hard, &easy, &hard]
        .iter()
        .map(|text| serde_json::from_str::<Value>(text).unwrap()["cpu_seconds"].as_f64().unwrap())
        .sum();
    assert!((all["solve_seconds"].as_f64().unwrap() - solving).abs() < 1e-9);
    let share = all["check_seconds"].as_f64().unwrap() / solving;
    assert!((all["share"].as_f64().unwrap() - share).abs() < 1e-9);
    let drawn = answer_of(&quandary(&["check", folder, "--sample", "2", "--seed", "3", "--json"]));
    assert_eq!((&drawn["checked"], &drawn["accepted"], &drawn["seed"]), (&json!(2), &json!(2), &json!(3)));

    // One changed number in one of them, and its place is named.
    std::fs::write(at("more/bad.json"), hard.replace("\"length\":31", "\"length\":30")).unwrap();
    let bad = quandary(&["check", folder]);
    assert_eq!(code(&bad), 1, "{}", stdout(&bad));
    assert!(stdout(&bad).contains("more/bad.json, line 1"), "{}", stdout(&bad));
    assert!(stdout(&bad).contains("5 answers in 3 files checked: 4 certificates verified, 1 not"));

    // What is not an answer is named, and the rest is checked all the same; a folder without any is refused.
    std::fs::write(at("more/bad.json"), "{").unwrap();
    let broken = quandary(&["check", folder]);
    assert_eq!(code(&broken), 1, "{}", stdout(&broken));
    assert!(stdout(&broken).contains("more/bad.json") && stdout(&broken).contains("4 certificates verified"));
    std::fs::create_dir(at("empty")).unwrap();
    let empty = quandary(&["check", &at("empty")]);
    assert!(code(&empty) == 2 && stderr(&empty).contains("holds no answers"), "{}", stderr(&empty));
    let alone = quandary(&["check", &at("one.json"), "--sample", "2"]);
    assert!(code(&alone) == 2 && stderr(&alone).contains("a folder of answers"), "{}", stderr(&alone));
}
