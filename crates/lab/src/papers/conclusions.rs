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
    let counted: Vec<String> = words
        .into_iter()
        .map(|(verdict, words)| (entry.count(verdict), words))
        .filter(|(count, _)| *count > 0)
        .map(|(count, words)| format!("{count} {words}"))
        .collect();
    let against: Vec<String> = entry
        .cells
        .iter()
        .filter(|cell| cell.verdict == Verdict::Disagrees)
        .map(|cell| format!("{} {}", cell.row, cell.column))
        .collect();
    let mut text = format!("Of {} cells {}", entry.cells.len(), counted.join(", "));
    if !against.is_empty() && against.len() <= NAMED {
        text += &format!(" ({})", against.join("; "));
    }
    text + "."
}

/// The sharpest and the bluntest cell among those that were judged by a number.
pub(super) fn sharpness(entry: &Reproduced) -> Option<String> {
    let mut seen: Vec<(f64, f64)> =
        entry.cells.iter().filter_map(|cell| cell.held()).filter_map(|held| Some((held.sees?, held.matters))).collect();
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
