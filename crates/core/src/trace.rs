//! What happened in a game or a solve: the only input of the measures.

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// Solved, or won.
    Won,
    /// Lost: a mine, a full board.
    Lost,
    /// Drawn, in games with draws.
    Drawn,
    /// The budget ran out first.
    Unfinished,
}

impl Outcome {
    /// `won`, `lost`, `drawn` or `unfinished`.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::Drawn => "drawn",
            Outcome::Unfinished => "unfinished",
        }
    }
}

/// One decision of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Step {
    /// B: how many options the player had.
    pub options: u32,
    /// b: how many of them were plausible (optimal, provably safe or consistent, as the puzzle defines it).
    pub plausible: u32,
    /// Whether the move was certain to be right; otherwise it was a guess.
    pub certain: bool,
    /// The probability that the move was right when it was made.
    pub probability: f64,
}

impl Step {
    /// p_i = b_i / B_i, and 1 if there was nothing to choose from (thesis 5.3).
    pub fn progress(&self) -> f64 {
        if self.options == 0 { 1.0 } else { f64::from(self.plausible) / f64::from(self.options) }
    }
}

/// A game or a solve from beginning to end.
///
/// ```
/// use quandary_core::{Outcome, Step, Trace};
/// let forced = Step { options: 2, plausible: 1, certain: true, probability: 1.0 };
/// let free = Step { options: 2, plausible: 2, certain: true, probability: 1.0 };
/// let trace = Trace { steps: vec![forced, free], outcome: Outcome::Won };
/// assert_eq!(trace.length(), 2);
/// assert_eq!(trace.mean_progress(), Some(0.75));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trace {
    /// Its decisions, in order.
    pub steps: Vec<Step>,
    /// How it ended.
    pub outcome: Outcome,
}

impl Trace {
    /// Number of decisions.
    pub fn length(&self) -> usize {
        self.steps.len()
    }

    /// Number of decisions that were guesses.
    pub fn guesses(&self) -> usize {
        self.steps.iter().filter(|step| !step.certain).count()
    }

    /// v = (1/D) Σ p_i (thesis 5.4), or `None` for a trace without steps.
    pub fn mean_progress(&self) -> Option<f64> {
        self.mean(Step::progress)
    }

    /// Mean over the steps of the probability that the decision was right.
    pub fn mean_safety(&self) -> Option<f64> {
        self.mean(|step| step.probability)
    }

    /// Mean of B over the steps.
    pub fn mean_options(&self) -> Option<f64> {
        self.mean(|step| f64::from(step.options))
    }

    fn mean(&self, value: impl Fn(&Step) -> f64) -> Option<f64> {
        let count = self.steps.len();
        (count > 0).then(|| self.steps.iter().map(value).sum::<f64>() / count as f64)
    }
}
