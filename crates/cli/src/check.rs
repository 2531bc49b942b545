//! `quandary check`: reads certificates and hands them to the verifiers.

use std::fmt;

use quandary_core::face::{Answer, Reply};
use quandary_core::{Certificate, InputError};
use quandary_runtime::Desk;
use serde::Serialize;
use serde_json::Value;

use crate::input;

/// What became of the certificates of a file.
#[derive(Serialize)]
struct Checked {
    /// Whether every one was verified.
    verified: bool,
    accepted: usize,
    certificates: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    line: usize,
    puzzle: String,
    claim: String,
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    facts: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
}

/// Verifies every certificate in a file: one JSON document, or one a line.
pub(crate) fn check(file: &str, desk: &Desk) -> Result<Answer, InputError> {
    let context = desk.context();
    let before = (context.cpu_seconds)();
    let read = input::read(Some(file))?.expect("a file was named");
    let certificates = parse(read.text()?)?;
    if certificates.is_empty() {
        return Err(InputError::new(format!("{} holds no certificate", read.source))
            .expected("a certificate, or a solver's --json answer that has one"));
    }
    let mut rows = Vec::new();
    let mut cut = None;
    for (line, certificate) in certificates {
        if let Err(why) = context.budget.poll() {
            cut = Some(why);
            break;
        }
        let mut row = Row {
            line,
            verified: false,
            facts: None,
            why: None,
            kind: None,
            puzzle: certificate.puzzle.clone(),
            claim: certificate.claim.clone(),
        };
        match quandary_registry::verify(&certificate) {
            Ok(verified) => {
                row.verified = true;
                row.facts = Some(verified.facts);
            }
            Err(rejection) => {
                row.kind = Some(rejection.kind());
                row.why = Some(rejection.to_string());
            }
        }
        rows.push(row);
    }
    let accepted = rows.iter().filter(|row| row.verified).count();
    let verified = accepted == rows.len() && cut.is_none();
    let checked = Checked { verified, accepted, certificates: rows };
    let reply = if verified { Reply::from(checked) } else { Reply::negative(checked) };
    Ok(Answer::general("check", reply.cut(cut), (context.cpu_seconds)() - before))
}

impl fmt::Display for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Row { puzzle, claim, facts, why, .. } in &self.certificates {
            match (facts, why) {
                (Some(facts), _) => writeln!(f, "verified: {puzzle} {claim}: {}", facts.join("; "))?,
                (None, why) => {
                    writeln!(f, "rejected: {puzzle} {claim}: {}", why.as_deref().unwrap_or(""))?;
                }
            }
        }
        match self.certificates.len() {
            1 => Ok(()),
            all => write!(f, "{} of {all} certificates verified", self.accepted),
        }
    }
}

/// Certificates with the line on which each stands.
fn parse(text: &str) -> Result<Vec<(usize, Certificate)>, InputError> {
    if let Ok(whole) = serde_json::from_str::<Value>(text) {
        return certificates_in(&whole, 1);
    }
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let value: Value = serde_json::from_str(line).map_err(|error| {
            InputError::new(format!("not JSON: {error}"))
                .at(index + 1, error.column())
                .expected("a certificate")
        })?;
        found.extend(certificates_in(&value, index + 1)?);
    }
    Ok(found)
}

/// A bare certificate, an answer that has one under "certificate", or several under "certificates".
fn certificates_in(value: &Value, line: usize) -> Result<Vec<(usize, Certificate)>, InputError> {
    let one = |value: &Value| {
        serde_json::from_value::<Certificate>(value.clone())
            .map(|certificate| (line, certificate))
            .map_err(|error| InputError::new(format!("not a certificate: {error}")).at(line, 0))
    };
    if let Some(many) = value.get("certificates").and_then(Value::as_array) {
        return many.iter().map(one).collect();
    }
    match value.get("certificate") {
        Some(Value::Null) => Ok(Vec::new()),
        Some(inner) => Ok(vec![one(inner)?]),
        None if value.get("claim").is_some() => Ok(vec![one(value)?]),
        None => Ok(Vec::new()),
    }
}
