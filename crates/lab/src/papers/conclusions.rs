//! Sentences that many entries use, computed from their cells.

use crate::reproduction::{Reproduced, Verdict};

/// How many cells there are of each verdict, and which of them disagree.
pub(super) fn tally(entry: &Reproduced) -> String {
    /// More cells than this are counted, not named.
    const NAMED: usize = 6;
    let words = [
        (Verdict::Agrees, "agrees", "agree"),
        (
            Verdict::AgreesAs,
            "agrees under a convention that is not printed",
            "agree under a convention that is not printed",
        ),
        (Verdict::DiffersSlightly, "differs by less than matters", "differ by less than matters"),
        (Verdict::Disagrees, "disagrees", "disagree"),
        (Verdict::Undecided, "is undecided", "are undecided"),
        (Verdict::FormulaSlip, "contradicts its own formula", "contradict their own formula"),
        (
            Verdict::Arithmetic,
            "is arithmetic on other printed values",
            "are arithmetic on other printed values",
        ),
        (Verdict::Definition, "holds by definition", "hold by definition"),
        (Verdict::NotReproducible, "cannot be computed again", "cannot be computed again"),
        (Verdict::Quoted, "is quoted or a setting", "are quoted or settings"),
    ];
    let named = |verdict: Verdict| {
        let cells = entry.cells.iter().filter(|cell| cell.verdict == verdict);
        let names: Vec<String> = cells.map(|cell| format!("{} {}", cell.row, cell.column)).collect();
        if verdict == Verdict::Disagrees && names.len() <= NAMED {
            format!(" ({})", names.join("; "))
        } else {
            String::new()
        }
    };
    let counted: Vec<String> = words
        .into_iter()
        .map(|(verdict, one, many)| (entry.count(verdict), verdict, one, many))
        .filter(|(count, ..)| *count > 0)
        .map(|(count, verdict, one, many)| {
            format!("{count} {}{}", if count == 1 { one } else { many }, named(verdict))
        })
        .collect();
    let cells = if entry.cells.len() == 1 { "cell" } else { "cells" };
    format!("Of {} {cells} {}.", entry.cells.len(), counted.join(", "))
}

/// The most and the least sensitive cell among those that were judged by a number.
pub(super) fn sharpness(entry: &Reproduced) -> Option<String> {
    let mut seen: Vec<(f64, f64)> = entry
        .cells
        .iter()
        .filter_map(|cell| cell.numeric_test())
        .filter_map(|held| Some((held.sees?, held.matters)))
        .collect();
    seen.sort_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)));
    let (first, last) = (seen.first()?, seen.last()?);
    Some(format!(
        "A cell here sees a difference of {} to {} times the one that matters.",
        crate::judge::short(first.0 / first.1),
        crate::judge::short(last.0 / last.1)
    ))
}

/// A list in words.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => "none".into(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
