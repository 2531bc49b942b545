//! Pictures made unique, against every other way to do it and against the verifier.

use std::collections::HashMap;

use quandary_check::verify;
use quandary_core::{Budget, Certificate, Seed, Stream};
use quandary_nonogram::generate::random_picture;
use quandary_nonogram::make_unique::{MadeUnique, Objective, Outcome, Wish, edges, make_unique};
use quandary_nonogram::{Nonogram, Picture};
use serde_json::json;

const SIDE: usize = 4;

/// Picture `number` of 4×4 cells, a bit a cell.
fn numbered(number: u32) -> Picture {
    Picture::from_cells(SIDE, (0..SIDE * SIDE).map(|cell| number >> cell & 1 == 1).collect())
}

/// For each picture of 4×4 cells, whether no other has its clues.
fn unique_ones() -> Vec<bool> {
    let puzzles: Vec<Nonogram> =
        (0..1 << (SIDE * SIDE)).map(|number| Nonogram::of(&numbered(number))).collect();
    let mut seen: HashMap<&Nonogram, u32> = HashMap::new();
    for puzzle in &puzzles {
        *seen.entry(puzzle).or_default() += 1;
    }
    puzzles.iter().map(|puzzle| seen[puzzle] == 1).collect()
}

/// The least that a change costs which makes a picture unique and leaves the protected cells alone.
fn least_cost(unique: &[bool], number: u32, costs: &[u32], protected: u32) -> Option<u64> {
    let cost = |change: u32| {
        (0..SIDE * SIDE).filter(|cell| change >> cell & 1 == 1).map(|cell| u64::from(costs[cell])).sum()
    };
    let changes = (0..unique.len() as u32).filter(|change| change & protected == 0);
    changes.filter(|change| unique[(number ^ change) as usize]).map(cost).min()
}

fn some_of(stream: &mut Stream, one_in: usize) -> u32 {
    (0..SIDE * SIDE).filter(|_| stream.index(one_in) == 0).map(|cell| 1 << cell).sum()
}

fn certified(made: &MadeUnique, given: &Picture, wish: &Wish) -> Certificate {
    made.certificate(given, wish, &mut Budget::unlimited()).expect("a certificate")
}

