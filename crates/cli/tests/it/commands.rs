//! Answers, exit codes and messages.

use assert_cmd::Command;

use super::{code, json, quandary, stderr, stdout};

#[test]
fn the_hardest_eight_puzzle_takes_31_moves_and_its_certificate_holds_until_it_is_touched() {
    let solved = quandary(&["solve", "sliding", "8 6 7 2 5 4 3 0 1", "--json"]);
    assert_eq!(code(&solved), 0);
    let answer = json(&solved);
    assert_eq!(answer["length"], 31);
    assert_eq!(answer["verdict"], "optimal");
    assert_eq!(answer["lower_bound"], 31);
    let moves = answer["moves"].as_str().unwrap().to_owned();

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("answer.json");
    std::fs::write(&file, &solved.stdout).unwrap();
    let file = file.to_str().unwrap();
    let checked = quandary(&["check", file]);
    assert_eq!((code(&checked), stderr(&checked).as_str()), (0, ""));
    assert!(stdout(&checked).starts_with("verified: sliding optimal: 31 legal moves lead to the goal"));

    for (place, other) in [(0, 'U'), (15, 'D'), (30, 'R')] {
        let mut changed = moves.clone();
        let old = moves.chars().nth(place).unwrap();
        let new = if old == other { 'L' } else { other };
        changed.replace_range(place..=place, &new.to_string());
        let mut answer = answer.clone();
        answer["certificate"]["evidence"]["moves"] = changed.into();
        std::fs::write(file, answer.to_string()).unwrap();
        let checked = quandary(&["check", file]);
        assert_eq!(code(&checked), 1, "move {place}");
        assert!(stdout(&checked).starts_with("rejected: "), "{}", stdout(&checked));
    }
}

#[test]
fn an_unsolvable_board_is_a_no_with_its_reason() {
    let output = quandary(&["solve", "sliding", "1 2 3 4 5 6 8 7 0"]);
    assert_eq!(code(&output), 1);
    assert!(stdout(&output).contains("takes 1 swaps (odd), but the empty cell is 0 steps from home (even)"));
}

