//! A single piece.

use core::fmt;
use core::str::FromStr;

use crate::color::Color;
use crate::excerpt::excerpt;
use crate::role::Role;
use crate::unit::{ParseUnitError, Unit};

/// A role with its colour and its heroic flag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// Its colour.
    pub color: Color,
    /// Its role.
    pub role: Role,
    /// Is it heroic (RULES 8)?
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

impl FromStr for Piece {
    type Err = ParseUnitError;

    /// Reads what [`Display`](fmt::Display) writes.
    fn from_str(text: &str) -> Result<Piece, ParseUnitError> {
        match text.parse::<Unit>()? {
            unit if unit.is_stack() || text.starts_with('(') => Err(ParseUnitError::Malformed(excerpt(text))),
            unit => Ok(unit.top()),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_read_back() {
        for color in Color::ALL {
            for role in Role::ALL {
                for heroic in [false, true] {
                    let piece = Piece::new(color, role).with_heroic(heroic);
                    assert_eq!(piece.to_string().parse(), Ok(piece));
                }
            }
        }
        for text in ["", "+", "x", "(T)", "(TI)", "TI", "T+"] {
            assert!(text.parse::<Piece>().is_err(), "{text}");
        }
    }
}
