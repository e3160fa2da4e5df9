//! Reads requests. Every error is answered in JSON.

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use cotulenh_games::{GameError, GameId};
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;

use super::ApiError;
use crate::guard::MAX_MESSAGE;

/// A body of JSON, at most so many bytes long.
pub struct Body<T, const LIMIT: usize = MAX_MESSAGE>(pub T);

impl<S: Send + Sync, T: DeserializeOwned, const LIMIT: usize> FromRequest<S> for Body<T, LIMIT> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Body<T, LIMIT>, ApiError> {
        let body = to_bytes(request.into_body(), LIMIT).await;
        let bytes = body.map_err(|error| unreadable(error, LIMIT))?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| ApiError::bad_request(error.to_string()))
    }
}

/// The body is too long, or the connection broke.
fn unreadable(error: axum::Error, limit: usize) -> ApiError {
    match error.into_inner().downcast_ref::<LengthLimitError>() {
        Some(_) => ApiError::too_large(&format!("the body has more than {limit} bytes")),
        None => ApiError::bad_request("the request body ended early"),
    }
}

/// The parameters of the address.
pub struct QueryParameters<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParameters<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<QueryParameters<T>, ApiError> {
        let read = Query::try_from_uri(&parts.uri);
        read.map(|Query(value)| QueryParameters(value))
            .map_err(|error| ApiError::bad_request(error.body_text()))
    }
}

/// The game that the address names.
pub struct Id(pub GameId);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Id, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let id = path.ok().and_then(|Path(text)| text.parse().ok());
        id.map(Id).ok_or_else(|| GameError::Unknown.into())
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use futures_util::stream;
    use serde_json::{Value, json};

    use super::*;

    async fn code_of(parts: Vec<io::Result<Vec<u8>>>) -> Value {
        let request = Request::new(axum::body::Body::from_stream(stream::iter(parts)));
        match Body::<Value>::from_request(request, &()).await {
            Ok(Body(body)) => body,
            Err(error) => error.to_json()["error"]["code"].clone(),
        }
    }

    #[tokio::test]
    async fn a_long_body_is_told_from_one_that_broke_off() {
        let part = || Ok(vec![b'1'; MAX_MESSAGE / 2]);
        let broken = || Err(io::Error::from(io::ErrorKind::ConnectionReset));
        assert_eq!(code_of(vec![Ok(b"[1".to_vec()), Ok(b"]".to_vec())]).await, json!([1]));
        assert_eq!(code_of(vec![part(), part(), part()]).await, "TOO_LARGE");
        assert_eq!(code_of(vec![part(), broken()]).await, "INVALID_REQUEST");
    }
}
