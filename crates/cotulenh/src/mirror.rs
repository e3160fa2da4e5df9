//! Mirroring: ranks are reflected and colours are swapped, so Red's side of the board becomes
//! Blue's.
//!
//! The terrain (RULES 1.2–1.5) and the start position are their own mirror images, and the rules
//! treat both sides alike. One rule does not: see [`Position::mirrored`](crate::Position::mirrored).

use crate::action::Action;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::moves::Move;
use crate::piece::Piece;
use crate::square::{ROW, Square};
use crate::unit::Unit;

impl Square {
    /// The point on the same file that is as far from the other edge: a1 and a12, e5 and e8.
    ///
    /// ```
    /// use cotulenh::Square;
    /// let square: Square = "e5".parse()?;
    /// assert_eq!(square.mirrored().to_string(), "e8");
    /// assert_eq!(square.mirrored().mirrored(), square);
    /// # Ok::<(), cotulenh::ParseSquareError>(())
    /// ```
    #[must_use]
    pub const fn mirrored(self) -> Square {
        Square::from_index_unchecked(((self.rank() - 1) * ROW + self.file()) as usize)
    }
}

impl Bitboard {
    /// The mirrored points.
    #[must_use]
    pub fn mirrored(self) -> Bitboard {
        self.iter().map(Square::mirrored).collect()
    }
}

impl Piece {
    /// The same piece of the other side.
    #[must_use]
    pub fn mirrored(self) -> Piece {
        Piece { color: !self.color, ..self }
    }
}

impl Move {
    /// The same move on the mirrored board.
    ///
    /// ```
    /// use cotulenh::Position;
    /// let start = Position::start();
    /// let mv = start.parse_move("Ic6").unwrap();
    /// assert_eq!(mv.mirrored().to_string(), "Ic8c7");
    /// assert!(start.mirrored().is_legal(mv.mirrored()));
    /// ```
    #[must_use]
    pub const fn mirrored(self) -> Move {
        let unit: Unit = self.unit().mirrored();
        Move::new(unit, self.from().mirrored(), self.to().mirrored(), self.kind(), self.is_deploy())
    }
}

impl Action {
    /// The same action on the mirrored board.
    #[must_use]
    pub const fn mirrored(self) -> Action {
        match self {
            Action::Step(mv) => Action::Step(mv.mirrored()),
            Action::Commit => Action::Commit,
        }
    }
}

impl Board {
    /// The mirrored board.
    #[must_use]
    pub fn mirrored(&self) -> Board {
        let mut board = Board::EMPTY;
        for (square, unit) in self.iter() {
            board.replace(square.mirrored(), unit.mirrored());
        }
        board
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::RANKS;
    use crate::terrain;

    #[test]
    fn rules_1_2_to_1_5_the_terrain_is_its_own_mirror_image() {
        for square in Square::all() {
            assert_eq!(square.mirrored().mirrored(), square);
            assert_eq!(square.mirrored().file(), square.file());
            assert_eq!(square.mirrored().rank() + square.rank(), RANKS + 1);
        }
        for set in [terrain::NAVY, terrain::LAND, terrain::BRIDGE_FILES, terrain::BRIDGES] {
            assert_eq!(set.mirrored(), set);
        }
        assert_eq!(terrain::SOUTH_BANK.mirrored(), terrain::NORTH_BANK);
    }
}
