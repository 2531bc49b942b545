//! What was found out about a puzzle, and the certificate that says so.

use quandary_core::{Certificate, Exhausted, Signature};
use serde_json::{Value, json};

use crate::notation::write_nin;
use crate::{Board, Ink, Nonogram, Picture};

/// What is known after solving.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict<P = Picture> {
    /// A picture fits; whether another does was not asked.
    Solved(P),
    /// One picture fits, and no other.
    Unique(P),
    /// At least these two fit.
    Multiple(P, P),
    /// No picture fits.
    None,
    /// The method came to its end and left cells open.
    Open(Board),
    /// The budget ran out first.
    Budget {
        /// Why.
        why: Exhausted,
        /// A picture that fits, if one was found before.
        found: Option<P>,
    },
}

impl<P> Verdict<P> {
    /// Its name: `solved`, `unique`, `multiple`, `none`, `open` or `budget`.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Solved(_) => "solved",
            Verdict::Unique(_) => "unique",
            Verdict::Multiple(..) => "multiple",
            Verdict::None => "none",
            Verdict::Open(_) => "open",
            Verdict::Budget { .. } => "budget",
        }
    }

    /// Why it ended before the answer, if it did.
    pub fn stopped(&self) -> Option<Exhausted> {
        match self {
            Verdict::Budget { why, .. } => Some(*why),
            _ => None,
        }
    }

    /// A picture that fits, if one is known.
    pub fn picture(&self) -> Option<&P> {
        match self {
            Verdict::Solved(picture) | Verdict::Unique(picture) | Verdict::Multiple(picture, _) => {
                Some(picture)
            }
            Verdict::Budget { found, .. } => found.as_ref(),
            Verdict::None | Verdict::Open(_) => None,
        }
    }
}

/// A verdict, what it cost and what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved<P = Picture> {
    /// The verdict.
    pub verdict: Verdict<P>,
    /// Decisions and probes.
    pub nodes: u64,
    /// For `unique` and `none`: the steps of a proof.
    pub steps: Option<Vec<String>>,
}

impl<I: Ink> Solved<Picture<I>> {
    /// The certificate of the verdict; `None` when it proves nothing.
    pub fn certificate(&self, puzzle: &Nonogram<I::Block>) -> Option<Certificate> {
        let instance = write_nin(puzzle);
        let claim = self.verdict.name();
        let proof = |rows: &[String]| -> Option<Value> {
            let steps = self.steps.as_ref()?;
            let head = [instance.as_str(), claim];
            let lines = head.into_iter().chain(rows.iter().chain(steps).map(String::as_str));
            Some(json!({ "steps": steps, "digest": digest(lines) }))
        };
        let evidence = match &self.verdict {
            Verdict::Solved(picture) => json!({ "solution": picture.rows() }),
            Verdict::Multiple(first, second) => json!({ "solutions": [first.rows(), second.rows()] }),
            Verdict::Unique(picture) => {
                let rows = picture.rows();
                let mut evidence = proof(&rows)?;
                evidence["solution"] = json!(rows);
                evidence
            }
            Verdict::None => proof(&[])?,
            Verdict::Open(_) | Verdict::Budget { .. } => return None,
        };
        Some(Certificate::new("nonogram", claim, instance, evidence))
    }
}

/// 64-bit FNV-1a of the lines, each followed by a newline, in hexadecimal: notices a changed certificate.
pub fn digest<'l>(lines: impl IntoIterator<Item = &'l str>) -> String {
    let mut hash = Signature::new();
    for line in lines {
        hash.add(line.as_bytes());
        hash.add(b"\n");
    }
    hash.to_string()
}
