//! The pictures of the shelf: unique with an accepted certificate, graded, titled, and no two alike.

use std::collections::{HashMap, HashSet};

use quandary_check::verify;
use quandary_core::Budget;
use quandary_nonogram::human::{graded, graded_colours};
use quandary_nonogram::notation::{Document, Sheet, read_sheets};
use quandary_nonogram::shelf::pictures;
use quandary_nonogram::{Block, Ink};

/// The outline of a picture in all eight positions.
fn turned<B: Block>(document: &Document<B>) -> HashSet<Vec<String>> {
    let picture = document.goal.as_ref().expect("a picture");
    let mut rows: Vec<Vec<char>> = picture
        .rows()
        .into_iter()
        .map(|row| row.chars().map(|c| if c == '.' { c } else { '#' }).collect())
        .collect();
    let mut all = HashSet::new();
    for _ in 0..4 {
        let text = |row: &Vec<char>| row.iter().collect::<String>();
        all.insert(rows.iter().map(text).collect());
        all.insert(rows.iter().map(|row| row.iter().rev().collect()).collect());
        // A quarter turn.
        rows = (0..rows[0].len()).map(|x| rows.iter().rev().map(|row| row[x]).collect()).collect();
    }
    all
}

#[test]
fn every_file_of_the_folder_is_on_the_shelf() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/shelf");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut found = 0;
    for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "txt")) {
        let sheets = read_sheets(&std::fs::read(&file).unwrap(), None).unwrap();
        found += sheets.len();
        assert!(sheets.iter().all(|sheet| pictures().any(|shown| shown.sheet == sheet)), "{file:?}");
    }
    assert_eq!(found, pictures().count());
}

#[test]
fn there_are_enough_pictures_and_no_two_are_alike_or_of_one_title() {
    let (mut titles, mut seen) = (HashSet::new(), HashMap::new());
    let mut coloured = 0;
    for shown in pictures() {
        let title = shown.title();
        assert!(!title.is_empty() && titles.insert(title.to_lowercase()), "{title} twice");
        coloured += usize::from(shown.is_coloured());
        let size = shown.size();
        assert!([size.rows, size.columns].iter().all(|side| (5..=30).contains(side)), "{title} is {size}");
        let turned = match shown.sheet {
            Sheet::Plain(document) => turned(document),
            Sheet::Coloured(document) => turned(document),
        };
        for position in turned {
            let other = seen.insert(position, title);
            assert!(other.is_none(), "{title} looks as {}", other.unwrap_or_default());
        }
    }
    assert!(titles.len() >= 120 && coloured >= 30, "{} pictures, {coloured} in colours", titles.len());
}

#[test]
fn no_edge_of_a_picture_is_empty_and_every_colour_is_used() {
    fn check<B: Block>(title: &str, document: &Document<B>, colours: usize) {
        let puzzle = &document.puzzle;
        let edges =
            [puzzle.rows().first(), puzzle.rows().last(), puzzle.columns().first(), puzzle.columns().last()];
        assert!(edges.into_iter().flatten().all(|clue| !clue.is_empty()), "{title} has an empty edge");
        let used: HashSet<usize> = puzzle.rows().iter().flatten().map(|block| block.ink().number()).collect();
        assert_eq!(used.len(), colours, "{title}: colours used");
    }
    for shown in pictures() {
        match shown.sheet {
            Sheet::Plain(document) => check(shown.title(), document, 1),
            Sheet::Coloured(document) => check(shown.title(), document, shown.palette().colours()),
        }
    }
}

/// Every picture is the only one with its clues, says a checker that knows nothing of the solver; and its grade is known.
#[test]
fn every_picture_is_unique_with_an_accepted_certificate_and_has_a_grade() {
    for shown in pictures() {
        let title = shown.title();
        let (claim, certificate, level) = match shown.sheet {
            Sheet::Plain(document) => {
                let graded = graded(&document.puzzle, &mut Budget::unlimited());
                (graded.solved.verdict.name(), graded.solved.certificate(&document.puzzle), graded.level())
            }
            Sheet::Coloured(document) => {
                let graded = graded_colours(&document.puzzle, &mut Budget::unlimited());
                (graded.solved.verdict.name(), graded.solved.certificate(&document.puzzle), graded.level())
            }
        };
        assert_eq!(claim, "unique", "{title}");
        assert!(level.is_some(), "{title} has no grade");
        let verified = verify(&certificate.expect("a certificate"));
        assert!(verified.is_ok(), "{title}: {verified:?}");
    }
}
