//! The claim `chances`: how many minefields agree with a position, and how many of them have a mine in each cell,
//! counted in whole numbers.
//!
//! The counts are audited before they are used, by two sums that every minefield obeys: over the cells around a number,
//! the minefields with a mine there add up to the number times all minefields; over all cells, to the mines of the
//! board times all minefields.

use num_bigint::BigUint;
use quandary_core::{Budget, Exhausted};
use serde_json::{Value, json};

use super::position::Position;
use super::sheet::Sheet;
use crate::evidence::Evidence;
use crate::{Rejection, Verified, fault, wrong};

/// Bytes that the whole numbers of all cells may take as text; if they would take more, they are not proved.
const MOST_DIGITS: usize = 64 << 20;

/// The counts.
struct MinefieldCounts {
    /// Minefields that agree.
    all: BigUint,
    /// Different numbers of minefields; many cells share one.
    counts: Vec<BigUint>,
    /// For each closed cell, the index of its count.
    mined: Vec<Option<usize>>,
}

impl MinefieldCounts {
    /// In how many minefields a cell is a mine; none if it is open.
    fn of(&self, cell: usize) -> Option<&BigUint> {
        Some(&self.counts[self.mined[cell]?])
    }
}

pub(super) fn verify(
    sheet: &Sheet,
    evidence: Evidence<'_>,
    budget: &mut Budget,
) -> Result<Verified, Rejection> {
    let size = sheet.size;
    // What cannot be read is said before the work of counting.
    let listed = [("safe", size.list(evidence, "safe")?), ("mines", size.list(evidence, "mines")?)];
    let position = Position::new(sheet, budget)?;
    let counted = count(&position, budget)?;
    let all = &counted.all;
    if *all == BigUint::ZERO {
        return wrong("no minefield agrees with the position at all");
    }
    adds_up(&counted, &position, budget)?;
    let cells = |certain: &BigUint| {
        (0..size.cells()).filter(|&cell| counted.of(cell) == Some(certain)).collect::<Vec<usize>>()
    };
    let (safe, mines) = (cells(&BigUint::ZERO), cells(all));
    for ((name, mut listed), found) in listed.into_iter().zip([&safe, &mines]) {
        listed.sort_unstable();
        if listed != *found {
            return wrong(format!("`{name}` is not the list of the {} cells that are", found.len()));
        }
    }
    let chances = counted.counts.iter().map(|count| json!(ratio(count, all))).collect::<Vec<_>>();
    let rows = |values: &[Value]| {
        let shown = |place: &Option<usize>| place.map_or(Value::Null, |place| values[place].clone());
        json!(
            counted
                .mined
                .chunks(size.cols)
                .map(|row| row.iter().map(shown).collect())
                .collect::<Vec<Value>>()
        )
    };
    let names = |cells: &[usize]| json!(cells.iter().map(|&cell| size.name(cell)).collect::<Vec<_>>());
    let certain = safe.len() + mines.len() > 0;
    let verified = Verified::fact(format!(
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
    .proves("ln_minefields", ln(all));
    // Three bits are a digit, or a little more.
    let digits = |place: &usize| usize::try_from(counted.counts[*place].bits() / 3 + 1).unwrap_or(usize::MAX);
    let text = counted.mined.iter().flatten().map(digits).fold(0, usize::saturating_add);
    if text > MOST_DIGITS {
        return Ok(verified);
    }
    let counts: Vec<Value> = counted.counts.iter().map(|count| json!(count.to_string())).collect();
    Ok(verified.proves("mined", rows(&counts)))
}

/// Audits the counts, as described above.
fn adds_up(counted: &MinefieldCounts, position: &Position, budget: &mut Budget) -> Result<(), Rejection> {
    let size = position.table.size;
    let sum =
        |cells: &mut dyn Iterator<Item = usize>| cells.filter_map(|cell| counted.of(cell)).sum::<BigUint>();
    for (cell, number) in position.table.numbers.iter().enumerate() {
        budget.spend(1)?;
        if let Some(number) = number
            && sum(&mut size.around(cell)) != &counted.all * *number
        {
            return fault("the mines counted around a number do not add up to it");
        }
    }
    if sum(&mut (0..size.cells())) != &counted.all * size.mines {
        return fault("the mines counted do not add up to those of the board");
    }
    Ok(())
}

fn count(position: &Position, budget: &mut Budget) -> Result<MinefieldCounts, Exhausted> {
    let cells = position.table.numbers.len();
    let mut mined: Vec<Option<usize>> = vec![None; cells];
    // More mines than cells: there is no minefield, and lists of that length would fill the memory.
    let Some(left) = position.left.filter(|&left| left <= cells) else {
        return Ok(MinefieldCounts { all: BigUint::ZERO, counts: Vec::new(), mined });
    };
    let ways = position.groups.iter().map(|group| group.ways(budget)).collect::<Result<Vec<_>, _>>()?;
    // What the groups before and after each group can add.
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
    let whole = before.pop().unwrap_or_default();
    // `rest[k]`: ways for the unseen cells to hold what is left when all else holds `k`.
    let rest = choices(unseen, left, whole.len(), budget)?;
    let all: BigUint = whole.iter().zip(&rest).map(|(ways, rest)| ways * rest).sum();
    let mut counts = vec![BigUint::ZERO, all.clone()];
    for (number, group) in position.groups.iter().enumerate() {
        let others = times(&before[number], &behind[ways.len() - 1 - number], left, budget)?;
        let mut weight = vec![BigUint::ZERO; ways[number].whole().len().min(left + 1)];
        for (count, weight) in weight.iter_mut().enumerate() {
            budget.spend(others.len() as u64)?;
            *weight = others.iter().zip(rest.iter().skip(count)).map(|(ways, rest)| ways * rest).sum();
        }
        for (&cell, count) in group.cells.iter().zip(group.mined(&ways[number], &weight, budget)?) {
            mined[cell] = Some(counts.len());
            counts.push(count);
        }
    }
    if let (Some(fewer), Some(less)) = (unseen.checked_sub(1), left.checked_sub(1)) {
        // A mine in one of the unseen cells: the others hold one less.
        let others = choices(fewer, less, whole.len(), budget)?;
        for &cell in &position.unseen {
            mined[cell] = Some(counts.len());
        }
        counts.push(whole.iter().zip(&others).map(|(ways, rest)| ways * rest).sum());
    } else {
        for &cell in &position.unseen {
            mined[cell] = Some(0);
        }
    }
    for (cell, settled) in position.table.settled.iter().enumerate() {
        if let Some(mine) = settled
            && position.table.numbers[cell].is_none()
        {
            mined[cell] = Some(usize::from(*mine));
        }
    }
    Ok(MinefieldCounts { all, counts, mined })
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

/// Ways to choose `most`, one less, two less, … of `cells`: `count` numbers, or fewer if 0 is reached first.
fn choices(cells: usize, most: usize, count: usize, budget: &mut Budget) -> Result<Vec<BigUint>, Exhausted> {
    let mut ways = BigUint::from(1_u8);
    // Choosing `most` cells is the same as leaving out the others; take the smaller number. From there every step down
    // is a product and a quotient.
    let chosen = most.min(cells);
    for at in 0..chosen.min(cells - chosen) {
        budget.spend(ways.iter_u64_digits().len() as u64)?;
        ways = ways * (cells - at) / (at + 1);
    }
    let mut all = vec![BigUint::ZERO; (most - chosen).min(count)];
    let mut bytes = 0;
    for chosen in (0..=chosen).rev().take(count - all.len()) {
        budget.spend(ways.iter_u64_digits().len() as u64)?;
        bytes += BYTES_A_NUMBER + 8 * ways.iter_u64_digits().len();
        if bytes > budget.memory_or(usize::MAX) {
            return Err(Exhausted::Memory);
        }
        let fewer = &ways * chosen / (cells - chosen + 1);
        all.push(std::mem::replace(&mut ways, fewer));
    }
    Ok(all)
}

/// Bytes that a whole number takes beside its digits.
pub(super) const BYTES_A_NUMBER: usize = 32;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_binomials_and_keep_to_their_memory() {
        let small = choices(5, 3, 9, &mut Budget::unlimited()).unwrap();
        assert_eq!(small, [10_u8, 10, 5, 1].map(BigUint::from));
        let more_than_there_are = choices(2, 4, 9, &mut Budget::unlimited()).unwrap();
        assert_eq!(more_than_there_are, [0_u8, 0, 1, 2, 1].map(BigUint::from));
        let many = |bytes: usize| choices(2000, 1000, 500, &mut Budget::unlimited().with_memory(bytes));
        assert_eq!(many(10_000), Err(Exhausted::Memory));
        assert!(many(1 << 20).is_ok());
    }

    #[test]
    fn logarithms_of_numbers_of_any_length_are_right() {
        for bits in [0_u32, 1, 59, 60, 61, 64, 200, 5000] {
            let expected = f64::from(bits) * std::f64::consts::LN_2;
            assert!((ln(&(BigUint::from(1_u8) << bits)) - expected).abs() <= 1e-9, "2^{bits}");
        }
        assert!((ln(&BigUint::from(1000_u32)) - 1000_f64.ln()).abs() < 1e-12);
    }
}
