//! Errors of the bridge: a code for programs, and the data of the message.

use serde::Serialize;

use crate::action::PlayTextError;
use crate::excerpt::excerpt;
use crate::parse::{MAX_MOVE_TEXT_LENGTH, ParseMoveError};
use crate::pgn::PgnError;
use crate::position::CommitError;
use crate::setup::InvalidSetup;
use crate::view::{FaultParams, FaultView, LocationView, TreeInputError};

/// Why a request was refused. Code, variant and parameters are enough to word it in any language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{code}: {message}")]
#[non_exhaustive]
pub struct BridgeError {
    /// A code for programs.
    pub code: &'static str,
    /// Distinguishes cases that share a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<&'static str>,
    /// One line of English.
    pub message: String,
    /// For a fault of a FEN: where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<LocationView>,
    /// The data of the message, if it has any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub params: Option<Box<BridgeParams>>,
    /// The index of the entry of `play`, or of the node of a tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
}

/// The data of an error. Each kind of error has its own keys; the others are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct BridgeParams {
    /// The keys that faults of a FEN have as well.
    #[serde(flatten)]
    pub shared: FaultParams,
    /// The field of the request that is missing or wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The index of the first invalid byte of the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub byte: Option<usize>,
    /// One point from which an ambiguous deploy turn can be played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<String>,
    /// Another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub second: Option<String>,
    /// The line of a fault in a PGN, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// Its column in characters, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl BridgeParams {
    /// The text that was found, shortened.
    pub(super) fn found(text: &str) -> BridgeParams {
        FaultParams { found: Some(excerpt(text)), ..FaultParams::default() }.into()
    }

    pub(super) fn limit(limit: u64) -> BridgeParams {
        FaultParams { limit: Some(limit), ..FaultParams::default() }.into()
    }

    #[cfg(feature = "bridge")]
    pub(super) fn byte(byte: usize) -> BridgeParams {
        BridgeParams { byte: Some(byte), ..BridgeParams::default() }
    }

    pub(super) fn with_field(self, field: &str) -> BridgeParams {
        BridgeParams { field: Some(field.into()), ..self }
    }
}

impl From<FaultParams> for BridgeParams {
    fn from(shared: FaultParams) -> BridgeParams {
        BridgeParams { shared, ..BridgeParams::default() }
    }
}

impl BridgeError {
    /// An error with this code, without parameters.
    pub fn new(code: &'static str, message: impl Into<String>) -> BridgeError {
        BridgeError {
            code,
            variant: None,
            message: message.into(),
            location: None,
            params: None,
            index: None,
        }
    }

    /// The request cannot be read.
    pub fn request(message: impl Into<String>) -> BridgeError {
        BridgeError::new("INVALID_REQUEST", message)
    }

    /// A field is missing or has the wrong type; `expected` says what it should be.
    pub fn field(name: &str, expected: &str) -> BridgeError {
        BridgeError::request(format!("{name}: expected {expected}"))
            .with(BridgeParams::default().with_field(name))
    }

    pub(super) fn with(self, params: impl Into<BridgeParams>) -> BridgeError {
        let params = Some(params.into()).filter(|params| *params != BridgeParams::default());
        BridgeError { params: params.map(Box::new), ..self }
    }

    fn with_variant(self, variant: &'static str) -> BridgeError {
        BridgeError { variant: Some(variant), ..self }
    }

    pub(super) fn no_such_move(text: &str) -> BridgeError {
        BridgeError::new("ILLEGAL_MOVE", format!("no legal move matches {:?}", excerpt(text)))
            .with_variant("noSuchMove")
            .with(BridgeParams::found(text))
    }
}

impl From<InvalidSetup> for BridgeError {
    fn from(error: InvalidSetup) -> BridgeError {
        let Some(fault) = error.first() else {
            return BridgeError::new("FEN_INVALID_FORMAT", error.to_string());
        };
        let FaultView { code, variant, message, location, params, .. } = FaultView::from(fault);
        BridgeError { location, ..BridgeError::new(code, message).with_variant(variant).with(params) }
    }
}

