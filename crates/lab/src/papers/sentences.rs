//! Sentences of a document that can be tested: one row each, in words.
//!
//! A table of the kind `claims` has a key, the place in the document, the sentence in our words, and what it says in a word
//! or two. Its regenerator finds for each key what is the case; a sentence whose test our runs leave open has no word.

use std::cmp::Ordering;

use quandary_core::stats::{Rate, Summary};
use serde_json::json;

use super::Table;
use super::compare::place_of;
use super::conclusions::tally;
use crate::judge::{LEAST, LEVEL, Test, newcombe};
use crate::reproduction::{Cell, Reproduced, Verdict};

/// What is the case about a sentence.
pub(super) struct Finding {
    key: &'static str,
    word: Option<String>,
    note: String,
    reading: Option<&'static str>,
}

impl Finding {
    /// A finding in the words of the document's claim or in others; none where our runs leave it open.
    pub(super) fn new(
        key: &'static str,
        word: Option<impl Into<String>>,
        note: impl Into<String>,
    ) -> Finding {
        Finding { key, word: word.map(Into::into), note: note.into(), reading: None }
    }

    /// A finding that depends on a choice of ours for what the document does not print: it may confirm the sentence, but
    /// where it is otherwise, another choice might not be.
    pub(super) fn by_choice(mut self, table: &Table, choice: &'static str) -> Finding {
        let row = (0..table.rows.len()).find(|&row| table.row_name(row) == self.key);
        let said = row.map(|row| table.printed(row, "says").text.as_str());
        if self.word.as_deref() != said {
            self.word = None;
            self.note += "; it depends on what is not printed";
        }
        self.reading(choice)
    }

    /// The same under a reading that the document does not state.
    pub(super) fn reading(mut self, reading: &'static str) -> Finding {
        self.reading = Some(reading);
        self
    }
}

/// The entry of a table of sentences.
pub(super) fn judged(table: &Table, computed: &str, findings: &[Finding]) -> Reproduced {
    let mut entry = Reproduced::new(&table.id, &table.title);
    entry.claimed = format!("{} sentences that can be tested, in our words.", table.rows.len());
    entry.computed = computed.into();
    for row in 0..table.rows.len() {
        let text = |column: &str| table.printed(row, column).text.as_str();
        for finding in findings.iter().filter(|finding| finding.key == table.row_name(row)) {
            let ours = finding.word.as_deref().unwrap_or("open");
            let test = Test::Words { accepts: finding.word.clone().into_iter().collect() };
            let place = (text("sentence"), text("place"));
            let says = table.printed(row, "says");
            let cell = Cell::judged(place, says, json!(ours), test, finding.reading);
            entry.cells.push(cell.about(place_of(row, "says")).saying(&finding.note));
        }
    }
    entry.convention(
        "matters",
        "the words of a sentence; samples at 99.9 %, and nothing from fewer than 100 runs",
    );
    entry
}

/// The sentences that are not the case, and how many are.
pub(super) fn conclude(entry: &Reproduced) -> Vec<String> {
    let values = entry.values();
    let wrong = values.iter().filter(|value| value.verdict() == Verdict::Disagrees).map(|value| value.cell);
    let mut sentences: Vec<String> = wrong
        .map(|cell| {
            let ours = cell.ours.as_str().unwrap_or("something else");
            format!("\"{}\" ({}): says {}, found {ours}.", cell.row, cell.column, cell.printed_text())
        })
        .collect();
    sentences.push(tally(entry));
    sentences
}

/// How a mean compares with another, if enough runs show it.
pub(super) fn compare(one: &Summary, other: &Summary) -> Option<Ordering> {
    let error = |summary: &Summary| summary.deviation() / (summary.count().max(1) as f64).sqrt();
    let gap = one.mean() - other.mean();
    let enough = one.count().min(other.count()) >= LEAST;
    (enough && gap.abs() > LEVEL * error(one).hypot(error(other))).then(|| gap.total_cmp(&0.0))
}

/// How a share compares with another, if enough runs show it.
pub(super) fn compare_shares(one: Rate, other: Rate) -> Option<Ordering> {
    if one.trials.min(other.trials) < LEAST {
        return None;
    }
    let of = |rate: Rate| (rate.value(), Some(rate.trials as f64));
    let gap = newcombe(of(one), of(other), LEVEL);
    match (gap.low > 0.0, gap.high < 0.0) {
        (true, _) => Some(Ordering::Greater),
        (_, true) => Some(Ordering::Less),
        _ => None,
    }
}

/// A word for each side; none in between.
pub(super) fn word(order: Option<Ordering>, more: &'static str, less: &'static str) -> Option<&'static str> {
    match order {
        Some(Ordering::Greater) => Some(more),
        Some(Ordering::Less) => Some(less),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::papers::tables;

    #[test]
    fn a_sentence_agrees_by_its_word_and_stays_open_without_one() {
        let table = tables().iter().find(|table| table.id == "nono.C8").unwrap();
        let key = "size";
        let of = |word: Option<&'static str>| {
            let entry = judged(table, "", &[Finding::new(key, word, "a note")]);
            assert_eq!(entry.cells.len(), 1);
            entry.cells[0].verdict
        };
        let says = (0..table.rows.len()).find(|&row| table.row_name(row) == key).unwrap();
        assert_eq!(table.printed(says, "says").text, "harder");
        assert_eq!(of(Some("harder")), Verdict::Agrees);
        assert_eq!(of(Some("easier")), Verdict::Disagrees);
        assert_eq!(of(None), Verdict::Undecided);
        let chosen = |word: &'static str| {
            let found = Finding::new(key, Some(word), "a note").by_choice(table, "a choice");
            judged(table, "", &[found]).cells[0].verdict
        };
        assert_eq!([chosen("harder"), chosen("easier")], [Verdict::AgreesAs, Verdict::Undecided]);
    }

    #[test]
    fn a_comparison_needs_enough_runs_and_a_clear_difference() {
        let means =
            |mean: f64, count: u64| -> Summary { (0..count).map(|at| mean + (at % 2) as f64).collect() };
        assert_eq!(compare(&means(1.0, 400), &means(0.0, 400)), Some(Ordering::Greater));
        assert_eq!(compare(&means(0.0, 400), &means(0.0, 400)), None);
        assert_eq!(compare(&means(9.0, 50), &means(0.0, 400)), None);
        assert_eq!(compare_shares(Rate::new(10, 400), Rate::new(200, 400)), Some(Ordering::Less));
        assert_eq!(compare_shares(Rate::new(200, 400), Rate::new(201, 400)), None);
        assert_eq!(word(Some(Ordering::Less), "more", "fewer"), Some("fewer"));
    }
}
