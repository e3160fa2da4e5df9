//! The engine in games: its turns, its hints and its answer to a draw offer.

use std::sync::Arc;
use std::time::Duration;

use cotulenh::Game;
use cotulenh::view::MoveView;
use cotulenh_engine::{DEFAULT_CONTEMPT, Info, Level, Limits, SearchPosition, SearchResult};
use serde::Serialize;
use serde_json::json;

use super::{Games, Slot, SlotState};
use crate::blocking::{Broken, blocking};
use crate::clock::now;
use crate::command::GameError;
use crate::draw_offer::DrawOffer;
use crate::engine_limits::HINT_TIME;
use crate::engine_line::{LineView, ScoreView, play_actions};
use crate::engine_pool::{PoolError, Purpose, SearchRequest};
use crate::events::{Event, Events};
use crate::id::GameId;
use crate::live_game::LiveGame;
use crate::views::TurnView;

/// The pauses before the engine tries again after a search that was refused or failed, or a turn
/// that could not be stored.
const PAUSES: [Duration; 4] =
    [Duration::from_millis(250), Duration::from_secs(1), Duration::from_secs(4), Duration::from_secs(15)];

/// A turn that the engine suggests.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// The whole turn.
    turn: TurnView,
    /// Its remaining actions, one by one; a commit is `null`.
    actions: Vec<Option<MoveView>>,
    score: ScoreView,
    depth: u32,
}

/// Why the engine gave no answer: each variant names the part that failed.
#[derive(Debug, thiserror::Error)]
pub enum OpponentError {
    /// The game does not allow it.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The queue is full, or the search broke off.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// A panic.
    #[error(transparent)]
    Broken(#[from] Broken),
    /// The engine declines the draw.
    #[error("the engine refuses the draw")]
    DrawRefused,
}

impl Games {
    /// Starts the engine's search if it is to move and does not search yet; `true` if it started.
    pub(super) fn wake_engine(self: &Arc<Self>, slot: &Arc<Slot>, state: &mut SlotState) -> bool {
        self.wake_engine_after(Duration::ZERO, slot, state)
    }

    /// Like [`wake_engine`](Self::wake_engine), after a pause in which nothing has changed.
    pub(super) fn wake_engine_after(
        self: &Arc<Self>,
        wait: Duration,
        slot: &Arc<Slot>,
        state: &mut SlotState,
    ) -> bool {
        if state.thinking.is_some() {
            return false;
        }
        let Some(level) = state.game.engine_to_move() else { return false };
        let game = state.game.clone();
        let turn = EngineTurn { games: self.clone(), slot: slot.clone(), game, level: Level::new(level) };
        // Called on a thread for blocking work, which belongs to the runtime.
        state.thinking = Some(tokio::spawn(Arc::new(turn).run(wait)).abort_handle());
        true
    }

    fn request(&self, root: &SearchPosition, limits: Limits, level: Level, id: GameId) -> SearchRequest {
        SearchRequest { root: root.clone(), limits, level, seed: id.seed(), contempt: 0, lines: 1 }
    }

    /// What the engine suggests to the side to move.
    pub async fn hint(self: &Arc<Self>, id: GameId) -> Result<Hint, OpponentError> {
        let games = self.clone();
        let (game, hinting) = blocking(move || {
            let slot = games.slot(id)?;
            let mut state = slot.lock();
            if state.game.outcome().is_some() {
                return Err(GameError::Over);
            }
            if state.game.engine_to_move().is_some() {
                return Err(GameError::NotYourTurn);
            }
            state.hints += 1;
            games.publish(&slot, &state);
            let game = state.game.game().clone();
            drop(state);
            Ok((game, Hinting { games: games.clone(), slot }))
        })
        .await??;
        let request =
            self.request(&SearchPosition::from(&game), Limits::move_time(HINT_TIME), Level::FULL, id);
        let result = self.engines.search(Purpose::Game, request, |_| {}).await;
        drop(hinting);
        let SearchResult { turn: actions, score, depth, .. } = result?;
        let color = game.position().turn();
        let mut played = game;
        let actions = play_actions(&mut played, &actions);
        let turn = TurnView::of_game(&played, played.turns().len().wrapping_sub(1));
        let turn = turn.filter(|_| !actions.is_empty()).ok_or(PoolError::Failed)?;
        Ok(Hint { turn, actions, score: ScoreView::new(score, color), depth })
    }

