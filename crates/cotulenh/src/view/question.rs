//! Answers to questions about positions: checks, capturers, differences, results.

use serde::Serialize;

use crate::capturers::Capturer;
use crate::color::Color;
use crate::piece::Piece;
use crate::position::{Checks, DeployResult, Outcome, Position};
use crate::position_diff::{Change, PieceChange, PiecePlace, PositionDiff};
use crate::reachability::UnreachableReason;
use crate::square::Square;
use crate::unit::Unit;

use super::{SessionView, Sides};

impl From<Checks> for Sides<bool> {
    fn from(checks: Checks) -> Sides<bool> {
        Sides::each(|color| checks.of(color))
    }
}

/// A piece that could capture on a point.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct CapturerView {
    /// Where it stands.
    pub square: String,
    /// The piece as in FEN.
    pub piece: String,
    /// It is carried, and captures by a deploy step.
    pub carried: bool,
    /// The flag of its capture (RULES 11.5): `c`, `s` or `k`.
    pub flag: char,
}

impl From<Capturer> for CapturerView {
    fn from(capturer: Capturer) -> CapturerView {
        CapturerView {
            square: capturer.from.to_string(),
            piece: capturer.piece.to_string(),
            carried: capturer.carried,
            flag: capturer.kind.letter(),
        }
    }
}

impl CapturerView {
    /// The capturers of both sides on a point: see [`Board::capturers`](crate::Board::capturers).
    pub fn of_both(position: &Position, square: Square) -> Sides<Vec<CapturerView>> {
        let found = |color| position.board().capturers(square, color).into_iter();
        Sides::each(|color| found(color).map(CapturerView::from).collect())
    }
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct OutcomeView {
    /// `r`, `b`, or null for a draw.
    pub winner: Option<char>,
    /// [`Outcome::reason_name`].
    pub reason: &'static str,
    /// [`Outcome::clauses`].
    pub clauses: &'static [&'static str],
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> OutcomeView {
        OutcomeView {
            winner: outcome.winner().map(Color::letter),
            reason: outcome.reason_name(),
            clauses: outcome.clauses(),
        }
    }
}

/// Why a position cannot arise from the start position. Each code has its own keys; the others are
/// left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct UnreachableView {
    /// [`UnreachableReason::code`].
    pub code: &'static str,
    /// [`UnreachableReason::clause`].
    pub clause: &'static str,
    /// The side: `r` or `b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<char>,
    /// The name of the role.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub role: Option<&'static str>,
    /// How many pieces there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<usize>,
    /// How many there can be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<usize>,
    /// The point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// The piece as in FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
}

impl From<UnreachableReason> for UnreachableView {
    fn from(reason: UnreachableReason) -> UnreachableView {
        let view = UnreachableView { code: reason.code(), clause: reason.clause(), ..Default::default() };
        let of = |color: Color| Some(color.letter());
        match reason {
            UnreachableReason::TooManyPieces { color, role, found, limit } => UnreachableView {
                color: of(color),
                role: Some(role.name()),
                found: Some(found),
                limit: Some(limit),
                ..view
            },
            UnreachableReason::HeadquarterMoved { square, color } => {
                UnreachableView { color: of(color), square: Some(square.to_string()), ..view }
            }
            UnreachableReason::CommanderMissing { color }
            | UnreachableReason::CommanderInDanger { color } => UnreachableView { color: of(color), ..view },
            UnreachableReason::NotPromoted { square, piece }
            | UnreachableReason::LastGuardNotPromoted { square, piece } => UnreachableView {
                color: of(piece.color),
                square: Some(square.to_string()),
                piece: Some(piece.to_string()),
                ..view
            },
        }
    }
}

/// A value before and after.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct ChangeView<T> {
    /// Before.
    pub before: T,
    /// After.
    pub after: T,
}

impl<T> ChangeView<T> {
    fn of<S>(change: Change<S>, view: impl Fn(S) -> T) -> ChangeView<T> {
        ChangeView { before: view(change.before), after: view(change.after) }
    }
}

/// A point with another unit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct PointChangeView {
    /// The point.
    pub square: String,
    /// The unit that stood there, as in FEN; null if none did.
    pub before: Option<String>,
    /// The unit that stands there.
    pub after: Option<String>,
}

/// A piece on a point.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct PlacedPieceView {
    /// The point.
    pub square: String,
    /// The piece as in FEN.
    pub piece: String,
}

/// What differs between two positions. Side, clocks and session are left out if they are equal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct PositionDiffView {
    /// The points that differ.
    pub points: Vec<PointChangeView>,
    /// The pieces that differ; null if a piece is new or gone.
    pub pieces: Vec<ChangeView<Option<PlacedPieceView>>>,
    /// The side to move: `r` or `b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<ChangeView<char>>,
    /// The half-move clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub half_moves: Option<ChangeView<u32>>,
    /// The move number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_number: Option<ChangeView<u32>>,
    /// The open deploy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<ChangeView<Option<SessionView>>>,
}

impl PositionDiffView {
    /// What differs; the rule options are not looked at.
    pub fn between(before: &Position, after: &Position) -> PositionDiffView {
        let PositionDiff { points, pieces, turn, halfmoves, move_number, session, .. } = before.diff(after);
        let unit = |unit: Option<Unit>| unit.map(|unit| unit.to_string());
        let piece = |change: PieceChange| {
            let placed = |place: PiecePlace| PlacedPieceView {
                square: place.square.to_string(),
                piece: Piece::new(change.color, change.role).with_heroic(place.heroic).to_string(),
            };
            ChangeView { before: change.before.map(placed), after: change.after.map(placed) }
        };
        PositionDiffView {
            points: points
                .into_iter()
                .map(|point| PointChangeView {
                    square: point.square.to_string(),
                    before: unit(point.before),
                    after: unit(point.after),
                })
                .collect(),
            pieces: pieces.into_iter().map(piece).collect(),
            turn: turn.map(|turn| ChangeView::of(turn, Color::letter)),
            half_moves: halfmoves.map(|clock| ChangeView::of(clock, |clock| clock)),
            move_number: move_number.map(|number| ChangeView::of(number, |number| number)),
            session: session
                .map(|_| ChangeView { before: SessionView::of(before), after: SessionView::of(after) }),
        }
    }
}

/// A position in which a deploy turn can end.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct DeployResultView {
    /// The LAN of the turn (RULES 11.4), steps made before included.
    pub lan: String,
    /// The actions that lead to it: LANs of steps, and `commit` unless the last one commits.
    pub actions: Vec<String>,
    /// The FEN after it.
    pub fen: String,
    /// The LAN of a move of a whole unit that leads to the same position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_as: Option<String>,
    /// [`DeployResult::clock_only`]; left out if it is false.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    pub clock_only: bool,
}

impl DeployResultView {
    /// A result of a deploy from this position.
    pub fn new(position: &Position, result: &DeployResult) -> DeployResultView {
        let mut open = *position;
        for step in result.steps() {
            // The steps of a result can be played.
            let _ = open.play_without_commit(step);
        }
        DeployResultView {
            lan: open.deploy_turn_text().map(|text| text.lan).unwrap_or_default(),
            actions: result.actions().map(|action| action.to_string()).collect(),
            fen: result.after.fen(),
            same_as: result.same_as.map(|mv| mv.to_string()),
            clock_only: result.clock_only,
        }
    }
}
