//! One game in memory: its record, replayed.

use cotulenh::view::Sides;
use cotulenh::{Action, Color, Game, Position, Strictness, excerpt};
use serde::Serialize;
use serde_json::{Map, Value};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::clock::{ClockView, Millis};
use crate::command::{GameCommand, GameError};
use crate::ending::{Ending, Reason};
use crate::player::Player;
use crate::storage::{StorageError, StoredGame};
use crate::stored_texts::stored_texts;
use crate::views::{BoardView, TurnView, turn_views};

/// What a front end shows of a game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    id: String,
    /// The number of changes. A command names the revision that its sender saw.
    pub revision: u64,
    created: String,
    updated: String,
    title: String,
    players: Sides<Player>,
    thinking: u64,
    clock: Option<ClockView>,
    start: String,
    turns: Vec<TurnView>,
    position: BoardView,
    outcome: Option<Ending>,
    can_undo: bool,
    can_redo: bool,
    busy: Option<Busy>,
    /// The engine is to move, but its searches have failed.
    stalled: bool,
    headers: Map<String, Value>,
}

/// What the engine is doing for this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Busy {
    /// Thinking about its turn.
    Engine,
    /// Thinking about a hint.
    Hint,
}

/// A time as text: `2026-01-31T12:00:00Z`.
pub fn rfc3339(at: Millis) -> String {
    let time = OffsetDateTime::from_unix_timestamp_nanos(i128::from(at) * 1_000_000);
    time.ok().and_then(|time| time.format(&Rfc3339).ok()).unwrap_or_default()
}

/// A game in memory. A command returns a changed copy, which becomes current once it is stored.
#[derive(Clone, Debug)]
pub struct LiveGame {
    record: StoredGame,
    /// Position and history, with what was taken back.
    game: Game,
    /// The completed turns, kept because a long game takes long to describe.
    turns: Vec<TurnView>,
}

impl LiveGame {
    /// Replays a record.
    pub fn load(record: StoredGame) -> Result<LiveGame, StorageError> {
        let corrupt = |error: String| StorageError::Corrupt(error);
        let start = Position::from_fen(&record.start).map_err(|error| corrupt(error.to_string()))?;
        let game = Game::replay_texts(start, &record.actions, record.played)
            .map_err(|error| corrupt(error.to_string()))?;
        let turns = turn_views(&game);
        Ok(LiveGame { record, game, turns })
    }

    /// A new game.
    pub(crate) fn new(record: StoredGame, game: Game) -> LiveGame {
        let mut live = LiveGame { record, turns: turn_views(&game), game };
        live.write_record();
        live
    }

    /// The game as it is stored.
    pub fn record(&self) -> &StoredGame {
        &self.record
    }

    /// Position and history.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How it has ended: by the players' decision, or by the rules.
    pub fn outcome(&self) -> Option<Ending> {
        self.record.summary.outcome
    }

    pub(crate) fn turn(&self) -> Color {
        self.game().position().turn()
    }

    /// The level of the engine, if it is to move.
    pub fn engine_to_move(&self) -> Option<u8> {
        match self.record.player(self.turn()) {
            Player::Engine { level, .. } if self.outcome().is_none() => Some(*level),
            _ => None,
        }
    }

    /// The engine's side, if the engine plays exactly one.
    pub fn engine_opponent(&self) -> Option<Color> {
        let engines = Color::ALL.map(|color| self.record.player(color).is_engine());
        match engines {
            [true, false] => Some(Color::Red),
            [false, true] => Some(Color::Blue),
            _ => None,
        }
    }

    fn is_human(&self, color: Color) -> bool {
        !self.record.player(color).is_engine()
    }

