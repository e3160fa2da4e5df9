//! How long to think.

use core::time::Duration;

use crate::limits::{Clock, Limits};

/// Turns that a game is expected to last yet.
const EXPECTED_TURNS: u32 = 36;

/// The budget of one search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TimeManager {
    clock: Clock,
    start: Duration,
    /// Do not begin another iteration after this; scaled by how sure the search is.
    soft: Option<Duration>,
    /// Stop at once.
    hard: Option<Duration>,
    /// Only a game's clock is worth saving.
    pub(crate) may_stop_early: bool,
}

impl TimeManager {
    pub(crate) fn new(limits: &Limits, clock: Clock, overhead: Duration) -> TimeManager {
        let mut manager =
            TimeManager { clock, start: clock(), soft: None, hard: None, may_stop_early: false };
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
            manager.hard = Some(time);
        }
        if let Some(game) = limits.clock {
            let left = game.left.saturating_sub(overhead).max(Duration::from_millis(1));
            let turns = game.moves_to_go.unwrap_or(EXPECTED_TURNS).clamp(1, EXPECTED_TURNS);
            // With several turns to go, what is left must also pay for their overhead.
            let usable = left.saturating_sub(overhead * (turns - 1).min(8)).max(left / 8);
            let share = usable / turns + game.increment.mul_f64(0.8);
            // With only one turn left until new time, nearly all may be used.
            let most = if turns == 1 { left.mul_f64(0.9) } else { left.mul_f64(0.35) };
            let soft = share.mul_f64(0.75).min(most);
            let hard = share.mul_f64(3.0).min(most).min(manager.hard.unwrap_or(Duration::MAX));
            manager.soft = Some(soft.max(Duration::from_millis(1)));
            manager.hard = Some(hard.max(Duration::from_millis(1)));
            manager.may_stop_early = limits.move_time.is_none();
        }
        manager
    }

    pub(crate) fn elapsed(&self) -> Duration {
        (self.clock)().saturating_sub(self.start)
    }

    /// Is the time over, come what may?
    pub(crate) fn is_over(&self) -> bool {
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Is another iteration worth beginning? `stability` counts the iterations since the best action changed, `drop` is how much
    /// the score has fallen, in centipawns.
    pub(crate) fn is_enough(&self, stability: u32, drop: i32) -> bool {
        let Some(soft) = self.soft else { return false };
        let certainty = [1.6, 1.25, 1.0, 0.85, 0.75, 0.65][stability.min(5) as usize];
        let trouble = 1.0 + f64::from(drop.clamp(0, 120)) / 150.0;
        self.elapsed() >= soft.mul_f64(certainty * trouble)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::GameClock;

    fn frozen() -> Duration {
        Duration::ZERO
    }

    #[test]
    fn never_more_than_there_is() {
        for left in [0, 1, 5, 20, 100, 1_000, 60_000] {
            for increment in [0, 10, 2_000] {
                for moves_to_go in [None, Some(1), Some(5), Some(40)] {
                    let [left, increment] = [left, increment].map(Duration::from_millis);
                    let clock = Some(GameClock { left, increment, moves_to_go });
                    let limits = Limits { clock, ..Limits::default() };
                    let overhead = Duration::from_millis(10);
                    let manager = TimeManager::new(&limits, frozen, overhead);
                    let (soft, hard) = (manager.soft.unwrap(), manager.hard.unwrap());
                    assert!(soft <= hard);
                    assert!(hard <= left.max(Duration::from_millis(1)), "{left:?} {hard:?}");
                    if left > Duration::from_millis(200) {
                        assert!(hard + overhead < left);
                    }
                }
            }
        }
    }

    #[test]
    fn a_move_time_is_used_up() {
        let manager =
            TimeManager::new(&Limits::move_time(Duration::from_millis(50)), frozen, Duration::from_millis(5));
        assert_eq!(manager.hard, Some(Duration::from_millis(45)));
        assert!(!manager.is_enough(9, 0));
    }
}
