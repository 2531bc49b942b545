//! Quantiles of the two distributions that verdicts need.

/// The two-sided 99.9 % quantile of the normal distribution: the level of a disagreement. Among the hundreds of cells of
/// a report, one in twenty would fall outside 95 % by chance alone.
pub const LEVEL: f64 = 3.2905267314919255;

/// The two-sided 95 % quantile of the normal distribution: the level of an agreement. The 95 % interval of the difference must
/// lie within the difference that matters.
pub const AGREE: f64 = 1.959963984540054;

/// The two-sided 90 % quantile of the normal distribution: runs are chosen so that nine of ten equal samples agree.
pub const POWER: f64 = 1.6448536269514722;

/// Student's quantile with `degrees` degrees of freedom, at the probability of the normal quantile `z`.
///
/// Source: Abramowitz and Stegun 26.7.5, the first four terms; within a hundredth from five degrees on.
///
/// ```
/// use quandary_lab::judge::{LEVEL, student};
/// assert!((student(LEVEL, 30.0) - 3.646).abs() < 0.001);
/// assert_eq!(student(LEVEL, f64::INFINITY), LEVEL);
/// ```
pub fn student(z: f64, degrees: f64) -> f64 {
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    let z9 = z.powi(9);
    z + (z3 + z) / (4.0 * degrees)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * degrees.powi(2))
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * degrees.powi(3))
        + (79.0 * z9 + 776.0 * z7 + 1482.0 * z5 - 1920.0 * z3 - 945.0 * z) / (92160.0 * degrees.powi(4))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn student_s_quantiles_are_the_textbook_ones() {
        for (degrees, wanted) in [(5.0, 6.869), (10.0, 4.587), (20.0, 3.850), (60.0, 3.460), (120.0, 3.373)] {
            let found = student(LEVEL, degrees);
            assert!((found - wanted).abs() < 0.02 * wanted, "{degrees}: {found}");
        }
    }
}
