//! Requests, answers and errors.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::parse::ParseMoveError;
use crate::position::Position;
use crate::setup::InvalidSetup;
use crate::square::Square;

/// Why a request was refused.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{code}: {message}")]
#[non_exhaustive]
pub struct BridgeError {
    /// A code for programs.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// For `play`: the index of the entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

impl BridgeError {
    /// An error with this code.
    pub fn new(code: &'static str, message: impl Into<String>) -> BridgeError {
        BridgeError { code, message: message.into(), index: None }
    }

    /// A field is missing or has the wrong type.
    pub fn request(message: impl Into<String>) -> BridgeError {
        BridgeError::new("INVALID_REQUEST", message)
    }

    /// A field is missing or has the wrong type; `expected` says what it should be.
    pub fn field(name: &str, expected: &str) -> BridgeError {
        BridgeError::request(format!("{name}: expected {expected}"))
    }
}

impl From<InvalidSetup> for BridgeError {
    fn from(error: InvalidSetup) -> BridgeError {
        match error.first() {
            Some(fault) => BridgeError::new(fault.code().name(), fault.to_string()),
            None => BridgeError::new("FEN_INVALID_FORMAT", error.to_string()),
        }
    }
}

impl From<ParseMoveError> for BridgeError {
    fn from(error: ParseMoveError) -> BridgeError {
        let code = match error {
            ParseMoveError::Ambiguous { .. } => "AMBIGUOUS_MOVE",
            _ => "ILLEGAL_MOVE",
        };
        BridgeError::new(code, error.to_string())
    }
}

/// A result, as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer(String);

impl Answer {
    /// Writes a result.
    pub fn new(result: &impl Serialize) -> Result<Answer, BridgeError> {
        let written = serde_json::to_string(result);
        written.map(Answer).map_err(|error| BridgeError::new("INTERNAL_INCONSISTENCY", error.to_string()))
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Untrusted text for a message: quoted and shortened.
pub(super) fn shorten(text: &str) -> String {
    format!("{:?}", text.chars().take(64).collect::<String>())
}

/// Reads one JSON value.
pub(super) fn read<'a, T: Deserialize<'a>>(value: &'a RawValue) -> Option<T> {
    serde_json::from_str(value.get()).ok()
}

/// A request: a JSON object whose fields are read by name and type. A field that is null counts as
/// absent.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    fields: BTreeMap<String, &'a RawValue>,
}

impl<'a> Request<'a> {
    pub(super) fn parse(line: &'a str) -> Result<Request<'a>, BridgeError> {
        let bad = |error| BridgeError::request(format!("expected one JSON object: {error}"));
        let request = Request { fields: serde_json::from_str(line).map_err(bad)? };
        // The id is copied into the answer, so it must be valid throughout.
        serde_json::from_str::<Value>(request.id()).map_err(bad)?;
        Ok(request)
    }

    /// The id, exactly as it was written.
    pub(super) fn id(&self) -> &'a str {
        self.fields.get("id").map_or("null", |id| id.get())
    }

    pub(super) fn field<T: Deserialize<'a>>(
        &self,
        name: &str,
        expected: &str,
    ) -> Result<Option<T>, BridgeError> {
        match self.fields.get(name) {
            Some(value) if value.get() != "null" => {
                read(value).map(Some).ok_or_else(|| BridgeError::field(name, expected))
            }
            _ => Ok(None),
        }
    }

    /// A text.
    pub fn text(&self, name: &str) -> Result<Option<Cow<'a, str>>, BridgeError> {
        let text: Option<Text<'a>> = self.field(name, "a string")?;
        Ok(text.map(|Text(text)| text))
    }

    /// True or false.
    pub fn flag(&self, name: &str) -> Result<Option<bool>, BridgeError> {
        self.field(name, "true or false")
    }

    /// A whole number from `least` to `most`.
    pub fn number(&self, name: &str, least: u64, most: u64) -> Result<Option<u64>, BridgeError> {
        let expected = format!("a whole number from {least} to {most}");
        match self.field(name, &expected)? {
            Some(number) if !(least..=most).contains(&number) => Err(BridgeError::field(name, &expected)),
            number => Ok(number),
        }
    }

    /// The position of `fen`; without one, the start position.
    pub fn position(&self) -> Result<Position, BridgeError> {
        let fen = self.text("fen")?.unwrap_or(Cow::Borrowed(Position::START_FEN));
        Ok(Position::from_fen(&fen)?)
    }

    /// The point that `square` names.
    pub fn square(&self) -> Result<Option<Square>, BridgeError> {
        let parse = |text: Cow<'_, str>| {
            text.parse::<Square>().map_err(|e| BridgeError::new("BOARD_INVALID_SQUARE", e.to_string()))
        };
        self.text("square")?.map(parse).transpose()
    }
}

/// A string that is borrowed from the line unless it has escapes.
#[derive(Deserialize)]
struct Text<'a>(#[serde(borrow)] Cow<'a, str>);
