//! The causes of a refusal, as data.

use crate::color::Color;
use crate::piece::Piece;
use crate::role::Role;
use crate::square::Square;
use crate::unit::Unit;

/// What prevents a move or a commit, with the units, points and numbers involved.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Cause {
    /// The game has ended. Only a [`Game`](crate::Game) gives this cause.
    GameOver,
    /// The point is empty, or the unit on it does not contain these pieces.
    EmptyPoint {
        /// The point.
        square: Square,
    },
    /// The unit belongs to the side that is not to move.
    NotYourPiece {
        /// The side to move.
        turn: Color,
        /// The point of the unit.
        square: Square,
    },
    /// A deploy is open on another point: only its stack may move.
    SessionOpen {
        /// The point of the deploy.
        square: Square,
    },
    /// The pieces have already been deployed in this turn.
    NotRemaining {
        /// The pieces.
        unit: Unit,
    },
    /// Several pieces of a stack were to step off together.
    OneByOne,
    /// Start and destination are the same point.
    SamePoint {
        /// The unit on it.
        unit: Unit,
        /// The point.
        square: Square,
    },
    /// A Headquarter moves only when it is heroic.
    HeadquarterFixed {
        /// Its point.
        square: Square,
    },
    /// The destination does not lie on a line along which the unit goes.
    WrongDirection {
        /// The unit.
        unit: Unit,
        /// It goes along diagonals too.
        diagonals: bool,
    },
    /// The destination is further away than the unit moves.
    OutOfRange {
        /// The unit.
        unit: Unit,
        /// The destination.
        to: Square,
        /// How far it moves in this direction.
        range: u8,
        /// How far the destination is.
        distance: u8,
    },
    /// The target is further away than the unit captures.
    CaptureRange {
        /// The unit.
        unit: Unit,
        /// The target's point.
        to: Square,
        /// How far it captures this target in this direction.
        range: u8,
        /// How far the target is.
        distance: u8,
    },
    /// A Commander does not capture a lone Commander diagonally.
    CommanderDiagonal {
        /// The enemy Commander.
        enemy: Square,
    },
    /// A unit stands in the way.
    Blocked {
        /// The unit that was to move.
        unit: Unit,
        /// The unit in the way.
        by: Unit,
        /// Where that stands.
        square: Square,
    },
    /// The unit cannot stand on a point that it would pass or arrive at.
    Terrain {
        /// The unit; for a combination, the resulting stack.
        unit: Unit,
        /// The point.
        square: Square,
    },
    /// A Navy does not enter this point diagonally: the shore at the river mouth bars it.
    Shore {
        /// The Navy.
        unit: Unit,
        /// The point.
        square: Square,
    },
    /// A heavy piece crosses the river only on a bridge.
    River {
        /// The heavy unit.
        unit: Unit,
        /// The first point across the river.
        to: Square,
    },
    /// Air defence destroys the Air Force before it arrives.
    ShotDown {
        /// The destination.
        to: Square,
        /// The defenders whose zones the flight meets.
        defenders: Vec<Square>,
    },
    /// The destination lies in an air-defence zone: only a suicide capture is possible there.
    SuicideOnly {
        /// The destination.
        to: Square,
        /// The defender of the zone.
        defenders: Vec<Square>,
    },
    /// The pieces of both units do not form a stack.
    NoStack {
        /// The unit that was to move.
        unit: Unit,
        /// The unit to join.
        friend: Unit,
        /// Where that stands.
        square: Square,
    },
    /// A Commander does not enter or cross a line that the enemy Commander sees.
    ForbiddenLine {
        /// The first point on that line.
        square: Square,
        /// The enemy Commander.
        enemy: Square,
    },
    /// Our Commander would be in check.
    Threatened {
        /// Where it would stand.
        commander: Square,
        /// The pieces that would threaten it.
        attackers: Vec<(Square, Piece)>,
    },
    /// The Commanders would face each other with nothing between them.
    Exposed {
        /// Where our Commander would stand.
        commander: Square,
        /// The enemy Commander.
        enemy: Square,
    },
    /// Our side would have no Commander.
    NoCommander,
    /// What would stay on the point of the deploy cannot stand there.
    CannotStay {
        /// What would stay.
        unit: Unit,
        /// The point of the deploy.
        square: Square,
    },
}

/// Writes the code of every cause, and the list of the codes, from one table.
macro_rules! codes {
    ($($cause:pat => $code:literal,)+) => {
        impl Cause {
            /// All codes.
            pub const CODES: &'static [&'static str] = &[$($code),+];

            /// The code for programs.
            pub const fn code(&self) -> &'static str {
                match self {
                    $($cause => $code,)+
                }
            }
        }
    };
}

