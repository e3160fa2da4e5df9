//! Whether a position can arise from the start position: a static check.

use core::fmt;

use crate::board::Board;
use crate::color::Color;
use crate::piece::Piece;
use crate::position::Position;
use crate::role::Role;
use crate::square::Square;
use crate::threats::Threats;
use crate::unit::Unit;

/// Why a position cannot arise from the start position by legal play, from
/// [`Position::unreachable_reasons`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum UnreachableReason {
    /// More pieces of a role than the start position has (RULES 1.6). No rule adds a piece or
    /// changes its role.
    TooManyPieces {
        /// Their side.
        color: Color,
        /// Their role.
        role: Role,
        /// How many there are.
        found: usize,
        /// How many the start position has.
        limit: usize,
    },
    /// A Headquarter that is not heroic, away from where it began: it cannot move (RULES 2).
    HeadquarterMoved {
        /// Where it stands.
        square: Square,
        /// Its side.
        color: Color,
    },
    /// A Commander is missing, and yet the game has gone on (RULES 10.3): its side is not to move,
    /// or has begun a deploy.
    CommanderMissing {
        /// Its side.
        color: Color,
    },
    /// The side that has just moved has left its Commander threatened or exposed (RULES 6.5).
    CommanderInDanger {
        /// Its side.
        color: Color,
    },
    /// A piece of the side that has just moved threatens the enemy Commander and is not heroic
    /// (RULES 8.1).
    NotPromoted {
        /// Where it stands.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// The last unit beside a Commander is not heroic (RULES 8.2).
    LastGuardNotPromoted {
        /// Where it stands.
        square: Square,
        /// The piece.
        piece: Piece,
    },
}

impl UnreachableReason {
    /// The code for programs.
    pub const fn code(self) -> &'static str {
        match self {
            UnreachableReason::TooManyPieces { .. } => "TOO_MANY_PIECES",
            UnreachableReason::HeadquarterMoved { .. } => "HEADQUARTER_MOVED",
            UnreachableReason::CommanderMissing { .. } => "COMMANDER_MISSING",
            UnreachableReason::CommanderInDanger { .. } => "COMMANDER_IN_DANGER",
            UnreachableReason::NotPromoted { .. } => "NOT_PROMOTED",
            UnreachableReason::LastGuardNotPromoted { .. } => "LAST_GUARD_NOT_PROMOTED",
        }
    }

    /// The clause of `docs/rules.md` that play would have broken.
    pub const fn clause(self) -> &'static str {
        match self {
            UnreachableReason::TooManyPieces { .. } => "1.6",
            UnreachableReason::HeadquarterMoved { .. } => "2",
            UnreachableReason::CommanderMissing { .. } => "10.3",
            UnreachableReason::CommanderInDanger { .. } => "6.5",
            UnreachableReason::NotPromoted { .. } => "8.1",
            UnreachableReason::LastGuardNotPromoted { .. } => "8.2",
        }
    }
}

impl fmt::Display for UnreachableReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnreachableReason::TooManyPieces { color, role, found, limit } => {
                write!(f, "{found} pieces of {color} are {role}: expected at most {limit}")
            }
            UnreachableReason::HeadquarterMoved { square, color } => {
                write!(f, "{square}: a {color} headquarter that is not heroic cannot have moved here")
            }
            UnreachableReason::CommanderMissing { color } => {
                write!(f, "the game has gone on without the {color} commander")
            }
            UnreachableReason::CommanderInDanger { color } => {
                write!(f, "{color} has left its commander in danger")
            }
            UnreachableReason::NotPromoted { square, piece } => {
                write!(f, "{square}: {piece} threatens the enemy commander and is not heroic")
            }
            UnreachableReason::LastGuardNotPromoted { square, piece } => {
                write!(f, "{square}: {piece} is the last guard and is not heroic")
            }
        }
    }
}

impl Role {
    /// How many pieces of this role each side has in the start position (RULES 1.6).
    ///
    /// ```
    /// use cotulenh::Role;
    /// assert_eq!(Role::Tank.initial_count(), 2);
    /// assert_eq!(Role::ALL.iter().map(|role| role.initial_count()).sum::<usize>(), 19);
    /// ```
    pub const fn initial_count(self) -> usize {
        let fen = Position::START_FEN.as_bytes();
        let (mut count, mut i) = (0, 0);
        while fen[i] != b' ' {
            count += (fen[i] == self.letter() as u8) as usize;
            i += 1;
        }
        count
    }
}

