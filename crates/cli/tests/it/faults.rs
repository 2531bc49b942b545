//! Faults that were found by trying the program; each test is named as the fact that holds now. Faults inside one puzzle
//! have their tests in its crate.

use serde_json::Value;

use super::{code, json, quandary, quandary_with, stderr, stdout};

#[test]
fn a_certified_board_is_certified_when_it_is_solved_again() {
    for seed in ["2", "3", "5", "6"] {
        let board = stdout(&quandary(&[
            "generate",
            "minesweeper",
            "--board",
            "16x30/99",
            "--no-guess",
            "--seed",
            seed,
        ]));
        let solved = quandary_with(&["solve", "minesweeper", "-", "--json"], &board);
        assert_eq!(json(&solved)["no_guess"], true, "seed {seed}: {}", stdout(&solved));
    }
}

#[test]
fn json_lines_are_nothing_but_json_and_as_many_as_were_asked_for() {
    for arguments in [
        &["generate", "minesweeper", "--board", "9x9/10", "--count", "3"][..],
        &["generate", "nonogram", "--count", "3"],
        &["generate", "sliding", "--count", "3"],
        &["generate", "connect-four", "--count", "3"],
        &["generate", "2048", "--count", "3"],
    ] {
        let output = quandary(&[arguments, &["--json-lines"]].concat());
        assert_eq!(code(&output), 0, "{arguments:?}: {}", stderr(&output));
        let text = stdout(&output);
        let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 3, "{arguments:?}: {text}");
        assert!(lines.iter().all(|line| line["schema"] == 2 && line["position"].is_string()), "{text}");
    }
}

#[test]
fn no_game_is_no_rate() {
    let none = quandary(&["simulate", "minesweeper", "--games", "0"]);
    assert_eq!(code(&none), 2);
    assert!(stderr(&none).contains("--games: `0` cannot be used; expected a whole number from 1 on"));
}

#[test]
fn a_time_limit_is_reported_as_time_and_nodes_as_nodes() {
    let time = quandary(&["explain", "connect-four", "1111777", "--time", "1", "--json"]);
    assert_eq!((code(&time), json(&time)["stopped"].as_str()), (3, Some("time")));
    let nodes = quandary(&["explain", "connect-four", "1111777", "--nodes", "1000", "--json"]);
    assert_eq!((code(&nodes), json(&nodes)["stopped"].as_str()), (3, Some("nodes")));
    let best = &json(&nodes)["decision"]["move"];
    assert!(best.is_string(), "the best move so far is said");
}

#[test]
fn a_puzzle_that_is_not_finished_is_not_bad_input() {
    let output = quandary(&["generate", "nonogram", "--unique", "--nodes", "3", "--json"]);
    assert_eq!((code(&output), json(&output)["status"].as_str()), (3, Some("exhausted")));
}

#[test]
fn an_option_is_blamed_for_what_is_wrong_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("m1.txt");
    std::fs::write(&file, "2x3/1\n1??\n1??\n").unwrap();
    let output = quandary(&["explain", "minesweeper", file.to_str().unwrap(), "--strategy", "foo", "--json"]);
    assert_eq!(code(&output), 2);
    let error = &json(&output)["error"];
    assert_eq!((error["option"].as_str(), error["place"].is_null()), (Some("strategy"), true), "{error}");
    let place = quandary(&["explain", "minesweeper", "2x3/1\n1?!\n1??"]);
    assert!(stderr(&place).contains("line 2, column 3"), "{}", stderr(&place));
}

#[test]
fn the_board_that_connect_four_prints_is_read_back() {
    let position = |text: &str| {
        let output = quandary_with(&["explain", "connect-four", "-", "--nodes", "100", "--json"], text);
        json(&output)["position"].clone()
    };
    let played = stdout(&quandary_with(&["play", "connect-four", "--plain", "--side", "both"], "4\n4\n3\n"));
    let drawn = played.rsplit("\n\n").next().unwrap();
    let board = played.split("\n\n").find(|part| part.contains("X X")).unwrap_or(drawn);
    assert!(position(board).is_string(), "{board}");
    assert_eq!(position("4,4,3"), position("443"));
    assert_eq!(position("4 4 3"), position("443"));
}

