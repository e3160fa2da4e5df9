//! One game of a match.

use std::time::Duration;

use cotulenh::{Color, DrawReason, Game, Outcome, Strictness, WinReason};
use cotulenh_engine::Score;
use serde::{Deserialize, Serialize};

use super::adjudicate::{Adjudication, Judge};
use super::limit::Limit;
use super::opening;
use super::player::{Budget, Choice, Interrupt, MatchPlayer, PlayerAnswer, PlayerError, SearchInfo};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    Checkmate,
    CommanderTaken,
    Stalemate,
    FiftyMoves,
    Threefold,
    Time,
    IllegalMove,
    Crash,
    Hang,
    Adjudicated,
    MaxTurns,
}

impl End {
    /// The ends that are a player's own fault, with the plural for counting them.
    pub const FAULTS: [(End, &str); 4] = [
        (End::Time, "time losses"),
        (End::IllegalMove, "illegal moves"),
        (End::Crash, "crashes"),
        (End::Hang, "hangs"),
    ];

    pub fn is_fault(self) -> bool {
        End::FAULTS.iter().any(|(fault, _)| *fault == self)
    }

    /// The text for people.
    pub fn text(self) -> &'static str {
        match self {
            End::Checkmate => "checkmate",
            End::CommanderTaken => "Commander taken",
            End::Stalemate => "stalemate",
            End::FiftyMoves => "fifty moves",
            End::Threefold => "threefold repetition",
            End::Time => "time",
            End::IllegalMove => "illegal move",
            End::Crash => "crash",
            End::Hang => "hang",
            End::Adjudicated => "adjudication",
            End::MaxTurns => "too many turns",
        }
    }
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> End {
        match outcome {
            Outcome::Win { reason: WinReason::Checkmate, .. } => End::Checkmate,
            Outcome::Win { reason: WinReason::CommanderCaptured, .. } => End::CommanderTaken,
            Outcome::Draw(DrawReason::Stalemate) => End::Stalemate,
            Outcome::Draw(DrawReason::FiftyMoves) => End::FiftyMoves,
            Outcome::Draw(DrawReason::Threefold) => End::Threefold,
        }
    }
}

/// A player at the board.
pub struct Seat {
    pub player: Box<dyn MatchPlayer>,
    pub limit: Limit,
}

/// What ends a game besides the rules.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    pub adjudication: Option<Adjudication>,
    /// A draw after this many turns of both sides.
    pub max_turns: Option<u32>,
    /// By how much a clock may be overstepped.
    pub margin: Duration,
}

/// A finished game.
pub struct Played {
    /// With a comment on every turn that a player chose.
    pub game: Game,
    pub winner: Option<Color>,
    pub end: End,
    /// Details of the end; may be empty.
    pub detail: String,
}

/// Plays a game from its opening to its end. Returns `None` if it was interrupted.
pub fn play(
    [red, blue]: [&mut Seat; 2],
    opening: Game,
    seed: u64,
    conditions: &Conditions,
    interrupt: &Interrupt,
) -> Option<Played> {
    let mut game = opening;
    let mut clocks = Clocks::new([red.limit, blue.limit]);
    let mut judge = conditions.adjudication.as_ref().map(Judge::new);
    for (seat, color) in [(&mut *red, Color::Red), (&mut *blue, Color::Blue)] {
        match seat.player.begin(seed) {
            Ok(()) => {}
            Err(PlayerError::Interrupted) => return None,
            Err(PlayerError::Fault(end, detail)) => {
                return Some(Played { game, winner: Some(!color), end, detail });
            }
        }
    }
    loop {
        let us = game.position().turn();
        let by_rules = game.outcome().map(|outcome| (outcome.winner(), End::from(outcome)));
        let length = game.turns().len() as u32;
        let ended = by_rules
            .or_else(|| Some((judge.as_ref()?.verdict(length)?, End::Adjudicated)))
            .or_else(|| (length >= conditions.max_turns?).then_some((None, End::MaxTurns)));
        if let Some((winner, end)) = ended {
            return Some(Played { game, winner, end, detail: String::new() });
        }
        let seat = if us == Color::Red { &mut *red } else { &mut *blue };
        let answer = seat.player.turn(&game, &clocks.budget(seat.limit, conditions.margin));
        // A stopped search still returns a turn, but not its best.
        if interrupt.is_raised() {
            return None;
        }
        let fault = match answer {
            Ok(answer) => complete_turn(&mut game, &mut clocks, conditions.margin, answer).map(|info| {
                if let (Some(judge), Some(score)) = (&mut judge, info.score) {
                    judge.add_score(us, score.to_centipawns());
                }
            }),
            Err(PlayerError::Interrupted) => return None,
            Err(PlayerError::Fault(end, detail)) => Err((end, detail)),
        };
        if let Err((end, detail)) = fault {
            return Some(Played { game, winner: Some(!us), end, detail });
        }
    }
}

