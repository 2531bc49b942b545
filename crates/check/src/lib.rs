#![doc = include_str!("../README.md")]
// A truncated number would be a different claim. Sums and products are checked too: the workspace builds this crate
// with overflow checks in every profile.
#![deny(clippy::cast_possible_truncation, clippy::cast_possible_wrap, clippy::cast_sign_loss)]

pub mod answer;
mod checkers;
mod connect_four;
#[cfg(test)]
mod counts;
pub mod document;
mod evidence;
mod gomoku;
mod hash;
mod keys;
mod minesweeper;
mod nonogram;
mod number;
mod othello;
mod pgame;
mod proof_tree;
mod sliding;
mod twenty48;
mod walk;
mod words;
mod xiangqi;

use std::collections::BTreeMap;

use quandary_core::{Budget, Certificate, Exhausted};
use serde_json::Value;

pub use keys::ANSWER_KEYS;

/// What was verified.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Verified {
    /// One fact per line, such as "31 legal moves lead to the goal".
    pub facts: Vec<String>,
    /// What an answer that carries the certificate may say: for each of its keys, the values that are proved.
    pub proves: BTreeMap<&'static str, Vec<Value>>,
    /// What each of the answer's `items` may say, in order; empty if the certificate is not about items.
    pub items: Vec<BTreeMap<&'static str, Value>>,
}

impl Verified {
    /// With one fact.
    pub fn fact(fact: impl Into<String>) -> Verified {
        Verified::default().and(fact)
    }

    /// One more fact.
    #[must_use]
    pub fn and(mut self, fact: impl Into<String>) -> Verified {
        self.facts.push(fact.into());
        self
    }

    /// An answer says this under `key`, or nothing.
    #[must_use]
    pub fn proves(self, key: &'static str, value: impl Into<Value>) -> Verified {
        self.proves_one_of(key, [value.into()])
    }

    /// An answer says one of these under `key`, or nothing.
    #[must_use]
    pub fn proves_one_of(mut self, key: &'static str, values: impl IntoIterator<Item = Value>) -> Verified {
        self.proves.insert(key, values.into_iter().collect());
        self
    }

    /// The answer is negative, such as "it has no solution": its `status` is `negative`, or `answered` in an item of a
    /// list.
    #[must_use]
    pub fn proves_no(self) -> Verified {
        self.proves_one_of("status", ["negative".into(), "answered".into()])
    }
}

/// Why a certificate is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Rejection {
    /// No verifier knows this claim about this puzzle.
    #[error("no verifier knows the claim `{claim}` about `{puzzle}`")]
    Unknown {
        /// The puzzle named in the certificate.
        puzzle: String,
        /// The claim made in it.
        claim: String,
    },
    /// The certificate, or the answer around it, cannot be read.
    #[error("it cannot be read: {0}")]
    Malformed(String),
    /// The certificate was read, and what it says is false.
    #[error("the certificate is wrong: {0}")]
    Wrong(String),
    /// The certificate is right, and the answer around it says something else.
    #[error("the answer is not what its certificate proves: {0}")]
    Unbound(String),
    /// The budget ran out before it was verified: neither accepted nor refuted.
    #[error("not verified: {0}")]
    Exhausted(#[from] Exhausted),
    /// Something that the checker computed did not pass its own audit: neither accepted nor refuted.
    #[error("not verified: the checker is at fault: {0}")]
    Fault(String),
}

impl Rejection {
    /// `unknown`, `malformed`, `wrong`, `unbound`, `exhausted` or `fault`.
    pub fn kind(&self) -> &'static str {
        match self {
            Rejection::Unknown { .. } => "unknown",
            Rejection::Malformed(_) => "malformed",
            Rejection::Wrong(_) => "wrong",
            Rejection::Unbound(_) => "unbound",
            Rejection::Exhausted(_) => "exhausted",
            Rejection::Fault(_) => "fault",
        }
    }

    /// The same with every text that comes from the certificate made safe to print: one line of printable characters.
    fn tidy(self) -> Rejection {
        let short = |text: String| words::tidy(&text, words::LINE);
        match self {
            Rejection::Unknown { puzzle, claim } => {
                Rejection::Unknown { puzzle: short(puzzle), claim: short(claim) }
            }
            Rejection::Malformed(what) => Rejection::Malformed(short(what)),
            Rejection::Wrong(what) => Rejection::Wrong(short(what)),
            Rejection::Unbound(what) => Rejection::Unbound(short(what)),
            Rejection::Exhausted(why) => Rejection::Exhausted(why),
            Rejection::Fault(what) => Rejection::Fault(short(what)),
        }
    }
}

pub(crate) fn malformed<T>(what: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection::Malformed(what.into()))
}

