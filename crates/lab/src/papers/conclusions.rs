//! Sentences that every entry may use, computed from its cells.

use crate::reproduction::{Reproduced, Verdict};

/// How many cells there are of each verdict, and which of them disagree.
pub(super) fn tally(entry: &Reproduced) -> String {
    /// More than so many are counted, not named.
    const NAMED: usize = 6;
    let words = [
        (Verdict::Agrees, "agree"),
        (Verdict::AgreesAs, "agree under a convention that is not printed"),
        (Verdict::Disagrees, "disagree"),
        (Verdict::Undecided, "are undecided"),
        (Verdict::FormulaSlip, "contradict their own formula"),
        (Verdict::Arithmetic, "are arithmetic on other printed values"),
        (Verdict::Definition, "hold by definition"),
        (Verdict::NotReproducible, "cannot be computed again"),
        (Verdict::Quoted, "are quoted or settings"),
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
        .filter(|(verdict, _)| entry.count(*verdict) > 0)
        .map(|(verdict, words)| format!("{} {words}{}", entry.count(verdict), named(verdict)))
        .collect();
    format!("Of {} cells {}.", entry.cells.len(), counted.join(", "))
}

/// The sharpest and the bluntest cell among those that were judged by a number.
pub(super) fn sharpness(entry: &Reproduced) -> Option<String> {
    let mut seen: Vec<(f64, f64)> = entry
        .cells
        .iter()
        .filter_map(|cell| cell.held())
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
