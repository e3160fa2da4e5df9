//! Games in progress.
//!
//! Every game has one lock. A change is made to a copy, written to storage, and only then becomes the game; so what was answered is
//! durable, and what failed has changed nothing. All of it happens on threads that may block and is never broken off half-way: a
//! client that goes away has no influence.

mod draw;
mod elsewhere;
mod import;
mod line;
mod live;
mod opponent;

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use serde::Deserialize;
use tokio::task::AbortHandle;
use uuid::Uuid;

use crate::clock::{Millis, now};
use crate::engine_pool::EnginePool;
use crate::events::{Event, Events};
use crate::refusal::Refusal;
use crate::storage::{Storage, StorageError};
use crate::views::Side;

pub use draw::DrawOffer;
pub use import::{
    LeftOut, Moves, NewGame, NewGameError, ReadError, clean_name, limits, read_first_game, start_position,
};
pub use line::{Line, LineError, find_move};
pub use live::{Busy, GameView, LiveGame, rfc3339};
pub use opponent::{Hint, OpponentError};

/// The name of a game: cannot be guessed, sorts by time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct GameId(Uuid);

impl GameId {
    /// A new one.
    pub fn random() -> GameId {
        GameId(Uuid::now_v7())
    }

    /// A number that belongs to this game.
    pub fn seed(self) -> u64 {
        self.0.as_u64_pair().1
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0.simple(), f)
    }
}

/// A text that names no game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BadGameId;

impl FromStr for GameId {
    type Err = BadGameId;

    fn from_str(text: &str) -> Result<GameId, BadGameId> {
        let id = Uuid::try_parse(text).map(GameId).map_err(|_| BadGameId)?;
        // Only one spelling, as it is stored.
        if id.to_string() == text { Ok(id) } else { Err(BadGameId) }
    }
}

/// What a player does.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// Plays a move or a deploy step.
    Move {
        /// Its LAN.
        lan: String,
        /// Its flags; together they identify it.
        flags: Option<String>,
    },
    /// Ends a deploy.
    Commit,
    /// Takes back the last step, or turns until a person has to decide again.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Takes back the whole open deploy.
    Cancel,
    /// Gives up.
    Resign {
        /// Who.
        color: Side,
    },
    /// A draw, agreed on.
    Draw {
        /// Who offers it.
        color: Side,
    },
    /// Somebody's time may be over.
    Flag,
}

/// Why an action was refused.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// There is no such game.
    #[error("there is no such game")]
    Unknown,
    /// The caller has not seen the latest change.
    #[error("the game has changed: this was for another revision")]
    Conflict(Box<GameView>),
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The engine is to move, or the side is the engine's.
    #[error("it is not this player's turn")]
    NotYourTurn,
    /// The move is illegal.
    #[error("not legal here: {text}")]
    Illegal {
        /// What was asked for.
        text: String,
        /// Why, if that can be said.
        why: Option<Box<Refusal>>,
    },
    /// There is no deploy.
    #[error("no deploy is open")]
    NoSession,
    /// Nothing was played that could be taken back.
    #[error("there is nothing to take back")]
    NothingToUndo,
    /// Nothing was taken back.
    #[error("there is nothing to play again")]
    NothingToRedo,
    /// Nobody's time is over.
    #[error("nobody's time is over")]
    TimeLeft,
    /// Storage failed, or the stored game is damaged.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<LineError> for GameError {
    fn from(error: LineError) -> GameError {
        GameError::Illegal { text: error.to_string(), why: None }
    }
}

/// A game in memory with its lock.
struct Slot {
    id: GameId,
    state: Mutex<SlotState>,
}

struct SlotState {
    game: LiveGame,
    /// The engine's search for its turn.
    thinking: Option<AbortHandle>,
    /// Hints that are being looked for.
    hints: usize,
}

impl SlotState {
    fn busy(&self) -> Option<Busy> {
        match (&self.thinking, self.hints) {
            (Some(_), _) => Some(Busy::Engine),
            (None, 0) => None,
            (None, _) => Some(Busy::Hint),
        }
    }

    fn view(&self) -> GameView {
        let stalled = self.thinking.is_none() && self.game.engine_to_move().is_some();
        self.game.view(self.busy(), stalled, now())
    }

    fn stop_thinking(&mut self) {
        if let Some(search) = self.thinking.take() {
            search.abort();
        }
    }
}

impl Slot {
    fn lock(&self) -> MutexGuard<'_, SlotState> {
        // A game becomes another only as a whole, so a panic leaves a whole one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps a game in memory.
pub struct Watching {
    _slot: Arc<Slot>,
}

/// All games. Its methods may block, unless they are async.
pub struct Games {
    storage: Arc<dyn Storage>,
    events: Arc<dyn Events>,
    engines: Arc<EnginePool>,
    /// Games that somebody is busy with.
    slots: Mutex<HashMap<GameId, Weak<Slot>>>,
    /// Clocks do not run while the server does not.
    started: Millis,
}

impl Games {
    /// Games of this storage.
    pub fn new(storage: Arc<dyn Storage>, events: Arc<dyn Events>, engines: Arc<EnginePool>) -> Games {
        Games { storage, events, engines, slots: Mutex::default(), started: now() }
    }

    /// Where the games are.
    pub fn storage(&self) -> &dyn Storage {
        &*self.storage
    }

