//! `quandary check`: reads certificates and hands them to the verifiers.

use quandary_check::{Rejection, verify};
use quandary_core::face::Answer;
use quandary_core::{Certificate, InputError};
use serde_json::{Value, json};

use crate::input;

/// Verifies every certificate in a file: one JSON document, or one a line.
pub(crate) fn check(file: &str) -> Result<Answer, InputError> {
    let read = input::read(Some(file))?.expect("a file was named");
    let text = read.text()?;
    let certificates = parse(text)?;
    if certificates.is_empty() {
        return Err(InputError::new(format!("{} holds no certificate", read.source))
            .expected("a certificate, or a solver's --json answer that has one"));
    }
    let mut lines = Vec::new();
    let mut rows = Vec::new();
    let mut accepted = 0;
    for (line, certificate) in &certificates {
        let about = format!("{} {}", certificate.puzzle, certificate.claim);
        match verify(certificate) {
            Ok(verified) => {
                accepted += 1;
                lines.push(format!("verified: {about}: {}", verified.facts.join("; ")));
                rows.push(json!({"line": line, "puzzle": certificate.puzzle, "claim": certificate.claim,
                    "verified": true, "facts": verified.facts}));
            }
            Err(rejection) => {
                lines.push(format!("rejected: {about}: {rejection}"));
                rows.push(json!({"line": line, "puzzle": certificate.puzzle, "claim": certificate.claim,
                    "verified": false, "why": rejection.to_string(), "kind": kind(&rejection)}));
            }
        }
    }
    let all = accepted == certificates.len();
    if certificates.len() > 1 {
        lines.push(format!("{accepted} of {} certificates verified", certificates.len()));
    }
    let json = json!({"schema": 1, "verified": all, "accepted": accepted, "certificates": rows});
    let answer = Answer::new(json, lines.join("\n"));
    Ok(if all { answer } else { answer.negative() })
}

fn kind(rejection: &Rejection) -> &'static str {
    match rejection {
        Rejection::Unknown { .. } => "unknown",
        Rejection::Malformed(_) => "malformed",
        Rejection::Wrong(_) => "wrong",
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
