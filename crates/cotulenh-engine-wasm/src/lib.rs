//! The search engine for JavaScript.
//!
//! It is a module of its own, apart from the rules (`cotulenh-wasm`), so that pages which never
//! search do not load it. Reports and errors are texts of `cotulenh-wasm-protocol`.
//!
//! WebAssembly has no clock and receives no messages while it runs. So the search asks the [`Host`]
//! every few hundred nodes for the time and whether it should stop.

// The README's code is compiled and run with the documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod report;

use core::time::Duration;
use std::cell::{OnceCell, RefCell};

use cotulenh::{Game, PlayTextError, Strictness};
use cotulenh_engine::{
    DEFAULT_CONTEMPT, Engine, EngineOptions, Level, Limits, SearchPosition, StopHandle, bench,
};
use cotulenh_wasm_protocol::{CallError, ErrorCode, rule_options, search_limits};
use wasm_bindgen::prelude::wasm_bindgen;

// JavaScript checks the arguments of a search against these limits.
const _: () = assert!(search_limits::MAX_CONTEMPT == cotulenh_engine::MAX_CONTEMPT);
const _: () = assert!(search_limits::MAX_LEVEL == Level::FULL.number());
const _: () = assert!(search_limits::MAX_LINES as usize == cotulenh_engine::MAX_LINES);
#[cfg(target_pointer_width = "32")]
const _: () = assert!(search_limits::MAX_HASH as usize == cotulenh_engine::MAX_HASH_MB);

#[wasm_bindgen]
extern "C" {
    /// What JavaScript provides. Its methods must not throw.
    pub type Host;

    /// Milliseconds since some instant.
    #[wasm_bindgen(method)]
    fn now(this: &Host) -> f64;

    /// Whether the search should stop.
    #[wasm_bindgen(method, js_name = isStopped)]
    fn is_stopped(this: &Host) -> bool;

    /// Receives the report of an iteration.
    #[wasm_bindgen(method, js_name = onReport)]
    fn on_report(this: &Host, report: &str);
}

thread_local! {
    static HOST: OnceCell<Host> = const { OnceCell::new() };
    /// Stops the running search.
    static STOP: RefCell<Option<StopHandle>> = const { RefCell::new(None) };
}

/// Sets the host, before everything else. Later calls have no effect.
#[wasm_bindgen]
pub fn start(host: Host) {
    HOST.with(|place| {
        let _ = place.set(host);
    });
}

/// The engine's clock. Reading it also stops the search if the host says so.
fn clock() -> Duration {
    HOST.with(|host| {
        let Some(host) = host.get() else { return Duration::ZERO };
        if host.is_stopped() {
            STOP.with_borrow(|stop| stop.iter().for_each(StopHandle::stop));
        }
        Duration::try_from_secs_f64(host.now() / 1000.0).unwrap_or_default()
    })
}

/// An engine and the game that it searches.
#[wasm_bindgen]
pub struct Searcher {
    engine: Engine,
    game: Game,
}

#[wasm_bindgen]
impl Searcher {
    /// An engine with a table of `hash` MiB.
    #[wasm_bindgen(constructor)]
    pub fn new(hash: u32) -> Searcher {
        let options = EngineOptions::default()
            .with_hash_mb(hash as usize)
            .with_move_overhead(Duration::ZERO)
            .with_time_source(clock);
        Searcher { engine: Engine::new(options), game: Game::new() }
    }

    /// Clears the table.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// Sets the level, the seed of its errors, the cost of a draw (by default the engine's) and the
    /// number of lines. Another level clears the table.
    pub fn set_up(&mut self, level: u8, seed: f64, contempt: Option<i32>, lines: u32) {
        self.engine.set_level(Level::new(level));
        if self.engine.options().seed != seed as u64 {
            self.engine.set_seed(seed as u64);
        }
        self.engine.set_contempt(contempt.unwrap_or(DEFAULT_CONTEMPT));
        self.engine.set_multi_pv(lines as usize);
    }

    /// Sets the position: a FEN and the moves played from it, one text a line. Answers an error or
    /// an empty text.
    pub fn set_position(&mut self, fen: &str, options: u8, moves: &str) -> String {
        match read_game(fen, options, moves) {
            Ok(game) => {
                self.game = game;
                String::new()
            }
            Err(error) => error.to_string(),
        }
    }

    /// Searches until a limit is reached or the host stops it. The host receives a report of every
    /// iteration. Answers a report, or an empty text if the game is over.
    pub fn search(&mut self, depth: Option<u32>, nodes: Option<f64>, movetime: Option<f64>) -> String {
        if self.game.is_over() {
            return String::new();
        }
        // Only a search with a time limit reads the clock, and can be stopped.
        let milliseconds = movetime.unwrap_or(f64::from(search_limits::MAX_MOVETIME));
        let mut limits = Limits::default();
        limits.depth = depth;
        limits.nodes = nodes.map(|nodes| nodes as u64);
        limits.move_time = Duration::try_from_secs_f64(milliseconds / 1000.0).ok();
        let game = &self.game;
        STOP.set(Some(self.engine.stop_handle()));
        let result = self.engine.search(&SearchPosition::from(game), &limits, &mut |info| {
            HOST.with(|host| {
                if let Some(host) = host.get() {
                    host.on_report(&report::of_iteration(game, info));
                }
            });
        });
        STOP.set(None);
        report::of_result(game, &result)
    }
}

fn read_game(fen: &str, options: u8, moves: &str) -> Result<Game, CallError> {
    let mut game = Game::from_fen(fen, rule_options(options)?)?;
    for text in moves.lines() {
        // JavaScript writes the sentence; the message is the text of the move.
        game.play_action_text(text, Strictness::Strict).map_err(|error| match error {
            PlayTextError::Move(error) => CallError::new(CallError::from(error).code(), text),
            error => CallError::new(ErrorCode::InvalidSessionOperation, error),
        })?;
    }
    Ok(game)
}

/// The node count of a fixed search: the engine's signature.
#[wasm_bindgen]
pub fn bench_nodes() -> f64 {
    bench::bench() as f64
}

/// The expected node count of [`bench_nodes`].
#[wasm_bindgen]
pub fn bench_signature() -> f64 {
    bench::SIGNATURE as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invalid_positions_are_errors() {
        let mut searcher = Searcher::new(1);
        assert!(searcher.set_position("x", 0, "").starts_with("!FEN_"));
        assert_eq!(searcher.set_position(cotulenh::Position::START_FEN, 0, "Ic9"), "!NO_MOVE Ic9");
        assert!(searcher.set_position(cotulenh::Position::START_FEN, 0, "commit").starts_with("!SESSION_"));
    }
}