    /// Succeeds if no engine plays, or if the engine accepts the draw that the other side offers.
    pub async fn engine_accepts_draw(self: &Arc<Self>, id: GameId) -> Result<(), OpponentError> {
        let games = self.clone();
        let look = move || {
            games.read(id, |live| {
                let engine = live.engine_opponent();
                if engine.is_some() && live.engine_to_move().is_some() {
                    return Err(GameError::NotYourTurn);
                }
                Ok(engine.filter(|_| live.outcome().is_none()).map(|color| (live.game().clone(), color)))
            })?
        };
        let Some((game, color)) = blocking(look).await?? else { return Ok(()) };
        let offer = DrawOffer::new(&game, color).ok_or(OpponentError::DrawRefused)?;
        let request = self.request(&SearchPosition::from(&game), offer.limits(), Level::FULL, id);
        let found = self.engines.search(Purpose::Game, request, |_| {}).await?;
        if offer.is_taken(found.score) { Ok(()) } else { Err(OpponentError::DrawRefused) }
    }
}

/// The engine's search for its turn in a game.
struct EngineTurn {
    games: Arc<Games>,
    slot: Arc<Slot>,
    game: LiveGame,
    level: Level,
}

impl EngineTurn {
    /// Searches and plays, several times if necessary. A change of the game aborts this.
    async fn run(self: Arc<Self>, wait: Duration) {
        for pause in [wait].into_iter().chain(PAUSES) {
            tokio::time::sleep(self.affordable(pause)).await;
            if let Ok(found) = self.search().await {
                let turn = self.clone();
                if let Ok(true) = blocking(move || turn.play(&found)).await {
                    return;
                }
            }
        }
        let _ = blocking(move || self.give_up()).await;
    }

    /// The pause, shortened so that time to think is left: at most a quarter of the clock.
    fn affordable(&self, pause: Duration) -> Duration {
        self.game.time_to_move(now()).map_or(pause, |(left, _)| pause.min(left / 4))
    }

    async fn search(&self) -> Result<SearchResult, PoolError> {
        let game = self.game.game();
        let limits = self.game.engine_limits(now());
        let request = self.games.request(&game.into(), limits, self.level, self.slot.id);
        let request = SearchRequest { contempt: DEFAULT_CONTEMPT, ..request };
        let on_info = publish_thoughts(self.games.events.clone(), self.slot.id, game.clone());
        self.games.engines.search(Purpose::Game, request, on_info).await
    }

    /// Is the game still at the revision that this search is for?
    fn is_current(&self, state: &SlotState) -> bool {
        state.thinking.is_some() && state.game.record().revision == self.game.record().revision
    }

    /// Plays the turn that was found, or loses on time. `false` if nothing could be played or
    /// stored, so that another attempt makes sense.
    fn play(&self, found: &SearchResult) -> bool {
        let mut state = self.slot.lock();
        if !self.is_current(&state) {
            return true;
        }
        let now = now();
        let next = state.game.flagged(now).or_else(|| state.game.after_engine_turn(&found.turn, now));
        let Some(next) = next else { return false };
        // `put` aborts the search of the game; this one must reach its end.
        let thinking = state.thinking.take();
        let played = self.games.put(&self.slot, &mut state, next);
        let failed = matches!(played, Err(GameError::Storage(_)));
        if failed {
            state.thinking = thinking;
        }
        !failed
    }

    /// Shows the game as stalled. The next request for it wakes the engine again.
    fn give_up(&self) {
        let mut state = self.slot.lock();
        if self.is_current(&state) {
            state.thinking = None;
            self.games.publish(&self.slot, &state);
        }
    }
}

/// Publishes what the engine finds while it searches.
fn publish_thoughts(events: Arc<dyn Events>, id: GameId, game: Game) -> impl FnMut(&Info) + Send + 'static {
    move |info| {
        let line = LineView::new(&game, info);
        let thought = json!({"depth": info.depth, "score": line.score, "line": line.turns});
        events.publish(id, Event::Thinking(thought.to_string()));
    }
}

/// Counts a hint as under way while it exists.
struct Hinting {
    games: Arc<Games>,
    slot: Arc<Slot>,
}

