//! The certificate of an answer: asked for, or so small that it comes along.

use std::fmt;

use quandary_core::{Budget, Certificate, Exhausted};
use quandary_verbs::{Opt, Request};
use schemars::JsonSchema;
use serde::Serialize;

use crate::proof_tree::Unwritten;

/// The proof tree that `check` verifies.
pub(crate) const CERTIFICATE: Opt<bool> = Opt::switch(
    "certificate",
    "Add the proof tree that `check` verifies, whatever its size; without it, one is added if it has at most 64 KiB and takes no longer than the answer",
);

/// The most bytes of a certificate that nobody asked for.
const SMALL: usize = 64 * 1024;

/// Nodes that an answer's unasked certificate may always cost; beyond that, as many as the answer itself.
const ALWAYS: u64 = 100_000;

/// The proof of an answer, or why there is none.
#[derive(Default, Serialize, JsonSchema)]
pub(crate) struct CertificateResult {
    /// What proves the verdict, for `quandary check`: where it is small, and always with --certificate.
    certificate: Option<Certificate>,
    /// Why a verdict that was proved has no certificate, and how to get one.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_certificate: Option<String>,
    /// Whether one was asked for.
    #[serde(skip)]
    asked: bool,
    /// What ran out while one was written that was asked for: the answer stands whatever became of an unasked one.
    #[serde(skip)]
    pub(crate) stopped: Option<Exhausted>,
}

impl CertificateResult {
    /// Lets `write` write down what proves a verdict. It gets the most moves that it may name and a budget: `limit` and
    /// what is left of `budget` where a certificate was asked for, and otherwise little in comparison with the nodes that
    /// the answer took.
    pub(crate) fn new(
        request: &Request,
        limit: u64,
        nodes: u64,
        budget: &mut Budget,
        write: impl FnOnce(usize, &mut Budget) -> Result<Certificate, Unwritten>,
    ) -> CertificateResult {
        if request.is_on(CERTIFICATE) {
            return match write(limit as usize, budget) {
                Ok(certificate) => CertificateResult {
                    certificate: Some(certificate),
                    asked: true,
                    ..CertificateResult::default()
                },
                Err(why) => {
                    let stopped = if let Unwritten::Exhausted(why) = why { Some(why) } else { None };
                    CertificateResult {
                        no_certificate: Some(why.to_string()),
                        asked: true,
                        stopped,
                        ..CertificateResult::default()
                    }
                }
            };
        }
        let mut small = budget.with_nodes(nodes.max(ALWAYS).min(budget.remaining()));
        let why = match write(SMALL, &mut small) {
            Ok(certificate) if bytes(&certificate) <= SMALL => {
                return CertificateResult { certificate: Some(certificate), ..CertificateResult::default() };
            }
            Ok(_) | Err(Unwritten::TooLong) => "it is larger than 64 KiB; --certificate adds it".into(),
            Err(Unwritten::Exhausted(_)) => {
                "it takes longer than the answer did, or more memory; --certificate adds it".into()
            }
            Err(why) => why.to_string(),
        };
        CertificateResult { no_certificate: Some(why), ..CertificateResult::default() }
    }

    /// The certificate.
    pub(crate) fn certificate(&self) -> Option<&Certificate> {
        self.certificate.as_ref()
    }
}

fn bytes(certificate: &Certificate) -> usize {
    serde_json::to_string(certificate).map_or(usize::MAX, |text| text.len())
}

/// The last line of a text: why there is no certificate, for who asked for one.
impl fmt::Display for CertificateResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.no_certificate {
            Some(why) if self.asked => write!(f, "\nno certificate: {why}"),
            _ => Ok(()),
        }
    }
}
