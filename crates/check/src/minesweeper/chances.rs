//! The claim `chances`: how many minefields agree with a position, and how many of them have a mine in each cell,
//! counted in whole numbers.

use num_bigint::BigUint;
use quandary_core::{Budget, Exhausted};
use serde_json::{Value, json};

use super::position::Position;
use super::sheet::Sheet;
use crate::evidence::Evidence;
use crate::{Rejection, Verified, wrong};

/// What was counted.
struct Counted {
    /// Minefields that agree.
    all: BigUint,
    /// Of these, how many have a mine in each closed cell.
    mined: Vec<Option<BigUint>>,
}

pub(super) fn verify(
    sheet: &Sheet,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let size = sheet.size;
    let position = Position::new(sheet, budget)?;
    let Counted { all, mined } = count(&position, budget)?;
    if all == BigUint::ZERO {
        return wrong("no minefield agrees with the position at all");
    }
    let cells = |certain: &BigUint| {
        (0..size.cells()).filter(|&cell| mined[cell].as_ref() == Some(certain)).collect::<Vec<usize>>()
    };
    let (safe, mines) = (cells(&BigUint::ZERO), cells(&all));
    for (name, found) in [("safe", &safe), ("mines", &mines)] {
        let mut listed = size.list(evidence, name)?;
        listed.sort_unstable();
        if listed != *found {
            return wrong(format!("`{name}` is not the list of the {} cells that are", found.len()));
        }
    }
    let chances: Vec<Value> = mined
        .iter()
        .map(|count| count.as_ref().map_or(Value::Null, |count| json!(ratio(count, &all))))
        .collect();
    let counts: Vec<Value> = mined
        .iter()
        .map(|count| count.as_ref().map_or(Value::Null, |count| json!(count.to_string())))
        .collect();
    let rows = |cells: &[Value]| json!(cells.chunks(size.cols).collect::<Vec<_>>());
    let names = |cells: &[usize]| json!(cells.iter().map(|&cell| size.name(cell)).collect::<Vec<_>>());
    let certain = safe.len() + mines.len() > 0;
    Ok(Verified::fact(format!(
        "{} minefields of {} mines agree, counted one by one in groups; in all of them {} cells are safe and {} are mines",
        all,
        size.mines,
        safe.len(),
        mines.len()
    ))
    .proves("board", size.to_string())
    .proves("mine_count_known", true)
    .proves("verdict", if certain { "certain" } else { "open" })
    .proves("safe", names(&safe))
    .proves("mines", names(&mines))
    .proves("probabilities", rows(&chances))
    .proves("minefields", all.to_string())
    .proves("mined", rows(&counts))
    .proves("ln_minefields", ln(&all)))
}

fn count(position: &Position, budget: &mut Budget) -> Result<Counted, Exhausted> {
    let cells = position.table.numbers.len();
    let mut mined: Vec<Option<BigUint>> = vec![None; cells];
    let nothing = Counted { all: BigUint::ZERO, mined: mined.clone() };
    // More mines than cells have no minefield; lists of so many counts would fill the memory.
    let Some(left) = position.left.filter(|&left| left <= cells) else { return Ok(nothing) };
    let ways = position.groups.iter().map(|group| group.ways(budget)).collect::<Result<Vec<_>, _>>()?;
    // What the groups before and behind each group can add.
    let mut before = vec![vec![BigUint::from(1_u8)]];
    for own in &ways {
        let product = times(before.last().map_or(&[], Vec::as_slice), own.whole(), left, budget)?;
        before.push(product);
    }
    let mut behind = vec![vec![BigUint::from(1_u8)]];
    for own in ways.iter().rev() {
        let product = times(behind.last().map_or(&[], Vec::as_slice), own.whole(), left, budget)?;
        behind.push(product);
    }
    let unseen = position.unseen.len();
    let open = choices(unseen, left, budget)?;
    // `rest[k]`: ways for the unseen cells to hold what is left when all else holds `k`.
    let rest: Vec<BigUint> = (0..=left).map(|k| open.get(left - k).cloned().unwrap_or_default()).collect();
    let whole = before.pop().unwrap_or_default();
    let all: BigUint = whole.iter().zip(&rest).map(|(ways, rest)| ways * rest).sum();
    for (number, group) in position.groups.iter().enumerate() {
        let others = times(&before[number], &behind[ways.len() - 1 - number], left, budget)?;
        let mut weight = vec![BigUint::ZERO; ways[number].whole().len().min(left + 1)];
        for (count, weight) in weight.iter_mut().enumerate() {
            budget.spend(others.len() as u64)?;
            *weight = others.iter().zip(rest.iter().skip(count)).map(|(ways, rest)| ways * rest).sum();
        }
        for (&cell, count) in group.cells.iter().zip(group.mined(&ways[number], &weight, budget)?) {
            mined[cell] = Some(count);
        }
    }
    if let Some(fewer) = unseen.checked_sub(1) {
        // A mine in one of the unseen cells: the others hold one less.
        let others = choices(fewer, left, budget)?;
        let with = |k: usize| left.checked_sub(k + 1).and_then(|rest| others.get(rest));
        let count: BigUint = whole.iter().enumerate().filter_map(|(k, ways)| Some(ways * with(k)?)).sum();
        for &cell in &position.unseen {
            mined[cell] = Some(count.clone());
        }
    }
    for (cell, settled) in position.table.settled.iter().enumerate() {
        if let Some(mine) = settled
            && position.table.numbers[cell].is_none()
        {
            mined[cell] = Some(if *mine { all.clone() } else { BigUint::ZERO });
        }
    }
    Ok(Counted { all, mined })
}

/// Ways by mine count of two groups together, up to `most` mines.
fn times(a: &[BigUint], b: &[BigUint], most: usize, budget: &mut Budget) -> Result<Vec<BigUint>, Exhausted> {
    if a.is_empty() || b.is_empty() {
        return Ok(Vec::new());
    }
    let mut product = vec![BigUint::ZERO; (a.len() + b.len() - 1).min(most + 1)];
    for (i, a) in a.iter().enumerate() {
        budget.spend(b.len() as u64)?;
        for (sum, b) in product.iter_mut().skip(i).zip(b) {
            *sum += a * b;
        }
    }
    Ok(product)
}

/// Ways to choose 0, 1, … up to `most` of `cells`.
fn choices(cells: usize, most: usize, budget: &mut Budget) -> Result<Vec<BigUint>, Exhausted> {
    let mut all = vec![BigUint::from(1_u8)];
    for chosen in 0..most.min(cells) {
        budget.spend(1)?;
        all.push(&all[chosen] * BigUint::from(cells - chosen) / BigUint::from(chosen + 1));
    }
    Ok(all)
}

/// The quotient as a double, right to the last places.
fn ratio(above: &BigUint, below: &BigUint) -> f64 {
    // 2^62 times the quotient is a whole number of at most 62 bits; its error is far below a double's.
    const SCALE: u32 = 62;
    let scaled = (above << SCALE) / below;
    let whole: u64 = scaled.try_into().unwrap_or(u64::MAX);
    whole as f64 / (1_u64 << SCALE) as f64
}

/// The natural logarithm.
fn ln(number: &BigUint) -> f64 {
    let shift = number.bits().saturating_sub(60);
    let top: u64 = (number >> shift).try_into().unwrap_or(u64::MAX);
    (top as f64).ln() + shift as f64 * std::f64::consts::LN_2
}
