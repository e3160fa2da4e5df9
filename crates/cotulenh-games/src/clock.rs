//! The clock of a game, computed here and nowhere else.
//!
//! It starts with the first completed turn and stands while a game is over. Time during which the server does not run is not
//! charged: a crash costs nobody the game.

use cotulenh::Color;
use serde::{Deserialize, Serialize};

use crate::views::{Side, Sides};

/// Milliseconds since 1970.
pub type Millis = i64;

/// What is written down.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameClock {
    /// At the beginning, for each side.
    pub initial: Millis,
    /// Added after each own turn.
    pub increment: Millis,
    /// What was left when the clock was last set.
    left: Sides<Millis>,
    /// Whose time runs, and since when.
    running: Option<(Side, Millis)>,
}

/// What the page sees.
#[derive(Clone, Debug, Serialize)]
pub struct ClockView {
    initial: Millis,
    increment: Millis,
    r: Millis,
    b: Millis,
    running: Option<Side>,
}

impl GameClock {
    /// A clock that does not run yet.
    pub fn new(initial: Millis, increment: Millis) -> GameClock {
        GameClock { initial, increment, left: Sides { r: initial, b: initial }, running: None }
    }

    /// What a side has left now; never less than nothing.
    pub fn left(&self, color: Color, now: Millis) -> Millis {
        let spent = match self.running {
            Some((side, since)) if side == Side::from(color) => (now - since).max(0),
            _ => 0,
        };
        (self.left.get(color) - spent).max(0)
    }

    /// Whose time is over.
    pub fn fallen(&self, now: Millis) -> Option<Color> {
        let (side, _) = self.running?;
        Some(Color::from(side)).filter(|&color| self.left(color, now) == 0)
    }

    /// A turn is completed: its player gets the increment, and the other side's time runs.
    pub fn turn_completed(&mut self, by: Color, now: Millis) {
        let was_running = self.running.is_some();
        self.settle(now);
        if was_running {
            *self.left.get_mut(by) += self.increment;
        }
        self.running = Some((Side::from(!by), now));
    }

    /// The turn is another's although nobody completed one: something was taken back. Spent time stays spent.
    pub fn set_turn(&mut self, turn: Color, started: bool, now: Millis) {
        self.settle(now);
        self.running = started.then_some((turn.into(), now));
    }

    /// Nobody's time runs any more.
    pub fn stop(&mut self, now: Millis) {
        self.settle(now);
    }

    /// The server was away until `start`: what passed before does not count.
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

    /// As it stands now.
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

/// Now, as this computer has it.
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
