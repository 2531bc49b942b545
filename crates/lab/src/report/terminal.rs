use std::fmt::Write;

use super::{printed, shown};
use crate::judge::mutation::Mutation;
use crate::reproduction::{Cell, Reproduced, Reproduction, Verdict};

/// The reproduction as text: for each entry its verdict and what was found, then the cells that stand out.
pub fn terminal(all: &Reproduction) -> String {
    let mut out = String::new();
    let few = all.entries.len() <= 3;
    for entry in &all.entries {
        let _ = writeln!(out, "{:<13} {:<17} {}", entry.id, entry.verdict(), entry.title);
        if entry.computed.is_empty() {
            continue;
        }
        for line in wrapped(&entry.found, 92) {
            let _ = writeln!(out, "              {line}");
        }
        cells(&mut out, entry, few);
    }
    let counts: Vec<String> = Verdict::ALL
        .into_iter()
        .filter(|&verdict| all.count_values(verdict) > 0)
        .map(|verdict| format!("{} {verdict}", all.count_values(verdict)))
        .collect();
    let values: usize = Verdict::ALL.into_iter().map(|verdict| all.count_values(verdict)).sum();
    let comparisons: usize = Verdict::ALL.into_iter().map(|verdict| all.count(verdict)).sum();
    let mutation = Mutation::of_all(&all.entries);
    let _ = write!(
        out,
        "\nsensitivity: of {1} agreeing printed values moved by the difference that matters, {0} would still agree",
        mutation.remain, mutation.moved
    );
    let _ = write!(
        out,
        "\n{} entries; {values} printed values in {comparisons} comparisons: {}\nscale {}, seed {}, {:.1} CPU seconds",
        all.entries.len(),
        counts.join(", "),
        all.scale,
        all.seed,
        all.cpu_seconds
    );
    out
}

/// All cells when few entries were asked for; otherwise those that slip or disagree.
fn cells(out: &mut String, entry: &Reproduced, all: bool) {
    let wanted: Vec<_> = entry
        .cells
        .iter()
        .filter(|cell| {
            all || matches!(
                cell.verdict,
                Verdict::FormulaSlip | Verdict::DiffersSlightly | Verdict::Disagrees
            )
        })
        .collect();
    if wanted.is_empty() {
        return;
    }
    let width = |text: &dyn Fn(&Cell) -> usize, least: usize| {
        wanted.iter().map(|cell| text(cell)).max().unwrap_or(0).max(least)
    };
    let row = width(&|cell| cell.row.chars().count(), 3);
    let column = width(&|cell| cell.column.chars().count(), 6);
    let _ = writeln!(
        out,
        "              {:<row$} {:<column$} {:>10} {:>10} {:<20} {:<17} note",
        "row", "column", "printed", "ours", "interval", "verdict"
    );
    for cell in wanted {
        let interval = cell
            .interval
            .map_or(String::new(), |interval| format!("[{:.4}, {:.4}]", interval.low, interval.high));
        let _ = writeln!(
            out,
            "              {:<row$} {:<column$} {:>10} {:>10} {interval:<20} {:<17} {}",
            cell.row,
            cell.column,
            printed(cell),
            shown(&cell.ours),
            cell.verdict,
            cell.note
        );
    }
}

fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}
