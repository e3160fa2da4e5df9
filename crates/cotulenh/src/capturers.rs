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
use crate::unit::Unit;

/// A piece that could capture on a point, from [`Board::capturers`] and
/// [`Board::for_each_capturer`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Capturer {
    /// The piece, alone, on top of a stack or carried.
    pub piece: Piece,
    /// Where it stands.
    pub from: Square,
    /// Is it carried? Then it captures by a deploy step (RULES 9.1).
    pub carried: bool,
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
    /// Calls `f` with every piece of `by` that could capture a unit on `target` if nothing stood in
    /// its way, carried pieces included, in point order, carrier before carried. Allocates nothing.
    /// [`capturers`](Board::capturers) is exact.
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
                let carried = unit.top_role() != role;
                f(Capturer { piece, from, carried, kind, blockable: !role.data().captures_past });
            }
        });
    }

    /// The pieces of `by` that could capture on a point by RULES 3 to 5, carried pieces included, in
    /// point order, carrier before carried.
    ///
    /// - An enemy stands on the point: its attackers.
    /// - A friend stands there: its defenders, the pieces that could recapture.
    /// - Nothing stands there: the pieces that could capture an enemy on this point.
    ///
    /// A defended or empty point is looked at as if an enemy Infantry stood on it or, on files a and
    /// b, an enemy Navy, because only a Navy can stand there. [`capturers_of`](Board::capturers_of)
    /// is for other units. Where an Air Force may choose between a normal and a stay capture (RULES
    /// 4.5), the kind is the stay capture.
    ///
    /// The side to move, an open session and the safety of the own Commander (RULES 6.5) do not
    /// matter. [`attackers`](Board::attackers) answers another question, that of RULES 6.1: who
    /// threatens a Commander. A threat may reach where a capture does not (along the Missile's
    /// diagonals, and from a heroic Commander at 2), and the two treat a lone Commander differently
    /// (RULES 4.3).
    ///
    /// ```
    /// use cotulenh::{Color, Position};
    /// let position = Position::from_fen("6c4/11/11/11/11/11/11/6t4/6(TI)4/11/6A4/3C7 r - - 0 1")?;
    /// let names = |by| {
    ///     let found = position.board().capturers("g5".parse().unwrap(), by).into_iter();
    ///     found.map(|found| format!("{}{}", found.piece, found.from)).collect::<Vec<_>>()
    /// };
    /// assert_eq!(names(Color::Red), ["Tg4", "Ig4", "Ag2"]);
    /// assert!(names(Color::Blue).is_empty(), "the Tank on g5 is not defended");
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    #[doc(alias = "defenders")]
    pub fn capturers(&self, target: Square, by: Color) -> Vec<Capturer> {
        match self.get(target) {
            Some(unit) if unit.color() != by => self.open_capturers(target, unit),
            _ => {
                let role = match terrain::PURE_SEA.contains(target) {
                    true => Role::Navy,
                    false => Role::Infantry,
                };
                self.capturers_of(target, Piece::new(!by, role).into())
            }
        }
    }

    /// The enemy pieces that could capture `unit` if it stood on a point, in place of what stands
    /// there: see [`capturers`](Board::capturers).
    ///
    /// The unit matters. A Navy is captured by Navies from further away (RULES 4.4), air defence
    /// holds Air Forces off its own point (RULES 5.3), and a Commander does not take a lone Commander
    /// diagonally (RULES 4.3).
    pub fn capturers_of(&self, target: Square, unit: Unit) -> Vec<Capturer> {
        let mut board = *self;
        board.replace(target, unit);
        board.open_capturers(target, unit)
    }

    /// The enemy pieces that could capture `unit`, which stands on `target`.
    fn open_capturers(&self, target: Square, unit: Unit) -> Vec<Capturer> {
        let lone_commander = unit.top_role() == Role::Commander;
        let mut found = Vec::new();
        self.for_each_capturer(target, !unit.color(), unit.top_role() == Role::Navy, |capturer| {
            // 4.3
            let is_diagonal = !attacks::aligned(capturer.from, target);
            let spared = lone_commander && is_diagonal && capturer.piece.role == Role::Commander;
            if !spared && capturer.is_open(target, self.occupied()) {
                found.push(capturer);
            }
        });
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::Position;

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
