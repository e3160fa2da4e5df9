//! `bestMove`: the engine behind the bridge.

use std::time::Duration;

use cotulenh::Game;
use cotulenh::bridge::{BridgeAnswer, BridgeError, Extension, Request};
use cotulenh_engine::{Engine, EngineOptions, Limits, Score, SearchPosition};
use serde_json::{Value, json};

/// Milliseconds for a request without a limit.
const DEFAULT_TIME: u64 = 1_000;
/// Milliseconds after which every search ends, so that the service cannot hang.
const MAX_TIME: u64 = 600_000;
const MAX_NODES: u64 = 1_000_000_000_000;
const MAX_DEPTH: u64 = 100;

/// The bridge's method `bestMove`. The engine is created by the first request.
#[derive(Default)]
pub struct BestMove {
    engine: Option<Engine>,
}

impl Extension for BestMove {
    fn handle(&mut self, method: &str, request: &Request<'_>) -> Option<Result<BridgeAnswer, BridgeError>> {
        (method == "bestMove").then(|| BridgeAnswer::new(&self.search(request)?))
    }
}

impl BestMove {
    fn search(&mut self, request: &Request<'_>) -> Result<Value, BridgeError> {
        let position = request.position()?;
        let limits = limits(request)?;
        let game = Game::from(position);
        if game.is_over() {
            return Ok(Value::Null);
        }
        let new = || Engine::new(EngineOptions::default().with_move_overhead(Duration::ZERO));
        let engine = self.engine.get_or_insert_with(new);
        // Each answer depends on its request alone.
        engine.new_game();
        let result = engine.search(&SearchPosition::from(&game), &limits, &mut |_| {});
        let line = game.turn_texts(&result.pv);
        let Some(turn) = line.first() else { return Ok(Value::Null) };
        let mate = match result.score {
            Score::Mate(turns) => Some(turns),
            Score::Centipawns(_) => None,
        };
        Ok(json!({
            "lan": turn.lan,
            "san": turn.san,
            "steps": result.turn.iter().map(|action| action.to_string()).collect::<Vec<_>>(),
            "score": result.score.to_centipawns(),
            "mate": mate,
            "depth": result.depth,
            "nodes": result.nodes,
            "pv": line.iter().map(|turn| &turn.lan).collect::<Vec<_>>(),
        }))
    }
}

fn limits(request: &Request<'_>) -> Result<Limits, BridgeError> {
    let depth = request.number("depth", 1, MAX_DEPTH)?;
    let nodes = request.number("nodes", 1, MAX_NODES)?;
    let time = request.number("movetime", 1, MAX_TIME)?;
    let longest = if depth.is_none() && nodes.is_none() { DEFAULT_TIME } else { MAX_TIME };
    let mut limits = Limits::move_time(Duration::from_millis(time.unwrap_or(longest)));
    limits.depth = depth.map(|depth| depth as u32);
    limits.nodes = nodes;
    Ok(limits)
}
