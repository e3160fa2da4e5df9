//! How long the engine may think in a game.

use std::time::Duration;

use cotulenh_engine::Limits;

use crate::clock::Millis;
use crate::live_game::LiveGame;

/// How long the engine thinks about a hint.
pub const HINT_TIME: Duration = Duration::from_millis(1_500);

impl LiveGame {
    /// The time that is left to the side to move, and its increment; `None` without a clock.
    pub fn time_to_move(&self, now: Millis) -> Option<(Duration, Duration)> {
        let clock = self.record().clock.as_ref()?;
        Some((milliseconds(clock.left(self.turn(), now)), milliseconds(clock.increment)))
    }

    /// The limits of the engine's search for its turn.
    pub fn engine_limits(&self, now: Millis) -> Limits {
        let mut limits = Limits::move_time(Duration::from_millis(self.record().thinking));
        if let Some((left, increment)) = self.time_to_move(now) {
            limits.clock = Limits::clock(left, increment).clock;
        }
        limits
    }
}

/// A time as a duration; a negative one counts as 0.
pub fn milliseconds(time: Millis) -> Duration {
    Duration::from_millis(u64::try_from(time).unwrap_or(0))
}
