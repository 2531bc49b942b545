//! What is known of a training: how long it was, and how strong its player was on the way.

use quandary_core::stats::Summary;
use quandary_core::words::thousands;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How strong a player was at some point of its training.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct TrainingStrength {
    /// Moves that the network had learnt from.
    pub moves: u64,
    /// CPU seconds that the training had taken.
    pub cpu_seconds: f64,
    /// The player's own moves that were looked at.
    pub moves_ahead: u32,
    /// Games that were played to measure.
    pub games: u64,
    /// Their mean score.
    pub score_mean: f64,
    /// Its interval at 95 %.
    pub score_ci95: [f64; 2],
    /// Games that reached 16384.
    pub reached_16384: u64,
    /// Games that reached 32768.
    pub reached_32768: u64,
}

impl TrainingStrength {
    /// From the scores of some games.
    pub(super) fn new(
        record: &Record,
        moves_ahead: u32,
        scores: &Summary,
        largest: &[u8],
    ) -> TrainingStrength {
        let estimate = scores.estimate();
        let reached = |exponent: u8| largest.iter().filter(|&&tile| tile >= exponent).count() as u64;
        TrainingStrength {
            moves: record.moves,
            cpu_seconds: record.cpu_seconds,
            moves_ahead,
            games: scores.count(),
            score_mean: thousandths(estimate.value),
            score_ci95: [estimate.interval.low, estimate.interval.high].map(thousandths),
            reached_16384: reached(14),
            reached_32768: reached(15),
        }
    }
}

impl fmt::Display for TrainingStrength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, high] = self.score_ci95.map(|score| thousands(score.max(0.0) as u64));
        let (mean, games) = (thousands(self.score_mean as u64), self.games);
        write!(f, "mean score {mean} [{low}, {high}] of {games} games, 16384 in {}", self.reached_16384)
    }
}

/// Rounded to thousandths, which JSON gives back as they were.
pub(super) fn thousandths(value: f64) -> f64 {
    (1000.0 * value).round() / 1000.0
}

/// What is known of a training.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Record {
    /// Moves that the network has learnt from.
    pub moves: u64,
    /// Games that they belong to.
    pub games: u64,
    /// CPU seconds of learning, all runs and threads together, without the games that measure.
    #[serde(rename = "learning_cpu_seconds")]
    pub cpu_seconds: f64,
    /// The most threads that learnt at once. With one, the same seed and as many moves give the same network everywhere.
    pub threads: usize,
    /// How strong its player was on the way, in order.
    pub curve: Vec<TrainingStrength>,
}

impl Record {
    /// The last measurement at this look-ahead.
    pub fn strength(&self, moves_ahead: u32) -> Option<&TrainingStrength> {
        self.curve.iter().rfind(|measured| measured.moves_ahead == moves_ahead)
    }
}
