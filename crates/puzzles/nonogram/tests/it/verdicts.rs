//! Every solver against counting all pictures.

use std::collections::HashMap;

use quandary_core::Reason;
use quandary_core::{Budget, Exhausted, Seed};
use quandary_nonogram::generate::random_puzzle;
use quandary_nonogram::human::{End, Grade, graded};
use quandary_nonogram::make_unique::{Outcome, Wish, make_unique};
use quandary_nonogram::solve::{Goal, Method, Verdict, solve};
use quandary_nonogram::{Nonogram, Picture};

/// How many pictures of a size have each set of clues.
fn census(width: usize, height: usize) -> HashMap<Nonogram, u32> {
    let mut counts = HashMap::new();
    for mask in 0..1_u32 << (width * height) {
        let cells = (0..width * height).map(|cell| mask >> cell & 1 == 1).collect();
        *counts.entry(Nonogram::of(&Picture::from_cells(width, cells))).or_insert(0) += 1;
    }
    counts
}

#[test]
fn verdicts_equal_counting_for_every_puzzle_of_small_sizes() {
    for (width, height) in [(3, 3), (2, 5), (4, 3)] {
        for (puzzle, count) in census(width, height) {
            for method in [Method::Best, Method::Search] {
                let verdict = solve(&puzzle, Goal::Unique, method, &mut Budget::unlimited()).verdict;
                match &verdict {
                    Verdict::Unique(picture) => assert!(count == 1 && puzzle.fits(picture), "{puzzle:?}"),
                    Verdict::Multiple(first, second) => {
                        assert!(count > 1 && first != second && puzzle.fits(first) && puzzle.fits(second));
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
    }
}

#[test]
fn clues_that_no_picture_has_are_found_out() {
    let known = census(3, 3);
    let clues: Vec<Vec<usize>> = vec![vec![], vec![1], vec![2], vec![3], vec![1, 1]];
    let (mut stream, mut none) = (Seed(5).stream(0), 0);
    for _ in 0..2000 {
        let mut draw = || (0..3).map(|_| clues[stream.index(5)].clone()).collect::<Vec<_>>();
        let Ok(puzzle) = Nonogram::new(draw(), draw()) else { continue };
        let count = known.get(&puzzle).copied().unwrap_or(0);
        let verdict = solve(&puzzle, Goal::First, Method::Best, &mut Budget::unlimited()).verdict;
        assert_eq!(verdict == Verdict::None, count == 0, "{puzzle:?}");
        none += u32::from(count == 0);
    }
    assert!(none > 50);
}

#[test]
fn the_rungs_of_the_ladder_agree_where_they_finish() {
    for index in 0..60 {
        let (puzzle, _) = random_puzzle(Seed(8), index, 12, 10, 0.55);
        let best = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited()).verdict;
        let search = solve(&puzzle, Goal::Unique, Method::Search, &mut Budget::unlimited()).verdict;
        assert_eq!(best.name(), search.name());
        for method in [Method::Line, Method::Probe] {
            match solve(&puzzle, Goal::Unique, method, &mut Budget::unlimited()).verdict {
                Verdict::Open(board) => {
                    let picture = best.picture().expect("the puzzle was made from one");
                    for (cell, &known) in board.cells().iter().enumerate() {
                        let fits = known == quandary_nonogram::Cell::Unknown
                            || known == quandary_nonogram::Cell::of(picture.cells()[cell]);
                        assert!(fits, "a cell that {method:?} settles is so in every solution");
                    }
                }
                other => assert_eq!(other, best),
            }
        }
    }
}

#[test]
fn a_budget_that_runs_out_is_a_verdict() {
    let (puzzle, _) = random_puzzle(Seed(9), 0, 25, 25, 0.38);
    let solved = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::nodes(1));
    assert!(matches!(solved.verdict, Verdict::Budget { .. }));
    assert!(solved.certificate(&puzzle).is_none());
}

#[test]
fn lines_longer_than_a_machine_word_are_solved_too() {
    for (width, height) in [(62, 3), (63, 5), (64, 4), (126, 3), (127, 4), (200, 3), (300, 2)] {
        let (puzzle, _) = random_puzzle(Seed(10), width as u64, width, height, 0.7);
        let solved = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited());
        let picture = solved.verdict.picture().expect("it was made from one");
        assert!(puzzle.fits(picture), "{width}x{height}");
    }
}

#[test]
fn a_grade_is_the_hardest_step_and_its_cells_are_the_solution() {
    let mut by_technique = 0;
    for index in 0..40 {
        let (puzzle, _) = random_puzzle(Seed(11), index, 10, 10, 0.6);
        let Verdict::Unique(picture) =
            solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited()).verdict
        else {
            continue;
        };
        let graded = graded(&puzzle, &mut Budget::unlimited());
        assert_eq!(graded.stopped, None);
        let walk = &graded.walk;
        match walk.end {
            End::Solved => {
                assert_eq!(walk.board.picture(), Some(picture));
                assert_eq!(Grade::from(walk.hardest()), graded.grade);
                by_technique += 1;
            }
            _ => assert!(walk.board.open() > 0 && graded.grade == Grade::Search),
        }
        let trace = walk.trace();
        assert!(trace.steps.iter().all(|step| step.plausible >= 1 && step.plausible <= step.options));
        assert!(walk.steps.iter().all(|step| !step.why.text().is_empty() && !step.why.nudge().is_empty()));
    }
    assert!(by_technique > 20, "{by_technique}");
}

