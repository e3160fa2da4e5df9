//! Positions and games as bytes, written as hexadecimal digits.

use serde::Serialize;

use crate::compact::DecodeError;
use crate::game::Game;
use crate::parse::Strictness;
use crate::position::Position;
use crate::rule_options::RuleOptions;

use super::BridgeError;

/// What a field with bytes should be.
const EXPECTED_BYTES: &str = "an even number of hexadecimal digits";

/// Bytes of a position or a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct BytesView {
    /// Two lower-case hexadecimal digits for each.
    pub bytes: String,
}

impl From<&[u8]> for BytesView {
    fn from(bytes: &[u8]) -> BytesView {
        let digit = |value: u8| char::from_digit(value.into(), 16).unwrap_or_default();
        BytesView { bytes: bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte & 15)]).collect() }
    }
}

/// A position that was read from bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct DecodedPosition {
    /// Its FEN.
    pub fen: String,
    /// Its rule options, unless they are the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<RuleOptions>,
}

/// A game that was read from bytes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct DecodedGame {
    /// Its PGN.
    pub pgn: String,
    /// Its rule options, unless they are the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub options: Option<RuleOptions>,
}

/// The bytes of a position.
pub fn encode_position(position: &Position) -> BytesView {
    position.to_bytes()[..].into()
}

/// The position with these bytes.
pub fn decode_position(bytes: &str) -> Result<DecodedPosition, BridgeError> {
    let position = Position::from_bytes(&digits(bytes)?).map_err(|error: DecodeError| invalid(error))?;
    Ok(DecodedPosition { fen: position.fen(), options: unusual(&position) })
}

/// The bytes of the first game of a PGN. Variations, glyphs and comments other than scores and
/// clocks are left out.
pub fn encode_game(pgn: &str) -> Result<BytesView, BridgeError> {
    let game = Game::from_pgn(pgn, Strictness::Lenient);
    let game = game.map_err(|error| BridgeError::new("INVALID_PGN", error.to_string()))?;
    Ok(game.to_bytes().map_err(invalid)?[..].into())
}

/// The game with these bytes.
pub fn decode_game(bytes: &str) -> Result<DecodedGame, BridgeError> {
    let game = Game::from_bytes(&digits(bytes)?).map_err(invalid)?;
    Ok(DecodedGame { pgn: game.to_pgn(), options: unusual(game.start()) })
}

fn unusual(position: &Position) -> Option<RuleOptions> {
    Some(position.options()).filter(|options| *options != RuleOptions::default())
}

fn invalid(error: impl core::fmt::Display) -> BridgeError {
    BridgeError::new("INVALID_BYTES", error.to_string())
}

fn digits(text: &str) -> Result<Vec<u8>, BridgeError> {
    let digit = |digit: u8| char::from(digit).to_digit(16).map(|value| value as u8);
    let pair = |pair: &[u8]| match *pair {
        [high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    };
    let bytes: Option<Vec<u8>> = text.as_bytes().chunks(2).map(pair).collect();
    bytes.ok_or_else(|| BridgeError::field("bytes", EXPECTED_BYTES))
}
