//! Sliding puzzles.
//!
//! | claim | evidence | checked |
//! |---|---|---|
//! | `optimal` | `goal` (a board), `moves` (letters: the way a tile slides), `length` | the moves are legal and end at the goal; and nothing shorter does: on up to 9 cells by a breadth-first search from the goal, on up to 16 by a depth-first search for shorter solutions under the walking distance; on more only where the length equals the linear-conflict bound |
//! | `solution` | `goal`, `moves`, `length`, `lower_bound` | the moves are legal and end at the goal; and no solution is shorter than `lower_bound`, which must not exceed the linear-conflict bound computed here |
//! | `unsolvable` | `goal` | the parity of the arrangement against the parity of the empty cell's distance, counted by inversions; on a single row, the order of the tiles |

mod bounds;

use std::collections::HashMap;

use quandary_core::Certificate;
use serde_json::Value;

use crate::{Rejection, Verified};

pub(crate) fn verify(certificate: &Certificate) -> Result<Verified, Rejection> {
    let board = Grid::read(&certificate.instance)?;
    let goal = Grid::read(text(&certificate.evidence, "goal")?)?;
    if (board.rows, board.columns) != (goal.rows, goal.columns) {
        return Err(Rejection::Malformed("the board and the goal differ in size".into()));
    }
    match certificate.claim.as_str() {
        "optimal" => optimal(&board, &goal, &certificate.evidence),
        "solution" => solution(&board, &goal, &certificate.evidence),
        "unsolvable" => unsolvable(&board, &goal),
        claim => Err(Rejection::Unknown { puzzle: "sliding".into(), claim: claim.into() }),
    }
}

fn text<'e>(evidence: &'e Value, name: &str) -> Result<&'e str, Rejection> {
    evidence
        .get(name)
        .and_then(Value::as_str)
        .ok_or_else(|| Rejection::Malformed(format!("the evidence has no text `{name}`")))
}

/// Numbers along the rows; 0 is the empty cell.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Grid {
    rows: usize,
    columns: usize,
    tiles: Vec<u16>,
}

impl Grid {
    fn read(text: &str) -> Result<Grid, Rejection> {
        let malformed = |what: &str| Rejection::Malformed(format!("{what} in the board `{text}`"));
        let mut rows: Vec<Vec<u16>> = Vec::new();
        for line in text.lines() {
            let row: Result<Vec<u16>, _> = line.split_whitespace().map(str::parse).collect();
            rows.push(row.map_err(|_| malformed("something that is not a number"))?);
        }
        let columns = rows.first().map_or(0, Vec::len);
        if columns == 0 || rows.iter().any(|row| row.len() != columns) {
            return Err(malformed("rows of different lengths, or none"));
        }
        let grid = Grid { rows: rows.len(), columns, tiles: rows.concat() };
        let mut sorted = grid.tiles.clone();
        sorted.sort_unstable();
        if sorted.iter().enumerate().any(|(index, &tile)| index != usize::from(tile)) {
            return Err(malformed("not every number from 0 once"));
        }
        Ok(grid)
    }

    fn empty(&self) -> usize {
        self.tiles.iter().position(|&tile| tile == 0).unwrap_or(0)
    }

    /// Where the tile comes from that slides this way; `None` at the border or for another letter.
    fn source(&self, empty: usize, letter: char) -> Option<usize> {
        let (row, column) = (empty / self.columns, empty % self.columns);
        match letter {
            'U' if row + 1 < self.rows => Some(empty + self.columns),
            'D' if row > 0 => Some(empty - self.columns),
            'L' if column + 1 < self.columns => Some(empty + 1),
            'R' if column > 0 => Some(empty - 1),
            _ => None,
        }
    }

    fn steps(&self, from: usize, to: usize) -> usize {
        (from / self.columns).abs_diff(to / self.columns) + (from % self.columns).abs_diff(to % self.columns)
    }
}

/// Plays the moves and returns how many there are.
fn play(board: &Grid, goal: &Grid, evidence: &Value) -> Result<usize, Rejection> {
    let moves = text(evidence, "moves")?;
    let length = moves.chars().count();
    if evidence.get("length").and_then(Value::as_u64) != Some(length as u64) {
        return Err(Rejection::Wrong(format!("the length is not the number of moves, {length}")));
    }
    let mut at = board.clone();
    let mut empty = at.empty();
    for (number, letter) in moves.chars().enumerate() {
        let source = at
            .source(empty, letter)
            .ok_or_else(|| Rejection::Wrong(format!("move {} ({letter}) is not legal", number + 1)))?;
        at.tiles.swap(empty, source);
        empty = source;
    }
    if at != *goal {
        return Err(Rejection::Wrong(format!("the {length} moves do not end at the goal")));
    }
    Ok(length)
}

