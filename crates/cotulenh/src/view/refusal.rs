//! Refusals: why a move or a commit is not possible.

use serde::{Serialize, Serializer};

use crate::piece::Piece;
use crate::refusal::{Cause, Refusal};
use crate::square::Square;
use crate::unit::Unit;

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

impl RefusalParams {
    fn unit(unit: &Unit) -> RefusalParams {
        RefusalParams { unit: Some(unit.to_string()), ..Default::default() }
    }

    fn square(square: &Square) -> RefusalParams {
        RefusalParams { square: Some(square.to_string()), ..Default::default() }
    }

    fn at(self, square: &Square) -> RefusalParams {
        RefusalParams { square: Some(square.to_string()), ..self }
    }

    fn to(self, to: &Square) -> RefusalParams {
        RefusalParams { to: Some(to.to_string()), ..self }
    }

    fn enemy(self, enemy: &Square) -> RefusalParams {
        RefusalParams { enemy: Some(enemy.to_string()), ..self }
    }

    fn commander(commander: &Square) -> RefusalParams {
        RefusalParams { commander: Some(commander.to_string()), ..Default::default() }
    }

    fn defenders(defenders: &[Square]) -> RefusalParams {
        let defenders = defenders.iter().map(Square::to_string).collect();
        RefusalParams { defenders, ..Default::default() }
    }
}

impl From<&Cause> for RefusalParams {
    fn from(cause: &Cause) -> RefusalParams {
        match cause {
            Cause::GameOver | Cause::OneByOne | Cause::NoCommander => RefusalParams::default(),
            Cause::EmptyPoint { square }
            | Cause::SessionOpen { square }
            | Cause::HeadquarterFixed { square } => RefusalParams::square(square),
            Cause::NotYourPiece { turn, square } => {
                RefusalParams { turn: Some(turn.letter()), ..RefusalParams::square(square) }
            }
            Cause::NotRemaining { unit } | Cause::WrongDirection { unit, .. } => RefusalParams::unit(unit),
            Cause::SamePoint { unit, square }
            | Cause::Terrain { unit, square }
            | Cause::Shore { unit, square }
            | Cause::CannotStay { unit, square } => RefusalParams::unit(unit).at(square),
            Cause::OutOfRange { unit, to, range, distance }
            | Cause::CaptureRange { unit, to, range, distance } => RefusalParams {
                range: Some(*range),
                distance: Some(*distance),
                ..RefusalParams::unit(unit).to(to)
            },
            Cause::CommanderDiagonal { enemy } => RefusalParams::default().enemy(enemy),
            Cause::Blocked { unit, by, square } => {
                RefusalParams { by: Some(by.to_string()), ..RefusalParams::unit(unit).at(square) }
            }
            Cause::River { unit, to } => RefusalParams::unit(unit).to(to),
            Cause::ShotDown { to, defenders } | Cause::SuicideOnly { to, defenders } => {
                RefusalParams::defenders(defenders).to(to)
            }
            Cause::NoStack { unit, friend, square } => {
                RefusalParams { friend: Some(friend.to_string()), ..RefusalParams::unit(unit).at(square) }
            }
            Cause::ForbiddenLine { square, enemy } => RefusalParams::square(square).enemy(enemy),
            Cause::Threatened { commander, attackers } => RefusalParams {
                attackers: attackers.iter().map(AttackerView::from).collect(),
                ..RefusalParams::commander(commander)
            },
            Cause::Exposed { commander, enemy } => RefusalParams::commander(commander).enemy(enemy),
        }
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
