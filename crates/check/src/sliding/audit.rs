//! Whether a pattern table is a lower bound: verified after it was filled, from the positions of the tiles alone.
//!
//! Let h be the value of a board in a table. A slide moves one tile. If h is 0 at the goal, if a slide of one of the
//! pattern's tiles changes h by at most 1, and if a slide of any other tile leaves it unchanged, then on every way to
//! the goal the pattern's own tiles slide at least h times. Sums over patterns that share no tile are bounds for the
//! same reason. Nothing more is needed, so a table that passes may be used in a proof however it was made, and one that
//! fails may not.
//!
//! A search reads a table once and then updates its place from slide to slide; both ways must agree. A place in the
//! table is a set of cells, an order of the tiles along them and a region of the empty cell. Here the sets are lists of
//! cells and the orders lists of tiles, a slide takes a tile out of one list and puts it into another, and every step
//! is compared with what the table does. A tile that can never get home counts as 255 slides away; a closer neighbour
//! of such a place is refused like any other wrong step.

use quandary_core::Budget;

use super::patterns::{Cells, Shape, Table, order_of};
use crate::{Rejection, fault};

/// Accepts a table only if it is a lower bound as described above.
pub(super) fn is_a_bound(table: &Table, shape: &Shape, budget: &mut Budget) -> Result<(), Rejection> {
    let goal: Vec<usize> = (0..shape.cells()).collect();
    if table.read(&goal, shape.blank).distance != 0 {
        return fault("a pattern table is not 0 at the goal");
    }
    let tiles = table.homes().len();
    follows_orders(table, tiles, budget)?;
    let mut cells: Vec<usize> = (0..tiles).collect();
    loop {
        follows_slides(table, shape, &cells, budget)?;
        if !next_choice(&mut cells, shape.cells()) {
            return Ok(());
        }
    }
}

/// Whether orders are numbered without gaps, and the number is updated correctly when a tile changes its place among
/// the others.
fn follows_orders(table: &Table, tiles: usize, budget: &mut Budget) -> Result<(), Rejection> {
    let mut all: Vec<Vec<usize>> = Vec::new();
    list_orders(&mut (0..tiles).collect(), 0, &mut all);
    let mut met = vec![false; all.len()];
    for order in &all {
        budget.spend(1)?;
        match met.get_mut(usize::from(order_of(order))) {
            Some(met) if !*met => *met = true,
            _ => return fault("two orders of a pattern's tiles have one number"),
        }
    }
    for from in 0..tiles {
        for to in 0..tiles {
            let moved = table.moved(from * tiles + to);
            for order in &all {
                budget.spend(1)?;
                let mut after = order.clone();
                let tile = after.remove(from);
                after.insert(to, tile);
                if moved.get(usize::from(order_of(order))) != Some(&order_of(&after)) {
                    return fault("a pattern table loses track of its tiles");
                }
            }
        }
    }
    Ok(())
}

/// Every order of some things, by swapping each with every later one.
fn list_orders(now: &mut Vec<usize>, fixed: usize, all: &mut Vec<Vec<usize>>) {
    if fixed == now.len() {
        all.push(now.clone());
    }
    for other in fixed..now.len() {
        now.swap(fixed, other);
        list_orders(now, fixed + 1, all);
        now.swap(fixed, other);
    }
}

/// Whether every slide from a choice of cells changes the value by no more than allowed.
fn follows_slides(
    table: &Table,
    shape: &Shape,
    cells: &[usize],
    budget: &mut Budget,
) -> Result<(), Rejection> {
    let set = bits(cells);
    for blank in (0..shape.cells()).filter(|cell| !cells.contains(cell)) {
        for from in shape.beside(blank).into_iter().flatten() {
            let Some(left) = cells.iter().position(|&cell| cell == from) else {
                // A tile of another pattern slides: the empty cell changes places with it.
                if table.region_at(set, blank) != table.region_at(set, from) {
                    return fault("a pattern table changes with a tile that is not in it");
                }
                continue;
            };
            let mut after: Vec<usize> = cells.iter().copied().filter(|&cell| cell != from).collect();
            let taken = after.iter().filter(|&&cell| cell < blank).count();
            after.insert(taken, blank);
            let which = left * cells.len() + taken;
            if table.step(set, from, blank) != (bits(&after), which) {
                return fault("a pattern table loses track of its cells");
            }
            // A slide and its undo are compared once.
            if from < blank {
                continue;
            }
            let (before, behind) = (table.distances(set, blank), table.distances(bits(&after), from));
            budget.spend(before.len() as u64)?;
            for (&distance, &order) in before.iter().zip(table.moved(which)) {
                if distance.abs_diff(behind[usize::from(order)]) > 1 {
                    return fault("a slide changes a pattern table by more than 1");
                }
            }
        }
    }
    Ok(())
}

fn bits(cells: &[usize]) -> Cells {
    cells.iter().map(|&cell| 1 << cell).sum()
}

/// The next choice of the same number of cells, in lexicographic order; returns whether there is one.
fn next_choice(cells: &mut [usize], all: usize) -> bool {
    let count = cells.len();
    let Some(at) = (0..count).rev().find(|&at| cells[at] < all - count + at) else { return false };
    cells[at] += 1;
    for later in at + 1..count {
        cells[later] = cells[later - 1] + 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sliding::patterns::Table;

    fn table(shape: &Shape, homes: &[usize]) -> Table {
        Table::new(shape, homes, &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn tables_of_every_shape_with_their_tiles_in_every_order_are_bounds() {
        for (rows, columns) in [(2, 2), (2, 3), (3, 2), (1, 6), (6, 1), (2, 4), (4, 2), (3, 3), (2, 5)] {
            for blank in 0..rows * columns {
                let shape = Shape { rows, columns, blank };
                let tiles: Vec<usize> = (0..shape.cells()).filter(|&cell| cell != blank).collect();
                let backwards: Vec<usize> = tiles.iter().rev().copied().collect();
                for homes in [&tiles, &backwards].iter().flat_map(|homes| homes.chunks(3)) {
                    let audited = is_a_bound(&table(&shape, homes), &shape, &mut Budget::unlimited());
                    assert_eq!(audited, Ok(()), "{rows}x{columns} {blank} {homes:?}");
                }
            }
        }
    }

    #[test]
    fn a_table_with_one_wrong_distance_is_a_fault() {
        let shape = Shape { rows: 2, columns: 3, blank: 5 };
        let good = table(&shape, &[0, 4, 1]);
        let budget = &mut Budget::unlimited();
        assert_eq!(is_a_bound(&good, &shape, budget), Ok(()));
        for at in 0..good.places() {
            for change in [2, 3, 100] {
                let mut bad = table(&shape, &[0, 4, 1]);
                bad.raise(at, change);
                assert!(
                    matches!(is_a_bound(&bad, &shape, budget), Err(Rejection::Fault(_))),
                    "{at} {change}"
                );
            }
        }
        // Filled from a place other than the goal.
        let elsewhere = table(&Shape { blank: 3, ..shape.clone() }, &[0, 4, 1]);
        assert!(matches!(is_a_bound(&elsewhere, &shape, budget), Err(Rejection::Fault(_))));
    }
}