fn solution(board: &Grid, goal: &Grid, evidence: &Value) -> Result<Verified, Rejection> {
    let length = play(board, goal, evidence)?;
    let claimed = evidence
        .get("lower_bound")
        .and_then(Value::as_u64)
        .ok_or_else(|| Rejection::Malformed("the evidence has no number `lower_bound`".into()))?;
    let bound = bounds::linear_conflict(board, goal);
    if claimed > bound as u64 {
        return Err(Rejection::Wrong(format!(
            "the bound {claimed} is claimed; linear conflict gives {bound}"
        )));
    }
    Ok(Verified {
        facts: vec![
            format!("{length} legal moves lead to the goal"),
            format!("no solution is shorter than {claimed}, by Manhattan distance and linear conflict"),
        ],
    })
}

fn optimal(board: &Grid, goal: &Grid, evidence: &Value) -> Result<Verified, Rejection> {
    let length = play(board, goal, evidence)?;
    let how = match board.tiles.len() {
        0..=9 => {
            let distance = breadth_first(board, goal);
            if distance != Some(length) {
                return Err(Rejection::Wrong(format!(
                    "{length} moves are claimed; the distance is {distance:?}"
                )));
            }
            "a breadth-first search from the goal finds no shorter way"
        }
        10..=16 => {
            if bounds::shorter_exists(board, goal, length) {
                return Err(Rejection::Wrong(format!("a solution of fewer than {length} moves exists")));
            }
            "a depth-first search under the walking distance finds no shorter way"
        }
        _ if bounds::linear_conflict(board, goal) == length => {
            "Manhattan distance and linear conflict allow no shorter way"
        }
        cells => {
            return Err(Rejection::Malformed(format!("optimality on {cells} cells cannot be checked here")));
        }
    };
    Ok(Verified { facts: vec![format!("{length} legal moves lead to the goal"), how.into()] })
}

