//! The claim `graded`: the hardest deduction that a board needs.
//!
//! | level | what a deduction rests on |
//! |---|---|
//! | 1 | one number and what is known around it |
//! | 2 | two numbers |
//! | 3 | all numbers |
//! | 4 | all numbers and the number of mines |
//!
//! What is deduced stays known. Two numbers are combined by trying how many mines their common cells may hold.

use quandary_core::Budget;

use super::position::{Position, Table};
use super::sheet::Sheet;
use super::walk::{clicked, header, open};
use crate::evidence::Evidence;
use crate::{Rejection, Verified, malformed, wrong};

/// Deductions up to the level win the board in the order given, and those below do not win it in any order.
pub(super) fn graded(
    sheet: &Sheet,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let (size, mines) = (sheet.size, sheet.mines()?);
    let level = evidence.whole("level")?;
    if !(1..=4).contains(&level) {
        return malformed(format!("there is no level {level}"));
    }
    let order = size.list(evidence, "opened")?;
    let Some((&first, later)) = order.split_first() else { return malformed("nothing was opened") };
    let mut table = Table::new(size, vec![None; size.cells()]);
    open(&mut table, &mines, first)?;
    header(sheet, first, table.numbers[first])?;
    for &cell in later {
        if table.numbers[cell].is_some() {
            return wrong("a cell is opened that is open already");
        }
        if !shown_safe(&mut table, cell, level, budget)? {
            return wrong(format!("level {level} does not show that {} is safe", size.name(cell)));
        }
        open(&mut table, &mines, cell)?;
    }
    let closed = closed(&table);
    if closed != size.mines {
        return wrong(format!("{} safe cells stay closed", closed - size.mines));
    }
    if level > 1 && is_won_at(level - 1, sheet, &mines, first, budget)? {
        return wrong(format!("level {} suffices", level - 1));
    }
    let below = if level > 1 { ", and those below do not".to_owned() } else { String::new() };
    let what = format!("deductions up to level {level} open all {} safe cells{below}", size.cells() - closed);
    Ok(clicked(sheet, evidence, what)
        .proves("verdict", "no-guess")
        .proves("no_guess", true)
        .proves("grade", level))
}

fn closed(table: &Table) -> usize {
    table.numbers.iter().filter(|number| number.is_none()).count()
}

/// Whether deductions up to a level show that a closed cell is safe.
fn shown_safe(table: &mut Table, cell: usize, level: u64, budget: &mut Budget) -> Result<bool, Rejection> {
    budget.spend(1)?;
    while table.settled[cell].is_none() && level == 2 && by_pairs(table, budget)? {}
    if table.settled[cell].is_some() || level < 3 {
        return Ok(table.settled[cell] == Some(false));
    }
    // Everything that pairs settle is also settled by all numbers together.
    let position = Position::of(table.clone(), budget)?;
    if level == 3 {
        position.is_safe_by_numbers(cell, budget)
    } else {
        Ok(!position.may_be(cell, true, budget)?)
    }
}

/// Whether deductions up to a level, 3 at most, win the board.
fn is_won_at(
    level: u64,
    sheet: &Sheet,
    mines: &[bool],
    first: usize,
    budget: &mut Budget,
) -> Result<bool, Rejection> {
    let mut table = Table::new(sheet.size, vec![None; sheet.size.cells()]);
    open(&mut table, mines, first)?;
    loop {
        budget.spend(1)?;
        let is_safe = |cell: &usize| table.numbers[*cell].is_none() && table.settled[*cell] == Some(false);
        let mut safe: Vec<usize> = (0..table.numbers.len()).filter(is_safe).collect();
        if safe.is_empty() && level >= 2 && by_pairs(&mut table, budget)? {
            continue;
        }
        if safe.is_empty() && level >= 3 {
            let position = Position::of(table.clone(), budget)?;
            for cell in (0..table.numbers.len()).filter(|&cell| table.numbers[cell].is_none()) {
                if table.settled[cell].is_none() && position.is_safe_by_numbers(cell, budget)? {
                    safe.push(cell);
                }
            }
        }
        if safe.is_empty() {
            return Ok(closed(&table) == sheet.size.mines);
        }
        for cell in safe {
            if table.numbers[cell].is_none() {
                open(&mut table, mines, cell)?;
            }
        }
    }
}

/// Settles what two numbers together settle; returns whether there was anything.
fn by_pairs(table: &mut Table, budget: &mut Budget) -> Result<bool, Rejection> {
    let size = table.size;
    let mut changed = false;
    for cell in 0..size.cells() {
        let numbers: Vec<usize> = size.around(cell).filter(|&near| table.numbers[near].is_some()).collect();
        for (place, &one) in numbers.iter().enumerate() {
            for &other in &numbers[place + 1..] {
                budget.spend(1)?;
                if table.numbers[cell].is_none() && table.settled[cell].is_none() {
                    changed |= pair(table, one, other);
                }
            }
        }
    }
    Ok(changed)
}

/// Settles what two numbers that share an unsettled cell settle.
fn pair(table: &mut Table, one: usize, other: usize) -> bool {
    let (Some((need, cells)), Some((need_too, cells_too))) = (table.demand(one), table.demand(other)) else {
        return false;
    };
    let (shared, own): (Vec<usize>, Vec<usize>) = cells.iter().partition(|cell| cells_too.contains(cell));
    let own_too: Vec<usize> = cells_too.into_iter().filter(|cell| !shared.contains(cell)).collect();
    let fits = |mines: i32, cells: &[usize]| usize::try_from(mines).is_ok_and(|mines| mines <= cells.len());
    let most = i32::try_from(shared.len()).unwrap_or(0);
    let ways: Vec<i32> =
        (0..=most).filter(|both| fits(need - both, &own) && fits(need_too - both, &own_too)).collect();
    let mut touched = Vec::new();
    for (cells, mines) in [
        (&shared, ways.clone()),
        (&own, ways.iter().map(|both| need - both).collect()),
        (&own_too, ways.iter().map(|both| need_too - both).collect()),
    ] {
        for (value, mine) in [(0, false), (i32::try_from(cells.len()).unwrap_or(0), true)] {
            if !cells.is_empty() && !mines.is_empty() && mines.iter().all(|&count| count == value) {
                for &cell in cells {
                    table.settled[cell] = Some(mine);
                    touched.extend(table.size.around(cell).filter(|&near| table.numbers[near].is_some()));
                }
            }
        }
    }
    let changed = !touched.is_empty();
    table.settle(touched);
    changed
}
