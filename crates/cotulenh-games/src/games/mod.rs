//! The games in progress.
//!
//! Every game has one lock. A change is made to a copy, written to storage, and only then becomes
//! the game: an answered change is durable, and a failed one has changed nothing. All of it happens
//! on threads that may block and always runs to its end, even if the client goes away.

mod engine_turn;
mod other_processes;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use tokio::task::AbortHandle;

use crate::clock::{Millis, now};
use crate::command::{GameCommand, GameError};
use crate::engine_pool::EnginePool;
use crate::events::{Event, Events};
use crate::id::GameId;
use crate::live_game::{Busy, GameView, LiveGame};
use crate::new_game::{NewGame, NewGameError};
use crate::storage::{Storage, StorageError};

pub use engine_turn::{Hint, OpponentError};

/// A game in memory with its lock.
struct GameSlot {
    id: GameId,
    state: Mutex<SlotState>,
}

struct SlotState {
    game: LiveGame,
    /// The engine's search for its turn.
    thinking: Option<AbortHandle>,
    /// How many hints are being searched for.
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

impl GameSlot {
    fn lock(&self) -> MutexGuard<'_, SlotState> {
        // A game is replaced only as a whole, so a panic leaves a consistent one.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Keeps a game in memory while it exists.
pub struct Watching {
    _slot: Arc<GameSlot>,
}

/// All games. Its methods may block, unless they are async.
pub struct Games {
    storage: Arc<dyn Storage>,
    events: Arc<dyn Events>,
    engines: Arc<EnginePool>,
    /// The games in use.
    slots: Mutex<HashMap<GameId, Weak<GameSlot>>>,
    /// When this process started. Clocks are not charged for the time before.
    started: Millis,
}

impl Games {
    /// The games of a storage.
    pub fn new(storage: Arc<dyn Storage>, events: Arc<dyn Events>, engines: Arc<EnginePool>) -> Games {
        Games { storage, events, engines, slots: Mutex::default(), started: now() }
    }

    /// The storage of the games.
    pub fn storage(&self) -> &dyn Storage {
        &*self.storage
    }

    /// The events about the games.
    pub fn events(&self) -> &dyn Events {
        &*self.events
    }

    /// The slot of a game: the one in use, or a new one from storage.
    fn slot(&self, id: GameId) -> Result<Arc<GameSlot>, GameError> {
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

    /// Drops the game in memory: the stored one is deleted or damaged.
    fn discard(&self, slot: &GameSlot) {
        self.slots.lock().unwrap_or_else(PoisonError::into_inner).remove(&slot.id);
    }

    /// Stores a changed game, makes it the current one and publishes it. If another process has
    /// changed the game meanwhile, the stored game wins.
    fn put(
        self: &Arc<Self>,
        slot: &Arc<GameSlot>,
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

    fn publish(&self, slot: &GameSlot, state: &SlotState) -> GameView {
        let view = state.view();
        if let Ok(json) = serde_json::to_string(&view) {
            self.events.publish(slot.id, Event::Game(view.revision, json));
        }
        view
    }

    /// Creates and stores a new game.
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

    /// The current state of a game. If the engine is to move, it starts thinking.
    pub fn view(self: &Arc<Self>, id: GameId) -> Result<GameView, GameError> {
        let slot = self.slot(id)?;
        let mut state = slot.lock();
        let woken = self.wake_engine(&slot, &mut state);
        // Other viewers may have been told that the engine had stalled.
        Ok(if woken { self.publish(&slot, &state) } else { state.view() })
    }

    /// Like [`view`](Self::view), and keeps the game in memory as long as the second value exists.
    pub fn watch(self: &Arc<Self>, id: GameId) -> Result<(GameView, Watching), GameError> {
        let slot = self.slot(id)?;
        let view = self.view(id)?;
        Ok((view, Watching { _slot: slot }))
    }

    /// Reads something from a game.
    pub fn read<T>(&self, id: GameId, look: impl FnOnce(&LiveGame) -> T) -> Result<T, GameError> {
        Ok(look(&self.slot(id)?.lock().game))
    }

    /// Carries out a command, if `revision` is the latest. Once this returns, the change is
    /// durable.
    pub fn act(
        self: &Arc<Self>,
        id: GameId,
        revision: u64,
        command: &GameCommand,
    ) -> Result<GameView, GameError> {
        let slot = self.slot(id)?;
        let mut state = slot.lock();
        if state.game.record().revision != revision {
            return Err(GameError::Conflict(Box::new(state.view())));
        }
        let now = now();
        if let Some(flagged) = state.game.flagged(now) {
            let view = self.put(&slot, &mut state, flagged)?;
            return if *command == GameCommand::Flag { Ok(view) } else { Err(GameError::Over) };
        }
        let next = state.game.after(command, now)?;
        self.put(&slot, &mut state, next)
    }

    /// Changes the title of a game.
    pub fn rename(self: &Arc<Self>, id: GameId, title: String) -> Result<GameView, GameError> {
        let slot = self.slot(id)?;
        let mut state = slot.lock();
        let next = state.game.renamed(title, now());
        self.put(&slot, &mut state, next)
    }

    /// Deletes a game, even a damaged one.
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

fn new_slot(game: LiveGame) -> Arc<GameSlot> {
    let id = game.record().id;
    Arc::new(GameSlot { id, state: Mutex::new(SlotState { game, thinking: None, hints: 0 }) })
}

/// Why a game could not be created: each variant names the part that failed.
#[derive(Debug, thiserror::Error)]
pub enum CreateError {
    /// The request does not describe a valid game.
    #[error(transparent)]
    New(#[from] NewGameError),
    /// The game could not be stored.
    #[error(transparent)]
    Game(#[from] GameError),
}
