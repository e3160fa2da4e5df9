//! The engine in games: its turns, hints, and what it thinks of a draw.

use std::sync::Arc;
use std::time::Duration;

use cotulenh::Game;
use cotulenh_engine::{Info, Level, Limits, SearchPosition, SearchResult};
use serde::Serialize;
use serde_json::json;

use super::{DrawOffer, GameError, GameId, Games, Slot, SlotState};
use crate::blocking::{Broken, blocking};
use crate::clock::{Millis, now};
use crate::engine_pool::{PoolError, Purpose, Request};
use crate::events::{Event, Events};
use crate::lines::{LineView, ScoreView, play_actions};
use crate::views::{MoveView, TurnView};

/// How long the engine thinks about a hint.
const HINT_TIME: Duration = Duration::from_millis(1_500);

/// A turn that the engine would play.
#[derive(Clone, Debug, Serialize)]
pub struct Hint {
    /// The whole turn.
    turn: TurnView,
    /// What is left of it to be done, one by one; a commit is `null`.
    actions: Vec<Option<MoveView>>,
    score: ScoreView,
    depth: u32,
}

/// Why the engine gave no answer.
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
    /// The engine wants to go on.
    #[error("the engine refuses the draw")]
    DrawRefused,
}

impl Games {
    /// Lets the engine think, if it is its turn and it does not do so yet.
    pub(super) fn wake_engine(self: &Arc<Self>, slot: &Arc<Slot>, state: &mut SlotState) {
        if state.thinking.is_some() {
            return;
        }
        let Some(level) = state.game.engine_to_move() else { return };
        let record = state.game.record();
        let thinking = Duration::from_millis(record.thinking);
        let mut limits = Limits::move_time(thinking);
        if let Some(clock) = &record.clock {
            let left = clock.left(state.game.game().position().turn(), now());
            limits.clock = Limits::clock(milliseconds(left), milliseconds(clock.increment)).clock;
        }
        let request = self.request(&state.game.game().into(), limits, Level::new(level), slot.id);
        let search = EngineTurn {
            games: self.clone(),
            slot: slot.clone(),
            revision: record.revision,
            game: state.game.game().clone(),
        };
        // From a thread that may block, but within the runtime.
        state.thinking = Some(tokio::spawn(search.run(request)).abort_handle());
    }

    fn request(&self, root: &SearchPosition, limits: Limits, level: Level, id: GameId) -> Request {
        Request { root: root.clone(), limits, level, seed: id.seed(), lines: 1 }
    }

    /// What the engine would play for the side to move.
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

    /// Does the engine, if one plays, take the draw that the other side offers?
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

fn milliseconds(time: Millis) -> Duration {
    Duration::from_millis(u64::try_from(time).unwrap_or(0))
}

/// The engine's search for its turn in a game.
struct EngineTurn {
    games: Arc<Games>,
    slot: Arc<Slot>,
    revision: u64,
    game: Game,
}

impl EngineTurn {
    /// Searches and plays. Whoever changes the game meanwhile breaks this off.
    async fn run(self, request: Request) {
        let on_info = tell_thoughts(self.games.events.clone(), self.slot.id, self.game.clone());
        let found = self.games.engines.search(Purpose::Game, request, on_info).await;
        let _ = blocking(move || self.play(found)).await;
    }

    fn play(self, found: Result<SearchResult, PoolError>) {
        let mut state = self.slot.lock();
        if state.game.record().revision != self.revision || state.thinking.is_none() {
            return;
        }
        // This search is over, whatever becomes of its result.
        state.thinking = None;
        let next = found.ok().and_then(|found| state.game.after_engine_turn(&found.turn, now()));
        // If it cannot be stored, the game stays as it is; whoever opens it next lets the engine think again.
        let played = next.map(|next| self.games.put(&self.slot, &mut state, next));
        if !matches!(played, Some(Ok(_))) {
            self.games.publish(&self.slot, &state);
        }
    }
}

/// Tells those who watch a game what the engine thinks.
fn tell_thoughts(events: Arc<dyn Events>, id: GameId, game: Game) -> impl FnMut(&Info) + Send + 'static {
    move |info| {
        let line = LineView::new(&game, info);
        let thought = json!({"depth": info.depth, "score": line.score, "line": line.turns});
        events.publish(id, Event::Thinking(thought.to_string()));
    }
}

/// Somebody waits for a hint.
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
