//! Capturers of a point, for static exchange evaluation.

use crate::air_defense::{self, Flight};
use crate::attacks::{self, MAX_CAPTURE_RANGE};
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::moves::MoveKind;
use crate::piece::Piece;
use crate::role::Role;
use crate::square::Square;
use crate::terrain;

/// A piece that could capture on a point, from [`Board::for_each_capturer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Capturer {
    /// The piece, alone, on top of a stack or carried.
    pub piece: Piece,
    /// Where it stands.
    pub from: Square,
    /// The kind of its capture: normal, stay or suicide.
    pub kind: MoveKind,
    /// Do pieces between it and the target stop it? See [`Capturer::is_open`].
    pub blockable: bool,
}

impl Capturer {
    /// Can the capture on `target` be made while these points are occupied?
    #[inline]
    pub fn is_open(self, target: Square, occupied: Bitboard) -> bool {
        is_open(self.blockable, self.from, target, occupied)
    }
}

#[inline]
fn is_open(blockable: bool, from: Square, target: Square, occupied: Bitboard) -> bool {
    !blockable || attacks::between(from, target).is_disjoint(occupied)
}

impl Board {
    /// Calls `f` with every piece of `by` that could capture a unit on `target`, carried pieces
    /// included, in point order, carrier before carried. Allocates nothing.
    ///
    /// `navy_on_target` tells whether the unit on the target has a Navy on top: a Navy captures it
    /// from further away (RULES 4.4). Pieces in between are not looked at: ask
    /// [`Capturer::is_open`], with the points that are occupied at that stage of the exchange.
    /// Where an Air Force may choose between a normal and a stay capture (RULES 4.5), the kind is
    /// the stay capture.
    ///
    /// The safety of a Commander (RULES 6.5) and the diagonal exception of RULES 4.3 are not
    /// considered: this is for estimates such as static exchange evaluation, not for legality.
    ///
    /// ```
    /// use cotulenh::{Color, MoveKind, Position};
    /// let position = Position::from_fen("6c4/11/11/11/11/11/11/6t4/6T4/11/6A4/3C7 r - - 0 1")?;
    /// let target = "g5".parse().unwrap();
    /// let mut found = Vec::new();
    /// position.board().for_each_capturer(target, Color::Red, false, |capturer| {
    ///     assert_eq!(capturer.kind, MoveKind::Capture);
    ///     found.push(format!("{}{}", capturer.piece, capturer.from));
    /// });
    /// assert_eq!(found, ["Tg4", "Ag2"]);
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    #[inline]
    pub fn for_each_capturer(
        &self,
        target: Square,
        by: Color,
        navy_on_target: bool,
        mut f: impl FnMut(Capturer),
    ) {
        let candidates = (attacks::star(MAX_CAPTURE_RANGE, target) & self.of(by)).without(target);
        candidates.iter().for_each(|from| {
            let unit = self.raw(from);
            for piece in unit.pieces() {
                let Piece { role, heroic, .. } = piece;
                if !attacks::capture_reach_on(role, heroic, target, navy_on_target).contains(from) {
                    continue;
                }
                let flight = match role {
                    Role::AirForce if !heroic => air_defense::flight(self, !by, from, target),
                    _ => Flight::Safe,
                };
                let kind = match flight {
                    Flight::ShotDown => continue,
                    Flight::Suicide => MoveKind::SuicideCapture,
                    // 4.5, 9.1: an Air Force has the choice unless it deploys.
                    Flight::Safe if role == Role::AirForce && unit.top_role() == role => {
                        MoveKind::StayCapture
                    }
                    Flight::Safe if terrain::standable(role).contains(target) => MoveKind::Capture,
                    Flight::Safe => MoveKind::StayCapture,
                };
                f(Capturer { piece, from, kind, blockable: !role.data().captures_past });
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;
    use crate::unit::Unit;

    /// Every pseudo-legal capture is among the capturers of its target, with the same kind.
    #[test]
    fn every_capture_of_the_generator_has_its_capturer() {
        let mut seed = 17;
        let mut captures = 0;
        let mut position = Position::start();
        for ply in 0..3_000 {
            let board = position.board();
            for mv in position.pseudo_legal_moves() {
                let Some(target) = board.get(mv.to()).filter(|_| mv.kind().is_capture()) else {
                    continue;
                };
                let mut found = Vec::new();
                let navy = target.top_role() == Role::Navy;
                board.for_each_capturer(mv.to(), position.turn(), navy, |capturer| {
                    let open = capturer.is_open(mv.to(), board.occupied());
                    if open
                        && capturer.from == mv.from()
                        && Unit::from(capturer.piece) == mv.unit().top().into()
                    {
                        found.push(capturer.kind);
                    }
                });
                captures += 1;
                match (found[..].as_ref(), mv.kind()) {
                    ([kind], expected) if *kind == expected => {}
                    // An Air Force may choose; carried ones may not.
                    ([MoveKind::StayCapture], MoveKind::Capture)
                        if mv.unit().top_role() == Role::AirForce => {}
                    _ => panic!("{mv:?} in {position}: {found:?}"),
                }
            }
            let actions = position.actions();
            seed = crate::zobrist::mix(seed);
            position = match actions.get(seed as usize % actions.len().max(1)) {
                Some(&action) if ply % 300 != 299 => position.after_unchecked(action),
                _ => Position::start(),
            };
        }
        assert!(captures > 1_000, "{captures}");
    }
}
