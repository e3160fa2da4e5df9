//! Errors as texts.

use core::fmt::{self, Display};

use cotulenh::{FaultCode, InvalidSetup, ParseMoveError, RuleOptions};
use serde::Serialize;

use crate::length_prefixed::{encode, mark, push_text};

/// The first character of an error. No other answer begins with it.
pub const ERROR_MARK: char = '!';

/// What is wrong, for programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ErrorCode {
    /// A FEN or a board is invalid.
    Fault(FaultCode),
    /// A number that is not a point of the board.
    InvalidSquare,
    /// A word of a PGN that is not a move.
    InvalidDestination,
    /// An operation that the present state of a deploy does not allow.
    InvalidSessionOperation,
    /// No legal move matches.
    NoMove,
    /// Several legal moves match.
    AmbiguousMove,
    /// A text that cannot be read, such as a PGN.
    Unknown,
    /// An invalid call: a defect of the caller.
    Internal,
}

impl ErrorCode {
    /// All codes that are not faults.
    pub const OTHERS: [ErrorCode; 7] = [
        ErrorCode::InvalidSquare,
        ErrorCode::InvalidDestination,
        ErrorCode::InvalidSessionOperation,
        ErrorCode::NoMove,
        ErrorCode::AmbiguousMove,
        ErrorCode::Unknown,
        ErrorCode::Internal,
    ];

    /// The code as JavaScript reads it.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorCode::Fault(code) => code.name(),
            ErrorCode::InvalidSquare => "BOARD_INVALID_SQUARE",
            ErrorCode::InvalidDestination => "MOVE_INVALID_DESTINATION",
            ErrorCode::InvalidSessionOperation => "SESSION_INVALID_OPERATION",
            ErrorCode::NoMove => "NO_MOVE",
            ErrorCode::AmbiguousMove => "AMBIGUOUS_MOVE",
            ErrorCode::Unknown => "UNKNOWN_ERROR",
            ErrorCode::Internal => "INTERNAL_INCONSISTENCY",
        }
    }
}

/// Why a call failed: a code for programs, a sentence for people, and details.
///
/// [`Display`] writes it as it is passed to JavaScript: [`ERROR_MARK`], the code, a space, the
/// sentence. An error with details is [`ERROR_MARK`] and the [data](crate::length_prefixed) of an
/// object: `code`, `message` and the details, each under its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallError {
    code: ErrorCode,
    message: String,
    /// Names and values, as in the data of an object.
    details: String,
}

impl CallError {
    /// An error with this code and message.
    pub fn new(code: ErrorCode, message: impl Display) -> CallError {
        CallError { code, message: message.to_string(), details: String::new() }
    }

    /// The same error with another message.
    #[must_use]
    pub fn with_message(self, message: impl Display) -> CallError {
        CallError { message: message.to_string(), ..self }
    }

    /// The same error with one more detail. Values that [data](crate::length_prefixed) cannot have are left
    /// out.
    #[must_use]
    pub fn with(mut self, name: &str, value: &impl Serialize) -> CallError {
        if let Ok(value) = encode(value) {
            push_value(name, &value, &mut self.details);
        }
        self
    }

    /// The code.
    pub fn code(&self) -> ErrorCode {
        self.code
    }
}

impl Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CallError { code, message, details } = self;
        if details.is_empty() {
            return write!(f, "{ERROR_MARK}{} {message}", code.name());
        }
        let mut object = String::from(mark::OBJECT);
        push_value("code", &text_data(code.name()), &mut object);
        push_value("message", &text_data(message), &mut object);
        write!(f, "{ERROR_MARK}{object}{details}")
    }
}

fn text_data(text: &str) -> String {
    format!("{}{text}", mark::TEXT)
}

/// Appends a name and the data of its value.
fn push_value(name: &str, value: &str, object: &mut String) {
    push_text(&text_data(name), object);
    push_text(value, object);
}

impl core::error::Error for CallError {}

impl From<InvalidSetup> for CallError {
    fn from(error: InvalidSetup) -> CallError {
        match error.first() {
            Some(fault) => CallError::new(ErrorCode::Fault(fault.code()), fault),
            None => CallError::new(ErrorCode::Fault(FaultCode::InvalidFormat), error),
        }
    }
}

impl From<ParseMoveError> for CallError {
    fn from(error: ParseMoveError) -> CallError {
        let code = match error {
            ParseMoveError::Ambiguous { .. } => ErrorCode::AmbiguousMove,
            _ => ErrorCode::NoMove,
        };
        CallError::new(code, error)
    }
}

/// Reads the byte that stands for rule options.
pub fn rule_options(bits: u8) -> Result<RuleOptions, CallError> {
    RuleOptions::from_bits(bits).ok_or_else(|| {
        CallError::new(ErrorCode::Internal, format!("unknown bits in rule options: {bits:#010b}"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_a_mark_a_code_and_a_sentence() {
        let error = CallError::new(ErrorCode::NoMove, "no legal move matches \"Ic9\"");
        assert_eq!(error.to_string(), "!NO_MOVE no legal move matches \"Ic9\"");
    }

    #[test]
    fn an_error_with_details_is_the_data_of_an_object() {
        let error = CallError::new(ErrorCode::NoMove, "x").with("place", &(7, "a"));
        let expected = "!{5:=code8:=NO_MOVE8:=message2:=x6:=place9:[2:#72:=a";
        assert_eq!(error.with("fraction", &0.5).to_string(), expected);
    }

    #[test]
    fn an_invalid_fen_gives_the_code_of_its_first_fault() {
        let invalid = cotulenh::Position::from_fen("x").unwrap_err();
        let first = invalid.first().unwrap().code();
        assert_eq!(CallError::from(invalid).code(), ErrorCode::Fault(first));
    }

    #[test]
    fn unknown_bits_in_rule_options_are_an_error() {
        assert_eq!(rule_options(0), Ok(RuleOptions::default()));
        assert_eq!(rule_options(0x80).unwrap_err().code(), ErrorCode::Internal);
    }
}
