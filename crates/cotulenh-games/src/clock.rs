//! The clock of a game.
//!
//! It starts with the first completed turn and stops when the game is over. Time during which the
//! program does not run is not charged: no side loses on time because of a crash.

use cotulenh::Color;
use cotulenh::view::Sides;
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970.
pub type Millis = i64;

/// The clock as it is stored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameClock {
    /// The initial time of each side.
    pub initial: Millis,
    /// Added after each own turn.
    pub increment: Millis,
    /// What was left when the clock was last set.
    left: Sides<Millis>,
    /// The side whose time runs, and since when.
    running: Option<(Color, Millis)>,
}

/// The clock for a front end.
#[derive(Clone, Debug, Serialize)]
pub struct ClockView {
    initial: Millis,
    increment: Millis,
    r: Millis,
    b: Millis,
    running: Option<Color>,
}

impl GameClock {
    /// A clock that does not run yet.
    pub fn new(initial: Millis, increment: Millis) -> GameClock {
        GameClock { initial, increment, left: Sides { r: initial, b: initial }, running: None }
    }

    /// The time left to a side; never negative.
    pub fn left(&self, color: Color, now: Millis) -> Millis {
        let spent = match self.running {
            Some((side, since)) if side == color => (now - since).max(0),
            _ => 0,
        };
        (self.left.get(color) - spent).max(0)
    }

    /// The side that has run out of time.
    pub fn fallen(&self, now: Millis) -> Option<Color> {
        let (side, _) = self.running?;
        Some(side).filter(|&color| self.left(color, now) == 0)
    }

    /// Completes a turn: its player gets the increment, and the time of the other side runs.
    pub fn turn_completed(&mut self, by: Color, now: Millis) {
        let was_running = self.running.is_some();
        self.settle(now);
        if was_running {
            *self.left.get_mut(by) += self.increment;
        }
        self.running = Some((!by, now));
    }

    /// Changes the side to move without a completed turn, after an undo or redo. Spent time stays
    /// spent.
    pub fn set_turn(&mut self, turn: Color, started: bool, now: Millis) {
        self.settle(now);
        self.running = started.then_some((turn, now));
    }

    /// Stops the clock.
    pub fn stop(&mut self, now: Millis) {
        self.settle(now);
    }

    /// Does not charge the time before `start`, when the program was not running.
    pub fn forgive_until(&mut self, start: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since = (*since).max(start);
        }
    }

    fn settle(&mut self, now: Millis) {
        for color in Color::ALL {
            *self.left.get_mut(color) = self.left(color, now);
        }
        self.running = None;
    }

    /// The clock as it stands now.
    pub fn view(&self, now: Millis) -> ClockView {
        let left = Sides::each(|color| self.left(color, now));
        ClockView {
            initial: self.initial,
            increment: self.increment,
            r: left.r,
            b: left.b,
            running: self.running.map(|(side, _)| side),
        }
    }
}

/// The current time of this computer.
pub fn now() -> Millis {
    let since_1970 = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Millis::try_from(since_1970.as_millis()).unwrap_or(Millis::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_for_the_side_to_move_after_the_first_turn() {
        let mut clock = GameClock::new(60_000, 2_000);
        assert_eq!(clock.left(Color::Red, 50_000), 60_000);
        clock.turn_completed(Color::Red, 50_000);
        assert_eq!(clock.left(Color::Blue, 60_000), 50_000);
        clock.turn_completed(Color::Blue, 60_000);
        assert_eq!((clock.left(Color::Blue, 70_000), clock.left(Color::Red, 70_000)), (52_000, 50_000));
        assert_eq!(clock.fallen(119_999), None);
        assert_eq!(clock.fallen(120_000), Some(Color::Red));
        clock.stop(110_000);
        assert_eq!((clock.left(Color::Red, 999_999), clock.fallen(999_999)), (10_000, None));
    }

    #[test]
    fn the_time_of_a_dead_server_is_not_charged() {
        let mut clock = GameClock::new(60_000, 0);
        clock.turn_completed(Color::Red, 0);
        clock.forgive_until(1_000_000);
        assert_eq!(clock.left(Color::Blue, 1_010_000), 50_000);
        clock.forgive_until(5);
        assert_eq!(clock.left(Color::Blue, 1_010_000), 50_000);
    }
}
