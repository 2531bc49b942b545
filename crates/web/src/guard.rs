//! Who may ask: pages of this server, and nobody who pretends to be one.
//!
//! A server on loopback is reached by every page that the user's browser has open. A page elsewhere that lets its own
//! name point here is recognised by `Host`, one that sends requests across by `Origin` and `Sec-Fetch-Site`.

use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::Response;

use crate::refusal::refusal;

/// The names under which the server may be asked.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    /// The host that was asked for explicitly, in lower case.
    pub(crate) host: String,
    /// Whether it listens beyond loopback: then any address is a name of it, since an address cannot be made to point
    /// elsewhere.
    pub(crate) open: bool,
}

impl Names {
    /// Whether `host`, as a `Host` header has it, is this server.
    fn include(&self, host: &str) -> bool {
        let name = match host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|digit| digit.is_ascii_digit()) => name,
            _ => host,
        };
        let name = name.to_ascii_lowercase();
        let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(&name);
        let address = bare.parse::<IpAddr>().ok();
        name == "localhost"
            || bare == self.host
            || address.is_some_and(|address| address.is_loopback() || self.open)
    }
}

/// What every answer carries. The page brings all it needs; nothing is loaded from anywhere else, and no script that
/// stands inside a page is run.
const HEADERS: [(&str, &str); 8] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; \
         connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-embedder-policy", "require-corp"),
    ("cross-origin-resource-policy", "same-origin"),
    ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
];

/// Refuses strangers, and puts what every answer carries on what is answered.
pub(crate) async fn guard(State(names): State<Names>, request: Request, next: Next) -> Response {
    let mut response = match stranger(&names, request.headers(), request.uri()) {
        Some((status, what, expected)) => refusal(status, what, Some(expected)),
        None => next.run(request).await,
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

fn stranger(
    names: &Names,
    headers: &HeaderMap,
    uri: &Uri,
) -> Option<(StatusCode, &'static str, &'static str)> {
    // Two programs that read a header given twice may each believe another of the two.
    let fetch_site = HeaderName::from_static("sec-fetch-site");
    if [&HOST, &ORIGIN, &fetch_site].iter().any(|name| headers.get_all(*name).iter().count() > 1) {
        let what = "`Host`, `Origin` or `Sec-Fetch-Site` is given twice";
        return Some((StatusCode::BAD_REQUEST, what, "each at most once"));
    }
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or(""));
    let Some(host) = text(&HOST).filter(|host| names.include(host)) else {
        return Some((
            StatusCode::MISDIRECTED_REQUEST,
            "this server is not known by that name",
            "the address that `quandary serve` printed",
        ));
    };
    if uri.authority().is_some_and(|authority| !authority.as_str().eq_ignore_ascii_case(host)) {
        let what = "the address of the request and `Host` name different servers";
        return Some((StatusCode::BAD_REQUEST, what, "the same in both"));
    }
    let elsewhere = (StatusCode::FORBIDDEN, "a page from elsewhere asks", "a page of this server");
    if let Some(origin) = text(&ORIGIN)
        && origin.strip_prefix("http://").is_none_or(|origin| !origin.eq_ignore_ascii_case(host))
    {
        return Some(elsewhere);
    }
    // A link from elsewhere may open the page; nothing but the page may ask the api.
    if uri.path().starts_with("/api/") && matches!(text(&fetch_site), Some("cross-site" | "same-site")) {
        return Some(elsewhere);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(names: &Names, path: &str, headers: &[(&'static str, &'static str)]) -> Option<u16> {
        let mut map = HeaderMap::new();
        for &(name, value) in headers {
            map.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        stranger(names, &map, &path.parse().unwrap()).map(|(status, ..)| status.as_u16())
    }

    #[test]
    fn only_loopback_is_answered_and_only_to_its_own_pages() {
        let names = Names { host: "127.0.0.1".into(), open: false };
        let ask = |headers: &[(&'static str, &'static str)]| verdict(&names, "/api/ask", headers);
        for host in ["localhost:8377", "127.0.0.1:8377", "[::1]:8377", "LOCALHOST", "127.0.0.1"] {
            assert_eq!(ask(&[("host", host)]), None, "{host}");
        }
        let foreign = [
            "evil.example",
            "evil.example:8377",
            "127.0.0.1.evil.example",
            "10.0.0.7:8377",
            "",
            "localhost.",
            "::1:x",
        ];
        for host in foreign {
            assert_eq!(ask(&[("host", host)]), Some(421), "{host}");
        }
        assert_eq!(ask(&[]), Some(421));
        let own = ("host", "localhost:8377");
        assert_eq!(ask(&[own, ("origin", "http://localhost:8377")]), None);
        for origin in ["http://evil.example", "http://localhost:1", "https://localhost:8377", "null", ""] {
            assert_eq!(ask(&[own, ("origin", origin)]), Some(403), "{origin}");
        }
        assert_eq!(ask(&[own, ("sec-fetch-site", "cross-site")]), Some(403));
        assert_eq!(ask(&[own, ("sec-fetch-site", "same-origin")]), None);
        assert_eq!(
            verdict(&names, "/", &[own, ("sec-fetch-site", "cross-site")]),
            None,
            "a link may lead here"
        );
    }

    #[test]
    fn a_request_that_names_two_servers_is_refused() {
        let names = Names { host: "127.0.0.1".into(), open: false };
        let own = ("host", "localhost:8377");
        assert_eq!(verdict(&names, "/api/ask", &[own, ("host", "evil.example")]), Some(400));
        let origin = ("origin", "http://localhost:8377");
        assert_eq!(verdict(&names, "/api/ask", &[own, origin, ("origin", "http://evil.example")]), Some(400));
        let fetch = ("sec-fetch-site", "same-origin");
        assert_eq!(verdict(&names, "/api/ask", &[own, fetch, ("sec-fetch-site", "cross-site")]), Some(400));
        assert_eq!(verdict(&names, "http://evil.example/api/ask", &[own]), Some(400));
        assert_eq!(verdict(&names, "http://LOCALHOST:8377/api/ask", &[own, origin]), None);
    }

    #[test]
    fn a_server_that_was_opened_on_purpose_is_known_by_addresses_and_its_own_name_alone() {
        let names = Names { host: "lab.local".into(), open: true };
        let ask = |host: &'static str| verdict(&names, "/api/ask", &[("host", host)]);
        assert_eq!(ask("192.168.1.7:8377"), None);
        assert_eq!(ask("lab.local:8377"), None);
        assert_eq!(ask("evil.example:8377"), Some(421));
    }
}
