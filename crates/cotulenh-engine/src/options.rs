//! The options of an engine.

use core::time::Duration;

use crate::level::Level;
use crate::limits::{TimeSource, system_clock};
use crate::search::Features;

/// The default cost of a draw, in centipawns.
pub const DEFAULT_CONTEMPT: i32 = 100;

/// The largest cost or gain of a draw, in centipawns.
pub const MAX_CONTEMPT: i32 = 1_000;

/// The largest number of threads.
pub const MAX_THREADS: usize = 256;

/// The largest number of lines that a search reports.
pub const MAX_LINES: usize = 256;

/// How an engine is set up.
///
/// ```
/// use cotulenh_engine::{EngineOptions, Level};
/// let options = EngineOptions::default().with_hash_mb(64).with_level(Level::CLUB);
/// assert_eq!((options.hash_mb, options.threads), (64, 1));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EngineOptions {
    /// Size of the transposition table in mebibytes.
    pub hash_mb: usize,
    /// Number of search threads, including the caller's.
    pub threads: usize,
    /// Number of lines to report, each with a different first action.
    pub multi_pv: usize,
    /// Playing strength.
    pub level: Level,
    /// Seed of the mistakes of weaker levels.
    pub seed: u64,
    /// What a draw costs the side that searches, in centipawns, between plus and minus
    /// [`MAX_CONTEMPT`]. With a positive value the engine avoids repetitions and plays on before
    /// the fifty-move rule ends the game; with a negative value it prefers a draw. An
    /// [infinite](crate::Limits::infinite) search is an analysis and ignores contempt. For other
    /// analyses set it to 0.
    pub contempt: i32,
    /// Time that passes between the search and the player's clock.
    pub move_overhead: Duration,
    /// Where the time comes from.
    pub time_source: TimeSource,
    /// Parts of the search that can be switched off.
    pub features: Features,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            hash_mb: 16,
            threads: 1,
            multi_pv: 1,
            level: Level::FULL,
            seed: 0,
            contempt: DEFAULT_CONTEMPT,
            move_overhead: Duration::from_millis(10),
            time_source: system_clock,
            features: Features::default(),
        }
    }
}

impl EngineOptions {
    /// Sets the size of the transposition table in mebibytes.
    #[must_use]
    pub fn with_hash_mb(self, hash_mb: usize) -> EngineOptions {
        EngineOptions { hash_mb, ..self }
    }

    /// Sets the number of threads.
    #[must_use]
    pub fn with_threads(self, threads: usize) -> EngineOptions {
        EngineOptions { threads, ..self }
    }

    /// Sets the number of lines.
    #[must_use]
    pub fn with_multi_pv(self, multi_pv: usize) -> EngineOptions {
        EngineOptions { multi_pv, ..self }
    }

    /// Sets the playing strength.
    #[must_use]
    pub fn with_level(self, level: Level) -> EngineOptions {
        EngineOptions { level, ..self }
    }

    /// Sets the seed of the mistakes of weaker levels.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> EngineOptions {
        EngineOptions { seed, ..self }
    }

    /// Sets the cost of a draw in centipawns.
    #[must_use]
    pub fn with_contempt(self, contempt: i32) -> EngineOptions {
        EngineOptions { contempt, ..self }
    }

    /// Sets the time that passes between the search and the player's clock.
    #[must_use]
    pub fn with_move_overhead(self, move_overhead: Duration) -> EngineOptions {
        EngineOptions { move_overhead, ..self }
    }

    /// Sets where the time comes from.
    #[must_use]
    pub fn with_time_source(self, time_source: TimeSource) -> EngineOptions {
        EngineOptions { time_source, ..self }
    }

    /// Sets the parts of the search.
    #[must_use]
    pub fn with_features(self, features: Features) -> EngineOptions {
        EngineOptions { features, ..self }
    }

    /// The same options with every number in its range.
    pub(crate) fn clamped(self) -> EngineOptions {
        EngineOptions {
            threads: self.threads.clamp(1, MAX_THREADS),
            multi_pv: self.multi_pv.max(1),
            contempt: self.contempt.clamp(-MAX_CONTEMPT, MAX_CONTEMPT),
            ..self
        }
    }
}
