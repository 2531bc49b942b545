//! What a reproduction brings out: entries, cells and verdicts.

use std::fmt;

use quandary_core::stats::Interval;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use quandary_core::figure::{Figure, Marks, Point, Series};

use crate::Scale;
use crate::judge::{Held, Test};
use crate::papers::Printed;

/// What is to be said of a printed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It was quoted from elsewhere, or is a setting: there is nothing to compute.
    Quoted,
    /// It could not be otherwise: a bound that every sample reaches, a name, a rule. It says nothing about an experiment.
    Definition,
    /// It follows from other printed values by the document's own formula. It says nothing about an experiment.
    Arithmetic,
    /// We find the same, and would have seen a difference that matters.
    Agrees,
    /// We find the same under a convention that the document does not state; the note names it.
    AgreesAs,
    /// The puzzle it needs is not in Quandary yet.
    NotYet,
    /// It cannot be computed again; the note says what is missing.
    NotReproducible,
    /// What was run leaves it open: a difference that matters would not have been seen, values of an open parameter
    /// contradict each other, or the run was cut short.
    Undecided,
    /// The printed cell contradicts its own formula, or another print of the same value.
    FormulaSlip,
    /// We find something else.
    Disagrees,
}

impl Verdict {
    /// All of them, best news first.
    pub const ALL: [Verdict; 10] = [
        Verdict::Agrees,
        Verdict::AgreesAs,
        Verdict::Arithmetic,
        Verdict::Definition,
        Verdict::FormulaSlip,
        Verdict::Disagrees,
        Verdict::Undecided,
        Verdict::NotReproducible,
        Verdict::Quoted,
        Verdict::NotYet,
    ];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Agrees => "agrees",
            Verdict::AgreesAs => "agrees-as",
            Verdict::Arithmetic => "arithmetic",
            Verdict::Definition => "definition",
            Verdict::FormulaSlip => "formula-slip",
            Verdict::Disagrees => "disagrees",
            Verdict::Undecided => "undecided",
            Verdict::NotReproducible => "not-reproducible",
            Verdict::Quoted => "quoted",
            Verdict::NotYet => "not-yet",
        })
    }
}

/// One printed value beside ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Which row.
    pub row: String,
    /// Which column.
    pub column: String,
    /// What is printed: a number or a text; null where we add a row of our own.
    pub printed: Value,
    /// What we find; null when we find nothing.
    pub ours: Value,
    /// The 95 % interval of ours. Where ours is exact, the interval in which 95 % of samples of the
    /// document's size would fall.
    pub interval: Option<Interval>,
    /// The verdict.
    pub verdict: Verdict,
    /// What the printed value was held against; nothing where there is nothing to hold.
    pub test: Option<Test>,
    /// The convention under which it agrees, if the document does not state it.
    pub reading: Option<String>,
    /// What there is to say about it; where it was judged, what would have made it fail.
    pub note: String,
}

impl Cell {
    /// A cell for which we have nothing of our own.
    pub fn without_ours(row: &str, column: &str, printed: Value, verdict: Verdict, note: &str) -> Cell {
        Cell {
            row: row.into(),
            column: column.into(),
            printed,
            ours: Value::Null,
            interval: None,
            verdict,
            test: None,
            reading: None,
            note: note.into(),
        }
    }

    /// A printed value, ours, and what it is held against. The verdict follows; the note says what would have failed.
    pub fn judged(
        (row, column): (&str, &str),
        printed: Value,
        ours: Value,
        test: Test,
        reading: Option<&str>,
    ) -> Cell {
        let note = test.fails();
        let mut cell = Cell::without_ours(row, column, printed, Verdict::NotReproducible, &note);
        cell.ours = ours;
        cell.reading = reading.map(str::to_owned);
        cell.test = Some(test);
        cell.judge_again();
        cell
    }

    /// Words held against the ones that would be accepted.
    pub fn words(place: (&str, &str), printed: &Printed, ours: &str, accepts: Vec<String>) -> Cell {
        Cell::judged(place, printed.json(), json!(ours), Test::Words { accepts }, None)
    }

    /// The printed value as words.
    pub fn printed_words(&self) -> String {
        match &self.printed {
            Value::String(words) => words.clone(),
            other => other.to_string(),
        }
    }

    /// Sets the verdict from what the printed value is held against.
    pub fn judge_again(&mut self) {
        let Some(test) = &self.test else { return };
        let verdict = match (&self.printed, self.printed.as_f64()) {
            (_, Some(printed)) => test.of_number(printed),
            (Value::Null, None) => Verdict::NotReproducible,
            _ => test.of_words(&self.printed_words()),
        };
        self.verdict = match (verdict, &self.reading) {
            (Verdict::Agrees, Some(_)) => Verdict::AgreesAs,
            (verdict, _) => verdict,
        };
    }

    /// The same under a convention that the document does not state.
    #[must_use]
    pub fn reading(mut self, reading: &str) -> Cell {
        self.reading = Some(reading.to_owned());
        self.judge_again();
        self
    }

    /// The same with something said first.
    #[must_use]
    pub fn saying(mut self, words: impl AsRef<str>) -> Cell {
        self.note = match (words.as_ref(), self.note.as_str()) {
            ("", _) => self.note,
            (words, "") => words.to_owned(),
            (words, note) => format!("{words}; {note}"),
        };
        self
    }

