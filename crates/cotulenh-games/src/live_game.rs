//! A game in memory: its record, replayed.

use cotulenh::{Color, Game, Position, Strictness, Turn};
use serde::Serialize;
use serde_json::{Map, Value};
use time::OffsetDateTime;
use time::format_description::well_known::Rfc3339;

use crate::clock::{ClockView, Millis};
use crate::command::{GameCommand, GameError};
use crate::ending::{Ending, Reason};
use crate::line::{Line, LineError, find_move};
use crate::refusal;
use crate::storage::{Player, Record, StorageError};
use crate::views::{PositionView, Sides, TurnView, turn_views};

/// What the page shows of a game.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct GameView {
    id: String,
    /// Counts the changes: whoever changes the game says which one they saw.
    pub revision: u64,
    created: String,
    updated: String,
    title: String,
    players: Sides<Player>,
    thinking: u64,
    clock: Option<ClockView>,
    start: String,
    turns: Vec<TurnView>,
    position: PositionView,
    outcome: Option<Ending>,
    can_undo: bool,
    can_redo: bool,
    busy: Option<Busy>,
    /// The engine is to move, but has given up.
    stalled: bool,
    headers: Map<String, Value>,
}

/// What the engine does for this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Busy {
    /// Thinking about its turn.
    Engine,
    /// Thinking about a hint.
    Hint,
}

/// A time as the page reads it.
pub fn rfc3339(at: Millis) -> String {
    let time = OffsetDateTime::from_unix_timestamp_nanos(i128::from(at) * 1_000_000);
    time.ok().and_then(|time| time.format(&Rfc3339).ok()).unwrap_or_default()
}

/// A game in memory.
#[derive(Clone, Debug)]
pub struct LiveGame {
    record: Record,
    line: Line,
    /// Of the completed turns: making them anew with every move would take long in long games.
    turns: Vec<TurnView>,
}

impl LiveGame {
    /// Replays a record.
    pub fn load(record: Record) -> Result<LiveGame, StorageError> {
        let corrupt = |error: String| StorageError::Corrupt(error);
        let start = Position::from_fen(&record.start).map_err(|error| corrupt(error.to_string()))?;
        let line = Line::replay(start, &record.actions, record.played)
            .map_err(|error| corrupt(error.to_string()))?;
        let turns = turn_views(line.game());
        Ok(LiveGame { record, line, turns })
    }

    /// A new game.
    pub fn new(record: Record, line: Line) -> LiveGame {
        let mut game = LiveGame { record, turns: turn_views(line.game()), line };
        game.write_line();
        game
    }

    /// As it is stored.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Position and history.
    pub fn game(&self) -> &Game {
        self.line.game()
    }

    /// How it has ended: as the players say, or else by the rules.
    pub fn outcome(&self) -> Option<Ending> {
        self.record.summary.outcome
    }

    fn turn(&self) -> Color {
        self.game().position().turn()
    }

    /// The level of the engine, if it is its turn.
    pub fn engine_to_move(&self) -> Option<u8> {
        match self.record.player(self.turn()) {
            Player::Engine { level, .. } if self.outcome().is_none() => Some(*level),
            _ => None,
        }
    }

    /// The engine's side, if one side is the engine's and the other is not.
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

    /// As the page shows it.
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
            position: PositionView::of_game(self.game(), self.outcome()),
            outcome: self.outcome(),
            can_undo: self.can_undo(),
            can_redo: self.line.can_redo() && record.ending.is_none(),
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

    /// The game after an action; the clocks are set by `now`. This one stays as it is.
    pub fn after(&self, command: &GameCommand, now: Millis) -> Result<LiveGame, GameError> {
        let mut next = self.clone();
        next.act(command, now)?;
        next.changed(now);
        Ok(next)
    }

    /// The game after what a move text says (RULES 14): a move, a deploy step or a whole deploy turn.
    pub fn after_text(&self, text: &str, now: Millis) -> Result<LiveGame, GameError> {
        if self.outcome().is_some() {
            return Err(GameError::Over);
        }
        let turn = self.turn();
        if !self.is_human(turn) {
            return Err(GameError::NotYourTurn);
        }
        let mut next = self.clone();
        match self.game().position().parse_turn(text, Strictness::Lenient).map_err(LineError::from)? {
            Turn::Step(mv) => next.line.play(mv)?,
            Turn::Deploy(_) => next.line.play_text(text)?,
        }
        next.pass_clock(turn, now);
        next.changed(now);
        Ok(next)
    }

    /// The game after the engine's turn.
    pub fn after_engine_turn(&self, actions: &[cotulenh::Action], now: Millis) -> Option<LiveGame> {
        let mut next = self.clone();
        for action in actions {
            match action {
                cotulenh::Action::Step(mv) => next.line.play(*mv).ok()?,
                cotulenh::Action::Commit => next.line.commit().ok()?,
            }
        }
        next.pass_clock(self.turn(), now);
        next.changed(now);
        Some(next)
    }

