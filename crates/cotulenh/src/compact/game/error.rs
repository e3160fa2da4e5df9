//! What is wrong with the bytes of a game, and where; and why a game has no bytes.

use super::{MAX_GAME_LENGTH, MAX_GAME_TURNS, MAX_HEADERS, VERSION};
use crate::action::IllegalAction;
use crate::compact::DecodeError;
use crate::compact::bits::BitsError;
use crate::position::CommitError;
use crate::square::Square;

/// Bytes that are not a game. Offsets count from the first byte of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameDecodeError {
    /// The bytes end too early.
    #[error("the game does not end within its {length} bytes")]
    Truncated {
        /// How many there are.
        length: usize,
    },
    /// More bytes follow the game.
    #[error("byte {offset}: expected the end of the game, found {count} more bytes")]
    TrailingBytes {
        /// The first of them.
        offset: usize,
        /// How many.
        count: usize,
    },
    /// More than [`MAX_GAME_LENGTH`] bytes.
    #[error("a game has at most {MAX_GAME_LENGTH} bytes, found {length}")]
    TooLong {
        /// How many.
        length: usize,
    },
    /// A version of the format that is not known here.
    #[error("unknown version {found} of the game format: expected {VERSION}")]
    Version {
        /// The version.
        found: u8,
    },
    /// Bits of the first two bytes that have no meaning.
    #[error("byte {offset}: unknown flags {found:#010b}")]
    Flags {
        /// The byte's place.
        offset: usize,
        /// The byte.
        found: u8,
    },
    /// More than [`MAX_GAME_TURNS`] turns.
    #[error("a game has at most {MAX_GAME_TURNS} turns, found {found}")]
    TooManyTurns {
        /// How many.
        found: u32,
    },
    /// Rule options that do not exist, or that should have been left out.
    #[error("byte {offset}: unknown or superfluous rule options {found:#010b}")]
    Options {
        /// The byte's place.
        offset: usize,
        /// The byte.
        found: u8,
    },
    /// The start position cannot be read.
    #[error("the start position from byte {offset} on: {error}")]
    Start {
        /// Its first byte.
        offset: usize,
        /// What is wrong with it.
        error: DecodeError,
    },
    /// The start position is one that is written in another way, or a deploy is open in it.
    #[error("byte {offset}: this start position has another form")]
    StartForm {
        /// Its first byte.
        offset: usize,
    },
    /// A header cannot be read.
    #[error("byte {offset}: {fault}")]
    Header {
        /// Its first byte.
        offset: usize,
        /// What is wrong with it.
        fault: HeaderFault,
    },
    /// A turn cannot be played.
    #[error("turn {number}, byte {offset}: {fault}")]
    Turn {
        /// Its number, from 1.
        number: u32,
        /// Its first byte.
        offset: usize,
        /// What is wrong with it.
        fault: TurnFault,
    },
    /// The end of the game disagrees with the rules, or with its last turn.
    #[error("the end of the game disagrees with its turns")]
    End,
    /// A number that is too large.
    #[error("byte {offset}: expected a number up to 4294967295")]
    Number {
        /// Its last byte.
        offset: usize,
    },
    /// The same game has another, canonical form.
    #[error("byte {offset}: superfluous bits")]
    NotCanonical {
        /// The byte.
        offset: usize,
    },
}

/// What is wrong with a header of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HeaderFault {
    /// The number of a name that does not exist.
    #[error("unknown header name {found}")]
    NameNumber {
        /// The number.
        found: u8,
    },
    /// A name that is not allowed, or that has a number.
    #[error("a header name that is not allowed here")]
    Name,
    /// A value that is not UTF-8, or contains control characters.
    #[error("a header value that is not text on one line")]
    Value,
    /// A header that occurs twice or out of order, or that says what is said elsewhere.
    #[error("a superfluous or misplaced header")]
    Superfluous,
}

/// What is wrong with a turn of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnFault {
    /// The side to move has fewer units.
    #[error("found unit {number} of {count}")]
    Unit {
        /// The number of the unit, from 0.
        number: usize,
        /// How many there are.
        count: usize,
    },
    /// The unit has fewer legal moves.
    #[error("found move {number} of {count} from {from}")]
    Move {
        /// The number of the move, from 0.
        number: usize,
        /// How many there are, a deploy included.
        count: usize,
        /// The point of the unit.
        from: Square,
    },
    /// A step of a deploy that cannot be played.
    #[error("step {step} of the deploy from {from} cannot be played")]
    Step {
        /// Its number, from 1.
        step: usize,
        /// The point of the deploy.
        from: Square,
    },
    /// A deploy that cannot be committed.
    #[error(transparent)]
    Commit(CommitError),
    /// A score or a clock that is too large.
    #[error("a score beyond ± 32766, or a clock beyond 4294967295 ms")]
    Note,
}

impl From<BitsError> for GameDecodeError {
    fn from(error: BitsError) -> GameDecodeError {
        match error {
            BitsError::Truncated(length) => GameDecodeError::Truncated { length },
            BitsError::Number(offset) => GameDecodeError::Number { offset },
            BitsError::NotCanonical(offset) => GameDecodeError::NotCanonical { offset },
        }
    }
}

/// Why a game cannot be written as bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameEncodeError {
    /// An action cannot be played.
    #[error(transparent)]
    Illegal(#[from] IllegalAction),
    /// More than [`MAX_GAME_TURNS`] turns.
    #[error("a game has at most {MAX_GAME_TURNS} turns")]
    TooManyTurns,
    /// Too many headers.
    #[error("a game has at most {MAX_HEADERS} headers, found {found}")]
    TooManyHeaders {
        /// How many.
        found: usize,
    },
    /// More than [`MAX_GAME_LENGTH`] bytes.
    #[error("a game has at most {MAX_GAME_LENGTH} bytes, found {length}")]
    TooLong {
        /// How many.
        length: usize,
    },
    /// The game is said to have ended by the rules, and has not, or with another result.
    #[error("the game has not ended like this by the rules")]
    NotByRules,
}