/// An error of the checker itself: what it computed failed its audit and is not used.
pub(crate) fn fault<T>(what: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection::Fault(what.into()))
}

pub(crate) fn wrong<T>(what: impl Into<String>) -> Result<T, Rejection> {
    Err(Rejection::Wrong(what.into()))
}

/// The budget for verifying, and the tables that are kept from one certificate to the next.
pub struct Work {
    /// What may still be spent. A node is a step of a verifier: a position walked, a line looked at, a child made.
    pub budget: Budget,
    /// No limit was set: every certificate has [`NODES`].
    usual: bool,
    kept: sliding::TableCache,
}

impl Work {
    /// With a budget; [`MEMORY`] and [`NODES`] are the limits where it has none. No tables are kept yet.
    pub fn within(budget: Budget) -> Work {
        let mut work =
            Work { budget: Budget::unlimited(), usual: true, kept: sliding::TableCache::default() };
        work.renew(budget);
        work
    }

    /// With another budget and the tables kept so far.
    pub fn renew(&mut self, budget: Budget) {
        let bytes = budget.memory_or(MEMORY);
        self.usual = budget.remaining() == u64::MAX;
        self.budget = budget.with_memory(bytes);
    }
}

/// Steps that a certificate may take by default: about an hour. Even a small certificate may ask for endless work.
pub const NODES: u64 = 100_000_000_000;

/// Bytes that verifying may take by default: even a small certificate may ask for large tables.
pub const MEMORY: usize = 1 << 30;

/// The verifier of the claims about one puzzle.
#[derive(Clone, Copy)]
pub struct Verifier {
    /// The registered name of the puzzle.
    pub puzzle: &'static str,
    /// The claims that it knows.
    pub claims: &'static [&'static str],
    /// Accepts only when the evidence proves the claim about the instance; says what is wrong otherwise.
    pub verify: fn(&Certificate, &mut Work) -> Result<Verified, Rejection>,
}

/// The verifiers of this crate.
pub const VERIFIERS: [Verifier; 10] = [
    Verifier {
        puzzle: "connect-four",
        claims: proof_tree::CLAIMS,
        verify: proof_tree::verify::<connect_four::Board>,
    },
    Verifier { puzzle: "othello", claims: proof_tree::CLAIMS, verify: proof_tree::verify::<othello::Board> },
    Verifier { puzzle: "checkers", claims: checkers::CLAIMS, verify: checkers::verify },
    // The score already says who wins.
    Verifier {
        puzzle: "gomoku",
        claims: &["win", "draw", "loss"],
        verify: proof_tree::verify::<gomoku::Board>,
    },
    // There are no draws in this game.
    Verifier { puzzle: "pgame", claims: &["win", "loss"], verify: proof_tree::verify::<pgame::Node> },
    Verifier { puzzle: "nonogram", claims: nonogram::CLAIMS, verify: nonogram::verify },
    Verifier { puzzle: "minesweeper", claims: minesweeper::CLAIMS, verify: minesweeper::verify },
    Verifier { puzzle: "sliding", claims: sliding::CLAIMS, verify: sliding::verify },
    Verifier { puzzle: "2048", claims: twenty48::CLAIMS, verify: twenty48::verify },
    Verifier { puzzle: "xiangqi", claims: xiangqi::CLAIMS, verify: xiangqi::verify },
];

/// Verifies a certificate with the verifiers of this crate, within the usual limits.
pub fn verify(certificate: &Certificate) -> Result<Verified, Rejection> {
    verify_among(certificate, VERIFIERS, &mut Work::within(Budget::unlimited()))
}

/// Verifies a certificate with the verifier of its puzzle, within a budget.
pub fn verify_among(
    certificate: &Certificate,
    verifiers: impl IntoIterator<Item = Verifier>,
    work: &mut Work,
) -> Result<Verified, Rejection> {
    if certificate.schema != Certificate::SCHEMA {
        return malformed(format!("schema {} is not known", certificate.schema));
    }
    let knows = |verifier: &Verifier| {
        verifier.puzzle == certificate.puzzle && verifier.claims.contains(&certificate.claim.as_str())
    };
    if work.usual {
        work.budget = work.budget.with_nodes(NODES);
    }
    let verified = match verifiers.into_iter().find(knows) {
        Some(verifier) => (verifier.verify)(certificate, work),
        None => {
            Err(Rejection::Unknown { puzzle: certificate.puzzle.clone(), claim: certificate.claim.clone() })
        }
    };
    match verified {
        Ok(mut verified) => {
            for fact in &mut verified.facts {
                *fact = words::tidy(fact, words::PARAGRAPH);
            }
            Ok(verified)
        }
        Err(rejection) => Err(rejection.tidy()),
    }
}
