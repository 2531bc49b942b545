//! The claims about a full board: how far certain moves lead.

use quandary_core::Budget;
use serde_json::json;

use super::position::{Position, Table};
use super::sheet::Sheet;
use crate::evidence::Evidence;
use crate::{Rejection, Verified, malformed, wrong};

/// Certain moves win the board.
pub(super) fn no_guess(
    sheet: &Sheet,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let size = sheet.size;
    let walked = ProvedBoard::over(sheet, evidence, budget)?;
    let closed = walked.closed().count();
    if closed != size.mines {
        return wrong(format!("{} safe cells stay closed", closed - size.mines));
    }
    let what = format!("all {} safe cells open", size.cells() - size.mines);
    Ok(walked.verified(sheet, evidence, &what).proves("verdict", "no-guess").proves("no_guess", true))
}

/// Certain moves lead to a position in which every closed cell may be a mine.
pub(super) fn needs_guess(
    sheet: &Sheet,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let size = sheet.size;
    let walked = ProvedBoard::over(sheet, evidence, budget)?;
    if walked.closed().count() == size.mines {
        return wrong("every safe cell is open: nothing is left to guess");
    }
    let position = Position::of(walked.table.clone(), budget)?;
    for cell in walked.closed() {
        if !position.may_be(cell, true, budget)? {
            return wrong(format!("{} is certainly safe", size.name(cell)));
        }
    }
    let symbols: Vec<char> = (walked.table.numbers.iter())
        .map(|number| number.map_or('?', |number| char::from(b'0' + number)))
        .collect();
    let rows: Vec<String> = symbols.chunks(size.cols).map(|row| row.iter().collect()).collect();
    let stuck = format!("{size}\n{}", rows.join("\n"));
    Ok(walked
        .verified(sheet, evidence, "each of the cells that stay closed may be a mine")
        .proves("verdict", "needs-guess")
        .proves_no()
        .proves("no_guess", false)
        .proves("stuck", stuck))
}

/// There is a mine in the cell that is opened first.
pub(super) fn first_is_mine(sheet: &Sheet, evidence: Evidence<'_>) -> Result<Verified, Rejection> {
    let size = sheet.size;
    let name = evidence.text("first_cell")?;
    let first = size.cell(name)?;
    if !sheet.mines()?[first] {
        return wrong(format!("{name} is not a mine"));
    }
    let rule = header(sheet, first, None)?;
    let verified = Verified::fact(format!("the cell opened first, {name}, is a mine"))
        .proves("board", size.to_string())
        .proves("verdict", "first-is-mine")
        .proves_no()
        .proves("no_guess", false)
        .proves("mine_count_known", true)
        .proves("first_cell", size.name(first))
        .proves("opened", json!([]));
    Ok(with_rule(verified, rule))
}

fn with_rule(verified: Verified, rule: Option<&str>) -> Verified {
    match rule {
        Some(rule) => verified.proves("first_click", rule),
        None => verified,
    }
}

/// A board on which every cell after the first was proved safe before it was opened.
struct ProvedBoard {
    table: Table,
    /// Clicks after the first.
    clicks: usize,
    /// Clicks that single numbers did not prove.
    by_counting: usize,
}

impl ProvedBoard {
    /// Opens the cells of `opened` in their order.
    fn over(sheet: &Sheet, evidence: Evidence<'_>, budget: &mut Budget) -> Result<ProvedBoard, Rejection> {
        let mines = sheet.mines()?;
        let size = sheet.size;
        let order = size.list(evidence, "opened")?;
        let Some((&first, later)) = order.split_first() else { return malformed("nothing was opened") };
        let mut table = Table::new(size, vec![None; size.cells()]);
        open(&mut table, &mines, first)?;
        header(sheet, first, table.numbers[first])?;
        let mut by_counting = 0;
        let mut stale: Option<Position> = None;
        for &cell in later {
            budget.spend(1)?;
            if table.numbers[cell].is_some() {
                return wrong("a cell is opened that is open already");
            }
            if table.settled[cell] != Some(false) {
                // Single numbers do not settle it: try every minefield that is left. What was proved earlier stays
                // proved, so the groups are computed again only if that is not enough.
                by_counting += 1;
                let proved = match &stale {
                    Some(position) => !position.may_be(cell, true, budget)?,
                    None => false,
                };
                if !proved {
                    let position = Position::of(table.clone(), budget)?;
                    if position.may_be(cell, true, budget)? {
                        return wrong(format!("{} could be a mine when it is opened", size.name(cell)));
                    }
                    stale = Some(position);
                }
                table.settled[cell] = Some(false);
                let around = size.around(cell).filter(|&near| table.numbers[near].is_some()).collect();
                table.settle(around);
            }
            open(&mut table, &mines, cell)?;
        }
        Ok(ProvedBoard { table, clicks: later.len(), by_counting })
    }

    /// The cells that stay closed.
    fn closed(&self) -> impl Iterator<Item = usize> {
        (0..self.table.numbers.len()).filter(|&cell| self.table.numbers[cell].is_none())
    }

    /// What is proved in every case.
    fn verified(&self, sheet: &Sheet, evidence: Evidence<'_>, end: &str) -> Verified {
        let what = format!(
            "with {} mines known, {end}; {} clicks proved after the first, {} of them by counting",
            sheet.size.mines, self.clicks, self.by_counting
        );
        clicked(sheet, evidence, what)
    }
}

/// What is proved of a board once its header was read and its clicks were proved.
pub(super) fn clicked(sheet: &Sheet, evidence: Evidence<'_>, what: String) -> Verified {
    let opened = evidence.get("opened").cloned().unwrap_or_default();
    let verified = Verified::fact(what)
        .proves("board", sheet.size.to_string())
        .proves("mine_count_known", true)
        .proves("first_cell", opened[0].clone())
        .proves("opened", opened);
    let rule = sheet.more.first().map(String::as_str).filter(|word| RULES.contains(word));
    with_rule(verified, rule)
}

/// The names of the first-click rules.
const RULES: [&str; 3] = ["any", "safe", "open"];

/// Checks what the header says beyond the size; returns the first-click rule.
pub(super) fn header(sheet: &Sheet, first: usize, shows: Option<u8>) -> Result<Option<&str>, Rejection> {
    let mut rule = None;
    for (place, word) in sheet.more.iter().enumerate() {
        match word.as_str() {
            "open" if place == 0 && shows.is_some_and(|number| number > 0) => {
                return wrong("the first cell does not show 0");
            }
            name if place == 0 && RULES.contains(&name) => rule = Some(name),
            cell if place < 2 && sheet.size.cell(cell)? == first => {}
            _ => return wrong(format!("the header says `{word}`, which is not so")),
        }
    }
    Ok(rule)
}

/// Opens a cell and, from a zero, its area.
pub(super) fn open(table: &mut Table, mines: &[bool], cell: usize) -> Result<(), Rejection> {
    if mines[cell] {
        return wrong("a mine is opened");
    }
    let mut queue = vec![cell];
    let mut changed = Vec::new();
    while let Some(cell) = queue.pop() {
        if table.numbers[cell].is_some() {
            continue;
        }
        let number: u8 = table.size.around(cell).map(|near| u8::from(mines[near])).sum();
        table.numbers[cell] = Some(number);
        table.settled[cell] = None;
        changed.push(cell);
        changed.extend(table.size.around(cell).filter(|&near| table.numbers[near].is_some()));
        if number == 0 {
            queue.extend(table.size.around(cell));
        }
    }
    table.settle(changed);
    Ok(())
}
