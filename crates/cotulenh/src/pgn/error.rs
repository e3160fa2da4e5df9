//! What is wrong with a PGN, and where.

use crate::excerpt::excerpt;
use crate::headers::MAX_HEADERS;
use crate::parse::ParseMoveError;
use crate::setup::InvalidSetup;

use super::MAX_PGN_LENGTH;

/// A fault of a PGN: where and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}{}: {kind}", if token.is_empty() { String::new() } else { format!(", at {token:?}") })]
#[non_exhaustive]
pub struct PgnError {
    /// The line in the stream, from 1.
    pub line: usize,
    /// The column in the line, in characters from 1.
    pub column: usize,
    /// The offending piece of text, shortened.
    pub token: String,
    /// What is wrong with it.
    pub kind: PgnErrorKind,
}

impl PgnError {
    pub(crate) fn new((line, column): (usize, usize), token: &str, kind: PgnErrorKind) -> PgnError {
        PgnError { line, column, token: excerpt(token), kind }
    }
}

/// What is wrong with a PGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// The text contains no game.
    #[error("found no game")]
    NoGame,
    /// A game of more than [`MAX_PGN_LENGTH`] bytes.
    #[error("the game is longer than {MAX_PGN_LENGTH} bytes")]
    TooLong,
    /// More turns than the reader accepts.
    #[error("the game has more than {0} turns")]
    TooManyTurns(usize),
    /// Bytes that are not UTF-8.
    #[error("not valid UTF-8")]
    NotUtf8,
    /// The stream failed.
    #[error("cannot read: {0}")]
    Io(String),
    /// Not `[Name "value"]`.
    #[error("a header has the form [Name \"value\"]")]
    BadHeader,
    /// More than [`MAX_HEADERS`] headers.
    #[error("a game has at most {MAX_HEADERS} headers")]
    TooManyHeaders,
    /// A header that occurs again with another value. The last value counts; of `FEN` and
    /// `LastGuardPromotion` the first.
    #[error("the header occurs twice with different values")]
    DuplicateHeader,
    /// The `Result` header is not a result.
    #[error("a result is 1-0, 0-1, 1/2-1/2 or *")]
    BadResult,
    /// The `FEN` header is not a valid position.
    #[error("the FEN header is not a position: {0}")]
    BadFen(InvalidSetup),
    /// A `{` without `}`.
    #[error("the comment is never closed")]
    OpenComment,
    /// A `(` without `)`, or the other way round, or a variation before the first move.
    #[error("the parentheses of a variation do not match")]
    BadVariation,
    /// Not one of `$0` to `$255`, `!`, `?` and their pairs.
    #[error("a glyph is one of $0 to $255, !, ?, !!, ??, !? and ?!")]
    BadGlyph,
    /// A move that cannot be played.
    #[error("{0}")]
    BadMove(ParseMoveError),
    /// The unfinished deploy at the end cannot be played.
    #[error("the open deploy cannot be played: {0}")]
    BadDeploy(String),
}

impl PgnErrorKind {
    /// A name for programs: `badMove`. The texts of front ends are listed by it.
    pub const fn name(&self) -> &'static str {
        match self {
            PgnErrorKind::NoGame => "noGame",
            PgnErrorKind::TooLong => "tooLong",
            PgnErrorKind::TooManyTurns(_) => "tooManyTurns",
            PgnErrorKind::NotUtf8 => "notUtf8",
            PgnErrorKind::Io(_) => "io",
            PgnErrorKind::BadHeader => "badHeader",
            PgnErrorKind::TooManyHeaders => "tooManyHeaders",
            PgnErrorKind::DuplicateHeader => "duplicateHeader",
            PgnErrorKind::BadResult => "badResult",
            PgnErrorKind::BadFen(_) => "badFen",
            PgnErrorKind::OpenComment => "openComment",
            PgnErrorKind::BadVariation => "badVariation",
            PgnErrorKind::BadGlyph => "badGlyph",
            PgnErrorKind::BadMove(_) => "badMove",
            PgnErrorKind::BadDeploy(_) => "badDeploy",
        }
    }
}
