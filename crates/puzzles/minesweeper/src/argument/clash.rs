//! The last resort: a smallest set of numbers that cannot all be true if the cell is otherwise.

use quandary_core::Budget;

use super::{Argument, Number, Verdict, spots};
use crate::board::Cell;
use crate::contradiction::shrink;
use crate::inference::is_satisfiable;
use crate::rules::Observation;

/// Numbers far from the cell are left out first, so that what remains is near it.
pub(super) fn argue(seen: &Observation, cell: Cell, verdict: Verdict) -> Option<Argument> {
    let board = seen.board();
    let (row, col) = board.place(cell);
    let distance = |other: Cell| {
        let (r, c) = board.place(other);
        r.abs_diff(row).max(c.abs_diff(col))
    };
    let mut numbers = seen.opened().to_vec();
    numbers.sort_by_key(|&open| (std::cmp::Reverse(distance(open)), open));
    let budget = &Budget::unlimited();
    let otherwise = Some((cell, verdict == Verdict::Safe));
    if is_satisfiable(seen, &numbers, true, otherwise, budget) != Some(false) {
        return None;
    }
    let count = is_satisfiable(seen, &numbers, false, otherwise, budget) != Some(false);
    shrink(&mut numbers, |rest| is_satisfiable(seen, rest, count, otherwise, budget) == Some(false));
    numbers.sort_unstable();
    let number = |open: Cell| {
        let around = seen.grid().around(open).iter().copied();
        let closed: Vec<Cell> = around.filter(|&near| seen.at(near).is_closed()).collect();
        Number {
            cell: board.spot(open),
            number: seen.number(open).unwrap_or(0),
            found: Vec::new(),
            among: spots(board, &closed),
        }
    };
    Some(Argument::NoMinefield {
        cell: board.spot(cell),
        verdict,
        numbers: numbers.into_iter().map(number).collect(),
        total: count.then_some(board.mines() as u32),
    })
}
