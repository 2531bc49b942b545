//! Answers and their certificates: an answer is accepted when what it says is what its certificate proves.
//!
//! A document is a certificate, an answer as `--json` prints it, or a list of these. An answer with a `certificate` is
//! compared with it; the `items` of an answer are answers of their own, or are compared with its `certificates`, each
//! with the one about the same position. Every value that the verifier proved must be in the answer as it was proved,
//! or be absent or null. What the answer says beyond that is named as not proved. An answer that claims something and
//! has no certificate is reported as such.
//!
//! Reading is strict, so that no false statement can hide in a place that is not read. These are refused, and the place
//! is named: a key that no answer of this program has, an item that is not an object, a list within a list, and an
//! answer or a certificate anywhere but in these places. Keys beside `items` may not contradict what the items prove.

use quandary_core::Certificate;
use serde_json::{Map, Value};

use crate::keys::{ABOUT_THE_WORK, ANSWER_KEYS};
use crate::{Rejection, Verified, words};

/// The schema of answers that this checker reads. The program's tests compare it with the one it writes.
pub const SCHEMA: u32 = 2;

/// The result for one certificate, or for one answer that should have had one.
#[derive(Clone, Debug, PartialEq)]
pub enum Outcome {
    /// A certificate, alone or with the answer around it.
    Checked {
        /// The puzzle it is about.
        puzzle: String,
        /// What it claims.
        claim: String,
        /// What it proves, and the keys of the answer that it does not; or why it is not accepted.
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

/// Verdicts that claim nothing.
const OPEN: [&str; 4] = ["budget", "unknown", "open", "refused"];

/// Verifies every certificate in a document, each together with the answer that contains it.
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
        // Several documents in a list.
        Value::Array(list) => {
            for (number, one) in (1..).zip(list) {
                match one {
                    Value::Object(map) => one_document(map, one, &mut outcomes, verify),
                    _ => outcomes.push(unread(format!(
                        "entry {number} of the list is not an answer or a certificate"
                    ))),
                }
            }
        }
        Value::Object(map) => one_document(map, document, &mut outcomes, verify),
        _ => outcomes.push(unread("the document is not an answer or a certificate".into())),
    }
    outcomes
}

/// Verifies a certificate for an answer.
type Verify<'v> = &'v mut dyn FnMut(&Certificate) -> Result<Verified, Rejection>;

/// A certificate, or an answer.
fn one_document(map: &Map<String, Value>, value: &Value, outcomes: &mut Vec<Outcome>, verify: Verify<'_>) {
    if map.contains_key("claim") && map.contains_key("evidence") {
        let result = read(value).and_then(|certificate| verify(&certificate));
        outcomes.push(outcome(value, result.map(|verified| (verified, Vec::new()))));
        return;
    }
    match strict(map, "") {
        Ok(()) => look(map, outcomes, verify),
        Err(what) => {
            let puzzle = map.get("puzzle").and_then(Value::as_str).unwrap_or_default();
            let result = Err(Rejection::Malformed(what).tidy());
            let puzzle = words::tidy(puzzle, words::LINE);
            outcomes.push(Outcome::Checked { puzzle, claim: "answer".into(), result });
        }
    }
}

/// Something that is neither an answer nor a certificate.
fn unread(what: String) -> Outcome {
    let result = Err(Rejection::Malformed(what).tidy());
    Outcome::Checked { puzzle: String::new(), claim: "document".into(), result }
}

/// Refuses anything in an answer that the checks below would not read; `at` is the place of the answer.
fn strict(answer: &Map<String, Value>, at: &str) -> Result<(), String> {
    for (key, value) in answer {
        let place = format!("{at}{key}");
        if !ANSWER_KEYS.contains(&key.as_str()) {
            return Err(format!("`{place}` is not a key of an answer"));
        }
        match (key.as_str(), value) {
            // Certificates are read later; anything else in their place is refused then.
            ("certificate" | "certificates", _) | (_, Value::Null) => {}
            ("schema", value) if *value != SCHEMA => {
                return Err(format!("`{place}` is {value}, and {SCHEMA} is the schema of an answer"));
            }
            ("items", Value::Array(items)) if at.is_empty() => {
                for (number, item) in items.iter().enumerate() {
                    let Value::Object(item) = item else {
                        return Err(format!("`{place}.{number}` is not an object"));
                    };
                    strict(item, &format!("{place}.{number}."))?;
                }
            }
            ("items", _) => return Err(format!("`{place}` is not a list of answers")),
            (_, value) => plain(value, &place)?,
        }
    }
    Ok(())
}

