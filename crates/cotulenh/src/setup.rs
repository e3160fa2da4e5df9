//! A position before anybody has checked it.

use core::fmt;

use crate::color::Color;
use crate::piece::Piece;
use crate::rule_options::RuleOptions;
use crate::square::Square;

/// Pieces on points and the rest of a FEN, possibly impossible.
///
/// [`Setup::validate`] tells everything that is wrong with it; [`Setup::position`] turns it into a
/// [`Position`](crate::Position) if nothing is that matters.
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
    /// The pieces in the order in which they are placed, each added to what already stands on its point.
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

/// What kind of fault, by the names of the JavaScript API.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultCode {
    /// A field is malformed, a Commander is missing, or a deploy cannot be played.
    InvalidFormat,
    /// A character that is no piece.
    InvalidPiece,
    /// Not twelve ranks.
    InvalidRankCount,
    /// A rank that has not eleven points.
    InvalidFileCount,
    /// Parentheses that do not match.
    MismatchedParentheses,
    /// Pieces that cannot form a stack.
    CombinationFailed,
    /// A unit where it cannot stand.
    InvalidTerrain,
    /// A second Commander of one colour.
    CommanderLimitExceeded,
}

impl FaultCode {
    /// The name in the JavaScript API and the bridge.
    pub const fn name(self) -> &'static str {
        match self {
            FaultCode::InvalidFormat => "FEN_INVALID_FORMAT",
            FaultCode::InvalidPiece => "FEN_INVALID_PIECE",
            FaultCode::InvalidRankCount => "FEN_INVALID_RANK_COUNT",
            FaultCode::InvalidFileCount => "FEN_INVALID_FILE_COUNT",
            FaultCode::MismatchedParentheses => "FEN_MISMATCH_PARENTHESES",
            FaultCode::CombinationFailed => "COMBINATION_FAILED",
            FaultCode::InvalidTerrain => "BOARD_INVALID_TERRAIN",
            FaultCode::CommanderLimitExceeded => "COMMANDER_LIMIT_EXCEEDED",
        }
    }
}

/// At which level a fault lies (RULES 13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum FaultCategory {
    Structure,
    Lexical,
    Combination,
    Terrain,
    Semantic,
}

impl FaultCategory {
    /// The name in the JavaScript API and the bridge.
    pub const fn name(self) -> &'static str {
        match self {
            FaultCategory::Structure => "structure",
            FaultCategory::Lexical => "lexical",
            FaultCategory::Combination => "combination",
            FaultCategory::Terrain => "terrain",
            FaultCategory::Semantic => "semantic",
        }
    }
}

/// Where a fault is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaultLocation {
    /// A field of the FEN, 1–7.
    Field(u8),
    /// A character of the placement: its rank, and its place in the text of that rank, from 0.
    Text {
        /// 12–1.
        rank: u8,
        /// Index of the character.
        column: usize,
    },
    /// A whole rank.
    Rank(u8),
    /// A point.
    Square(Square),
}

impl fmt::Display for FaultLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultLocation::Field(field) => write!(f, "field {field}"),
            FaultLocation::Text { rank, column } => {
                write!(f, "rank {rank}, character {}", column + 1)
            }
            FaultLocation::Rank(rank) => write!(f, "rank {rank}"),
            FaultLocation::Square(square) => write!(f, "{square}"),
        }
    }
}

/// One thing that is wrong with a FEN or a [`Setup`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Its code.
    pub code: FaultCode,
    /// Its category.
    pub category: FaultCategory,
    /// Where it is, if it is anywhere.
    pub location: Option<FaultLocation>,
    /// What is wrong there.
    pub message: String,
}

impl Fault {
    pub(crate) fn new(
        code: FaultCode,
        category: FaultCategory,
        location: impl Into<Option<FaultLocation>>,
        message: impl Into<String>,
    ) -> Fault {
        Fault { code, category, location: location.into(), message: message.into() }
    }

    /// Missing Commanders are reported, but do not keep a position from being loaded (RULES 13.6).
    pub fn prevents_loading(&self) -> bool {
        !(self.category == FaultCategory::Semantic && self.location.is_none())
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = self.location {
            write!(f, "{location}: ")?;
        }
        f.write_str(&self.message)
    }
}

/// A FEN or [`Setup`] that is no position: all its faults, in the order of RULES 13.
#[derive(Clone, PartialEq, Eq, Debug)]
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
