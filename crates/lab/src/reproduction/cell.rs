//! One printed value beside ours.

use quandary_core::stats::Interval;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Verdict;
use crate::judge::{NumericTest, Settled, Test};
use crate::papers::Printed;

/// One printed value beside ours.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "CellRecord", into = "CellRecord")]
pub struct Cell {
    /// Which row.
    pub row: String,
    /// Which column.
    pub column: String,
    /// The printed value that it is about. Cells that compare one printed value with several readings share it.
    pub about: String,
    /// The printed value; none if the document prints none.
    pub printed: Option<Printed>,
    /// Our value; null if we have none.
    pub ours: Value,
    /// The 95 % interval of ours. If ours is exact, the interval in which 95 % of samples of the document's size would
    /// fall.
    pub interval: Option<Interval>,
    /// The verdict.
    pub verdict: Verdict,
    /// The test that the printed value had to pass, if it was judged.
    pub test: Option<Test>,
    /// The convention under which it agrees, if the document does not state it.
    pub reading: Option<String>,
    /// A remark; for a judged cell, what would have made it fail.
    pub note: String,
}

impl Cell {
    /// A cell without a value of ours.
    pub fn without_ours(
        row: &str,
        column: &str,
        printed: impl Into<Printed>,
        verdict: Verdict,
        note: &str,
    ) -> Cell {
        Cell { printed: Some(printed.into()), ..Cell::of_nothing(row, column, verdict, note) }
    }

    /// A cell of an entry that prints no value.
    pub fn of_nothing(row: &str, column: &str, verdict: Verdict, note: &str) -> Cell {
        Cell {
            row: row.into(),
            column: column.into(),
            about: format!("{row}|{column}"),
            printed: None,
            ours: Value::Null,
            interval: None,
            verdict,
            test: None,
            reading: None,
            note: note.into(),
        }
    }

