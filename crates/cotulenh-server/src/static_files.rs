//! The page and the tables of texts: files that are part of the program. No path of a request ever
//! touches the disk.

use std::borrow::Cow;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use cotulenh_locales::Locale;
use serde_json::json;

/// The file at this path of a URL; `None` if there is none.
pub fn find(path: &str, headers: &HeaderMap) -> Option<Response> {
    let name = match path.strip_prefix('/')? {
        "" => "index.html",
        name => name,
    };
    let file = StaticFile::page(name).or_else(|| StaticFile::locale(name.strip_prefix("locales/")?))?;
    Some(file.response(headers))
}

struct StaticFile {
    content: Cow<'static, [u8]>,
    content_type: String,
    /// Changes with the content.
    version: String,
}

impl StaticFile {
    fn page(path: &str) -> Option<StaticFile> {
        let file = cotulenh_web::file(path)?;
        let version = file.hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        Some(StaticFile { content: file.content, content_type: file.content_type, version })
    }

    /// `<language>.json`, or `index.json` with the languages and their own names.
    fn locale(name: &str) -> Option<StaticFile> {
        let json = match name.strip_suffix(".json")? {
            "index" => {
                let languages = Locale::all()
                    .iter()
                    .map(|locale| json!({"language": locale.language(), "name": locale.name()}));
                Cow::Owned(json!(languages.collect::<Vec<_>>()).to_string().into_bytes())
            }
            language => Cow::Borrowed(Locale::named(language)?.json().as_bytes()),
        };
        let version = format!("{:016x}", fnv1a(&json));
        Some(StaticFile { content: json, content_type: "application/json; charset=utf-8".into(), version })
    }

    fn response(self, headers: &HeaderMap) -> Response {
        let etag = format!("\"{}\"", self.version);
        let seen = headers.get_all(IF_NONE_MATCH).iter().any(|value| value.as_bytes() == etag.as_bytes());
        let cache = [(ETAG, etag), (CACHE_CONTROL, "no-cache".to_owned())];
        if seen {
            return (StatusCode::NOT_MODIFIED, cache).into_response();
        }
        let body = match self.content {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        };
        (cache, [(CONTENT_TYPE, self.content_type)], body).into_response()
    }
}

/// The 64-bit FNV-1a hash: it is equal in every build of a version, and the tables are not secret.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
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
            "/locales/",
            "/locales/xx.json",
            "/locales/en",
            "/locales/../en.json",
        ] {
            assert!(find(path, &headers).is_none(), "{path}");
        }
    }

    #[test]
    fn every_language_has_a_table_and_is_listed() {
        let headers = HeaderMap::new();
        for locale in Locale::all() {
            let table = find(&format!("/locales/{}.json", locale.language()), &headers).unwrap();
            assert_eq!(table.headers()[CONTENT_TYPE], "application/json; charset=utf-8");
        }
        let index = StaticFile::locale("index.json").unwrap();
        let index: serde_json::Value = serde_json::from_slice(&index.content).unwrap();
        assert!(index.as_array().unwrap().contains(&json!({"language": "vi", "name": "Tiếng Việt"})));
    }

    #[test]
    fn an_unchanged_file_is_not_sent_again() {
        for path in ["/", "/locales/en.json", "/locales/index.json"] {
            let first = find(path, &HeaderMap::new()).unwrap();
            let mut headers = HeaderMap::new();
            headers.insert(IF_NONE_MATCH, first.headers()[ETAG].clone());
            assert_eq!(find(path, &headers).unwrap().status(), StatusCode::NOT_MODIFIED);
        }
    }
}
