//! A move with its reason: what strategies answer, and the hint that every interface shows.

use std::borrow::Cow;
use std::fmt;

use schemars::JsonSchema;
use serde::{Serialize, Serializer};

/// A number in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct Probability(f64);

impl Probability {
    /// It cannot happen.
    pub const IMPOSSIBLE: Probability = Probability(0.0);
    /// It is certain.
    pub const CERTAIN: Probability = Probability(1.0);

    /// Checks the range: `None` outside [0, 1] and for NaN.
    pub fn new(value: f64) -> Option<Probability> {
        (0.0..=1.0).contains(&value).then_some(Probability(value))
    }

    /// Forces a computed value, which may be off by rounding, into [0, 1].
    pub fn clamped(value: f64) -> Probability {
        Probability(value.clamp(0.0, 1.0))
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }

    /// Whether it is exactly 1.
    pub fn is_certain(self) -> bool {
        self.0 == 1.0
    }
}

/// What a strategy answers: the move, why, and how likely it is to be right.
///
/// The reason is a value of the puzzle's own type, never a sentence: the command line, the web page and
/// `--json` all render this one value, so an explanation can never differ from the decision it explains.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<M, R> {
    /// The move.
    pub chosen: M,
    /// Why this move.
    pub reason: R,
    /// The probability that the move does what the reason says: 1 for a certain move.
    pub probability: Probability,
}

impl<M, R> Decision<M, R> {
    /// A move that cannot be wrong.
    pub fn certain(chosen: M, reason: R) -> Self {
        Decision { chosen, reason, probability: Probability::CERTAIN }
    }
}

/// Why a move is recommended, as a value that can be serialised and told.
///
/// Serialise it with a `kind` (an enum with `#[serde(tag = "kind", rename_all = "kebab-case")]`), so that a program
/// can tell reasons apart without reading sentences.
pub trait Reason: Serialize + JsonSchema {
    /// The reason as a person would give it, without the move: "the 2 at 3,4 already has both its mines".
    fn text(&self) -> String;

    /// Where to look, without giving the move away.
    fn nudge(&self) -> String;
}

/// A reason with its sentence, as [`with_text`] writes it: for the schema.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Reason")]
pub struct WithText<R> {
    /// The reason as a value, with its `kind`.
    #[serde(flatten)]
    reason: R,
    /// The same in words.
    text: String,
}

/// Serialises a reason and, as `text`, its sentence: for `#[serde(serialize_with)]`.
pub fn with_text<R: Reason, S: Serializer>(reason: &R, serializer: S) -> Result<S::Ok, S::Error> {
    WithText { reason, text: reason.text() }.serialize(serializer)
}

/// The move that a hint recommends.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(bound(serialize = "R: Reason"))]
#[schemars(rename = "Recommendation")]
pub struct Recommendation<R> {
    /// The move, as the puzzle writes it.
    #[serde(rename = "move")]
    pub chosen: String,
    /// Whether the move cannot be wrong.
    pub certain: bool,
    /// The probability that the move does what the reason says.
    pub probability: Probability,
    /// Why.
    #[serde(serialize_with = "with_text")]
    #[schemars(with = "WithText<R>")]
    pub reason: R,
}

impl<R> Recommendation<R> {
    /// The same recommendation with another kind of reason.
    pub fn map<Q>(self, change: impl FnOnce(R) -> Q) -> Recommendation<Q> {
        let Recommendation { chosen, certain, probability, reason } = self;
        Recommendation { chosen, certain, probability, reason: change(reason) }
    }
}

/// A move that could be made instead, or the recommended one itself, with its worth.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Alternative {
    /// The move, as the puzzle writes it.
    #[serde(rename = "move")]
    pub chosen: String,
    /// What it is worth: more is better. The hint's `value_is` says in what; null where it is not known (yet).
    pub value: Option<f64>,
    /// The worth in words: "loses in 12 moves".
    pub text: String,
}

/// What to do in a position: the move and its reason, and what all moves are worth.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(bound(serialize = "R: Reason"))]
pub struct Hint<R> {
    /// The recommended move; none when the game is over or nothing can be said.
    pub decision: Option<Recommendation<R>>,
    /// The moves that were weighed, best first, the recommended one among them.
    pub alternatives: Vec<Alternative>,
    /// What `value` of an alternative counts: "probability that the cell is safe"; where it is an opinion, whose.
    pub value_is: Cow<'static, str>,
}

impl<R: Reason> Hint<R> {
    /// A hint that recommends `decision`, whose move is written `chosen`.
    pub fn new<M>(
        decision: Decision<M, R>,
        chosen: String,
        value_is: impl Into<Cow<'static, str>>,
    ) -> Hint<R> {
        let Decision { reason, probability, .. } = decision;
        let decision = Recommendation { chosen, certain: probability.is_certain(), probability, reason };
        Hint { decision: Some(decision), alternatives: Vec::new(), value_is: value_is.into() }
    }

    /// The same hint with the moves that were weighed.
    #[must_use]
    pub fn among(mut self, alternatives: Vec<Alternative>) -> Hint<R> {
        self.alternatives = alternatives;
        self
    }

    /// Nothing to recommend.
    pub fn none(value_is: impl Into<Cow<'static, str>>) -> Hint<R> {
        Hint { decision: None, alternatives: Vec::new(), value_is: value_is.into() }
    }

    /// Where to look, without giving the move away.
    pub fn nudge(&self) -> Option<String> {
        self.decision.as_ref().map(|decision| decision.reason.nudge())
    }

    /// The same hint with another kind of reason.
    pub fn map<Q>(self, change: impl FnOnce(R) -> Q) -> Hint<Q> {
        let Hint { decision, alternatives, value_is } = self;
        Hint { decision: decision.map(|decision| decision.map(change)), alternatives, value_is }
    }
}

impl<R: Reason> fmt::Display for Hint<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.decision {
            Some(Recommendation { chosen, probability, reason, .. }) => {
                let sure = if probability.is_certain() {
                    String::new()
                } else {
                    format!(" ({:.2} %)", 100.0 * probability.get())
                };
                write!(f, "{chosen}{sure}: {}", reason.text())?;
            }
            None => f.write_str("There is no move to recommend.")?,
        }
        for Alternative { chosen, text, .. } in &self.alternatives {
            write!(f, "\n  {chosen:<6} {text}")?;
        }
        Ok(())
    }
}
