//! The beta distribution, for counts of any size.

/// The probability that a beta variable with parameters `a` and `b` is at most `x`: the regularised incomplete beta
/// function, by its continued fraction (Lentz). The library's own function switches to an approximation above 3,000,
/// whose error at a million trials is larger than an interval's width.
pub(super) fn below(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    let front = puruspe::ln_gamma(a + b) - puruspe::ln_gamma(a) - puruspe::ln_gamma(b)
        + a * x.ln()
        + b * (-x).ln_1p();
    // The fraction converges fast on this side of the mean, and its mirror image on the other.
    if x < (a + 1.0) / (a + b + 2.0) {
        front.exp() * fraction(a, b, x) / a
    } else {
        1.0 - front.exp() * fraction(b, a, 1.0 - x) / b
    }
}

/// The quantile of a probability, by bisection, which stays between 0 and 1; Newton's steps may not.
pub(super) fn quantile(probability: f64, a: f64, b: f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return middle;
        }
        if below(a, b, middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
}

fn fraction(a: f64, b: f64, x: f64) -> f64 {
    /// Keeps a denominator from vanishing.
    const TINY: f64 = 1e-300;
    let away = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut c, mut d) = (1.0, 1.0 / away(1.0 - (a + b) * x / (a + 1.0)));
    let mut value = d;
    // The number of terms is about the root of the larger parameter.
    for m in 1..100_000 {
        let m = f64::from(m);
        for term in [
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0)),
        ] {
            d = 1.0 / away(1.0 + term * d);
            c = away(1.0 + term / c);
            value *= d * c;
        }
        if (d * c - 1.0).abs() < 1e-15 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tails_of_a_binomial_are_its_sums() {
        // P(X >= k) of n trials with probability x is the beta distribution with k and n - k + 1.
        for (k, n, x) in [(1_u32, 10, 0.1), (7, 10, 0.5), (40, 100, 0.33), (3, 1000, 0.001), (520, 1000, 0.5)]
        {
            let log_choose = |i: u32| {
                puruspe::ln_gamma(f64::from(n) + 1.0)
                    - puruspe::ln_gamma(f64::from(i) + 1.0)
                    - puruspe::ln_gamma(f64::from(n - i) + 1.0)
            };
            let term = |i: u32| {
                (log_choose(i) + f64::from(i) * f64::ln(x) + f64::from(n - i) * f64::ln(1.0 - x)).exp()
            };
            let sum: f64 = (k..=n).map(term).sum();
            let ours = below(f64::from(k), f64::from(n - k) + 1.0, x);
            assert!((ours - sum).abs() < 1e-10, "{k} of {n} at {x}: {ours} {sum}");
        }
    }

    #[test]
    fn large_parameters_are_nearly_normal() {
        let (a, b) = (900_000.0, 100_000.0);
        let (mean, deviation) = (0.9, f64::sqrt(0.9 * 0.1 / 1e6));
        assert!((below(a, b, mean) - 0.5).abs() < 1e-3);
        assert!((below(a, b, mean + 1.96 * deviation) - 0.975).abs() < 1e-3);
        assert!((quantile(0.025, a, b) - (mean - 1.96 * deviation)).abs() < 1e-2 * deviation);
    }
}
