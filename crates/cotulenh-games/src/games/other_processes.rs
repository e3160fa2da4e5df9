//! Other processes that play the same games: a second server, or the game in a terminal.

use std::sync::{Arc, PoisonError, Weak};
use std::time::Duration;

use tokio::time::MissedTickBehavior;

use super::{Games, Slot, SlotState};
use crate::blocking::blocking;
use crate::command::GameError;
use crate::events::Event;
use crate::live_game::GameView;
use crate::storage::{ChangeToken, ChangedGames, StorageError};

/// How often the storage is asked for changes by other processes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// After another process stores a turn, its engine replies first. The engine of this process waits
/// its thinking time plus this grace, if the clock allows.
const GRACE: Duration = Duration::from_secs(2);

impl Games {
    /// Takes over what other processes do to the games in use. Never returns.
    pub async fn follow_other_processes(self: Arc<Self>) {
        let mut seen = None;
        let mut ticks = tokio::time::interval(POLL_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let games = self.clone();
            // After a failure the same changes are asked for again.
            if let Ok(Ok(token)) = blocking(move || games.take_over_changes(seen)).await {
                seen = token;
            }
        }
    }

    /// Takes over the changes since `seen`, and returns the token for the next call.
    fn take_over_changes(
        self: &Arc<Self>,
        seen: Option<ChangeToken>,
    ) -> Result<Option<ChangeToken>, GameError> {
        if self.in_use().is_empty() {
            return Ok(seen);
        }
        // Asked before the games in use are collected: a game that is opened later is at least as
        // new as this answer, and what is written meanwhile is found by the next call.
        let changes = self.storage.changes_by_others(seen)?;
        let is_affected = |slot: &Arc<Slot>| match &changes.games {
            ChangedGames::None => false,
            ChangedGames::These(ids) => ids.contains(&slot.id),
            ChangedGames::Any => true,
        };
        self.in_use().iter().filter(|slot| is_affected(slot)).try_for_each(|slot| self.catch_up(slot))?;
        Ok(Some(changes.token))
    }

    fn in_use(&self) -> Vec<Arc<Slot>> {
        let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.values().filter_map(Weak::upgrade).collect()
    }

