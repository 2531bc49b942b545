//! A move with its reason: the answer of a strategy.

/// A number in [0, 1].
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "serde", serde(transparent))]
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

/// The answer of a strategy: the move, the reason, and how likely the move is to be right.
///
/// The reason is a value of the puzzle's own type, never a sentence: the command line, the web page and
/// `--json` all render this one value, so an explanation can never differ from the decision it explains.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<M, R> {
    /// The move.
    pub chosen: M,
    /// The reason for it.
    pub reason: R,
    /// 1 for a move that cannot be wrong. Below it, the probability of what [`Reason::probability_is`] says; where that
    /// says nothing, an opinion in a number, which no interface shows.
    pub probability: Probability,
}

impl<M, R> Decision<M, R> {
    /// A move that cannot be wrong.
    pub fn certain(chosen: M, reason: R) -> Self {
        Decision { chosen, reason, probability: Probability::CERTAIN }
    }
}

/// Why a move is recommended, as a value that can be serialised and put into words.
///
/// Interfaces also need it serialised: with a `kind` (an enum with `#[serde(tag = "kind", rename_all =
/// "kebab-case")]`), so that a program can distinguish reasons without reading sentences.
pub trait Reason {
    /// The reason as a person would give it, without the move: "the 2 at 3,4 already has both its mines".
    fn text(&self) -> String;

    /// Where to look, without giving the move away.
    fn nudge(&self) -> String;

    /// What the number of an uncertain [`Decision`] is the probability of: "that the cell is safe". None, as by default,
    /// says that it is not a probability: how many random games were won, or a judgement squeezed between 0 and 1.
    fn probability_is(&self) -> Option<&'static str> {
        None
    }
}