codes! {
    Cause::GameOver => "GAME_OVER",
    Cause::EmptyPoint { .. } => "EMPTY_POINT",
    Cause::NotYourPiece { .. } => "NOT_YOUR_PIECE",
    Cause::SessionOpen { .. } => "SESSION_OPEN",
    Cause::NotRemaining { .. } => "NOT_REMAINING",
    Cause::OneByOne => "ONE_BY_ONE",
    Cause::SamePoint { .. } => "SAME_POINT",
    Cause::HeadquarterFixed { .. } => "HEADQUARTER_FIXED",
    Cause::WrongDirection { .. } => "WRONG_DIRECTION",
    Cause::OutOfRange { .. } => "OUT_OF_RANGE",
    Cause::CaptureRange { .. } => "CAPTURE_RANGE",
    Cause::CommanderDiagonal { .. } => "COMMANDER_DIAGONAL",
    Cause::Blocked { .. } => "BLOCKED",
    Cause::Terrain { .. } | Cause::Shore { .. } => "TERRAIN",
    Cause::River { .. } => "RIVER",
    Cause::ShotDown { .. } | Cause::SuicideOnly { .. } => "AIR_DEFENSE",
    Cause::NoStack { .. } => "NO_STACK",
    Cause::ForbiddenLine { .. } => "FORBIDDEN_LINE",
    Cause::Threatened { .. } => "COMMANDER_THREATENED",
    Cause::Exposed { .. } => "COMMANDER_EXPOSED",
    Cause::NoCommander => "NO_COMMANDER",
    Cause::CannotStay { .. } => "CANNOT_STAY",
}

impl Cause {
    /// Distinguishes cases that share a code, where a front end needs more than one sentence.
    pub fn variant(&self) -> Option<&'static str> {
        match self {
            Cause::WrongDirection { diagonals: false, .. } => Some("orthogonal"),
            Cause::WrongDirection { diagonals: true, .. } => Some("all"),
            Cause::Terrain { unit, .. } if unit.top_role() == Role::Navy => Some("land"),
            Cause::Terrain { .. } => Some("sea"),
            Cause::Shore { .. } => Some("shore"),
            Cause::ShotDown { .. } => Some("shotDown"),
            Cause::SuicideOnly { .. } => Some("suicideOnly"),
            _ => None,
        }
    }

    /// The clause of the rules behind this cause, unless the place where it is found names another.
    pub(super) const fn usual_clause(&self) -> &'static str {
        match self {
            Cause::GameOver => "10",
            Cause::EmptyPoint { .. } | Cause::SamePoint { .. } => "3",
            Cause::NotYourPiece { .. } => "1.1",
            Cause::SessionOpen { .. } | Cause::NotRemaining { .. } => "9.2",
            Cause::OneByOne => "9.1",
            Cause::HeadquarterFixed { .. } => "2.1",
            Cause::WrongDirection { .. } | Cause::OutOfRange { .. } => "2",
            Cause::CaptureRange { .. } => "4.1",
            Cause::CommanderDiagonal { .. } => "4.3",
            Cause::Blocked { .. } => "3.8",
            Cause::Terrain { .. } | Cause::Shore { .. } | Cause::River { .. } => "3.4",
            Cause::ShotDown { .. } => "5.3",
            Cause::SuicideOnly { .. } => "3.5",
            Cause::NoStack { .. } => "7.1",
            Cause::ForbiddenLine { .. } => "6.3",
            Cause::Threatened { .. } | Cause::Exposed { .. } | Cause::NoCommander => "6.5",
            Cause::CannotStay { .. } => "9.5",
        }
    }

    /// The points to mark on a board.
    pub fn points(&self) -> Vec<Square> {
        match self {
            Cause::EmptyPoint { square }
            | Cause::NotYourPiece { square, .. }
            | Cause::SessionOpen { square }
            | Cause::SamePoint { square, .. }
            | Cause::HeadquarterFixed { square }
            | Cause::Blocked { square, .. }
            | Cause::Terrain { square, .. }
            | Cause::Shore { square, .. }
            | Cause::NoStack { square, .. }
            | Cause::CannotStay { square, .. } => vec![*square],
            Cause::OutOfRange { to, .. } | Cause::CaptureRange { to, .. } | Cause::River { to, .. } => {
                vec![*to]
            }
            Cause::CommanderDiagonal { enemy } => vec![*enemy],
            Cause::ShotDown { defenders, .. } | Cause::SuicideOnly { defenders, .. } => defenders.clone(),
            Cause::ForbiddenLine { square, enemy } => vec![*square, *enemy],
            Cause::Threatened { commander, attackers } => {
                let mut points = vec![*commander];
                points.extend(attackers.iter().map(|(square, _)| *square));
                // Several pieces of one stack may threaten.
                points.dedup();
                points
            }
            Cause::Exposed { commander, enemy } => vec![*commander, *enemy],
            Cause::GameOver
            | Cause::NotRemaining { .. }
            | Cause::OneByOne
            | Cause::WrongDirection { .. }
            | Cause::NoCommander => Vec::new(),
        }
    }
}
