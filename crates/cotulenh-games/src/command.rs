//! What a player can do in a game, and why it can be refused.

use cotulenh::{Color, Refusal};
use serde::Deserialize;

use crate::live_game::GameView;
use crate::storage::StorageError;

/// What a player does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
#[non_exhaustive]
pub enum GameCommand {
    /// Plays a move or a deploy step.
    Move {
        /// Its LAN.
        lan: String,
        /// Its flags; LAN and flags together identify a move.
        flags: Option<String>,
    },
    /// Ends the open deploy.
    Commit,
    /// Takes back the last step, or turns until a person is to move.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Takes back the whole open deploy.
    Cancel,
    /// Resigns.
    Resign {
        /// The side that resigns.
        color: Color,
    },
    /// Agrees to a draw.
    Draw {
        /// The side that offers it.
        color: Color,
    },
    /// Looks at the clock: a side may have run out of time.
    Flag,
}

/// Why a command was refused.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// No game has this id.
    #[error("unknown game")]
    Unknown,
    /// The caller has not seen the latest change.
    #[error("the game has changed: the command was for another revision")]
    Conflict(Box<GameView>),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The engine is to move, or plays this side.
    #[error("it is not this player's turn")]
    NotYourTurn,
    /// The move is illegal.
    #[error("not legal here: {text}")]
    Illegal {
        /// The move as it was given, or the error of the parser.
        text: String,
        /// The reason, if the text names a move.
        why: Option<Box<Refusal>>,
    },
    /// No deploy is open.
    #[error("no deploy is open")]
    NoSession,
    /// Nothing was played that can be taken back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Nothing was taken back.
    #[error("there is nothing to play again")]
    NothingToRedo,
    /// Both sides have time left.
    #[error("both sides have time left")]
    TimeLeft,
    /// Storage failed, or the stored game is damaged.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl GameError {
    /// A stable name for programs, and the key of a text for people: `error.<CODE>`.
    pub fn code(&self) -> &'static str {
        match self {
            GameError::Unknown => "UNKNOWN_GAME",
            GameError::Conflict(_) => "CONFLICT",
            GameError::Over => "GAME_OVER",
            GameError::NotYourTurn => "NOT_YOUR_TURN",
            GameError::Illegal { .. } => "ILLEGAL_MOVE",
            GameError::NoSession => "NO_SESSION",
            GameError::NothingToUndo => "NOTHING_TO_UNDO",
            GameError::NothingToRedo => "NOTHING_TO_REDO",
            GameError::TimeLeft => "TIME_LEFT",
            GameError::Storage(error) => error.code(),
        }
    }
}