impl Drop for Hinting {
    fn drop(&mut self) {
        let mut state = self.slot.lock();
        state.hints -= 1;
        self.games.publish(&self.slot, &state);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use serde_json::Value;
    use tokio::sync::broadcast::Receiver;

    use super::*;
    use crate::engine_pool::{EnginePool, MAX_WAITING, Ticket};
    use crate::events::LocalEvents;
    use crate::new_game::{Moves, NewGame};
    use crate::player::Player;
    use crate::storage::open;
    use cotulenh::view::Sides;

    /// A game in which the engine is to move, of a pool whose queue is full.
    struct Stuck {
        _folder: tempfile::TempDir,
        games: Arc<Games>,
        id: GameId,
        queue: Vec<Ticket>,
        receiver: Receiver<Event>,
    }

    fn games(folder: &Path, engines: Arc<EnginePool>) -> Arc<Games> {
        let storage = open(folder.to_str().unwrap()).unwrap();
        Arc::new(Games::new(storage, Arc::new(LocalEvents::default()), engines))
    }

    fn new_game(r: Player, b: Player, clock: Option<(u64, u64)>) -> NewGame {
        let moves = Moves::Texts(None, Vec::new());
        NewGame { players: Sides { r, b }, thinking: 10, clock, moves, title: String::new() }
    }

    fn human() -> Player {
        Player::Human { name: String::new() }
    }

    fn engine() -> Player {
        Player::Engine { name: String::new(), level: 0 }
    }

    fn stuck() -> Stuck {
        let folder = tempfile::tempdir().unwrap();
        let engines = Arc::new(EnginePool::new(1, 1));
        let queue = (0..MAX_WAITING).map(|_| engines.queue(Purpose::Game).unwrap()).collect();
        let games = games(folder.path(), engines);
        let view = json!(games.create(new_game(engine(), human(), None)).unwrap());
        assert_eq!((&view["busy"], &view["stalled"]), (&json!("engine"), &json!(false)));
        let id: GameId = view["id"].as_str().unwrap().parse().unwrap();
        let receiver = games.events.subscribe(id);
        Stuck { _folder: folder, games, id, queue, receiver }
    }

    impl Stuck {
        async fn next_event(&mut self) -> Value {
            next_event(&mut self.receiver).await
        }
    }

    /// The next state of a game.
    async fn next_event(receiver: &mut Receiver<Event>) -> Value {
        loop {
            if let Event::Game(_, json) = receiver.recv().await.unwrap() {
                return serde_json::from_str(&json).unwrap();
            }
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_refused_search_is_tried_again() {
        let mut stuck = stuck();
        tokio::time::sleep(PAUSES[0] / 2).await;
        stuck.queue.clear();
        let game = stuck.next_event().await;
        assert_eq!((&game["busy"], &game["turns"][0]["color"]), (&json!(null), &json!("r")));
    }

    #[tokio::test(start_paused = true)]
    async fn an_engine_that_has_given_up_says_so_and_goes_on_when_asked() {
        let mut stuck = stuck();
        let game = stuck.next_event().await;
        assert_eq!(
            (&game["busy"], &game["stalled"], &game["turns"]),
            (&json!(null), &json!(true), &json!([]))
        );
        stuck.queue.clear();
        let games = stuck.games.clone();
        let view = blocking(move || games.view(stuck.id)).await.unwrap().unwrap();
        assert_eq!((&json!(view)["busy"], &json!(view)["stalled"]), (&json!("engine"), &json!(false)));
        assert_eq!(stuck.next_event().await["stalled"], false, "viewers are told that it thinks again");
        assert_eq!(stuck.next_event().await["turns"][0]["color"], "r");
    }

    #[tokio::test]
    async fn an_engine_that_is_too_late_loses_on_time() {
        let folder = tempfile::tempdir().unwrap();
        let games = games(folder.path(), Arc::new(EnginePool::new(1, 1)));
        let view = json!(games.create(new_game(human(), engine(), Some((1, 0)))).unwrap());
        let id: GameId = view["id"].as_str().unwrap().parse().unwrap();
        let mut receiver = games.events.subscribe(id);
        let slot = games.slot(id).unwrap();
        let late = slot.lock().game.after_text("Ic6", now() - 2_000).unwrap();
        games.put(&slot, &mut slot.lock(), late).unwrap();
        assert_eq!(next_event(&mut receiver).await["busy"], "engine");
        let game = next_event(&mut receiver).await;
        assert_eq!(game["outcome"], json!({"result": "red", "reason": "time"}));
        assert_eq!(game["turns"].as_array().unwrap().len(), 1);
    }
}
