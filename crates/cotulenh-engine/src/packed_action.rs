//! Actions in 25 bits, for the transposition table, killer moves and principal variations.

use cotulenh::{Action, Move, MoveKind, Position, Role, Square, Unit};

use crate::geometry::{POINTS, compact};

/// An [`Action`] without its unit, which follows from the position: destination, origin, kind,
/// deploy flag and the role on top of the mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PackedAction(u32);

/// The number of (role, destination) pairs.
pub(crate) const PIECE_TOS: usize = Role::COUNT * POINTS;

impl PackedAction {
    /// Not an action: from a12 to a12.
    pub(crate) const NONE: PackedAction = PackedAction(0);
    pub(crate) const COMMIT: PackedAction = PackedAction(1 << 24);

    #[inline]
    pub(crate) fn from_bits(bits: u32) -> PackedAction {
        PackedAction(bits & 0x1ff_ffff)
    }

    #[inline]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn of(action: Action) -> PackedAction {
        match action {
            Action::Step(mv) => PackedAction::of_move(mv),
            Action::Commit => PackedAction::COMMIT,
        }
    }

    #[inline]
    pub(crate) fn of_move(mv: Move) -> PackedAction {
        PackedAction(
            mv.to().index() as u32
                | (mv.from().index() as u32) << 8
                | (mv.kind() as u32) << 16
                | u32::from(mv.is_deploy()) << 19
                | (mv.unit().top_role() as u32) << 20,
        )
    }

    /// The action in a position, legal or not; `None` if its unit is not there.
    #[inline]
    pub(crate) fn unpack(self, position: &Position) -> Option<Action> {
        if self == PackedAction::NONE {
            return None;
        }
        if self == PackedAction::COMMIT {
            return Some(Action::Commit);
        }
        let to = Square::from_index((self.0 & 0xff) as usize)?;
        let from = Square::from_index((self.0 >> 8 & 0xff) as usize)?;
        let kind = *MoveKind::ALL.get((self.0 >> 16 & 7) as usize)?;
        let role = *Role::ALL.get((self.0 >> 20 & 15) as usize)?;
        let deploy = self.0 >> 19 & 1 != 0;
        let standing = position.board().get(from).filter(|unit| unit.color() == position.turn())?;
        let unit: Unit = if deploy { standing.extract(role)? } else { standing };
        if unit.top_role() != role {
            return None;
        }
        Some(Action::Step(Move::new(unit, from, to, kind, deploy)))
    }

    /// The action, if it is legal in a position.
    #[inline]
    pub(crate) fn legal(self, position: &Position) -> Option<Action> {
        let action = self.unpack(position)?;
        position.is_legal_action(action).then_some(action)
    }
}

/// Role and destination of a move as one index below [`PIECE_TOS`].
#[inline]
pub(crate) fn piece_to(mv: Move) -> usize {
    mv.unit().top_role() as usize * POINTS + compact(mv.to())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_survive_packing() {
        for fen in crate::bench::POSITIONS {
            let position = Position::from_fen(fen).unwrap();
            for action in position.actions() {
                let packed = PackedAction::of(action);
                assert_eq!(PackedAction::from_bits(packed.bits()), packed);
                assert_eq!(packed.legal(&position), Some(action));
                if let Action::Step(mv) = action {
                    assert!(piece_to(mv) < PIECE_TOS);
                }
            }
        }
        assert_eq!(PackedAction::NONE.unpack(&Position::start()), None);
    }
}