    /// The game for a front end.
    pub fn view(&self, busy: Option<Busy>, stalled: bool, now: Millis) -> GameView {
        let record = &self.record;
        GameView {
            id: record.id.to_string(),
            revision: record.revision,
            created: rfc3339(record.created),
            updated: rfc3339(record.updated),
            title: record.title.clone(),
            players: record.players.clone(),
            thinking: record.thinking,
            clock: record.clock.as_ref().map(|clock| clock.view(now)),
            start: record.start.clone(),
            turns: self.turns.clone(),
            position: BoardView::new(&self.game, self.outcome()),
            outcome: self.outcome(),
            can_undo: self.can_undo(),
            can_redo: self.game.can_redo() && record.ending.is_none(),
            busy,
            stalled,
            headers: record
                .headers
                .iter()
                .map(|(name, value)| (name.clone(), value.clone().into()))
                .collect(),
        }
    }

    /// Can [`GameCommand::Undo`] do anything?
    fn can_undo(&self) -> bool {
        match self.record.ending {
            Some(Ending { reason: Reason::Time, .. }) => false,
            Some(_) => true,
            None => {
                let own_session = self.game().position().session().is_some() && self.is_human(self.turn());
                own_session || self.game().turns().iter().any(|turn| self.is_human(turn.before().turn()))
            }
        }
    }

    /// The game after a command; `now` sets the clocks. This one stays as it is.
    pub fn after(&self, command: &GameCommand, now: Millis) -> Result<LiveGame, GameError> {
        let mut next = self.clone();
        next.act(command, now)?;
        next.changed(now);
        Ok(next)
    }

    /// The game after a move text (RULES 14): a move, a deploy step or a whole deploy turn.
    pub fn after_text(&self, text: &str, now: Millis) -> Result<LiveGame, GameError> {
        if self.outcome().is_some() {
            return Err(GameError::Over);
        }
        let turn = self.turn();
        if !self.is_human(turn) {
            return Err(GameError::NotYourTurn);
        }
        let mut next = self.clone();
        next.game
            .play_text(text, Strictness::Lenient)
            .map_err(|error| GameError::Illegal { text: error.to_string(), why: None })?;
        next.pass_clock(turn, now);
        next.changed(now);
        Ok(next)
    }

    /// The game after the engine's turn.
    pub fn after_engine_turn(&self, actions: &[Action], now: Millis) -> Option<LiveGame> {
        let mut next = self.clone();
        for action in actions {
            next.game.play_action(*action).ok()?;
        }
        next.pass_clock(self.turn(), now);
        next.changed(now);
        Some(next)
    }

    /// The game with another title. It replaces the Event of the PGN that the game came with.
    pub fn renamed(&self, title: String, now: Millis) -> LiveGame {
        let mut next = self.clone();
        next.record.title = title;
        next.record.headers.retain(|(name, _)| name != "Event");
        next.changed(now);
        next
    }

    /// The game lost on time; `None` if both sides have time left.
    pub fn flagged(&self, now: Millis) -> Option<LiveGame> {
        let loser = self.record.clock.as_ref().filter(|_| self.outcome().is_none())?.fallen(now)?;
        let mut next = self.clone();
        next.record.ending = Some(Ending::on_time(loser));
        next.changed(now);
        Some(next)
    }

    fn act(&mut self, command: &GameCommand, now: Millis) -> Result<(), GameError> {
        let turn = self.turn();
        match command {
            GameCommand::Undo => self.undo(now)?,
            _ if self.outcome().is_some() => return Err(GameError::Over),
            GameCommand::Resign { color } => {
                let color = *color;
                if !self.is_human(color) {
                    return Err(GameError::NotYourTurn);
                }
                self.record.ending = Some(Ending::resignation(color));
            }
            GameCommand::Draw { .. } => self.record.ending = Some(Ending::AGREED),
            // The callers have looked at the clock: both sides have time left.
            GameCommand::Flag => return Err(GameError::TimeLeft),
            _ if !self.is_human(turn) => return Err(GameError::NotYourTurn),
            GameCommand::Redo => self.redo(now)?,
            GameCommand::Cancel => {
                self.game.cancel_session().map_err(|_| GameError::NoSession)?;
            }
            GameCommand::Move { lan, flags } => {
                let illegal = |game: &Game| GameError::Illegal {
                    text: excerpt(lan),
                    why: game.lan_refusal(lan).map(Box::new),
                };
                self.game.play_lan(lan, flags.as_deref()).map_err(|_| illegal(&self.game))?;
                self.pass_clock(turn, now);
            }
            GameCommand::Commit => {
                if self.game().position().session().is_none() {
                    return Err(GameError::NoSession);
                }
                self.game.commit().map_err(|error| GameError::Illegal {
                    text: error.to_string(),
                    why: self.game.position().commit_refusal().map(Box::new),
                })?;
                self.pass_clock(turn, now);
            }
        }
        Ok(())
    }

