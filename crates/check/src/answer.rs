//! Answers and their certificates: an answer is accepted when what it says is what its certificate proves.
//!
//! A document is a certificate, or an answer as `--json` prints it. In an answer, whatever object has a `certificate`
//! is compared with it; the `items` of an answer are compared with its `certificates`, each with the one about the
//! same position. Every value that the verifier proved must stand in the answer as it was proved, or be absent or
//! null. What the answer says beyond that is named as not proved. An answer that claims something and has no
//! certificate is reported as such.

use quandary_core::Certificate;
use serde_json::{Map, Value};

use crate::{Rejection, Verified, words};

/// What became of one certificate, or of one answer that should have had one.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A certificate, alone or with the answer around it.
    Checked {
        /// The puzzle it is about.
        puzzle: String,
        /// What it claims.
        claim: String,
        /// What it proves, and what of the answer it does not; or why it is not accepted.
        result: Result<(Verified, Vec<String>), Rejection>,
    },
    /// An answer, or an item of one, that has no certificate.
    Bare {
        /// The puzzle it is about, where it says so.
        puzzle: String,
        /// What it says.
        verdict: String,
        /// Whether it says something that would need a proof.
        claims: bool,
    },
}

/// Keys of an answer that say how it came about, not what is so.
const ABOUT_THE_WORK: [&str; 21] = [
    "schema",
    "puzzle",
    "verb",
    "status",
    "stopped",
    "signature",
    "method",
    "settings",
    "nodes",
    "cpu_seconds",
    "conventions",
    "certificate",
    "certificates",
    "no_certificate",
    "items",
    "index",
    "title",
    "warnings",
    "seed",
    "proof_steps",
    "goal",
];

/// Verdicts that claim nothing.
const OPEN: [&str; 4] = ["budget", "unknown", "open", "refused"];

/// Looks through a document and verifies every certificate in it, each with the answer that it stands in.
///
/// ```
/// use quandary_check::answer::{Outcome, check};
/// use serde_json::json;
/// let certificate = json!({
///     "schema": 1, "puzzle": "sliding", "claim": "optimal", "instance": "1 2\n0 3",
///     "evidence": {"goal": "1 2\n3 0", "moves": "L", "length": 1},
/// });
/// let answer = json!({"puzzle": "sliding", "verdict": "optimal", "length": 7, "certificate": certificate});
/// let outcomes = check(&answer, &mut |certificate| quandary_check::verify(certificate));
/// let [Outcome::Checked { result: Err(why), .. }] = &outcomes[..] else { panic!("{outcomes:?}") };
/// assert_eq!(why.kind(), "unbound");
/// ```
pub fn check(
    document: &Value,
    verify: &mut dyn FnMut(&Certificate) -> Result<Verified, Rejection>,
) -> Vec<Outcome> {
    let mut outcomes = Vec::new();
    match document {
        Value::Object(map) if map.contains_key("claim") && map.contains_key("evidence") => {
            let result = read(document).and_then(|certificate| verify(&certificate));
            outcomes.push(outcome(document, result.map(|verified| (verified, Vec::new()))));
        }
        Value::Object(answer) => look(answer, &mut outcomes, verify),
        // Several documents in a list.
        Value::Array(list) => {
            for one in list {
                outcomes.extend(check(one, verify));
            }
        }
        _ => {}
    }
    outcomes
}

