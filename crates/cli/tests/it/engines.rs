//! Engines both ways: ours for other programs, and other programs for us. Programs that hang, lie or leave are shell scripts.

use super::{code, json, quandary, quandary_with, stderr, stdout};

/// The command that starts our own engine of a game.
fn ours(game: &str, more: &str) -> String {
    let program = assert_cmd::cargo::cargo_bin("quandary");
    format!("\"{}\" engine {game} {more}", program.display())
}

#[test]
fn an_engine_speaks_the_protocol_of_its_game_on_a_pipe() {
    for (game, lines, answer) in [
        ("xiangqi", "uci\nposition startpos\ngo depth 1\n", "bestmove "),
        ("xiangqi", "ucci\nposition startpos\ngo depth 1\n", "bestmove "),
        ("othello", "nboard 2\nset depth 1\ngo\n", "=== "),
        ("checkers", "position start moves 11-15\ngo depth 1\n", "bestmove "),
        ("connect-four", "position 44\ngo nodes 500\n", "bestmove "),
    ] {
        let output = quandary_with(&["engine", game], lines);
        assert_eq!(code(&output), 0, "{game}: {}", stderr(&output));
        assert!(stdout(&output).lines().any(|line| line.starts_with(answer)), "{game}: {}", stdout(&output));
    }
}

#[test]
fn an_engine_plays_at_a_level_and_a_board_that_its_protocol_lacks_is_refused_in_words() {
    let lines = "START 15\nBOARD\n7,7,2\nDONE\n";
    let played = stdout(&quandary_with(&["engine", "gomoku", "--level", "beginner"], lines));
    assert!(played.lines().any(|line| line.split(',').all(|part| part.parse::<u32>().is_ok())), "{played}");
    let moves = |said: &str| said.lines().filter(|line| !line.starts_with("MESSAGE ")).collect::<String>();
    let again = stdout(&quandary_with(&["engine", "gomoku", "--level", "beginner"], lines));
    assert_eq!(moves(&played), moves(&again));
    // A manager takes no move without a score before it.
    for level in ["beginner", "expert"] {
        let lines = "uci\nposition startpos\ngo movetime 1000\n";
        let said = stdout(&quandary_with(&["engine", "xiangqi", "--level", level], lines));
        let info = said.lines().rev().nth(1).unwrap_or_default();
        assert!(info.starts_with("info depth ") && info.contains(" score cp "), "{level}: {said}");
    }
    let refused = quandary(&["engine", "minesweeper"]);
    assert_eq!(code(&refused), 2);
    let refused = quandary(&["engine", "xiangqi", "--level", "god"]);
    assert!(code(&refused) == 2 && stderr(&refused).contains("beginner"), "{}", stderr(&refused));
}

#[test]
fn our_engines_meet_our_players_through_their_own_protocols() {
    for (game, opening) in [("connect-four", "2"), ("othello", "50"), ("checkers", "2"), ("gomoku", "3")] {
        let program = format!("engine:{}", ours(game, "--level beginner"));
        let players = format!("random,{program}");
        let opening = if game == "othello" { "40" } else { opening };
        let output = quandary(&[
            "contest",
            game,
            "--players",
            &players,
            "--games",
            "2",
            "--opening",
            opening,
            "--move-time",
            "5",
            "--json",
            "--quiet",
        ]);
        assert_eq!(code(&output), 0, "{game}: {}", stderr(&output));
        let answer = json(&output);
        assert_eq!(answer["pairs"][0]["games"], 2, "{game}");
        assert_eq!(answer["pairs"][0]["first"], program, "{game}");
        assert_eq!(answer["ratings"][1]["games"], 2, "{game}");
    }
}

