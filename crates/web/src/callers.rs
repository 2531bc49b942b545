//! Who is asking: the experimenter, who has this server's token, or a participant, who does not.
//!
//! A machine has other users, and a network has other machines. So the address that `quandary serve` prints holds a token.
//! Opening it sets a cookie, which the browser sends along with everything that the page asks. A server on loopback answers
//! nobody else. A server beyond loopback takes callers without the token as participants of the experiment: each gets a secret
//! in a cookie, and reaches only the attempts that were posted with it.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CACHE_CONTROL, COOKIE, LOCATION, SET_COOKIE};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::Response;

use crate::Lab;
use crate::refusal::refusal;

/// Who is asking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Somebody with the token.
    Experimenter,
    /// Somebody without it, on a server beyond loopback, known by the secret in their cookie.
    Participant(String),
}

impl Caller {
    /// The secret under which attempts are kept; empty for the experimenter.
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

/// What a token looks like.
pub const TOKENS: &str = "a token has at least 8 characters, each of them A-Z, a-z, 0-9, -, ., _ or ~";

/// Whether a token is long enough, and can stand in an address as it is.
pub fn is_token(text: &str) -> bool {
    let proper = |letter: u8| letter.is_ascii_alphanumeric() || b"-._~".contains(&letter);
    text.len() >= 8 && text.bytes().all(proper)
}

/// Whether two words are the same. How long this takes does not say how many letters agree.
fn same(one: &str, other: &str) -> bool {
    one.len() == other.len() && one.bytes().zip(other.bytes()).fold(0, |all, (a, b)| all | (a ^ b)) == 0
}

/// The values of all cookies of a name: a server on another port can have set one, too.
fn cookies<'h>(headers: &'h HeaderMap, name: &str) -> impl Iterator<Item = &'h str> {
    let all = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let pairs = all.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.filter(move |(key, _)| *key == name).map(|(_, value)| value)
}

/// The tokens that stand in `Authorization` headers.
fn bearers(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let said = headers.get_all(AUTHORIZATION).iter().filter_map(|value| value.to_str().ok());
    said.filter_map(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
}

/// The token in a query, and the query without it.
fn in_query(query: &str) -> (Option<&str>, String) {
    let token = query.split('&').find_map(|pair| pair.strip_prefix("token="));
    let rest: Vec<&str> = query.split('&').filter(|pair| !pair.starts_with("token=")).collect();
    (token, rest.join("&"))
}

/// Finds out who is asking, and sets a cookie where there is none. Anybody may have the page itself: it holds no data.
pub(crate) async fn callers(State(lab): State<Arc<Lab>>, mut request: Request, next: Next) -> Response {
    // Cookies belong to a host with all its ports: two servers must not take each other's for their own.
    let (key, name) = (format!("quandary-{}", lab.port), format!("quandary-participant-{}", lab.port));
    let (given, rest) = in_query(request.uri().query().unwrap_or(""));
    let headers = request.headers();
    let sent: Vec<&str> = given.into_iter().chain(bearers(headers)).collect();
    let known = sent.iter().copied().chain(cookies(headers, &key)).any(|it| same(it, &lab.token));
    let wrong = !known && !sent.is_empty();
    let path = request.uri().path().to_owned();
    let api = path == "/api" || path.starts_with("/api/");
    if !api {
        return match given {
            None => next.run(request).await,
            Some(_) if !known => unknown(WRONG),
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
    if wrong {
        return unknown(WRONG);
    }
    if !lab.shared() {
        return unknown("this server answers only callers who have its token");
    }
    let here = cookies(headers, &name)
        .find(|id| id.len() == 32 && id.bytes().all(|it| it.is_ascii_hexdigit()))
        .map(str::to_owned);
    // A caller without a cookie has nothing here yet; the page gets one with the first thing that it asks.
    if here.is_none() && path.starts_with("/api/study/") {
        return unknown("this belongs to the experimenter");
    }
    let new = here.is_none();
    let Some(id) = here.or_else(|| secret().ok()) else {
        return unknown("this server cannot tell its participants apart");
    };
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

/// Sends the browser to the same address without the token, so that nobody passes it on with a link. Browsers keep what
/// stands behind the hash.
fn entered(place: &str, cookie: &str) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    // Two slashes at the start would name another host.
    let place = format!("/{}", place.trim_start_matches('/'));
    let headers = response.headers_mut();
    headers.insert(LOCATION, HeaderValue::from_str(&place).unwrap_or(HeaderValue::from_static("/")));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    set(&mut response, cookie);
    response
}

const WRONG: &str = "this is not the token of this server";

/// The answer to a caller who has no right to what was asked.
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
