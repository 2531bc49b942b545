//! The page, as it was built into the program.

use axum::body::Body;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::response::Response;
use rust_embed::{Embed, EmbeddedFile};

use crate::refusal::refusal;

/// The built files. (In debug builds they are read where they stand, so that a change shows at once.)
#[derive(Embed)]
#[folder = "../../web/dist"]
pub(crate) struct Page;

/// A file of the page.
pub(crate) async fn page(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let accepts = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or("");
    let squeezed = |ending: &str, name: &'static str| {
        let offered = accepts.split(',').any(|one| one.split(';').next().unwrap_or("").trim() == name);
        if offered { Page::get(&format!("{path}.{ending}")).map(|file| (file, Some(name))) } else { None }
    };
    let found = Page::get(path)
        .and_then(|plain| squeezed("br", "br").or_else(|| squeezed("gz", "gzip")).or(Some((plain, None))));
    match found {
        Some((file, encoding)) => sent(path, file, encoding, &headers),
        None => refusal(StatusCode::NOT_FOUND, "there is nothing here", Some("the page, at /")),
    }
}

fn sent(path: &str, file: EmbeddedFile, encoding: Option<&'static str>, headers: &HeaderMap) -> Response {
    let hash = file.metadata.sha256_hash();
    let hash = hash.first_chunk().copied().map_or(0, u128::from_be_bytes);
    let tag = format!("\"{hash:032x}\"");
    let known = headers.get(IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let unchanged = known.is_some_and(|known| known.split(',').any(|one| one.trim() == tag));
    let mut response =
        Response::new(if unchanged { Body::empty() } else { Body::from(file.data.into_owned()) });
    if unchanged {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    // The builder puts a hash into the names of what stands under assets/: they never change.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let all = response.headers_mut();
    all.insert(CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    all.insert(CACHE_CONTROL, HeaderValue::from_static(keep));
    all.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        all.insert(ETAG, tag);
    }
    if let Some(encoding) = encoding {
        all.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

/// What a file is, by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
