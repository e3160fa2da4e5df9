//! Events: changes of games, published to subscribers.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use tokio::sync::broadcast;

use crate::id::GameId;

/// How many events a slow subscriber may be behind before it misses some.
const BACKLOG: usize = 64;

/// A change of a game, as JSON that is written once for all subscribers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// The revision of the game and its new state.
    Game(u64, String),
    /// What the engine has found so far.
    Thinking(String),
    /// The game was deleted.
    Deleted,
}

/// Publishes the changes of games to subscribers.
pub trait Events: Send + Sync + 'static {
    /// Sends an event to all subscribers of this game.
    fn publish(&self, game: GameId, event: Event);

    /// Receives everything that is published about this game from now on.
    fn subscribe(&self, game: GameId) -> broadcast::Receiver<Event>;
}

/// Events within this process.
#[derive(Debug, Default)]
pub struct LocalEvents(Mutex<HashMap<GameId, broadcast::Sender<Event>>>);

impl Events for LocalEvents {
    fn publish(&self, game: GameId, event: Event) {
        let mut topics = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Without subscribers the topic is dropped.
        if topics.get(&game).is_some_and(|topic| topic.send(event).is_err()) {
            topics.remove(&game);
        }
    }

    fn subscribe(&self, game: GameId) -> broadcast::Receiver<Event> {
        let mut topics = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        topics.retain(|_, topic| topic.receiver_count() > 0);
        topics.entry(game).or_insert_with(|| broadcast::channel(BACKLOG).0).subscribe()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_subscribers_of_the_game_are_told_and_topics_do_not_pile_up() {
        let events = LocalEvents::default();
        let (a, b) = (GameId::random(), GameId::random());
        let mut receiver = events.subscribe(a);
        events.publish(b, Event::Deleted);
        events.publish(a, Event::Thinking("x".into()));
        assert_eq!(receiver.try_recv(), Ok(Event::Thinking("x".into())));
        assert!(receiver.try_recv().is_err());
        drop(receiver);
        drop(events.subscribe(b));
        let _watching = events.subscribe(b);
        assert_eq!(events.0.lock().unwrap().len(), 1);
    }
}
