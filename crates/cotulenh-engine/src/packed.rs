//! Actions in 25 bits: for the transposition table, killers and principal variations.

use cotulenh::{Action, Move, MoveKind, Position, Role, Square, Unit};

use crate::geometry::{POINTS, compact};

/// An [`Action`] without the unit, which follows from the position: destination, origin, kind, deploy flag and the role of the mover's top.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Packed(u32);

/// How many (role, destination) pairs there are.
pub(crate) const PIECE_TOS: usize = Role::COUNT * POINTS;

impl Packed {
    /// No action: from a12 to a12.
    pub(crate) const NONE: Packed = Packed(0);
    pub(crate) const COMMIT: Packed = Packed(1 << 24);

    #[inline]
    pub(crate) fn from_bits(bits: u32) -> Packed {
        Packed(bits & 0x1ff_ffff)
    }

    #[inline]
    pub(crate) fn bits(self) -> u32 {
        self.0
    }

    #[inline]
    pub(crate) fn of(action: Action) -> Packed {
        match action {
            Action::Step(mv) => Packed::of_move(mv),
            Action::Commit => Packed::COMMIT,
        }
    }

    #[inline]
    pub(crate) fn of_move(mv: Move) -> Packed {
        Packed(
            mv.to().index() as u32
                | (mv.from().index() as u32) << 8
                | (mv.kind() as u32) << 16
                | u32::from(mv.is_deploy()) << 19
                | (mv.unit().top_role() as u32) << 20,
        )
    }

    /// The action this would be in a position, legal or not; `None` if it makes no sense there.
    #[inline]
    pub(crate) fn unpack(self, position: &Position) -> Option<Action> {
        if self == Packed::NONE {
            return None;
        }
        if self == Packed::COMMIT {
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
        is_legal(position, action).then_some(action)
    }
}

/// Is this action possible here?
#[inline]
pub(crate) fn is_legal(position: &Position, action: Action) -> bool {
    match action {
        Action::Step(mv) => position.is_legal(mv),
        Action::Commit => position.session().is_some() && position.can_commit(),
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
                let packed = Packed::of(action);
                assert_eq!(Packed::from_bits(packed.bits()), packed);
                assert_eq!(packed.legal(&position), Some(action));
                if let Action::Step(mv) = action {
                    assert!(piece_to(mv) < PIECE_TOS);
                }
            }
        }
        assert_eq!(Packed::NONE.unpack(&Position::start()), None);
    }
}
