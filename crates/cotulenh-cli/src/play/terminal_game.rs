//! A game with its storage and the engine. A change is durable when a method returns; an error has
//! changed nothing.

use std::sync::Arc;
use std::time::Duration;

use cotulenh::{Color, Game};
use cotulenh_engine::{Engine, Level, Limits, SearchPosition, StopHandle};
use cotulenh_games::{
    DrawOffer, GameCommand, GameError, GameId, HINT_TIME, LiveGame, NewGame, NewGameError, Player, Storage,
    StorageError, milliseconds, now,
};

use super::explain;

/// A game that is being played.
pub struct TerminalGame {
    storage: Arc<dyn Storage>,
    live: LiveGame,
    /// A game is stored with its first change, so that the list has no games without moves.
    stored: bool,
    engine: Engine,
}

impl TerminalGame {
    /// A new game.
    pub fn begin(storage: Arc<dyn Storage>, new: NewGame) -> Result<TerminalGame, NewGameError> {
        let live = begin(new)?;
        Ok(TerminalGame { storage, live, stored: false, engine: Engine::default() })
    }

    /// A stored one.
    pub fn resume(storage: Arc<dyn Storage>, live: LiveGame) -> TerminalGame {
        TerminalGame { storage, live, stored: true, engine: Engine::default() }
    }

    /// Another new game in place of this one.
    pub fn begin_another(&mut self, new: NewGame) -> Result<(), NewGameError> {
        self.live = begin(new)?;
        self.stored = false;
        self.engine.new_game();
        Ok(())
    }

    /// The game with players, clock and result.
    pub fn live(&self) -> &LiveGame {
        &self.live
    }

    /// Position and history.
    pub fn game(&self) -> &Game {
        self.live.game()
    }

    /// Whose move it is.
    pub fn turn(&self) -> Color {
        self.game().position().turn()
    }

    /// Stops the engine from another thread.
    pub fn stop_handle(&self) -> StopHandle {
        self.engine.stop_handle()
    }

    /// Does a person play this side?
    pub fn is_human(&self, color: Color) -> bool {
        matches!(self.live.record().player(color), Player::Human { .. })
    }

    /// Is the game stored?
    pub fn is_stored(&self) -> bool {
        self.stored
    }

    /// Stores the game, unless it is stored already.
    pub fn store(&mut self) -> Result<(), GameError> {
        if !self.stored {
            self.storage.create(self.live.record())?;
            self.stored = true;
        }
        Ok(())
    }

    /// Plays a move, a step or a whole deploy turn.
    pub fn play(&mut self, text: &str) -> Result<(), GameError> {
        self.look_at_clock()?;
        let next = self.live.after_text(text, now()).map_err(|error| match error {
            GameError::Illegal { text: message, why: None } => {
                let why = explain::refusal(self.game(), text).map(Box::new);
                GameError::Illegal { text: message, why }
            }
            other => other,
        })?;
        self.keep(next)
    }

    /// Carries out a command.
    pub fn act(&mut self, command: &GameCommand) -> Result<(), GameError> {
        self.look_at_clock()?;
        self.keep(self.live.after(command, now())?)
    }

    /// Ends the game if the time of a side has run out: games from the browser may have a clock.
    fn look_at_clock(&mut self) -> Result<(), GameError> {
        match self.live.flagged(now()) {
            Some(flagged) => {
                self.keep(flagged)?;
                Err(GameError::Over)
            }
            None => Ok(()),
        }
    }

    /// The time left to a side.
    pub fn time_left(&self, color: Color) -> Option<Duration> {
        self.live.record().clock.as_ref().map(|clock| milliseconds(clock.left(color, now())))
    }

    /// Is the engine to move?
    pub fn is_engines_turn(&self) -> bool {
        self.live.engine_to_move().is_some()
    }

    /// Lets the engine play its turn. If it is stopped, it plays the best turn found so far.
    pub fn engine_turn(&mut self) -> Result<(), GameError> {
        let Some(level) = self.live.engine_to_move() else { return Err(GameError::NotYourTurn) };
        let record = self.live.record();
        let limits = self.live.engine_limits(now());
        self.engine.set_level(Level::new(level));
        self.engine.set_seed(record.id.seed());
        let found = self.engine.search(&SearchPosition::from(self.live.game()), &limits, &mut |_| {});
        self.look_at_clock()?;
        let next = self.live.after_engine_turn(&found.turn, now());
        self.keep(next.ok_or(GameError::Over)?)
    }

    /// The turn that the engine suggests to the side to move.
    pub fn hint(&mut self) -> Option<String> {
        self.engine.set_level(Level::FULL);
        let root = SearchPosition::from(self.live.game());
        let found = self.engine.search(&root, &Limits::move_time(HINT_TIME), &mut |_| {});
        if self.game().position().session().is_some() {
            // The remaining actions, one by one.
            let actions: Vec<String> = found.turn.iter().map(|action| action.to_string()).collect();
            return Some(actions.join(", "));
        }
        let played = self.live.after_engine_turn(&found.turn, now())?;
        played.game().turns().last().map(|turn| turn.unambiguous_text())
    }

    /// Does the engine accept a draw? `true` if no engine plays.
    pub fn accepts_draw(&mut self) -> bool {
        let Some(engine) = self.live.engine_opponent() else { return true };
        let Some(offer) = DrawOffer::new(self.game(), engine) else { return false };
        self.engine.set_level(Level::FULL);
        let root = SearchPosition::from(self.live.game());
        let found = self.engine.search(&root, &offer.limits(), &mut |_| {});
        offer.is_taken(found.score)
    }

    /// Stores a changed game, and then makes it the current one. If another process has changed the
    /// game meanwhile, the stored game becomes the current one.
    fn keep(&mut self, next: LiveGame) -> Result<(), GameError> {
        let written =
            if self.stored { self.storage.save(next.record()) } else { self.storage.create(next.record()) };
        if let Err(StorageError::Outdated) = written {
            let record = self.storage.load(next.record().id)?.ok_or(GameError::Unknown)?;
            self.live = LiveGame::load(record)?;
        }
        written?;
        self.stored = true;
        self.live = next;
        Ok(())
    }
}

fn begin(new: NewGame) -> Result<LiveGame, NewGameError> {
    new.into_game(GameId::random(), now())
}
