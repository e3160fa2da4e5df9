//! The page: files that are part of the program. No path of a request ever touches the disk.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

/// The folder `web` but for what only its developers need.
#[derive(RustEmbed)]
#[folder = "../../web"]
#[exclude = "*.json"]
#[exclude = "test/*"]
#[exclude = "test-results/*"]
#[exclude = "node_modules/*"]
#[exclude = "*.md"]
#[exclude = ".*"]
struct Page;

/// A file of the page by the path of its URL; `None` if there is none.
pub fn find(path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    let file = Page::get(name)?;
    let etag = etag(&file.metadata.sha256_hash());
    let seen = headers.get_all(IF_NONE_MATCH).iter().any(|value| value.as_bytes() == etag.as_bytes());
    let cache = [(ETAG, etag), (CACHE_CONTROL, "no-cache".to_owned())];
    if seen {
        return Some((StatusCode::NOT_MODIFIED, cache).into_response());
    }
    let body = match file.data {
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    };
    Some((cache, [(CONTENT_TYPE, content_type(name))], body).into_response())
}

fn etag(hash: &[u8]) -> String {
    let hex: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
    format!("\"{hex}\"")
}

fn content_type(name: &str) -> String {
    let mime = mime_guess::from_path(name).first_or_octet_stream();
    match (mime.type_(), mime.subtype().as_str()) {
        (mime_guess::mime::TEXT, _) | (_, "javascript" | "json") => format!("{mime}; charset=utf-8"),
        _ => mime.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_there_and_nothing_else() {
        let headers = HeaderMap::new();
        let page = find("/", &headers).unwrap();
        assert_eq!(page.headers()[CONTENT_TYPE], "text/html; charset=utf-8");
        assert!(find("/index.html", &headers).is_some());
        for path in [
            "/../Cargo.toml",
            "/..%2fCargo.toml",
            "//etc/passwd",
            "/./index.html",
            "/test/../index.html",
            "index.html",
            "/package.json",
            "/src",
            "/src/",
            "/index.html/",
            "/%2e%2e/Cargo.toml",
            "/index.html\0",
        ] {
            assert!(find(path, &headers).is_none(), "{path}");
        }
    }

    #[test]
    fn an_unchanged_file_is_not_sent_again() {
        let first = find("/", &HeaderMap::new()).unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(IF_NONE_MATCH, first.headers()[ETAG].clone());
        assert_eq!(find("/", &headers).unwrap().status(), StatusCode::NOT_MODIFIED);
    }
}
