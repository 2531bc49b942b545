//! One printed row against what one reading gives.

use quandary_core::stats::ChiSquare;
use serde::{Deserialize, Serialize};

use crate::judge::LEVEL;

/// The results of a reading: means of several statistics over the same games, with their covariance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measurements {
    count: u64,
    means: Vec<f64>,
    /// Sums of products of deviations, row by row.
    products: Vec<Vec<f64>>,
}

impl Measurements {
    /// From the statistics of each game; every game has the same number of them.
    ///
    /// ```
    /// use quandary_lab::reading::Measurements;
    /// let two = Measurements::of([[1.0, 4.0], [3.0, 8.0]]);
    /// assert_eq!((two.count(), two.mean(1), two.covariance(0, 1)), (2, 6.0, 4.0));
    /// ```
    pub fn of<V: AsRef<[f64]>>(games: impl IntoIterator<Item = V>) -> Measurements {
        let mut measured = Measurements::default();
        for game in games {
            measured.add(game.as_ref());
        }
        measured
    }

    fn add(&mut self, values: &[f64]) {
        if self.count == 0 {
            self.means = vec![0.0; values.len()];
            self.products = vec![vec![0.0; values.len()]; values.len()];
        }
        self.count += 1;
        let before: Vec<f64> = values.iter().zip(&self.means).map(|(value, mean)| value - mean).collect();
        for (mean, step) in self.means.iter_mut().zip(&before) {
            *mean += step / self.count as f64;
        }
        for (row, products) in self.products.iter_mut().enumerate() {
            for (product, (value, mean)) in products.iter_mut().zip(values.iter().zip(&self.means)) {
                *product += before[row] * (value - mean);
            }
        }
    }

    /// Games.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The mean of a statistic; NaN without games.
    pub fn mean(&self, statistic: usize) -> f64 {
        self.means.get(statistic).copied().unwrap_or(f64::NAN)
    }

    /// The covariance of two statistics over games; 0 with fewer than two games.
    pub fn covariance(&self, a: usize, b: usize) -> f64 {
        if self.count < 2 { 0.0 } else { self.products[a][b] / (self.count - 1) as f64 }
    }
}

/// A printed statistic of a row.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedStatistic {
    /// Its column.
    pub column: String,
    /// The printed number.
    pub printed: f64,
    /// The largest error from rounding.
    pub rounding: f64,
    /// Whether it is a share of games.
    pub share: bool,
    /// Whether it counts in the joint test. A mean that depends on a few games does not: its error is not normal.
    pub joint: bool,
}

/// A printed statistic beside that of a reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StatisticFit {
    /// Its column.
    pub column: String,
    /// The printed number.
    pub printed: f64,
    /// Ours.
    pub ours: f64,
    /// The difference between them in standard errors, with both samples and rounding taken into account.
    pub deviations: f64,
    /// Whether it counts in the joint test.
    pub joint: bool,
}

impl StatisticFit {
    /// Whether the reading explains it: within 99.9 %, the level of a disagreement.
    pub fn explained(&self) -> bool {
        self.deviations.abs() <= LEVEL
    }
}

/// A printed row beside the results of a reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowFit {
    /// Which row.
    pub row: String,
    /// The experiment: two rows with the same name here are one experiment.
    pub run: String,
    /// Our games.
    pub games: u64,
    /// Its statistics.
    pub cells: Vec<StatisticFit>,
    /// Hotelling's statistic of those that count in the joint test.
    pub chi_square: f64,
    /// How many of these there are.
    pub degrees: u32,
}

impl RowFit {
    /// Compares a printed row, of `runs` runs, with the measurements under a reading; statistics in the same order.
    ///
    /// The variance of the printed sample is assumed to be that of ours. For a share that is 0 or 1 in our games, the
    /// variance of both samples together is used.
    pub fn of(
        row: &str,
        run: &str,
        printed: &[PrintedStatistic],
        runs: Option<u64>,
        measured: &Measurements,
    ) -> RowFit {
        if measured.count() == 0 {
            let (row, run) = (row.into(), run.into());
            return RowFit { row, run, games: 0, cells: Vec::new(), chi_square: 0.0, degrees: 0 };
        }
        let count = measured.count() as f64;
        let scale = 1.0 / count + runs.map_or(0.0, |runs| 1.0 / runs as f64);
        let variance = |at: usize| {
            let own = measured.covariance(at, at);
            let PrintedStatistic { printed, rounding, share, .. } = printed[at];
            let pooled = match runs {
                Some(runs) if share => {
                    let p = (measured.mean(at) * count + printed * runs as f64) / (count + runs as f64);
                    p.clamp(0.0, 1.0) * (1.0 - p.clamp(0.0, 1.0))
                }
                _ => 0.0,
            };
            // A rounded number lies anywhere in its interval.
            own.max(pooled) * scale + rounding.powi(2) / 3.0
        };
        let difference = |at: usize| printed[at].printed - measured.mean(at);
        let cells: Vec<StatisticFit> = printed
            .iter()
            .enumerate()
            .map(|(at, statistic)| StatisticFit {
                column: statistic.column.clone(),
                printed: statistic.printed,
                ours: measured.mean(at),
                deviations: deviations(difference(at), variance(at)),
                joint: statistic.joint,
            })
            .collect();
        let joint: Vec<usize> = (0..printed.len()).filter(|&at| printed[at].joint).collect();
        let matrix: Vec<Vec<f64>> = joint
            .iter()
            .map(|&a| {
                let entry = |&b: &usize| if a == b { variance(a) } else { measured.covariance(a, b) * scale };
                joint.iter().map(entry).collect()
            })
            .collect();
        let differences: Vec<f64> = joint.iter().map(|&at| difference(at)).collect();
        let (chi_square, degrees) = quadratic(matrix, differences);
        RowFit { row: row.into(), run: run.into(), games: measured.count(), cells, chi_square, degrees }
    }

