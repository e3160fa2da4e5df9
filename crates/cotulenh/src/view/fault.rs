//! Faults of a FEN or a set-up (RULES 13).

use serde::Serialize;

use crate::fault::{Fault, FaultLocation, FaultReason};
use crate::fen::{MAX_FEN_LENGTH, check_fen};
use crate::square::{FILES, RANKS};

/// The answer to the question whether a FEN is valid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct FenCheckView {
    /// No fault was found.
    pub valid: bool,
    /// The faults, in the order of RULES 13.
    pub errors: Vec<FaultView>,
}

impl FenCheckView {
    /// Checks a FEN.
    pub fn of(fen: &str) -> FenCheckView {
        let errors: Vec<FaultView> = check_fen(fen).iter().map(FaultView::from).collect();
        FenCheckView { valid: errors.is_empty(), errors }
    }
}

/// A fault. Code, variant and parameters are enough to word it in any language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct FaultView {
    /// The code of the JavaScript API.
    pub code: &'static str,
    /// Distinguishes cases that share a code.
    pub variant: &'static str,
    /// The category of RULES 13.
    pub category: &'static str,
    /// One line of English.
    pub message: String,
    /// Where it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub location: Option<LocationView>,
    /// The data of the variant.
    pub params: FaultParams,
}

/// Where a fault is: `{field}`, `{rank, column}`, `{rank}` or `{square}`; with `charIndex` and
/// `context` where the JavaScript API has them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum LocationView {
    /// A field of the FEN, 1–7.
    Field {
        /// Its number.
        field: u8,
    },
    /// A character in the text of a rank.
    Text {
        /// 12–1.
        rank: u8,
        /// Index of the character, from 0.
        column: usize,
        /// Index of the last character of what is wrong.
        #[serde(rename = "charIndex", skip_serializing_if = "Option::is_none")]
        char_index: Option<u32>,
        /// What is wrong.
        #[serde(skip_serializing_if = "Option::is_none")]
        context: Option<Box<str>>,
    },
    /// A whole rank.
    Rank {
        /// 12–1.
        rank: u8,
    },
    /// A point.
    Square {
        /// Its name.
        square: String,
    },
}

impl LocationView {
    fn of(location: FaultLocation, reason: &FaultReason) -> LocationView {
        match location {
            FaultLocation::Field(field) => LocationView::Field { field },
            FaultLocation::Text { rank, column } => {
                let context = match reason {
                    FaultReason::UnknownPiece { found } => Some(found.to_string()),
                    FaultReason::Unopened => Some(")".into()),
                    FaultReason::EmptyPoints { found } => Some(found.to_string()),
                    FaultReason::StrayPlus { found } => Some(format!("+{found}")),
                    _ => None,
                };
                let last = match (&context, reason) {
                    (Some(text), _) => Some(column + text.chars().count() - 1),
                    (None, FaultReason::NestedStack) => Some(column),
                    _ => None,
                };
                let char_index = last.and_then(|last| u32::try_from(last).ok());
                LocationView::Text { rank, column, char_index, context: context.map(String::into) }
            }
            FaultLocation::Rank(rank) => LocationView::Rank { rank },
            FaultLocation::Square(square) => LocationView::Square { square: square.to_string() },
        }
    }
}

/// The data of a fault. Each kind of fault has its own keys; the others are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct FaultParams {
    /// The text, character or number that was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// What was expected, if that is one text or number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    /// The largest allowed number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// A piece as in FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub piece: Option<String>,
    /// A unit as in FEN.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    /// A side: `r` or `b`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<char>,
    /// A step of a deploy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// A point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
}

impl From<&FaultReason> for FaultParams {
    fn from(reason: &FaultReason) -> FaultParams {
        let found =
            |found: &dyn ToString| FaultParams { found: Some(found.to_string()), ..Default::default() };
        let expected = |params: FaultParams, expected: &dyn ToString| FaultParams {
            expected: Some(expected.to_string()),
            ..params
        };
        let limited = |params: FaultParams, limit: u64| FaultParams { limit: Some(limit), ..params };
        match reason {
            FaultReason::TooLong { length } => limited(found(length), MAX_FEN_LENGTH as u64),
            FaultReason::FieldCount { found: count } => expected(found(count), &6),
            FaultReason::SideToMove { found: text }
            | FaultReason::DeployParts { found: text }
            | FaultReason::DeployPoint { found: text }
            | FaultReason::DeployPieces { found: text }
            | FaultReason::DeployStepText { found: text } => found(text),
            FaultReason::UnusedField { found: text } => expected(found(text), &"-"),
            FaultReason::HalfmoveClock { found: text } | FaultReason::MoveNumber { found: text } => {
                limited(found(text), u32::MAX.into())
            }
            FaultReason::RankCount { found: count } => expected(found(count), &RANKS),
            FaultReason::EmptyPoints { found: count } => limited(found(count), FILES.into()),
            FaultReason::RankLength { found: count } => expected(found(count), &FILES),
            FaultReason::StrayPlus { found: character } | FaultReason::UnknownPiece { found: character } => {
                found(character)
            }
            FaultReason::NoStack { piece, unit } => FaultParams {
                piece: Some(piece.to_string()),
                unit: Some(unit.to_string()),
                ..Default::default()
            },
            FaultReason::Terrain { unit } => {
                FaultParams { unit: Some(unit.to_string()), ..Default::default() }
            }
            FaultReason::SecondCommander { color } | FaultReason::MissingCommander { color } => {
                FaultParams { color: Some(color.letter()), ..Default::default() }
            }
            FaultReason::DeployStep { step, square } => FaultParams {
                step: Some(step.clone()),
                square: Some(square.to_string()),
                ..Default::default()
            },
            FaultReason::DeployMismatch { expected: text } => expected(FaultParams::default(), text),
            FaultReason::NestedStack
            | FaultReason::Unopened
            | FaultReason::Unclosed
            | FaultReason::PlusAtEnd => FaultParams::default(),
        }
    }
}

impl From<&Fault> for FaultView {
    fn from(fault: &Fault) -> FaultView {
        FaultView {
            code: fault.code().name(),
            variant: fault.reason.variant(),
            category: fault.category().name(),
            message: fault.to_string(),
            location: fault.location.map(|location| LocationView::of(location, &fault.reason)),
            params: FaultParams::from(&fault.reason),
        }
    }
}
