//! Time management: how long to search.

use core::time::Duration;

use crate::limits::{ClockLimit, Limits, PonderHandle, TimeSource};

/// Turns that a game is expected to last from here.
const EXPECTED_TURNS: u32 = 36;

/// The time reserve, as a multiple of the overhead. Once only the reserve is left, a turn uses its
/// increment. Shared machines sometimes stand still for more than a tenth of a second.
const RESERVE_TURNS: u32 = 25;

/// Turns for which overhead beyond the increment is set aside.
const LONG_GAME: u32 = 200;

/// The smallest overhead that the reserve allows for: even without network delay, a thread may have
/// to wait for a processor.
const LEAST_OVERHEAD: Duration = Duration::from_millis(10);

/// Longer times are cut to this, so that sums and products do not overflow.
const MAX_TIME: Duration = Duration::from_secs(1 << 32);

/// The budget of one search.
#[derive(Clone, Debug)]
pub(crate) struct TimeManager {
    now: TimeSource,
    start: Duration,
    /// If set, the limits count from its hit.
    ponder: Option<PonderHandle>,
    /// No iteration begins after this, scaled by how stable the result is.
    soft: Option<Duration>,
    /// The search stops at this time.
    hard: Option<Duration>,
    /// Whether stopping early saves clock time (false for a fixed move time).
    pub(crate) may_stop_early: bool,
}

impl TimeManager {
    pub(crate) fn new(limits: &Limits, now: TimeSource, overhead: Duration) -> TimeManager {
        let mut manager = TimeManager {
            now,
            start: limits.since.unwrap_or_else(now),
            ponder: limits.ponder.clone(),
            soft: None,
            hard: None,
            may_stop_early: false,
        };
        if let Some(time) = limits.move_time {
            let time = time.saturating_sub(overhead).max(Duration::from_millis(1));
            manager.hard = Some(time);
        }
        if let Some(game) = limits.clock {
            let (soft, hard) = share_of(game, overhead);
            manager.soft = Some(soft);
            manager.hard = Some(manager.hard.map_or(hard, |move_time| move_time.min(hard)));
            manager.may_stop_early = limits.move_time.is_none();
        }
        manager
    }

    /// Time since the search was requested.
    pub(crate) fn elapsed(&self) -> Duration {
        (self.now)().saturating_sub(self.start)
    }

    /// Is the search pondering, in the enemy's time?
    pub(crate) fn is_pondering(&self) -> bool {
        self.ponder.as_ref().is_some_and(|ponder| ponder.hit_at().is_none())
    }

    /// The time that counts against the limits; `None` while pondering.
    fn used(&self) -> Option<Duration> {
        match &self.ponder {
            None => Some(self.elapsed()),
            Some(ponder) => ponder.hit_at().map(|hit| (self.now)().saturating_sub(hit)),
        }
    }

    /// Is the hard limit reached?
    pub(crate) fn is_over(&self) -> bool {
        self.hard.zip(self.used()).is_some_and(|(hard, used)| used >= hard)
    }

    /// Is it too late to begin another iteration? `stability` counts the iterations since the best
    /// action changed; `drop` is how much the score has fallen, in centipawns.
    pub(crate) fn is_enough(&self, stability: u32, drop: i32) -> bool {
        let Some((soft, used)) = self.soft.zip(self.used()) else { return false };
        let stability_factor = [1.6, 1.25, 1.0, 0.85, 0.75, 0.65][stability.min(5) as usize];
        let drop_factor = 1.0 + f64::from(drop.clamp(0, 120)) / 150.0;
        used >= soft.mul_f64(stability_factor * drop_factor)
    }
}

