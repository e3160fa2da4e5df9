//! Stored games.

use std::convert::Infallible;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::sse::{self, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use cotulenh::view::Sides;
use cotulenh_games::{
    Event, GameCommand, GameView, Hint, LeftOut, Listed, Moves, NewGame, Player, Query, blocking, clean_name,
    read_first_game, rfc3339,
};
use futures_util::{Stream, StreamExt, future, stream};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio_stream::wrappers::BroadcastStream;
use tokio_stream::wrappers::errors::BroadcastStreamRecvError;

use super::extract::{Body, Id, QueryParameters};
use super::{ApiError, AppState};

const DEFAULT_THINKING: u64 = 1_000;
const MAX_LISTED: usize = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CreateRequest {
    players: Sides<Player>,
    thinking: Option<u64>,
    clock: Option<ClockRequest>,
    fen: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    title: String,
}

/// Seconds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClockRequest {
    initial: u64,
    #[serde(default)]
    increment: u64,
}

pub async fn create(
    State(app): State<AppState>,
    Body(request): Body<CreateRequest>,
) -> Result<(StatusCode, Json<GameView>), ApiError> {
    let new = NewGame {
        players: request.players,
        thinking: request.thinking.unwrap_or(DEFAULT_THINKING),
        clock: request.clock.map(|clock| (clock.initial, clock.increment)),
        moves: Moves::Texts(request.fen, request.moves),
        title: request.title,
    };
    let view = blocking(move || app.games.create(new)).await??;
    Ok((StatusCode::CREATED, Json(view)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportRequest {
    pgn: String,
}

/// The new game, and what it does not take over from the PGN.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Imported {
    #[serde(flatten)]
    game: GameView,
    left_out: LeftOut,
}

pub async fn import(
    State(app): State<AppState>,
    Body(request): Body<ImportRequest>,
) -> Result<(StatusCode, Json<Imported>), ApiError> {
    blocking(move || {
        let (read, left_out) = read_first_game(&request.pgn)?;
        let game = app.games.create(NewGame::from_read(read))?;
        Ok((StatusCode::CREATED, Json(Imported { game, left_out })))
    })
    .await?
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListRequest {
    #[serde(default)]
    q: String,
    state: Option<StateFilter>,
    #[serde(default)]
    offset: usize,
    limit: Option<usize>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum StateFilter {
    Running,
    Finished,
}

pub async fn list(
    State(app): State<AppState>,
    QueryParameters(request): QueryParameters<ListRequest>,
) -> Result<Json<Value>, ApiError> {
    let query = Query {
        words: request.q.split_whitespace().take(16).map(str::to_owned).collect(),
        finished: request.state.map(|state| matches!(state, StateFilter::Finished)),
        // Databases count with signed numbers.
        offset: request.offset.min(u32::MAX as usize),
        limit: request.limit.unwrap_or(20).min(MAX_LISTED),
    };
    let (total, games) = blocking(move || app.games.storage().list(&query)).await??;
    let games: Vec<Value> = games.into_iter().map(listed).collect();
    Ok(Json(json!({"total": total, "games": games})))
}

fn listed(game: Listed) -> Value {
    json!({
        "id": game.id,
        "title": game.title,
        "players": game.players,
        "outcome": game.outcome,
        "turns": game.turns,
        "created": rfc3339(game.created),
        "updated": rfc3339(game.updated),
        "fen": game.fen,
    })
}

pub async fn view(State(app): State<AppState>, Id(id): Id) -> Result<Json<GameView>, ApiError> {
    Ok(Json(blocking(move || app.games.view(id)).await??))
}

pub async fn delete(State(app): State<AppState>, Id(id): Id) -> Result<Json<Value>, ApiError> {
    blocking(move || app.games.delete(id)).await??;
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RenameRequest {
    title: String,
}

pub async fn rename(
    State(app): State<AppState>,
    Id(id): Id,
    Body(request): Body<RenameRequest>,
) -> Result<Json<GameView>, ApiError> {
    let title = clean_name("title", &request.title)?;
    Ok(Json(blocking(move || app.games.rename(id, title)).await??))
}

pub async fn pgn(State(app): State<AppState>, Id(id): Id) -> Result<Response, ApiError> {
    let pgn = blocking(move || app.games.read(id, |game| game.pgn())).await??;
    let headers = [
        (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (CONTENT_DISPOSITION, format!("attachment; filename=\"cotulenh-{id}.pgn\"")),
    ];
    Ok((headers, pgn).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ActRequest {
    revision: u64,
    action: GameCommand,
}

pub async fn act(
    State(app): State<AppState>,
    Id(id): Id,
    Body(ActRequest { revision, action }): Body<ActRequest>,
) -> Result<Json<GameView>, ApiError> {
    if matches!(action, GameCommand::Draw { .. }) {
        app.games.engine_accepts_draw(id).await?;
    }
    Ok(Json(blocking(move || app.games.act(id, revision, &action)).await??))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HintRequest {}

pub async fn hint(
    State(app): State<AppState>,
    Id(id): Id,
    Body(HintRequest {}): Body<HintRequest>,
) -> Result<Json<Hint>, ApiError> {
    Ok(Json(app.games.hint(id).await?))
}

/// The game now, and after every change.
pub async fn events(
    State(app): State<AppState>,
    Id(id): Id,
) -> Result<Sse<impl Stream<Item = Result<sse::Event, Infallible>>>, ApiError> {
    // Subscribed before the game is read, so that no change is missed.
    let news = BroadcastStream::new(app.games.events().subscribe(id));
    let games = app.games.clone();
    let (first, watching) = blocking(move || games.watch(id)).await??;
    let seen = first.revision;
    let first = sse::Event::default().event("game").data(json!(first).to_string());
    let games = app.games.clone();
    // Events from before the game was read are older than it.
    let is_new = move |event: &_| !matches!(event, Ok(Event::Game(revision, _)) if *revision < seen);
    let news = news.filter(move |event| future::ready(is_new(event))).then(move |event| {
        let _watched = &watching;
        let games = games.clone();
        async move {
            match event {
                Ok(event) => describe(event),
                // Some events were missed: the current state makes up for them.
                Err(BroadcastStreamRecvError::Lagged(_)) => match blocking(move || games.view(id)).await {
                    Ok(Ok(view)) => describe(Event::Game(view.revision, json!(view).to_string())),
                    _ => describe(Event::Deleted),
                },
            }
        }
    });
    let events = stream::iter([first]).chain(news).map(Ok).take_until(Box::pin(app.end()));
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

fn describe(event: Event) -> sse::Event {
    let (name, data) = match event {
        Event::Game(_, json) => ("game", json),
        Event::Thinking(json) => ("thinking", json),
        Event::Deleted => ("deleted", "{}".into()),
    };
    sse::Event::default().event(name).data(data)
}
