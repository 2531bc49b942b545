//! Errors in an input: what is wrong, where, and what would be right; and why work ends without an answer.

use std::fmt;

use crate::Exhausted;

/// A place in a text, counted from 1. Column 0 means the whole line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

/// Bad input: what is wrong, where, and what would be right.
///
/// ```
/// use quandary_core::InputError;
/// let error = InputError::new("tile 9 appears twice").at(3, 5).expected("each of 0 to 8 once");
/// assert_eq!(error.to_string(), "line 3, column 5: tile 9 appears twice; expected each of 0 to 8 once");
/// assert_eq!(error.of_option("goal").to_string(), "--goal: tile 9 appears twice; expected each of 0 to 8 once");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InputError {
    /// What is wrong.
    pub what: String,
    /// Where in the text.
    pub place: Option<Place>,
    /// What would be right.
    pub expected: Option<String>,
    /// The option it was given for, if it was not INPUT.
    pub option: Option<String>,
    /// The file, if there is one.
    pub source: Option<String>,
}

impl InputError {
    /// An error without a place.
    pub fn new(what: impl Into<String>) -> InputError {
        InputError { what: what.into(), place: None, expected: None, option: None, source: None }
    }

    /// The same error with its place, counted from 1.
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> InputError {
        self.place = Some(Place { line, column });
        self
    }

    /// The same error with what would be right.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> InputError {
        self.expected = Some(expected.into());
        self
    }

    /// The same error, about the value of an option: its line and column are dropped, since they would mislead.
    #[must_use]
    pub fn of_option(mut self, name: &str) -> InputError {
        self.option = Some(name.to_owned());
        self.place = None;
        self
    }

    /// The same error, about the content of a file; an error about an option's value stays as it is.
    ///
    /// ```
    /// use quandary_core::InputError;
    /// let error = InputError::new("there is no board").in_source("empty.txt");
    /// assert_eq!(error.to_string(), "empty.txt: there is no board");
    /// assert_eq!(error.at(2, 0).to_string(), "empty.txt, line 2: there is no board");
    /// ```
    #[must_use]
    pub fn in_source(mut self, source: &str) -> InputError {
        if self.option.is_none() {
            self.source = Some(source.to_owned());
        }
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(option) = &self.option {
            write!(f, "--{option}: ")?;
        }
        if let Some(source) = &self.source {
            write!(f, "{source}{}", if self.place.is_some() { ", " } else { ": " })?;
        }
        match self.place {
            Some(Place { line, column: 0 }) => write!(f, "line {line}: ")?,
            Some(Place { line, column }) => write!(f, "line {line}, column {column}: ")?,
            None => {}
        }
        f.write_str(&self.what)?;
        if let Some(expected) = &self.expected {
            write!(f, "; expected {expected}")?;
        }
        Ok(())
    }
}

impl std::error::Error for InputError {}

/// Why work ended without an answer: its input is bad, or its budget ran out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stop {
    /// Bad input.
    #[error(transparent)]
    Input(#[from] InputError),
    /// An exhausted budget.
    #[error(transparent)]
    Exhausted(#[from] Exhausted),
}

impl Stop {
    /// Splits the reason why a series of tasks ended early: bad input is an error, an exhausted budget only cuts the
    /// answer short.
    ///
    /// ```
    /// use quandary_core::{Exhausted, InputError, Stop};
    /// assert_eq!(Stop::cut(None), Ok(None));
    /// assert_eq!(Stop::cut(Some(Exhausted::Time.into())), Ok(Some(Exhausted::Time)));
    /// let error = InputError::new("tile 9 appears twice");
    /// assert_eq!(Stop::cut(Some(error.clone().into())), Err(error));
    /// ```
    pub fn cut(stopped: Option<Stop>) -> Result<Option<Exhausted>, InputError> {
        match stopped {
            Some(Stop::Input(error)) => Err(error),
            Some(Stop::Exhausted(why)) => Ok(Some(why)),
            None => Ok(None),
        }
    }
}
