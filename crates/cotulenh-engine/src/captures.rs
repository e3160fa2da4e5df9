//! Captures without the rest of the moves.
//!
//! The rules library generates all moves of a mover at once. Where only captures are wanted, most of that work would be thrown away, so they
//! are found here by intersecting reach and enemies. The result may contain captures that leave the own Commander in danger, and a
//! few the rules forbid: whoever plays one asks [`Position::is_legal`] first. It never lacks a legal one.

use cotulenh::attacks::{between, capture_reach, star};
use cotulenh::{AirDefense, Bitboard, Board, Color, Move, MoveKind, Position, Role, Square, Unit, terrain};

/// Calls `f` with every capture of the side to move that might be legal, of remaining pieces only while a session is open.
#[inline]
pub(crate) fn for_each_capture(position: &Position, mut f: impl FnMut(Move)) {
    let board = position.board();
    let us = position.turn();
    let mut hunter = Hunter::new(board, us);
    if let Some(session) = position.session() {
        if let Some(remaining) = position.session_remaining() {
            for piece in remaining.pieces() {
                hunter.captures(piece.into(), session.square(), true, &mut f);
            }
        }
        return;
    }
    board.of(us).iter().for_each(|from| {
        let Some(unit) = board.get(from) else { return };
        if unit.is_stack() {
            for piece in unit.pieces() {
                hunter.captures(piece.into(), from, true, &mut f);
            }
        }
        hunter.captures(unit, from, false, &mut f);
    });
}

/// The sets that every mover of one side needs.
struct Hunter<'a> {
    board: &'a Board,
    enemies: Bitboard,
    navies: Bitboard,
    them: Color,
    /// Looked up for the first Air Force that asks.
    defense: Option<AirDefense<'a>>,
}

impl<'a> Hunter<'a> {
    #[inline]
    fn new(board: &'a Board, us: Color) -> Hunter<'a> {
        Hunter { board, enemies: board.of(!us), navies: board.tops(Role::Navy), them: !us, defense: None }
    }

    #[inline]
    fn captures(&mut self, unit: Unit, from: Square, deploy: bool, f: &mut impl FnMut(Move)) {
        let (role, heroic) = (unit.top_role(), unit.top_heroic());
        let mut prey = capture_reach(role, heroic, from) & self.enemies;
        if prey.is_empty() {
            return;
        }
        let mut emit = |set: Bitboard, kind| {
            set.iter().for_each(|to| f(Move::new(unit, from, to, kind, deploy)));
        };
        let standable = terrain::standable(role);
        match role {
            Role::AirForce => {
                if !heroic {
                    let defense = *self.defense.get_or_insert_with(|| AirDefense::new(self.board, self.them));
                    let (safe, kamikaze) = defense.flights(from, role.threat_range(false));
                    emit(prey & kamikaze, MoveKind::SuicideCapture);
                    prey &= safe;
                }
                emit(prey & standable, MoveKind::Capture);
                // 4.5, 9.1: where it can land it has the choice, unless it is deploying.
                emit(if deploy { prey - standable } else { prey }, MoveKind::StayCapture);
                return;
            }
            // 4.4: at full range only Navies.
            Role::Navy => prey &= star(role.threat_range(heroic) - 1, from) | self.navies,
            _ if !role.data().captures_past && role.threat_range(heroic) > 1 => {
                let occupied = self.board.occupied();
                prey = prey.iter().filter(|&to| between(from, to).is_disjoint(occupied)).collect();
            }
            _ => {}
        }
        emit(prey & standable, MoveKind::Capture);
        emit(prey - standable, MoveKind::StayCapture);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every legal capture is found, once, with its kind; what is found beside them is refused by the rules.
    #[test]
    fn no_legal_capture_is_missing() {
        let mut seed = 5u64;
        let mut captures = 0;
        for fen in crate::bench::POSITIONS {
            let mut position = Position::from_fen(fen).unwrap();
            for _ in 0..200 {
                let mut found = Vec::new();
                for_each_capture(&position, |mv| found.push(mv));
                let legal = position.legal_moves();
                for &mv in legal.iter().filter(|mv| mv.kind().is_capture()) {
                    assert_eq!(found.iter().filter(|&&f| f == mv).count(), 1, "{mv:?} in {position}");
                    captures += 1;
                }
                for &mv in &found {
                    assert_eq!(position.is_legal(mv), legal.contains(&mv));
                }
                let actions = position.actions();
                if actions.is_empty() {
                    break;
                }
                seed = crate::level::mix(seed);
                position = position.after_unchecked(actions[seed as usize % actions.len()]);
            }
        }
        assert!(captures > 5_000, "{captures}");
    }
}
