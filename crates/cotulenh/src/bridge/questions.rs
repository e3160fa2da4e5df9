//! The methods of the bridge that answer questions about positions.

use core::ops::ControlFlow;

use serde::Serialize;

use crate::bitboard::Bitboard;
use crate::lan::Lan;
use crate::parse::{Strictness, Turn};
use crate::position::{DeployResults, Position};
use crate::square::Square;
use crate::view::{DeployResultView, OutcomeView, Sides, UnreachableView};

use super::{BridgeError, BridgeParams};

/// More results of deploys are refused: positions of games have a few thousand at most.
pub const MAX_DEPLOY_RESULTS: usize = 20_000;

/// The sides in check: now, or after a move, a step or a whole turn. With `legal` false, a move may
/// leave the own Commander in danger.
pub fn checks(position: &Position, text: Option<&str>, legal: bool) -> Result<Sides<bool>, BridgeError> {
    let Some(text) = text else { return Ok(position.checks().into()) };
    let options = position.options();
    let asked = match legal {
        true => *position,
        false => position.with_options(options.with_skip_commander_safety(true)),
    };
    let checks = match asked.parse_turn(text, Strictness::Lenient)? {
        Turn::Step(mv) => asked.checks_after(mv).map_err(|_| BridgeError::no_such_move(text))?,
        Turn::Deploy(turn) => turn.after.checks(),
    };
    Ok(checks.into())
}

/// How the game has ended, as far as the position alone tells.
pub fn outcome(position: &Position) -> Option<OutcomeView> {
    position.outcome().map(OutcomeView::from)
}

/// Why the position cannot arise from the start position.
pub fn unreachable(position: &Position) -> Vec<UnreachableView> {
    position.unreachable_reasons().into_iter().map(UnreachableView::from).collect()
}

/// A position and moves with ranks reflected and colours swapped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct MirrorView {
    /// The FEN of the mirrored position.
    pub fen: String,
    /// The LANs of the mirrored moves, if moves were given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub moves: Vec<String>,
}

/// Mirrors a position and the LANs of moves.
pub fn mirror(position: &Position, lans: &[impl AsRef<str>]) -> Result<MirrorView, BridgeError> {
    let mut moves = Vec::with_capacity(lans.len());
    for (index, text) in lans.iter().enumerate() {
        let lan: Lan = text.as_ref().parse().map_err(|error: crate::lan::ParseLanError| BridgeError {
            index: Some(index),
            ..BridgeError::request(error.to_string())
                .with(BridgeParams::found(text.as_ref()).with_field("moves"))
        })?;
        moves.push(lan.mirrored().to_string());
    }
    Ok(MirrorView { fen: position.mirrored().fen(), moves })
}

/// The distinct results of deploy turns from one stack, or from all.
pub fn deploy_results(
    position: &Position,
    square: Option<Square>,
) -> Result<Vec<DeployResultView>, BridgeError> {
    let mut views = Vec::new();
    let all =
        DeployResults::new().for_each(position, square.map_or(Bitboard::ALL, Bitboard::from), |result| {
            if views.len() == MAX_DEPLOY_RESULTS {
                return ControlFlow::Break(());
            }
            views.push(DeployResultView::new(position, result));
            ControlFlow::Continue(())
        });
    match all {
        ControlFlow::Continue(()) => Ok(views),
        ControlFlow::Break(()) => {
            let message = format!("more than {MAX_DEPLOY_RESULTS} results: ask for one point");
            let limit = BridgeParams::limit(MAX_DEPLOY_RESULTS as u64);
            Err(BridgeError::new("LIMIT_EXCEEDED", message).with(limit))
        }
    }
}
