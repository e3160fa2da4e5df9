//! Requests about positions. They keep no state.

use axum::Json;
use cotulenh::view::{FenCheckView, RefusalView};
use cotulenh::{Game, PlayTextError, Position, Square, Strictness, Unit};
use cotulenh_games::{BoardView, Ending, begin_at, blocking, turn_views};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::ApiError;
use super::extract::Body;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    pub fen: Option<String>,
    #[serde(default)]
    pub moves: Vec<MoveText>,
}

/// A move in any notation, or as LAN and flags.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum MoveText {
    Text(String),
    Move { lan: String, flags: Option<String> },
}

/// Plays moves from a FEN, or else from the start position.
pub fn play(fen: Option<&str>, moves: &[MoveText]) -> Result<Game, ApiError> {
    let mut game = begin_at(fen)?;
    for (index, mv) in moves.iter().enumerate() {
        let played = match mv {
            MoveText::Text(text) => game.play_action_text(text, Strictness::Strict),
            MoveText::Move { lan, flags } => {
                game.play_lan(lan, flags.as_deref()).map_err(PlayTextError::from)
            }
        };
        played.map_err(|error| ApiError::illegal_move(error, index))?;
    }
    Ok(game)
}

pub async fn position(Body(request): Body<PlayRequest>) -> Result<Json<Value>, ApiError> {
    blocking(move || {
        let game = play(request.fen.as_deref(), &request.moves)?;
        let position = BoardView::new(&game, game.outcome().map(Ending::from));
        Ok(Json(json!({"position": position, "turns": turn_views(&game)})))
    })
    .await?
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidateRequest {
    fen: String,
}

pub async fn validate(Body(request): Body<ValidateRequest>) -> Json<FenCheckView> {
    Json(FenCheckView::of(&request.fen))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhyRequest {
    fen: String,
    from: String,
    to: String,
    unit: Option<String>,
}

/// `{"legal": true}`, or `{"legal": false}` with the fields of the refusal.
#[derive(Serialize)]
pub struct WhyAnswer {
    legal: bool,
    #[serde(flatten)]
    refusal: Option<RefusalView>,
}

pub async fn why(Body(request): Body<WhyRequest>) -> Result<Json<WhyAnswer>, ApiError> {
    let position = Position::from_fen(&request.fen)?;
    let square =
        |text: &str| text.parse::<Square>().map_err(|error| ApiError::bad_request(error.to_string()));
    let (from, to) = (square(&request.from)?, square(&request.to)?);
    let unit = request.unit.map(|text| text.parse::<Unit>()).transpose();
    let unit = unit.map_err(|error| ApiError::bad_request(error.to_string()))?;
    let refusal = blocking(move || Game::from(position).refusal(from, to, unit)).await?;
    Ok(Json(WhyAnswer { legal: refusal.is_none(), refusal: refusal.map(RefusalView::from) }))
}
