//! The methods of the bridge that are more than one call of the rules.

use serde::{Deserialize, Serialize, Serializer};

use crate::game::Game;
use crate::parse::{ParseMoveError, Strictness, Turn};
use crate::perft::perft_within;
use crate::position::Position;
use crate::view::PlayView;

use super::{BridgeError, BridgeParams, MAX_PERFT_NODES};

/// One entry of `play`.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(untagged)]
pub enum PlayEntry {
    /// A SAN, a LAN, the text of a whole deploy turn, or `commit`.
    Text(String),
    /// A move as `moves` and `parseMove` write it.
    Move {
        /// Its LAN.
        lan: String,
        /// Its flags, if they are given.
        flags: Option<String>,
    },
}

/// What the field `moves` should be.
pub(super) const EXPECTED_MOVES: &str = "a list of at least one move";

/// Plays the entries one after another, and describes the last. An entry that could not be read is
/// `None`.
pub fn play(
    position: Position,
    entries: impl IntoIterator<Item = Option<PlayEntry>>,
) -> Result<PlayView, BridgeError> {
    let mut game = Game::from(position);
    for (index, entry) in entries.into_iter().enumerate() {
        let played = match entry {
            Some(PlayEntry::Text(text)) => {
                game.play_action_text(&text, Strictness::Strict).map_err(BridgeError::from)
            }
            Some(PlayEntry::Move { lan, flags }) => {
                game.play_lan(&lan, flags.as_deref()).map_err(BridgeError::from)
            }
            None => Err(BridgeError::field("moves", "strings, or objects with lan and flags")),
        };
        played.map_err(|error| BridgeError { index: Some(index), ..error })?;
    }
    PlayView::of(&game).ok_or_else(|| BridgeError::field("moves", EXPECTED_MOVES))
}

/// What identifies a move or a whole deploy turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct TurnName {
    /// Its LAN.
    pub lan: String,
    /// Its flags.
    pub flags: String,
}

impl TurnName {
    fn of(turn: &Turn) -> Option<TurnName> {
        match turn {
            Turn::Step(mv) => Some(TurnName { lan: mv.to_string(), flags: mv.flags() }),
            Turn::Deploy(turn) => {
                let text = turn.open.deploy_turn_text()?;
                Some(TurnName { lan: text.lan, flags: text.flags })
            }
        }
    }
}

/// The move or turn that a text describes; `None` if there is none.
pub fn parse_move(position: &Position, text: &str) -> Result<Option<TurnName>, BridgeError> {
    match position.parse_turn(text, Strictness::Lenient) {
        Ok(turn) => Ok(TurnName::of(&turn)),
        Err(error @ ParseMoveError::Ambiguous { .. }) => Err(error.into()),
        Err(_) => Ok(None),
    }
}

/// The positions at a depth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct PerftView {
    /// Their number.
    pub nodes: u64,
    /// The number below each action, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub divide: Option<Divide>,
}

/// The nodes below each action, written as an object in the order of the actions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divide(pub Vec<(String, u64)>);

impl Serialize for Divide {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(action, nodes)| (action, nodes)))
    }
}

/// Counts the positions at a depth in actions, up to [`MAX_PERFT_NODES`].
pub fn perft(position: &Position, depth: u32, divide: bool) -> Result<PerftView, BridgeError> {
    let too_many = || {
        let message = format!("more than {MAX_PERFT_NODES} nodes: choose a smaller depth");
        BridgeError::new("LIMIT_EXCEEDED", message).with(BridgeParams::limit(MAX_PERFT_NODES))
    };
    let mut budget = MAX_PERFT_NODES;
    if !divide || depth == 0 {
        let nodes = perft_within(position, depth, &mut budget).ok_or_else(too_many)?;
        return Ok(PerftView { nodes, divide: None });
    }
    let mut parts = Vec::new();
    for action in position.actions() {
        let child = position.after_unchecked(action);
        let nodes = perft_within(&child, depth - 1, &mut budget).ok_or_else(too_many)?;
        parts.push((action.to_string(), nodes));
    }
    Ok(PerftView { nodes: parts.iter().map(|(_, nodes)| nodes).sum(), divide: Some(Divide(parts)) })
}
