//! The results of an entry besides its cells, under names that the compiler checks.

use std::borrow::Cow;
use std::fmt::Display;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Reproduced;

/// The name of a fact and the type of its value. An entry's conclusion reads a fact by the constant that it was stated under,
/// so a misspelt name does not compile.
///
/// ```
/// use quandary_lab::reproduction::{Fact, Reproduced};
///
/// const GAMES: Fact<u64> = Fact::new("games");
/// const POINTS: Fact<f64> = Fact::new("d = {}: points");
///
/// let mut entry = Reproduced::new("access.T4", "Expectimax");
/// entry.state(&GAMES, 20, "at each depth");
/// entry.state(&POINTS.of(&[&2]), 20212.0, "mean");
/// assert_eq!(entry.number(&POINTS.of(&[&2])), 20212.0);
/// assert_eq!(entry.fact(&GAMES), Some(20));
/// assert!(entry.number(&POINTS.of(&[&3])).is_nan());
/// assert_eq!(entry.facts[1].name, "d = 2: points");
/// ```
#[derive(Clone, Debug)]
pub struct Fact<T> {
    name: Cow<'static, str>,
    value: PhantomData<fn() -> T>,
}

impl<T> Fact<T> {
    /// A fact with a name; [`Fact::of`] fills in each `{}` of it.
    pub const fn new(name: &'static str) -> Fact<T> {
        Fact { name: Cow::Borrowed(name), value: PhantomData }
    }

    /// The same fact about one of several things, which fill in each `{}` of the name in order.
    #[must_use]
    pub fn of(&self, things: &[&dyn Display]) -> Fact<T> {
        debug_assert_eq!(self.name.matches("{}").count(), things.len(), "{}", self.name);
        let mut parts = self.name.split("{}");
        let mut name = parts.next().unwrap_or_default().to_owned();
        for (thing, part) in things.iter().zip(parts) {
            name += &thing.to_string();
            name += part;
        }
        Fact { name: Cow::Owned(name), value: PhantomData }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// A fact as an entry holds it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StatedFact {
    /// What it is.
    pub name: String,
    /// Its value.
    pub value: Value,
    /// How it was found.
    pub note: String,
}

impl Reproduced {
    /// Adds a fact that a conclusion reads.
    pub fn state<T: Serialize>(&mut self, fact: &Fact<T>, value: T, note: &str) {
        self.mention(fact.name(), serde_json::to_value(value).unwrap_or(Value::Null), note);
    }

    /// Adds a fact for readers, which no conclusion reads.
    pub fn mention(&mut self, name: &str, value: impl Into<Value>, note: &str) {
        self.facts.push(StatedFact { name: name.into(), value: value.into(), note: note.into() });
    }

    fn value(&self, name: &str) -> Option<&Value> {
        self.facts.iter().find(|stated| stated.name == name).map(|stated| &stated.value)
    }

    /// The value of a fact, if it was stated.
    pub fn fact<T: DeserializeOwned>(&self, fact: &Fact<T>) -> Option<T> {
        T::deserialize(self.value(fact.name())?).ok()
    }

    /// The text of a fact; empty if it was not stated.
    pub fn words(&self, fact: &Fact<String>) -> &str {
        self.value(fact.name()).and_then(Value::as_str).unwrap_or("")
    }

    /// The number of a fact; NaN if it was not stated.
    pub fn number<T>(&self, fact: &Fact<T>) -> f64 {
        self.value(fact.name()).and_then(Value::as_f64).unwrap_or(f64::NAN)
    }
}
