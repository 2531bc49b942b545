//! Files of several boards, as `generate --count` writes them, and what else is read from files of our own.

use serde_json::Value;

use super::{code, quandary, quandary_with, stderr, stdout};

/// Writes what `generate` prints for this number of boards to a file of its own.
fn generated(folder: &tempfile::TempDir, arguments: &[&str]) -> String {
    let made = quandary(&[&["generate"], arguments, &["--seed", "1"]].concat());
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    let file = folder.path().join(format!("{}.txt", arguments[0]));
    std::fs::write(&file, &made.stdout).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn verbs_that_take_one_board_answer_twenty_from_one_file() {
    let folder = tempfile::tempdir().unwrap();
    for (puzzle, options, count, verbs) in [
        ("minesweeper", &["--board", "9x9/10", "--no-guess"][..], 20, &["solve"][..]),
        ("sliding", &["--board", "3x3"], 20, &["solve"]),
        ("lights-out", &[], 20, &["solve", "explain"]),
        ("nonogram", &["--board", "6x6"], 20, &["measure"]),
        ("connect-four", &[], 3, &["explain"]),
    ] {
        let number = count.to_string();
        let file = generated(&folder, &[&[puzzle], options, &["--count", &number]].concat());
        for verb in verbs {
            let nodes: &[&str] = if puzzle == "connect-four" { &["--nodes", "2000"] } else { &[] };
            let text = quandary(&[&[verb, puzzle, &file, "--quiet"], nodes].concat());
            assert!(code(&text) != 2, "{verb} {puzzle}: {}", stderr(&text));
            let text = stdout(&text);
            for board in [1, count] {
                assert!(text.contains(&format!("board {board} of {count}\n")), "{verb} {puzzle}: {text}");
            }
            let lines = quandary(&[&[verb, puzzle, &file, "--quiet", "--json"], nodes].concat());
            let lines = stdout(&lines);
            let all: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            assert_eq!(all.len(), count, "{verb} {puzzle}");
            assert!(all.iter().all(|one| one["puzzle"] == puzzle && one["verb"] == *verb));
        }
    }
}

#[test]
fn what_is_wrong_with_one_of_several_boards_is_said_of_that_board() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards.txt");
    std::fs::write(&file, "1 2 3\n4 5 6\n0 7 8\n\n1 2 3\n4 5 6\n7 8 8\n").unwrap();
    let refused = quandary(&["solve", "sliding", file.to_str().unwrap()]);
    assert_eq!(code(&refused), 2);
    assert!(stderr(&refused).contains("boards.txt, board 2"), "{}", stderr(&refused));
    // A single board is refused as before.
    let refused = quandary(&["solve", "sliding", "1 2 3 4 5 6 7 8 8"]);
    assert!(!stderr(&refused).contains("board 1"), "{}", stderr(&refused));
}

#[test]
fn autopsy_reads_a_saved_game() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.json").to_str().unwrap().to_owned();
    let moves = format!("open 1,1\nopen 9,9\nopen 1,9\nsave {file}\nquit\n");
    let played = quandary_with(&["play", "minesweeper", "--plain", "--seed", "3"], &moves);
    assert_eq!(code(&played), 0, "{}", stderr(&played));
    let answer = quandary(&["autopsy", "minesweeper", &file, "--samples", "20", "--quiet"]);
    assert!(code(&answer) != 2, "{}", stderr(&answer));
    assert!(stdout(&answer).contains("open 1,1"), "{}", stdout(&answer));
}

#[test]
fn the_rows_of_one_board_are_not_taken_for_boards() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    // Refused for its size: 4x4 is beyond exact values.
    std::fs::write(&file, "2 . . 2\n. . . .\n. . . .\n. . . .\n").unwrap();
    let refused = quandary(&["solve", "2048", file.to_str().unwrap(), "--quiet"]);
    assert_eq!((code(&refused), stdout(&refused).as_str()), (2, ""), "{}", stderr(&refused));
}
