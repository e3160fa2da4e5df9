//! A single piece.

use core::fmt;

use crate::color::Color;
use crate::role::Role;

/// A role with its colour and its heroic flag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
    /// Promoted (RULES 8)?
    pub heroic: bool,
}

impl Piece {
    /// A piece that is not heroic.
    pub const fn new(color: Color, role: Role) -> Piece {
        Piece { color, role, heroic: false }
    }

    /// The same piece with this heroic flag.
    #[must_use]
    pub const fn with_heroic(self, heroic: bool) -> Piece {
        Piece { heroic, ..self }
    }

    /// Its letter in FEN: uppercase for Red, lowercase for Blue; the `+` is separate.
    pub const fn letter(self) -> char {
        match self.color {
            Color::Red => self.role.letter(),
            Color::Blue => self.role.letter().to_ascii_lowercase(),
        }
    }
}

impl fmt::Display for Piece {
    /// As in FEN: `+F`, `c`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.heroic {
            f.write_str("+")?;
        }
        write!(f, "{}", self.letter())
    }
}
