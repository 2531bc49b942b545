//! `quandary bench` without a puzzle: the fixed work of every puzzle, and one signature over all.

use quandary_core::face::{Answer, InputSpec, Request};
use quandary_core::{InputError, Signature};
use serde_json::{Value, json};

use crate::ask;
use crate::desk::Desk;

/// Runs every puzzle's `bench` with its defaults.
pub(crate) fn all(desk: &Desk) -> Result<Answer, InputError> {
    let mut rows = Vec::new();
    let mut text = Vec::new();
    let mut signature = Signature::new();
    for entry in quandary_registry::all() {
        let Some(verb) = entry.verbs().iter().find(|verb| verb.name == "bench") else { continue };
        if matches!(verb.input, InputSpec::Required(_)) {
            continue;
        }
        let answer = ask(*entry, verb, &Request::new(verb, None, [])?, desk)?;
        let part = answer.json.get("signature").and_then(Value::as_str).unwrap_or("");
        signature.add(part.as_bytes());
        text.push(format!("{}\n{}", entry.name(), answer.text));
        rows.push(json!({"puzzle": entry.name(), "bench": answer.json}));
    }
    text.push(format!("signature {signature}"));
    Ok(Answer::new(
        json!({"schema": 1, "signature": signature.to_string(), "puzzles": rows}),
        text.join("\n\n"),
    ))
}