#[test]
fn the_bound_is_the_least_cost_on_small_pictures_and_its_certificate_holds() {
    let unique = unique_ones();
    let mut stream = Seed(11).stream(0);
    let mut seen = [0; 3];
    for round in 0..120 {
        let number = some_of(&mut stream, 2);
        let protected = match round % 4 {
            0 | 2 => 0,
            1 => some_of(&mut stream, 2),
            _ => 0xffff ^ some_of(&mut stream, 10),
        };
        let objective = if round % 3 == 0 { Objective::Look } else { Objective::Cells };
        let picture = numbered(number);
        let wish = Wish { objective, protected: Some(numbered(protected)), effort: 1_000_000 };
        let made = make_unique(&picture, &wish, &mut Budget::unlimited());
        let least = least_cost(&unique, number, &objective.costs(&picture), protected);
        let mask = numbered(protected);
        assert!(made.changed.iter().all(|&(x, y)| !mask.is_black(x, y)), "{picture}");
        match (made.outcome, least) {
            (Outcome::Unique, Some(least)) => {
                assert_eq!((made.cost, made.at_least), (least, least), "{picture}\n\n{mask}");
                assert!(verify(&certified(&made, &picture, &wish)).is_ok(), "{picture}\n\n{mask}");
                seen[usize::from(least > 1)] += 1;
            }
            (Outcome::Impossible, None) => {
                assert!(verify(&certified(&made, &picture, &wish)).is_ok(), "{picture}\n\n{mask}");
                seen[2] += 1;
            }
            // Step by step it may not come to a change that there is.
            (Outcome::Multiple, _) => assert!(protected != 0),
            other => panic!("{other:?}\n{picture}\n\n{mask}"),
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}

#[test]
fn without_effort_the_bound_is_still_true() {
    let unique = unique_ones();
    let mut stream = Seed(12).stream(0);
    let mut apart = 0;
    for _ in 0..200 {
        let number = some_of(&mut stream, 2);
        let picture = numbered(number);
        let wish = Wish { effort: 0, ..Wish::default() };
        let made = make_unique(&picture, &wish, &mut Budget::unlimited());
        let least = least_cost(&unique, number, &[1; SIDE * SIDE], 0).expect("all white is unique");
        assert_eq!(made.outcome, Outcome::Unique);
        assert!(made.at_least <= least && least <= made.cost, "{picture}");
        assert!(verify(&certified(&made, &picture, &wish)).is_ok(), "{picture}");
        apart += usize::from(made.at_least < made.cost);
    }
    assert!(apart > 0, "some are ranges");
}

#[test]
fn protected_cells_are_never_touched() {
    for index in 0..30 {
        let mut stream = Seed(13).stream(index);
        let picture = random_picture(&mut stream, 14, 11, 0.45);
        let mask = if index % 2 == 0 { edges(&picture) } else { random_picture(&mut stream, 14, 11, 0.6) };
        let wish = Wish { protected: Some(mask.clone()), effort: 500, ..Wish::default() };
        let made = make_unique(&picture, &wish, &mut Budget::unlimited());
        assert_eq!(made.changed, picture.differences(&made.picture));
        assert!(made.changed.iter().all(|&(x, y)| !mask.is_black(x, y)), "{picture}\n\n{mask}");
    }
}

#[test]
fn a_certificate_that_says_more_is_rejected() {
    // Three places that can be exchanged: a cell hits at most two of them.
    let rows = [
        "#........",
        ".#.......",
        ".........",
        "...#.....",
        "....#....",
        ".........",
        "......#..",
        ".......#.",
        ".........",
    ];
    let picture = Picture::parse(&rows.join("\n")).unwrap();
    let wish = Wish::default();
    let made = make_unique(&picture, &wish, &mut Budget::unlimited());
    assert!(made.is_cheapest() && made.at_least >= 2, "{made:?}");
    let good = certified(&made, &picture, &wish);
    assert!(verify(&good).is_ok());
    let forged = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut forged = good.clone();
        change(&mut forged.evidence);
        verify(&forged).expect_err("a forgery").kind()
    };
    assert_eq!(forged(&|evidence| evidence["at_least"] = json!(made.at_least + 1)), "wrong");
    assert_eq!(forged(&|evidence| evidence["switches"] = json!([])), "wrong");
    assert_eq!(forged(&|evidence| evidence["switches"] = json!([[]])), "malformed");
    assert_eq!(forged(&|evidence| evidence["switches"] = json!([[1, 1]])), "malformed");
    assert_eq!(forged(&|evidence| evidence["switches"] = json!([[1, 82]])), "malformed");
    assert_eq!(forged(&|evidence| evidence["protected"] = json!(vec!["#########"; 9])), "wrong");
    assert_eq!(forged(&|evidence| evidence["protected"] = json!(["#"])), "wrong");
    assert_eq!(forged(&|evidence| evidence["objective"] = json!("beauty")), "malformed");
    // With less switches than it takes, a bound of 2 is not shown.
    let one = good.evidence["switches"][0].clone();
    assert_eq!(forged(&|evidence| evidence["switches"] = json!([one])), "wrong");
}

#[test]
fn where_nothing_may_be_changed_nothing_can_be_done_and_that_is_proved() {
    let picture = Picture::parse("#..\n.#.\n..#").unwrap();
    let wish = Wish { protected: Some(Picture::parse("###\n###\n###").unwrap()), ..Wish::default() };
    let made = make_unique(&picture, &wish, &mut Budget::unlimited());
    assert_eq!((made.outcome, made.changed.len()), (Outcome::Impossible, 0));
    let good = certified(&made, &picture, &wish);
    assert!(verify(&good).is_ok());
    let mut forged = good;
    forged.evidence["protected"] = json!(["###", "##.", "###"]);
    assert!(verify(&forged).is_err());
}
