//! Which numbers contradict each other when no minefield agrees with a position.

use quandary_core::{Budget, Exhausted};

use crate::board::Cell;
use crate::inference::is_satisfiable;
use crate::rules::{CellView, Observation};

/// A smallest set of facts that cannot all be true: leave any of them out and the rest can.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The open numbers.
    pub numbers: Vec<Cell>,
    /// Whether the number of mines on the board is one of the facts.
    pub mine_count: bool,
}

/// Finds a smallest clash; `None` when the position is possible (or too wide to tell).
///
/// Facts are left out one by one; those without which the rest can be true are kept.
///
/// ```
/// use quandary_minesweeper::{Cell, Position, contradiction::find_clash};
/// // The 0 says that both closed cells are safe, the 1 wants a mine there; the 2 takes no part in it.
/// let position: Position = "2x3/1\n01?\n01?".parse().unwrap();
/// let clash = find_clash(&position.observation);
/// assert_eq!(clash, None);
/// let position: Position = "2x3/1\n0??\n1??".parse().unwrap();
/// let clash = find_clash(&position.observation).unwrap();
/// assert_eq!((clash.numbers, clash.mine_count), (vec![Cell(0), Cell(3)], false));
/// ```
pub fn find_clash(seen: &Observation) -> Option<Clash> {
    find_clash_within(seen, &Budget::unlimited()).ok().flatten()
}

/// The same, as long as nobody asks it to stop.
pub fn find_clash_within(seen: &Observation, budget: &Budget) -> Result<Option<Clash>, Exhausted> {
    let mut numbers = seen.opened().to_vec();
    if is_satisfiable(seen, &numbers, true, None, budget) != Some(false) {
        budget.poll()?;
        return Ok(None);
    }
    let mine_count = is_satisfiable(seen, &numbers, false, None, budget) != Some(false);
    shrink(&mut numbers, |rest| {
        budget.poll().is_ok() && is_satisfiable(seen, rest, mine_count, None, budget) == Some(false)
    });
    // What was not tried because time was up may be left out, too.
    budget.poll()?;
    numbers.sort_unstable();
    Ok(Some(Clash { numbers, mine_count }))
}

/// Leaves out what is not needed: in the end `clashes` holds, and for no list with one item less.
///
/// Halves first: a long list of innocent items goes quickly. What stands first goes first.
pub(crate) fn shrink<T: Clone>(items: &mut Vec<T>, clashes: impl Fn(&[T]) -> bool) {
    let mut chunk = items.len().div_ceil(2).max(1);
    loop {
        let mut start = 0;
        while start < items.len() {
            let end = (start + chunk).min(items.len());
            let rest = [&items[..start], &items[end..]].concat();
            if clashes(&rest) {
                *items = rest;
            } else {
                start = end;
            }
        }
        if chunk == 1 {
            break;
        }
        chunk = chunk.div_ceil(2);
    }
}

/// The clash as a sentence.
pub fn in_words(seen: &Observation, clash: &Clash) -> String {
    let board = seen.board();
    let number = |&cell: &Cell| match seen.at(cell) {
        CellView::Number(number) => format!("the {number} at {}", board.name(cell)),
        _ => board.name(cell),
    };
    let mut facts: Vec<String> = clash.numbers.iter().map(number).collect();
    if clash.mine_count {
        facts.push(format!("the mine count {}", board.mines()));
    }
    match facts.as_slice() {
        [] => "no minefield agrees with the position".to_owned(),
        [one] => format!("no minefield agrees with {one}"),
        [rest @ .., last] => format!("{} and {last} contradict each other", rest.join(", ")),
    }
}
