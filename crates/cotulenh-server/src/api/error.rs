//! Errors as JSON: `{"error": {"code": …, "message": …, …}}`.
//!
//! Code and the other fields are for programs; the page words an error by its code. The message is
//! for developers.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use cotulenh::bridge::BridgeError;
use cotulenh::view::{FaultView, TreeInputError};
use cotulenh::{InvalidSetup, PgnErrorKind, PlayTextError};
use cotulenh_games::{
    Broken, CreateError, GameError, NewGameError, OpponentError, PoolError, ReadError, StorageError,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// An error of the API.
#[derive(Clone, PartialEq, Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: String,
    details: Map<String, Value>,
}

impl ApiError {
    fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> ApiError {
        ApiError { status, code, message: message.into(), details: Map::new() }
    }

    /// A refusal whose status follows from its code.
    fn of_code(code: &'static str, message: String) -> ApiError {
        let status = match code {
            "UNKNOWN_GAME" => StatusCode::NOT_FOUND,
            "CONFLICT" | "DRAW_REFUSED" | "GAME_OVER" | "NOTHING_TO_REDO" | "NOTHING_TO_UNDO"
            | "NOT_YOUR_TURN" | "NO_SESSION" | "TIME_LEFT" => StatusCode::CONFLICT,
            "ILLEGAL_MOVE" | "INVALID_FEN" | "INVALID_PGN" => StatusCode::UNPROCESSABLE_ENTITY,
            "ENGINE_BUSY" => StatusCode::SERVICE_UNAVAILABLE,
            _ => StatusCode::INTERNAL_SERVER_ERROR,
        };
        ApiError::new(status, code, message)
    }

    /// Adds a field, unless its value is missing.
    fn with(mut self, name: &str, value: impl Serialize) -> ApiError {
        if let Ok(value) = serde_json::to_value(value)
            && !value.is_null()
        {
            self.details.insert(name.into(), value);
        }
        self
    }

    /// The request is malformed.
    pub fn bad_request(message: impl Into<String>) -> ApiError {
        ApiError::new(StatusCode::BAD_REQUEST, "INVALID_REQUEST", message)
    }

    /// A field of the request has a value out of bounds.
    pub fn field(field: &'static str, expected: &str) -> ApiError {
        ApiError::bad_request(format!("{field}: expected {expected}")).with("field", field)
    }

    /// The guard refuses the request.
    pub fn forbidden(code: &'static str, message: &str) -> ApiError {
        ApiError::new(StatusCode::FORBIDDEN, code, message)
    }

    /// The body, the address or the game is too long.
    pub fn too_large(message: &str) -> ApiError {
        ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "TOO_LARGE", message)
    }

    /// The body is not declared as JSON.
    pub fn unsupported_media_type() -> ApiError {
        let message = "expected Content-Type: application/json";
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UNSUPPORTED_MEDIA_TYPE", message)
    }

    /// The address is unknown.
    pub fn not_found(message: &str) -> ApiError {
        ApiError::new(StatusCode::NOT_FOUND, "NOT_FOUND", message)
    }

    /// The address exists, but not for this method.
    pub fn method_not_allowed() -> ApiError {
        let message = "this method is not allowed here";
        ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", message)
    }

    /// One of several moves cannot be played.
    pub fn illegal_move(error: PlayTextError, index: usize) -> ApiError {
        ApiError::from(error).with("index", index)
    }

    /// The body of the answer.
    pub fn to_json(&self) -> Value {
        let mut error = json!({"code": self.code, "message": self.message});
        if let Some(fields) = error.as_object_mut() {
            fields.extend(self.details.clone());
        }
        json!({ "error": error })
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        (self.status, Json(self.to_json())).into_response()
    }
}

impl From<InvalidSetup> for ApiError {
    fn from(error: InvalidSetup) -> ApiError {
        ApiError::of_code("INVALID_FEN", error.to_string()).with("errors", fault_views(&error))
    }
}

fn fault_views(invalid: &InvalidSetup) -> Vec<FaultView> {
    invalid.faults.iter().map(FaultView::from).collect()
}

impl From<ReadError> for ApiError {
    fn from(error: ReadError) -> ApiError {
        let refused = ApiError::of_code("INVALID_PGN", error.to_string());
        match error {
            ReadError::NoGame => refused.with("reason", "noGame"),
            ReadError::OtherRules => refused.with("reason", "otherRules"),
            ReadError::Pgn(error) => {
                // The locales have a text `pgn.<name>` for each.
                let refused = refused.with("reason", error.kind.name()).with("token", error.token);
                let refused = refused.with("line", error.line).with("column", error.column);
                match error.kind {
                    PgnErrorKind::BadFen(invalid) => refused.with("errors", fault_views(&invalid)),
                    PgnErrorKind::TooManyTurns(limit) => refused.with("limit", limit),
                    _ => refused,
                }
            }
            _ => refused,
        }
    }
}

impl From<TreeInputError> for ApiError {
    fn from(error: TreeInputError) -> ApiError {
        match error {
            TreeInputError::Fen(invalid) => invalid.into(),
            TreeInputError::Move { index, error } => ApiError::illegal_move(error.into(), index),
            _ => ApiError::bad_request(error.to_string()),
        }
    }
}

impl From<PlayTextError> for ApiError {
    fn from(error: PlayTextError) -> ApiError {
        // The same data as over the bridge; the page words every move that cannot be played alike.
        let error = BridgeError::from(error);
        let refused = ApiError::of_code("ILLEGAL_MOVE", error.message);
        refused.with("variant", error.variant).with("params", error.params)
    }
}

impl From<NewGameError> for ApiError {
    fn from(error: NewGameError) -> ApiError {
        match error {
            NewGameError::Fen(setup) => setup.into(),
            NewGameError::Move { index, error } => ApiError::illegal_move(error, index),
            NewGameError::Replay(error) => ApiError::of_code("ILLEGAL_MOVE", error.to_string()),
            NewGameError::Field { field, problem } => ApiError::field(field, &problem),
            _ => ApiError::bad_request(error.to_string()),
        }
    }
}

impl From<GameError> for ApiError {
    fn from(error: GameError) -> ApiError {
        let refused = ApiError::of_code(error.code(), error.to_string());
        match error {
            GameError::Conflict(game) => refused.with("game", game),
            GameError::Illegal { why, .. } => refused.with("why", why),
            _ => refused,
        }
    }
}

impl From<StorageError> for ApiError {
    fn from(error: StorageError) -> ApiError {
        ApiError::of_code(error.code(), error.to_string())
    }
}

impl From<CreateError> for ApiError {
    fn from(error: CreateError) -> ApiError {
        match error {
            CreateError::New(error) => error.into(),
            CreateError::Game(error) => error.into(),
        }
    }
}

impl From<Broken> for ApiError {
    fn from(error: Broken) -> ApiError {
        ApiError::of_code("INTERNAL", error.to_string())
    }
}

impl From<PoolError> for ApiError {
    fn from(error: PoolError) -> ApiError {
        ApiError::of_code(error.code(), error.to_string())
    }
}

impl From<OpponentError> for ApiError {
    fn from(error: OpponentError) -> ApiError {
        match error {
            OpponentError::Game(error) => error.into(),
            OpponentError::Pool(error) => error.into(),
            OpponentError::Broken(error) => error.into(),
            OpponentError::DrawRefused => ApiError::of_code("DRAW_REFUSED", error.to_string()),
        }
    }
}