impl From<ParseMoveError> for BridgeError {
    fn from(error: ParseMoveError) -> BridgeError {
        let message = error.to_string();
        match error {
            ParseMoveError::NoSuchMove(text) => BridgeError::no_such_move(&text),
            ParseMoveError::TooLong(length) => {
                let limit = BridgeParams::limit(MAX_MOVE_TEXT_LENGTH as u64).shared;
                BridgeError::new("ILLEGAL_MOVE", message)
                    .with_variant("tooLong")
                    .with(FaultParams { found: Some(length.to_string()), ..limit })
            }
            ParseMoveError::Ambiguous { text, first, second } => BridgeError::new("AMBIGUOUS_MOVE", message)
                .with(BridgeParams {
                    first: Some(first.to_string()),
                    second: Some(second.to_string()),
                    ..BridgeParams::found(&text)
                }),
        }
    }
}

impl From<PgnError> for BridgeError {
    fn from(error: PgnError) -> BridgeError {
        let found =
            if error.token.is_empty() { BridgeParams::default() } else { BridgeParams::found(&error.token) };
        BridgeError::new("INVALID_PGN", error.to_string())
            .with_variant(error.kind.name())
            .with(BridgeParams { line: Some(error.line), column: Some(error.column), ..found })
    }
}

impl From<TreeInputError> for BridgeError {
    fn from(error: TreeInputError) -> BridgeError {
        let message = error.to_string();
        let refused = |index, variant| {
            BridgeError { index: Some(index), ..BridgeError::new("INVALID_TREE", message) }
                .with_variant(variant)
        };
        match error {
            TreeInputError::Fen(error) => error.into(),
            TreeInputError::Header(error) => {
                BridgeError::request(error.to_string()).with(BridgeParams::default().with_field("headers"))
            }
            TreeInputError::Parent { index } => refused(index, "parent"),
            TreeInputError::Move { index, error } => BridgeError { index: Some(index), ..error.into() },
            TreeInputError::Twice { index, lan } => refused(index, "twice").with(BridgeParams::found(&lan)),
        }
    }
}

impl From<PlayTextError> for BridgeError {
    fn from(error: PlayTextError) -> BridgeError {
        match error {
            PlayTextError::Move(error) => error.into(),
            PlayTextError::Commit(error) => error.into(),
        }
    }
}

impl From<CommitError> for BridgeError {
    fn from(error: CommitError) -> BridgeError {
        let (variant, params) = match error {
            CommitError::NoOpenSession => ("noOpenSession", FaultParams::default()),
            CommitError::CannotStay { unit, square } => {
                let (unit, square) = (Some(unit.to_string()), Some(square.to_string()));
                ("cannotStay", FaultParams { unit, square, ..FaultParams::default() })
            }
            CommitError::CommanderInDanger(color) => {
                let color = Some(color.letter());
                ("commanderInDanger", FaultParams { color, ..FaultParams::default() })
            }
        };
        BridgeError::new("SESSION_INVALID_OPERATION", error.to_string()).with_variant(variant).with(params)
    }
}

#[cfg(all(test, feature = "bridge"))]
mod tests {
    use serde_json::{Value, json};

    use super::super::{MAX_LINE_LENGTH, MAX_PERFT_NODES, serve};

    /// The error of a line without its message, which must not be empty.
    #[track_caller]
    fn error(line: &[u8]) -> Value {
        let mut answer = Vec::new();
        serve(line, &mut answer).unwrap();
        let mut answer: Value = serde_json::from_slice(&answer).unwrap();
        let error = answer["error"].as_object_mut().unwrap();
        let message = error.remove("message").unwrap();
        assert!(!message.as_str().unwrap().is_empty());
        answer["error"].take()
    }

