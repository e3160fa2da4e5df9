//! Requests and answers.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::position::Position;
use crate::square::Square;

use super::error::{BridgeError, BridgeParams};

/// A result, as JSON.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BridgeAnswer(String);

impl BridgeAnswer {
    /// Writes a result.
    pub fn new(result: &impl Serialize) -> Result<BridgeAnswer, BridgeError> {
        let written = serde_json::to_string(result);
        written
            .map(BridgeAnswer)
            .map_err(|error| BridgeError::new("INTERNAL_INCONSISTENCY", error.to_string()))
    }

    /// The JSON text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
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
        let text: Option<BorrowedText<'a>> = self.field(name, "a string")?;
        Ok(text.map(|BorrowedText(text)| text))
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
            text.parse::<Square>().map_err(|error| {
                BridgeError::new("BOARD_INVALID_SQUARE", error.to_string())
                    .with(BridgeParams::found(&text).with_field("square"))
            })
        };
        self.text("square")?.map(parse).transpose()
    }
}

/// A string that is borrowed from the line unless it has escapes.
#[derive(Deserialize)]
struct BorrowedText<'a>(#[serde(borrow)] Cow<'a, str>);
