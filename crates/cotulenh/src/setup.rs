//! A position before validation, and the faults that validation finds.

use core::fmt;

use crate::color::Color;
use crate::fault::Fault;
use crate::piece::Piece;
use crate::rule_options::RuleOptions;
use crate::square::Square;

/// Pieces on points and the rest of a FEN, not validated.
///
/// [`Setup::validate`] lists its faults; [`Setup::position`] turns it into a
/// [`Position`](crate::Position) unless a fault prevents loading.
///
/// ```
/// use cotulenh::{Color, Piece, Role, Setup};
/// let mut setup = Setup::default();
/// setup.pieces.push(("a5".parse().unwrap(), Piece::new(Color::Red, Role::Tank)));
/// let faults = setup.validate();
/// assert_eq!(faults[0].to_string(), "a5: a tank cannot stand on this terrain");
/// assert!(setup.position().is_err());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces in the order in which they are placed, each added to what already stands on its
    /// point.
    pub pieces: Vec<(Square, Piece)>,
    /// The side to move.
    pub turn: Color,
    /// Turns since the last normal capture.
    pub halfmoves: u32,
    /// The number of the current move, from 1.
    pub move_number: u32,
    /// An open deploy session in the notation of RULES 11.1, e.g. `j8:E:A>j9...`.
    pub deploy: Option<String>,
    /// The rules to play by.
    pub options: RuleOptions,
}

impl Default for Setup {
    /// An empty board, Red to move.
    fn default() -> Setup {
        Setup {
            pieces: Vec::new(),
            turn: Color::Red,
            halfmoves: 0,
            move_number: 1,
            deploy: None,
            options: RuleOptions::default(),
        }
    }
}

/// A FEN or [`Setup`] that is not a position: all its faults, in the order of RULES 13.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct InvalidSetup {
    /// At least one of them prevents loading.
    pub faults: Vec<Fault>,
}

impl InvalidSetup {
    /// The first fault that prevents loading: the one to report where only one can be (RULES 13.6).
    pub fn first(&self) -> Option<&Fault> {
        self.faults.iter().find(|fault| fault.prevents_loading())
    }
}

impl fmt::Display for InvalidSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            if i > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl core::error::Error for InvalidSetup {}