#[test]
fn bad_boards_are_refused_with_what_and_where() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.txt");
    std::fs::write(&empty, "").unwrap();
    let cases: [(&[&str], &str); 7] = [
        (&["solve", "sliding", "1 1 2 3 4 5 6 7 8"], "line 1, column 3: tile 1 appears twice"),
        (&["solve", "sliding", "1 2 3"], "line 1: 3 numbers on one line are not a square board"),
        (&["solve", "sliding", empty.to_str().unwrap()], "the board is empty; expected"),
        (&["solve", "sliding", "1 2 3", "--board", "0x3"], "a board of 0x3 cannot be played"),
        (&["solve", "sliding", "no-such-file.txt"], "there is no file `no-such-file.txt`"),
        (
            &["generate", "sliding", "--distance", "32"],
            "--distance: no board needs exactly 32 moves; expected a distance from 0 to 31",
        ),
        (&["generate", "sliding", "--count", "-1"], "--count: `-1` cannot be used; expected a whole number"),
    ];
    for (arguments, message) in cases {
        let output = quandary(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn bad_usage_exits_with_2_and_help_with_0() {
    assert_eq!(code(&quandary(&["frobnicate"])), 2);
    assert_eq!(code(&quandary(&["solve", "chess"])), 2);
    assert_eq!(code(&quandary(&["solve", "sliding", "1 2 3 0", "--nodes", "0"])), 2);
    let help = quandary(&["solve", "sliding", "--help"]);
    assert_eq!(code(&help), 0);
    assert!(stdout(&help).contains("quandary solve sliding \"8 6 7 2 5 4 3 0 1\""));
}

#[test]
fn mine_positions_that_cannot_be_read_are_refused_and_impossible_ones_name_the_cells() {
    let bad: [(&[&str], &str); 6] = [
        (&["simulate", "minesweeper", "--board", "3x3/10"], "10 mines do not fit on 3x3 = 9 cells"),
        (&["simulate", "minesweeper", "--board", "0x0/0"], "a 0x0 board has no cells"),
        (&["simulate", "minesweeper", "--strategy", "xSimFoo"], "--strategy: "),
        (
            &["explain", "minesweeper", "2x2/1\n19\n??"],
            "line 2, column 2: `9` is not a valid cell of a position",
        ),
        (
            &["explain", "minesweeper", "2x2/1\n1?\n?"],
            "line 3, column 2: this row has 1 cell, the header says 2",
        ),
        (&["explain", "minesweeper", "3x2/1\n1?\n??"], "the header says 3 rows, the text has 2"),
    ];
    for (arguments, message) in bad {
        let output = quandary(arguments);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
    // In the second one as many cells are closed as there are mines: that alone does not win.
    let impossible = [
        ("2x3/1\n0??\n1??", "the 0 at 1,1 and the 1 at 2,1 contradict each other"),
        ("2x3/2\n1?3\n1?1", "no minefield agrees with the 3 at 1,3"),
    ];
    for (position, words) in impossible {
        let output = quandary(&["explain", "minesweeper", position]);
        assert_eq!(code(&output), 1, "{position}");
        assert!(stdout(&output).contains(words), "{position}: {}", stdout(&output));
    }
}

#[test]
fn positions_of_games_that_cannot_be_read_are_refused_with_the_right_count() {
    let squares = "-".repeat(63);
    let cases: [(&[&str], &str); 6] = [
        (&["solve", "othello", &squares], "a board of 63 squares; expected 64 characters"),
        (&["solve", "othello", ""], "the position is empty"),
        (&["solve", "connect-four", ""], "no column was played; expected columns, a board, or `start`"),
        (&["solve", "pgame", ""], "is not a tree"),
        (&["solve", "connect-four", "44", "--nodes", "0"], "a budget of 0 nodes answers nothing"),
        (
            &["watch", "connect-four", "44", "--method", "uct"],
            "--method: `uct` cannot be used; expected one of pns, mcpns, ppns, pp",
        ),
    ];
    for (arguments, message) in cases {
        let output = quandary(arguments);
        assert_eq!((code(&output), stdout(&output).as_str()), (2, ""), "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn limited_directions_are_proved_and_disproved_by_every_method() {
    for method in ["pns", "pn2", "df-pn", "mcpns", "ppns", "pp", "uct", "pn-mcts", "mc"] {
        for (within, verdict, value) in [("2", "loss", 0.0), ("4", "win", 1.0)] {
            let board = "1 2 3 4 5 6 0 7 8";
            let output = quandary(&[
                "solve", "sliding", board, "--method", method, "--within", within, "--bars", "1", "--json",
            ]);
            assert_eq!(code(&output), 0, "{}", stderr(&output));
            let answer = json(&output);
            assert_eq!(answer["verdict"], verdict, "{method} within {within}");
            assert_eq!(answer["value"], value);
        }
    }
    let missing =
        quandary(&["solve", "sliding", "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 0 15", "--method", "pns"]);
    assert_eq!(code(&missing), 2);
    assert!(stderr(&missing).contains("--within is missing"), "{}", stderr(&missing));
}

#[test]
fn a_watched_search_is_drawn_into_a_file() {
    let folder = tempfile::tempdir().unwrap();
    for (game, position) in [("connect-four", "4x5:33"), ("pgame", "3x6/1/0"), ("othello", "start6")] {
        let file = folder.path().join(format!("{game}.svg"));
        let path = file.to_str().unwrap();
        let output =
            quandary(&["watch", game, position, "--method", "ppns", "--nodes", "3000", "--figure", path]);
        assert!([0, 3].contains(&code(&output)), "{}", stderr(&output));
        let drawn = std::fs::read_to_string(&file).unwrap();
        assert!(drawn.starts_with("<svg") && drawn.contains("log10 of the odds"), "{game}");
    }
    let output = quandary(&["watch", "pgame", "3x6/1/0", "--figure", "/no/such/folder/x.svg"]);
    assert_eq!(code(&output), 2);
}

#[test]
fn a_budget_that_runs_out_exits_with_3_and_keeps_the_lower_bound() {
    let board = "14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 0";
    let output = quandary(&["solve", "sliding", board, "--method", "astar", "--nodes", "100", "--json"]);
    assert_eq!(code(&output), 3);
    let answer = json(&output);
    assert_eq!(answer["verdict"], "budget");
    assert!(answer["lower_bound"].as_u64().unwrap() >= 40);
}

#[test]
fn games_that_run_out_of_nodes_are_not_dropped_in_silence() {
    let output = quandary(&["simulate", "sliding", "--board", "4x4", "--games", "2", "--nodes", "10"]);
    assert_eq!(code(&output), 3, "{}", stdout(&output));
}

#[test]
fn the_lengths_of_all_eight_puzzles_are_measured_for_three_goals() {
    let answer = json(&quandary(&["measure", "sliding", "--board", "3x3", "--json"]));
    let goals = answer["goals"].as_array().unwrap();
    assert_eq!(
        goals.iter().map(|goal| goal["blank"].as_str().unwrap()).collect::<Vec<_>>(),
        ["corner", "edge", "centre"]
    );
    let corner = goals[0]["by_length"].as_array().unwrap();
    assert_eq!((corner.len(), corner[31].as_u64(), corner[30].as_u64()), (32, Some(2), Some(221)));
    assert!(goals.iter().all(|goal| goal["states"] == 181_440));
}

#[test]
fn generated_boards_at_distance_31_need_31_moves() {
    let output = quandary(&[
        "generate",
        "sliding",
        "--board",
        "3x3",
        "--distance",
        "31",
        "--count",
        "2",
        "--seed",
        "1",
    ]);
    let text = stdout(&output);
    let boards: Vec<&str> = text.trim().split("\n\n").collect();
    assert_eq!(boards.len(), 2);
    assert_ne!(boards[0], boards[1]);
    for board in boards {
        assert_eq!(json(&quandary(&["solve", "sliding", board, "--json"]))["length"], 31);
    }
}

#[test]
fn explain_lists_all_best_slides_with_b_and_capital_b() {
    let answer = json(&quandary(&["explain", "sliding", "1 2 3 4 5 6 0 7 8", "--json"]));
    let decision = &answer["decision"];
    assert_eq!((&decision["move"], &decision["certain"]), (&"L".into(), &true.into()));
    let reason = &decision["reason"];
    assert_eq!(
        (&reason["kind"], &reason["distance"], &reason["options"]),
        (&"shortest".into(), &2.into(), &2.into())
    );
    assert_eq!(reason["best"].as_array().unwrap().len(), 1);
}

#[test]
fn reproduce_counts_exactly_the_slips_that_are_there() {
    let answer = json(&quandary(&[
        "reproduce",
        "thesis.T3.1",
        "thesis.T3.2",
        "thesis.T3.3",
        "thesis.T3.4",
        "thesis.T3.5",
        "thesis.T5.1",
        "--scale",
        "2",
        "--json",
    ]));
    let slips = |id: &str| {
        let entry = answer["entries"].as_array().unwrap().iter().find(|entry| entry["id"] == id).unwrap();
        entry["cells"].as_array().unwrap().iter().filter(|cell| cell["verdict"] == "formula-slip").count()
    };
    assert_eq!(slips("thesis.T3.1"), 0);
    assert_eq!(slips("thesis.T3.2"), 2);
    assert_eq!(slips("thesis.T3.3"), 22);
    assert_eq!(slips("thesis.T3.4"), 0);
    assert_eq!(slips("thesis.T3.5"), 15);
    assert_eq!(slips("thesis.T5.1"), 0);
}

#[test]
fn reproduce_finds_the_convention_behind_tables_3_1_and_3_2() {
    let answer = json(&quandary(&["reproduce", "thesis.T3.1", "thesis.T3.2", "--json"]));
    let fact = |entry: usize, name: &str| {
        let facts = answer["entries"][entry]["facts"].as_array().unwrap();
        facts.iter().find(|fact| fact["name"] == name).unwrap()["value"].as_f64().unwrap()
    };
    assert!((fact(0, "mean optimal length") - 21.9724).abs() < 5e-5);
    assert!((fact(0, "n") - 1.9375).abs() < 5e-5);
    assert!((fact(0, "n, pooled over steps") - 1.9360).abs() < 5e-5);
    assert!((fact(1, "chi-square of the printed v column") - 16.2).abs() < 0.05);
    assert_eq!(fact(1, "degrees of freedom"), 19.0);
    assert!(fact(1, "smallest chi-square of any other reading") >= 279.0);
}

#[test]
fn reproduce_lists_the_slips_that_computing_finds_by_their_ids() {
    let answer = json(&quandary(&["reproduce", "--errata", "--json"]));
    let items = answer["items"].as_array().unwrap();
    assert!(items.len() >= 22, "{}", items.len());
    let found = |id: &str| items.iter().find(|item| item["id"] == id).unwrap()["found"].as_str().unwrap();
    assert!(found("M8").contains("24 of 59640"));
    assert!(found("I6").contains("totNbSolutions_median is 6 and 2"));
}

#[test]
fn every_cell_of_a_reproduction_can_be_had_as_markdown_and_says_what_it_could_have_seen() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.md");
    let answer =
        json(&quandary(&["reproduce", "thesis.T3.2", "--json", "--markdown", page.to_str().unwrap()]));
    let text = std::fs::read_to_string(&page).unwrap();
    let cells = answer["entries"][0]["cells"].as_array().unwrap();
    assert_eq!(text.lines().filter(|line| line.contains("| agrees-as | D = length - 1")).count(), 20);
    for cell in cells.iter().filter(|cell| cell["verdict"] == "agrees-as") {
        let (agrees, printed) = (&cell["test"]["agrees"], cell["printed"].as_f64().unwrap());
        assert!(agrees["low"].as_f64().unwrap() <= printed && printed <= agrees["high"].as_f64().unwrap());
        assert!(cell["note"].as_str().unwrap().contains("fails outside"));
    }
    assert_eq!(answer["mutation"]["agreements"], 20);
    let (moved, remain) = (&answer["mutation"]["moved"], &answer["mutation"]["remain"]);
    assert_eq!(moved, 40);
    assert!(remain.as_u64().unwrap() <= 2, "at most one in twenty");
}

#[test]
fn the_report_has_a_page_for_everything_and_one_for_each_document_with_its_figures_inside() {
    let folder = tempfile::tempdir().unwrap();
    let report = folder.path().join("report");
    let output = quandary(&["reproduce", "thesis.F2.2", "thesis.T3.2", "--report", report.to_str().unwrap()]);
    assert_eq!(code(&output), 0);
    let read = |name: &str| std::fs::read_to_string(report.join(name)).unwrap();
    let (overview, page, browsed) = (read("index.html"), read("thesis.html"), read("browse.html"));
    let page_data = browsed.split_once(r#"id="reproduction">"#).unwrap().1.split_once("</script>").unwrap().0;
    let page_data: serde_json::Value = serde_json::from_str(page_data).unwrap();
    assert_eq!(
        (&page_data["verb"], page_data["entries"].as_array().unwrap().len()),
        (&"reproduce".into(), 2)
    );
    assert!(!browsed.contains("src=\"./"), "the page fetches nothing");
    assert!(
        page.matches("<svg").count() >= 2 && page.contains("What stands") && page.contains("Table 3.2 of")
    );
    for page in [&overview, &page] {
        assert!(
            !page.contains("<script") && !page.contains("<link") && !page.contains("src="),
            "one file alone"
        );
        assert!(!page.contains("http-equiv"), "a page that is whole does not load itself again");
    }
    assert!(
        overview.contains("thesis.html#thesis.T3.2")
            && overview.contains("http://hdl.handle.net/10119/18136")
    );
    let unwritable = quandary(&["reproduce", "thesis.F2.2", "--report", "/dev/null/report"]);
    assert_eq!(code(&unwritable), 2);
    assert!(stderr(&unwritable).contains("the report cannot be written"));
}

#[test]
fn the_bench_signature_does_not_depend_on_threads() {
    let signature = |threads: &str| {
        json(&quandary(&["bench", "sliding", "--threads", threads, "--json"]))["signature"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    assert_eq!(signature("1"), signature("3"));
}

#[test]
fn certificates_come_from_standard_input_and_nonsense_is_refused() {
    let solved = quandary(&["solve", "sliding", "1 2 3 / 4 5 6 / 7 0 8", "--json"]);
    let checked = Command::cargo_bin("quandary")
        .unwrap()
        .args(["check", "-", "--json"])
        .write_stdin(solved.stdout)
        .output()
        .unwrap();
    assert_eq!(json(&checked)["verified"], true);
    for (text, exit) in [("", 2), ("{}", 2), ("not json", 2), (r#"{"certificate": {"schema": 1}}"#, 1)] {
        let output =
            Command::cargo_bin("quandary").unwrap().args(["check", "-"]).write_stdin(text).output().unwrap();
        assert_eq!(code(&output), exit, "{text}: {}", stderr(&output));
    }
    let unknown = r#"{"schema": 1, "puzzle": "chess", "claim": "won", "instance": "", "evidence": {}}"#;
    let output =
        Command::cargo_bin("quandary").unwrap().args(["check", "-"]).write_stdin(unknown).output().unwrap();
    assert_eq!(code(&output), 1);
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let program = assert_cmd::cargo::cargo_bin("quandary");
    let command = format!("'{}' measure sliding | head -n 1; echo ${{PIPESTATUS[0]}}", program.display());
    let output = std::process::Command::new("bash").args(["-c", &command]).output();
    // Only where there is a bash; the rest of the suite does not need one.
    if let Ok(output) = output {
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.starts_with("empty cell of the goal: corner"), "{text}");
        assert!(text.trim_end().ends_with('0'), "{text}");
    }
}

#[test]
fn completions_are_printed_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = quandary(&["completions", shell]);
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).contains("quandary"), "{shell}");
    }
}

#[test]
fn an_answer_a_refusal_and_a_study_name_the_build_that_made_them() {
    let version = stdout(&quandary(&["--version"]));
    let build = version.split_whitespace().nth(1).unwrap();
    let hash = build.strip_prefix("0.1.0+").unwrap();
    assert!(hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()), "{version}");
    assert_eq!(json(&quandary(&["solve", "sliding", "1 2 3 4 0 5 7 8 6", "--json"]))["build"], build);
    assert_eq!(json(&quandary(&["solve", "sliding", "nonsense", "--json"]))["build"], build);
    let place = tempfile::tempdir().unwrap();
    let (file, out) = (place.path().join("study.toml"), place.path().join("out"));
    std::fs::write(&file, "puzzle = 'minesweeper'\ngames = 4\nblock = 2\n[settings]\nboard = '3x3/1'\n")
        .unwrap();
    quandary(&["run", file.to_str().unwrap(), "--out", out.to_str().unwrap(), "--quiet"]);
    for name in ["study.json", "manifest.json"] {
        let text = std::fs::read_to_string(out.join(name)).unwrap();
        assert!(text.contains(build), "{name}: {text}");
    }
    // A folder that another build began is left as it is, and both are named.
    let label = std::fs::read_to_string(out.join("study.json")).unwrap();
    std::fs::write(out.join("study.json"), label.replace(hash, "0123456789abcdef")).unwrap();
    let refused = quandary(&["merge", out.to_str().unwrap()]);
    assert_eq!(code(&refused), 2);
    let why = stderr(&refused);
    assert!(why.contains(build) && why.contains("0.1.0+0123456789abcdef"), "{why}");
}

#[test]
fn an_explanation_begins_with_the_move_and_lists_ten_alternatives_unless_all_are_asked_for() {
    let position = "----X------X-----OX-O-X---OXOOXX--XOXXO---XXO-----X-O----------- X";
    let ask =
        |more: &[&str]| quandary(&[&["explain", "othello", position, "--nodes", "20000"], more].concat());
    let (short, whole, whole_json) = (ask(&[]), ask(&["--all"]), json(&ask(&["--json"])));
    let chosen = whole_json["decision"]["move"].as_str().unwrap();
    let listed = |text: &str| text.lines().filter(|line| line.starts_with("  ")).count();
    let (short, whole) = (stdout(&short), stdout(&whole));
    assert!(short.starts_with(&format!("{chosen}: ")), "{short}");
    let words = short.split("\n\n").next().unwrap();
    assert!(words.ends_with("more; --all lists them"), "{words}");
    assert_eq!(listed(words), 11, "ten moves, and how many more there are: {words}");
    let all = whole_json["alternatives"].as_array().unwrap().len();
    assert_eq!(listed(whole.split("\n\n").next().unwrap()), all);
    assert_eq!(all, 13, "programs get every move");
}

#[test]
fn an_explanation_that_ends_by_itself_is_an_answer() {
    // No limit is given: what is known after a while is the answer, whether or not it is proved by then.
    let output = quandary(&["explain", "connect-four", "1111777", "--json"]);
    let answer = json(&output);
    assert_eq!((code(&output), &answer["status"]), (0, &"answered".into()), "{answer}");
    assert!(answer["decision"]["move"].is_string(), "{answer}");
}
