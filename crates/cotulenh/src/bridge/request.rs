//! What a request asks for, and why it may be refused.

use serde_json::{Map, Value, json};

use crate::parse::ParseMoveError;
use crate::position::Position;
use crate::rule_options::RuleOptions;
use crate::setup::InvalidSetup;
use crate::square::Square;

/// Why a request was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{code}: {message}")]
pub struct BridgeError {
    /// A code for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// For `play`: which entry.
    pub index: Option<usize>,
}

impl BridgeError {
    /// With a code of one's own.
    pub fn new(code: &'static str, message: impl Into<String>) -> BridgeError {
        BridgeError { code, message: message.into(), index: None }
    }

    /// A field is missing, or is not what it should be.
    pub fn request(message: impl Into<String>) -> BridgeError {
        BridgeError::new("INVALID_REQUEST", message)
    }

    pub(super) fn to_json(&self) -> Value {
        let mut error = json!({"code": self.code, "message": self.message});
        if let Some(index) = self.index {
            error["index"] = json!(index);
        }
        error
    }
}

impl From<InvalidSetup> for BridgeError {
    fn from(error: InvalidSetup) -> BridgeError {
        match error.first() {
            Some(fault) => BridgeError::new(fault.code.name(), fault.to_string()),
            None => BridgeError::new("FEN_INVALID_FORMAT", error.to_string()),
        }
    }
}

impl From<ParseMoveError> for BridgeError {
    fn from(error: ParseMoveError) -> BridgeError {
        let code = match error {
            ParseMoveError::Ambiguous { .. } => "AMBIGUOUS_MOVE",
            ParseMoveError::TooLong(_) | ParseMoveError::NoSuchMove(_) => "ILLEGAL_MOVE",
        };
        BridgeError::new(code, error.to_string())
    }
}

/// Untrusted text in a message: quoted, and not too much of it.
pub(super) fn shorten(text: &str) -> String {
    format!("{:?}", text.chars().take(64).collect::<String>())
}

/// Typed access to the fields of a request. A field that is null counts as absent.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a>(pub &'a Map<String, Value>);

impl<'a> Request<'a> {
    fn field(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// A field, read by `read`; the error says what was expected.
    pub fn typed<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, BridgeError> {
        let bad = || BridgeError::request(format!("{name}: expected {expected}"));
        self.field(name).map(|value| read(value).ok_or_else(bad)).transpose()
    }

    /// A text.
    pub fn text(&self, name: &str) -> Result<Option<&'a str>, BridgeError> {
        self.typed(name, "a string", Value::as_str)
    }

    /// True or false.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, BridgeError> {
        self.typed(name, "true or false", Value::as_bool)
    }

    /// A whole number between these two, both included.
    pub fn number(&self, name: &str, least: u64, most: u64) -> Result<Option<u64>, BridgeError> {
        let expected = format!("a whole number from {least} to {most}");
        self.typed(name, &expected, |value| value.as_u64().filter(|it| (least..=most).contains(it)))
    }

    /// The position of the FEN; without one, that of the start.
    pub fn position(&self) -> Result<Position, BridgeError> {
        let fen = self.text("fen")?.unwrap_or(Position::START_FEN);
        Ok(Position::from_fen_with(fen, RuleOptions::default())?)
    }

    /// The point that `square` names.
    pub fn square(&self) -> Result<Option<Square>, BridgeError> {
        let parse = |text: &str| {
            text.parse::<Square>().map_err(|e| BridgeError::new("BOARD_INVALID_SQUARE", e.to_string()))
        };
        self.text("square")?.map(parse).transpose()
    }
}
