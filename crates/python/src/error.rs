//! Refusals as exceptions, in the words of the command line.

use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use quandary_core::Stop;

create_exception!(
    quandary,
    InputError,
    PyValueError,
    "Bad input: what is wrong, where, and what would be right."
);
create_exception!(quandary, Exhausted, PyRuntimeError, "The budget ran out before anything was known.");

/// A refusal as an exception. Its parts are attributes.
pub(crate) fn raise(py: Python<'_>, stop: &Stop) -> PyErr {
    match stop {
        Stop::Exhausted(why) => Exhausted::new_err(why.to_string()),
        Stop::Input(error) => {
            let raised = InputError::new_err(error.to_string());
            let value = raised.value(py);
            let place = error.place.map(|place| (place.line, place.column));
            let set = value
                .setattr("what", &error.what)
                .and_then(|()| value.setattr("expected", &error.expected))
                .and_then(|()| value.setattr("option", &error.option))
                .and_then(|()| value.setattr("source", &error.source))
                .and_then(|()| value.setattr("place", place));
            set.err().unwrap_or(raised)
        }
    }
}

/// An internal error: no input should cause it.
pub(crate) fn broken(why: &impl ToString) -> PyErr {
    PyRuntimeError::new_err(why.to_string())
}
