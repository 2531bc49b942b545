//! Where one class of settings ends and the next begins, as another sample would show it.

use quandary_core::stats::{Interval, Rate, wilson};

use super::evidence::Print;
use super::quantile::{LEVEL, POWER};
use super::test::{LEAST, NumericTest, Settled};

/// How often something succeeded at each setting. The settings are consecutive whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Classes {
    /// The setting and what was counted there.
    pub rates: Vec<(usize, Rate)>,
}

/// A class of settings by what a sample of it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// All succeed.
    Deterministic,
    /// None succeeds.
    Game,
    /// Some do.
    Stochastic,
}

impl Class {
    fn named(word: &str) -> Class {
        match word {
            "deterministic" => Class::Deterministic,
            "game" => Class::Game,
            _ => Class::Stochastic,
        }
    }

    /// Whether our own sample shows it.
    fn holds(self, rate: Rate) -> bool {
        match self {
            Class::Deterministic => rate.successes == rate.trials,
            Class::Game => rate.successes == 0,
            Class::Stochastic => 0 < rate.successes && rate.successes < rate.trials,
        }
    }

    /// The probability that `runs` runs show it, when one succeeds with probability `p`.
    fn shown(self, p: f64, runs: f64) -> f64 {
        match self {
            Class::Deterministic => p.powf(runs),
            Class::Game => (1.0 - p).powf(runs),
            Class::Stochastic => 1.0 - p.powf(runs) - (1.0 - p).powf(runs),
        }
    }

    /// The largest probability that `runs` runs show it, and that they do not, over all success rates that our sample
    /// allows at the quantile `z`.
    fn at_most(self, rate: Rate, runs: f64, z: f64) -> (f64, f64) {
        let Interval { low, high } = wilson(rate.successes, rate.trials, z);
        // All of these turn at one half, if anywhere between the ends.
        let places = [low, high, 0.5_f64.clamp(low, high)];
        let shown = places.map(|p| self.shown(p, runs));
        let most = |values: [f64; 3]| values.into_iter().fold(0.0, f64::max);
        (most(shown), most(shown.map(|chance| 1.0 - chance)))
    }
}

impl Classes {
    /// The setting at which a sample of the print's size would first show the class of a word: `deterministic` (all
    /// succeed), `game` (none does), `stochastic` (some do), beginning at `from`..
    ///
    /// A printed place is rejected only if no success rates that our sample allows would give it.
    pub fn first(&self, class: &str, from: usize, print: &Print) -> NumericTest {
        let class = Class::named(class);
        let runs = print.runs.unwrap_or(0) as f64;
        let after: Vec<&(usize, Rate)> = self.rates.iter().filter(|(place, _)| *place >= from).collect();
        let whole = after.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1);
        let enough = whole && !after.is_empty() && after.iter().all(|(_, rate)| rate.trials >= LEAST);
        if !enough {
            return NumericTest::nothing(print.matters);
        }
        let possible = |z: f64, chance: f64| {
            let mut places = Vec::new();
            let mut not_before = 1.0;
            for (place, rate) in &after {
                let (here, not_here) = class.at_most(*rate, runs, z);
                if not_before * here >= chance {
                    places.push(*place as f64);
                }
                not_before *= not_here;
            }
            Interval {
                low: places.first().copied().unwrap_or(f64::MIN),
                high: places.last().copied().unwrap_or(f64::MAX),
            }
        };
        let accepts = possible(LEVEL, 0.001);
        // A border that lies further off than this would have been printed outside, 19 times in 20.
        let wide = possible(LEVEL + POWER, 0.001 * 0.05);
        let sees = (wide.high - wide.low).min(f64::MAX) + 1.0;
        NumericTest { accepts, sees: Some(sees), matters: print.matters, enough, settled: Settled::Unknown }
    }

    /// The setting at which our own sample first shows a class, beginning at `from`.
    pub fn first_of_ours(&self, class: &str, from: usize) -> Option<usize> {
        let class = Class::named(class);
        self.rates.iter().find(|(place, rate)| *place >= from && class.holds(*rate)).map(|(place, _)| *place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduction::Verdict;

    fn classes(rate: impl Fn(usize) -> u64) -> Classes {
        Classes { rates: (1..=20).map(|m| (m, Rate::new(rate(m), 2000))).collect() }
    }

    const PRINT: Print = Print { runs: Some(2000), rounding: 0.0, matters: 1.0 };

    #[test]
    fn a_sharp_border_is_seen_to_the_row() {
        let classes = classes(|m| if m <= 5 { 2000 } else { 1000 });
        let held = classes.first("stochastic", 6, &PRINT);
        assert_eq!(held.accepts, Interval { low: 6.0, high: 6.0 });
        assert_eq!((held.verdict(6.0), held.verdict(8.0)), (Verdict::Agrees, Verdict::Disagrees));
        assert_eq!(classes.first_of_ours("stochastic", 1), Some(6));
    }

    #[test]
    fn a_border_that_fades_is_left_open() {
        // One loss in 2,000 games here is none in the next 2,000 more than once in three.
        let held = classes(|m| if m <= 3 { 2000 } else { 1999 }).first("stochastic", 1, &PRINT);
        assert!(held.accepts.low < 4.0 && held.accepts.high > 4.0, "{held:?}");
        assert_eq!(held.verdict(4.0), Verdict::Undecided);
    }

    #[test]
    fn many_settings_without_a_win_do_not_add_up_to_a_win() {
        // No win in 2,000 games at each of fifteen settings allows that there is none in the next 2,000 either.
        let held = classes(|m| if m <= 15 { 0 } else { 1000 }).first("stochastic", 1, &PRINT);
        assert_eq!(held.accepts.high, 16.0, "{held:?}");
        assert_eq!(held.verdict(18.0), Verdict::Disagrees);
        assert_ne!(held.verdict(16.0), Verdict::Disagrees);
    }
}
