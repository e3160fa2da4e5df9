//! What can be wrong with a FEN or a set-up (RULES 13), as data.

use core::fmt;

use crate::color::Color;
use crate::fen::MAX_FEN_LENGTH;
use crate::piece::Piece;
use crate::role::Role;
use crate::square::{FILES, RANKS, Square};
use crate::unit::Unit;

/// The kind of a fault, by the names of the JavaScript API.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FaultCode {
    /// A field is malformed, a Commander is missing, or a deploy cannot be played.
    InvalidFormat,
    /// A character that is not a piece.
    InvalidPiece,
    /// Not twelve ranks.
    InvalidRankCount,
    /// A rank that does not have eleven points.
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
    /// All codes.
    pub const ALL: [FaultCode; 8] = [
        FaultCode::InvalidFormat,
        FaultCode::InvalidPiece,
        FaultCode::InvalidRankCount,
        FaultCode::InvalidFileCount,
        FaultCode::MismatchedParentheses,
        FaultCode::CombinationFailed,
        FaultCode::InvalidTerrain,
        FaultCode::CommanderLimitExceeded,
    ];

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

/// The level of a fault (RULES 13).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum FaultCategory {
    Structure,
    Lexical,
    Combination,
    Terrain,
    Semantic,
}

impl FaultCategory {
    /// All categories.
    pub const ALL: [FaultCategory; 5] = [
        FaultCategory::Structure,
        FaultCategory::Lexical,
        FaultCategory::Combination,
        FaultCategory::Terrain,
        FaultCategory::Semantic,
    ];

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
#[non_exhaustive]
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

/// What exactly is wrong. Texts from outside are shortened.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FaultReason {
    /// The FEN has more bytes than [`MAX_FEN_LENGTH`].
    TooLong {
        /// Its length.
        length: usize,
    },
    /// The FEN has fewer than six fields.
    FieldCount {
        /// How many it has.
        found: usize,
    },
    /// The side to move is neither `r` nor `b`.
    SideToMove {
        /// The field.
        found: String,
    },
    /// A field that must be `-`.
    UnusedField {
        /// The field.
        found: String,
    },
    /// The half-move clock is not a number, or too large.
    HalfmoveClock {
        /// The field.
        found: String,
    },
    /// The move number is not a number from 1, or too large.
    MoveNumber {
        /// The field.
        found: String,
    },
    /// Not twelve ranks.
    RankCount {
        /// How many there are.
        found: usize,
    },
    /// A number of empty points that does not fit a rank.
    EmptyPoints {
        /// The number.
        found: u32,
    },
    /// A rank that does not have eleven points.
    RankLength {
        /// How many it has.
        found: u32,
    },
    /// A `(` inside parentheses.
    NestedStack,
    /// A `)` without a `(`.
    Unopened,
    /// A `(` without a `)`.
    Unclosed,
    /// A `+` that is followed by something other than a piece.
    StrayPlus {
        /// The next character.
        found: char,
    },
    /// A `+` at the end of a rank.
    PlusAtEnd,
    /// A character that is not a piece.
    UnknownPiece {
        /// The character.
        found: char,
    },
    /// A piece that does not form a stack with what stands on its point.
    NoStack {
        /// The piece.
        piece: Piece,
        /// What stands there.
        unit: Unit,
    },
    /// A unit that cannot stand on its point.
    Terrain {
        /// The unit.
        unit: Unit,
    },
    /// A second Commander.
    SecondCommander {
        /// Its colour.
        color: Color,
    },
    /// A side without a Commander.
    MissingCommander {
        /// The side.
        color: Color,
    },
    /// The deploy suffix does not have the three parts point, stay and steps (RULES 11.1).
    DeployParts {
        /// The suffix.
        found: String,
    },
    /// The deploy suffix does not begin with a point.
    DeployPoint {
        /// The text in its place.
        found: String,
    },
    /// A part of the deploy suffix that is not a piece or stack.
    DeployPieces {
        /// The part.
        found: String,
    },
    /// A step of the deploy suffix that does not have the form of a step.
    DeployStepText {
        /// The step.
        found: String,
    },
    /// A step of the deploy suffix cannot be played.
    DeployStep {
        /// The step.
        step: String,
        /// The point of the deploy.
        square: Square,
    },
    /// The deploy suffix is not what its own steps give.
    DeployMismatch {
        /// The suffix that the steps give.
        expected: String,
    },
}