    /// Presses the clock if the turn is completed.
    fn pass_clock(&mut self, mover: Color, now: Millis) {
        if self.turn() != mover
            && let Some(clock) = &mut self.record.clock
        {
            clock.turn_completed(mover, now);
        }
    }

    /// Takes back a resignation or agreement; else a step of the open deploy; else turns until a
    /// person is to move.
    fn undo(&mut self, now: Millis) -> Result<(), GameError> {
        if !self.can_undo() {
            return Err(if self.outcome().is_some() { GameError::Over } else { GameError::NothingToUndo });
        }
        if self.record.ending.take().is_none() {
            self.game.undo();
            while !self.is_human(self.turn()) && self.game.undo() {}
        }
        self.reset_clock(now);
        Ok(())
    }

    fn redo(&mut self, now: Millis) -> Result<(), GameError> {
        if !self.game.redo() {
            return Err(GameError::NothingToRedo);
        }
        // Redo the engine's reply too.
        while !self.is_human(self.turn()) && self.game.redo() {}
        self.reset_clock(now);
        Ok(())
    }

    fn reset_clock(&mut self, now: Millis) {
        let (turn, started) = (self.turn(), !self.game().turns().is_empty());
        if let Some(clock) = &mut self.record.clock {
            clock.set_turn(turn, started, now);
        }
    }

    /// Brings record and views up to date after a change.
    fn changed(&mut self, now: Millis) {
        self.record.revision += 1;
        self.record.updated = now;
        let game = &self.game;
        // A change either takes turns back or adds some.
        self.turns.truncate(game.turns().len());
        self.turns.extend((self.turns.len()..game.turns().len()).filter_map(|i| TurnView::of_game(game, i)));
        self.write_record();
        if self.outcome().is_some()
            && let Some(clock) = &mut self.record.clock
        {
            clock.stop(now);
        }
    }

    fn write_record(&mut self) {
        let game = &self.game;
        self.record.start = game.start().fen();
        (self.record.actions, self.record.played) = stored_texts(game);
        let summary = &mut self.record.summary;
        summary.outcome = self.record.ending.or_else(|| game.outcome().map(Ending::from));
        summary.turns = game.turns().len();
        summary.fen = game.position().fen();
        summary.sans = self.turns.iter().map(|turn| turn.san.as_str()).collect::<Vec<_>>().join(" ");
    }

