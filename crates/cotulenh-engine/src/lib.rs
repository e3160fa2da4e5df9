//! A search engine for Cờ Tư Lệnh (Commander Chess), on the rules library [`cotulenh`].
//!
//! ```
//! use cotulenh::Position;
//! use cotulenh_engine::{Engine, Limits, SearchPosition};
//!
//! let position = Position::from_fen("3c7/11/3T7/2T8/11/11/11/11/11/11/11/4C6 r - - 0 1").unwrap();
//! let mut engine = Engine::default();
//! let result = engine.search(&SearchPosition::from(position), &Limits::depth(3), &mut |_| {});
//! let mut after = position;
//! for action in &result.turn {
//!     after = after.after_unchecked(*action);
//! }
//! assert_ne!(after.turn(), position.turn());
//! assert!(result.score.to_centipawns() > 0);
//! ```
//!
//! | task | API |
//! |---|---|
//! | find the best turn | [`Engine::search`] with [`Limits`] |
//! | stop a search from another thread | [`Engine::stop_handle`] |
//! | ponder in the enemy's time | [`Limits::ponder`] |
//! | play weaker | [`Engine::set_level`] with a [`Level`] |
//! | evaluate a position without searching | [`evaluate`], [`explain`] |
//! | fit the evaluation | [`eval`]: [`eval::Coefficients`], [`eval::weights`] |
//!
//! The engine does no input or output: it takes a position, reports through a callback and returns
//! a result. It runs on `wasm32-unknown-unknown` with one thread if the caller supplies a
//! [`TimeSource`].
//!
//! # Turns and actions
//!
//! The search works on *actions*: a move, a deploy step, a commit. A turn may consist of several
//! actions; [`SearchResult::turn`] is always complete.
//!
//! # Features and supported Rust versions
//!
//! The crate has no Cargo features and contains no unsafe code. It needs Rust 1.89 or later.

#![forbid(unsafe_code)]

pub mod bench;
mod engine;
pub mod eval;
mod exchange_values;
mod geometry;
mod history_heuristics;
mod level;
mod limits;
mod move_picker;
mod options;
mod packed_action;
mod report;
mod score;
mod search;
mod see;
mod splitmix;
mod time_manager;
mod transposition_table;

pub use engine::{Engine, Info, SearchPosition, SearchResult, StopHandle};
pub use level::{Level, ParseLevelError};
pub use limits::{ClockLimit, Limits, PonderHandle, TimeSource, system_clock};
#[doc(hidden)]
pub use move_picker::perft_through_picker;
pub use options::{DEFAULT_CONTEMPT, EngineOptions, MAX_CONTEMPT, MAX_LINES, MAX_THREADS};
pub use score::Score;
pub use search::Features;
pub use transposition_table::{Bound, HashError, MAX_HASH_MB};

use std::sync::OnceLock;

use cotulenh::Position;
use eval::{Evaluator, Explanation};

// Engines and their handles move between threads.
const _: () = {
    const fn assert_send<T: Send>() {}
    const fn assert_send_sync<T: Send + Sync>() {}
    assert_send::<Engine>();
    assert_send_sync::<StopHandle>();
    assert_send_sync::<PonderHandle>();
    assert_send_sync::<SearchResult>();
    assert_send_sync::<EngineOptions>();
};

fn default_evaluator() -> &'static Evaluator {
    static EVALUATOR: OnceLock<Evaluator> = OnceLock::new();
    EVALUATOR.get_or_init(Evaluator::default)
}

/// The static evaluation of a position in centipawns, for the side to move.
///
/// ```
/// use cotulenh::Position;
/// // Both sides have the same in the start position, but for the first move.
/// assert!((1..50).contains(&cotulenh_engine::evaluate(&Position::start())));
/// ```
pub fn evaluate(position: &Position) -> i32 {
    default_evaluator().evaluate(position)
}

/// The static evaluation of a position, group by group.
///
/// ```
/// let explanation = cotulenh_engine::explain(&cotulenh::Position::start());
/// println!("{explanation}");
/// assert!(explanation.groups.iter().any(|group| group.name == "material" && group.red == group.blue));
/// ```
pub fn explain(position: &Position) -> Explanation {
    default_evaluator().explain(position)
}

/// The examples of the README compile and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
