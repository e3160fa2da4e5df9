//! A search engine for Cờ Tư Lệnh (Commander Chess).
//!
//! | you want | use |
//! |---|---|
//! | the best turn | [`Engine::search`] with [`Limits`] |
//! | to stop a search | [`Engine::stop_handle`] |
//! | to think in the enemy's time | [`Limits::ponder`] |
//! | a weaker opponent | [`Engine::set_level`] with a [`Level`] |
//! | a static judgement | [`evaluate`], [`explain`] |
//! | to fit the evaluation | [`eval`]: [`eval::Coefficients`], [`eval::weights`] |
//!
//! The engine neither reads nor writes anything: whoever uses it passes a position and hears of results through a callback. It runs on `wasm32-unknown-unknown` with
//! one thread; there the caller brings the [`Clock`].
//!
//! # Turns and actions
//!
//! The search looks at *actions*: a move, a deploy step, a commit. A turn may consist of several actions; [`SearchResult::turn`] always is a whole one.
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

#![forbid(unsafe_code)]

pub mod bench;
mod engine;
pub mod eval;
mod geometry;
mod history;
mod level;
mod limits;
mod packed;
mod picker;
mod report;
mod score;
mod search;
mod see;
mod time;
mod tt;
mod values;

pub use engine::{
    DEFAULT_CONTEMPT, Engine, EngineOptions, Info, MAX_CONTEMPT, SearchPosition, SearchResult, StopHandle,
};
pub use level::{Level, ParseLevelError};
pub use limits::{Clock, GameClock, Limits, PonderHandle, system_clock};
#[doc(hidden)]
pub use picker::perft_through_picker;
pub use score::Score;
pub use search::Features;
pub use tt::{Bound, HashError, MAX_HASH_MB};

use std::sync::OnceLock;

use cotulenh::Position;
use eval::{Evaluator, Explanation};

fn default_evaluator() -> &'static Evaluator {
    static EVALUATOR: OnceLock<Evaluator> = OnceLock::new();
    EVALUATOR.get_or_init(Evaluator::default)
}

/// The static value of a position in centipawns for the side to move.
///
/// ```
/// use cotulenh::Position;
/// // The start position is the same for both sides, but for the first move.
/// assert!((1..50).contains(&cotulenh_engine::evaluate(&Position::start())));
/// ```
pub fn evaluate(position: &Position) -> i32 {
    default_evaluator().evaluate(position)
}

/// Why a position is evaluated as it is.
///
/// ```
/// let explanation = cotulenh_engine::explain(&cotulenh::Position::start());
/// println!("{explanation}");
/// assert!(explanation.groups.iter().any(|group| group.name == "material" && group.red == group.blue));
/// ```
pub fn explain(position: &Position) -> Explanation {
    default_evaluator().explain(position)
}