/// An answer, or an item of one.
fn look(
    answer: &Map<String, Value>,
    outcomes: &mut Vec<Outcome>,
    verify: &mut dyn FnMut(&Certificate) -> Result<Verified, Rejection>,
) {
    let before = outcomes.len();
    let none = Vec::new();
    let items = answer.get("items").and_then(Value::as_array).unwrap_or(&none);
    let mut proved = vec![false; items.len()];
    if let Some(value) = answer.get("certificate").filter(|value| !value.is_null()) {
        let result = read(value).and_then(|certificate| {
            let verified = verify(&certificate)?;
            let unproved = bind(answer, &certificate, &verified)?;
            if !verified.items.is_empty() {
                bind_items(items, &verified)?;
                proved.fill(true);
            }
            Ok((verified, unproved))
        });
        outcomes.push(outcome(value, result));
    }
    match answer.get("certificates") {
        None | Some(Value::Null) => {}
        Some(Value::Array(list)) => {
            for value in list {
                let result = read(value).and_then(|certificate| {
                    let verified = verify(&certificate)?;
                    let unproved = bind_among(items, &mut proved, &certificate, &verified)?;
                    Ok((verified, unproved))
                });
                outcomes.push(outcome(value, result));
            }
        }
        Some(other) => {
            let what = "`certificates` is not a list".to_owned();
            outcomes.push(outcome(other, Err(Rejection::Malformed(what))));
        }
    }
    for (item, proved) in items.iter().zip(proved) {
        if let Value::Object(item) = item
            && !proved
        {
            look(item, outcomes, verify);
        }
    }
    let inner =
        answer.iter().filter(|(key, _)| !["certificate", "certificates", "items"].contains(&key.as_str()));
    for value in
        inner.filter_map(|(_, value)| value.as_object()).filter(|map| map.contains_key("certificate"))
    {
        look(value, outcomes, verify);
    }
    // A verdict needs a certificate of its own: those of its parts prove theirs.
    let unproved = answer.get("verdict").is_some_and(Value::is_string)
        && answer.get("certificate").is_none_or(Value::is_null);
    if outcomes.len() == before || unproved {
        outcomes.push(bare(answer));
    }
}

fn bare(answer: &Map<String, Value>) -> Outcome {
    let text = |key: &str| answer.get(key).and_then(Value::as_str).unwrap_or_default();
    let (verdict, status) = (text("verdict"), text("status"));
    let shown = if verdict.is_empty() { status } else { verdict };
    Outcome::Bare {
        puzzle: words::tidy(text("puzzle"), words::LINE),
        verdict: words::tidy(shown, words::LINE),
        claims: !(OPEN.contains(&shown) || verdict.is_empty() && status == "exhausted"),
    }
}

fn outcome(certificate: &Value, result: Result<(Verified, Vec<String>), Rejection>) -> Outcome {
    let text = |key: &str| {
        words::tidy(certificate.get(key).and_then(Value::as_str).unwrap_or_default(), words::LINE)
    };
    let result = result.map_err(Rejection::tidy);
    Outcome::Checked { puzzle: text("puzzle"), claim: text("claim"), result }
}

/// Reads a certificate, and nothing beside it.
fn read(value: &Value) -> Result<Certificate, Rejection> {
    let known = ["schema", "puzzle", "claim", "instance", "evidence"];
    if let Some(other) =
        value.as_object().and_then(|map| map.keys().find(|key| !known.contains(&key.as_str())))
    {
        return Err(Rejection::Malformed(format!("`{other}` is no part of a certificate")));
    }
    // Evidence may be large: it is copied once, here.
    serde_json::from_value(value.clone()).map_err(|error| Rejection::Malformed(error.to_string()))
}

/// Compares an answer with what its certificate proves; gives the keys of which nothing is proved.
fn bind(
    answer: &Map<String, Value>,
    certificate: &Certificate,
    verified: &Verified,
) -> Result<Vec<String>, Rejection> {
    let unbound = |what: String| Err(Rejection::Unbound(what));
    if let Some(puzzle) = answer.get("puzzle")
        && puzzle.as_str() != Some(&certificate.puzzle)
    {
        return unbound(format!("it is about {puzzle}, the certificate about {}", certificate.puzzle));
    }
    let mut unproved = Vec::new();
    for (key, said) in answer.iter().filter(|(_, said)| !said.is_null()) {
        match verified.proves.get(key.as_str()) {
            Some(proved) if proved.iter().any(|value| same(said, value)) => {}
            Some(proved) => {
                let proved: Vec<String> =
                    proved.iter().map(|value| words::tidy(&value.to_string(), 80)).collect();
                let said = words::tidy(&said.to_string(), 80);
                return unbound(format!("`{key}` is {said}, and {} is proved", proved.join(" or ")));
            }
            None if key == "position" => {
                if said.as_str() != Some(&certificate.instance) {
                    return unbound("it is about another position".into());
                }
            }
            None if key == "verdict" => return unbound(format!("nothing proves the verdict {said}")),
            None if ABOUT_THE_WORK.contains(&key.as_str()) => {}
            None => unproved.push(words::tidy(key, words::LINE)),
        }
    }
    Ok(unproved)
}