    /// The number that a test was about: the smallest difference it could have seen, beside the one that matters.
    pub fn held(&self) -> Option<&Held> {
        match &self.test {
            Some(Test::Number(held)) => Some(held),
            _ => None,
        }
    }
}

/// A number worth knowing that no document prints.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// What it is.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// How it was found.
    pub note: String,
}

/// A published table or figure, reproduced.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reproduced {
    /// Its id, such as `thesis.T3.2`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// What the document says, in our words.
    pub claimed: String,
    /// What we did.
    pub computed: String,
    /// What came out, in a sentence or two.
    pub found: String,
    /// Every convention used: name and value.
    pub conventions: Vec<(String, String)>,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// What else was found.
    pub facts: Vec<Fact>,
    /// Its figures.
    pub figures: Vec<Figure>,
    /// The games that it rests on, where a command plays them again.
    #[serde(default)]
    pub samples: Vec<Sample>,
    /// How it was made, once it was.
    pub made: Option<Made>,
}

/// Games that were played for an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// How many.
    pub runs: u64,
    /// The command that plays the very same games again; with `--rows FILE` it writes a row for each.
    pub command: String,
}

/// How an entry was made: what it takes to make it again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Made {
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
            samples: Vec::new(),
            made: None,
        }
    }

    /// The worst verdict of its cells; without cells, that there is nothing yet.
    pub fn verdict(&self) -> Verdict {
        self.cells.iter().map(|cell| cell.verdict).max().unwrap_or(Verdict::NotYet)
    }

    /// How many of its cells have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.cells.iter().filter(|cell| cell.verdict == verdict).count()
    }

    /// Leaves out points and intervals that are no numbers, such as the share of nothing: they are not to be drawn, and
    /// cannot be kept.
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

    /// Says that the entry was cut short, and takes back what it judged from a part of its runs.
    pub fn cut_short(&mut self) {
        self.found = format!("Interrupted; of what was done until then: {}", self.found);
        let judged = [Verdict::Agrees, Verdict::AgreesAs, Verdict::Disagrees];
        for cell in self.cells.iter_mut().filter(|cell| judged.contains(&cell.verdict)) {
            cell.verdict = Verdict::Undecided;
            cell.test = None;
            cell.note = format!("cut short; {}", cell.note);
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

    /// Our number in a cell; NaN where there is none.
    pub fn ours(&self, row: &str, column: &str) -> f64 {
        self.cell(row, column).and_then(|cell| cell.ours.as_f64()).unwrap_or(f64::NAN)
    }

    /// The number of a fact; NaN where there is none.
    pub fn told(&self, name: &str) -> f64 {
        self.told_at(name, "")
    }

    /// A number inside a fact that holds several, by its key; NaN where there is none.
    pub fn told_at(&self, name: &str, key: &str) -> f64 {
        let value = self.facts.iter().find(|fact| fact.name == name).map(|fact| &fact.value);
        let value = value.and_then(|value| if key.is_empty() { Some(value) } else { value.get(key) });
        value.and_then(Value::as_f64).unwrap_or(f64::NAN)
    }

    /// The words of a fact; empty where there are none.
    pub fn told_words(&self, name: &str) -> &str {
        self.facts.iter().find(|fact| fact.name == name).and_then(|fact| fact.value.as_str()).unwrap_or("")
    }

    /// Declares that fewer runs were made than the document made, and what its own count would cost.
    pub(crate) fn fewer_runs(&mut self, runs: u64, document: u64, what: &str) {
        if runs < document {
            let times = document.div_ceil(runs.max(1));
            let value = format!(
                "{runs} {what}; the document's {document} are dear: --scale paper takes about {times} times the CPU time of this \
                 part"
            );
            self.convention("fewer runs than the document", value);
        }
    }

    /// Adds a convention.
    pub fn convention(&mut self, name: &str, value: impl fmt::Display) {
        self.conventions.push((name.into(), value.to_string()));
    }

    /// Adds a fact.
    pub fn fact(&mut self, name: &str, value: impl Into<Value>, note: &str) {
        self.facts.push(Fact { name: name.into(), value: value.into(), note: note.into() });
    }
}

/// What the cells of one column could have seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sharpness {
    /// The column.
    pub column: String,
    /// Its cells that were judged by a number.
    pub cells: usize,
    /// The smallest difference that one of them would have seen, with probability 95 %.
    pub least: f64,
    /// The smallest difference that all of them would have seen.
    pub most: f64,
    /// The largest difference that matters there.
    pub matters: f64,
}

/// All that was reproduced in one run.
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
    /// Whether some cell disagrees.
    pub fn disagrees(&self) -> bool {
        self.entries.iter().any(|entry| entry.count(Verdict::Disagrees) > 0)
    }

    /// How many cells have this verdict.
    pub fn count(&self, verdict: Verdict) -> usize {
        self.entries.iter().map(|entry| entry.count(verdict)).sum()
    }
}

/// A number as JSON; null when there is none.
pub fn number(value: f64) -> Value {
    json!(value)
}
