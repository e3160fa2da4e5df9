//! Refusals: why a move or a commit is not possible.

use core::fmt::Display;

use serde::{Serialize, Serializer};

use crate::piece::Piece;
use crate::refusal::{Cause, Refusal};
use crate::square::Square;

/// A refusal. Code, variant and parameters are enough to word it in any language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct RefusalView {
    /// Its code, such as `OUT_OF_RANGE`.
    pub code: &'static str,
    /// Distinguishes cases that share a code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variant: Option<&'static str>,
    /// The clause of `docs/rules.md`.
    pub clause: &'static str,
    /// The points to mark on a board.
    pub squares: Vec<String>,
    /// The data of the cause.
    pub params: RefusalParams,
}

/// The data of a refusal. Each code has its own keys; the others are left out. Units and pieces are
/// written as in FEN, so their case tells the side.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct RefusalParams {
    /// The unit that was to move, or to stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// The unit in the way.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<String>,
    /// The unit to join.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub friend: Option<String>,
    /// The point that matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// The destination.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The range in this direction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range: Option<u8>,
    /// The distance of the destination.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u8>,
    /// The point of our Commander.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commander: Option<String>,
    /// The point of the enemy Commander.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enemy: Option<String>,
    /// The side to move: `r` or `b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<char>,
    /// The points of the air defence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defenders: Vec<String>,
    /// The pieces that would give check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attackers: Vec<AttackerView>,
}

/// A piece that threatens a point.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct AttackerView {
    /// Where it stands.
    pub square: String,
    /// The piece as in FEN.
    pub piece: String,
}

impl From<&Cause> for RefusalParams {
    // Fields are set one by one: moving whole values about would be most of this code in WASM.
    fn from(cause: &Cause) -> RefusalParams {
        let text = |value: &dyn Display| Some(value.to_string());
        let mut params = RefusalParams::default();
        match cause {
            Cause::GameOver | Cause::OneByOne | Cause::NoCommander => {}
            Cause::EmptyPoint { square }
            | Cause::SessionOpen { square }
            | Cause::HeadquarterFixed { square } => params.square = text(square),
            Cause::NotYourPiece { turn, square } => {
                params.turn = Some(turn.letter());
                params.square = text(square);
            }
            Cause::NotRemaining { unit } | Cause::WrongDirection { unit, .. } => params.unit = text(unit),
            Cause::SamePoint { unit, square }
            | Cause::Terrain { unit, square }
            | Cause::Shore { unit, square }
            | Cause::CannotStay { unit, square } => {
                params.unit = text(unit);
                params.square = text(square);
            }
            Cause::OutOfRange { unit, to, range, distance }
            | Cause::CaptureRange { unit, to, range, distance } => {
                params.unit = text(unit);
                params.to = text(to);
                params.range = Some(*range);
                params.distance = Some(*distance);
            }
            Cause::CommanderDiagonal { enemy } => params.enemy = text(enemy),
            Cause::Blocked { unit, by, square } => {
                params.unit = text(unit);
                params.by = text(by);
                params.square = text(square);
            }
            Cause::River { unit, to } => {
                params.unit = text(unit);
                params.to = text(to);
            }
            Cause::ShotDown { to, defenders } | Cause::SuicideOnly { to, defenders } => {
                params.to = text(to);
                params.defenders = defenders.iter().map(Square::to_string).collect();
            }
            Cause::NoStack { unit, friend, square } => {
                params.unit = text(unit);
                params.friend = text(friend);
                params.square = text(square);
            }
            Cause::ForbiddenLine { square, enemy } => {
                params.square = text(square);
                params.enemy = text(enemy);
            }
            Cause::Threatened { commander, attackers } => {
                params.commander = text(commander);
                params.attackers = attackers.iter().map(AttackerView::from).collect();
            }
            Cause::Exposed { commander, enemy } => {
                params.commander = text(commander);
                params.enemy = text(enemy);
            }
        }
        params
    }
}

impl From<&(Square, Piece)> for AttackerView {
    fn from((square, piece): &(Square, Piece)) -> AttackerView {
        AttackerView { square: square.to_string(), piece: piece.to_string() }
    }
}

impl From<&Refusal> for RefusalView {
    fn from(refusal: &Refusal) -> RefusalView {
        RefusalView {
            code: refusal.code(),
            variant: refusal.variant(),
            clause: refusal.clause(),
            squares: refusal.points().iter().map(Square::to_string).collect(),
            params: RefusalParams::from(refusal.cause()),
        }
    }
}

impl From<Refusal> for RefusalView {
    fn from(refusal: Refusal) -> RefusalView {
        RefusalView::from(&refusal)
    }
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RefusalView::from(self).serialize(serializer)
    }
}
