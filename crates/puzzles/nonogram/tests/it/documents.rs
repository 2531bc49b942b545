//! The published boards and methods.

use quandary_core::Budget;
use quandary_nonogram::generate::Boardgen;
use quandary_nonogram::methods::{Method, run};
use quandary_nonogram::solve::{Goal, Method as Ours, Verdict, solve};
use quandary_nonogram::{Nonogram, Picture};

/// Drawn by Python 3's own `random` with seed 12345: `$1`, then the rows of board 1, and so on.
const PYTHON: &str = include_str!("data/boardgen_5_10_0.5_0.35_12345.txt");

#[test]
fn the_boards_are_those_that_python_draws() {
    let expected: Vec<Picture> = PYTHON
        .split('$')
        .skip(1)
        .map(|part| Picture::parse(part.split_once('\n').unwrap().1).unwrap())
        .collect();
    assert_eq!(expected.len(), 10);
    assert_eq!(Boardgen::document(5).pictures(), expected);
}

/// Methods 1 and 3 visit hundreds of millions of nodes on these boards; `reproduce nono.T1` runs them.
#[test]
fn the_methods_solve_the_documents_small_boards_and_agree() {
    for picture in Boardgen::document(5).pictures() {
        let puzzle = Nonogram::of(&picture);
        let verdict = solve(&puzzle, Goal::Unique, Ours::Best, &mut Budget::unlimited()).verdict;
        for method in Method::all().filter(|method| !matches!(method.id(), 1 | 3)) {
            let found = run(method, &puzzle, &mut Budget::unlimited()).unwrap().expect("there is a solution");
            assert!(puzzle.fits(&found), "{}", method.name());
            if let Verdict::Unique(only) = &verdict {
                assert_eq!(found, *only, "{}", method.name());
            }
        }
    }
}

#[test]
fn all_twelve_methods_agree_on_boards_of_four() {
    for picture in (Boardgen { n: 4, count: 10, first: 0.6, last: 0.35, seed: 7 }).pictures() {
        let puzzle = Nonogram::of(&picture);
        let verdict = solve(&puzzle, Goal::Unique, Ours::Best, &mut Budget::unlimited()).verdict;
        for method in Method::all() {
            let found = run(method, &puzzle, &mut Budget::unlimited()).unwrap().expect("there is a solution");
            assert!(puzzle.fits(&found), "{}", method.name());
            assert!(!matches!(&verdict, Verdict::Unique(only) if *only != found), "{}", method.name());
        }
    }
}

#[test]
fn the_methods_find_nothing_where_there_is_nothing() {
    let clues = |lines: &[&[usize]]| lines.iter().map(|clue| clue.to_vec()).collect::<Vec<_>>();
    let puzzle = Nonogram::new(clues(&[&[1, 1], &[], &[1, 1]]), clues(&[&[], &[2], &[2]])).unwrap();
    for method in Method::all() {
        assert_eq!(run(method, &puzzle, &mut Budget::unlimited()).unwrap(), None, "{}", method.name());
    }
}

#[test]
fn greedy_intersection_solves_the_documents_boards_of_fifteen() {
    for picture in Boardgen::document(15).pictures() {
        let puzzle = Nonogram::of(&picture);
        let greedy = Method::named("recursive_intersect_greedy").unwrap();
        let found = run(greedy, &puzzle, &mut Budget::nodes(100_000)).unwrap().expect("there is a solution");
        assert!(puzzle.fits(&found));
    }
}

#[test]
fn a_method_that_runs_out_of_nodes_says_so() {
    let puzzle = Nonogram::of(&Boardgen::document(10).pictures()[0]);
    let mut budget = Budget::nodes(1000);
    assert_eq!(run(Method::named("1").unwrap(), &puzzle, &mut budget), Err(quandary_core::Exhausted::Nodes));
}
