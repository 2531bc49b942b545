//! The hint that every interface shows: a move, its reason, and what all moves are worth.

use std::borrow::Cow;
use std::fmt;

use quandary_core::{Decision, Probability, Reason};
use schemars::JsonSchema;
use serde::{Serialize, Serializer};

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
pub fn with_text<R: Reason + Serialize, S: Serializer>(reason: &R, serializer: S) -> Result<S::Ok, S::Error> {
    WithText { reason, text: reason.text() }.serialize(serializer)
}

/// The move that a hint recommends.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(bound(serialize = "R: Reason + Serialize"))]
#[schemars(rename = "Recommendation")]
pub struct Recommendation<R> {
    /// The move, as the puzzle writes it.
    #[serde(rename = "move")]
    pub chosen: String,
    /// Whether the move cannot be wrong: there is a proof.
    pub certain: bool,
    /// The probability of what `probability_is` says; 1 for a certain move, null where nothing is known but an opinion.
    pub probability: Option<Probability>,
    /// What `probability` is the probability of: "that the cell is safe"; null where it is none.
    pub probability_is: Option<&'static str>,
    /// Why.
    #[serde(serialize_with = "with_text")]
    #[schemars(with = "WithText<R>")]
    pub reason: R,
}

impl<R> Recommendation<R> {
    /// The same recommendation for another reason.
    pub fn with<Q>(&self, reason: Q) -> Recommendation<Q> {
        let Recommendation { ref chosen, certain, probability, probability_is, .. } = *self;
        Recommendation { chosen: chosen.clone(), certain, probability, probability_is, reason }
    }

    /// The same recommendation with another kind of reason.
    pub fn map<Q>(self, change: impl FnOnce(R) -> Q) -> Recommendation<Q> {
        let Recommendation { chosen, certain, probability, probability_is, reason } = self;
        Recommendation { chosen, certain, probability, probability_is, reason: change(reason) }
    }
}

/// The advice to take the last move back: this cannot be won any more, and a position before could.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(bound(serialize = "R: Reason + Serialize"))]
#[schemars(rename = "TakeBack")]
pub struct TakeBack<R> {
    /// Why the position is lost.
    #[serde(serialize_with = "with_text")]
    #[schemars(with = "WithText<R>")]
    pub reason: R,
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
#[serde(bound(serialize = "R: Reason + Serialize"))]
pub struct Hint<R> {
    /// The recommended move; none when the game is over, when a move is to be taken back, or when nothing can be said.
    pub decision: Option<Recommendation<R>>,
    /// Present when no move is recommended but to take the last one back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub take_back: Option<TakeBack<R>>,
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
        let (certain, probability_is) = (probability.is_certain(), reason.probability_is());
        // An opinion in a number would be read as a probability.
        let probability = (certain || probability_is.is_some()).then_some(probability);
        let decision = Recommendation { chosen, certain, probability, probability_is, reason };
        Hint {
            decision: Some(decision),
            take_back: None,
            alternatives: Vec::new(),
            value_is: value_is.into(),
        }
    }

    /// A hint that recommends to take the last move back, because the position is lost.
    ///
    /// ```
    /// use quandary_core::Reason;
    /// use quandary_verbs::Hint;
    ///
    /// /// A box stands in a corner.
    /// struct Stuck;
    /// impl Reason for Stuck {
    ///     fn text(&self) -> String {
    ///         "the box in the corner cannot be moved any more".into()
    ///     }
    ///     fn nudge(&self) -> String {
    ///         "Look at the corners.".into()
    ///     }
    /// }
    ///
    /// let hint = Hint::take_back(Stuck, "pushes left");
    /// assert_eq!(hint.to_string(), "Undo: the box in the corner cannot be moved any more");
    /// assert_eq!(hint.nudge().as_deref(), Some("Look at the corners."));
    /// ```
    pub fn take_back(reason: R, value_is: impl Into<Cow<'static, str>>) -> Hint<R> {
        Hint { take_back: Some(TakeBack { reason }), ..Hint::none(value_is) }
    }

    /// The same hint with the moves that were weighed.
    #[must_use]
    pub fn among(mut self, alternatives: Vec<Alternative>) -> Hint<R> {
        self.alternatives = alternatives;
        self
    }

    /// Nothing to recommend.
    pub fn none(value_is: impl Into<Cow<'static, str>>) -> Hint<R> {
        Hint { decision: None, take_back: None, alternatives: Vec::new(), value_is: value_is.into() }
    }

    /// Where to look, without giving the move away.
    pub fn nudge(&self) -> Option<String> {
        let lost = self.take_back.as_ref().map(|lost| &lost.reason);
        self.decision.as_ref().map(|decision| &decision.reason).or(lost).map(Reason::nudge)
    }

    /// The same hint with another kind of reason.
    pub fn map<Q>(self, change: impl FnOnce(R) -> Q) -> Hint<Q> {
        let Hint { decision, take_back, alternatives, value_is } = self;
        let (decision, take_back) = match (decision, take_back) {
            (Some(decision), _) => (Some(decision.map(change)), None),
            (None, lost) => (None, lost.map(|lost| TakeBack { reason: change(lost.reason) })),
        };
        Hint { decision, take_back, alternatives, value_is }
    }

    /// The move and why, or what there is to say instead; without what other moves are worth.
    pub fn headline(&self) -> String {
        match (&self.decision, &self.take_back) {
            (Some(Recommendation { chosen, probability, reason, .. }), _) => {
                let sure = match probability {
                    Some(probability) if !probability.is_certain() => {
                        format!(" ({:.2} %)", 100.0 * probability.get())
                    }
                    _ => String::new(),
                };
                format!("{chosen}{sure}: {}", reason.text())
            }
            (None, Some(lost)) => format!("Undo: {}", lost.reason.text()),
            (None, None) => "There is no move to recommend.".to_owned(),
        }
    }
}

/// At most this many moves are listed, unless all are asked for (`{hint:#}`): the answer is to stay in sight.
const LISTED: usize = 10;

impl<R: Reason> fmt::Display for Hint<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.headline())?;
        let listed = if f.alternate() { self.alternatives.len() } else { LISTED };
        for Alternative { chosen, text, .. } in self.alternatives.iter().take(listed) {
            write!(f, "\n  {chosen:<6} {text}")?;
        }
        match self.alternatives.len().saturating_sub(listed) {
            0 => Ok(()),
            more => write!(f, "\n  … {more} more; --all lists them"),
        }
    }
}
