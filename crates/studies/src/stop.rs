//! When a cell has been played enough.

use quandary_core::stats::Rate;
use serde::Serialize;

/// When a cell has been played enough. The rule is applied after each block, in the order of the games, so that every run of
/// a study stops at the same game. The number of games in the file is the maximum.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase", tag = "rule")]
pub enum StopRule {
    /// After the given number of games.
    Fixed,
    /// When the Wilson interval at 95 % of the win rate is no wider than this.
    Width {
        /// Upper end minus lower end.
        width: f64,
    },
    /// When two values of a setting are shown to differ on the same boards, with at most this probability of error no
    /// matter how often the rule is applied.
    Compare {
        /// The setting that has these two values.
        setting: String,
        /// Probability of calling equal values different.
        error: f64,
    },
}

/// The counts of a group of cells: one, or the two that are compared.
#[derive(Clone, Debug, Default)]
pub(crate) struct GroupState {
    wins: u64,
    games: u64,
    only_first: u64,
    only_second: u64,
}

impl GroupState {
    /// Adds the next block of each cell of the group: which games were won.
    pub(crate) fn take(&mut self, won: &[Vec<bool>]) {
        if let [first, second] = won {
            for (&first, &second) in first.iter().zip(second) {
                self.only_first += u64::from(first && !second);
                self.only_second += u64::from(second && !first);
            }
        }
        for block in won {
            self.games += block.len() as u64;
            self.wins += block.iter().filter(|&&won| won).count() as u64;
        }
    }

    /// Whether these games are enough.
    pub(crate) fn is_enough(&self, rule: &StopRule) -> bool {
        match rule {
            StopRule::Fixed => false,
            StopRule::Width { width } => {
                let interval = Rate::new(self.wins, self.games).interval();
                self.games > 0 && interval.high - interval.low <= *width
            }
            StopRule::Compare { error, .. } => {
                log_evidence(self.only_first, self.only_second) >= (1.0 / error).ln()
            }
        }
    }
}

/// The logarithm of the evidence against "each board that only one of them wins is as likely won by either": the
/// likelihood of the two counts averaged over every other probability, over their likelihood under one half,
/// 2^(a+b) · a! b! / (a+b+1)!.
///
/// It is a martingale with mean 1 if the two are equal, so the probability that it ever reaches 1/error is at most
/// error (Ville): the rule may be applied after every block.
fn log_evidence(a: u64, b: u64) -> f64 {
    let factorial = |n: u64| (2..=n).map(|k| (k as f64).ln()).sum::<f64>();
    (a + b) as f64 * std::f64::consts::LN_2 + factorial(a) + factorial(b) - factorial(a + b + 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use quandary_core::Seed;

    #[test]
    fn equal_strategies_are_called_different_no_more_often_than_the_error_allows_after_any_number_of_looks() {
        let rule = StopRule::Compare { setting: "x".into(), error: 0.05 };
        let wrong = (0..400)
            .filter(|&study| {
                let (mut stream, mut watched) = (Seed(5).stream(study), GroupState::default());
                (0..40).any(|_| {
                    let mut draw = || (0..10).map(|_| stream.index(2) == 0).collect::<Vec<_>>();
                    watched.take(&[draw(), draw()]);
                    watched.is_enough(&rule)
                })
            })
            .count();
        // 5 % of 400 is 20; 35 would be more than three standard deviations above.
        assert!(wrong < 35, "{wrong} of 400");
    }

    #[test]
    fn a_real_difference_is_found_and_a_width_is_reached() {
        let rule = StopRule::Compare { setting: "x".into(), error: 0.01 };
        let mut watched = GroupState::default();
        watched.take(&[vec![true; 30], vec![false; 30]]);
        assert!(watched.is_enough(&rule));
        let mut watched = GroupState::default();
        let rule = StopRule::Width { width: 0.2 };
        assert!(!watched.is_enough(&rule));
        watched.take(&[[true, false].repeat(20)]);
        assert!(!watched.is_enough(&rule), "40 games: about 0.3 wide");
        watched.take(&[[true, false].repeat(40)]);
        assert!(watched.is_enough(&rule), "120 games: about 0.18 wide");
    }
}
