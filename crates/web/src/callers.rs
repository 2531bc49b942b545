//! Who asks: the experimenter, who has the token of this server, or a participant, who has it not.
//!
//! A machine has other users, and a network has other machines. The address that `quandary serve` prints therefore holds
//! a token; the page that it opens is given a cookie, which goes along with whatever it asks. On a server that others were
//! let into on purpose, who has no token takes part in the study and reaches what that participant has posted.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::Lab;
use crate::refusal::refusal;

/// Who asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Somebody with the token.
    Experimenter,
    /// Somebody without, on a server that others were let into: what is posted is kept under this word.
    Participant(String),
}

impl Caller {
    /// The word under which what is posted is kept; none for the experimenter.
    pub(crate) fn participant(&self) -> &str {
        match self {
            Caller::Experimenter => "",
            Caller::Participant(id) => id,
        }
    }
}

/// A word that nobody can guess: 128 bits from the system.
pub(crate) fn secret() -> std::io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|error| std::io::Error::other(error.to_string()))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}

/// Whether a token can stand in an address as it is, and is long enough to be one.
pub fn is_token(text: &str) -> bool {
    let proper = |letter: u8| letter.is_ascii_alphanumeric() || b"-._~".contains(&letter);
    text.len() >= 8 && text.bytes().all(proper)
}

/// Whether two words are the same, in a time that does not say how much of them is.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// The value of a cookie.
fn cookie<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// The token in a query, and the query without it.
fn in_query(query: &str) -> (Option<&str>, String) {
    let token = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("token=")).collect();
    (token, rest.join("&"))
}

/// Finds out who asks, and gives a cookie to who has none. The page itself is anybody's: it holds nothing.
pub(crate) async fn callers(State(lab): State<Arc<Lab>>, mut request: Request, next: Next) -> Response {
    // Cookies belong to a host with all its ports: two servers must not take each other's.
    let (key, name) = (format!("quandary-{}", lab.port), format!("quandary-participant-{}", lab.port));
    let (given, rest) = in_query(request.uri().query().unwrap_or(""));
    let headers = request.headers();
    let bearer = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let known = [given, bearer, cookie(headers, &key)].into_iter().flatten().any(|it| same(it, &lab.token));
    let path = request.uri().path().to_owned();
    let api = path == "/api" || path.starts_with("/api/");
    if !api {
        return match given {
            None => next.run(request).await,
            Some(_) if !known => unknown("the token is not this server's"),
            Some(_) if request.method() != Method::GET => next.run(request).await,
            Some(_) => {
                let place = if rest.is_empty() { path } else { format!("{path}?{rest}") };
                entered(&place, &format!("{key}={}", lab.token))
            }
        };
    }
    if known {
        request.extensions_mut().insert(Caller::Experimenter);
        let mut parts = request.uri().clone().into_parts();
        let place = if rest.is_empty() { path } else { format!("{path}?{rest}") };
        parts.path_and_query = place.parse().ok();
        if let Ok(uri) = axum::http::Uri::from_parts(parts) {
            *request.uri_mut() = uri;
        }
        return next.run(request).await;
    }
    if given.is_some() || bearer.is_some() {
        return unknown("the token is not this server's");
    }
    if !lab.shared() {
        return unknown("this server answers only who has its token");
    }
    let here =
        cookie(headers, &name).filter(|id| id.len() == 32 && id.bytes().all(|it| it.is_ascii_hexdigit()));
    let (id, new) = match (here, secret()) {
        (Some(id), _) => (id.to_owned(), false),
        (None, Ok(id)) => (id, true),
        (None, Err(_)) => return unknown("this server cannot tell its participants apart"),
    };
    // Who comes without a cookie has nothing here yet; the page gets one with the first thing that it asks.
    if new && path.starts_with("/api/study/") {
        return unknown("this belongs to the experimenter");
    }
    request.extensions_mut().insert(Caller::Participant(id.clone()));
    let mut response = next.run(request).await;
    if new {
        set(&mut response, &format!("{name}={id}; Max-Age=31536000"));
    }
    response
}

fn set(response: &mut Response, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(&format!("{cookie}; Path=/; HttpOnly; SameSite=Strict")) {
        response.headers_mut().append(SET_COOKIE, value);
    }
}

/// Sends the browser to the address without the token: what is in the history or in a link is no key. What stands behind
/// the hash stays, as browsers keep it.
fn entered(place: &str, cookie: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    // Two slashes would be another host.
    let place = format!("/{}", place.trim_start_matches('/'));
    let headers = response.headers_mut();
    headers.insert(LOCATION, HeaderValue::from_str(&place).unwrap_or(HeaderValue::from_static("/")));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    set(&mut response, cookie);
    response
}

/// What is answered to who may not.
pub(crate) fn unknown(what: &str) -> Response {
    refusal(StatusCode::UNAUTHORIZED, what, Some("the address that `quandary serve` printed, with its token"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_taken_out_of_a_query() {
        assert_eq!(in_query("token=abc"), (Some("abc"), String::new()));
        assert_eq!(in_query("a=1&token=abc&b=2"), (Some("abc"), "a=1&b=2".into()));
        assert_eq!(in_query("player=token"), (None, "player=token".into()));
    }

    #[test]
    fn tokens_are_words_that_an_address_can_hold() {
        assert!(is_token("lab-2026.x") && is_token(&secret().unwrap()));
        for wrong in ["", "short", "with space", "a&b=cdefgh", "żółwżółw"] {
            assert!(!is_token(wrong), "{wrong}");
        }
    }

    #[test]
    fn no_secret_comes_twice() {
        assert_ne!(secret().unwrap(), secret().unwrap());
    }
}
