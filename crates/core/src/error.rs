//! What is wrong with an input, where, and what would be right.

use std::fmt;

/// A place in a text, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1; 0 when the whole line is meant.
    pub column: usize,
}

/// Input that cannot be used. Its sentence is what the user reads.
///
/// ```
/// use quandary_core::InputError;
/// let error = InputError::new("tile 9 does not exist").at(2, 5).expected("each of 0 to 8 once");
/// assert_eq!(error.to_string(), "line 2, column 5: tile 9 does not exist; expected each of 0 to 8 once");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputError {
    /// What is wrong.
    pub what: String,
    /// Where, when there is a text to point into.
    pub place: Option<Place>,
    /// What would be right.
    pub expected: Option<String>,
}

impl InputError {
    /// An error that so far says only what is wrong.
    pub fn new(what: impl Into<String>) -> InputError {
        InputError { what: what.into(), place: None, expected: None }
    }

    /// Adds where: line and column, counted from 1 (column 0: the whole line).
    #[must_use]
    pub fn at(mut self, line: usize, column: usize) -> InputError {
        self.place = Some(Place { line, column });
        self
    }

    /// Adds what would be right.
    #[must_use]
    pub fn expected(mut self, expected: impl Into<String>) -> InputError {
        self.expected = Some(expected.into());
        self
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