impl Position {
    /// What proves that legal play from the start position does not lead here. Placement, heroic
    /// flags, side to move and open session count; the clocks do not.
    ///
    /// This is a static check, without a search. Every reason is certain, but an empty list does not
    /// prove that the position can arise. Where a unit can stand at all is part of what a
    /// [`Position`] is.
    ///
    /// ```
    /// use cotulenh::Position;
    /// assert!(Position::start().unreachable_reasons().is_empty());
    /// let position = Position::from_fen("6c4/11/11/11/11/4TTT4/11/11/2I8/11/11/3C7 r - - 0 1")?;
    /// let reasons = position.unreachable_reasons();
    /// assert_eq!(reasons[0].to_string(), "3 pieces of red are tank: expected at most 2");
    /// assert_eq!((reasons[0].code(), reasons[0].clause()), ("TOO_MANY_PIECES", "1.6"));
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    pub fn unreachable_reasons(&self) -> Vec<UnreachableReason> {
        // The steps of an open session are legal, so it is the position where it began that counts.
        let board = &self.turn_start_board();
        let mut reasons = Vec::new();
        count_pieces(board, &mut reasons);
        check_headquarters(board, &mut reasons);
        self.check_last_turn(board, &mut reasons);
        if !self.options().skip_last_guard_promotion {
            check_last_guards(board, &mut reasons);
        }
        reasons
    }

    /// What the side that has just moved cannot have left behind.
    fn check_last_turn(&self, board: &Board, reasons: &mut Vec<UnreachableReason>) {
        let (us, them) = (self.turn(), !self.turn());
        if !self.options().skip_commander_safety {
            for color in Color::ALL {
                let is_over = color == us && self.session().is_none();
                if board.commander(color).is_none() && !is_over {
                    reasons.push(UnreachableReason::CommanderMissing { color });
                }
            }
            if board.commander(them).is_some() && board.commander_in_danger(them) {
                reasons.push(UnreachableReason::CommanderInDanger { color: them });
            }
        }
        let Some(commander) = board.commander(us) else { return };
        for (square, roles) in Threats::new(board, commander, them).iter() {
            let pieces = board.raw(square).pieces();
            let unpromoted = pieces.filter(|piece| roles & piece.role.bit() != 0 && !piece.heroic);
            reasons.extend(unpromoted.map(|piece| UnreachableReason::NotPromoted { square, piece }));
        }
    }
}

fn count_pieces(board: &Board, reasons: &mut Vec<UnreachableReason>) {
    let mut counts = [[0; Role::COUNT]; 2];
    for piece in board.iter().flat_map(|(_, unit)| unit.pieces()) {
        counts[piece.color as usize][piece.role as usize] += 1;
    }
    for color in Color::ALL {
        for role in Role::ALL {
            let (found, limit) = (counts[color as usize][role as usize], role.initial_count());
            if found > limit {
                reasons.push(UnreachableReason::TooManyPieces { color, role, found, limit });
            }
        }
    }
}

/// A Headquarter carries, but nothing carries it (RULES 7.1): it moves by itself or not at all.
fn check_headquarters(board: &Board, reasons: &mut Vec<UnreachableReason>) {
    let standing = board.tops(Role::Headquarter) - board.heroic_tops();
    if standing.is_empty() {
        return;
    }
    let start = Position::start();
    for square in standing {
        let color = board.raw(square).color();
        let began_here = |unit: Unit| unit.color() == color && unit.has(Role::Headquarter);
        if !start.board().get(square).is_some_and(began_here) {
            reasons.push(UnreachableReason::HeadquarterMoved { square, color });
        }
    }
}

fn check_last_guards(board: &Board, reasons: &mut Vec<UnreachableReason>) {
    for color in Color::ALL {
        let guards = board.of(color) - board.tops(Role::Commander);
        if let Some(square) = guards.first()
            && !guards.has_many()
            && !board.stacks().contains(square)
            && !board.heroic_tops().contains(square)
        {
            let piece = board.raw(square).top();
            reasons.push(UnreachableReason::LastGuardNotPromoted { square, piece });
        }
    }
}
