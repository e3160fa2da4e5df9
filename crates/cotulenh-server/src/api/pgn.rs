//! PGN in and out, without a stored game.

use axum::Json;
use cotulenh_games::{blocking, read_first_game, turn_views};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::ApiError;
use super::extract::Body;
use super::position::{MoveText, play};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadRequest {
    pgn: String,
}

pub async fn read(Body(request): Body<ReadRequest>) -> Result<Json<Value>, ApiError> {
    blocking(move || {
        let (game, left_out) = read_first_game(&request.pgn)?;
        let headers: Map<String, Value> =
            game.headers().iter().map(|(name, value)| (name.to_owned(), value.into())).collect();
        Ok(Json(json!({
            "headers": headers,
            "start": game.start().fen(),
            "turns": turn_views(&game),
            "fen": game.position().fen(),
            "leftOut": left_out,
        })))
    })
    .await?
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WriteRequest {
    fen: Option<String>,
    moves: Vec<MoveText>,
    #[serde(default)]
    headers: std::collections::BTreeMap<String, String>,
}

pub async fn write(Body(request): Body<WriteRequest>) -> Result<Json<Value>, ApiError> {
    blocking(move || {
        let mut game = play(request.fen.as_deref(), &request.moves)?;
        for (name, value) in &request.headers {
            game.headers_mut().set(name, value).map_err(|error| ApiError::bad_request(error.to_string()))?;
        }
        Ok(Json(json!({"pgn": game.to_pgn()})))
    })
    .await?
}
