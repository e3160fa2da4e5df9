//! The methods of the bridge.

use std::borrow::Cow;

use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::color::Color;
use crate::game::Game;
use crate::moves::Move;
use crate::parse::{ParseMoveError, Strictness, Turn};
use crate::perft::perft_within;
use crate::position::Position;
use crate::role::Role;
use crate::san::SanWriter;
use crate::view::{AirDefenseView, FenCheckView, MoveView, PlayView, PositionView};

use super::error::shorten;
use super::request::read;
use super::{BridgeAnswer, BridgeError, BridgeParams, Extension, MAX_PERFT_NODES, Request};

/// Carries out one request.
pub(super) fn handle(
    request: &Request<'_>,
    extension: &mut impl Extension,
) -> Result<BridgeAnswer, BridgeError> {
    let method = request.text("method")?.ok_or_else(|| BridgeError::field("method", "a string"))?;
    match &*method {
        "position" => BridgeAnswer::new(&PositionView::from(&request.position()?)),
        "moves" => BridgeAnswer::new(&moves(request)?),
        "play" => BridgeAnswer::new(&play(request)?),
        "attackers" => BridgeAnswer::new(&attackers(request)?),
        "airDefense" => BridgeAnswer::new(&AirDefenseView::from(&request.position()?)),
        "checkFen" => {
            let fen = request.text("fen")?.unwrap_or(Cow::Borrowed(Position::START_FEN));
            BridgeAnswer::new(&FenCheckView::of(&fen))
        }
        "parseMove" => BridgeAnswer::new(&parse_move(request)?),
        "perft" => BridgeAnswer::new(&perft(request)?),
        _ => extension.handle(&method, request).unwrap_or_else(|| {
            let message = format!("unknown method {:?}", shorten(&method));
            Err(BridgeError::new("UNKNOWN_METHOD", message).with(BridgeParams::found(&method)))
        }),
    }
}

fn moves(request: &Request<'_>) -> Result<Vec<MoveView>, BridgeError> {
    let position = request.position()?;
    let square = request.square()?;
    let role_of = |text: Cow<'_, str>| {
        let mut letters = text.chars();
        let role = letters.next().and_then(Role::from_letter).filter(|_| letters.next().is_none());
        role.ok_or_else(|| {
            BridgeError::request(format!("role: expected the letter of a role, found {:?}", shorten(&text)))
                .with(BridgeParams::found(&text).with_field("role"))
        })
    };
    let role = request.text("role")?.map(role_of).transpose()?;
    let legal = request.flag("legal")?.unwrap_or(true);
    let all = if legal { position.legal_moves() } else { position.pseudo_legal_moves() };
    // SANs are told apart from all moves, not only from the listed ones (RULES 12.15).
    let writer = SanWriter::new(all);
    let listed = |mv: &&Move| {
        square.is_none_or(|square| square == mv.from())
            && role.is_none_or(|role| role == mv.unit().top_role())
    };
    let view = |&mv: &Move| MoveView::new(&position, mv, writer.san(mv));
    Ok(writer.moves().iter().filter(listed).map(view).collect())
}

/// One entry of `play`.
#[derive(Deserialize)]
#[serde(untagged)]
enum PlayEntry {
    /// A SAN, a LAN, the text of a whole deploy turn, or `commit`.
    Text(String),
    /// A move as `moves` and `parseMove` write it.
    Move { lan: String, flags: Option<String> },
}

fn play(request: &Request<'_>) -> Result<PlayView, BridgeError> {
    let expected = "a list of at least one move";
    let mut game = Game::from(request.position()?);
    let entries: Vec<&RawValue> = request.field("moves", expected)?.unwrap_or_default();
    for (index, entry) in entries.into_iter().enumerate() {
        let played = match read(entry) {
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
    PlayView::of(&game).ok_or_else(|| BridgeError::field("moves", expected))
}

fn attackers(request: &Request<'_>) -> Result<Vec<String>, BridgeError> {
    let position = request.position()?;
    let square = request.square()?.ok_or_else(|| BridgeError::field("square", "a string"))?;
    let color = match request.text("color")?.as_deref() {
        Some("r") => Color::Red,
        Some("b") => Color::Blue,
        _ => return Err(BridgeError::field("color", "\"r\" or \"b\"")),
    };
    let attackers = position.board().attackers(square, color).into_iter();
    let mut names: Vec<String> = attackers
        .map(|(from, piece)| format!("{from}{}", piece.role.letter().to_ascii_lowercase()))
        .collect();
    names.sort();
    Ok(names)
}

/// What identifies a move or a whole deploy turn.
#[derive(Serialize)]
struct TurnName {
    lan: String,
    flags: String,
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

fn parse_move(request: &Request<'_>) -> Result<Option<TurnName>, BridgeError> {
    let position = request.position()?;
    let text = request.text("text")?.ok_or_else(|| BridgeError::field("text", "a string"))?;
    match position.parse_turn(&text, Strictness::Lenient) {
        Ok(turn) => Ok(TurnName::of(&turn)),
        Err(error @ ParseMoveError::Ambiguous { .. }) => Err(error.into()),
        Err(_) => Ok(None),
    }
}

#[derive(Serialize)]
struct PerftView {
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Divide>,
}

/// The nodes below each action, written as an object in the order of the actions.
struct Divide(Vec<(String, u64)>);

impl Serialize for Divide {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(action, nodes)| (action, nodes)))
    }
}

fn perft(request: &Request<'_>) -> Result<PerftView, BridgeError> {
    let position = request.position()?;
    let depth = request.number("depth", 0, 255)?;
    let depth = depth.ok_or_else(|| BridgeError::field("depth", "a whole number from 0 to 255"))? as u32;
    let too_many = || {
        let message = format!("more than {MAX_PERFT_NODES} nodes: choose a smaller depth");
        BridgeError::new("LIMIT_EXCEEDED", message).with(BridgeParams::limit(MAX_PERFT_NODES))
    };
    let mut budget = MAX_PERFT_NODES;
    if !request.flag("divide")?.unwrap_or(false) || depth == 0 {
        let nodes = perft_within(&position, depth, &mut budget).ok_or_else(too_many)?;
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
