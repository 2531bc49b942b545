//! `print`: sheets of puzzles as PDF and SVG.

use super::{code, json, quandary, stderr, stdout};

const MIXED: [&str; 5] =
    ["print", "nonogram/colour-pictures:4", "minesweeper:4", "sliding:2", "lights-out:2"];

#[test]
fn twelve_mixed_puzzles_are_printed_with_grades_and_with_their_solutions_at_the_back() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let pdf = at("sheet.pdf");
    let printed = quandary(&[&MIXED[..], &["--per-page", "6", "--to", &pdf, "--json"]].concat());
    assert_eq!(code(&printed), 0, "{}", stderr(&printed));
    let answer = json(&printed);
    let items = answer["items"].as_array().unwrap();
    assert_eq!((items.len(), &answer["pages"]), (12, &3.into()), "two pages of puzzles, one of solutions");
    assert!(items.iter().all(|item| !item["grade"].as_str().unwrap().is_empty()));
    let text = std::fs::read_to_string(&pdf).unwrap();
    assert!(text.starts_with("%PDF-1.7") && text.contains("/Count 3"));
    // The name of a picture is at the back only.
    let name = format!("({})", items[0]["answer"].as_str().unwrap());
    assert_eq!(text.matches(&name).count(), 1, "{name}");
    assert_eq!(text.matches("(1. Nonogram").count(), 2, "the puzzle and its solution");

    let again = quandary(&[&MIXED[..], &["--per-page", "6", "--to", &at("again.pdf")]].concat());
    assert!(stdout(&again).starts_with("12 puzzles on 3 pages, written to "), "{}", stdout(&again));
    assert_eq!(std::fs::read_to_string(at("again.pdf")).unwrap(), text, "the same seed, the same sheet");

    let svg = quandary(&[&MIXED[..], &["--paper", "letter", "--to", &at("sheet.svg")]].concat());
    assert_eq!(code(&svg), 0, "{}", stderr(&svg));
    let text = std::fs::read_to_string(at("sheet.svg")).unwrap();
    assert!(text.contains("width=\"612.00pt\"") && text.trim_end().ends_with("</svg>"));
}

#[test]
fn what_cannot_be_printed_is_refused_with_what_can() {
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("sheet.pdf").to_str().unwrap().to_owned();
    for (arguments, says) in [
        (&["print", "othello:2"][..], "expected one of sliding, minesweeper, nonogram, lights-out"),
        (&["print", "nonogram:0"], "asks for no puzzle"),
        (&["print", "nonogram/small:2"], "`small` is not a setting"),
        (&["print", "nonogram:nowhere.non"], "there is no file `nowhere.non`"),
        (&["print", "nonogram:2", "--to", "sheet.doc"], "expected .pdf or .svg"),
        (&["print", "nonogram:2", "--paper", "a5"], "a4 or letter"),
    ] {
        let given = [arguments, &["--to", &pdf][..if arguments.contains(&"--to") { 0 } else { 2 }]].concat();
        let refused = quandary(&given);
        assert_eq!(code(&refused), 2, "{given:?}");
        assert!(stderr(&refused).contains(says), "{given:?}: {}", stderr(&refused));
    }
    assert!(!std::path::Path::new(&pdf).exists());
}
