//! The answer of `quandary reproduce`: the reproduction, what changed since an earlier one, and where its page is.

use std::collections::BTreeMap;
use std::fmt;
use std::path::PathBuf;

use serde::{Serialize, Serializer};

use super::{Changes, terminal};
use crate::judge::mutation::Mutation;
use crate::papers::{DOCUMENTS, Document};
use crate::reproduction::{Reproduced, Reproduction, Sharpness, Verdict};

/// A reproduction as it is printed, as text or as JSON.
#[derive(Clone, Debug)]
pub struct Report {
    /// What was reproduced.
    pub reproduction: Reproduction,
    /// How verdicts changed since an earlier run, if one was given.
    pub changes: Option<Changes>,
    /// The page that was written, if one was.
    pub page: Option<PathBuf>,
}

impl From<Reproduction> for Report {
    fn from(reproduction: Reproduction) -> Report {
        Report { reproduction, changes: None, page: None }
    }
}

/// The keys of a report.
#[derive(Serialize)]
struct ReportRecord<'r> {
    scale: String,
    seed: u64,
    cpu_seconds: f64,
    /// How many printed values have each verdict, each counted once.
    values: BTreeMap<Verdict, usize>,
    /// How many cells have each verdict: comparisons, of which a printed value may have several.
    cells: BTreeMap<Verdict, usize>,
    mutation: Mutation,
    documents: [Document; DOCUMENTS.len()],
    entries: Vec<EntryRecord<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<&'r Changes>,
}

/// An entry, and what follows from it.
#[derive(Serialize)]
struct EntryRecord<'r> {
    verdict: Verdict,
    cpu_seconds: Option<f64>,
    sharpness: Vec<Sharpness>,
    #[serde(flatten)]
    entry: &'r Reproduced,
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Report { reproduction: all, changes, .. } = self;
        let entry = |entry| EntryRecord {
            verdict: Reproduced::verdict(entry),
            cpu_seconds: entry.made.as_ref().map(|made| made.cpu_seconds),
            sharpness: entry.sharpness(),
            entry,
        };
        let record = ReportRecord {
            scale: all.scale.to_string(),
            seed: all.seed,
            cpu_seconds: all.cpu_seconds,
            values: Verdict::ALL.into_iter().map(|verdict| (verdict, all.count_values(verdict))).collect(),
            cells: Verdict::ALL.into_iter().map(|verdict| (verdict, all.count(verdict))).collect(),
            mutation: Mutation::of_all(&all.entries),
            documents: DOCUMENTS,
            entries: all.entries.iter().map(entry).collect(),
            changes: changes.as_ref(),
        };
        record.serialize(serializer)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&terminal(&self.reproduction))?;
        if let Some(changes) = &self.changes {
            write!(f, "\n{changes}")?;
        }
        if let Some(page) = &self.page {
            write!(f, "\n\nreport written to {}", page.display())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::Scale;
    use crate::reproduction::Cell;

    #[test]
    fn a_report_has_the_keys_that_other_programs_read_and_its_entries_can_be_read_back() {
        let mut entry = Reproduced::new("thesis.T3.1", "a table");
        entry.cells = vec![Cell::without_ours("1", "n", "1.94", Verdict::Quoted, "a note")];
        entry.convention("one", "first");
        entry.convention("another", "second");
        entry.convention("one", "third");
        entry.mention("a fact", 3, "counted");
        let reproduction =
            Reproduction { entries: vec![entry], scale: Scale::Usual, seed: 7, cpu_seconds: 0.5 };
        let report = serde_json::to_value(Report::from(reproduction.clone())).unwrap();
        let has = |value: &Value, keys: &[&str]| {
            for key in keys {
                assert!(value.get(key).is_some(), "{key}");
            }
        };
        has(
            &report,
            &["scale", "seed", "cpu_seconds", "values", "cells", "mutation", "documents", "entries"],
        );
        assert_eq!(report["cells"]["quoted"], 1);
        assert!(report.get("changes").is_none());
        let entry = &report["entries"][0];
        let keys = ["id", "title", "verdict", "found", "cpu_seconds", "conventions", "sharpness", "cells"];
        has(entry, &keys);
        has(entry, &["samples", "facts"]);
        assert_eq!(entry["conventions"]["one"], "first; third");
        let keys = ["row", "column", "printed", "ours", "low", "high", "verdict", "reading", "sees"];
        has(&entry["cells"][0], &keys);
        has(&entry["cells"][0], &["matters", "settled_by", "note"]);
        let text = serde_json::to_string(&Report::from(reproduction.clone())).unwrap();
        let texts: Value = serde_json::from_str(&text).unwrap();
        let again: Reproduced = serde_json::from_value(texts["entries"][0].clone()).unwrap();
        assert_eq!(again.cells, reproduction.entries[0].cells);
    }
}