#[test]
fn dominoes_take_more_than_line_logic() {
    let text = include_str!("data/dominoes.nin");
    let puzzle = quandary_nonogram::notation::read_one(text.as_bytes(), None).unwrap().puzzle;
    let grade = graded(&puzzle, &mut Budget::unlimited()).grade;
    assert!(grade > Grade::LineLogic, "{grade:?}");
}

#[test]
fn a_puzzle_with_several_solutions_is_graded_multiple_and_never_search() {
    let grade = |puzzle: &Nonogram| graded(puzzle, &mut Budget::unlimited()).grade;
    let six = Nonogram::new(vec![vec![1]; 3], vec![vec![1]; 3]).unwrap();
    assert_eq!(grade(&six), Grade::Multiple);
    for (puzzle, count) in census(3, 4) {
        assert_eq!(grade(&puzzle) == Grade::Multiple, count > 1, "{puzzle:?}");
        assert_ne!(grade(&puzzle), Grade::Unknown);
    }
}

#[test]
fn a_grade_that_the_budget_does_not_allow_is_unknown_and_keeps_its_steps() {
    let (puzzle, _) = random_puzzle(Seed(9), 0, 25, 25, 0.38);
    let stopped = graded(&puzzle, &mut Budget::nodes(2));
    assert_eq!((stopped.grade, stopped.stopped), (Grade::Unknown, Some(Exhausted::Nodes)));
    // Enough for the verdict and the first look at every line, not for the end.
    let (easy, _) = random_puzzle(Seed(11), 0, 10, 10, 0.6);
    let whole = graded(&easy, &mut Budget::unlimited());
    let part = graded(&easy, &mut Budget::nodes(100));
    assert!(part.walk.steps.len() < whole.walk.steps.len() && !part.walk.steps.is_empty());
    assert_eq!(part.walk.steps[..], whole.walk.steps[..part.walk.steps.len()]);
    assert_eq!(part.stopped, Some(Exhausted::Nodes));
}

#[test]
fn a_picture_made_unique_is_unique_and_no_single_change_was_missed() {
    for index in 0..10 {
        let (_, picture) = random_puzzle(Seed(12), index, 6, 6, 0.5);
        let made = make_unique(&picture, &Wish::default(), &mut Budget::unlimited());
        assert!(made.outcome == Outcome::Unique && made.stopped.is_none());
        assert_eq!(picture.differences(&made.picture), made.changed);
        let unique = |picture: &Picture| {
            let puzzle = Nonogram::of(picture);
            let verdict = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited()).verdict;
            matches!(verdict, Verdict::Unique(_))
        };
        assert!(unique(&made.picture));
        let single = (0..36).any(|cell| {
            let mut next = picture.clone();
            next.paint(cell % 6, cell / 6, !picture.is_black(cell % 6, cell / 6));
            unique(&next)
        });
        let least = if unique(&picture) {
            0
        } else if single {
            1
        } else {
            2
        };
        assert!(made.is_cheapest() && made.cost >= least && (least == 2 || made.cost == least));
    }
}

#[test]
fn making_a_picture_unique_stops_at_any_budget_with_the_best_so_far() {
    let (_, picture) = random_puzzle(Seed(13), 0, 14, 14, 0.45);
    let whole = make_unique(&picture, &Wish::default(), &mut Budget::unlimited());
    assert!(whole.outcome == Outcome::Unique && whole.changed.len() > 1, "{whole:?}");
    let mut begun = false;
    for nodes in [0, 1, 30, 100, 200, 300, 400, 500, 600, 700, 800, 1000, 1200, 1500, 3000] {
        let part = make_unique(&picture, &Wish::default(), &mut Budget::nodes(nodes));
        assert_eq!(part.changed, picture.differences(&part.picture));
        assert!(part.at_least <= whole.at_least && (part.stopped.is_some() || part == whole));
        begun |= part.stopped.is_some() && !part.changed.is_empty();
        if part.outcome == Outcome::Unique {
            let puzzle = Nonogram::of(&part.picture);
            let verdict = solve(&puzzle, Goal::Unique, Method::Best, &mut Budget::unlimited()).verdict;
            assert_eq!(verdict, Verdict::Unique(part.picture));
        }
    }
    assert!(begun, "one of the budgets ends after the first change");
}
