//! Which requests are accepted, and the headers of every answer.
//!
//! The loopback address alone does not protect the server: every page that is open in a browser can
//! send requests to it, and a host name can be made to point to it. So the Host must be the one of
//! this server, and requests from other pages are refused.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::api::ApiError;

/// Longer bodies and addresses are refused.
pub const MAX_MESSAGE: usize = 8 * 1024;

/// The same for bodies with a PGN or its tree: 1 MiB of text, as JSON writes it.
pub const MAX_PGN_MESSAGE: usize = 4 * 1024 * 1024;

/// Browsers leave this port out of the Host.
const DEFAULT_PORT: u16 = 80;

/// The headers of every answer.
const HEADERS: [(HeaderName, &str); 5] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
         require-trusted-types-for 'script'; trusted-types 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// The host names of this server.
#[derive(Clone, Debug)]
pub struct Guard {
    hosts: Arc<[String]>,
}

impl Guard {
    /// For a server on this port.
    pub fn new(port: u16) -> Guard {
        const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];
        let mut hosts = NAMES.map(|name| format!("{name}:{port}")).to_vec();
        if port == DEFAULT_PORT {
            hosts.extend(NAMES.map(String::from));
        }
        Guard { hosts: hosts.into() }
    }

    fn check(&self, request: &Request) -> Result<(), ApiError> {
        let headers = request.headers();
        let host = single(headers, &header::HOST).ok().flatten();
        if !host.is_some_and(|host| self.hosts.iter().any(|own| own.eq_ignore_ascii_case(host))) {
            let message = format!("unexpected Host: expected {}", self.hosts.join(", "));
            return Err(ApiError::forbidden("FORBIDDEN_HOST", &message));
        }
        let foreign = || ApiError::forbidden("FORBIDDEN_ORIGIN", "requests from other pages are refused");
        if let Some(origin) = single(headers, &header::ORIGIN).map_err(|()| foreign())? {
            let own =
                origin.strip_prefix("http://").is_some_and(|host| self.hosts.iter().any(|own| own == host));
            if !own {
                return Err(foreign());
            }
        }
        let site = single(headers, &HeaderName::from_static("sec-fetch-site")).map_err(|()| foreign())?;
        if !matches!(site, None | Some("same-origin" | "none")) && !opens_the_page(request) {
            return Err(foreign());
        }
        if length(request.uri()) > MAX_MESSAGE {
            return Err(ApiError::too_large(&format!("the address has more than {MAX_MESSAGE} bytes")));
        }
        // OPTIONS is refused by its method, whatever its body.
        let changes = !matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS);
        if changes && !is_json(headers) {
            return Err(ApiError::unsupported_media_type());
        }
        Ok(())
    }
}

/// A link on another page may open ours: the user sees it then, the other page does not.
fn opens_the_page(request: &Request) -> bool {
    let is = |name: &'static str, value: &str| {
        request.headers().get(HeaderName::from_static(name)).is_some_and(|v| v.as_bytes() == value.as_bytes())
    };
    request.method() == Method::GET
        && !request.uri().path().starts_with("/api/")
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document")
}

/// The only value of a header. Several values are an error, and so is one that is not text.
fn single<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, ()> {
    let mut values = headers.get_all(name).iter();
    let first = values.next().map(|value| value.to_str().map_err(|_| ())).transpose()?;
    if values.next().is_some() { Err(()) } else { Ok(first) }
}

fn length(uri: &Uri) -> usize {
    uri.path_and_query().map_or(0, |target| target.as_str().len())
}

fn is_json(headers: &HeaderMap) -> bool {
    let media_type =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media_type.split(';').next().is_some_and(|name| name.trim().eq_ignore_ascii_case("application/json"))
}

/// Refuses forbidden requests, and adds the headers of every answer.
pub async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let mut response = match guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::Body;

    fn is_allowed(port: u16, headers: &[(&str, &str)]) -> bool {
        let mut request = Request::new(Body::empty());
        for (name, value) in headers {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            request.headers_mut().append(name, HeaderValue::from_str(value).unwrap());
        }
        Guard::new(port).check(&request).is_ok()
    }

    #[test]
    fn the_default_port_may_be_left_out() {
        for host in ["127.0.0.1", "localhost", "LOCALHOST:80", "[::1]", "[::1]:80"] {
            assert!(is_allowed(80, &[("host", host)]), "{host}");
            assert!(!is_allowed(8080, &[("host", host)]), "{host}");
        }
        assert!(is_allowed(80, &[("host", "localhost"), ("origin", "http://localhost")]));
        assert!(!is_allowed(80, &[("host", "localhost:8080")]));
        assert!(!is_allowed(80, &[("host", "evil.example")]));
        assert!(!is_allowed(80, &[("host", "localhost"), ("origin", "http://evil.example")]));
    }
}
