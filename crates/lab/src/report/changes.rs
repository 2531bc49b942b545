use std::collections::HashMap;
use std::fmt;

use serde::Serialize;
use serde_json::Value;

use crate::reproduction::{Reproduction, Verdict};

/// A cell whose verdict changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The entry.
    pub id: String,
    /// The row.
    pub row: String,
    /// The column.
    pub column: String,
    /// The verdict before.
    pub before: String,
    /// The verdict now.
    pub after: String,
}

/// A cell whose value changed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ValueChange {
    /// The entry.
    pub id: String,
    /// The row.
    pub row: String,
    /// The column.
    pub column: String,
    /// What was found before.
    pub before: Value,
    /// What is found now.
    pub after: Value,
}

/// How verdicts and values changed since an earlier run.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Changes {
    /// Cells that are in both.
    pub cells: usize,
    /// Those whose verdict changed.
    pub changed: Vec<Change>,
    /// Of these, the ones that agreed and now disagree.
    pub from_agrees_to_disagrees: usize,
    /// Cells whose value changed, with or without the verdict.
    pub moved: Vec<ValueChange>,
    /// Cells of this run that the earlier one does not have.
    pub new: usize,
}

impl Changes {
    /// Compares a run with the JSON of an earlier one, for example at another scale.
    pub fn since(before: &Value, made: &Reproduction) -> Changes {
        let mut known = HashMap::new();
        for entry in before["entries"].as_array().into_iter().flatten() {
            for cell in entry["cells"].as_array().into_iter().flatten() {
                let place = ["row", "column"].map(|key| cell[key].as_str().unwrap_or_default());
                known.entry((entry["id"].as_str().unwrap_or_default(), place)).or_insert(cell);
            }
        }
        let mut changes =
            Changes { cells: 0, changed: Vec::new(), from_agrees_to_disagrees: 0, moved: Vec::new(), new: 0 };
        for entry in &made.entries {
            for cell in &entry.cells {
                let Some(before) = known.get(&(entry.id.as_str(), [&cell.row, &cell.column])) else {
                    changes.new += 1;
                    continue;
                };
                changes.cells += 1;
                if !alike(&before["ours"], &cell.ours) {
                    let (id, row, column) = (entry.id.clone(), cell.row.clone(), cell.column.clone());
                    let (before, after) = (before["ours"].clone(), cell.ours.clone());
                    changes.moved.push(ValueChange { id, row, column, before, after });
                }
                let before = before["verdict"].as_str().unwrap_or_default().to_owned();
                let after = cell.verdict.to_string();
                if before == after {
                    continue;
                }
                let turned = before.starts_with("agrees") && cell.verdict == Verdict::Disagrees;
                changes.from_agrees_to_disagrees += usize::from(turned);
                let (id, row, column) = (entry.id.clone(), cell.row.clone(), cell.column.clone());
                changes.changed.push(Change { id, row, column, before, after });
            }
        }
        changes
    }
}

/// Whether two values are the same; numbers as far as their text shows.
fn alike(before: &Value, after: &Value) -> bool {
    match (before.as_f64(), after.as_f64()) {
        (Some(before), Some(after)) => (before - after).abs() <= 1e-9 * before.abs().max(after.abs()),
        _ => before == after,
    }
}

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Changes { cells, changed, from_agrees_to_disagrees, moved, new } = self;
        write!(
            f,
            "{} of {cells} verdicts changed, {from_agrees_to_disagrees} of them from agrees to disagrees; {} values differ; {new} cells \
             are new",
            changed.len(),
            moved.len()
        )?;
        for Change { id, row, column, before, after } in changed {
            write!(f, "\n  {id} {row}, {column}: {before} -> {after}")?;
        }
        for ValueChange { id, row, column, before, after } in moved {
            write!(f, "\n  {id} {row}, {column}: found {before}, now {after}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scale;
    use crate::report::Report;
    use crate::reproduction::{Cell, Reproduced};

    #[test]
    fn a_changed_verdict_is_counted_and_named() {
        let made = |verdicts: [Verdict; 2]| {
            let mut entry = Reproduced::new("thesis.T3.1", "a table");
            entry.cells = ["n", "D"]
                .into_iter()
                .zip(verdicts)
                .map(|(column, verdict)| Cell::without_ours("1", column, "1", verdict, ""))
                .collect();
            Reproduction { entries: vec![entry], scale: Scale::Usual, seed: 1, cpu_seconds: 0.0 }
        };
        let before = serde_json::to_value(Report::from(made([Verdict::Agrees, Verdict::Undecided]))).unwrap();
        let changes = Changes::since(&before, &made([Verdict::Disagrees, Verdict::Undecided]));
        assert_eq!((changes.cells, changes.changed.len(), changes.from_agrees_to_disagrees), (2, 1, 1));
        assert_eq!(changes.changed[0].column, "n");
    }
}