/// Checks the clock, plays the turn and adds the player's score as a comment.
fn complete_turn(
    game: &mut Game,
    clocks: &mut Clocks,
    margin: Duration,
    answer: PlayerAnswer,
) -> Result<SearchInfo, (End, String)> {
    let PlayerAnswer { choice, info, time } = answer;
    clocks.press(game.position().turn(), time, margin).map_err(|detail| (End::Time, detail))?;
    let before = game.turns().len();
    let is_legal = match &choice {
        Choice::Actions(actions) => opening::play(game, actions),
        // The text may be a deploy step, which is not a whole turn.
        Choice::Text(text) => {
            game.play_text(text, Strictness::Strict).is_ok()
                && game.position().session().is_none()
                && game.turns().len() == before + 1
        }
    };
    if !is_legal {
        // Take back the steps of an unfinished deploy, if there are any.
        let _ = game.cancel_session();
        let turn = match choice {
            Choice::Text(text) => format!("{:?}", cotulenh::excerpt(&text)),
            Choice::Actions(actions) => actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
        };
        return Err((End::IllegalMove, format!("played {turn} in {}", game.position().fen())));
    }
    game.set_comment(Some(&describe(info, time)));
    Ok(info)
}

/// `+0.32/9 0.05s`, as match runners write it.
fn describe(info: SearchInfo, time: Duration) -> String {
    let score = match info.score {
        None => String::new(),
        Some(Score::Centipawns(value)) => format!("{:+.2}", f64::from(value) / 100.0),
        Some(Score::Mate(turns)) if turns > 0 => format!("+M{turns}"),
        Some(Score::Mate(turns)) => format!("-M{}", -turns),
    };
    let depth = info.depth.map_or(String::new(), |depth| format!("/{depth}"));
    format!("{score}{depth} {:.3}s", time.as_secs_f64())
}

/// The clocks of Red and Blue; a side may have none.
struct Clocks {
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
}

impl Clocks {
    fn new(limits: [Limit; 2]) -> Clocks {
        let controls = limits.map(|limit| match limit {
            Limit::Clock(control) => Some(control),
            _ => None,
        });
        Clocks {
            left: controls.map(|control| control.map(|control| control.base)),
            increment: controls.map(|control| control.map_or(Duration::ZERO, |control| control.increment)),
        }
    }

    fn budget(&self, limit: Limit, margin: Duration) -> Budget {
        Budget { limit, left: self.left, increment: self.increment, margin }
    }

    /// Subtracts the time of a turn; an error if the clock has run out.
    fn press(&mut self, us: Color, time: Duration, margin: Duration) -> Result<(), String> {
        let Some(left) = &mut self.left[us as usize] else { return Ok(()) };
        if time > *left + margin {
            let [used, had] = [time, *left].map(|time| time.as_secs_f64());
            return Err(format!("used {used:.3} s of {had:.3} s"));
        }
        *left = left.saturating_sub(time) + self.increment[us as usize];
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_out() {
        let clock = Limit::Clock("1+0.1".parse().unwrap());
        let mut clocks = Clocks::new([clock, Limit::Nodes(9)]);
        let ms = Duration::from_millis;
        assert!(clocks.press(Color::Blue, ms(9999), ms(0)).is_ok());
        assert!(clocks.press(Color::Red, ms(600), ms(0)).is_ok());
        assert_eq!(clocks.left[0], Some(ms(500)));
        let late = clocks.press(Color::Red, ms(501), ms(0));
        assert_eq!(late, Err("used 0.501 s of 0.500 s".into()));
        // Within the margin the clock only runs down.
        assert!(clocks.press(Color::Red, ms(501), ms(1)).is_ok());
        assert_eq!(clocks.left[0], Some(ms(100)));
    }

    #[test]
    fn comments_show_score_and_depth() {
        let text = |score, depth| describe(SearchInfo { score, depth }, Duration::from_millis(50));
        assert_eq!(text(Some(Score::Centipawns(-32)), Some(9)), "-0.32/9 0.050s");
        assert_eq!(text(Some(Score::Mate(-2)), Some(4)), "-M2/4 0.050s");
        assert_eq!(text(None, None), " 0.050s");
    }
}
