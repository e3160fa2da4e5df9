//! `/api/analysis`: the engine's lines for a position, while it searches.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use cotulenh::Game;
use cotulenh_engine::{Info, Level, Limits, SearchPosition, SearchResult};
use cotulenh_games::{
    LineView, MAX_TIME, PoolError, Purpose, SearchRequest, Ticket, TurnView, blocking, play_actions,
};
use futures_util::{Stream, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{mpsc, watch};
use tokio_stream::wrappers::ReceiverStream;

use super::extract::QueryParameters;
use super::position::{MoveText, play};
use super::{ApiError, AppState};

/// The most lines of an analysis.
pub const MAX_ANALYSIS_LINES: usize = 5;
/// The pause between two events.
const PAUSE: Duration = Duration::from_millis(60);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    fen: Option<String>,
    /// Played from there, separated by spaces. The engine needs them to see repetitions.
    #[serde(default)]
    moves: String,
    lines: Option<usize>,
    /// Milliseconds.
    movetime: Option<u64>,
}

pub async fn analysis(
    State(app): State<AppState>,
    QueryParameters(request): QueryParameters<AnalysisRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let lines = request.lines.unwrap_or(1);
    if !(1..=MAX_ANALYSIS_LINES).contains(&lines) {
        return Err(ApiError::field("lines", &format!("1 to {MAX_ANALYSIS_LINES}")));
    }
    let time = request.movetime.map_or(MAX_TIME, Duration::from_millis);
    if time.is_zero() || time > MAX_TIME {
        return Err(ApiError::field("movetime", &format!("1 to {} milliseconds", MAX_TIME.as_millis())));
    }
    let moves: Vec<MoveText> =
        request.moves.split_whitespace().map(|text| MoveText::Text(text.into())).collect();
    let game = Arc::new(blocking(move || play(request.fen.as_deref(), &moves)).await??);
    let ticket = app.engines.queue(Purpose::Analysis)?;
    let request = SearchRequest {
        root: SearchPosition::from(&*game),
        limits: Limits::move_time(time),
        level: Level::FULL,
        seed: 0,
        contempt: 0,
        lines,
    };
    // The task ends when the receiver is dropped, and the search with it.
    let (sender, receiver) = mpsc::channel(4);
    tokio::spawn(report(ticket, request, game, sender));
    let events = ReceiverStream::new(receiver).map(Ok).take_until(Box::pin(app.end()));
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

fn event(name: &str, data: &Value) -> Event {
    Event::default().event(name).data(data.to_string())
}

/// Searches, and sends an event for each iteration until the stream is closed.
async fn report(ticket: Ticket, request: SearchRequest, game: Arc<Game>, sender: mpsc::Sender<Event>) {
    let (on_info, mut found) = watch::channel(Vec::<Info>::new());
    let collect = move |info: &Info| on_info.send_modify(|lines| collect(lines, info));
    if ticket.ahead() > 0 && sender.send(event("queued", &json!({"ahead": ticket.ahead()}))).await.is_err() {
        return;
    }
    let mut searching = Box::pin(ticket.search(request, collect));
    let result = loop {
        tokio::select! {
            biased;
            () = sender.closed() => return,
            result = &mut searching => break result,
            Ok(()) = found.changed() => {
                // After a pause all lines of this iteration are known.
                tokio::time::sleep(PAUSE).await;
                let lines = found.borrow_and_update().clone();
                if sender.send(event("info", &describe(&game, &lines))).await.is_err() {
                    return;
                }
            }
        }
    };
    if found.has_changed().unwrap_or(true) {
        let lines = found.borrow_and_update().clone();
        if !lines.is_empty() {
            let _ = sender.send(event("info", &describe(&game, &lines))).await;
        }
    }
    let _ = sender.send(last_event(&game, result)).await;
}

/// Keeps the newest report of each line. A new iteration may have reported fewer lines so far.
fn collect(lines: &mut Vec<Info>, info: &Info) {
    let index = info.multi_pv.saturating_sub(1);
    if index < lines.len() {
        lines[index] = info.clone();
    } else {
        lines.push(info.clone());
    }
}

fn describe(game: &Game, lines: &[Info]) -> Value {
    let Some(first) = lines.first() else { return json!({"depth": 0, "lines": []}) };
    let views: Vec<LineView> = lines.iter().map(|info| LineView::new(game, info)).collect();
    json!({
        "depth": first.depth,
        "nodes": first.nodes,
        "nps": first.nps,
        "time": first.time.as_millis() as u64,
        "lines": views,
    })
}

fn last_event(game: &Game, result: Result<SearchResult, PoolError>) -> Event {
    match result {
        Ok(found) => {
            let mut played = game.clone();
            let actions = play_actions(&mut played, &found.turn);
            let turn = played.turns().len().checked_sub(1).filter(|_| !actions.is_empty());
            let best = turn.and_then(|index| TurnView::of_game(&played, index));
            event("done", &json!({"bestmove": best, "depth": found.depth, "nodes": found.nodes}))
        }
        Err(error) => event("failed", &ApiError::from(error).to_json()),
    }
}
