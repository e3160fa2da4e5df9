//! Captures without the rest of the moves.
//!
//! The generator finds all moves of a mover at once. A search that looks at captures only would
//! throw most of that work away, so here captures are found directly, by intersecting reach and
//! enemies.

use crate::air_defense::{AirDefense, Flights};
use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::role::Role;
use crate::square::Square;
use crate::terrain;
use crate::unit::Unit;

use super::Position;

impl Position {
    /// Calls `f` with every capture of the side to move that could be legal; while a session is
    /// open, with those of its remaining pieces.
    ///
    /// This is a superset of the legal captures, without duplicates: it includes captures that
    /// leave the own Commander in danger, and a heroic Commander's diagonal capture of a lone
    /// Commander. Check with [`is_legal`](Position::is_legal) before playing one. The order is not
    /// that of RULES 11.6.
    ///
    /// ```
    /// use cotulenh::Position;
    /// let position = Position::from_fen("6c4/11/11/11/11/11/11/6t4/6T4/11/6A4/3C7 r - - 0 1")?;
    /// let mut captures = Vec::new();
    /// position.for_each_capture(|mv| captures.push(mv.to_string()));
    /// assert_eq!(captures, ["Tg4xg5", "Ag2xg5"]);
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    #[inline]
    pub fn for_each_capture(&self, mut f: impl FnMut(Move)) {
        let board = &self.board;
        let mut finder = CaptureFinder::new(board, self.turn);
        if let Some(session) = &self.session {
            if let Some(remaining) = session.remaining_on(board) {
                for piece in remaining.pieces() {
                    finder.captures(piece.into(), session.square(), true, &mut f);
                }
            }
            return;
        }
        board.of(self.turn).iter().for_each(|from| {
            let unit = board.raw(from);
            if unit.is_stack() {
                for piece in unit.pieces() {
                    finder.captures(piece.into(), from, true, &mut f);
                }
            }
            finder.captures(unit, from, false, &mut f);
        });
    }
}

/// The sets that every mover of one side needs.
struct CaptureFinder<'a> {
    board: &'a Board,
    enemies: Bitboard,
    navies: Bitboard,
    them: Color,
    /// Computed for the first Air Force that needs it.
    defense: Option<AirDefense<'a>>,
}

impl<'a> CaptureFinder<'a> {
    #[inline]
    fn new(board: &'a Board, us: Color) -> CaptureFinder<'a> {
        let (enemies, navies) = (board.of(!us), board.tops(Role::Navy));
        CaptureFinder { board, enemies, navies, them: !us, defense: None }
    }

    #[inline]
    fn captures(&mut self, unit: Unit, from: Square, deploy: bool, f: &mut impl FnMut(Move)) {
        let (role, heroic) = (unit.top_role(), unit.top_heroic());
        let mut prey = attacks::capture_reach(role, heroic, from) & self.enemies;
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
                    let Flights { safe, suicide } = defense.flights(from, role.threat_range(false));
                    emit(prey & suicide, MoveKind::SuicideCapture);
                    prey &= safe;
                }
                emit(prey & standable, MoveKind::Capture);
                // 4.5, 9.1: where it can land it has the choice, unless it is deploying.
                emit(if deploy { prey - standable } else { prey }, MoveKind::StayCapture);
                return;
            }
            // 4.4: at full range only Navies.
            Role::Navy => prey &= attacks::capture_reach_on(role, heroic, from, false) | self.navies,
            _ if !role.data().captures_past && role.threat_range(heroic) > 1 => {
                let occupied = self.board.occupied();
                prey = prey.iter().filter(|&to| attacks::between(from, to).is_disjoint(occupied)).collect();
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

    /// Every legal capture is found, once, with its kind; the others that are found are
    /// pseudo-legal captures, but for the exception of RULES 4.3.
    #[test]
    fn no_legal_capture_is_missing() {
        const FENS: [&str; 4] = [
            Position::START_FEN,
            "6c4/1n2fh1hf2/3a2s2a1/4gt1tg2/2ie2m2ei/2n8/2N8/2IE2M2EI/4GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1",
            "4+c6/2(nft)2t5/3+f3+s3/2(tm)2a5/4(eg)1i4/3+C2(es)4/2(NFT)1+M1T4/4(FTI)1+A4/11/3S3G3/11/11 r - - 0 1",
            "6c4/11/3(fti)7/2(nft)2+t5/4G6/3+F2T4/2(NFT)3(TI)4/3a7/11/6(ES)4/11/4+C6 b - - 3 9",
        ];
        let mut seed = 5;
        let mut captures = 0;
        for fen in FENS {
            let start = Position::from_fen(fen).unwrap();
            let mut position = start;
            for _ in 0..800 {
                let mut found = Vec::new();
                position.for_each_capture(|mv| found.push(mv));
                let legal = position.legal_moves();
                for &mv in legal.iter().filter(|mv| mv.kind().is_capture()) {
                    assert_eq!(found.iter().filter(|&&f| f == mv).count(), 1, "{mv:?} in {position}");
                    captures += 1;
                }
                for &mv in &found {
                    assert_eq!(position.is_legal(mv), legal.contains(&mv));
                }
                let actions = position.actions();
                seed = crate::zobrist::mix(seed);
                // A walk that has ended begins again.
                position = match actions.get(seed as usize % actions.len().max(1)) {
                    Some(&action) => position.after_unchecked(action),
                    None => start,
                };
            }
        }
        assert!(captures > 2_000, "{captures}");
    }
}