    fn catch_up(self: &Arc<Self>, slot: &Arc<Slot>) -> Result<(), GameError> {
        let mut state = slot.lock();
        match self.storage.revision(slot.id) {
            Ok(revision) if revision == Some(state.game.record().revision) => return Ok(()),
            // Damage is a change too.
            Ok(_) | Err(StorageError::Corrupt(_)) => {}
            Err(error) => return Err(error.into()),
        }
        match self.reload(slot, &mut state) {
            // The other games still have to be read. The next request for this one gets the error.
            Ok(_) | Err(GameError::Unknown | GameError::Storage(StorageError::Corrupt(_))) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Replaces a game by the stored one and publishes it.
    pub(super) fn reload(
        self: &Arc<Self>,
        slot: &Arc<Slot>,
        state: &mut SlotState,
    ) -> Result<GameView, GameError> {
        match self.load(slot.id) {
            Ok(game) => {
                state.stop_thinking();
                let wait = Duration::from_millis(game.record().thinking) + GRACE;
                state.game = game;
                self.wake_engine_after(wait, slot, state);
                Ok(self.publish(slot, state))
            }
            // The next attempt may succeed.
            Err(error @ GameError::Storage(StorageError::Database(_))) => Err(error),
            Err(error) => {
                state.stop_thinking();
                self.discard(slot);
                if matches!(error, GameError::Unknown) {
                    self.events.publish(slot.id, Event::Deleted);
                }
                Err(error)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::{Mutex, mpsc};

    use serde_json::{Value, json};

    use super::*;
    use crate::command::GameCommand;
    use crate::engine_pool::EnginePool;
    use crate::events::LocalEvents;
    use crate::id::GameId;
    use crate::new_game::{Moves, NewGame};
    use crate::player::Player;
    use crate::storage::{Changes, Listed, Query, Storage, StoredGame, open};
    use cotulenh::view::Sides;

    fn games(folder: &Path) -> Arc<Games> {
        games_of(open(folder.to_str().unwrap()).unwrap())
    }

    fn games_of(storage: Arc<dyn Storage>) -> Arc<Games> {
        Arc::new(Games::new(storage, Arc::new(LocalEvents::default()), Arc::new(EnginePool::new(1, 1))))
    }

    fn begin(games: &Arc<Games>, blue: Player) -> GameId {
        begin_with(games, blue, 10, None)
    }

    fn begin_with(games: &Arc<Games>, blue: Player, thinking: u64, clock: Option<(u64, u64)>) -> GameId {
        let new = NewGame {
            players: Sides { r: human(), b: blue },
            thinking,
            clock,
            moves: Moves::Texts(None, Vec::new()),
            title: String::new(),
        };
        json!(games.create(new).unwrap())["id"].as_str().unwrap().parse().unwrap()
    }

    fn human() -> Player {
        Player::Human { name: String::new() }
    }

    fn play(games: &Arc<Games>, id: GameId, revision: u64, lan: &str) -> Result<Value, GameError> {
        let command = GameCommand::Move { lan: lan.into(), flags: None };
        games.act(id, revision, &command).map(|view| json!(view))
    }

    #[tokio::test]
    async fn a_change_elsewhere_is_a_conflict_with_the_game_as_it_is_now() {
        let folder = tempfile::tempdir().unwrap();
        let (here, there) = (games(folder.path()), games(folder.path()));
        let id = begin(&here, human());
        let (_, _watching) = here.watch(id).unwrap();
        let mut heard = here.events().subscribe(id);
        play(&there, id, 1, "Ic5c6").unwrap();

        let Err(GameError::Conflict(game)) = play(&here, id, 1, "Mg5g6") else { panic!("no conflict") };
        assert_eq!((game.revision, &json!(game)["turns"][0]["lan"]), (2, &json!("Ic5c6")));
        assert!(matches!(heard.try_recv(), Ok(Event::Game(2, _))), "viewers are told too");
        // And the game goes on.
        assert_eq!(play(&here, id, 2, "Ic8c7").unwrap()["revision"], 3);
        there.delete(id).unwrap();
        assert!(matches!(play(&here, id, 3, "Mg5g6"), Err(GameError::Unknown)));
    }

    #[tokio::test]
    async fn changes_by_others_are_found_and_published() {
        let folder = tempfile::tempdir().unwrap();
        let (here, there) = (games(folder.path()), games(folder.path()));
        let (id, other) = (begin(&here, human()), begin(&here, human()));
        let seen = here.take_over_changes(None).unwrap();
        assert_eq!(seen, None, "no game is in use, so nothing is read");
        let _watching = [here.watch(id).unwrap(), here.watch(other).unwrap()];
        let seen = here.take_over_changes(seen).unwrap();
        let (mut heard, mut other_heard) = (here.events().subscribe(id), here.events().subscribe(other));

        play(&here, id, 1, "Ic5c6").unwrap();
        assert!(matches!(heard.try_recv(), Ok(Event::Game(2, _))));
        assert_eq!(here.take_over_changes(seen).unwrap(), seen, "own changes are not reported");

        play(&there, id, 2, "Ic8c7").unwrap();
        let seen = here.take_over_changes(seen).unwrap();
        assert!(matches!(heard.try_recv(), Ok(Event::Game(3, _))));
        there.delete(id).unwrap();
        here.take_over_changes(seen).unwrap();
        assert!(matches!(heard.try_recv(), Ok(Event::Deleted)));
        assert!(heard.try_recv().is_err() && other_heard.try_recv().is_err());
    }

    #[tokio::test]
    async fn a_damaged_game_does_not_hide_the_changes_of_others() {
        let folder = tempfile::tempdir().unwrap();
        let (here, there) = (games(folder.path()), games(folder.path()));
        let (damaged, other) = (begin(&here, human()), begin(&here, human()));
        let _watching = [here.watch(damaged).unwrap(), here.watch(other).unwrap()];
        let mut heard = here.events().subscribe(other);
        play(&there, other, 1, "Ic5c6").unwrap();
        let file = rusqlite::Connection::open(folder.path().join("games.sqlite")).unwrap();
        file.execute("UPDATE games SET revision = -1 WHERE id = ?1", [damaged.to_string()]).unwrap();

        here.take_over_changes(None).unwrap();
        assert!(matches!(heard.try_recv(), Ok(Event::Game(2, _))));
        assert!(matches!(here.view(damaged), Err(GameError::Storage(StorageError::Corrupt(_)))));
    }

    /// A storage in which something happens just before it is asked for changes.
    struct Interrupted {
        storage: Arc<dyn Storage>,
        before_changes: Mutex<Option<Box<dyn FnOnce() + Send>>>,
    }

    impl Storage for Interrupted {
        fn create(&self, record: &StoredGame) -> Result<(), StorageError> {
            self.storage.create(record)
        }

        fn load(&self, id: GameId) -> Result<Option<StoredGame>, StorageError> {
            self.storage.load(id)
        }

        fn revision(&self, id: GameId) -> Result<Option<u64>, StorageError> {
            self.storage.revision(id)
        }

        fn changes_by_others(&self, since: Option<ChangeToken>) -> Result<Changes, StorageError> {
            if let Some(happen) = self.before_changes.lock().unwrap().take() {
                happen();
            }
            self.storage.changes_by_others(since)
        }

        fn save(&self, record: &StoredGame) -> Result<(), StorageError> {
            self.storage.save(record)
        }

        fn delete(&self, id: GameId) -> Result<bool, StorageError> {
            self.storage.delete(id)
        }

        fn list(&self, query: &Query) -> Result<(usize, Vec<Listed>), StorageError> {
            self.storage.list(query)
        }
    }

    #[tokio::test]
    async fn a_game_that_is_opened_and_changed_during_the_call_is_not_missed() {
        let folder = tempfile::tempdir().unwrap();
        let storage = Arc::new(Interrupted {
            storage: open(folder.path().to_str().unwrap()).unwrap(),
            before_changes: Mutex::default(),
        });
        let (here, there) = (games_of(storage.clone()), games(folder.path()));
        let (id, other) = (begin(&here, human()), begin(&here, human()));
        let _watching = here.watch(id).unwrap();
        let mut heard = here.events().subscribe(other);
        let (keep, _kept) = mpsc::channel();
        let opener = here.clone();
        *storage.before_changes.lock().unwrap() = Some(Box::new(move || {
            keep.send(opener.watch(other).unwrap()).unwrap();
            play(&there, other, 1, "Ic5c6").unwrap();
        }));
        here.take_over_changes(None).unwrap();
        assert!(matches!(heard.try_recv(), Ok(Event::Game(2, _))));
    }

    #[tokio::test]
    async fn the_engine_answers_a_turn_from_elsewhere_if_no_engine_there_does() {
        // With a clock it does not wait as long as it may think.
        for (thinking, clock) in [(10, None), (60_000, Some((4, 0)))] {
            let folder = tempfile::tempdir().unwrap();
            let (here, there) = (games(folder.path()), games(folder.path()));
            let engine = Player::Engine { name: String::new(), level: 0 };
            let id = begin_with(&here, engine, thinking, clock);
            let (_, _watching) = here.watch(id).unwrap();
            let mut heard = here.events().subscribe(id);
            // Like a terminal that is closed at once: the turn is stored, and no engine answers.
            let next = there.load(id).unwrap().after_text("Ic6", crate::clock::now()).unwrap();
            there.storage().save(next.record()).unwrap();
            here.take_over_changes(None).unwrap();
            let answer = loop {
                let event = tokio::time::timeout(Duration::from_secs(20), heard.recv()).await;
                if let Event::Game(3, game) = event.unwrap().unwrap() {
                    break serde_json::from_str::<Value>(&game).unwrap();
                }
            };
            assert_eq!((&answer["outcome"], &answer["turns"][1]["color"]), (&Value::Null, &json!("b")));
        }
    }
}