    /// A printed value, ours, and the test. The verdict follows; the note says what would have failed.
    pub fn judged(
        (row, column): (&str, &str),
        printed: impl Into<Printed>,
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

    /// Printed words, and the words that would be accepted.
    pub fn words(place: (&str, &str), printed: impl Into<Printed>, ours: &str, accepts: Vec<String>) -> Cell {
        Cell::judged(place, printed, json!(ours), Test::Words { accepts }, None)
    }

    /// The printed text; empty if nothing is printed.
    pub fn printed_text(&self) -> &str {
        self.printed.as_ref().map_or("", |printed| &printed.text)
    }

    /// The printed number, if it is one.
    pub fn printed_number(&self) -> Option<f64> {
        self.printed.as_ref()?.number
    }

    /// Sets the verdict from the test.
    pub fn judge_again(&mut self) {
        let Some(test) = &self.test else { return };
        let verdict = match &self.printed {
            Some(printed) => test.of(printed),
            None => Verdict::NotReproducible,
        };
        self.verdict = match (verdict, &self.reading) {
            (Verdict::Agrees, Some(_)) => Verdict::AgreesAs,
            (verdict, _) => verdict,
        };
    }

    /// The same as one of several comparisons of a printed value.
    #[must_use]
    pub fn about(mut self, value: impl Into<String>) -> Cell {
        self.about = value.into();
        self
    }

    /// The same under a convention that the document does not state.
    #[must_use]
    pub fn reading(mut self, reading: &str) -> Cell {
        self.reading = Some(reading.to_owned());
        self.judge_again();
        self
    }

    /// The same with a text before its note.
    #[must_use]
    pub fn saying(mut self, words: impl AsRef<str>) -> Cell {
        self.note = match (words.as_ref(), self.note.as_str()) {
            ("", _) => self.note,
            (words, "") => words.to_owned(),
            (words, note) => format!("{words}; {note}"),
        };
        self
    }

    /// The test of a number: what it accepts, the smallest difference it sees, and the difference that matters.
    pub fn numeric_test(&self) -> Option<&NumericTest> {
        match &self.test {
            Some(Test::Number(held)) => Some(held),
            _ => None,
        }
    }
}

/// A cell as it is stored and printed as JSON: itself, and what follows from its test.
#[derive(Serialize, Deserialize)]
struct CellRecord {
    row: String,
    column: String,
    /// The printed value that it is about: the same for all comparisons with it.
    #[serde(default)]
    about: String,
    /// A number, or words.
    printed: Value,
    /// The document's text, with trailing zeros.
    printed_as: Option<String>,
    /// Decimals to which a printed number is known.
    decimals: Option<usize>,
    ours: Value,
    low: Option<f64>,
    high: Option<f64>,
    verdict: Verdict,
    reading: Option<String>,
    /// The smallest difference that would have been seen.
    sees: Option<f64>,
    /// The difference that matters.
    matters: Option<f64>,
    /// The number of runs that would settle an undecided number, if any would.
    settled_by: Option<u64>,
    note: String,
    test: Option<Test>,
}

impl From<Cell> for CellRecord {
    fn from(cell: Cell) -> CellRecord {
        let settled = cell.numeric_test().filter(|held| !held.sharp()).map(|held| held.settled);
        CellRecord {
            sees: cell.test.as_ref().and_then(Test::sees),
            matters: cell.test.as_ref().and_then(Test::matters),
            settled_by: match settled {
                Some(Settled::By(runs)) => Some(runs),
                _ => None,
            },
            printed: match &cell.printed {
                Some(Printed { number: Some(number), .. }) => json!(number),
                Some(Printed { text, .. }) => json!(text),
                None => Value::Null,
            },
            decimals: cell.printed.as_ref().filter(|printed| printed.number.is_some()).map(|p| p.decimals),
            printed_as: cell.printed.map(|printed| printed.text),
            low: cell.interval.map(|interval| interval.low),
            high: cell.interval.map(|interval| interval.high),
            row: cell.row,
            column: cell.column,
            about: cell.about,
            ours: cell.ours,
            verdict: cell.verdict,
            reading: cell.reading,
            note: cell.note,
            test: cell.test,
        }
    }
}

impl From<CellRecord> for Cell {
    fn from(record: CellRecord) -> Cell {
        let number = record.printed.as_f64();
        let decimals = record.decimals.unwrap_or(0);
        Cell {
            row: record.row,
            column: record.column,
            about: record.about,
            printed: record.printed_as.map(|text| Printed { text, number, decimals }),
            ours: record.ours,
            interval: record.low.zip(record.high).map(|(low, high)| Interval { low, high }),
            verdict: record.verdict,
            test: record.test,
            reading: record.reading,
            note: record.note,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_read_back_from_its_record_and_the_record_has_the_difference_its_test_sees() {
        let accepts = Interval { low: 0.4, high: 0.6 };
        let held =
            NumericTest { accepts, sees: Some(0.3), settled: Settled::By(900), ..NumericTest::nothing(0.2) };
        let place = ("a row", "a column");
        let printed = Printed::column(["1", "0.5000"]);
        let mut number = Cell::judged(place, &printed[0], json!(0.5), Test::Number(held), Some("a reading"));
        number.interval = Some(accepts);
        let words = Cell::words(place, "> 20 min", "slower", vec!["slower".into()]);
        let nothing = Cell::of_nothing("", "", Verdict::NotYet, "not here");
        for cell in [&number, &words, &nothing] {
            let text = serde_json::to_string(cell).unwrap();
            assert_eq!(serde_json::from_str::<Cell>(&text).unwrap(), *cell);
        }
        let record = serde_json::to_value(&number).unwrap();
        let keys = ["printed", "printed_as", "decimals", "low", "sees", "matters", "settled_by"];
        let expected = json!([1.0, "1", 4, 0.4, 0.3, 0.2, 900]);
        assert_eq!(Value::Array(keys.iter().map(|key| record[key].clone()).collect()), expected);
        assert_eq!(serde_json::to_value(&words).unwrap()["printed"], "> 20 min");
        assert!(serde_json::to_value(&nothing).unwrap()["printed"].is_null());
    }
}
