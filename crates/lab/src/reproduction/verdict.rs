//! The verdicts on printed values.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The verdict on a printed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It was quoted from elsewhere, or is a setting: there is nothing to compute.
    Quoted,
    /// True by definition: a bound that every sample reaches, a name, a rule. It says nothing about an experiment.
    Definition,
    /// It follows from other printed values by the document's own formula. It says nothing about an experiment.
    Arithmetic,
    /// We find the same: a difference that matters is ruled out.
    Agrees,
    /// We find the same under a convention that the document does not state; the note names it.
    AgreesAs,
    /// The puzzle it needs is not in Quandary yet.
    NotYet,
    /// It cannot be computed again; the note says what is missing.
    NotReproducible,
    /// Our runs leave it open: they would not have shown a difference that matters, different values of an unprinted
    /// parameter contradict each other, or the run was interrupted.
    Undecided,
    /// The printed cell contradicts its own formula, or another place where the same value is printed.
    FormulaSlip,
    /// We find something else, but the difference is smaller than the one that matters.
    DiffersSlightly,
    /// We find something else, and the difference matters.
    Disagrees,
}

impl Verdict {
    /// All of them, best first.
    pub const ALL: [Verdict; 11] = [
        Verdict::Agrees,
        Verdict::AgreesAs,
        Verdict::Arithmetic,
        Verdict::Definition,
        Verdict::FormulaSlip,
        Verdict::DiffersSlightly,
        Verdict::Disagrees,
        Verdict::Undecided,
        Verdict::NotReproducible,
        Verdict::Quoted,
        Verdict::NotYet,
    ];
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Agrees => "agrees",
            Verdict::AgreesAs => "agrees-as",
            Verdict::Arithmetic => "arithmetic",
            Verdict::Definition => "definition",
            Verdict::FormulaSlip => "formula-slip",
            Verdict::DiffersSlightly => "differs-slightly",
            Verdict::Disagrees => "disagrees",
            Verdict::Undecided => "undecided",
            Verdict::NotReproducible => "not-reproducible",
            Verdict::Quoted => "quoted",
            Verdict::NotYet => "not-yet",
        })
    }
}
