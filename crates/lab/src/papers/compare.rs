//! Printed beside ours: how far apart may they be?

use quandary_core::stats::{Estimate, Interval, Z95};
use quandary_measures::range;

use crate::papers::formula::Formula;
use crate::papers::published::Table;
use crate::reproduction::{Cell, Verdict, number};

/// The two-sided 99.9 % quantile of the normal distribution. Verdicts use it: among the hundreds of cells
/// of a report, a twentieth would fall outside 95 % by chance alone.
const Z999: f64 = 3.2905267314919255;

/// What the printed value should be if we understand the document, and how far a sample of the document's
/// size may stray from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Expected {
    /// Our value.
    pub value: f64,
    /// 95 %.
    pub likely: Interval,
    /// 99.9 %.
    pub possible: Interval,
}

impl Expected {
    /// A value without sampling: only rounding may differ.
    pub fn exact(value: f64) -> Expected {
        Expected::with_deviation(value, 0.0)
    }

    /// A mean of a sample whose standard error is known.
    pub fn with_deviation(value: f64, error: f64) -> Expected {
        let around = |z: f64| Interval { low: value - z * error, high: value + z * error };
        Expected { value, likely: around(Z95), possible: around(Z999) }
    }

    /// A share of `trials`, when its true value is `p`.
    pub fn share(p: f64, trials: u64) -> Expected {
        Expected::with_deviation(p, (p * (1.0 - p) / trials as f64).sqrt()).map_within(0.0, 1.0)
    }

    /// Two independent samples: ours with its interval, and the document's of `trials` with our deviation.
    pub fn sampled(ours: Estimate, ours_trials: u64, trials: u64) -> Expected {
        let own = (ours.interval.high - ours.interval.low) / (2.0 * Z95);
        let other = own * (ours_trials as f64 / trials.max(1) as f64).sqrt();
        let both = Expected::with_deviation(ours.value, own.hypot(other));
        Expected { likely: ours.interval, ..both }
    }

    /// What a formula makes of it.
    #[must_use]
    pub fn map(self, measure: impl Fn(f64) -> f64) -> Expected {
        Expected {
            value: measure(self.value),
            likely: range(self.likely, &measure),
            possible: range(self.possible, &measure),
        }
    }

    /// The same, when some choice that the document does not state may move the value anywhere in `range`.
    #[must_use]
    pub fn or_anywhere_in(self, range: Interval) -> Expected {
        let below = (self.value - range.low).max(0.0);
        let above = (range.high - self.value).max(0.0);
        let possible = Interval { low: self.possible.low - below, high: self.possible.high + above };
        Expected { possible, ..self }
    }

    fn map_within(self, low: f64, high: f64) -> Expected {
        let clamp = |i: Interval| Interval { low: i.low.max(low), high: i.high.min(high) };
        Expected { value: self.value, likely: clamp(self.likely), possible: clamp(self.possible) }
    }
}

/// Judges the cells of one table.
pub struct Judge<'t> {
    /// The printed table.
    pub table: &'t Table,
    /// How its columns follow from each other.
    pub formulas: &'t [Formula],
    /// Columns whose printed values are exact.
    pub exact: &'t [&'t str],
    /// The convention under which we agree, if the document does not state it.
    pub convention: Option<&'t str>,
}

impl Judge<'_> {
    /// The verdict on one cell. A slip in the cell's own formula comes first: then the cell says nothing
    /// about the experiment.
    pub fn cell(&self, row: usize, column: &str, expected: &Expected) -> Cell {
        let mut cell = self.blank(row, column);
        cell.ours = number(expected.value);
        cell.interval = Some(expected.likely);
        if self.mark_slip(&mut cell, row, column) {
            return cell;
        }
        let Some(printed) = self.table.number(row, column) else {
            return cell;
        };
        let half = self.table.rounding(column) + self.input_rounding(row, column) + 1e-12;
        let reaches = |interval: Interval| interval.low - half <= printed && printed <= interval.high + half;
        if reaches(expected.possible) {
            cell.verdict = if self.convention.is_some() { Verdict::AgreesAs } else { Verdict::Agrees };
            if let Some(convention) = self.convention {
                cell.note = format!("as: {convention}");
            }
            if !reaches(expected.likely) {
                cell.note += if cell.note.is_empty() { "" } else { "; " };
                cell.note += "outside 95 %, but possible";
            }
        } else {
            cell.verdict = Verdict::Disagrees;
        }
        cell
    }

    /// A cell that follows from printed ones alone: it agrees with its formula or slips. `ours` is what
    /// the formula gives on the printed inputs.
    pub fn derived(&self, row: usize, column: &str, ours: Expected) -> Cell {
        let mut cell = self.blank(row, column);
        cell.ours = number(ours.value);
        cell.interval = Some(ours.likely);
        if !self.mark_slip(&mut cell, row, column) {
            cell.verdict = Verdict::Agrees;
        }
        cell
    }

    /// How far the rounding of the printed inputs may move a cell that was computed from them.
    fn input_rounding(&self, row: usize, column: &str) -> f64 {
        let formula = self.formulas.iter().find(|formula| formula.column == column);
        let range = formula.and_then(|formula| formula.range(self.table, row, self.exact));
        range.map_or(0.0, |range| (range.high - range.low) / 2.0)
    }

    fn mark_slip(&self, cell: &mut Cell, row: usize, column: &str) -> bool {
        let formula = self.formulas.iter().find(|formula| formula.column == column);
        let slip = formula.and_then(|formula| Some((formula, formula.slip(self.table, row, self.exact)?)));
        if let Some((formula, value)) = slip {
            cell.verdict = Verdict::FormulaSlip;
            cell.note = format!("{} gives {value:.4} on the printed inputs", formula.text);
        }
        slip.is_some()
    }

    fn blank(&self, row: usize, column: &str) -> Cell {
        let printed = self.table.rows[row][self.table.column(column)].json();
        Cell::without_ours(self.table.row_name(row), column, printed, Verdict::NotReproducible, "")
    }
}