/// Writes the functions of [`FaultReason`] from a table: for each reason its variant, code and
/// category.
macro_rules! fault_reasons {
    ($($reason:pat $(if $condition:expr)? => $variant:literal $code:ident $category:ident,)*) => {
        impl FaultReason {
            /// Every code with its variants: what a front end needs words for.
            pub const VARIANTS: &'static [(FaultCode, &'static str)] = &[$((FaultCode::$code, $variant)),*];

            /// The code of RULES 13.
            pub const fn code(&self) -> FaultCode {
                match self {
                    $($reason $(if $condition)? => FaultCode::$code,)*
                }
            }

            /// The category of RULES 13.
            pub const fn category(&self) -> FaultCategory {
                match self {
                    $($reason $(if $condition)? => FaultCategory::$category,)*
                }
            }

            /// Distinguishes cases that share a code.
            pub const fn variant(&self) -> &'static str {
                match self {
                    $($reason $(if $condition)? => $variant,)*
                }
            }
        }
    };
}

const fn sails(unit: &Unit) -> bool {
    matches!(unit.top_role(), Role::Navy)
}

fault_reasons! {
    FaultReason::TooLong { .. } => "tooLong" InvalidFormat Structure,
    FaultReason::FieldCount { .. } => "fieldCount" InvalidFormat Structure,
    FaultReason::SideToMove { .. } => "sideToMove" InvalidFormat Structure,
    FaultReason::UnusedField { .. } => "unusedField" InvalidFormat Structure,
    FaultReason::HalfmoveClock { .. } => "halfmoveClock" InvalidFormat Structure,
    FaultReason::MoveNumber { .. } => "moveNumber" InvalidFormat Structure,
    FaultReason::RankCount { .. } => "rankCount" InvalidRankCount Structure,
    FaultReason::EmptyPoints { .. } => "emptyPoints" InvalidFileCount Lexical,
    FaultReason::RankLength { .. } => "rankLength" InvalidFileCount Structure,
    FaultReason::NestedStack => "nestedStack" InvalidFormat Structure,
    FaultReason::Unopened => "unopened" MismatchedParentheses Structure,
    FaultReason::Unclosed => "unclosed" MismatchedParentheses Structure,
    FaultReason::StrayPlus { .. } => "strayPlus" InvalidFormat Lexical,
    FaultReason::PlusAtEnd => "plusAtEnd" InvalidFormat Lexical,
    FaultReason::UnknownPiece { .. } => "unknownPiece" InvalidPiece Lexical,
    FaultReason::NoStack { .. } => "noStack" CombinationFailed Combination,
    FaultReason::Terrain { unit } if sails(unit) => "land" InvalidTerrain Terrain,
    FaultReason::Terrain { .. } => "sea" InvalidTerrain Terrain,
    FaultReason::SecondCommander { .. } => "secondCommander" CommanderLimitExceeded Semantic,
    FaultReason::MissingCommander { .. } => "missingCommander" InvalidFormat Semantic,
    FaultReason::DeployParts { .. } => "deployParts" InvalidFormat Semantic,
    FaultReason::DeployPoint { .. } => "deployPoint" InvalidFormat Semantic,
    FaultReason::DeployPieces { .. } => "deployPieces" InvalidFormat Semantic,
    FaultReason::DeployStepText { .. } => "deployStepText" InvalidFormat Semantic,
    FaultReason::DeployStep { .. } => "deployStep" InvalidFormat Semantic,
    FaultReason::DeployMismatch { .. } => "deployMismatch" InvalidFormat Semantic,
}

