//! Numbers that count boards: floating point for speed, big integers for exactness.

use num_bigint::BigUint;
use quandary_core::Exhausted;

use super::hold::Hold;

/// A non-negative number with which boards are counted.
pub(crate) trait Weight: Clone + std::fmt::Debug {
    /// None.
    fn zero() -> Self;
    /// One.
    fn one() -> Self;
    /// Whether it is none.
    fn is_zero(&self) -> bool;
    /// `self + a * b`, in place.
    fn add_product(&mut self, a: &Self, b: &Self);
    /// `self * times`.
    #[must_use]
    fn times(&self, times: u32) -> Self;
    /// C(n, k) for each `k` in `low..=high`, zero where `k` is outside `0..=n`; all may be divided by one
    /// common factor, whose natural logarithm is returned.
    fn choose(n: usize, low: isize, high: isize, hold: &mut Hold) -> Result<(Vec<Self>, f64), Exhausted>;
    /// Divides all values by a common factor when they have become too large to go on with, and returns
    /// its natural logarithm.
    fn rescale(values: &mut [Self]) -> f64;
    /// The quotient as a floating-point number; 0 when the divisor is zero.
    fn ratio(&self, by: &Self) -> f64;
    /// The bytes that it takes.
    fn bytes(&self) -> usize;
}

/// Values above this are divided by it; the square must not overflow.
const LARGE: f64 = 1e120;

impl Weight for f64 {
    #[inline]
    fn zero() -> f64 {
        0.0
    }

    #[inline]
    fn one() -> f64 {
        1.0
    }

    #[inline]
    fn is_zero(&self) -> bool {
        *self == 0.0
    }

    #[inline]
    fn add_product(&mut self, a: &f64, b: &f64) {
        *self += a * b;
    }

    #[inline]
    fn times(&self, times: u32) -> f64 {
        self * f64::from(times)
    }

    fn choose(n: usize, low: isize, high: isize, _: &mut Hold) -> Result<(Vec<f64>, f64), Exhausted> {
        let mut values = vec![0.0; (high - low + 1).max(0) as usize];
        let (first, last) = (low.max(0), high.min(n as isize));
        if first > last {
            return Ok((values, 0.0));
        }
        // The largest term is 1 and the others follow from it by ratios: no logarithm enters the values,
        // and none of them overflows however large the board.
        let peak = (n as isize / 2).clamp(first, last);
        values[(peak - low) as usize] = 1.0;
        for k in peak + 1..=last {
            let ratio = (n as f64 - k as f64 + 1.0) / k as f64;
            values[(k - low) as usize] = values[(k - 1 - low) as usize] * ratio;
        }
        for k in (first..peak).rev() {
            let ratio = (k as f64 + 1.0) / (n as f64 - k as f64);
            values[(k - low) as usize] = values[(k + 1 - low) as usize] * ratio;
        }
        Ok((values, ln_choose(n, peak as usize)))
    }

    fn rescale(values: &mut [f64]) -> f64 {
        if values.iter().all(|&value| value < LARGE) {
            return 0.0;
        }
        for value in values.iter_mut() {
            *value /= LARGE;
        }
        LARGE.ln()
    }

    #[inline]
    fn ratio(&self, by: &f64) -> f64 {
        if *by == 0.0 { 0.0 } else { self / by }
    }

    #[inline]
    fn bytes(&self) -> usize {
        size_of::<f64>()
    }
}

impl Weight for BigUint {
    fn zero() -> BigUint {
        BigUint::ZERO
    }

    fn one() -> BigUint {
        BigUint::from(1_u32)
    }

    fn is_zero(&self) -> bool {
        *self == BigUint::ZERO
    }

    fn add_product(&mut self, a: &BigUint, b: &BigUint) {
        *self += a * b;
    }

    fn times(&self, times: u32) -> BigUint {
        self * times
    }

    fn choose(n: usize, low: isize, high: isize, hold: &mut Hold) -> Result<(Vec<BigUint>, f64), Exhausted> {
        let mut values = vec![BigUint::ZERO; (high - low + 1).max(0) as usize];
        let (first, last) = (low.max(0), high.min(n as isize));
        if first > last {
            return Ok((values, 0.0));
        }
        // Each follows from the one before.
        let mut term = binomial(n as u64, first as u64, hold)?;
        for k in first..=last {
            hold.take(term.bytes())?;
            values[(k - low) as usize] = term.clone();
            term = term * (n as u64 - k as u64) / (k as u64 + 1);
        }
        Ok((values, 0.0))
    }

    fn rescale(_: &mut [BigUint]) -> f64 {
        0.0
    }

    fn ratio(&self, by: &BigUint) -> f64 {
        if by.is_zero() {
            return 0.0;
        }
        // 64 significant bits of each are enough for a double, whatever their size.
        let shift = by.bits().saturating_sub(1000);
        let (a, b): (BigUint, BigUint) = ((self >> shift), (by >> shift));
        to_f64(&a) / to_f64(&b)
    }

    fn bytes(&self) -> usize {
        size_of::<BigUint>() + self.bits().div_ceil(64) as usize * size_of::<u64>()
    }
}

fn to_f64(value: &BigUint) -> f64 {
    value.iter_u64_digits().rev().fold(0.0, |sum, digit| sum * 18446744073709551616.0 + digit as f64)
}

/// C(n, k), exactly.
fn binomial(n: u64, k: u64, hold: &mut Hold) -> Result<BigUint, Exhausted> {
    let mut value = BigUint::from(1_u32);
    for i in 0..k.min(n - k) {
        hold.poll()?;
        value = value * (n - i) / (i + 1);
    }
    Ok(value)
}

/// The natural logarithm of C(n, k).
pub(crate) fn ln_choose(n: usize, k: usize) -> f64 {
    ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)
}

/// ln n!, from a table for boards up to expert size and by Stirling's series above.
fn ln_factorial(n: usize) -> f64 {
    use std::sync::OnceLock;
    const TABLE: usize = 1024;
    static LN: OnceLock<Vec<f64>> = OnceLock::new();
    let table = LN.get_or_init(|| {
        let mut sum = 0.0;
        (0..TABLE)
            .map(|i| {
                sum += if i == 0 { 0.0 } else { (i as f64).ln() };
                sum
            })
            .collect()
    });
    table.get(n).copied().unwrap_or_else(|| {
        let x = n as f64;
        x * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI * x).ln() + 1.0 / (12.0 * x)
            - 1.0 / (360.0 * x * x * x)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::Budget;

    #[test]
    fn binomials_are_right_in_both_number_types() {
        let hold = &mut Hold::under(&Budget::unlimited());
        let (exact, _) = BigUint::choose(10, -1, 11, hold).unwrap();
        let exact: Vec<u32> = exact.iter().map(|v| to_f64(v) as u32).collect();
        assert_eq!(exact, [0, 1, 10, 45, 120, 210, 252, 210, 120, 45, 10, 1, 0]);
        let (fast, ln) = f64::choose(480, 95, 99, hold).unwrap();
        let (big, _) = BigUint::choose(480, 95, 99, hold).unwrap();
        for (f, b) in fast.iter().zip(&big) {
            let relative = f.ln() + ln - to_f64(b).ln();
            assert!(relative.abs() < 1e-10, "{relative}");
        }
    }
}
