//! What a method made of many positions, with the truth beside it.

use quandary_core::stats::{Rate, Summary};
use quandary_search::proof::{Conclusion, Method, Report, Settings};
use serde_json::json;

use crate::study::{Cell, Entry, Verdict};

/// A method as it is set for an experiment.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contender {
    /// Its name in the article, or ours.
    pub(super) name: &'static str,
    pub(super) method: Method,
    /// The article's pr: above 0 it estimates.
    pub(super) precision: f64,
}

impl Contender {
    pub(super) const fn proving(name: &'static str, method: Method) -> Contender {
        Contender { name, method, precision: 0.0 }
    }

    pub(super) fn settings(&self, base: &Settings) -> Settings {
        Settings { precision: self.precision, ..*base }
    }
}

/// Counts over positions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tally {
    pub(super) positions: u64,
    /// A win, proved or estimated.
    pub(super) solved: u64,
    /// No win, proved or estimated.
    pub(super) unsolved: u64,
    pub(super) out: u64,
    /// Of the concluded ones, those by an estimate.
    pub(super) estimated: u64,
    /// Concluded, truth known.
    pub(super) checked: u64,
    /// Of these, wrong.
    pub(super) wrong: u64,
    pub(super) iterations: Summary,
    pub(super) nodes: Summary,
}

impl Tally {
    pub(super) fn add(&mut self, report: &Report, truth: Option<bool>) {
        self.positions += 1;
        self.iterations.add(report.iterations as f64);
        self.nodes.add(report.nodes as f64);
        self.estimated += u64::from(matches!(report.conclusion, Conclusion::Estimated(_)));
        match report.conclusion.answer() {
            Some(true) => self.solved += 1,
            Some(false) => self.unsolved += 1,
            None => self.out += 1,
        }
        if let (Some(answer), Some(truth)) = (report.conclusion.answer(), truth) {
            self.checked += 1;
            self.wrong += u64::from(answer != truth);
        }
    }

    pub(super) fn concluded(&self) -> u64 {
        self.solved + self.unsolved
    }

    pub(super) fn completion(&self) -> Rate {
        Rate::new(self.concluded(), self.positions)
    }

    /// Facts about it: how many concluded, how many of them wrong, what it took.
    pub(super) fn facts(&self, entry: &mut Entry, name: &str, note: &str) {
        let nodes = self.nodes.estimate();
        entry.fact(
            &format!("{name}: solved / unsolved / out"),
            format!("{} / {} / {}", self.solved, self.unsolved, self.out),
            note,
        );
        entry.fact(
            &format!("{name}: wrong of those checked"),
            format!("{} of {}", self.wrong, self.checked),
            if self.estimated > 0 { "an estimate, not a proof" } else { "every conclusion is a proof" },
        );
        entry.fact(
            &format!("{name}: mean nodes"),
            json!({"value": nodes.value, "low": nodes.interval.low, "high": nodes.interval.high}),
            "95 % over positions",
        );
    }
}

/// A printed count beside ours, which no limit makes comparable.
pub(super) fn uncomparable(
    row: &str,
    column: &str,
    printed: serde_json::Value,
    ours: f64,
    note: &str,
) -> Cell {
    let mut cell = Cell::without_ours(row, column, printed, Verdict::NotReproducible, note);
    cell.ours = json!(ours);
    cell
}
