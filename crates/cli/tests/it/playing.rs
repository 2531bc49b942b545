//! Games played line by line, by a script.

use quandary_registry::all;

use super::{code, quandary, quandary_with, stderr, stdout};

/// Plays by the program's own hints: what `hint` says twice is a move and why.
fn play_by_hints(puzzle: &[&str], most: usize) -> String {
    let mut lines = String::new();
    let mut transcript = String::new();
    for _ in 0..most {
        let mut arguments = vec!["play"];
        arguments.extend(puzzle);
        arguments.extend(["--plain", "--quiet", "--no-cache"]);
        let asked = quandary_with(&arguments, &format!("{lines}hint\nhint\n"));
        assert_eq!(code(&asked), 0, "{}", stderr(&asked));
        transcript = stdout(&asked);
        let last = transcript.lines().last().unwrap_or_default().to_owned();
        if transcript.contains("Won.") || transcript.contains("Lost.") || transcript.contains("Drawn.") {
            return transcript;
        }
        let chosen = last.split_once(": ").map_or("", |(head, _)| head);
        let chosen = chosen.split(" (").next().unwrap_or(chosen);
        lines.push_str(chosen);
        lines.push('\n');
    }
    transcript
}

#[test]
fn hints_lead_to_the_end_of_a_sliding_puzzle_and_of_lights_out() {
    for puzzle in [&["sliding", "--board", "2x3", "--seed", "1"][..], &["lights-out", "--board", "3x3"]] {
        let played = play_by_hints(puzzle, 40);
        assert!(played.contains("Won."), "{played}");
    }
}

#[test]
fn every_puzzle_is_played_line_by_line_with_undo_redo_save_and_load() {
    let folder = tempfile::tempdir().unwrap();
    for entry in all() {
        let file = folder.path().join(format!("{}.json", entry.name));
        let file = file.to_str().unwrap();
        let first = stdout(&quandary_with(&["play", entry.name, "--plain", "--seed", "1"], "moves\nquit\n"));
        let moves = first.lines().last().unwrap();
        let chosen = moves.split(' ').next().unwrap();
        let lines = format!("{chosen}\nundo\nredo\nnonsense\nsave {file}\nlink\nshow\nquit\n");
        let arguments = ["play", entry.name, "--plain", "--seed", "1", "--quiet"];
        let played = quandary_with(&arguments, &lines);
        assert_eq!(code(&played), 0, "{}", stderr(&played));
        assert_eq!(
            played.stdout,
            quandary_with(&arguments, &lines).stdout,
            "{}: the same game again",
            entry.name
        );
        let text = stdout(&played);
        assert!(text.contains("? `nonsense`") || text.contains("? "), "{text}");
        let shown = |text: &str| text.rsplit("\n\n").next().unwrap_or_default().to_owned();
        let resumed =
            stdout(&quandary_with(&["play", entry.name, "--plain", "--load", file, "--quiet"], "show\n"));
        assert_eq!(shown(&resumed), shown(&text), "{}: the saved game goes on", entry.name);
    }
}

#[test]
fn a_game_without_a_terminal_says_how_to_play() {
    let output = quandary(&["play", "sliding"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("--plain"), "{}", stderr(&output));
}
