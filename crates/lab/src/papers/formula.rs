//! Finds cells that contradict their own formula, by computing, allowing for the rounding of what is printed.

use quandary_core::stats::Interval;

use crate::papers::published::Table;

/// How one column of a table follows from others.
pub struct Formula {
    /// The column it gives.
    pub column: &'static str,
    /// The columns it uses.
    pub inputs: &'static [&'static str],
    /// The formula as text.
    pub text: &'static str,
    /// The formula.
    pub value: fn(&[f64]) -> f64,
}

impl Formula {
    /// The values that the formula can take when every input may be anything that rounds to what is
    /// printed. Columns in `exact` are taken as printed: counts, and shares of a known number of trials.
    ///
    /// `None` when an input is not a number.
    pub fn range(&self, table: &Table, row: usize, exact: &[&str]) -> Option<Interval> {
        /// Each input is tried at this many places across its rounding interval, the ends included.
        const PLACES: usize = 5;
        let mut centre = Vec::new();
        let mut slack = Vec::new();
        for input in self.inputs {
            let printed = table.printed(row, input);
            centre.push(printed.number?);
            slack.push(if exact.contains(input) { 0.0 } else { printed.rounding() });
        }
        let mut range = Interval { low: f64::INFINITY, high: f64::NEG_INFINITY };
        for combination in 0..PLACES.pow(centre.len() as u32) {
            let mut rest = combination;
            let point: Vec<f64> = centre
                .iter()
                .zip(&slack)
                .map(|(centre, slack)| {
                    let place = (rest % PLACES) as f64 / (PLACES - 1) as f64;
                    rest /= PLACES;
                    centre + slack * (2.0 * place - 1.0)
                })
                .collect();
            let value = (self.value)(&point);
            range = Interval { low: range.low.min(value), high: range.high.max(value) };
        }
        Some(range)
    }
}
