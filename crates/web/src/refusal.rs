//! No, in words and in the layout of every other answer.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use quandary_core::{InputError, Stop};
use serde::Serialize;

/// A refusal with its status.
pub(crate) fn refusal(status: StatusCode, what: &str, expected: Option<&str>) -> Response {
    let error = InputError::new(what);
    let error = match expected {
        Some(expected) => error.expected(expected),
        None => error,
    };
    refused(status, &error.into())
}

/// What was wrong, or what ran out, with a status.
pub(crate) fn refused(status: StatusCode, stop: &Stop) -> Response {
    json(status, &quandary_api::unanswered(stop))
}

/// An answer as JSON.
pub(crate) fn json(status: StatusCode, answer: &impl Serialize) -> Response {
    let text = serde_json::to_string(answer).unwrap_or_default();
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
