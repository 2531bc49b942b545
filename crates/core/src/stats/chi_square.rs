/// Pearson's chi-square statistic and what it means.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChiSquare {
    /// Σ (observed - expected)² / expected.
    pub statistic: f64,
    /// Degrees of freedom.
    pub degrees: u32,
    /// The chance of a statistic at least this large if the expectation is right.
    pub p_value: f64,
}

/// Compares counts with what was expected; the degrees of freedom are the bins minus one.
///
/// A bin with expectation 0 makes the statistic infinite if anything fell into it; otherwise it is left out.
///
/// # Panics
/// When the two have different lengths.
pub fn chi_square(observed: &[u64], expected: &[f64]) -> ChiSquare {
    assert_eq!(observed.len(), expected.len(), "a bin needs both a count and an expectation");
    let mut statistic = 0.0;
    let mut bins = 0_u32;
    for (&count, &mean) in observed.iter().zip(expected) {
        if mean > 0.0 {
            statistic += (count as f64 - mean).powi(2) / mean;
            bins += 1;
        } else if count > 0 {
            statistic = f64::INFINITY;
            bins += 1;
        }
    }
    ChiSquare::of(statistic, bins.saturating_sub(1))
}

impl ChiSquare {
    /// Any statistic with its degrees of freedom, such as a sum of squared deviations.
    ///
    /// ```
    /// use quandary_core::stats::ChiSquare;
    /// assert!((ChiSquare::of(31.41, 20).p_value - 0.05).abs() < 1e-4);
    /// assert_eq!(ChiSquare::of(f64::INFINITY, 3).p_value, 0.0);
    /// ```
    pub fn of(statistic: f64, degrees: u32) -> ChiSquare {
        let p_value = if statistic.is_infinite() {
            0.0
        } else if degrees == 0 {
            1.0
        } else {
            puruspe::gammq(f64::from(degrees) / 2.0, statistic / 2.0)
        };
        ChiSquare { statistic, degrees, p_value }
    }

    /// How far the statistic lies above its expectation, in standard deviations of a normal distribution. It can be
    /// compared between different degrees of freedom, and stays finite where the probability rounds to 0.
    ///
    /// Source: Wilson and Hilferty 1931.
    pub fn deviate(&self) -> f64 {
        if self.degrees == 0 {
            return 0.0;
        }
        let spread = 2.0 / (9.0 * f64::from(self.degrees));
        ((self.statistic / f64::from(self.degrees)).cbrt() - (1.0 - spread)) / spread.sqrt()
    }
}

/// As [`chi_square`], with neighbouring bins pooled until each expects at least `least`
/// (five, by custom): the approximation needs it.
pub fn chi_square_pooled(observed: &[u64], expected: &[f64], least: f64) -> ChiSquare {
    let mut counts = Vec::new();
    let mut means = Vec::new();
    let (mut count, mut mean) = (0, 0.0);
    for (&o, &e) in observed.iter().zip(expected) {
        count += o;
        mean += e;
        if mean >= least {
            counts.push(count);
            means.push(mean);
            (count, mean) = (0, 0.0);
        }
    }
    if let (Some(last_count), Some(last_mean)) = (counts.last_mut(), means.last_mut()) {
        *last_count += count;
        *last_mean += mean;
    }
    chi_square(&counts, &means)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_textbook_die_gives_the_textbook_p_value() {
        let chi = chi_square(&[5, 8, 9, 8, 10, 20], &[10.0; 6]);
        assert!((chi.statistic - 13.4).abs() < 1e-12);
        assert_eq!(chi.degrees, 5);
        assert!((chi.p_value - 0.019905).abs() < 1e-5, "{chi:?}");
    }

    #[test]
    fn a_count_in_an_impossible_bin_is_a_contradiction() {
        assert_eq!(chi_square(&[1, 1], &[2.0, 0.0]).p_value, 0.0);
        assert_eq!(chi_square(&[2, 0], &[2.0, 0.0]).degrees, 0);
    }

    #[test]
    fn pooling_keeps_the_totals() {
        let chi = chi_square_pooled(&[1, 1, 8, 0, 1], &[0.5, 0.5, 9.0, 0.5, 0.5], 1.0);
        assert_eq!(chi.degrees, 2);
    }
}