    /// Where changes are told.
    pub fn events(&self) -> &dyn Events {
        &*self.events
    }

    /// The slot of a game: the one in use, or a new one from storage.
    fn slot(&self, id: GameId) -> Result<Arc<Slot>, GameError> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(slot) = slots.get(&id).and_then(Weak::upgrade) {
            return Ok(slot);
        }
        let slot = new_slot(self.load(id)?);
        slots.retain(|_, slot| slot.strong_count() > 0);
        slots.insert(id, Arc::downgrade(&slot));
        Ok(slot)
    }

    /// A game as it is stored.
    fn load(&self, id: GameId) -> Result<LiveGame, GameError> {
        let mut record = self.storage.load(id)?.ok_or(GameError::Unknown)?;
        if let Some(clock) = &mut record.clock {
            clock.forgive_until(self.started);
        }
        Ok(LiveGame::load(record)?)
    }

    /// Forgets what is in memory: the stored game is gone, or damaged.
    fn discard(&self, slot: &Slot) {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).remove(&slot.id);
    }

    /// Writes a changed game, makes it the game, and tells everybody. If another process has changed it meanwhile, what that
    /// process has stored is the game.
    fn put(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        state: &mut SlotState,
        next: LiveGame,
    ) -> Result<GameView, GameError> {
        match self.storage.save(next.record()) {
            Err(StorageError::Outdated) => {
                let view = self.reload(slot, state)?;
                return Err(GameError::Conflict(Box::new(view)));
            }
            saved => saved?,
        }
        state.stop_thinking();
        state.game = next;
        self.wake_engine(slot, state);
        Ok(self.publish(slot, state))
    }

    fn publish(&self, slot: &Slot, state: &SlotState) -> GameView {
        let view = state.view();
        if let Ok(json) = serde_json::to_string(&view) {
            self.events.publish(slot.id, Event::Game(view.revision, json));
        }
        view
    }

    /// Keeps a new game.
    pub fn create(self: &Arc<Self>, new: NewGame) -> Result<GameView, CreateError> {
        let game = new.into_game(GameId::random(), now())?;
        self.storage.create(game.record()).map_err(GameError::from)?;
        let slot = new_slot(game);
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.insert(slot.id, Arc::downgrade(&slot));
        drop(slots);
        let mut state = slot.lock();
        self.wake_engine(&slot, &mut state);
        Ok(state.view())
    }

    /// A game as it is now. If the engine is to move, it begins to think.
    pub fn view(self: &Arc<Self>, id: GameId) -> Result<GameView, GameError> {
        let slot = self.slot(id)?;
        let mut state = slot.lock();
        let woken = self.wake_engine(&slot, &mut state);
        // Others may have seen that it had given up.
        Ok(if woken { self.publish(&slot, &state) } else { state.view() })
    }

    /// The same for somebody who goes on watching: as long as the second value is kept, the game stays in memory.
    pub fn watch(self: &Arc<Self>, id: GameId) -> Result<(GameView, Watching), GameError> {
        let slot = self.slot(id)?;
        let view = self.view(id)?;
        Ok((view, Watching { _slot: slot }))
    }

    /// The game itself, to be looked at.
    pub fn read<T>(&self, id: GameId, look: impl FnOnce(&LiveGame) -> T) -> Result<T, GameError> {
        Ok(look(&self.slot(id)?.lock().game))
    }

    /// Carries out an action, if the caller has seen the latest revision. The answer means that it is durable.
    pub fn act(self: &Arc<Self>, id: GameId, revision: u64, action: &Action) -> Result<GameView, GameError> {
        let slot = self.slot(id)?;
        let mut state = slot.lock();
        if state.game.record().revision != revision {
            return Err(GameError::Conflict(Box::new(state.view())));
        }
        let now = now();
        if let Some(flagged) = state.game.flagged(now) {
            let view = self.put(&slot, &mut state, flagged)?;
            return if *action == Action::Flag { Ok(view) } else { Err(GameError::Over) };
        }
        let next = state.game.after(action, now)?;
        self.put(&slot, &mut state, next)
    }

    /// Gives a game another title.
    pub fn rename(self: &Arc<Self>, id: GameId, title: String) -> Result<GameView, GameError> {
        let slot = self.slot(id)?;
        let mut state = slot.lock();
        let next = state.game.renamed(title, now());
        self.put(&slot, &mut state, next)
    }

    /// Forgets a game. One that is damaged can be deleted too.
    pub fn delete(&self, id: GameId) -> Result<(), GameError> {
        let in_use =
            self.slots.lock().unwrap_or_else(PoisonError::into_inner).get(&id).and_then(Weak::upgrade);
        let state = in_use.as_ref().map(|slot| slot.lock());
        if !self.storage.delete(id)? {
            return Err(GameError::Unknown);
        }
        if let (Some(mut state), Some(slot)) = (state, &in_use) {
            state.stop_thinking();
            self.discard(slot);
        }
        self.events.publish(id, Event::Deleted);
        Ok(())
    }
}

fn new_slot(game: LiveGame) -> Arc<Slot> {
    let id = game.record().id;
    Arc::new(Slot { id, state: Mutex::new(SlotState { game, thinking: None, hints: 0 }) })
}

/// Why a game could not be begun.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The request makes no game.
    #[error(transparent)]
    New(#[from] NewGameError),
    /// It could not be kept.
    #[error(transparent)]
    Game(#[from] GameError),
}