/// Compares the items of an answer with what its certificate proves of each; all of them, or none stand in the answer.
fn bind_items(items: &[Value], verified: &Verified) -> Result<(), Rejection> {
    let unbound = |what: String| Err(Rejection::Unbound(what));
    if !items.is_empty() && items.len() != verified.items.len() {
        return unbound(format!("{} items, and {} are proved", items.len(), verified.items.len()));
    }
    for (number, (item, proved)) in (1..).zip(items.iter().zip(&verified.items)) {
        for (key, value) in proved {
            let said = item.get(key).unwrap_or(&Value::Null);
            if !same(said, value) {
                let said = words::tidy(&said.to_string(), 80);
                return unbound(format!("`{key}` of item {number} is {said}, and {value} is proved"));
            }
        }
    }
    Ok(())
}

/// The same with the item of a list that is about the certificate's position.
fn bind_among(
    items: &[Value],
    taken: &mut [bool],
    certificate: &Certificate,
    verified: &Verified,
) -> Result<Vec<String>, Rejection> {
    let position = verified.proves.get("position");
    let about = |item: &Value| match (item.get("position"), position) {
        (Some(said), Some(proved)) => proved.iter().any(|value| same(said, value)),
        (Some(said), None) => said.as_str() == Some(&certificate.instance),
        (None, _) => false,
    };
    let found = items.iter().enumerate().find(|&(index, item)| !taken[index] && about(item));
    let Some((index, item)) = found.and_then(|(index, item)| Some((index, item.as_object()?))) else {
        return Err(Rejection::Unbound("no item of it is about this position".into()));
    };
    taken[index] = true;
    bind(item, certificate, verified)
}

/// How far a floating-point number may be off what is proved, in parts of it.
const ROUNDING: f64 = 1e-9;

/// Whole numbers up to this are doubles too.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Whether two values are the same: whole numbers exactly, others up to rounding.
fn same(said: &Value, proved: &Value) -> bool {
    match (said, proved) {
        (Value::Number(a), Value::Number(b)) => {
            let (Some(said), Some(proved)) = (a.as_f64(), b.as_f64()) else { return false };
            match (a.is_f64(), b.is_f64()) {
                (false, false) => a == b,
                // A whole number written with a point, as long as doubles hold whole numbers exactly.
                (true, false) => said == proved && proved.abs() < EXACT,
                (_, true) => (said - proved).abs() <= ROUNDING * proved.abs().max(1.0),
            }
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        // An object has every part that is proved, and none that is not.
        (Value::Object(a), Value::Object(b)) => {
            let null = Value::Null;
            let keys = a.keys().chain(b.keys());
            keys.into_iter().all(|key| same(a.get(key).unwrap_or(&null), b.get(key).unwrap_or(&null)))
        }
        _ => said == proved,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn good() -> Value {
        let evidence = json!({"goal": "1 2\n3 0", "moves": "L", "length": 1});
        let certificate = Certificate::new("sliding", "optimal", "1 2\n0 3", evidence);
        json!({"puzzle": "sliding", "verdict": "optimal", "length": 1, "certificate": certificate})
    }

    fn checked(document: &Value) -> Vec<Outcome> {
        check(document, &mut |certificate| crate::verify(certificate))
    }

    #[test]
    fn a_whole_number_is_said_whole() {
        for (said, holds) in [(json!(1), true), (json!(1.0), true), (json!(1.000_000_000_1), false)] {
            let mut answer = good();
            answer["length"] = said.clone();
            let outcomes = checked(&answer);
            let [Outcome::Checked { result, .. }] = &outcomes[..] else { panic!("{outcomes:?}") };
            assert_eq!(result.is_ok(), holds, "{said}");
        }
    }

    #[test]
    fn a_verdict_around_good_answers_is_reported_as_unproved() {
        for document in [
            json!({"puzzle": "sliding", "verdict": "unsolvable", "items": [good()]}),
            json!({"puzzle": "sliding", "verdict": "unsolvable", "inner": good()}),
        ] {
            let outcomes = checked(&document);
            let bare = |outcome: &Outcome| matches!(outcome, Outcome::Bare { verdict, claims: true, .. } if verdict == "unsolvable");
            assert!(outcomes.iter().any(bare), "{outcomes:?}");
        }
        assert_eq!(checked(&json!({"items": [good()]})).len(), 1, "who says nothing needs no proof");
    }
}
