//! How a recorded game ended.

use crate::color::Color;
use crate::position::Outcome;

/// Who has won a game, and how it ended.
///
/// ```
/// use cotulenh::{Color, GameEnd, Termination};
/// let end = GameEnd::Won(Color::Red, Termination::Resignation);
/// assert_eq!((end.pgn(), end.termination()), ("1-0", Some(Termination::Resignation)));
/// assert_eq!(GameEnd::Unfinished.pgn(), "*");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum GameEnd {
    /// It is not finished, or its result is not known.
    #[default]
    Unfinished,
    /// One side has won.
    Won(Color, Termination),
    /// Neither side has won.
    Drawn(Termination),
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Termination {
    /// Not known.
    Unknown,
    /// By the rules (RULES 10). Which clause follows from the game.
    Rules,
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The players agreed on a draw.
    Agreement,
    /// An arbiter or a program decided the game.
    Adjudication,
    /// The loser broke the rules.
    Infraction,
    /// A player left, or a program failed.
    Abandoned,
}

impl Termination {
    /// In the order of their numbers in the format.
    pub(super) const ALL: [Termination; 8] = [
        Termination::Unknown,
        Termination::Rules,
        Termination::Resignation,
        Termination::Time,
        Termination::Agreement,
        Termination::Adjudication,
        Termination::Infraction,
        Termination::Abandoned,
    ];

    /// The value of the PGN header `Termination` that says so; none for [`Unknown`] and [`Rules`],
    /// which need no header.
    ///
    /// [`Unknown`]: Termination::Unknown
    /// [`Rules`]: Termination::Rules
    pub const fn header(self) -> Option<&'static str> {
        match self {
            Termination::Unknown | Termination::Rules => None,
            Termination::Resignation => Some("resignation"),
            Termination::Time => Some("time forfeit"),
            Termination::Agreement => Some("agreement"),
            Termination::Adjudication => Some("adjudication"),
            Termination::Infraction => Some("rules infraction"),
            Termination::Abandoned => Some("abandoned"),
        }
    }

    /// The termination with this header.
    pub(super) fn of_header(value: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|termination| termination.header() == Some(value))
    }
}

impl GameEnd {
    /// The end of a game by the rules.
    pub const fn by_rules(outcome: Outcome) -> GameEnd {
        GameEnd::of_winner(outcome.winner(), Termination::Rules)
    }

    /// A win, or a draw without a winner.
    pub const fn of_winner(winner: Option<Color>, termination: Termination) -> GameEnd {
        match winner {
            Some(color) => GameEnd::Won(color, termination),
            None => GameEnd::Drawn(termination),
        }
    }

    /// The end with this result of PGN; `None` if the text is not a result.
    pub fn of_pgn(result: &str, termination: Termination) -> Option<GameEnd> {
        match result {
            "1-0" => Some(GameEnd::Won(Color::Red, termination)),
            "0-1" => Some(GameEnd::Won(Color::Blue, termination)),
            "1/2-1/2" => Some(GameEnd::Drawn(termination)),
            "*" => Some(GameEnd::Unfinished),
            _ => None,
        }
    }

    /// The result as PGN writes it.
    pub const fn pgn(self) -> &'static str {
        match self {
            GameEnd::Unfinished => "*",
            GameEnd::Won(Color::Red, _) => "1-0",
            GameEnd::Won(Color::Blue, _) => "0-1",
            GameEnd::Drawn(_) => "1/2-1/2",
        }
    }

    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Color> {
        match self {
            GameEnd::Won(color, _) => Some(color),
            _ => None,
        }
    }

    /// How it came to its end; `None` if it is not finished.
    pub const fn termination(self) -> Option<Termination> {
        match self {
            GameEnd::Unfinished => None,
            GameEnd::Won(_, termination) | GameEnd::Drawn(termination) => Some(termination),
        }
    }

    /// The same result, reached in another way.
    pub(super) const fn with(self, termination: Termination) -> GameEnd {
        match self {
            GameEnd::Unfinished => GameEnd::Unfinished,
            GameEnd::Won(color, _) => GameEnd::Won(color, termination),
            GameEnd::Drawn(_) => GameEnd::Drawn(termination),
        }
    }

    /// The one form of this end in a game that has this outcome by the rules: what the rules decide
    /// is said to be decided by them, unless it is known to have ended in another way. `None` if it
    /// is said so and not true.
    pub(super) fn settled(self, outcome: Option<Outcome>) -> Option<GameEnd> {
        let by_rules = outcome.map(GameEnd::by_rules);
        match self.termination() {
            None => Some(by_rules.unwrap_or(self)),
            Some(Termination::Unknown | Termination::Rules) => match by_rules {
                Some(end) if end == self.with(Termination::Rules) => by_rules,
                _ => (self.termination() == Some(Termination::Unknown)).then_some(self),
            },
            Some(_) => Some(self),
        }
    }

    /// The lower five bits of the second byte of a game.
    pub(super) fn code(self) -> u8 {
        let result = match self {
            GameEnd::Unfinished => 0,
            GameEnd::Won(Color::Red, _) => 1,
            GameEnd::Won(Color::Blue, _) => 2,
            GameEnd::Drawn(_) => 3,
        };
        result | self.termination().map_or(0, |termination| termination as u8) << 2
    }

    /// The end with this [`code`](GameEnd::code).
    pub(super) fn of_code(code: u8) -> Option<GameEnd> {
        let termination = *Termination::ALL.get(usize::from(code >> 2))?;
        match code & 3 {
            0 => (termination == Termination::Unknown).then_some(GameEnd::Unfinished),
            1 => Some(GameEnd::Won(Color::Red, termination)),
            2 => Some(GameEnd::Won(Color::Blue, termination)),
            _ => Some(GameEnd::Drawn(termination)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::position::{DrawReason, WinReason};

    #[test]
    fn codes_are_one_to_one() {
        let ends: Vec<GameEnd> = (0..32).filter_map(GameEnd::of_code).collect();
        assert_eq!(ends.len(), 1 + 3 * Termination::ALL.len());
        for (code, end) in (0..32).filter_map(|code| Some((code, GameEnd::of_code(code)?))) {
            assert_eq!(end.code(), code);
            let termination = end.termination().unwrap_or(Termination::Unknown);
            assert_eq!(GameEnd::of_pgn(end.pgn(), termination), Some(end));
            assert_eq!(
                termination.header().and_then(Termination::of_header).unwrap_or(termination),
                termination
            );
        }
    }

    #[test]
    fn the_rules_settle_what_they_decide() {
        let mate = Some(Outcome::Win { winner: Color::Red, reason: WinReason::Checkmate });
        let draw = Some(Outcome::Draw(DrawReason::Threefold));
        let by_rules = GameEnd::Won(Color::Red, Termination::Rules);
        let unknown = GameEnd::Won(Color::Red, Termination::Unknown);
        let on_time = GameEnd::Won(Color::Red, Termination::Time);
        for (end, outcome, settled) in [
            (GameEnd::Unfinished, None, Some(GameEnd::Unfinished)),
            (GameEnd::Unfinished, mate, Some(by_rules)),
            (unknown, mate, Some(by_rules)),
            (unknown, draw, Some(unknown)),
            (unknown, None, Some(unknown)),
            (by_rules, mate, Some(by_rules)),
            (by_rules, draw, None),
            (by_rules, None, None),
            (on_time, mate, Some(on_time)),
            (on_time, None, Some(on_time)),
        ] {
            assert_eq!(end.settled(outcome), settled, "{end:?} {outcome:?}");
        }
    }
}
