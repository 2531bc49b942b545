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

/// How verdicts changed since an earlier run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changes {
    /// Cells that are in both.
    pub cells: usize,
    /// Those whose verdict changed.
    pub changed: Vec<Change>,
    /// Of these, the ones that agreed and now disagree.
    pub from_agrees_to_disagrees: usize,
}

impl Changes {
    /// Compares a run with the JSON of an earlier one, such as one at another scale.
    pub fn since(before: &Value, made: &Reproduction) -> Changes {
        let entries = before["entries"].as_array().into_iter().flatten();
        let known = |id: &str, row: &str, column: &str| -> Option<String> {
            let entry = entries.clone().find(|entry| entry["id"] == id)?;
            let cells = entry["cells"].as_array()?;
            let cell = cells.iter().find(|cell| cell["row"] == row && cell["column"] == column)?;
            cell["verdict"].as_str().map(str::to_owned)
        };
        let mut changes = Changes { cells: 0, changed: Vec::new(), from_agrees_to_disagrees: 0 };
        for entry in &made.entries {
            for cell in &entry.cells {
                let Some(before) = known(&entry.id, &cell.row, &cell.column) else { continue };
                changes.cells += 1;
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

impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Changes { cells, changed, from_agrees_to_disagrees } = self;
        write!(
            f,
            "{} of {cells} verdicts changed, {from_agrees_to_disagrees} of them from agrees to disagrees",
            changed.len()
        )?;
        for Change { id, row, column, before, after } in changed {
            write!(f, "\n  {id} {row}, {column}: {before} -> {after}")?;
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
    fn a_verdict_that_turned_is_counted_and_named() {
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
