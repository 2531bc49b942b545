//! Every claim that a picture was changed as little as possible, or can never be unique, on small pictures of every
//! shape, against brute force.

use quandary_check::verify;
use quandary_core::Certificate;
use serde_json::{Value, json};

/// All pictures of one shape, as sets of bits.
struct Shape {
    width: usize,
    height: usize,
}

impl Shape {
    fn cells(&self) -> usize {
        self.width * self.height
    }

    fn pictures(&self) -> impl Iterator<Item = u32> {
        0..1 << self.cells()
    }

    fn is_black(picture: u32, cell: usize) -> bool {
        picture >> cell & 1 == 1
    }

    fn drawn(&self, picture: u32) -> Vec<String> {
        let letter = |cell: usize| if Shape::is_black(picture, cell) { '#' } else { '.' };
        (0..self.height).map(|y| (0..self.width).map(|x| letter(y * self.width + x)).collect()).collect()
    }

    /// The clues, one on a line: rows first.
    fn clues(&self, picture: u32) -> String {
        let clue = |cells: Vec<usize>| {
            let text: String =
                cells.iter().map(|&cell| if Shape::is_black(picture, cell) { '#' } else { '.' }).collect();
            let runs: Vec<String> =
                text.split('.').filter(|run| !run.is_empty()).map(|run| run.len().to_string()).collect();
            if runs.is_empty() { "0".to_owned() } else { runs.join(" ") }
        };
        let rows = (0..self.height).map(|y| clue((0..self.width).map(|x| y * self.width + x).collect()));
        let columns = (0..self.width).map(|x| clue((0..self.height).map(|y| y * self.width + x).collect()));
        rows.chain(columns).collect::<Vec<_>>().join("\n")
    }

    fn instance(&self, picture: u32) -> String {
        format!("{} {}\n{}\n", self.width, self.height, self.clues(picture))
    }

    /// The pictures whose clues no other picture has.
    fn unique(&self) -> Vec<u32> {
        let clues: Vec<String> = self.pictures().map(|picture| self.clues(picture)).collect();
        let alone =
            |picture: &u32| clues.iter().filter(|other| **other == clues[*picture as usize]).count() == 1;
        self.pictures().filter(alone).collect()
    }

    /// Every set of cells that can be exchanged in some picture without changing a clue.
    fn switches(&self) -> Vec<Vec<usize>> {
        let holds =
            |set: u32| self.pictures().any(|picture| self.clues(picture) == self.clues(picture ^ set));
        let named =
            |set: u32| (0..self.cells()).filter(|&cell| Shape::is_black(set, cell)).map(|c| c + 1).collect();
        self.pictures().skip(1).filter(|&set| holds(set)).map(named).collect()
    }

    /// What a change of a cell costs, written down from the words of the objective `look`.
    fn look(&self, picture: u32, cell: usize) -> u64 {
        let at = |dx: i64, dy: i64| {
            let (x, y) = ((cell % self.width) as i64 + dx, (cell / self.width) as i64 + dy);
            let inside = (0..self.width as i64).contains(&x) && (0..self.height as i64).contains(&y);
            inside && Shape::is_black(picture, y as usize * self.width + x as usize)
        };
        let around = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
        let black: Vec<bool> = around.iter().map(|&(dx, dy)| at(dx, dy)).collect();
        let alike = black.iter().filter(|&&black| black == Shape::is_black(picture, cell)).count() as u64;
        let sides = (0..4).filter(|n| {
            let (side, next, further) = (2 * n, (2 * n + 1) % 8, (2 * n + 2) % 8);
            !black[side] && (black[next] || black[further])
        });
        1 + alike + if sides.count() == 1 { 0 } else { 8 }
    }
}

fn fnv(lines: &[&str]) -> String {
    let bytes = lines.iter().flat_map(|line| line.bytes().chain([b'\n']));
    let sum = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    });
    format!("{sum:016x}")
}

const SHAPES: [(usize, usize); 6] = [(2, 2), (3, 2), (2, 3), (4, 2), (2, 4), (3, 3)];

