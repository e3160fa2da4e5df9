//! Snapshots: everything that a user interface shows of a position, in one array of 32-bit words.
//!
//! An array begins with [`SnapshotHead`]; [`SNAPSHOT_FIELDS`] names its words. The parts follow in
//! this order, each as long as the head or its own first words say:
//!
//! 1. the position as bytes ([`Position::to_bytes`](cotulenh::Position::to_bytes)), four in a word,
//!    the first in the lowest bits;
//! 2. the units: [`unit_word`] and the point above it ([`POINT_SHIFT`]);
//! 3. the movers: a word like that of a unit, with [`DEPLOY_BIT`] for a piece that would leave its
//!    stack; the number of destinations; and for each the point and, above it, the kind
//!    ([`KIND_SHIFT`]);
//! 4. the open deploy, if there is one: the stack as it stood with its point; the unit word of what
//!    remains, or 0; the steps;
//! 5. the turn that was played last, if it is told: the unit with its point, and [`DEPLOY_BIT`] for
//!    a deploy; the unit word of what stayed, or 0; the steps; the number of captured units, and
//!    their unit words;
//! 6. if that turn was a deploy, the position before its commit: its length, and bytes as in 1.
//!
//! Steps are their number and two words for each: the unit with the point where it starts, and
//! destination and kind.

use cotulenh::{Color, Move, MoveKind, Outcome, Piece, Position, Role, Square, Unit};

