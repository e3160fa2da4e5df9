//! The two sides.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::excerpt::excerpt;

/// A side: Red sits at the bottom and moves first (RULES 1.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
#[repr(u8)]
pub enum Color {
    /// The side that moves first; uppercase in FEN.
    #[default]
    Red = 0,
    /// The other side; lowercase in FEN.
    Blue = 1,
}

impl Color {
    /// Both colours, Red first.
    pub const ALL: [Color; 2] = [Color::Red, Color::Blue];

    /// The letter used in FEN: `r` or `b`.
    pub const fn letter(self) -> char {
        match self {
            Color::Red => 'r',
            Color::Blue => 'b',
        }
    }

    /// Reads a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'r' => Some(Color::Red),
            'b' => Some(Color::Blue),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Red => Color::Blue,
            Color::Blue => Color::Red,
        }
    }
}

/// A text that is not a colour.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a colour: expected red or blue, r or b")]
#[non_exhaustive]
pub struct ParseColorError(pub String);

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads a name (`red`, `blue`) or a FEN letter (`r`, `b`).
    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        match text {
            "r" | "red" => Ok(Color::Red),
            "b" | "blue" => Ok(Color::Blue),
            _ => Err(ParseColorError(excerpt(text))),
        }
    }
}

impl fmt::Display for Color {
    /// The name: `red` or `blue`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::Red => "red",
            Color::Blue => "blue",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_letters_read_back() {
        for color in Color::ALL {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(color.letter().to_string().parse(), Ok(color));
            assert_eq!(Color::from_letter(color.letter()), Some(color));
        }
        let error = "white".parse::<Color>().unwrap_err();
        assert_eq!(error.to_string(), "\"white\" is not a colour: expected red or blue, r or b");
    }
}