/// The soft and the hard limit of one turn. The hard limit is zero if only the overhead is left.
fn share_of(game: ClockLimit, overhead: Duration) -> (Duration, Duration) {
    let [left, increment, overhead] = [game.left, game.increment, overhead].map(|time| time.min(MAX_TIME));
    let to_come = game.moves_to_go.unwrap_or(u32::MAX).max(1);
    // A large overhead must not use up all thinking time.
    let reserved = to_come.min(RESERVE_TURNS);
    let reserve = (overhead * reserved).min(left / 3).max(LEAST_OVERHEAD * reserved);
    // The overhead of a long game that the increment does not cover. Even if that is nearly
    // everything, some thinking time is left.
    let unpaid = (overhead.saturating_sub(increment) * to_come.min(LONG_GAME)).min(left / 10 * 9);
    let usable = left.saturating_sub(reserve.max(unpaid));
    let turns = to_come.min(EXPECTED_TURNS);
    let share = usable / turns + increment.mul_f64(0.8);
    let most = match turns {
        // New time is added after this turn, so nearly all may be used.
        1 => usable.mul_f64(0.9),
        // When only the reserve is left, at least half of the increment fills it up again, and more
        // the emptier it is. Otherwise a machine that is often late would use it up.
        _ => {
            let filled = (left.as_secs_f64() / reserve.as_secs_f64()).min(1.0);
            usable.mul_f64(0.35) + increment.min(left.saturating_sub(overhead)).mul_f64(filled / 2.0)
        }
    };
    let hard = share.mul_f64(3.0).min(most).min(left.saturating_sub(overhead));
    (share.mul_f64(0.75).min(hard), hard)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::HandicapRandom;

    fn frozen() -> Duration {
        Duration::ZERO
    }

    const OVERHEAD: Duration = Duration::from_millis(10);

    #[test]
    fn limits_never_exceed_the_clock() {
        for left in [0, 1, 5, 20, 100, 1_000, 60_000, u64::MAX] {
            for increment in [0, 10, 2_000, u64::MAX] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(5), Some(40), Some(u32::MAX)] {
                    for overhead in [0, 10, 5_000] {
                        let [left, increment, overhead] =
                            [left, increment, overhead].map(Duration::from_millis);
                        let (soft, hard) = share_of(ClockLimit { left, increment, moves_to_go }, overhead);
                        assert!(soft <= hard);
                        assert!(hard <= left.saturating_sub(overhead), "{left:?} {increment:?} {hard:?}");
                        if moves_to_go.is_none() && left <= RESERVE_TURNS * overhead.min(LEAST_OVERHEAD) {
                            assert!(hard <= increment / 2, "{left:?} {increment:?} {hard:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_large_overhead_leaves_time_to_think() {
        for (left, overhead) in [(60, 5_000), (30, 2_000), (30, 500), (180, 1_000)] {
            let game =
                ClockLimit { left: Duration::from_secs(left), increment: Duration::ZERO, moves_to_go: None };
            let (soft, _) = share_of(game, Duration::from_millis(overhead));
            assert!(soft >= game.left / 1_000, "{left} {overhead}: {soft:?}");
        }
    }

    /// Plays a game by the clock. Returns the lowest time left and the time used in the first forty
    /// turns. The machine is late by one millisecond and sometimes by up to six; a busy one by six
    /// to nine.
    fn play(control: &Control, turns: u32, always_hard: bool, busy: bool) -> (Duration, Duration) {
        let (base, increment) =
            (Duration::from_millis(control.base), Duration::from_millis(control.increment));
        let mut random = HandicapRandom::new(control.base ^ u64::from(always_hard));
        let mut below = |end: u64| (random.fraction() * end as f64) as u64;
        let (mut left, mut lowest, mut used) = (base, base, Duration::ZERO);
        for turn in 0..turns {
            let moves_to_go = control.period.map(|period| period - turn % period);
            if turn > 0 && moves_to_go == control.period && moves_to_go.is_some() {
                left += base;
            }
            let (soft, hard) = share_of(ClockLimit { left, increment, moves_to_go }, OVERHEAD);
            // The iteration that is running at the soft limit is finished if possible.
            let wish = soft.mul_f64([0.65, 0.75, 1.0, 1.25, 1.6, 2.5, 4.0][below(7) as usize]);
            let thought = if always_hard { hard } else { wish.min(hard) };
            let late = match (busy, below(3)) {
                (true, _) => 6 + below(4),
                (false, 0) => 1 + below(6),
                (false, _) => 1,
            };
            let late = Duration::from_millis(late);
            left = left.saturating_sub(thought + late);
            lowest = lowest.min(left);
            left += increment;
            if turn < 40 {
                used += thought;
            }
        }
        (lowest, used)
    }

    /// A time control in milliseconds. `base` is added again after every `period` turns.
    #[derive(Debug)]
    struct Control {
        base: u64,
        increment: u64,
        period: Option<u32>,
    }

    #[test]
    fn long_games_are_never_lost_on_time() {
        for (base, increment, period) in [
            (1_000, 10, None),
            (2_000, 10, Some(40)),
            (10_000, 100, None),
            (10_000, 0, None),
            (10_000, 0, Some(40)),
            (60_000, 0, None),
            (60_000, 0, Some(40)),
            (180_000, 2_000, None),
        ] {
            let control = Control { base, increment, period };
            for always_hard in [false, true] {
                let (lowest, _) = play(&control, 320, always_hard, false);
                // An increment that covers the overhead keeps the reserve filled.
                let floor = if increment > 0 && period.is_none() { 50 } else { 0 };
                assert!(lowest > Duration::from_millis(floor), "{control:?}, {always_hard}: {lowest:?}");
                // A busy machine uses up nearly all of the smallest increment, but not the reserve.
                if increment > 0 && period.is_none() {
                    let (lowest, _) = play(&control, 320, always_hard, true);
                    assert!(lowest > Duration::from_millis(20), "{control:?}, busy: {lowest:?}");
                }
            }
        }
    }

    #[test]
    fn the_time_is_used() {
        for (base, increment) in [(1_000, 10), (10_000, 100), (60_000, 0), (180_000, 2_000)] {
            let control = Control { base, increment, period: None };
            let (_, used) = play(&control, 40, false, false);
            let given = Duration::from_millis(base + 40 * increment);
            assert!(used > given.mul_f64(0.5) && used < given.mul_f64(0.9), "{control:?}: {used:?}");
        }
        let (_, used) = play(&Control { base: 60_000, increment: 0, period: Some(40) }, 40, false, false);
        assert!(used > Duration::from_secs(50), "{used:?}");
    }

    #[test]
    fn a_move_time_is_used_completely() {
        let manager =
            TimeManager::new(&Limits::move_time(Duration::from_millis(50)), frozen, Duration::from_millis(5));
        assert_eq!(manager.hard, Some(Duration::from_millis(45)));
        assert!(!manager.is_enough(9, 0));
    }

    /// A time source that always says ten seconds.
    fn late() -> Duration {
        Duration::from_secs(10)
    }

    #[test]
    fn time_counts_from_the_request() {
        let limits = Limits::move_time(Duration::from_millis(500));
        assert!(!TimeManager::new(&limits, late, OVERHEAD).is_over());
        let asked = Limits { since: Some(late() - Duration::from_millis(490)), ..limits };
        let manager = TimeManager::new(&asked, late, OVERHEAD);
        assert_eq!(manager.elapsed(), Duration::from_millis(490));
        assert!(manager.is_over());
    }

    #[test]
    fn pondering_uses_no_time() {
        // Nothing is left on the clock: without pondering, the time is over at once.
        let ponder = PonderHandle::default();
        let limits = Limits { ponder: Some(ponder.clone()), ..Limits::clock(Duration::ZERO, Duration::ZERO) };
        let manager = TimeManager::new(&limits, late, OVERHEAD);
        assert!(manager.is_pondering() && !manager.is_over() && !manager.is_enough(9, 0));
        ponder.hit(late());
        assert!(!manager.is_pondering() && manager.is_over() && manager.is_enough(9, 0));

        let ponder = PonderHandle::default();
        let limits = Limits { ponder: Some(ponder.clone()), since: Some(Duration::ZERO), ..limits };
        let limits = Limits { clock: None, move_time: Some(Duration::from_millis(500)), ..limits };
        let manager = TimeManager::new(&limits, late, OVERHEAD);
        ponder.hit(late() - Duration::from_millis(400));
        assert!(!manager.is_over(), "only the time since the hit counts");
    }
}
