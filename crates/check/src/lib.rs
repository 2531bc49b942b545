//! Re-verifies certificates without the code that made them.
//!
//! A certificate is text: an instance, a claim and evidence. The verifiers here restate the little of each
//! puzzle's rules that a claim needs and look at nothing else; they know no puzzle crate, no solver and no
//! search, so a mistake there cannot hide here. Each module's page says which claims it knows, what the
//! evidence must hold and how it is checked.
//!
//! ```
//! use quandary_check::{Rejection, verify};
//! use quandary_core::Certificate;
//! let nonsense = Certificate::new("chess", "won", "e4", serde_json::json!({}));
//! assert!(matches!(verify(&nonsense), Err(Rejection::Unknown { .. })));
//! ```

mod connect_four;
mod minesweeper;
mod nonogram;
mod othello;
mod proof_tree;
mod sliding;
mod twenty48;

use quandary_core::Certificate;

/// What was verified, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// One fact per line, such as "31 legal moves lead to the goal".
    pub facts: Vec<String>,
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
    /// The certificate cannot be read.
    #[error("the certificate cannot be read: {0}")]
    Malformed(String),
    /// The certificate was read, and what it says is not so.
    #[error("the certificate is wrong: {0}")]
    Wrong(String),
}

impl Rejection {
    /// `unknown`, `malformed` or `wrong`.
    pub fn kind(&self) -> &'static str {
        match self {
            Rejection::Unknown { .. } => "unknown",
            Rejection::Malformed(_) => "malformed",
            Rejection::Wrong(_) => "wrong",
        }
    }
}

/// What verifies the claims about one puzzle.
#[derive(Clone, Copy)]
pub struct Verifier {
    /// The registered name of the puzzle.
    pub puzzle: &'static str,
    /// Accepts only when the evidence proves the claim about the instance; says what is wrong otherwise.
    pub verify: fn(&Certificate) -> Result<Verified, Rejection>,
}

/// The verifiers of this crate.
pub const VERIFIERS: [Verifier; 6] = [
    Verifier { puzzle: "connect-four", verify: proof_tree::verify::<connect_four::Board> },
    Verifier { puzzle: "othello", verify: proof_tree::verify::<othello::Board> },
    Verifier { puzzle: "nonogram", verify: nonogram::verify },
    Verifier { puzzle: "minesweeper", verify: minesweeper::verify },
    Verifier { puzzle: "sliding", verify: sliding::verify },
    Verifier { puzzle: "2048", verify: twenty48::verify },
];

/// Verifies a certificate with the verifiers of this crate.
pub fn verify(certificate: &Certificate) -> Result<Verified, Rejection> {
    verify_among(certificate, VERIFIERS)
}

/// Verifies a certificate with whichever of the verifiers knows its puzzle.
pub fn verify_among(
    certificate: &Certificate,
    verifiers: impl IntoIterator<Item = Verifier>,
) -> Result<Verified, Rejection> {
    if certificate.schema != Certificate::SCHEMA {
        return Err(Rejection::Malformed(format!("schema {} is not known", certificate.schema)));
    }
    match verifiers.into_iter().find(|verifier| verifier.puzzle == certificate.puzzle) {
        Some(verifier) => (verifier.verify)(certificate),
        None => {
            Err(Rejection::Unknown { puzzle: certificate.puzzle.clone(), claim: certificate.claim.clone() })
        }
    }
}
