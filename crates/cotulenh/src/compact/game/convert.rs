//! Games with their history as bytes, and back.

use super::end::GameEnd;
use super::error::{GameDecodeError, GameEncodeError};
use super::score::PackedScore;
use super::turn_code::{code_of_deploy, code_of_move};
use super::{CodedTurn, CompactGame, Termination, encode, header_code};
use crate::game::Game;
use crate::game_tree::Comment;
use crate::position::Position;

impl CompactGame {
    /// The bytes of a game. Kept are start, turns, clocks, scores (`[%eval …]` in the comment on a
    /// turn), result and headers; other comments, and what was taken back, are not.
    pub fn of_game(game: &Game) -> Result<CompactGame, GameEncodeError> {
        let mut turns = Vec::with_capacity(game.turns().len() + 1);
        for (i, turn) in game.turns().iter().enumerate() {
            let (before, after) = (turn.before(), game.after(i).unwrap_or(game.position()));
            let code = match (turn.single_move(), turn.deployed().and_then(Position::session)) {
                (Some(mv), _) => code_of_move(before, mv),
                (None, Some(session)) => code_of_deploy(before, session),
                (None, None) => unreachable!("a turn is a move or a deploy"),
            };
            turns.push(with_notes(code, before, after, game));
        }
        let open = game.position();
        if let Some(session) = open.session() {
            let before = game.turn_start();
            turns.push(with_notes(code_of_deploy(before, session), before, open, game));
        }
        let end = GameEnd::of_pgn(&game.result(), Termination::Unknown).unwrap_or_default();
        let end = header_code::end_with(game.headers(), end);
        let end = end.settled(game.outcome()).ok_or(GameEncodeError::NotByRules)?;
        encode(game.start(), game.headers(), end, &turns, open.session().is_some())
    }

    /// The game with its history. Scores become comments, `[%eval 0.35]`; result and end become the
    /// headers `Result` and `Termination`.
    pub fn to_game(&self) -> Result<Game, GameDecodeError> {
        let mut game = Game::from(*self.start());
        *game.headers_mut() = self.headers().clone();
        let mut set = |name: &str, value: &str| {
            // Both names are allowed.
            let _ = game.headers_mut().set(name, value);
        };
        if self.end() != GameEnd::Unfinished {
            set("Result", self.end().pgn());
        }
        if let Some(value) = self.end().termination().and_then(Termination::header) {
            set("Termination", value);
        }
        for replayed in self.turns() {
            let replayed = replayed?;
            game.play_tree_turn(&replayed.turn);
            if let Some(score) = replayed.score {
                game.set_comment(Some(&format!("[%eval {score}]")));
            }
            if let Some(clock) = replayed.clock {
                game.set_clock(Some(&clock_text(clock)));
            }
        }
        Ok(game)
    }
}

impl Game {
    /// The game in few bytes, see [`CompactGame::of_game`].
    ///
    /// ```
    /// use cotulenh::{Game, Strictness};
    /// let game = Game::from_pgn("1. Ic6 {[%clk 0:04:58]} Ic7 2. Mg6 1-0", Strictness::Strict).unwrap();
    /// let bytes = game.to_bytes()?;
    /// assert_eq!(Game::from_bytes(&bytes).unwrap().to_pgn(), game.to_pgn());
    /// # Ok::<(), cotulenh::GameEncodeError>(())
    /// ```
    pub fn to_bytes(&self) -> Result<Vec<u8>, GameEncodeError> {
        CompactGame::of_game(self).map(CompactGame::into_bytes)
    }

    /// Reads what [`to_bytes`](Game::to_bytes) writes, and nothing else.
    pub fn from_bytes(bytes: &[u8]) -> Result<Game, GameDecodeError> {
        CompactGame::from_bytes(bytes)?.to_game()
    }
}

fn with_notes(code: super::TurnCode, before: &Position, after: &Position, game: &Game) -> CodedTurn {
    let fen = after.fen();
    let eval = game.comment_at(&fen).and_then(|comment| Comment::new(comment).eval());
    CodedTurn {
        code,
        mover: before.turn(),
        score: eval.and_then(|eval| PackedScore::of_comment(eval.score)),
        clock: game.clock_at(&fen).and_then(clock_milliseconds),
    }
}

/// The time of a clock, `0:04:59.5`: hours, minutes and seconds, the first ones optional. `None` for
/// another text, and beyond 4,294,967,295 ms.
fn clock_milliseconds(text: &str) -> Option<u32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let mut seconds = 0u64;
    for (place, part) in whole.split(':').enumerate() {
        if place >= 3 || !is_number(part) {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    if !is_number(fraction) {
        return None;
    }
    let thousandths = format!("{:0<3}", fraction.get(..3).unwrap_or(fraction));
    let milliseconds = seconds.checked_mul(1000)?.checked_add(thousandths.parse().ok()?)?;
    u32::try_from(milliseconds).ok()
}

/// The reverse of [`clock_milliseconds`]: `0:04:59`, with a fraction only where there is one.
fn clock_text(milliseconds: u32) -> String {
    let (seconds, fraction) = (milliseconds / 1000, milliseconds % 1000);
    let time = format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    match fraction {
        0 => time,
        _ => format!("{time}.{fraction:03}").trim_end_matches('0').into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_come_back() {
        for (text, milliseconds, canonical) in [
            ("0:04:59", 299_000, "0:04:59"),
            ("4:59", 299_000, "0:04:59"),
            ("59.5", 59_500, "0:00:59.5"),
            ("1:00:00.0019", 3_600_001, "1:00:00.001"),
            ("0:00:90", 90_000, "0:01:30"),
            ("1193:02:47.295", u32::MAX, "1193:02:47.295"),
        ] {
            assert_eq!(clock_milliseconds(text), Some(milliseconds), "{text}");
            assert_eq!(clock_text(milliseconds), canonical);
            assert_eq!(clock_milliseconds(canonical), Some(milliseconds));
        }
        for text in ["", ":", "1:", "1:2:3:4", "1.", "1.2.3", "1193:02:47.296", "99999999999999999999:0:0"] {
            assert_eq!(clock_milliseconds(text), None, "{text}");
        }
    }
}
