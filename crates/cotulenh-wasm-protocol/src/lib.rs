//! What is passed between the WebAssembly modules and JavaScript, declared once.
//!
//! The modules answer with plain texts or arrays of numbers: JavaScript reads them faster than
//! WebAssembly can build objects, and the bindings stay small. There are six forms:
//!
//! - [snapshots](snapshot): all that a user interface shows of a position, as numbers;
//! - [records](RECORDS): fields in a fixed order, such as [`ListedMoveRecord`] and [`PlayedTurnRecord`]. They
//!   are the compact form of the JSON views (`cotulenh::view`) that the other interfaces write: a
//!   field has the name of the view's key, and points and flags are numbers;
//! - [data](length_prefixed): views themselves, where an answer is rare or its parts vary;
//! - bit sets: [move flags](FLAGS), the [status of a position](STATUS_NAMES), and rule options
//!   (one byte, [`RuleOptions::bits`](cotulenh::RuleOptions::bits));
//! - errors: [`CallError`], a text that begins with [`ERROR_MARK`];
//! - [limits](search_limits) of the arguments of a search.
//!
//! `cargo xtask js` generates `js/src/generated.ts` from these declarations.

#![forbid(unsafe_code)]

// The README's code is compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod call_error;
mod flags;
mod record;
mod status;

pub mod length_prefixed;
pub mod search_limits;
pub mod snapshot;

pub use call_error::{CallError, ERROR_MARK, ErrorCode, rule_options};
pub use flags::{FLAGS, Flag, flag_bits};
pub use record::{
    AirDefenseZonesRecord, AttackerRecord, BoardUnitRecord, DefenderRecord, Layout, ListedMoveRecord, OrDash,
    PlayedTurnRecord, RECORDS, RecombinationRecord, SearchReportRecord, TurnStepRecord,
};
pub use status::{STATUS_NAMES, Status};