#[test]
fn a_board_is_rows_by_columns_for_every_puzzle() {
    for (puzzle, board) in
        [("sliding", "2x3"), ("connect-four", "6x7"), ("2048", "2x3"), ("minesweeper", "9x12/10")]
    {
        let made = json(&quandary(&["generate", puzzle, "--board", board, "--json"]));
        assert_eq!(made["board"], board, "{made}");
    }
    let nonogram = json(&quandary(&["generate", "nonogram", "--board", "2x9", "--json"]));
    assert_eq!(nonogram["items"][0]["position"].as_str().unwrap().split('/').count(), 2, "{nonogram}");
}

#[test]
fn an_expert_board_fits_eighty_columns() {
    let position = format!("16x30/99\n{}", format!("{}\n", "?".repeat(30)).repeat(16));
    let text = stdout(&quandary_with(&["explain", "minesweeper", "-"], &position));
    let (_, map) = text.split_once("\n\n").unwrap();
    assert!(map.lines().all(|line| line.chars().count() <= 80), "{map}");
}

#[test]
fn quiet_says_nothing_but_the_answer() {
    let output = quandary(&["simulate", "sliding", "--games", "10", "--quiet"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
}

#[test]
fn several_puzzles_as_svg_are_one_document() {
    let text = stdout(&quandary(&["generate", "nonogram", "--count", "2", "--write", "svg"]));
    assert_eq!(text.matches("<svg").count(), 1);
    assert!(text.trim_end().ends_with("</svg>"));
}

#[test]
fn the_documents_and_their_entries_are_listed() {
    let listed = json(&quandary(&["reproduce", "--list", "--json"]));
    assert_eq!(listed["documents"].as_array().unwrap().len(), 5);
    assert_eq!(listed["items"].as_array().unwrap().len(), 59);
}

#[test]
fn one_entry_made_again_leaves_the_rest_of_the_report_alone() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report");
    let report = report.to_str().unwrap();
    for ids in [&["thesis.F2.2", "thesis.T3.2"][..], &["thesis.F2.2"]] {
        assert_eq!(code(&quandary(&[&["reproduce"], ids, &["--report", report]].concat())), 0);
    }
    let page = std::fs::read_to_string(folder.path().join("report/thesis.html")).unwrap();
    assert!(page.contains("id=\"thesis.T3.2\"") && page.contains("id=\"thesis.F2.2\""));
}

#[test]
fn rows_of_a_simulation_are_written_by_the_ending_of_the_file() {
    let folder = tempfile::tempdir().unwrap();
    for (name, first) in [("rows.csv", "game,outcome,length"), ("rows.jsonl", "{\"game\":0,\"outcome\":")] {
        let file = folder.path().join(name);
        let path = file.to_str().unwrap();
        let simulate = |puzzle| quandary(&["simulate", puzzle, "--games", "5", "--rows", path, "--quiet"]);
        for puzzle in ["sliding", "minesweeper", "connect-four"] {
            assert_eq!(code(&simulate(puzzle)), 0, "{puzzle}: {}", stderr(&simulate(puzzle)));
            let text = std::fs::read_to_string(&file).unwrap();
            assert!(text.starts_with(first), "{puzzle}: {text}");
            assert_eq!(text.lines().count(), if name == "rows.csv" { 6 } else { 5 }, "{puzzle}");
        }
    }
    let wrong = quandary(&["simulate", "sliding", "--rows", "rows.xyz"]);
    assert_eq!(code(&wrong), 2);
    assert!(stderr(&wrong).contains("--rows") || stderr(&wrong).contains(".csv"), "{}", stderr(&wrong));
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_is_lost_is_an_error() {
    let program = assert_cmd::cargo::cargo_bin("quandary");
    for arguments in ["solve sliding '1 2 3 / 4 5 6 / 7 0 8' --json", "measure sliding --board 2x3"] {
        let command = format!("'{}' {arguments} > /dev/full", program.display());
        let status = std::process::Command::new("sh").args(["-c", &command]).status().unwrap();
        assert_eq!(status.code(), Some(2), "{arguments}");
    }
}

#[test]
fn an_error_in_a_file_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.txt");
    std::fs::write(&empty, "").unwrap();
    let empty = empty.to_str().unwrap();
    let inputs = [
        ["solve", "sliding", empty],
        ["solve", "nonogram", empty],
        ["solve", "2048", empty],
        ["explain", "othello", empty],
        ["explain", "lights-out", empty],
        ["autopsy", "minesweeper", empty],
        ["play", "sliding", empty],
    ];
    for arguments in inputs {
        let output = quandary(&arguments);
        assert_eq!(code(&output), 2, "{arguments:?}: {}", stdout(&output));
        assert!(stderr(&output).contains("empty.txt"), "{arguments:?}: {}", stderr(&output));
    }
    let checked = quandary(&["check", empty]);
    assert!(code(&checked) == 2 && stderr(&checked).contains("empty.txt"), "{}", stderr(&checked));
    let option = quandary(&["bench", "sliding", "--instances", empty]);
    assert!(code(&option) == 2 && stderr(&option).contains("empty.txt"), "{}", stderr(&option));
}

#[cfg(target_os = "linux")]
#[test]
fn what_never_ends_is_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    let pipe = pipe.to_str().unwrap();
    for arguments in [["solve", "sliding", pipe], ["check", pipe, "--quiet"], ["play", "sliding", pipe]] {
        let output = quandary(&[&arguments[..], &["--time", "0.2"]].concat());
        let said = stderr(&output);
        assert_eq!(code(&output), 2, "{arguments:?}: {said}");
        assert!(
            said.contains("was not read to its end: the wall time budget ran out"),
            "{arguments:?}: {said}"
        );
    }
    for arguments in [["solve", "sliding", "/dev/zero"], ["solve", "minesweeper", "/dev/zero"]] {
        let output = quandary(&[&arguments[..], &["--memory", "8"]].concat());
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains("holds more than 8 MiB"), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn a_name_that_an_option_had_before_is_refused_and_the_new_one_is_named() {
    for (line, new) in [
        ("train connect-four --afresh", "--recompute"),
        ("endings checkers --again", "--verify"),
        ("simulate 2048 --think 10", "--positions"),
        ("simulate 2048 --strategy expectimax --plies", "--depth-in-plies"),
        ("measure minesweeper --first 1,1", "--first-cell"),
        ("solve nonogram 1/1 --first", "--any"),
        ("generate nonogram --format svg", "--write"),
        ("generate sliding --depth 3", "--distance"),
        ("measure sliding --runs 5", "--samples"),
        ("contest pgame --trees 5", "--count"),
    ] {
        let output = quandary(&line.split(' ').collect::<Vec<_>>());
        let said = stderr(&output);
        assert_eq!(code(&output), 2, "{line}: {}", stdout(&output));
        assert!(said.contains(&format!("this option has a new name; expected {new}")), "{line}: {said}");
    }
}

#[test]
fn numbers_that_are_none_and_options_without_a_use_are_refused() {
    for (line, option) in [
        ("solve sliding 1,2,3,4,5,6,7,0,8 --method ppns --theta=NaN", "--theta"),
        ("simulate sliding --seed=1/0", "--seed"),
        ("solve 2048 --board 2x2 --p4=1/0", "--p4"),
        ("solve minesweeper --optimal 3x3/2 --exact", "--exact"),
        ("solve minesweeper 2x2/1,1?,?? --first-cell corner", "--first-cell"),
        ("measure minesweeper --border --board 5x5/2 --games 3", "--games"),
        ("generate nonogram --solution --write nin", "--solution"),
        ("measure nonogram --enumerate 2x2 --seed 3", "--seed"),
        ("solve sliding 1,2,3,4,5,6,7,0,8 --bars 2", "--bars"),
    ] {
        let words: Vec<String> = line.split(' ').map(|word| word.replace(',', " ")).collect();
        let output = quandary(&words.iter().map(String::as_str).collect::<Vec<_>>());
        let said = stderr(&output);
        assert_eq!(code(&output), 2, "{line}: {}", stdout(&output));
        assert!(said.contains(option), "{line}: {said}");
    }
}

#[test]
fn work_without_an_end_ends_with_its_budget() {
    for line in [
        "generate nonogram --unique --board 30x30 --count 1000000000 --time 0.2",
        "generate sliding --count 18446744073709551615 --time 0.2",
        "generate minesweeper --count 18446744073709551615 --time 0.2",
        "bench connect-four --method pns --time 0.2",
        "measure 2048 --depth 6 --time 0.2",
        "measure sliding --board 2x5 --nodes 1000",
        "solve pgame 2x40/1/0 --method mcpns --playouts 1000000 --time 0.2",
        "simulate sliding --games 100000000 --nodes 1000",
    ] {
        let output = quandary(&[&line.split(' ').collect::<Vec<_>>()[..], &["--json"]].concat());
        assert_eq!(code(&output), 3, "{line}: {}{}", stdout(&output), stderr(&output));
    }
    for (rule, expected) in [("any", 0), ("safe", 2)] {
        let full =
            quandary(&["simulate", "minesweeper", "--board", "3x3/9", "--games", "2", "--first-click", rule]);
        assert_eq!(code(&full), expected, "a board of nothing but mines: {}", stderr(&full));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_work_with_what_is_known() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    for (line, signal) in [
        ("simulate sliding --games 1000000000 --json", "-INT"),
        ("simulate minesweeper --games 1000000000 --json", "-TERM"),
        ("generate nonogram --unique --board 20x20 --count 1000000000 --json", "-INT"),
        ("simulate sliding --games 1000000000 --json", "-TERM"),
        ("simulate sliding --games 1000000000 --json", "-HUP"),
    ] {
        let mut child = Command::new(assert_cmd::cargo::cargo_bin("quandary"))
            .args(line.split(' '))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // The first note says that the work has begun.
        let mut notes = BufReader::new(child.stderr.take().unwrap());
        let mut note = String::new();
        notes.read_line(&mut note).unwrap();
        assert!(note.contains("1000000000"), "{line}: {note}");
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (code(&output), json(&output)["status"].as_str()),
            (3, Some("exhausted")),
            "{line} {signal}"
        );
    }
}

#[test]
fn an_exact_count_of_minefields_keeps_to_its_budget_and_says_what_it_knows() {
    let closed = |rows: usize| {
        format!("{rows}x{rows}/{}\n{}", rows * rows / 2, format!("{}\n", "?".repeat(rows)).repeat(rows))
    };
    let ask = |rows, limits: &[&str]| {
        let arguments = [&["solve", "minesweeper", "-", "--exact", "--json"], limits].concat();
        quandary_with(&arguments, &closed(rows))
    };
    // The number of minefields has 12,039 digits; that of each of the 40,000 cells would take as many.
    for limits in [&["--memory", "64"][..], &[]] {
        let found = ask(200, limits);
        let said = json(&found);
        assert_eq!((code(&found), said["stopped"].as_str()), (3, Some("memory")), "{limits:?}");
        assert!(said["minefields"].as_str().is_some_and(|count| count.len() > 10_000), "{limits:?}");
        assert!(said["mined"].is_null() && said["probabilities"][0][0] == 0.5, "{limits:?}");
    }
    let timed = ask(1000, &["--time", "0.5"]);
    assert_eq!((code(&timed), json(&timed)["stopped"].as_str()), (3, Some("time")));
    assert!(json(&timed)["minefields"].is_null());
}

#[cfg(unix)]
#[test]
fn an_argument_that_is_not_text_is_an_error_in_words() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    for arguments in [&["solve", "sliding"][..], &["check"], &["solve", "sliding", "--board"], &[]] {
        let output = super::program().args(arguments).arg(OsStr::from_bytes(b"\xff")).output().unwrap();
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains("is not UTF-8 text"), "{arguments:?}: {}", stderr(&output));
        let json =
            super::program().args(arguments).arg(OsStr::from_bytes(b"\xff")).arg("--json").output().unwrap();
        assert_eq!(code(&json), 2);
        assert!(self::json(&json)["error"].is_object(), "{arguments:?}: {}", stdout(&json));
    }
}