/// Keys that make an object an answer or a certificate.
const STATEMENTS: [&str; 7] =
    ["certificate", "certificates", "claim", "evidence", "items", "verdict", "instance"];

/// Refuses a value that contains another answer or certificate.
fn plain(value: &Value, at: &str) -> Result<(), String> {
    match value {
        Value::Array(list) => {
            list.iter().enumerate().try_for_each(|(number, value)| plain(value, &format!("{at}.{number}")))
        }
        Value::Object(map) => map.iter().try_for_each(|(key, value)| {
            if STATEMENTS.contains(&key.as_str()) {
                return Err(format!("`{at}.{key}` is in a place where no answer is read"));
            }
            plain(value, &format!("{at}.{key}"))
        }),
        _ => Ok(()),
    }
}

/// An answer, or an item of one.
fn look(answer: &Map<String, Value>, outcomes: &mut Vec<Outcome>, verify: Verify<'_>) {
    let before = outcomes.len();
    let none = Vec::new();
    let items = answer.get("items").and_then(Value::as_array).unwrap_or(&none);
    let mut proved = vec![false; items.len()];
    if let Some(value) = answer.get("certificate").filter(|value| !value.is_null()) {
        let result = read(value).and_then(|certificate| {
            let verified = verify(&certificate)?;
            let mut unproved = bind(answer, &certificate, &verified)?;
            if !verified.items.is_empty() {
                unproved.extend(bind_items(items, &verified)?);
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
    if answer.get("certificate").is_none_or(Value::is_null) {
        beside(answer, &mut outcomes[before..]);
    }
    // A verdict needs a certificate of its own: those of its parts prove theirs.
    let unproved = answer.get("verdict").is_some_and(Value::is_string)
        && answer.get("certificate").is_none_or(Value::is_null);
    if outcomes.len() == before || unproved {
        outcomes.push(bare(answer));
    }
}

/// Compares the keys beside a list with what its items prove: every item that proves something about a key must agree.
/// Keys that some item leaves unproved are reported with the first item.
fn beside(answer: &Map<String, Value>, items: &mut [Outcome]) {
    let said = answer.iter().filter(|(key, said)| {
        !said.is_null() && !ABOUT_THE_WORK.contains(&key.as_str()) && *key != "verdict"
    });
    let mut unproved = Vec::new();
    for (key, said) in said {
        let mut of_all = !items.is_empty();
        for item in &mut *items {
            let Outcome::Checked { result, .. } = item else { continue };
            let Ok((verified, _)) = result else { continue };
            match verified.proves.get(key.as_str()) {
                Some(proved) if proved.iter().any(|value| same(said, value)) => {}
                Some(proved) => *result = Err(contradicts(key, said, proved)),
                None => of_all = false,
            }
        }
        if !of_all {
            unproved.push(words::tidy(key, words::LINE));
        }
    }
    if let Some(Outcome::Checked { result: Ok((_, names)), .. }) = items.first_mut() {
        let new: Vec<String> = unproved.into_iter().filter(|name| !names.contains(name)).collect();
        names.extend(new);
    }
}

fn contradicts(key: &str, said: &Value, proved: &[Value]) -> Rejection {
    let proved: Vec<String> = proved.iter().map(|value| words::tidy(&value.to_string(), 80)).collect();
    let said = words::tidy(&said.to_string(), 80);
    Rejection::Unbound(format!("`{key}` is {said}, and {} is proved", proved.join(" or "))).tidy()
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

/// Reads a certificate; any other key is refused.
fn read(value: &Value) -> Result<Certificate, Rejection> {
    let known = ["schema", "puzzle", "claim", "instance", "evidence"];
    if let Some(other) =
        value.as_object().and_then(|map| map.keys().find(|key| !known.contains(&key.as_str())))
    {
        return Err(Rejection::Malformed(format!("`{other}` is not part of a certificate")));
    }
    // Evidence may be large: it is copied once, here.
    serde_json::from_value(value.clone()).map_err(|error| Rejection::Malformed(error.to_string()))
}

/// Compares an answer with what its certificate proves; returns the keys that it does not prove.
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
            Some(proved) => return Err(contradicts(key, said, proved)),
            None if key == "position" => {
                if said.as_str() != Some(&certificate.instance) {
                    return unbound("it is about another position".into());
                }
            }
            None if key == "verdict" => return unbound(format!("nothing proves the verdict {said}")),
            // `negative` needs a proof. `exhausted` does not: the search may have been cut short although the proof
            // holds.
            None if key == "status" => {
                if !["answered", "exhausted"].iter().any(|status| said == status) {
                    return Err(contradicts(key, said, &["answered".into()]));
                }
            }
            None if ABOUT_THE_WORK.contains(&key.as_str()) => {}
            None => unproved.push(words::tidy(key, words::LINE)),
        }
    }
    Ok(unproved)
}

/// Compares the items of an answer with what its certificate proves of each. The answer has all of them or none.
/// Returns the keys that are not proved.
fn bind_items(items: &[Value], verified: &Verified) -> Result<Vec<String>, Rejection> {
    let unbound = |what: String| Err(Rejection::Unbound(what));
    if !items.is_empty() && items.len() != verified.items.len() {
        return unbound(format!("{} items, and {} are proved", items.len(), verified.items.len()));
    }
    let mut unproved = Vec::new();
    for (number, (item, proved)) in (1..).zip(items.iter().zip(&verified.items)) {
        for (key, value) in proved {
            let said = item.get(key).unwrap_or(&Value::Null);
            if !same(said, value) {
                let said = words::tidy(&said.to_string(), 80);
                return unbound(format!("`{key}` of item {number} is {said}, and {value} is proved"));
            }
        }
        for (key, _) in item.as_object().into_iter().flatten().filter(|(_, said)| !said.is_null()) {
            let name = format!("items.{}", words::tidy(key, words::LINE));
            if !proved.contains_key(key.as_str()) && !unproved.contains(&name) {
                unproved.push(name);
            }
        }
    }
    Ok(unproved)
}

/// The same with the one item of a list that is about the certificate's position.
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

/// The largest relative error of a floating-point number.
const ROUNDING: f64 = 1e-9;

/// Whether two values are the same: whole numbers exactly, others up to rounding.
fn same(said: &Value, proved: &Value) -> bool {
    match (said, proved) {
        (Value::Number(a), Value::Number(b)) => {
            let (Some(said), Some(proved)) = (a.as_f64(), b.as_f64()) else { return false };
            match (a.is_f64(), b.is_f64()) {
                (false, false) => a == b,
                // A whole number is written as one.
                (true, false) => false,
                (_, true) => (said - proved).abs() <= ROUNDING * proved.abs().max(1.0),
            }
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        // An object has every part that is proved and no other.
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
    fn a_whole_number_is_written_without_a_fraction() {
        for (said, holds) in [(json!(1), true), (json!(1.0), false), (json!(1.000_000_000_1), false)] {
            let mut answer = good();
            answer["length"] = said.clone();
            let outcomes = checked(&answer);
            let [Outcome::Checked { result, .. }] = &outcomes[..] else { panic!("{outcomes:?}") };
            assert_eq!(result.is_ok(), holds, "{said}");
        }
    }

    #[test]
    fn a_verdict_around_good_answers_is_reported_as_unproved() {
        let outcomes = checked(&json!({"puzzle": "sliding", "verdict": "unsolvable", "items": [good()]}));
        let bare = |outcome: &Outcome| matches!(outcome, Outcome::Bare { verdict, claims: true, .. } if verdict == "unsolvable");
        assert!(outcomes.iter().any(bare), "{outcomes:?}");
        assert_eq!(
            checked(&json!({"items": [good()]})).len(),
            1,
            "an answer that claims nothing needs no proof"
        );
    }

    /// Why a document is not accepted; none if it is.
    fn refusal(document: &Value) -> Option<String> {
        checked(document).iter().find_map(|outcome| match outcome {
            Outcome::Checked { result: Err(why), .. } => Some(why.to_string()),
            _ => None,
        })
    }

    #[test]
    fn an_answer_in_a_place_that_is_not_read_is_refused() {
        let mut forged = good();
        forged["length"] = 5.into();
        for (document, place) in [
            (json!({"x": good(), "items": {"0": forged}}), "`x`"),
            (json!({"items": {"0": forged}}), "`items`"),
            (json!({"items": [good(), [forged]]}), "`items.1`"),
            (json!({"items": [good()], "more": [forged]}), "`more`"),
            (json!({"items": [good()], "report": {"best": forged}}), "`report.best.verdict`"),
            (json!({"items": [good()], "seen": [[1], 5, [7, {"items": []}]]}), "`seen.2.1.items`"),
            (json!({"items": [{"items": [forged]}]}), "`items.0.items`"),
            (json!([good(), [forged]]), "entry 2"),
            (json!([good(), 7]), "entry 2"),
            (json!("optimal"), "document"),
        ] {
            let why = refusal(&document).unwrap_or_else(|| panic!("{document} is accepted"));
            assert!(why.contains(place), "{why}: {document}");
        }
        assert_eq!(refusal(&json!([good(), good()])), None);
        assert_eq!(refusal(&json!({"items": [good(), good()]})), None);
    }

    #[test]
    fn an_unknown_key_is_refused_and_an_unproved_one_is_named() {
        let with = |key: &str, value: Value| {
            let mut answer = good();
            answer[key] = value;
            answer
        };
        for (key, value) in
            [("lenght", json!(1)), ("status", json!("unsolvable")), ("status", json!("negative"))]
        {
            assert!(refusal(&with(key, value.clone())).is_some_and(|why| why.contains(key)), "{key} {value}");
        }
        for (key, value) in [("schema", json!(7)), ("goal", json!("3 2\n1 0")), ("length", json!(7))] {
            assert!(refusal(&with(key, value.clone())).is_some_and(|why| why.contains(key)), "{key} {value}");
        }
        for key in ["settings", "title", "nodes", "method"] {
            let outcomes = checked(&with(key, json!("anything")));
            let [Outcome::Checked { result: Ok((_, unproved)), .. }] = &outcomes[..] else {
                panic!("{outcomes:?}")
            };
            assert_eq!(*unproved, [key]);
        }
    }

    #[test]
    fn keys_beside_items_may_not_contradict_them_and_are_named_when_unproved() {
        let list = |key: &str, value: Value| {
            let mut list = json!({"puzzle": "sliding", "items": [good(), good()]});
            list[key] = value;
            list
        };
        assert!(refusal(&list("length", json!(7))).is_some_and(|why| why.contains("`length` is 7")));
        assert_eq!(refusal(&list("length", json!(1))), None);
        let outcomes = checked(&list("count", json!(2)));
        let Outcome::Checked { result: Ok((_, unproved)), .. } = &outcomes[0] else { panic!("{outcomes:?}") };
        assert_eq!(*unproved, ["count"]);
    }

    #[test]
    fn an_answer_may_name_its_schema() {
        let mut answer = good();
        answer["schema"] = SCHEMA.into();
        assert_eq!(refusal(&answer), None);
    }

    #[test]
    fn one_of_several_certificates_belongs_to_the_item_about_its_position() {
        let list = |position: &str, length: u64, certificates: Value| {
            let item = json!({"position": position, "verdict": "optimal", "length": length});
            json!({"items": [item], "certificates": certificates})
        };
        let certificate = good()["certificate"].clone();
        assert_eq!(refusal(&list("1 2\n0 3", 1, json!([certificate]))), None);
        for (document, what) in [
            (list("1 2\n0 3", 7, json!([certificate])), "`length` is 7"),
            (list("1 0\n3 2", 1, json!([certificate])), "no item of it is about this position"),
            (list("1 2\n0 3", 1, json!([certificate, certificate])), "no item of it is about this position"),
            (list("1 2\n0 3", 1, json!({"0": certificate})), "`certificates` is not a list"),
        ] {
            let why = refusal(&document).unwrap_or_else(|| panic!("{document} is accepted"));
            assert!(why.contains(what), "{why}");
        }
        // An item without a certificate is named as unproved.
        let mut two = list("1 2\n0 3", 1, json!([certificate]));
        let other = json!({"position": "1 0\n3 2", "verdict": "optimal"});
        two["items"].as_array_mut().unwrap().push(other);
        let bare = |outcome: &Outcome| matches!(outcome, Outcome::Bare { claims: true, .. });
        assert!(checked(&two).iter().any(bare));
    }

    #[test]
    fn fractions_are_the_same_up_to_rounding_and_whole_numbers_exactly() {
        for (said, proved, holds) in [
            (json!(0.5), json!(0.5), true),
            (json!(0.5), json!(0.500_000_000_1), true),
            (json!(0.5), json!(0.500_001), false),
            (json!(0.0), json!(0.5), false),
            (json!(1), json!(1.0), true),
            (json!(2000.0), json!(2_000.000_001), true),
            (json!(2000.0), json!(2_000.1), false),
            (json!(2), json!(3), false),
            (json!([1, 2]), json!([1, 2]), true),
            (json!([1]), json!([1, 2]), false),
            (json!([1, 3]), json!([1, 2]), false),
            (json!({"a": 1}), json!({"a": 1, "b": null}), true),
            (json!({"a": 1}), json!({"a": 1, "b": 2}), false),
            (json!({"a": 1, "b": 2}), json!({"a": 1}), false),
        ] {
            assert_eq!(same(&said, &proved), holds, "{said} {proved}");
        }
    }
}
