//! What a reproduction brings out: entries, cells and verdicts.

use std::fmt;

use quandary_core::stats::Interval;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub use quandary_core::figure::{Figure, Marks, Point, Series};

use crate::Scale;

/// What is to be said of a printed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It was quoted from elsewhere, or defines a word.
    Quoted,
    /// We find the same.
    Agrees,
    /// We find the same under a convention that the document does not state; the note names it.
    AgreesAs,
    /// The puzzle it needs is not in Quandary yet.
    NotYet,
    /// It cannot be computed again; the note says what is missing.
    NotReproducible,
    /// What was run leaves it open: the interval holds both answers, values of an open parameter contradict each
    /// other, or the run was cut short.
    Undecided,
    /// The printed cell contradicts its own formula.
    FormulaSlip,
    /// We find something else.
    Disagrees,
}

impl Verdict {
    /// All of them, best news first.
    pub const ALL: [Verdict; 8] = [
        Verdict::Agrees,
        Verdict::AgreesAs,
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
    /// What there is to say about it.
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
            note: note.into(),
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
    /// How it was made, once it was.
    pub made: Option<Made>,
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

    /// Says that the entry was cut short, and takes back what it judged from a part of its runs.
    pub fn cut_short(&mut self) {
        self.found = format!("Interrupted; of what was done until then: {}", self.found);
        let judged = [Verdict::Agrees, Verdict::AgreesAs, Verdict::Disagrees];
        for cell in self.cells.iter_mut().filter(|cell| judged.contains(&cell.verdict)) {
            cell.verdict = Verdict::Undecided;
            cell.note = format!("cut short; {}", cell.note);
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