    /// The game as PGN. The level of an engine is the header `RedLevel` or `BlueLevel`.
    pub fn pgn(&self) -> String {
        let mut game = self.game().clone();
        let record = &self.record;
        let headers = game.headers_mut();
        for (name, value) in &record.headers {
            // A header that was read from a PGN can be written to one.
            let _ = headers.set(name, value);
        }
        let date = rfc3339(record.created);
        let level = |player: &Player| match player {
            Player::Human { .. } => String::new(),
            Player::Engine { level, .. } => level.to_string(),
        };
        let known = [
            ("Event", record.title.as_str()),
            ("Date", &date.get(..10).unwrap_or_default().replace('-', ".")),
            ("Red", record.players.r.name()),
            ("Blue", record.players.b.name()),
            ("RedLevel", &level(&record.players.r)),
            ("BlueLevel", &level(&record.players.b)),
        ];
        for (name, value) in known {
            let unset = headers.get(name).is_none_or(|value| value.starts_with('?'));
            if unset && !value.is_empty() {
                let _ = headers.set(name, value);
            }
        }
        if let Some(ending) = record.ending {
            let _ = headers.set("Result", ending.pgn());
        }
        game.to_pgn()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::now;
    use crate::id::GameId;
    use crate::storage::Summary;

    const STACK: &str = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";

    fn record(actions: &[&str], played: usize) -> StoredGame {
        let human = || Player::Human { name: String::new() };
        StoredGame {
            id: GameId::random(),
            revision: 1,
            created: 0,
            updated: 0,
            title: String::new(),
            players: Sides { r: human(), b: human() },
            thinking: 1_000,
            clock: None,
            start: STACK.into(),
            actions: actions.iter().map(|&text| text.to_owned()).collect(),
            played,
            ending: None,
            headers: Vec::new(),
            summary: Summary::default(),
        }
    }

    /// Version 0.1.0 stored whole deploy turns that came from a PGN as one text.
    #[test]
    fn records_of_earlier_versions_are_loaded() {
        let actions = ["d5:(FI):T>d7", "Cg12g11 n", "Id5>d6 nd", "commit", "Cg11g12 n"];
        let open = LiveGame::load(record(&actions[..3], 3)).unwrap();
        assert_eq!((open.game().turns().len(), open.game().position().session().is_some()), (2, true));
        let old = LiveGame::load(record(&actions, 4)).unwrap();
        assert_eq!(old.game().turns().len(), 3);
        let redone = old.after(&GameCommand::Redo, now()).unwrap();
        assert_eq!(redone.game().turns().len(), 4);
        // The next change stores single steps.
        let undone = old.after(&GameCommand::Undo, now()).unwrap();
        let expected = ["Td5>d7 nd", "commit", "Cg12g11 n", "Id5>d6 nd", "commit", "Cg11g12 n"];
        assert_eq!(
            (&undone.record().actions[..], undone.record().played),
            (&expected.map(String::from)[..], 3)
        );
        assert_eq!(LiveGame::load(undone.record().clone()).unwrap().game(), undone.game());
    }

    #[test]
    fn damaged_records_are_refused() {
        assert!(LiveGame::load(record(&["Td5>d7 nd", "commit"], 2)).is_ok());
        for (actions, played) in
            [(&["Td5>d7 nd", "commit"][..], 1), (&["Td5>d7 nd"], 7), (&["x"], 1), (&["commit"], 1)]
        {
            let loaded = LiveGame::load(record(actions, played));
            assert!(matches!(loaded, Err(StorageError::Corrupt(_))), "{actions:?}, {played}");
        }
    }

    #[test]
    fn the_pgn_names_players_and_levels() {
        let mut record = record(&[], 0);
        record.players.b = Player::Engine { name: "Máy".into(), level: 7 };
        let game = LiveGame::load(record.clone()).unwrap();
        let headers = |pgn: &str| Game::from_pgn(pgn, Strictness::Strict).unwrap().headers().clone();
        let written = headers(&game.pgn());
        assert_eq!((written.get("Blue"), written.get("BlueLevel")), (Some("Máy"), Some("7")));
        assert_eq!(written.get("RedLevel"), None);
        // What the game came with stays.
        record.headers = vec![("BlueLevel".into(), "3".into())];
        assert_eq!(headers(&LiveGame::load(record).unwrap().pgn()).get("BlueLevel"), Some("3"));
    }

    #[test]
    fn an_illegal_move_says_why() {
        let game = LiveGame::load(record(&[], 0)).unwrap();
        let refused = game.after(&GameCommand::Move { lan: "Ce1f3".into(), flags: None }, now());
        let Err(GameError::Illegal { why: Some(why), .. }) = refused else { panic!("{refused:?}") };
        assert_eq!(why.code(), "WRONG_DIRECTION");
    }
}
