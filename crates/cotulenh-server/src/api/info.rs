//! `/api/info`: the version, the levels and the limits of this server.

use axum::Json;
use cotulenh_engine::Level;
use cotulenh_games::limits::{MAX_CLOCK, MAX_NAME, MAX_THINKING};
use cotulenh_games::{MAX_NODES, MAX_TIME, MAX_WAITING};
use serde_json::{Value, json};

use super::pgn::MAX_TREE_TURNS;
use crate::guard::{MAX_MESSAGE, MAX_PGN_MESSAGE};

pub async fn info() -> Json<Value> {
    Json(json!({
        "name": "cotulenh",
        "version": env!("CARGO_PKG_VERSION"),
        "levels": Level::NAMED.map(|(name, level)| json!({"level": level.number(), "key": name})),
        "limits": {
            "message": MAX_MESSAGE,
            "pgnMessage": MAX_PGN_MESSAGE,
            "turns": MAX_TREE_TURNS,
            "name": MAX_NAME,
            "thinking": MAX_THINKING,
            "clock": MAX_CLOCK,
            "movetime": MAX_TIME.as_millis() as u64,
            "nodes": MAX_NODES,
            "lines": super::analysis::MAX_ANALYSIS_LINES,
            "waiting": MAX_WAITING,
        },
    }))
}
