//! One printed table compared with all its readings.

use std::collections::BTreeSet;

use quandary_core::stats::ChiSquare;
use serde::{Deserialize, Serialize};

use super::{Reading, RowFit};

/// A table under one reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableFit {
    /// The reading.
    pub reading: Reading,
    /// Its rows.
    pub rows: Vec<RowFit>,
    /// The sum over the rows; rows that are one experiment, in ours and in print, count once.
    pub chi_square: f64,
    /// Degrees of freedom.
    pub degrees: u32,
    /// The probability of a statistic at least this large if the reading is right.
    pub p_value: f64,
    /// Values compared, and how many of them lie outside 99.9 %.
    pub values: usize,
    /// Values outside 99.9 %.
    pub outside: usize,
}

impl TableFit {
    /// The rows of a table under a reading.
    pub fn new(reading: Reading, rows: Vec<RowFit>) -> TableFit {
        let test = sum(rows.iter());
        let values = rows.iter().map(|row| row.cells.len()).sum();
        let cells = rows.iter().flat_map(|row| &row.cells);
        let outside = cells.filter(|cell| !cell.explained()).count();
        TableFit {
            reading,
            rows,
            chi_square: test.statistic,
            degrees: test.degrees,
            p_value: test.p_value,
            values,
            outside,
        }
    }

    /// The joint test.
    pub fn test(&self) -> ChiSquare {
        ChiSquare { statistic: self.chi_square, degrees: self.degrees, p_value: self.p_value }
    }
}

/// The joint test of rows.
fn sum<'r>(rows: impl Iterator<Item = &'r RowFit>) -> ChiSquare {
    let mut seen = BTreeSet::new();
    let (mut statistic, mut degrees) = (0.0, 0);
    for row in rows {
        let printed: Vec<String> = row.cells.iter().map(|cell| cell.printed.to_string()).collect();
        if seen.insert((row.run.clone(), printed)) {
            statistic += row.chi_square;
            degrees += row.degrees;
        }
    }
    ChiSquare::of(statistic, degrees)
}

/// The reading that explains one row best.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowChoice {
    /// The row.
    pub row: String,
    /// The reading.
    pub reading: String,
    /// Its joint test.
    pub chi_square: f64,
    /// Degrees of freedom.
    pub degrees: u32,
    /// The probability of a statistic at least this large.
    pub p_value: f64,
}

/// A printed value that no reading explains.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unexplained {
    /// Its row.
    pub row: String,
    /// Its column.
    pub column: String,
    /// What is printed.
    pub printed: f64,
    /// The nearest reading.
    pub nearest: String,
    /// The value of that reading.
    pub ours: f64,
    /// Their difference in standard errors.
    pub deviations: f64,
}

/// A table under all of its readings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableReadings {
    /// The readings in the order in which they are listed; the first is the document's text as we understand it.
    pub fits: Vec<TableFit>,
    /// The reading that explains the table best.
    pub best: String,
    /// The difference: the chi-square of the first reading minus that of the best.
    pub gain: f64,
    /// The best reading of each row by itself.
    pub by_row: Vec<RowChoice>,
    /// The table with each row under its own best reading. It was chosen after the fact among all readings, so its
    /// p-value is too good.
    pub chosen: ChiSquareRecord,
    /// Values that no reading explains.
    pub unexplained: Vec<Unexplained>,
}

/// A joint test as it is stored.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ChiSquareRecord {
    /// The statistic.
    pub chi_square: f64,
    /// Degrees of freedom.
    pub degrees: u32,
    /// The probability of a statistic at least this large.
    pub p_value: f64,
}

impl TableReadings {
    /// From at least one reading; none without readings.
    ///
    /// The best reading is the one whose statistic is least surprising for its degrees of freedom.
    pub fn of(fits: Vec<TableFit>) -> Option<TableReadings> {
        let best = fits.iter().min_by(|a, b| a.test().deviate().total_cmp(&b.test().deviate()))?;
        let gain = fits.first()?.chi_square - best.chi_square;
        let best = best.reading.name.clone();
        let rows = fits.first()?.rows.len();
        let choices: Vec<(&Reading, &RowFit)> = (0..rows)
            .filter_map(|at| {
                let of_row = fits.iter().filter_map(|fit| Some((&fit.reading, fit.rows.get(at)?)));
                of_row.min_by(|a, b| a.1.test().deviate().total_cmp(&b.1.test().deviate()))
            })
            .collect();
        let together = sum(choices.iter().map(|(_, row)| *row));
        let by_row = choices
            .iter()
            .map(|(reading, row)| {
                let ChiSquare { statistic, degrees, p_value } = row.test();
                let (row, reading) = (row.row.clone(), reading.name.clone());
                RowChoice { row, reading, chi_square: statistic, degrees, p_value }
            })
            .collect();
        let unexplained = unexplained(&fits);
        let chosen = ChiSquareRecord {
            chi_square: together.statistic,
            degrees: together.degrees,
            p_value: together.p_value,
        };
        Some(TableReadings { fits, best, gain, by_row, chosen, unexplained })
    }

    /// The table under the reading of a name.
    pub fn under(&self, name: &str) -> Option<&TableFit> {
        self.fits.iter().find(|fit| fit.reading.name == name)
    }

    /// The best reading of a row.
    pub fn best_of(&self, row: usize) -> Option<&RowChoice> {
        self.by_row.get(row)
    }