/// Declares [`SnapshotHead`] and the names of its words in JavaScript.
macro_rules! head {
    ($($(#[doc = $doc:literal])+ $field:ident $name:literal,)+) => {
        /// The first words of a snapshot.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
        pub struct SnapshotHead {
            $($(#[doc = $doc])+ pub $field: u32,)+
        }

        /// Names and descriptions of the words, in order.
        pub const SNAPSHOT_FIELDS: &[(&str, &str)] = &[$(($name, concat!($($doc),+))),+];

        impl SnapshotHead {
            /// The words in order.
            pub fn words(self) -> [u32; SNAPSHOT_FIELDS.len()] {
                [$(self.$field),+]
            }
        }
    };
}

head! {
    /// The number of bytes of the position; 0 if the action was refused.
    length "LENGTH",
    /// The side to move: an index of COLORS.
    turn "TURN",
    /// The half-move clock.
    half_moves "HALF_MOVES",
    /// The move number.
    move_number "MOVE_NUMBER",
    /// Bits of STATUS.
    status "STATUS",
    /// An index of RESULTS, or 0.
    result "RESULT",
    /// The lower half of the key that counts for repetitions.
    key_low "KEY_LOW",
    /// Its upper half.
    key_high "KEY_HIGH",
    /// The point of Red's Commander plus one, or 0.
    red_commander "RED_COMMANDER",
    /// The point of Blue's Commander plus one, or 0.
    blue_commander "BLUE_COMMANDER",
    /// The number of units.
    units "UNITS",
    /// The number of movers.
    movers "MOVERS",
    /// 1 if a deploy is open.
    deploy "DEPLOY",
    /// 1 if the array tells the turn that was played last.
    last_turn "LAST_TURN",
}

/// The names of the kinds of moves, by their numbers.
pub const KIND_NAMES: [&str; 6] = ["move", "capture", "stay", "suicide", "combination", "recombination"];

/// How games end, by [`result_number`]: the winner and the reason. The first is a game that goes on.
pub const RESULTS: [(Option<Color>, &str); 8] = [
    (None, ""),
    (Some(Color::Red), "checkmate"),
    (Some(Color::Blue), "checkmate"),
    (Some(Color::Red), "commanderCaptured"),
    (Some(Color::Blue), "commanderCaptured"),
    (None, "stalemate"),
    (None, "fiftyMoves"),
    (None, "threefold"),
];

/// The index of an outcome in [`RESULTS`].
pub fn result_number(outcome: Option<Outcome>) -> u32 {
    use cotulenh::{DrawReason, WinReason};
    let Some(outcome) = outcome else { return 0 };
    let reason = match outcome {
        Outcome::Win { reason: WinReason::Checkmate, .. } => "checkmate",
        Outcome::Win { reason: WinReason::CommanderCaptured, .. } => "commanderCaptured",
        Outcome::Draw(DrawReason::Stalemate) => "stalemate",
        Outcome::Draw(DrawReason::FiftyMoves) => "fiftyMoves",
        Outcome::Draw(DrawReason::Threefold) => "threefold",
    };
    let is_it = |known: &(Option<Color>, &str)| *known == (outcome.winner(), reason);
    RESULTS.iter().position(is_it).unwrap_or_default() as u32
}

/// Bits of one piece in a unit word: its role plus one, and above that its heroic flag.
pub const SLOT_BITS: u32 = 5;
/// The heroic flag of a piece.
pub const HEROIC_BIT: u32 = 1 << 4;
/// The bit of a blue unit, above its three pieces.
pub const BLUE_BIT: u32 = 1 << 15;
/// The bit of a piece that leaves its stack.
pub const DEPLOY_BIT: u32 = 1 << 16;
/// Where the point begins in a word with a unit.
pub const POINT_SHIFT: u32 = 24;
/// Where the kind begins in a word with a destination.
pub const KIND_SHIFT: u32 = 8;

/// A unit as a number: its pieces, carrier lowest, and its colour. Never 0.
pub fn unit_word(unit: Unit) -> u32 {
    let slot = |(i, piece): (usize, Piece)| {
        let heroic = if piece.heroic { HEROIC_BIT } else { 0 };
        (heroic | (piece.role as u32 + 1)) << (SLOT_BITS * i as u32)
    };
    let color = if unit.color() == Color::Blue { BLUE_BIT } else { 0 };
    unit.pieces().enumerate().map(slot).sum::<u32>() | color
}

/// A unit on a point.
pub fn unit_at(unit: Unit, square: Square) -> u32 {
    unit_word(unit) | (square.index() as u32) << POINT_SHIFT
}

/// A destination with the kind of the move.
pub fn destination_word(to: Square, kind: MoveKind) -> u32 {
    to.index() as u32 | (kind as u32) << KIND_SHIFT
}

// A move as JavaScript passes it: `destination_word` and, above it, start and piece.

/// Where the start begins in a packed move.
pub const FROM_SHIFT: u32 = 12;
/// Where the piece begins in a packed move: the number of its role plus one, or 0 for a whole unit.
pub const PIECE_SHIFT: u32 = 20;

/// A move as a number. Its unit follows from the position.
pub fn pack_move(mv: Move) -> u32 {
    let piece = if mv.is_deploy() { mv.unit().top_role() as u32 + 1 } else { 0 };
    destination_word(mv.to(), mv.kind()) | (mv.from().index() as u32) << FROM_SHIFT | piece << PIECE_SHIFT
}

/// A packed move, taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PackedMove {
    /// Where it starts.
    pub from: Square,
    /// Its destination.
    pub to: Square,
    /// What it does there.
    pub kind: MoveKind,
    /// The piece that leaves its stack; `None` for the whole unit.
    pub piece: Option<Role>,
}

impl PackedMove {
    /// Reads a packed move; `None` if a part of it does not exist.
    pub fn read(word: u32) -> Option<PackedMove> {
        let piece = word >> PIECE_SHIFT;
        Some(PackedMove {
            from: Square::from_index((word >> FROM_SHIFT & 0xff) as usize)?,
            to: Square::from_index((word & 0xff) as usize)?,
            kind: *MoveKind::ALL.get((word >> KIND_SHIFT & 0xf) as usize)?,
            piece: match piece {
                0 => None,
                role => Some(*Role::ALL.get(role as usize - 1)?),
            },
        })
    }

    /// The move in a position, legal or not; `None` if its unit is not there.
    pub fn in_position(self, position: &Position) -> Option<Move> {
        let standing = position.board().get(self.from)?;
        let unit = self.piece.map_or(Some(standing), |role| standing.extract(role))?;
        Some(Move::new(unit, self.from, self.to, self.kind, self.piece.is_some()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_can_be_packed() {
        let fens = [
            Position::START_FEN,
            "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1",
            "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1 d5:I:T>d7...",
        ];
        for fen in fens {
            let position = Position::from_fen(fen).unwrap();
            for mv in position.legal_moves() {
                let packed = PackedMove::read(pack_move(mv)).unwrap();
                assert_eq!(packed.in_position(&position), Some(mv), "{fen}");
            }
        }
        assert_eq!(PackedMove::read(u32::MAX), None);
        assert_eq!(PackedMove::read(0xb), None, "the column after k");
        assert_eq!(PackedMove::read(12 << PIECE_SHIFT), None, "a twelfth role");
    }

    #[test]
    fn every_outcome_has_a_number() {
        use cotulenh::{DrawReason, WinReason};
        let mut numbers = vec![result_number(None)];
        for winner in Color::ALL {
            for reason in [WinReason::Checkmate, WinReason::CommanderCaptured] {
                let number = result_number(Some(Outcome::Win { winner, reason }));
                assert_eq!(RESULTS[number as usize].0, Some(winner));
                numbers.push(number);
            }
        }
        for reason in [DrawReason::Stalemate, DrawReason::FiftyMoves, DrawReason::Threefold] {
            numbers.push(result_number(Some(Outcome::Draw(reason))));
        }
        numbers.sort();
        assert_eq!(numbers, (0..RESULTS.len() as u32).collect::<Vec<_>>());
    }

    #[test]
    fn a_unit_word_has_its_pieces_in_order() {
        let unit: Unit = "(n+f)".parse().unwrap();
        let navy = Role::Navy as u32 + 1;
        let air_force = (Role::AirForce as u32 + 1) | HEROIC_BIT;
        assert_eq!(unit_word(unit), navy | air_force << SLOT_BITS | BLUE_BIT);
    }
}
