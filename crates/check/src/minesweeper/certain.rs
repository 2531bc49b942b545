//! The claims `certain` and `impossible`: what follows from numbers, and which numbers contradict each other.

use quandary_core::Budget;

use super::bits::Bits;
use super::position::{Position, Table};
use super::sheet::Sheet;
use crate::evidence::Evidence;
use crate::{Rejection, Verified, malformed, wrong};

pub(super) fn certain(
    sheet: &Sheet,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let size = sheet.size;
    let (safe, mines) = (size.list(evidence, "safe")?, size.list(evidence, "mines")?);
    let position = Position::new(sheet, budget)?;
    if !position.is_possible(budget)? {
        return wrong("no minefield agrees with the position at all");
    }
    for (cells, mine) in [(&safe, true), (&mines, false)] {
        for &cell in cells {
            if position.table.numbers[cell].is_some() {
                return malformed("an open cell is listed");
            }
            if position.may_be(cell, mine, budget)? {
                let name = size.name(cell);
                return wrong(format!("{name} may be {}", if mine { "a mine" } else { "safe" }));
            }
        }
    }
    let what = format!(
        "with {} mines in all, {} cells are certainly safe and {} are certainly mines",
        size.mines,
        safe.len(),
        mines.len()
    );
    let names = |name: &str| evidence.get(name).cloned().unwrap_or_default();
    let verified = Verified::fact(what)
        .proves("board", size.to_string())
        .proves("safe", names("safe"))
        .proves("mines", names("mines"));
    // Empty lists do not prove that nothing is certain: that is the claim `chances`.
    Ok(if safe.is_empty() && mines.is_empty() { verified } else { verified.proves("verdict", "certain") })
}

pub(super) fn impossible(
    sheet: &Sheet,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let numbers = sheet.numbers()?;
    let used = sheet.size.list(evidence, "numbers")?;
    if used.iter().any(|&cell| numbers[cell].is_none()) {
        return malformed("a closed cell is listed among the numbers");
    }
    let with_count = evidence.flag("mine_count")?;
    let closed = numbers.iter().filter(|number| number.is_none()).count();
    let table = Table::new(sheet.size, numbers);
    let groups = table.groups(&used, budget)?;
    let mut all = Bits::of(0);
    let mut seen = 0;
    for group in &groups {
        all = all.sums(&group.totals(budget)?);
        seen += group.cells.len();
    }
    let unseen = closed - seen;
    let fits = |count: usize| !with_count || (count..=count + unseen).contains(&sheet.size.mines);
    if all.iter().any(fits) {
        return wrong("these numbers can all be true");
    }
    let count =
        if with_count { format!(" and with {} mines in all", sheet.size.mines) } else { String::new() };
    Ok(Verified::fact(format!("no minefield agrees with the {} listed numbers{count}", used.len()))
        .proves("board", sheet.size.to_string())
        .proves("verdict", "impossible")
        .proves_no()
        .proves("contradiction", evidence.get("numbers").cloned().unwrap_or_default())
        .proves("mine_count", with_count))
}