#[test]
fn a_change_is_accepted_as_smallest_exactly_if_brute_force_finds_no_smaller_one() {
    let (mut accepted, mut refused) = (0, 0);
    for (width, height) in SHAPES {
        let shape = Shape { width, height };
        let (unique, switches) = (shape.unique(), shape.switches());
        let step = if shape.cells() > 8 { 13 } else { 1 };
        for (number, picture) in shape.pictures().step_by(step).enumerate() {
            // Now and then some cells are protected.
            let protected: u32 = if number % 3 == 2 { 1 << (number % shape.cells()) } else { 0 };
            let objective = ["cells", "look"][number % 2];
            let cost = |to: u32| -> u64 {
                let changed = (0..shape.cells()).filter(|&cell| Shape::is_black(picture ^ to, cell));
                changed.map(|cell| if objective == "cells" { 1 } else { shape.look(picture, cell) }).sum()
            };
            let allowed: Vec<u32> =
                unique.iter().copied().filter(|to| (picture ^ to) & protected == 0).collect();
            let Some(least) = allowed.iter().map(|&to| cost(to)).min() else { continue };
            // The cheapest, and the most expensive: its claims may be very wrong.
            let highest = unique.iter().copied().max_by_key(|&to| cost(to));
            for &to in unique.iter().filter(|&&to| cost(to) <= least + 2 || Some(to) == highest) {
                let drawn = shape.drawn(to);
                let instance = shape.instance(to);
                let mut lines = vec![instance.as_str(), "made-unique"];
                lines.extend(drawn.iter().map(String::as_str));
                for at_least in 0..=(cost(to) + 1).min(least + 12) {
                    let evidence = json!({
                        "solution": drawn, "steps": [], "digest": fnv(&lines),
                        "picture": shape.drawn(picture), "protected": shape.drawn(protected),
                        "objective": objective, "at_least": at_least, "switches": switches,
                    });
                    let result =
                        verify(&Certificate::new("nonogram", "made-unique", instance.as_str(), evidence));
                    let holds = at_least <= least && (picture ^ to) & protected == 0;
                    match &result {
                        Ok(verified) => {
                            assert!(
                                holds,
                                "{:?} to {drawn:?}: {at_least}, and {least} do",
                                shape.drawn(picture)
                            );
                            assert_eq!(verified.proves["cost"], [json!(cost(to))]);
                            assert_eq!(verified.proves["fewest"], [json!(cost(to) == at_least)]);
                            assert_eq!(verified.proves["protected"], [json!(protected.count_ones())]);
                            accepted += 1;
                        }
                        // Not every unique picture can be proved unique by lines alone.
                        Err(why) if holds => {
                            assert!(why.to_string().contains("the proof stops before the end"), "{why}");
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
        }
    }
    assert!(accepted > 1000 && refused > 1000, "{accepted} accepted, {refused} refused");
}

#[test]
fn a_picture_is_accepted_as_never_unique_exactly_if_no_allowed_change_makes_it_unique() {
    let (mut accepted, mut refused) = (0, 0);
    for (width, height) in [(2, 2), (3, 2), (2, 3)] {
        let shape = Shape { width, height };
        let (unique, switches) = (shape.unique(), shape.switches());
        for (picture, protected) in
            shape.pictures().flat_map(|one| shape.pictures().map(move |two| (one, two)))
        {
            let hopeless = unique.iter().all(|to| (picture ^ to) & protected != 0);
            for switch in &switches {
                let claim = |of: u32, switches: Value| {
                    let evidence = json!({
                        "picture": shape.drawn(picture), "protected": shape.drawn(protected), "switches": switches,
                    });
                    verify(&Certificate::new("nonogram", "never-unique", shape.instance(of), evidence))
                };
                if claim(picture, json!([switch])).is_ok() {
                    assert!(hopeless, "{:?} without {:?}", shape.drawn(picture), shape.drawn(protected));
                    accepted += 1;
                    assert!(claim(picture, json!([])).is_err());
                    assert!(claim(picture, json!([switch, switch])).is_err());
                    assert!(claim(picture ^ 1, json!([switch])).is_err(), "the clues are another picture's");
                } else {
                    refused += 1;
                }
            }
        }
    }
    assert!(accepted > 10 && refused > 1000, "{accepted} accepted, {refused} refused");
}

#[test]
fn a_switch_that_is_empty_or_not_ascending_or_names_a_cell_outside_is_malformed() {
    let shape = Shape { width: 2, height: 2 };
    // One black cell on the diagonal: the other diagonal has the same clues.
    let claim = |switch: Value| {
        let evidence = json!({
            "picture": shape.drawn(0b1001), "protected": shape.drawn(0b1111), "switches": [switch],
        });
        verify(&Certificate::new("nonogram", "never-unique", shape.instance(0b1001), evidence))
    };
    let never =
        claim(json!([1, 2, 3, 4])).expect("both diagonals have the same clues, and no cell may be changed");
    assert_eq!((&never.proves["changes"], &never.proves["fewest"]), (&vec![json!(0)], &vec![json!(false)]));
    for switch in [json!([]), json!([1, 2, 4, 3]), json!([1, 1, 2, 3, 4]), json!([0, 1]), json!([4, 5])] {
        let why = claim(switch.clone()).expect_err(&switch.to_string());
        assert!(why.to_string().contains("a switch is not a list of ascending cells"), "{switch}: {why}");
    }
}