#[test]
fn a_game_against_an_engine_is_played_undone_and_saved_without_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json");
    let file = file.to_str().unwrap();
    let opponent = format!("engine:{}", ours("xiangqi", "--level beginner"));
    let arguments = ["play", "xiangqi", "--plain", "--opponent", &opponent, "--quiet"];
    let output = quandary_with(&arguments, &format!("h2e2\nundo\nredo\nsave {file}\nquit\n"));
    let played = stdout(&output);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(played.contains("reply: "), "{played}");
    assert_eq!(played.matches("Red to move").count(), 4, "undo takes both moves back: {played}");
    let saved = std::fs::read_to_string(file).unwrap();
    assert!(!saved.contains("engine:") && saved.contains("side=both"), "{saved}");
}

#[test]
fn a_program_gives_its_advice_beside_ours() {
    let program = ours("connect-four", "");
    let output = quandary(&["explain", "connect-four", "44444", "--engine", &program, "--move-time", "0.05"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains(" plays ") && text.contains("it says: depth"), "{text}");
    let output = quandary(&["explain", "connect-four", "44444", "--engine", &program, "--json", "--quiet"]);
    let lines = stdout(&output);
    let second: serde_json::Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    assert!(second["best"].is_string() && second["engine"] == program.as_str(), "{lines}");
}

/// What is said of a program of Xiangqi that does this after it was greeted.
#[cfg(unix)]
fn blamed(script: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engine.sh");
    std::fs::write(&file, script).unwrap();
    let command = format!("sh {}", file.display());
    let output = quandary(&[
        "explain",
        "xiangqi",
        "start",
        "--depth",
        "1",
        "--engine",
        &command,
        "--move-time",
        "0.01",
    ]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let said = stderr(&output);
    assert!(said.contains(&format!("`{command}`")), "the command is named: {said}");
    said
}

#[cfg(unix)]
#[test]
fn programs_that_hang_lie_or_leave_are_named_with_what_they_said() {
    let greet = "while read line; do case $line in uci) echo uciok;; isready) echo readyok;; go*) ";
    let end = ";; esac; done";
    for (answer, words) in [
        ("echo bestmove a0a9", "answered a0a9, which is not a legal move here"),
        ("echo bestmove rubbish", "answered `bestmove rubbish`"),
        ("echo 'bestmove (none)'", "answered `bestmove (none)`"),
        ("exit 7", "ended (exit status: 7)"),
        (
            "echo thinking hard",
            "did not answer `go movetime 10` in 5.01 seconds; the last it said was `thinking hard`",
        ),
        ("exec sleep 100", "did not answer `go movetime 10`"),
    ] {
        let said = blamed(&format!("{greet}{answer}{end}"));
        assert!(said.contains(words), "{answer}: {said}");
    }
    assert!(blamed("exit 1").contains("ended (exit status: 1)"));
}

#[test]
fn a_program_that_cannot_be_started_is_refused_before_the_game() {
    let output =
        quandary_with(&["play", "checkers", "--plain", "--opponent", "engine:/nowhere/at/all"], "11-15\n");
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("`/nowhere/at/all` cannot be started"), "{}", stderr(&output));
    let both =
        quandary_with(&["play", "checkers", "--plain", "--side", "both", "--opponent", "engine:x"], "");
    assert!(stderr(&both).contains("you play one side"), "{}", stderr(&both));
}

#[test]
fn a_saved_game_starts_no_program() {
    let folder = tempfile::tempdir().unwrap();
    let (file, trace) = (folder.path().join("game.json"), folder.path().join("started"));
    let saved = quandary_with(&["play", "checkers", "--plain"], &format!("save {}\nquit\n", file.display()));
    assert_eq!(code(&saved), 0, "{}", stderr(&saved));
    let text = std::fs::read_to_string(&file).unwrap();
    let hostile = format!("opponent=engine:touch {}", trace.display());
    let forged = text.replace("opponent=casual", &hostile);
    assert_ne!(text, forged);
    std::fs::write(&file, forged).unwrap();
    let loaded =
        quandary_with(&["play", "checkers", "--plain", "--load", file.to_str().unwrap()], "11-15\nquit\n");
    assert_eq!(code(&loaded), 2, "{}", stdout(&loaded));
    assert!(stderr(&loaded).contains("is not a valid player"), "{}", stderr(&loaded));
    assert!(!trace.exists());
}