/// The distance between two boards, by search from the goal; `None` when they are not connected.
fn breadth_first(board: &Grid, goal: &Grid) -> Option<usize> {
    let mut seen: HashMap<Vec<u16>, usize> = HashMap::from([(goal.tiles.clone(), 0)]);
    let mut layer = vec![goal.clone()];
    let mut depth = 0;
    while !layer.is_empty() {
        if let Some(&distance) = seen.get(&board.tiles) {
            return Some(distance);
        }
        depth += 1;
        let mut next = Vec::new();
        for grid in layer {
            let empty = grid.empty();
            for letter in ['U', 'D', 'L', 'R'] {
                let Some(source) = grid.source(empty, letter) else { continue };
                let mut after = grid.clone();
                after.tiles.swap(empty, source);
                if !seen.contains_key(&after.tiles) {
                    seen.insert(after.tiles.clone(), depth);
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    None
}

fn unsolvable(board: &Grid, goal: &Grid) -> Result<Verified, Rejection> {
    let order = |grid: &Grid| grid.tiles.iter().copied().filter(|&tile| tile != 0).collect::<Vec<u16>>();
    if board.rows == 1 || board.columns == 1 {
        return if order(board) == order(goal) {
            Err(Rejection::Wrong("the tiles stand in the goal's order: the board can be solved".into()))
        } else {
            Ok(Verified { facts: vec!["on a single row the tiles stand in another order".into()] })
        };
    }
    // Relabel so that the goal is 0, 1, 2, …; the parity of the inversions is then the parity of swaps.
    let mut label = vec![0; goal.tiles.len()];
    for (cell, &tile) in goal.tiles.iter().enumerate() {
        label[usize::from(tile)] = cell;
    }
    let places: Vec<usize> = board.tiles.iter().map(|&tile| label[usize::from(tile)]).collect();
    let inversions: usize =
        (0..places.len()).map(|i| places[i + 1..].iter().filter(|&&later| later < places[i]).count()).sum();
    let steps = board.steps(board.empty(), goal.empty());
    if inversions % 2 == steps % 2 {
        return Err(Rejection::Wrong("the parities agree: the board can be solved".into()));
    }
    Ok(Verified {
        facts: vec![format!(
            "{inversions} inversions and {steps} steps of the empty cell differ in parity, which no move changes"
        )],
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const GOAL: &str = "1 2 3\n4 5 6\n7 8 0";

    fn certificate(claim: &str, board: &str, goal: &str, moves: &str) -> Certificate {
        let evidence = json!({"goal": goal, "moves": moves, "length": moves.len()});
        Certificate::new("sliding", claim, board, evidence)
    }

    #[test]
    fn a_shortest_solution_is_accepted_and_a_longer_one_is_not() {
        assert!(crate::verify(&certificate("optimal", "1 2 3\n4 5 6\n7 0 8", GOAL, "L")).is_ok());
        let detour = crate::verify(&certificate("optimal", "1 2 3\n4 5 6\n7 0 8", GOAL, "RLL"));
        assert!(matches!(detour, Err(Rejection::Wrong(_))), "{detour:?}");
        let goal4 = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 0";
        let board = "1 2 3 4\n5 6 7 8\n9 10 11 12\n13 0 14 15";
        assert!(crate::verify(&certificate("optimal", board, goal4, "LL")).is_ok());
        assert!(crate::verify(&certificate("optimal", board, goal4, "RLLL")).is_err());
    }

    #[test]
    fn a_solution_is_accepted_with_a_bound_that_holds_and_with_no_other() {
        let goal = "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 0";
        let board = "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 0 18 19";
        let claim = |moves: &str, bound: u64| {
            let evidence = json!({"goal": goal, "moves": moves, "length": moves.len(), "lower_bound": bound});
            crate::verify(&Certificate::new("sliding", "solution", board, evidence))
        };
        assert!(claim("LL", 2).is_ok());
        assert!(claim("RLLL", 2).is_ok());
        assert!(matches!(claim("RLLL", 4), Err(Rejection::Wrong(_))));
        assert!(matches!(claim("L", 0), Err(Rejection::Wrong(_))));
        assert!(crate::verify(&certificate("optimal", board, goal, "LL")).is_ok());
        assert!(crate::verify(&certificate("optimal", board, goal, "RLLL")).is_err());
    }

    #[test]
    fn the_search_for_shorter_solutions_agrees_with_breadth_first_search() {
        let goal = Grid::read("1 2 3\n4 5 6\n7 8 0").unwrap();
        let mut board = goal.clone();
        let (mut empty, mut random) = (8, 7_u64);
        for _ in 0..10 {
            for _ in 0..40 {
                random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let letter = ['U', 'D', 'L', 'R'][(random >> 60) as usize % 4];
                if let Some(source) = board.source(empty, letter) {
                    board.tiles.swap(empty, source);
                    empty = source;
                }
            }
            let distance = breadth_first(&board, &goal).unwrap();
            assert!(bounds::linear_conflict(&board, &goal) <= distance);
            assert!(!bounds::shorter_exists(&board, &goal, distance));
            assert!(bounds::shorter_exists(&board, &goal, distance + 2));
        }
    }

    #[test]
    fn any_changed_move_is_rejected() {
        // A board four moves away; every other letter in every place must fail.
        let (board, moves) = ("1 2 3\n0 4 6\n7 5 8", "LUL");
        assert!(crate::verify(&certificate("optimal", board, GOAL, moves)).is_ok());
        for place in 0..moves.len() {
            for letter in ["U", "D", "L", "R"] {
                let mut changed = moves.to_owned();
                changed.replace_range(place..=place, letter);
                let accepted = crate::verify(&certificate("optimal", board, GOAL, &changed)).is_ok();
                assert_eq!(accepted, changed == moves, "{changed}");
            }
        }
    }

    #[test]
    fn unsolvable_is_accepted_only_when_it_is() {
        assert!(crate::verify(&certificate("unsolvable", "1 2 3\n4 5 6\n8 7 0", GOAL, "")).is_ok());
        assert!(crate::verify(&certificate("unsolvable", "1 2 3\n4 5 6\n7 0 8", GOAL, "")).is_err());
        assert!(crate::verify(&certificate("unsolvable", "2 1 0", "1 2 0", "")).is_ok());
    }

    #[test]
    fn broken_certificates_are_malformed_not_accepted() {
        for (board, goal) in [("", GOAL), ("1 2\n3 x", GOAL), ("1 1\n2 0", "1 2\n3 0"), ("1 2\n3 0", GOAL)] {
            let result = crate::verify(&certificate("optimal", board, goal, ""));
            assert!(matches!(result, Err(Rejection::Malformed(_))), "{board}");
        }
    }
}
