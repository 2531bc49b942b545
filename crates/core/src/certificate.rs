//! Evidence for a verdict, in a form that can be checked without the solver.

use serde_json::Value;

/// A claim about an instance and the evidence for it.
///
/// The instance is the puzzle's own text notation, so that a certificate can be read, kept and checked without the
/// program that made it. `quandary check` verifies it with code that shares nothing with the solvers; the `check` crate
/// says what evidence each claim about each puzzle needs.
///
/// ```
/// use quandary_core::Certificate;
/// let certificate = Certificate::new("sliding", "optimal", "1 2 3\n4 5 6\n7 0 8", serde_json::json!({"moves": "L"}));
/// let text = serde_json::to_string(&certificate).unwrap();
/// assert_eq!(serde_json::from_str::<Certificate>(&text).unwrap(), certificate);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Certificate {
    /// Version of this layout.
    pub schema: u32,
    /// The registered name of the puzzle.
    pub puzzle: String,
    /// What is claimed: "optimal", "unsolvable", "unique", "safe", …
    pub claim: String,
    /// The instance in the puzzle's notation.
    pub instance: String,
    /// The evidence, in the layout of the claim.
    pub evidence: Value,
}

impl Certificate {
    /// The layout written by this version.
    pub const SCHEMA: u32 = 1;

    /// A certificate in the current layout.
    pub fn new(puzzle: &str, claim: &str, instance: impl Into<String>, evidence: Value) -> Certificate {
        Certificate {
            schema: Self::SCHEMA,
            puzzle: puzzle.into(),
            claim: claim.into(),
            instance: instance.into(),
            evidence,
        }
    }
}