    /// The conclusion, sentence by sentence.
    pub fn sentences(&self) -> Vec<String> {
        let test = |chi_square: f64, degrees: u32, p_value: f64| {
            let p = if p_value < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p_value:.3}") };
            format!("chi-square {chi_square:.1} on {degrees}, {p}")
        };
        let mut sentences = Vec::new();
        if let (Some(first), Some(best)) = (self.fits.first(), self.under(&self.best)) {
            let said = |fit: &TableFit| {
                let inside = fit.values - fit.outside;
                let values = fit.values;
                let test = test(fit.chi_square, fit.degrees, fit.p_value);
                // A reading from few runs may be kept only because they are few.
                let runs = fit.rows.iter().map(|row| row.games).min().unwrap_or(0);
                let name = &fit.reading.name;
                format!("`{name}` ({test}; {inside} of {values} values within 99.9 %; from {runs} runs)")
            };
            sentences.push(if first.reading.name == best.reading.name {
                format!("Of {} readings the first explains the table best: {}.", self.fits.len(), said(best))
            } else {
                format!(
                    "Of {} readings {} explains the table best, and {} is {:.1} above it.",
                    self.fits.len(),
                    said(best),
                    said(first),
                    self.gain
                )
            });
        }
        let names: BTreeSet<&str> = self.by_row.iter().map(|choice| choice.reading.as_str()).collect();
        if names.len() > 1 {
            let ChiSquareRecord { chi_square, degrees, p_value } = self.chosen;
            sentences.push(format!(
                "With the best reading of each row, {} in all and chosen after the fact: {}.",
                names.len(),
                test(chi_square, degrees, p_value)
            ));
        }
        let shown: Vec<String> = self
            .unexplained
            .iter()
            .take(MOST_NAMED)
            .map(|cell| {
                let Unexplained { row, column, printed, nearest, ours, .. } = cell;
                format!("{row} {column} ({printed}; {} under `{nearest}`)", crate::judge::short(*ours))
            })
            .collect();
        let more = self.unexplained.len().saturating_sub(MOST_NAMED);
        sentences.push(match (shown.is_empty(), more) {
            (true, _) => "Some reading explains every value.".into(),
            (false, 0) => format!("No reading explains {}.", shown.join(", ")),
            (false, more) => format!("No reading explains {} and {more} more.", shown.join(", ")),
        });
        sentences
    }
}

/// More cells than this are counted, not named.
const MOST_NAMED: usize = 6;

/// The values that lie outside 99.9 % of every reading.
fn unexplained(fits: &[TableFit]) -> Vec<Unexplained> {
    let Some(first) = fits.first() else { return Vec::new() };
    let mut all = Vec::new();
    for (row, printed) in first.rows.iter().enumerate() {
        for (column, cell) in printed.cells.iter().enumerate() {
            let under = fits.iter().filter_map(|fit| Some((fit, fit.rows.get(row)?.cells.get(column)?)));
            let nearest = under.min_by(|a, b| a.1.deviations.abs().total_cmp(&b.1.deviations.abs()));
            if let Some((fit, found)) = nearest.filter(|(_, found)| !found.explained()) {
                all.push(Unexplained {
                    row: printed.row.clone(),
                    column: cell.column.clone(),
                    printed: cell.printed,
                    nearest: fit.reading.name.clone(),
                    ours: found.ours,
                    deviations: found.deviations,
                });
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::StatisticFit;
    use super::*;

    fn row(name: &str, run: &str, deviations: &[f64]) -> RowFit {
        let cell = |(at, &deviations): (usize, &f64)| StatisticFit {
            column: format!("c{at}"),
            printed: at as f64,
            ours: at as f64 - deviations,
            deviations,
            joint: true,
        };
        RowFit::independent(name, run, 100, deviations.iter().enumerate().map(cell).collect())
    }

    fn fit(name: &str, rows: Vec<RowFit>) -> TableFit {
        TableFit::new(Reading::new(name, ""), rows)
    }

    #[test]
    fn the_best_reading_is_the_least_surprising_one_and_every_row_has_its_own() {
        let first = fit("first", vec![row("1", "a", &[0.1, 9.0]), row("2", "b", &[5.0, 5.0])]);
        let other = fit("other", vec![row("1", "a+", &[0.5, 1.0]), row("2", "b+", &[8.0, 4.0])]);
        let all = TableReadings::of(vec![first, other]).unwrap();
        assert_eq!(all.best, "other");
        let names: Vec<&str> = all.by_row.iter().map(|choice| choice.reading.as_str()).collect();
        assert_eq!(names, ["other", "first"]);
        assert_eq!((all.chosen.chi_square, all.chosen.degrees), (51.25, 4));
        let left: Vec<(&str, &str)> =
            all.unexplained.iter().map(|cell| (cell.column.as_str(), cell.nearest.as_str())).collect();
        assert_eq!(left, [("c0", "first"), ("c1", "other")]);
        let sentences = all.sentences().join(" ");
        assert!(
            sentences.contains("`other`") && sentences.contains("No reading explains 2 c0"),
            "{sentences}"
        );
    }

    #[test]
    fn rows_that_are_one_experiment_count_once() {
        let twice = fit("r", vec![row("1", "a", &[1.0]), row("2", "a", &[1.0])]);
        assert_eq!((twice.chi_square, twice.degrees, twice.values), (1.0, 1, 2));
        let apart = fit("r", vec![row("1", "a", &[1.0]), row("2", "b", &[1.0])]);
        assert_eq!((apart.chi_square, apart.degrees), (2.0, 2));
        assert!(TableReadings::of(Vec::new()).is_none());
    }
}
