//! Reading requests: whatever is wrong with one is answered in JSON.

use axum::body::to_bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::ApiError;
use crate::games::{GameError, GameId};
use crate::guard::MAX_MESSAGE;

/// A body of JSON, at most [`MAX_MESSAGE`] long.
pub struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, _: &S) -> Result<Body<T>, ApiError> {
        let bytes =
            to_bytes(request.into_body(), MAX_MESSAGE).await.map_err(|_| ApiError::too_large("the body"))?;
        serde_json::from_slice(&bytes).map(Body).map_err(|error| ApiError::bad_request(error.to_string()))
    }
}

/// The parameters of the address.
pub struct Parameters<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Parameters<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Parameters<T>, ApiError> {
        let read = Query::try_from_uri(&parts.uri);
        read.map(|Query(value)| Parameters(value)).map_err(|error| ApiError::bad_request(error.body_text()))
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
