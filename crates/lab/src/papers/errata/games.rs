//! Slips of the access article.

use quandary_core::stats::Rate;

use super::{Check, Published};
use crate::papers::twenty48::forced_cases;

pub(super) static CHECKS: &[Check] = &[
    Check { id: "P1", place: "access.T3, pos_solved", look: not_forced },
    Check { id: "P2", place: "access III-B, less than 1 %", look: states_visited },
    Check { id: "P3", place: "access.T6, p", look: two_averagings },
    Check { id: "P8", place: "access.T4, depths", look: twenty_games },
];

fn not_forced(published: &Published<'_>) -> Option<String> {
    let table = published.table("access.T3")?;
    let claimed = table.number(0, "pos_solved")?;
    let (forced, lucky) = forced_cases();
    (forced as f64 != claimed).then(|| {
        format!("{claimed} of 12 cases are called wins; {forced} can be forced under AND, {lucky} have a lucky line")
    })
}

fn states_visited(published: &Published<'_>) -> Option<String> {
    const STATES: f64 = 537.0;
    let table = published.table("access.T3")?;
    let shares: Vec<f64> =
        (0..table.rows.len()).filter_map(|row| Some(100.0 * table.number(row, "nodes")? / STATES)).collect();
    let (low, high) = (shares.iter().copied().reduce(f64::min)?, shares.iter().copied().reduce(f64::max)?);
    (high >= 1.0).then(|| {
        format!("the table's own nodes are {low:.1} % to {high:.1} % of the 537 states, not less than 1 %")
    })
}

fn two_averagings(published: &Published<'_>) -> Option<String> {
    let table = published.table("access.T6")?;
    let of = |row: usize, column: &str| table.number(row, column).unwrap_or(f64::NAN);
    let rows = 0..table.rows.len();
    let products =
        rows.clone().filter(|&row| (of(row, "p") - of(row, "M") * of(row, "v")).abs() <= 2e-5).count();
    let energies =
        rows.filter(|&row| (of(row, "Ep") - 2.0 * of(row, "M") * of(row, "v").powi(2)).abs() <= 3e-5).count();
    (products < energies).then(|| {
        format!(
            "E_p follows from the mean v in {energies} rows of {}, p in {products}: the one is of means, the other a mean, as the \
             caption says; no slip, but two averagings in one table",
            table.rows.len()
        )
    })
}

fn twenty_games(published: &Published<'_>) -> Option<String> {
    let table = published.table("access.T4")?;
    let mut intervals = Vec::new();
    for row in 0..table.rows.len() {
        let count = table.number(row, "t2048")? + table.number(row, "t4096")?;
        intervals.push((count, Rate::new(count as u64, 20).interval()));
    }
    let overlap = intervals.windows(2).all(|pair| pair[0].1.overlaps(&pair[1].1));
    overlap.then(|| {
        let shown = |(count, interval): &(f64, quandary_core::stats::Interval)| {
            format!("{count}/20 [{:.2}, {:.2}]", interval.low, interval.high)
        };
        let shown: Vec<String> = intervals.iter().map(shown).collect();
        format!(
            "the shares that reached 2048 do not differ significantly from depth to depth: {}",
            shown.join(", ")
        )
    })
}
