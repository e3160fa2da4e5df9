//! What is wrong with an EPD line, and where.

use super::{MAX_EPD_LENGTH, MAX_OPCODE_LENGTH};
use crate::parse::ParseMoveError;
use crate::setup::InvalidSetup;

/// A fault of an EPD line: where and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}{}: {kind}", if token.is_empty() { String::new() } else { format!(", at {token:?}") })]
#[non_exhaustive]
pub struct EpdError {
    /// The line in the stream, from 1.
    pub line: usize,
    /// The column in the line, in characters from 1.
    pub column: usize,
    /// The offending piece of text, shortened.
    pub token: String,
    /// What is wrong with it.
    pub kind: EpdErrorKind,
}

impl EpdError {
    pub(super) fn new(column: usize, token: &str, kind: EpdErrorKind) -> EpdError {
        EpdError { line: 1, column, token: token.chars().take(80).collect(), kind }
    }
}

/// What is wrong with an EPD line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EpdErrorKind {
    /// The stream failed.
    #[error("cannot read: {0}")]
    Io(String),
    /// A line of more than [`MAX_EPD_LENGTH`] bytes.
    #[error("a line has at most {MAX_EPD_LENGTH} bytes")]
    TooLong,
    /// Bytes that are not UTF-8.
    #[error("not valid UTF-8")]
    NotUtf8,
    /// Fewer than four fields.
    #[error("expected four fields, found {found}")]
    Fields {
        /// How many there are.
        found: usize,
    },
    /// The fields, the clocks or the open deploy are not a position.
    #[error("not a position: {0}")]
    Position(InvalidSetup),
    /// Not the name of an operation.
    #[error("expected an opcode: a letter, then at most {} letters, digits and _", MAX_OPCODE_LENGTH - 1)]
    Opcode,
    /// An operation that occurs twice.
    #[error("the operation occurs twice")]
    Twice,
    /// An operation without `;`.
    #[error("expected ; at the end of the operation")]
    Unterminated,
    /// A `"` without another.
    #[error("the string is never closed")]
    OpenString,
    /// A control character in a string.
    #[error("a string cannot contain control characters")]
    ControlCharacter,
    /// An operand of the wrong kind, or too many or too few.
    #[error("{opcode}: expected {expected}")]
    Operands {
        /// The operation.
        opcode: String,
        /// What it takes.
        expected: &'static str,
    },
    /// A turn that cannot be played.
    #[error("{0}")]
    Turn(ParseMoveError),
}