/// What a shell makes of a command of the program.
#[cfg(target_os = "linux")]
fn shell(before: &str, line: &str) -> std::process::Output {
    let program = assert_cmd::cargo::cargo_bin("quandary");
    let command = format!("{before} '{}' {line}", program.display());
    std::process::Command::new("sh").args(["-c", &command]).output().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn notes_that_nobody_can_read_change_no_exit_code() {
    for (line, expected) in [
        ("solve sliding nonsense", 2),
        ("solve sliding --nonsense", 2),
        ("solve sliding '1 2 3 / 4 5 6 / 7 0 8'", 0),
        ("generate nonogram --unique --nodes 3", 3),
        ("generate sliding --count 3 --json-lines", 0),
        ("simulate sliding --games 10", 0),
    ] {
        assert_eq!(shell("", &format!("{line} 2>/dev/full")).status.code(), Some(expected), "{line}");
    }
    for line in ["--help", "--version", "schema solve sliding", "generate sliding --count 3 --json-lines"] {
        assert_eq!(shell("", &format!("{line} >/dev/full")).status.code(), Some(2), "{line}");
        assert_eq!(shell("", &format!("{line} >/dev/full 2>/dev/full")).status.code(), Some(2), "{line}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_that_may_not_grow_is_an_error_in_words() {
    let folder = tempfile::tempdir().unwrap();
    let rows = folder.path().join("rows.csv");
    let line = format!("simulate sliding --games 20000 --rows '{}'", rows.display());
    let output = shell("ulimit -f 8;", &line);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert!(stderr(&output).contains("cannot be written: File too large"), "{}", stderr(&output));
}

#[cfg(unix)]
#[test]
fn who_has_read_enough_lines_may_close_the_pipe() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};

    let mut child = Command::new(assert_cmd::cargo::cargo_bin("quandary"))
        .args(["generate", "sliding", "--count", "1000000000", "--json-lines"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!stderr(&output).contains("could not be written"), "{}", stderr(&output));
}

#[test]
fn time_is_of_the_wall_or_of_the_cpu_and_says_which() {
    for (limit, words) in
        [("--time", "the wall time budget ran out"), ("--cpu-time", "the CPU time budget ran out")]
    {
        let output = quandary(&["simulate", "sliding", "--games", "1000000000", limit, "0.2", "--json"]);
        assert_eq!((code(&output), json(&output)["stopped"].as_str()), (3, Some("time")), "{limit}");
        assert!(stderr(&output).contains(words), "{limit}: {}", stderr(&output));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn one_file_that_cannot_be_read_does_not_end_the_check_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let answer = quandary(&["solve", "sliding", "1 2 3 / 4 5 6 / 7 0 8", "--json"]);
    std::fs::write(path("good.json"), &answer.stdout).unwrap();
    assert_eq!(code(&quandary(&["check", folder.path().to_str().unwrap()])), 0);
    std::fs::write(path("broken.json"), "{\"schema\":").unwrap();
    std::fs::write(path("bytes.jsonl"), b"\xff\xfe").unwrap();
    assert!(std::process::Command::new("mkfifo").arg(path("pipe.json")).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", path("zero.json")).unwrap();
    std::os::unix::fs::symlink("nowhere", path("gone.json")).unwrap();
    let checked = quandary(&["check", folder.path().to_str().unwrap(), "--json"]);
    assert_eq!(code(&checked), 1, "{}", stderr(&checked));
    let said = json(&checked);
    assert_eq!((&said["accepted"], &said["verified"], &said["files"]), (&1.into(), &false.into(), &6.into()));
    let unread: Vec<(&str, &str)> = said["unreadable"]
        .as_array()
        .unwrap()
        .iter()
        .map(|file| {
            (file["file"].as_str().unwrap().rsplit('/').next().unwrap(), file["why"].as_str().unwrap())
        })
        .collect();
    let names: Vec<&str> = unread.iter().map(|&(name, _)| name).collect();
    assert_eq!(names, ["broken.json", "bytes.jsonl", "gone.json", "pipe.json", "zero.json"]);
    assert_eq!((unread[3].1, unread[4].1), ("it is not a regular file", "it is not a regular file"));
}
