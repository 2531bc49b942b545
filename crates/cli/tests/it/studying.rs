//! Studies as a user runs them: from a file to a figure, killed on the way.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use super::{code, json, quandary, stderr, stdout};

const STUDY: &str = "puzzle = 'minesweeper'\ngames = 3000\nblock = 50\n[settings]\nboard = '9x9/{10..12}'\n";

fn study(folder: &Path, text: &str) -> String {
    let file = folder.join("study.toml");
    fs::write(&file, text).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_study_killed_again_and_again_gives_the_rows_of_one_that_was_not() {
    let place = tempfile::tempdir().unwrap();
    let file = study(place.path(), STUDY);
    let at = |name: &str| place.path().join(name).to_str().unwrap().to_owned();
    let whole = quandary(&["run", &file, "--out", &at("whole"), "--json", "--quiet"]);
    assert_eq!(code(&whole), 0, "{}", stderr(&whole));
    let blocks = || fs::read_dir(at("killed") + "/blocks").map_or(0, Iterator::count);
    let mut kills = 0;
    // Killed as soon as it has stored a block or two more, until most are there.
    while blocks() < 150 {
        let mut run = Command::new(assert_cmd::cargo::cargo_bin("quandary"))
            .args(["run", &file, "--out", &at("killed"), "--quiet", "--threads", "2"])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let before = blocks();
        while run.try_wait().unwrap().is_none() && blocks() < before + 12 {
            std::thread::sleep(Duration::from_millis(2));
        }
        run.kill().unwrap();
        run.wait().unwrap();
        kills += 1;
    }
    assert!(kills >= 5, "{kills}");
    let last = quandary(&["run", &file, "--out", &at("killed"), "--json", "--quiet"]);
    assert_eq!(code(&last), 0, "{}", stderr(&last));
    assert_eq!(json(&last)["merged"]["hash"], json(&whole)["merged"]["hash"]);
    assert!(json(&last)["blocks_played"].as_u64().unwrap() < 180, "it went on where it was");
    let parts = |folder: &str| {
        fs::read_dir(folder)
            .unwrap()
            .filter(|file| file.as_ref().unwrap().path().extension().is_some_and(|ending| ending == "part"))
            .count()
    };
    assert_eq!((parts(&at("killed")), parts(&(at("killed") + "/blocks"))), (0, 0));

    // In shares, as a job array would.
    for share in ["1/3", "2/3", "3/3"] {
        let share = quandary(&["run", &file, "--out", &at("shared"), "--chunk", share, "--quiet"]);
        assert_eq!(code(&share), 0, "{}", stderr(&share));
    }
    let merged = quandary(&["merge", &at("shared"), "--json"]);
    assert_eq!(json(&merged)["hash"], json(&whole)["merged"]["hash"]);
}

#[test]
fn rows_become_a_table_and_a_plot() {
    let place = tempfile::tempdir().unwrap();
    let file =
        study(place.path(), "puzzle = 'sliding'\ngames = 60\n[settings]\nskill = [0.8, 0.95]\nwithin = 100");
    let out = place.path().join("out").to_str().unwrap().to_owned();
    assert!(stdout(&quandary(&["run", &file, "--estimate"])).contains("120 games of 2 cells"));
    let run = quandary(&["run", &file, "--out", &out]);
    assert_eq!(code(&run), 0, "{}", stderr(&run));
    assert!(
        stdout(&run).contains("rows.parquet") && stderr(&run).contains("CPU seconds"),
        "{}",
        stdout(&run)
    );
    let csv = stdout(&quandary(&["table", &out, "--as", "csv"]));
    assert_eq!(csv.lines().count(), 3);
    assert!(csv.starts_with("skill,within,games,win_rate,win_rate_low,win_rate_high,"), "{csv}");
    let figure = place.path().join("v.svg");
    let plot = quandary(&["plot", &out, "--y", "v", "--figure", figure.to_str().unwrap()]);
    assert_eq!(code(&plot), 0, "{}", stderr(&plot));
    assert!(fs::read_to_string(figure).unwrap().contains("</svg>"));
}

#[test]
fn a_wrong_study_is_refused_in_words_and_nothing_is_touched() {
    let place = tempfile::tempdir().unwrap();
    let out = place.path().join("out").to_str().unwrap().to_owned();
    for (text, part) in [
        (
            "puzzle = 'sliding'\ngames = 5\n[settings]\nskil = 0.9",
            "line 4: [settings] has no `skil`; expected `skill`?",
        ),
        ("puzzle = 'sliding'\ngames = 5\n[settings]\nskill = []", "the list is empty"),
        ("puzzle = 'sliding'\ngames = 5\n[settings]\nskill = 7", "skill = 7"),
    ] {
        let run = quandary(&["run", &study(place.path(), text), "--out", &out]);
        assert_eq!(code(&run), 2);
        assert!(stderr(&run).contains(part) && stderr(&run).contains("expected"), "{}", stderr(&run));
        assert!(!Path::new(&out).exists());
    }
    let none = quandary(&["merge", place.path().to_str().unwrap()]);
    assert!(code(&none) == 2 && stderr(&none).contains("does not contain a study"), "{}", stderr(&none));
    let share = quandary(&["run", "study.toml", "--out", &out, "--chunk", "4/3"]);
    assert!(code(&share) == 2 && stderr(&share).contains("such as 1/8"), "{}", stderr(&share));
}
