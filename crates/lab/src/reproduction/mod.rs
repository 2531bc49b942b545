//! The results of a reproduction: entries, cells, facts and verdicts.

mod cell;
mod fact;
mod ordered;
mod values;
mod verdict;

use std::fmt;

use quandary_core::stats::Interval;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use cell::Cell;
pub use fact::{Fact, StatedFact};
pub use quandary_verbs::figure::{Figure, Marks, Point, Series};
pub use values::PrintedValue;
pub use verdict::Verdict;

use crate::Scale;
use crate::reading::TableReadings;

/// A published table or figure, reproduced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reproduced {
    /// Its id, such as `thesis.T3.2`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The document's claim, in our words.
    pub claimed: String,
    /// What we did.
    pub computed: String,
    /// The conclusion, in a sentence or two.
    pub found: String,
    /// Every convention used: name and value.
    #[serde(with = "ordered")]
    pub conventions: Vec<(String, String)>,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Its other results.
    pub facts: Vec<StatedFact>,
    /// Its figures.
    pub figures: Vec<Figure>,
    /// The table under every reading of it, where it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub readings: Option<TableReadings>,
    /// The games that it is based on, where a command plays them again.
    #[serde(default)]
    pub samples: Vec<Sample>,
    /// How it was made; none before that.
    pub made: Option<Provenance>,
}

/// Games that were played for an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// How many.
    pub runs: u64,
    /// The command that plays the same games again; with `--rows FILE` it writes one row per game.
    pub command: String,
}

/// How an entry was made, so that it can be made again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Provenance {
    /// How much was run.
    pub scale: String,
    /// The seed.
    pub seed: u64,
    /// CPU seconds it took.
    pub cpu_seconds: f64,
}

impl Reproduced {
    /// An entry to fill in.
    pub fn new(id: &str, title: &str) -> Reproduced {
        Reproduced {
            id: id.into(),
            title: title.into(),
            claimed: String::new(),
            computed: String::new(),
            found: String::new(),
            conventions: Vec::new(),
            cells: Vec::new(),
            facts: Vec::new(),
            figures: Vec::new(),
            readings: None,
            samples: Vec::new(),
            made: None,
        }
    }

    /// The worst verdict of its printed values; of its cells if nothing is printed, and `not-yet` without cells.
    pub fn verdict(&self) -> Verdict {
        let values = self.values().iter().map(PrintedValue::verdict).max();
        values.or_else(|| self.cells.iter().map(|cell| cell.verdict).max()).unwrap_or(Verdict::NotYet)
    }

    /// How many of its cells have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.cells.iter().filter(|cell| cell.verdict == verdict).count()
    }

    /// Drops points and intervals that are not finite, such as a share of no games, since they cannot be drawn or
    /// cached.
    pub(crate) fn drop_what_is_not_finite(&mut self) {
        let finite = |interval: &Interval| interval.low.is_finite() && interval.high.is_finite();
        for series in self.figures.iter_mut().flat_map(|figure| &mut figure.series) {
            series.points.retain(|point| point.x.is_finite() && point.y.is_finite());
            for point in &mut series.points {
                point.interval = point.interval.filter(finite);
            }
        }
        for cell in &mut self.cells {
            cell.interval = cell.interval.filter(finite);
        }
    }

    /// Marks the entry as interrupted, and withdraws the verdicts that are based on only part of the runs.
    pub fn cut_short(&mut self) {
        self.found = format!("Interrupted; partial result: {}", self.found);
        self.readings = None;
        let judged = [Verdict::Agrees, Verdict::AgreesAs, Verdict::DiffersSlightly, Verdict::Disagrees];
        for cell in self.cells.iter_mut().filter(|cell| judged.contains(&cell.verdict)) {
            cell.verdict = Verdict::Undecided;
            cell.test = None;
            cell.note = format!("interrupted; {}", cell.note);
        }
    }

    /// For each column that was judged by numbers: the smallest and the largest difference that its cells could have seen,
    /// and the largest that matters.
    pub fn sharpness(&self) -> Vec<Sharpness> {
        let mut all: Vec<Sharpness> = Vec::new();
        for cell in &self.cells {
            let Some(test) = &cell.test else { continue };
            let (Some(sees), Some(matters)) = (test.sees(), test.matters()) else { continue };
            match all.iter_mut().find(|known| known.column == cell.column) {
                Some(known) => {
                    known.cells += 1;
                    known.least = known.least.min(sees);
                    known.most = known.most.max(sees);
                    known.matters = known.matters.max(matters);
                }
                None => {
                    let column = cell.column.clone();
                    all.push(Sharpness { column, cells: 1, least: sees, most: sees, matters });
                }
            }
        }
        all
    }

    /// The cell in a row and a column.
    pub fn cell(&self, row: &str, column: &str) -> Option<&Cell> {
        self.cells.iter().find(|cell| cell.row == row && cell.column == column)
    }

    /// Our number in a cell; NaN if there is none.
    pub fn ours(&self, row: &str, column: &str) -> f64 {
        self.cell(row, column).and_then(|cell| cell.ours.as_f64()).unwrap_or(f64::NAN)
    }

    /// Declares that we made fewer runs than the document, and what the document's number of runs would cost.
    pub(crate) fn fewer_runs(&mut self, runs: u64, document: u64, what: &str) {
        if runs < document {
            let times = document.div_ceil(runs.max(1));
            let value = format!(
                "{runs} {what}; the document has {document}, which is expensive: --scale paper takes about {times} times the CPU \
                 time of this part"
            );
            self.convention("fewer runs than the document", value);
        }
    }

    /// Adds a convention, or another value to an existing one.
    pub fn convention(&mut self, name: &str, value: impl fmt::Display) {
        match self.conventions.iter_mut().find(|(known, _)| known == name) {
            Some((_, known)) => *known += &format!("; {value}"),
            None => self.conventions.push((name.into(), value.to_string())),
        }
    }
}

/// The differences that the cells of one column could have shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sharpness {
    /// The column.
    pub column: String,
    /// Its cells that were judged by a number.
    pub cells: usize,
    /// The smallest difference that the most sensitive cell would have seen, with probability 95 %.
    pub least: f64,
    /// The smallest difference that every cell would have seen.
    pub most: f64,
    /// The largest difference that matters there.
    pub matters: f64,
}

/// Everything reproduced in one run.
#[derive(Clone, Debug, PartialEq)]
pub struct Reproduction {
    /// Its entries, in the order of the documents.
    pub entries: Vec<Reproduced>,
    /// How much was run.
    pub scale: Scale,
    /// The seed.
    pub seed: u64,
    /// CPU seconds it took.
    pub cpu_seconds: f64,
}

impl Reproduction {
    /// Whether some printed value disagrees under every reading.
    pub fn disagrees(&self) -> bool {
        self.count_values(Verdict::Disagrees) > 0
    }

    /// How many cells have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.entries.iter().map(|entry| entry.count(verdict)).sum()
    }
}

/// A number as JSON; null if there is none.
pub fn number(value: f64) -> Value {
    json!(value)
}
