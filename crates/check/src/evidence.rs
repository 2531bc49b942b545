//! Reading evidence: every part is read by name, and a part that no verifier reads is an error.

use serde_json::{Map, Value};

use crate::{Rejection, malformed, wrong};

/// The evidence of one claim.
#[derive(Clone, Copy)]
pub(crate) struct Evidence<'e>(&'e Map<String, Value>);

impl<'e> Evidence<'e> {
    /// Evidence that has no parts but these. What is not read is not verified, so it is not allowed.
    pub(crate) fn with(value: &'e Value, parts: &[&str]) -> Result<Evidence<'e>, Rejection> {
        let Some(map) = value.as_object() else { return malformed("the evidence is not an object") };
        match map.keys().find(|key| !parts.contains(&key.as_str())) {
            Some(other) => malformed(format!("`{other}` is not part of the evidence for this claim")),
            None => Ok(Evidence(map)),
        }
    }

    pub(crate) fn get(self, name: &str) -> Option<&'e Value> {
        self.0.get(name)
    }

    pub(crate) fn text(self, name: &str) -> Result<&'e str, Rejection> {
        match self.get(name).and_then(Value::as_str) {
            Some(text) => Ok(text),
            None => malformed(format!("the evidence has no text `{name}`")),
        }
    }

    pub(crate) fn whole(self, name: &str) -> Result<u64, Rejection> {
        match self.get(name).and_then(Value::as_u64) {
            Some(number) => Ok(number),
            None => malformed(format!("the evidence has no whole number `{name}`")),
        }
    }

    pub(crate) fn list(self, name: &str) -> Result<&'e [Value], Rejection> {
        match self.get(name).and_then(Value::as_array) {
            Some(list) => Ok(list),
            None => malformed(format!("the evidence has no list `{name}`")),
        }
    }

    pub(crate) fn flag(self, name: &str) -> Result<bool, Rejection> {
        match self.get(name).and_then(Value::as_bool) {
            Some(flag) => Ok(flag),
            None => malformed(format!("the evidence has no true or false `{name}`")),
        }
    }

    /// Compares a value of the evidence with what was found.
    pub(crate) fn agrees(self, name: &str, found: u64) -> Result<(), Rejection> {
        let claimed = self.whole(name)?;
        if claimed == found { Ok(()) } else { wrong(format!("`{name}` is {found}, not {claimed}")) }
    }
}