    #[test]
    fn every_error_carries_the_data_of_its_message() {
        let text = |line: Value| error(line.to_string().as_bytes());
        assert_eq!(error(b"{"), json!({"code": "INVALID_REQUEST"}));
        assert_eq!(
            text(json!({"method": "perft", "depth": -1})),
            json!({"code": "INVALID_REQUEST", "params": {"field": "depth"}})
        );
        assert_eq!(
            text(json!({"method": "moves", "role": "Q"})),
            json!({"code": "INVALID_REQUEST", "params": {"field": "role", "found": "Q"}})
        );
        assert_eq!(
            text(json!({"method": "play", "moves": ["Ic6", 7]})),
            json!({"code": "INVALID_REQUEST", "params": {"field": "moves"}, "index": 1})
        );
        let long = vec![b' '; MAX_LINE_LENGTH + 1];
        assert_eq!(error(&long), json!({"code": "LINE_TOO_LONG", "params": {"limit": MAX_LINE_LENGTH}}));
        assert_eq!(error(b"{\"\xff"), json!({"code": "INVALID_UTF8", "params": {"byte": 2}}));
        assert_eq!(
            text(json!({"method": "fly"})),
            json!({"code": "UNKNOWN_METHOD", "params": {"found": "fly"}})
        );
        assert_eq!(
            text(json!({"method": "moves", "square": "z9"})),
            json!({"code": "BOARD_INVALID_SQUARE", "params": {"field": "square", "found": "z9"}})
        );
        assert_eq!(
            text(json!({"method": "perft", "depth": 9})),
            json!({"code": "LIMIT_EXCEEDED", "params": {"limit": MAX_PERFT_NODES}})
        );
    }

    #[test]
    fn a_fault_of_a_fen_has_its_variant_location_and_params() {
        let fen = "6c4/11/11/11/11/11/11/5x5/11/11/11/4C6 r - - 0 1";
        let expected = json!({
            "code": "FEN_INVALID_PIECE", "variant": "unknownPiece", "params": {"found": "x"},
            "location": {"rank": 5, "column": 1, "charIndex": 1, "context": "x"},
        });
        assert_eq!(error(json!({"method": "moves", "fen": fen}).to_string().as_bytes()), expected);
    }

    #[test]
    fn refused_moves_name_text_and_points() {
        let play = |fen: &str, text: &str| {
            error(json!({"method": "play", "fen": fen, "moves": [text]}).to_string().as_bytes())
        };
        let stack = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1";
        assert_eq!(
            play(stack, "Ta1"),
            json!({"code": "ILLEGAL_MOVE", "variant": "noSuchMove", "params": {"found": "Ta1"}, "index": 0})
        );
        assert_eq!(
            play(stack, &"T".repeat(200)),
            json!({
                "code": "ILLEGAL_MOVE", "variant": "tooLong", "params": {"found": "200", "limit": 128}, "index": 0,
            })
        );
        let two = "6c4/11/11/11/11/11/11/11/4(TI)1(TI)4/11/11/3C7 r - - 0 1";
        assert_eq!(
            play(two, "I<T>f4"),
            json!({
                "code": "AMBIGUOUS_MOVE", "params": {"found": "I<T>f4", "first": "e4", "second": "g4"}, "index": 0,
            })
        );
        let commit = |variant: &str, params: Value| json!({"code": "SESSION_INVALID_OPERATION", "variant": variant, "params": params, "index": 0});
        let mut none = commit("noOpenSession", Value::Null);
        none.as_object_mut().unwrap().remove("params");
        assert_eq!(play(stack, "commit"), none);
        let at_sea = "6c4/11/11/11/11/11/11/1(NT)9/11/11/11/4C6 r - - 0 1 b5:T:N>b6...";
        assert_eq!(play(at_sea, "commit"), commit("cannotStay", json!({"unit": "T", "square": "b5"})));
    }
}
