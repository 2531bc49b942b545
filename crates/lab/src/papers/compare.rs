//! The cells of one printed table, judged.

use quandary_core::stats::{Interval, Rate};

use crate::judge::{Evidence, Print, Test};
use crate::papers::formula::Formula;
use crate::papers::published::Table;
use crate::reproduction::{Cell, Verdict, number};

/// Judges the cells of one table.
#[derive(Clone, Copy)]
pub struct Judge<'t> {
    /// The printed table.
    pub table: &'t Table,
    /// The formulas between its columns.
    pub formulas: &'t [Formula],
    /// Columns whose printed values are exact.
    pub exact: &'t [&'t str],
    /// The convention under which we agree, if the document does not state it.
    pub convention: Option<&'t str>,
    /// The number of runs behind a printed value; none if it is not a sample.
    pub runs: Option<u64>,
}

impl<'t> Judge<'t> {
    /// For a table without formulas, as printed.
    pub fn of(table: &'t Table) -> Judge<'t> {
        Judge { table, formulas: &[], exact: &[], convention: None, runs: table.runs }
    }

    /// What else is known about a printed value.
    fn print(&self, row: usize, column: &str, matters: f64) -> Print {
        Print { runs: self.runs, rounding: self.table.printed(row, column).rounding(), matters }
    }

    /// The verdict on one cell, if a difference of `matters` matters.
    pub fn cell(&self, row: usize, column: &str, evidence: &Evidence, matters: f64) -> Cell {
        let print = self.print(row, column, matters);
        let estimate = evidence.estimate(&print);
        let mut cell = self.held(row, column, estimate.value, Test::Number(evidence.against(&print)));
        cell.interval = Some(estimate.interval);
        cell
    }

    /// The verdict on a share that is printed in per cent, if a difference of `points` matters.
    pub fn percent(&self, row: usize, column: &str, rate: Rate, points: f64) -> Cell {
        let print = self.print(row, column, points);
        let print = Print { rounding: print.rounding / 100.0, matters: points / 100.0, ..print };
        let evidence = Evidence::Share(rate);
        let held = evidence.against(&print).times(100.0);
        let Interval { low, high } = evidence.estimate(&print).interval;
        let mut cell = self.held(row, column, 100.0 * rate.value(), Test::Number(held));
        cell.interval = Some(Interval { low: 100.0 * low, high: 100.0 * high });
        cell
    }

    /// The verdict on one cell from its test.
    pub fn held(&self, row: usize, column: &str, ours: f64, test: Test) -> Cell {
        let printed = self.table.printed(row, column);
        let place = (self.table.row_name(row), column);
        Cell::judged(place, printed, number(ours), test, self.convention).about(place_of(row, column))
    }

    /// A cell that follows from printed ones by the column's formula: arithmetic, or a slip.
    ///
    /// # Panics
    /// When the column has no formula: tables and formulas are kept together.
    pub fn derived(&self, row: usize, column: &str) -> Cell {
        let formula = self.formulas.iter().find(|formula| formula.column == column);
        let formula = formula.unwrap_or_else(|| panic!("{} has no formula for {column}", self.table.id));
        let inputs: Option<Vec<f64>> =
            formula.inputs.iter().map(|input| self.table.number(row, input)).collect();
        let range = formula.range(self.table, row, self.exact);
        let (Some(inputs), Some(range)) = (inputs, range) else {
            let note = "its formula needs what is not printed as a number";
            let printed = self.table.printed(row, column);
            let name = self.table.row_name(row);
            return Cell::without_ours(name, column, printed, Verdict::NotReproducible, note)
                .about(place_of(row, column));
        };
        // The tiny margin tolerates a value exactly half-way between two roundings.
        let half = self.table.printed(row, column).rounding() * (1.0 + 1e-9) + 1e-12;
        let accepts = Interval { low: range.low - half, high: range.high + half };
        let value = (formula.value)(&inputs);
        let printed = self.table.printed(row, column);
        let place = (self.table.row_name(row), column);
        let cell = Cell::judged(place, printed, number(value), Test::Arithmetic { accepts }, None);
        cell.about(place_of(row, column))
            .saying(format!("{} gives {value:.4} on the printed inputs", formula.text))
    }

    /// A cell that is true by definition.
    pub fn definition(&self, row: usize, column: &str, must_be: f64, why: &str) -> Cell {
        let printed = self.table.printed(row, column);
        let place = (self.table.row_name(row), column);
        let cell = Cell::judged(place, printed, number(must_be), Test::Definition { must_be }, None);
        cell.about(place_of(row, column)).saying(why)
    }
}

/// The printed value in a row and a column of its table.
pub(super) fn place_of(row: usize, column: &str) -> String {
    format!("row {}|{column}", row + 1)
}

/// Assigns cells to printed values by their places in the table, as far as the names of the rows allow.
pub(super) fn place_cells(table: &Table, cells: &mut [Cell]) {
    for cell in cells {
        let Some((name, column)) = cell.about.rsplit_once('|') else { continue };
        let mut rows = (0..table.rows.len()).filter(|&row| table.row_name(row) == name);
        match (rows.next(), rows.next(), table.columns.iter().any(|known| known == column)) {
            (Some(row), None, true) => cell.about = place_of(row, column),
            // Several rows have this name: the cell's own row distinguishes them.
            (Some(_), Some(_), _) => cell.about = format!("{}|{}", cell.row, cell.column),
            _ => {}
        }
    }
}
