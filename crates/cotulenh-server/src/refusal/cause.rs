//! What can keep a unit from going somewhere.

use cotulenh::{Color, Piece, Square, Unit};

/// A reason, with what it is about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// The game has ended.
    GameOver,
    /// Nothing stands there, or not these pieces.
    EmptyPoint { square: Square },
    /// It is the other side's.
    NotYourPiece { turn: Color, square: Square },
    /// Only the stack on this point may move.
    SessionOpen { square: Square },
    /// It has been deployed already.
    NotRemaining { unit: Unit },
    /// Several pieces of a stack, but not all.
    OneByOne,
    /// From a point to itself.
    SamePoint { unit: Unit, square: Square },
    /// A Headquarter that is not heroic.
    HeadquarterFixed { square: Square },
    /// Not along a line on which it moves.
    WrongDirection { unit: Unit, diagonals: bool },
    /// Too far to go.
    OutOfRange { unit: Unit, to: Square, range: u8, distance: u8, clause: &'static str },
    /// Too far to take.
    CaptureRange { unit: Unit, to: Square, range: u8, distance: u8, clause: &'static str },
    /// A Commander next to a Commander, across the corner.
    CommanderDiagonal { enemy: Square },
    /// Something stands in the way.
    Blocked { unit: Unit, by: Unit, square: Square },
    /// It cannot stand there or pass there.
    Terrain { unit: Unit, square: Square, clause: &'static str },
    /// The shore at the river mouth.
    Shore { square: Square },
    /// Heavy pieces need a bridge.
    River { unit: Unit, to: Square },
    /// Shot down on the way.
    ShotDown { to: Square, defenders: Vec<Square> },
    /// Inside a zone it can only take something and be lost.
    SuicideOnly { to: Square, defenders: Vec<Square> },
    /// These pieces form no stack.
    NoStack { unit: Unit, friend: Unit, square: Square },
    /// In sight of the enemy Commander.
    ForbiddenLine { square: Square, enemy: Square },
    /// The own Commander would be in check.
    Threatened { commander: Square, attackers: Vec<(Square, Piece)> },
    /// The Commanders would face each other.
    Exposed { commander: Square, enemy: Square },
    /// There is no own Commander.
    NoCommander,
    /// What would stay behind cannot stand there.
    CannotStay { unit: Unit, square: Square },
    /// Illegal for a reason that has no words.
    Unsaid,
}

impl Cause {
    /// For programs.
    pub fn code(&self) -> &'static str {
        match self {
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
            Cause::Unsaid => "ILLEGAL",
        }
    }

    /// The clause of docs/rules.md that says no.
    pub fn clause(&self) -> &'static str {
        match self {
            Cause::GameOver => "10",
            Cause::EmptyPoint { .. } | Cause::SamePoint { .. } | Cause::Unsaid => "3",
            Cause::NotYourPiece { .. } => "1.1",
            Cause::SessionOpen { .. } | Cause::NotRemaining { .. } => "9.2",
            Cause::OneByOne => "9.1",
            Cause::HeadquarterFixed { .. } => "2.1",
            Cause::WrongDirection { .. } => "2",
            Cause::OutOfRange { clause, .. } | Cause::CaptureRange { clause, .. } => clause,
            Cause::Terrain { clause, .. } => clause,
            Cause::CommanderDiagonal { .. } => "4.3",
            Cause::Blocked { .. } => "3.8",
            Cause::Shore { .. } | Cause::River { .. } => "3.4",
            Cause::ShotDown { .. } => "5.3",
            Cause::SuicideOnly { .. } => "3.5",
            Cause::NoStack { .. } => "7.1",
            Cause::ForbiddenLine { .. } => "6.3",
            Cause::Threatened { .. } | Cause::Exposed { .. } | Cause::NoCommander => "6.5",
            Cause::CannotStay { .. } => "9.5",
        }
    }

    /// The points to mark on the board.
    pub fn squares(&self) -> Vec<Square> {
        match self {
            Cause::EmptyPoint { square }
            | Cause::NotYourPiece { square, .. }
            | Cause::SessionOpen { square }
            | Cause::SamePoint { square, .. }
            | Cause::HeadquarterFixed { square }
            | Cause::Blocked { square, .. }
            | Cause::Terrain { square, .. }
            | Cause::Shore { square }
            | Cause::NoStack { square, .. }
            | Cause::CannotStay { square, .. } => vec![*square],
            Cause::OutOfRange { to, .. } | Cause::CaptureRange { to, .. } | Cause::River { to, .. } => {
                vec![*to]
            }
            Cause::CommanderDiagonal { enemy } => vec![*enemy],
            Cause::ShotDown { defenders, .. } | Cause::SuicideOnly { defenders, .. } => defenders.clone(),
            Cause::ForbiddenLine { square, enemy } => vec![*square, *enemy],
            Cause::Threatened { commander, attackers } => {
                let mut squares = vec![*commander];
                squares.extend(attackers.iter().map(|(square, _)| *square));
                squares.dedup();
                squares
            }
            Cause::Exposed { commander, enemy } => vec![*commander, *enemy],
            Cause::GameOver
            | Cause::NotRemaining { .. }
            | Cause::OneByOne
            | Cause::WrongDirection { .. }
            | Cause::NoCommander
            | Cause::Unsaid => Vec::new(),
        }
    }
}
