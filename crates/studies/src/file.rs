//! The content of a study file: every value with its place in the text.

use std::collections::BTreeMap;
use std::ops::Range;

use quandary_core::InputError;
use serde::Deserialize;
use toml::{Spanned, Value};

/// The keys of a study file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StudyFile {
    pub(crate) puzzle: Option<Spanned<String>>,
    pub(crate) verb: Option<Spanned<String>>,
    pub(crate) games: Option<Spanned<Value>>,
    pub(crate) seed: Option<Spanned<Value>>,
    pub(crate) record: Option<Spanned<String>>,
    pub(crate) block: Option<Spanned<Value>>,
    #[serde(default)]
    pub(crate) settings: BTreeMap<Spanned<String>, Spanned<Value>>,
    pub(crate) stop: Option<Spanned<StopTable>>,
}

/// The keys of `[stop]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StopTable {
    pub(crate) width: Option<Spanned<Value>>,
    pub(crate) compare: Option<Spanned<String>>,
    pub(crate) error: Option<Spanned<Value>>,
}

/// The text of a study file, which turns spans into lines.
#[derive(Clone, Copy)]
pub(crate) struct Source<'t>(pub(crate) &'t str);

impl Source<'_> {
    /// Reads the keys. An unknown key is refused, and the error names the key that was probably meant.
    pub(crate) fn read(self) -> Result<StudyFile, InputError> {
        toml::from_str(self.0).map_err(|error| {
            let span = error.span().unwrap_or(0..0);
            let message = error.message();
            let mut quoted = message.split('`').skip(1).step_by(2);
            match quoted.next().filter(|_| message.starts_with("unknown field")) {
                Some(key) => {
                    let known: Vec<&str> = quoted.collect();
                    self.unknown(&span, key, &known, format!("unknown key `{key}`"))
                }
                None => {
                    let (line, column) = self.place(&span);
                    InputError::new(message).at(line, column).expected("a study file in TOML")
                }
            }
        })
    }

    fn place(self, span: &Range<usize>) -> (usize, usize) {
        let before = self.0.get(..span.start).unwrap_or(self.0);
        let column = before.rsplit('\n').next().map_or(0, |tail| tail.chars().count());
        (before.matches('\n').count() + 1, column + 1)
    }

    /// An error with the line of a span.
    pub(crate) fn error(self, span: &Range<usize>, what: impl Into<String>) -> InputError {
        InputError::new(what).at(self.place(span).0, 0)
    }

    /// An error about an unknown word, which suggests the nearest known one.
    pub(crate) fn unknown(self, span: &Range<usize>, word: &str, known: &[&str], what: String) -> InputError {
        let close = |name: &&str| strsim::jaro_winkler(word, name);
        let nearest = known.iter().copied().max_by(|a, b| close(a).total_cmp(&close(b)));
        let error = self.error(span, what);
        match nearest.filter(|name| close(name) > 0.75) {
            Some(name) => error.expected(format!("`{name}`? There are {}", known.join(", "))),
            None => error.expected(format!("one of {}", known.join(", "))),
        }
    }

    /// A whole number, if the key is there.
    pub(crate) fn whole(
        self,
        key: &str,
        value: Option<&Spanned<Value>>,
        least: i64,
    ) -> Result<Option<u64>, InputError> {
        let Some(value) = value else { return Ok(None) };
        match value.get_ref() {
            Value::Integer(number) if *number >= least => Ok(Some(*number as u64)),
            _ => Err(self
                .error(&value.span(), format!("`{key}` is not valid"))
                .expected(format!("a whole number, at least {least}"))),
        }
    }
}
