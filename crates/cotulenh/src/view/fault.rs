//! Faults of a FEN or a set-up (RULES 13).

use core::fmt::Display;

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
    // Fields are set one by one, as in the parameters of refusals.
    fn from(reason: &FaultReason) -> FaultParams {
        let text = |value: &dyn Display| Some(value.to_string());
        let mut params = FaultParams::default();
        match reason {
            FaultReason::TooLong { length } => {
                params.found = text(length);
                params.limit = Some(MAX_FEN_LENGTH as u64);
            }
            FaultReason::FieldCount { found } => {
                params.found = text(found);
                params.expected = text(&6);
            }
            FaultReason::SideToMove { found }
            | FaultReason::DeployParts { found }
            | FaultReason::DeployPoint { found }
            | FaultReason::DeployPieces { found }
            | FaultReason::DeployStepText { found } => params.found = text(found),
            FaultReason::UnusedField { found } => {
                params.found = text(found);
                params.expected = text(&"-");
            }
            FaultReason::HalfmoveClock { found } | FaultReason::MoveNumber { found } => {
                params.found = text(found);
                params.limit = Some(u32::MAX.into());
            }
            FaultReason::RankCount { found } => {
                params.found = text(found);
                params.expected = text(&RANKS);
            }
            FaultReason::EmptyPoints { found } => {
                params.found = text(found);
                params.limit = Some(FILES.into());
            }
            FaultReason::RankLength { found } => {
                params.found = text(found);
                params.expected = text(&FILES);
            }
            FaultReason::StrayPlus { found } | FaultReason::UnknownPiece { found } => {
                params.found = text(found);
            }
            FaultReason::NoStack { piece, unit } => {
                params.piece = text(piece);
                params.unit = text(unit);
            }
            FaultReason::Terrain { unit } => params.unit = text(unit),
            FaultReason::SecondCommander { color } | FaultReason::MissingCommander { color } => {
                params.color = Some(color.letter());
            }
            FaultReason::DeployStep { step, square } => {
                params.step = text(step);
                params.square = text(square);
            }
            FaultReason::DeployMismatch { expected } => params.expected = text(expected),
            FaultReason::NestedStack
            | FaultReason::Unopened
            | FaultReason::Unclosed
            | FaultReason::PlusAtEnd => {}
        }
        params
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
