//! What perfect play gives, and what is known of it while it is still being found out.

use serde::Serialize;

/// What perfect play gives the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The player to move wins.
    Win,
    /// Nobody wins.
    Draw,
    /// The opponent wins.
    Loss,
}

impl Value {
    /// The value that a score stands for.
    pub fn of(score: i32) -> Value {
        match score {
            1.. => Value::Win,
            0 => Value::Draw,
            _ => Value::Loss,
        }
    }

    /// The smallest score that stands for it.
    pub fn sign(self) -> i32 {
        match self {
            Value::Win => 1,
            Value::Draw => 0,
            Value::Loss => -1,
        }
    }

    /// Its name: `win`, `draw` or `loss`.
    pub fn name(self) -> &'static str {
        match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        }
    }
}

/// What is known of a score: it lies in `lower..=upper`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "verbs", derive(schemars::JsonSchema))]
pub struct Bounds {
    /// It is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
}

impl Bounds {
    /// Whether they meet.
    pub fn is_exact(self) -> bool {
        self.lower == self.upper
    }

    /// The same for the other player.
    #[must_use]
    pub fn turned(self) -> Bounds {
        Bounds { lower: -self.upper, upper: -self.lower }
    }

    /// Win, draw or loss, where the bounds tell.
    pub fn value(self) -> Option<Value> {
        let (worst, best) = (Value::of(self.lower), Value::of(self.upper));
        (worst == best).then_some(worst)
    }

    /// What they prove of a move: "it wins", "it does not win", …
    pub fn in_words(self) -> &'static str {
        match (Value::of(self.lower), Value::of(self.upper)) {
            (Value::Win, _) => "it wins",
            (Value::Draw, Value::Draw) => "it leads to a draw",
            (Value::Draw, _) => "it leads to a draw at least",
            (Value::Loss, Value::Loss) => "it loses",
            (Value::Loss, Value::Draw) => "it does not win",
            (Value::Loss, Value::Win) => "nothing is proved of it",
        }
    }
}

#[cfg(feature = "verbs")]
quandary_verbs::names! {
    /// What a position is worth to the side to move, as far as it is known.
    pub(crate) enum Verdict {
        Win = "win",
        Draw = "draw",
        Loss = "loss",
        Unknown = "unknown",
    }
}

#[cfg(feature = "verbs")]
impl From<Option<Value>> for Verdict {
    fn from(value: Option<Value>) -> Verdict {
        match value {
            Some(Value::Win) => Verdict::Win,
            Some(Value::Draw) => Verdict::Draw,
            Some(Value::Loss) => Verdict::Loss,
            None => Verdict::Unknown,
        }
    }
}
