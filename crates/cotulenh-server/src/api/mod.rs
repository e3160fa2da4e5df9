//! The requests of the API: see docs/server.md.

mod analysis;
mod error;
mod extract;
mod games;
mod info;
mod pgn;
mod position;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Method, Uri};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use cotulenh_games::{EnginePool, Games};
use tokio::sync::watch;

pub use error::ApiError;

use crate::guard::{Guard, guard};
use crate::static_files;

/// What the handlers of requests share.
#[derive(Clone)]
pub struct AppState {
    /// The games.
    pub games: Arc<Games>,
    /// The engine.
    pub engines: Arc<EnginePool>,
    /// Becomes true when the server ends: streams end then too.
    pub ending: watch::Receiver<bool>,
}

impl AppState {
    /// Resolves when the server ends.
    pub fn end(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut ending = self.ending.clone();
        async move {
            // The sender is gone only when the server is.
            let _ = ending.wait_for(|&ending| ending).await;
        }
    }
}

/// All routes behind the guard.
pub fn router(state: AppState, port: u16) -> Router {
    Router::new()
        .route("/api/info", get(info::info))
        .route("/api/position", post(position::position))
        .route("/api/validate", post(position::validate))
        .route("/api/why", post(position::why))
        .route("/api/pgn/read", post(pgn::read))
        .route("/api/pgn/write", post(pgn::write))
        .route("/api/analysis", get(analysis::analysis))
        .route("/api/games", get(games::list).post(games::create))
        .route("/api/games/import", post(games::import))
        .route("/api/games/{id}", get(games::view).delete(games::delete).patch(games::rename))
        .route("/api/games/{id}/pgn", get(games::pgn))
        .route("/api/games/{id}/actions", post(games::act))
        .route("/api/games/{id}/hint", post(games::hint))
        .route("/api/games/{id}/events", get(games::events))
        .method_not_allowed_fallback(|| async { ApiError::method_not_allowed() })
        .fallback(other)
        .with_state(state)
        .layer(middleware::from_fn_with_state(Guard::new(port), guard))
}

/// A file of the page for every address outside the API.
async fn other(State(_): State<AppState>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    if path == "/api" || path.starts_with("/api/") {
        return ApiError::not_found("unknown API path").into_response();
    }
    if !matches!(method, Method::GET | Method::HEAD) {
        return ApiError::method_not_allowed().into_response();
    }
    static_files::find(path, &headers)
        .unwrap_or_else(|| ApiError::not_found("file not found").into_response())
}