    /// The same game with another title. It is the Event of its PGN too, in place of the one that the game came with.
    pub fn renamed(&self, title: String, now: Millis) -> LiveGame {
        let mut next = self.clone();
        next.record.title = title;
        next.record.headers.retain(|(name, _)| name != "Event");
        next.changed(now);
        next
    }

    /// The game once somebody's time is over; `None` if nobody's is.
    pub fn flagged(&self, now: Millis) -> Option<LiveGame> {
        let loser = self.record.clock.as_ref().filter(|_| self.outcome().is_none())?.fallen(now)?;
        let mut next = self.clone();
        next.record.ending = Some(Ending::on_time(loser));
        next.changed(now);
        Some(next)
    }

    fn act(&mut self, command: &GameCommand, now: Millis) -> Result<(), GameError> {
        match command {
            GameCommand::Undo => return self.undo(now),
            _ if self.outcome().is_some() => return Err(GameError::Over),
            _ => {}
        }
        let turn = self.turn();
        match command {
            GameCommand::Resign { color } => {
                let color = Color::from(*color);
                if !self.is_human(color) {
                    return Err(GameError::NotYourTurn);
                }
                self.record.ending = Some(Ending::resignation(color));
            }
            GameCommand::Draw { .. } => self.record.ending = Some(Ending::AGREED),
            // Nobody's time is over, or the game would be.
            GameCommand::Flag => return Err(GameError::TimeLeft),
            GameCommand::Undo => {}
            _ if !self.is_human(turn) => return Err(GameError::NotYourTurn),
            GameCommand::Redo => self.redo(now)?,
            GameCommand::Cancel => {
                if !self.line.cancel() {
                    return Err(GameError::NoSession);
                }
            }
            GameCommand::Move { lan, flags } => {
                let position = self.game().position();
                let mv = find_move(position, lan, flags.as_deref()).ok_or_else(|| GameError::Illegal {
                    text: lan.chars().take(40).collect(),
                    why: refusal::of_lan(position, lan).map(Box::new),
                })?;
                self.line.play(mv)?;
                self.pass_clock(turn, now);
            }
            GameCommand::Commit => {
                if self.game().position().session().is_none() {
                    return Err(GameError::NoSession);
                }
                self.line.commit().map_err(|error| GameError::Illegal {
                    text: error.to_string(),
                    why: refusal::commit_obstacle(self.line.game().position()).map(Box::new),
                })?;
                self.pass_clock(turn, now);
            }
        }
        Ok(())
    }

    /// A completed turn presses the clock.
    fn pass_clock(&mut self, mover: Color, now: Millis) {
        if self.turn() != mover
            && let Some(clock) = &mut self.record.clock
        {
            clock.turn_completed(mover, now);
        }
    }

    /// A resignation or agreement first; else a step of the open deploy, or turns until a person has to decide again.
    fn undo(&mut self, now: Millis) -> Result<(), GameError> {
        if !self.can_undo() {
            return Err(if self.outcome().is_some() { GameError::Over } else { GameError::NothingToUndo });
        }
        if self.record.ending.take().is_none() {
            self.line.undo();
            while !self.is_human(self.turn()) && self.line.undo() {}
        }
        self.reset_clock(now);
        Ok(())
    }

    fn redo(&mut self, now: Millis) -> Result<(), GameError> {
        if !self.line.redo() {
            return Err(GameError::NothingToRedo);
        }
        // With what the engine answered.
        while !self.is_human(self.turn()) && self.line.redo() {}
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
        let game = self.line.game();
        // One change either takes turns back or adds some.
        self.turns.truncate(game.turns().len());
        self.turns.extend((self.turns.len()..game.turns().len()).filter_map(|i| TurnView::of_game(game, i)));
        self.write_line();
        if self.outcome().is_some()
            && let Some(clock) = &mut self.record.clock
        {
            clock.stop(now);
        }
    }

    fn write_line(&mut self) {
        let game = self.line.game();
        self.record.start = self.line.start().fen();
        self.record.actions = self.line.actions().to_vec();
        self.record.played = self.line.played();
        let summary = &mut self.record.summary;
        summary.outcome = self.record.ending.or_else(|| game.outcome().map(Ending::from));
        summary.turns = game.turns().len();
        summary.fen = game.position().fen();
        summary.sans = self.turns.iter().map(|turn| turn.san.as_str()).collect::<Vec<_>>().join(" ");
    }

    /// As PGN.
    pub fn pgn(&self) -> String {
        let mut game = self.game().clone();
        let record = &self.record;
        let headers = game.headers_mut();
        for (name, value) in &record.headers {
            // What came from a PGN can be written to one.
            let _ = headers.set(name, value);
        }
        let date = rfc3339(record.created);
        let known = [
            ("Event", record.title.as_str()),
            ("Date", &date.get(..10).unwrap_or_default().replace('-', ".")),
            ("Red", record.players.r.name()),
            ("Blue", record.players.b.name()),
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