    /// A row of independent values, each a printed number, ours, and their difference in standard errors.
    pub fn independent(row: &str, run: &str, games: u64, cells: Vec<StatisticFit>) -> RowFit {
        let joint = cells.iter().filter(|cell| cell.joint && cell.deviations.is_finite());
        let (chi_square, degrees) =
            joint.fold((0.0, 0), |(sum, count), cell| (sum + cell.deviations.powi(2), count + 1));
        RowFit { row: row.into(), run: run.into(), games, cells, chi_square, degrees }
    }

    /// The joint test of the row.
    pub fn test(&self) -> ChiSquare {
        ChiSquare::of(self.chi_square, self.degrees)
    }
}

/// A difference in standard errors; 0 between equal numbers, however exact they are.
fn deviations(difference: f64, variance: f64) -> f64 {
    /// Larger differences are cut to this number, which stays finite.
    const FAR: f64 = 1e6;
    if difference == 0.0 { 0.0 } else { (difference / variance.sqrt()).clamp(-FAR, FAR) }
}

/// dᵀ S⁻¹ d by Cholesky's decomposition, and the rank. A statistic that follows from the earlier ones adds nothing.
fn quadratic(mut matrix: Vec<Vec<f64>>, mut differences: Vec<f64>) -> (f64, u32) {
    /// The part of a statistic's variance that the others must leave unexplained; anything less is rounding.
    const OWN: f64 = 1e-9;
    let size = differences.len();
    let (mut sum, mut rank) = (0.0, 0);
    let variances: Vec<f64> = (0..size).map(|at| matrix[at][at]).collect();
    for at in 0..size {
        let own = matrix[at][at];
        if own.is_nan() || own <= OWN * variances[at] {
            continue;
        }
        sum += differences[at].powi(2) / own;
        rank += 1;
        for below in at + 1..size {
            let factor = matrix[below][at] / own;
            let (above, rest) = matrix.split_at_mut(below);
            for (entry, own) in rest[0].iter_mut().zip(&above[at]).skip(at + 1) {
                *entry -= factor * own;
            }
            differences[below] -= factor * differences[at];
        }
    }
    (sum, rank)
}

#[cfg(test)]
mod tests {
    use quandary_core::Seed;

    use super::*;

    fn printed(column: &str, printed: f64) -> PrintedStatistic {
        PrintedStatistic { column: column.into(), printed, rounding: 0.0005, share: false, joint: true }
    }

    /// Pairs of two almost equal numbers.
    fn pairs(seed: u64, count: usize) -> Vec<[f64; 2]> {
        let mut stream = Seed(seed).stream(0);
        (0..count)
            .map(|_| {
                let first = stream.unit() + stream.unit();
                [first, first + 0.1 * stream.unit()]
            })
            .collect()
    }

    #[test]
    fn a_difference_in_two_correlated_statistics_counts_once() {
        let measured = Measurements::of(pairs(1, 4000));
        let shifted: Vec<PrintedStatistic> = (0..2).map(|at| printed("", measured.mean(at) + 0.03)).collect();
        let fit = RowFit::of("row", "run", &shifted, Some(4000), &measured);
        let largest = fit.cells.iter().map(|cell| cell.deviations.powi(2)).fold(0.0, f64::max);
        let sum: f64 = fit.cells.iter().map(|cell| cell.deviations.powi(2)).sum();
        assert!(fit.chi_square < 1.1 * largest && fit.chi_square < 0.6 * sum, "{fit:?}");
        assert_eq!(fit.degrees, 2);
    }

    #[test]
    fn a_difference_against_the_correlation_is_found_although_no_single_cell_shows_it() {
        let measured = Measurements::of(pairs(1, 4000));
        let apart = [printed("a", measured.mean(0) - 0.01), printed("b", measured.mean(1) + 0.01)];
        let fit = RowFit::of("row", "run", &apart, Some(4000), &measured);
        assert!(fit.cells.iter().all(StatisticFit::explained), "{fit:?}");
        assert!(fit.test().p_value < 1e-6, "{fit:?}");
    }

    #[test]
    fn samples_of_one_experiment_are_rarely_rejected() {
        // Two samples of the same games: the p-values are uniform, so some 5 of 100 lie below 0.05.
        let rejected = (0..100).filter(|&trial| {
            let (one, other) =
                (Measurements::of(pairs(10 + trial, 500)), Measurements::of(pairs(1010 + trial, 500)));
            let theirs = [printed("a", other.mean(0)), printed("b", other.mean(1))];
            RowFit::of("row", "run", &theirs, Some(500), &one).test().p_value < 0.05
        });
        let count = rejected.count();
        assert!((1..=14).contains(&count), "{count}");
    }

    #[test]
    fn a_statistic_that_follows_from_another_adds_no_degree() {
        let measured = Measurements::of((0..100).map(|i| [f64::from(i), 2.0 * f64::from(i)]));
        let exact = |at: usize| PrintedStatistic { rounding: 0.0, ..printed("", measured.mean(at)) };
        assert_eq!(RowFit::of("", "", &[exact(0), exact(1)], Some(100), &measured).degrees, 1);
    }

    #[test]
    fn a_share_of_0_still_has_a_variance() {
        let measured = Measurements::of((0..1000).map(|_| [0.0]));
        let rare = PrintedStatistic { share: true, ..printed("P_t", 0.002) };
        let fit = RowFit::of("", "", &[rare], Some(1000), &measured);
        assert!(fit.cells[0].explained() && fit.chi_square > 0.0, "{fit:?}");
    }
}
