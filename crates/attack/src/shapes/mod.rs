//! Every claim on every small shape, in both orientations, through the check that users call.
//!
//! Random forgeries rarely have unusual shapes and miss a fault of one shape. Nothing is random here: all boards of a
//! shape are tried, each with true claims and with almost true ones.

mod others;
mod sliding;

use std::fmt;

use quandary_core::Context;
use quandary_verbs::Input;
use serde_json::Value;

use crate::Finding;

pub use others::others;
pub use sliding::{sliding, sliding_shapes};

/// What was tried on one shape, and the results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Row {
    /// The puzzle and its shape.
    pub name: String,
    /// Boards or positions that claims were made about.
    pub instances: u64,
    /// Claims that are true.
    pub true_claims: u64,
    /// Of these, the ones that were rejected.
    pub true_rejected: u64,
    /// Claims that are false.
    pub false_claims: u64,
    /// Of these, the ones that were accepted.
    pub false_accepted: u64,
}

impl Row {
    /// The names of the columns.
    pub const HEAD: &'static str =
        "shape                     instances  true claims  rejected  false claims  accepted";
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { name, instances, true_claims, true_rejected, false_claims, false_accepted } = self;
        write!(
            f,
            "{name:<24}{instances:>11}{true_claims:>13}{true_rejected:>10}{false_claims:>14}{false_accepted:>10}"
        )
    }
}

/// Claims about the boards of one shape, handed to the checker many at a time.
struct Claims {
    row: Row,
    findings: Vec<Finding>,
    waiting: Vec<(String, bool)>,
}

/// Documents in one text: the checker keeps its tables from one to the next.
const AT_ONCE: usize = 20_000;

impl Claims {
    fn about(name: String) -> Claims {
        Claims { row: Row { name, ..Row::default() }, findings: Vec::new(), waiting: Vec::new() }
    }

    /// Adds a document, and whether it is true.
    fn claim(&mut self, document: &Value, is_true: bool) {
        self.waiting.push((document.to_string(), is_true));
        if self.waiting.len() >= AT_ONCE {
            self.check();
        }
    }

    fn done(mut self) -> (Row, Vec<Finding>) {
        self.check();
        (self.row, self.findings)
    }

    fn check(&mut self) {
        let documents = std::mem::take(&mut self.waiting);
        if documents.is_empty() {
            return;
        }
        let lines: Vec<&str> = documents.iter().map(|(document, _)| document.as_str()).collect();
        let accepted = match accepted(&lines) {
            Ok(accepted) => accepted,
            Err(what) => {
                self.findings.push(Finding::new("shapes", what, lines[0]));
                return;
            }
        };
        for ((document, is_true), accepted) in documents.iter().zip(accepted) {
            let (claims, wrong, what) = if *is_true {
                (&mut self.row.true_claims, &mut self.row.true_rejected, "a true claim is rejected")
            } else {
                (&mut self.row.false_claims, &mut self.row.false_accepted, "a false claim is accepted")
            };
            *claims += 1;
            if accepted != *is_true {
                *wrong += 1;
                self.findings.push(Finding::new("shapes", format!("{what} ({})", self.row.name), document));
            }
        }
    }
}

/// Which of some documents, one on a line, `quandary check` accepts.
fn accepted(lines: &[&str]) -> Result<Vec<bool>, String> {
    let text = lines.join("\n");
    let input = Input { source: "claims".into(), bytes: text.into_bytes() };
    let answer = quandary_api::check(&input, &Context::bare()).map_err(|error| error.to_string())?.json();
    let mut accepted = vec![None; lines.len()];
    for row in answer["certificates"].as_array().into_iter().flatten() {
        let line = row["line"].as_u64().and_then(|line| usize::try_from(line).ok()).unwrap_or(0);
        let Some(of_line) = accepted.get_mut(line.wrapping_sub(1)) else {
            return Err(format!("there is no line {line}"));
        };
        *of_line = Some(of_line.unwrap_or(true) && row["verified"] == true);
    }
    accepted.into_iter().collect::<Option<_>>().ok_or_else(|| "a line was passed over".to_owned())
}