impl fmt::Display for FaultReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MAX: u32 = u32::MAX;
        match self {
            FaultReason::TooLong { length } => {
                write!(f, "expected at most {MAX_FEN_LENGTH} bytes, found {length}")
            }
            FaultReason::FieldCount { found } => write!(f, "expected at least 6 fields, found {found}"),
            FaultReason::SideToMove { found } => write!(f, "the side to move is r or b, not {found:?}"),
            FaultReason::UnusedField { found } => write!(f, "expected -, found {found:?}"),
            FaultReason::HalfmoveClock { found } => {
                write!(f, "the half-move clock is a number up to {MAX}, not {found:?}")
            }
            FaultReason::MoveNumber { found } => {
                write!(f, "the move number is an integer from 1 to {MAX}, not {found:?}")
            }
            FaultReason::RankCount { found } => write!(f, "expected {RANKS} ranks, found {found}"),
            FaultReason::EmptyPoints { found } => {
                write!(f, "expected 1 to {FILES} empty points, found {found}")
            }
            FaultReason::RankLength { found } => write!(f, "expected {FILES} points, found {found}"),
            FaultReason::NestedStack => f.write_str("a stack inside a stack"),
            FaultReason::Unopened => f.write_str(") without ("),
            FaultReason::Unclosed => f.write_str("( without )"),
            FaultReason::StrayPlus { found } => write!(f, "expected a piece after +, found {found:?}"),
            FaultReason::PlusAtEnd => f.write_str("expected a piece after +, found the end of the rank"),
            FaultReason::UnknownPiece { found } => write!(f, "expected a piece, found {found:?}"),
            FaultReason::NoStack { piece, unit } => {
                write!(f, "{piece} cannot join {unit}: no such stack exists")
            }
            FaultReason::Terrain { unit } => {
                write!(f, "a {} cannot stand on this terrain", unit.top_role())
            }
            FaultReason::SecondCommander { color } => write!(f, "a second {color} commander"),
            FaultReason::MissingCommander { color } => write!(f, "the {color} commander is missing"),
            FaultReason::DeployParts { found } => {
                write!(f, "expected a deploy of the form point:stay:steps, found {found:?}")
            }
            FaultReason::DeployPoint { found } => {
                write!(f, "expected the point of the deploy, such as d5, found {found:?}")
            }
            FaultReason::DeployPieces { found } => {
                write!(f, "expected a piece or stack such as T, +T or (TI), found {found:?}")
            }
            FaultReason::DeployStepText { found } => {
                write!(f, "expected a deploy step such as T>d7, found {found:?}")
            }
            FaultReason::DeployStep { step, square } => {
                write!(f, "the deploy step {step} cannot be played from {square}")
            }
            FaultReason::DeployMismatch { expected } => {
                write!(f, "the deploy does not agree with its steps: expected {expected}")
            }
        }
    }
}

/// One fault of a FEN or a [`Setup`](crate::Setup).
///
/// Its `Display` is one line of English: the location and what is wrong there.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Fault {
    /// What is wrong.
    pub reason: FaultReason,
    /// Where, unless the whole text or position is concerned.
    pub location: Option<FaultLocation>,
}

impl Fault {
    pub(crate) fn new(reason: FaultReason, location: impl Into<Option<FaultLocation>>) -> Fault {
        Fault { reason, location: location.into() }
    }

    /// Its code.
    pub const fn code(&self) -> FaultCode {
        self.reason.code()
    }

    /// Its category.
    pub const fn category(&self) -> FaultCategory {
        self.reason.category()
    }

    /// Does it prevent loading? Only missing Commanders do not (RULES 13.6).
    pub const fn prevents_loading(&self) -> bool {
        !matches!(self.reason, FaultReason::MissingCommander { .. })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = self.location {
            write!(f, "{location}: ")?;
        }
        self.reason.fmt(f)
    }
}
