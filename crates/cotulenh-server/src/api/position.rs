//! Questions about positions; nothing is remembered.

use axum::Json;
use cotulenh::{Position, Square, Unit, check_fen};
use cotulenh_games::{
    Ending, Line, LineError, PositionView, blocking, find_move, move_refusal, start_position, turn_views,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::ApiError;
use super::error::fault_json;
use super::extract::Body;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayRequest {
    pub fen: Option<String>,
    #[serde(default)]
    pub moves: Vec<MoveText>,
}

/// A move in any notation, or by what identifies it.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum MoveText {
    Text(String),
    Move { lan: String, flags: Option<String> },
}

/// Plays moves from a FEN.
pub fn play(fen: Option<&str>, moves: &[MoveText]) -> Result<Line, ApiError> {
    let mut line = Line::new(start_position(fen)?)?;
    for (index, text) in moves.iter().enumerate() {
        let at = |error: LineError| ApiError::illegal_move(error, index);
        match text {
            MoveText::Text(text) => line.play_text(text).map_err(at)?,
            MoveText::Move { lan, flags } => match find_move(line.game().position(), lan, flags.as_deref()) {
                Some(mv) => line.play(mv).map_err(at)?,
                // Whole deploy turns are identified likewise.
                None => line.play_text(lan).map_err(at)?,
            },
        }
    }
    Ok(line)
}

pub async fn position(Body(request): Body<PlayRequest>) -> Result<Json<Value>, ApiError> {
    blocking(move || {
        let line = play(request.fen.as_deref(), &request.moves)?;
        let game = line.game();
        let position = PositionView::of_game(game, game.outcome().map(Ending::from));
        Ok(Json(json!({"position": position, "turns": turn_views(game)})))
    })
    .await?
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValidateRequest {
    fen: String,
}

pub async fn validate(Body(request): Body<ValidateRequest>) -> Json<Value> {
    let errors: Vec<Value> = check_fen(&request.fen).iter().map(fault_json).collect();
    Json(json!({"valid": errors.is_empty(), "errors": errors}))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WhyRequest {
    fen: String,
    from: String,
    to: String,
    unit: Option<String>,
}

pub async fn why(Body(request): Body<WhyRequest>) -> Result<Json<Value>, ApiError> {
    let position = Position::from_fen(&request.fen)?;
    let square =
        |text: &str| text.parse::<Square>().map_err(|error| ApiError::bad_request(error.to_string()));
    let (from, to) = (square(&request.from)?, square(&request.to)?);
    let unit = request.unit.map(|text| text.parse::<Unit>()).transpose();
    let unit = unit.map_err(|error| ApiError::bad_request(error.to_string()))?;
    let refusal = blocking(move || move_refusal(&position, from, to, unit)).await?;
    Ok(Json(match refusal {
        None => json!({"legal": true}),
        Some(refusal) => {
            let mut answer = json!({"legal": false});
            if let (Some(answer), Ok(Value::Object(fields))) =
                (answer.as_object_mut(), serde_json::to_value(refusal))
            {
                answer.extend(fields);
            }
            answer
        }
    }))
}
