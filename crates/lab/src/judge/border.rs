//! Where one class of settings ends and the next begins, as another sample would show it.

use quandary_core::stats::{Interval, Rate};

use super::evidence::Print;
use super::test::{Held, LEAST};

/// How often something succeeded at each setting in order: neighbouring whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Classes {
    /// The setting and what was counted there.
    pub rates: Vec<(usize, Rate)>,
}

/// Chances of the next sample, given ours: that all of it succeeds, and that none does.
#[derive(Clone, Copy, Debug)]
struct Next {
    all: f64,
    none: f64,
}

impl Next {
    /// Of `runs` more, with Jeffreys' prior: the beta-binomial distribution, which counts the sampling of both.
    fn after(rate: Rate, runs: u64) -> Next {
        let (won, lost) = (rate.successes as f64 + 0.5, (rate.trials - rate.successes) as f64 + 0.5);
        // A product of ratios, one a run: exact, and short enough at the documents' counts.
        let streak = |mine: f64| {
            let mut chance = 1.0;
            for run in 0..runs {
                chance *= (mine + run as f64) / (won + lost + run as f64);
            }
            chance
        };
        Next { all: streak(won), none: streak(lost) }
    }
}

impl Classes {
    /// The setting at which a sample of the print's size would first show the class of a word: `deterministic` (all
    /// succeed), `game` (none does), `stochastic` (some do), beginning at `from`. Held against what is printed.
    pub fn first(&self, class: &str, from: usize, print: &Print) -> Held {
        let runs = print.runs.unwrap_or(0);
        let after: Vec<&(usize, Rate)> = self.rates.iter().filter(|(place, _)| *place >= from).collect();
        let whole = after.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1);
        let enough = whole && !after.is_empty() && after.iter().all(|(_, rate)| rate.trials >= LEAST);
        if !enough {
            return Held::nothing(print.matters);
        }
        let mut chances = Vec::new();
        let mut not_yet = 1.0;
        for (place, rate) in after {
            let next = Next::after(*rate, runs);
            let here = match class {
                "deterministic" => next.all,
                "game" => next.none,
                _ => 1.0 - next.all - next.none,
            };
            chances.push((*place as f64, not_yet * here));
            not_yet *= 1.0 - here;
        }
        let at = |share: f64| {
            let mut sum = 0.0;
            let found = chances.iter().find(|(_, chance)| {
                sum += chance;
                sum >= share
            });
            found.or(chances.last()).map_or(f64::NAN, |(place, _)| *place)
        };
        let accepts = Interval { low: at(0.0005), high: at(0.9995) };
        // A border that lies further off than this would have been printed outside, 19 times in 20.
        let sees = (accepts.high - at(0.05)).max(at(0.95) - accepts.low) + 1.0;
        Held { accepts, sees: Some(sees), matters: print.matters, enough, settled_by: None }
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
        let held = classes(|m| if m <= 5 { 2000 } else { 1000 }).first("stochastic", 6, &PRINT);
        assert_eq!(held.accepts, Interval { low: 6.0, high: 6.0 });
        assert_eq!((held.verdict(6.0), held.verdict(8.0)), (Verdict::Agrees, Verdict::Disagrees));
    }

    #[test]
    fn a_border_that_fades_is_left_open() {
        // One loss in 2,000 games here is none in the next 2,000 more than once in three.
        let held = classes(|m| if m <= 3 { 2000 } else { 1999 }).first("stochastic", 1, &PRINT);
        assert!(held.accepts.low < 4.0 && held.accepts.high > 4.0, "{held:?}");
        assert_eq!(held.verdict(4.0), Verdict::Undecided);
    }
}
