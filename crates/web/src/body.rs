//! Bodies of requests: of the right kind, not too large, and sent in time.

use std::time::Duration;

use axum::extract::Request;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::response::Response;

use crate::connections;
use crate::refusal::refusal;

/// The most bytes of a request: a large image or replay in base64 fits.
pub(crate) const MOST: usize = 4 << 20;
/// How long a body may take to arrive.
const IN_TIME: Duration = Duration::from_secs(30);

/// What a body is to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// JSON.
    Json,
    /// CSV.
    Csv,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Json => "application/json",
            Kind::Csv => "text/csv",
        }
    }
}

/// The body as text, or the answer to one that cannot be taken.
pub(crate) async fn read(request: Request, kind: Kind) -> Result<String, Response> {
    let headers = request.headers();
    let given = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or("");
    let essence = given.split(';').next().unwrap_or("").trim();
    if !essence.eq_ignore_ascii_case(kind.name()) {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(refusal(status, "the body is of another kind", Some(kind.name())));
    }
    let too_large = || {
        let expected = format!("at most {MOST} bytes");
        refusal(StatusCode::PAYLOAD_TOO_LARGE, "the request is too large", Some(&expected))
    };
    let length = headers.get(CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if length.is_some_and(|length| length > MOST) {
        return Err(too_large());
    }
    let connection = connections::of(&request);
    let bytes = match tokio::time::timeout(IN_TIME, axum::body::to_bytes(request.into_body(), MOST)).await {
        Ok(Ok(bytes)) => bytes,
        // Beyond the limit, or the connection broke: then nobody reads this.
        Ok(Err(_)) => return Err(too_large()),
        Err(_) => {
            return Err(refusal(StatusCode::REQUEST_TIMEOUT, "the body did not arrive in time", None));
        }
    };
    if let Some(connection) = connection {
        connection.asked();
    }
    String::from_utf8(bytes.to_vec())
        .map_err(|_| refusal(StatusCode::BAD_REQUEST, "the body is not text", Some("UTF-8")))
}
