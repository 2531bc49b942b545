//! Where one class of settings ends and the next begins, in another sample.

use quandary_core::stats::{Interval, Rate};

use super::evidence::Print;
use super::quantile::{AGREE, LEVEL, POWER};
use super::test::{LEAST, NumericTest, Settled, agreeing};

/// Successes at each setting. The settings are consecutive whole numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Classes {
    /// The setting and what was counted there.
    pub rates: Vec<(usize, Rate)>,
}

/// A class of settings, by its outcomes in a sample.
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

    /// Whether our own sample has this class.
    fn holds(self, rate: Rate) -> bool {
        match self {
            Class::Deterministic => rate.successes == rate.trials,
            Class::Game => rate.successes == 0,
            Class::Stochastic => 0 < rate.successes && rate.successes < rate.trials,
        }
    }

    /// The probability that a sample of `runs` runs has this class, if a run succeeds with probability `p`.
    fn shown(self, p: f64, runs: f64) -> f64 {
        match self {
            Class::Deterministic => p.powf(runs),
            Class::Game => (1.0 - p).powf(runs),
            Class::Stochastic => 1.0 - p.powf(runs) - (1.0 - p).powf(runs),
        }
    }

    /// By how much our sample becomes less likely if `runs` further runs have this class: twice the logarithm, over all
    /// success rates.
    fn deviance(self, rate: Rate, runs: f64) -> f64 {
        let (wins, losses) = (rate.successes as f64, (rate.trials - rate.successes) as f64);
        let part = |count: f64, p: f64| if count > 0.0 { count * p.ln() } else { 0.0 };
        let ours = |p: f64| part(wins, p) + part(losses, 1.0 - p);
        let alone = ours(wins / (wins + losses));
        let both = match self {
            // The rate if the other sample belonged to ours.
            Class::Deterministic => {
                best(&[(wins + runs) / (wins + losses + runs)], |p| ours(p) + part(runs, p))
            }
            Class::Game => best(&[wins / (wins + losses + runs)], |p| ours(p) + part(runs, 1.0 - p)),
            // Any rate from our own share to the one where the other sample has both outcomes.
            Class::Stochastic => {
                let own = wins / (wins + losses);
                let places: Vec<f64> = (0..=60)
                    .map(|step| 10_f64.powf(-6.0 + f64::from(step) / 10.0 * 0.94))
                    .flat_map(|away| [own + away, own - away])
                    .chain([own])
                    .filter(|p| (0.0..=1.0).contains(p))
                    .collect();
                best(&places, |p| ours(p) + self.shown(p, runs).max(f64::MIN_POSITIVE).ln())
            }
        };
        2.0 * (alone - both).max(0.0)
    }
}

/// The largest value of a function on a grid.
fn best(places: &[f64], of: impl Fn(f64) -> f64) -> f64 {
    places.iter().map(|&place| of(place)).filter(|value| !value.is_nan()).fold(f64::NEG_INFINITY, f64::max)
}

impl Classes {
    /// The border between two classes, by the likelihood of the printed pattern: a sample of the document's size shows
    /// `before` from the setting `from` up to the border, and `after` from there to the setting `to`. The words are
    /// `deterministic` (all succeed), `game` (none does) and `stochastic` (some do).
    ///
    /// A border is rejected when its pattern is less likely than that of the best border by more than 99.9 % of the
    /// chi-square distribution with one degree of freedom allow.
    pub fn border(
        &self,
        before: &str,
        after: &str,
        (from, to): (usize, usize),
        print: &Print,
    ) -> NumericTest {
        let (before, after) = (Class::named(before), Class::named(after));
        let runs = print.runs.unwrap_or(0) as f64;
        let inside: Vec<&(usize, Rate)> =
            self.rates.iter().filter(|(place, _)| (from..=to).contains(place)).collect();
        let whole = inside.windows(2).all(|pair| pair[1].0 == pair[0].0 + 1);
        let enough = whole && inside.len() > 1 && inside.iter().all(|(_, rate)| rate.trials >= LEAST);
        if !enough {
            return NumericTest::nothing(print.matters);
        }
        // The cost of each setting under either class, and from these the cost of each border.
        let costs: Vec<[f64; 2]> =
            inside.iter().map(|(_, rate)| [before, after].map(|class| class.deviance(*rate, runs))).collect();
        let mut cost: f64 = costs.iter().map(|[_, after]| after).sum();
        let mut borders = vec![(from as f64, cost)];
        for ((place, _), [left, right]) in inside.iter().zip(&costs).take(inside.len() - 1) {
            cost += left - right;
            borders.push((*place as f64 + 1.0, cost));
        }
        let (ours, least) = borders.iter().copied().fold((f64::NAN, f64::INFINITY), |best, border| {
            if border.1 < best.1 - 1e-9 { border } else { best }
        });
        let within = |z: f64| {
            let possible =
                || borders.iter().filter(|(_, cost)| cost - least <= z * z).map(|(place, _)| *place);
            Interval {
                low: possible().fold(f64::INFINITY, f64::min),
                high: possible().fold(f64::NEG_INFINITY, f64::max),
            }
        };
        let (accepts, likely, wide) = (within(LEVEL), within(AGREE), within(AGREE + POWER));
        NumericTest {
            ours: Some(ours),
            accepts,
            agrees: agreeing(ours, likely, print.matters, 0.0),
            sees: Some((wide.high - ours).max(ours - wide.low) + 1.0),
            matters: print.matters,
            enough,
            settled: Settled::Unknown,
        }
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
    fn a_sharp_border_is_found_where_it_is() {
        let classes = classes(|m| if m <= 5 { 2000 } else { 1000 });
        let held = classes.border("deterministic", "stochastic", (1, 20), &PRINT);
        // If none of 2,000 games is lost, a few of the next 2,000 may be, but not at many settings in a row.
        assert_eq!((held.ours, held.accepts.high), (Some(6.0), 6.0));
        assert!((2.0..6.0).contains(&held.accepts.low), "{held:?}");
        assert_eq!((held.verdict(6.0), held.verdict(8.0)), (Verdict::Agrees, Verdict::Disagrees));
        assert_eq!(classes.first_of_ours("stochastic", 1), Some(6));
    }

    #[test]
    fn a_gradual_border_is_left_open() {
        // After one loss in 2,000 games, the next 2,000 have none more than once in three times.
        let classes = classes(|m| if m <= 3 { 2000 } else { 2000 - m as u64 / 4 });
        let held = classes.border("deterministic", "stochastic", (1, 20), &PRINT);
        assert!(held.accepts.low < 4.0 && held.accepts.high > 6.0, "{held:?}");
        assert_eq!(held.verdict(5.0), Verdict::Undecided);
    }

    #[test]
    fn many_settings_without_a_win_do_not_add_up_to_a_win() {
        // If 2,000 games at each of fifteen settings have no win, the next 2,000 may have none either.
        let classes = classes(|m| if m <= 15 { 0 } else { 1000 });
        let held = classes.border("game", "stochastic", (1, 20), &PRINT);
        assert_eq!(held.accepts.high, 16.0, "{held:?}");
        assert_eq!(held.verdict(18.0), Verdict::Disagrees);
        assert_eq!(held.verdict(16.0), Verdict::Agrees);
    }
}
