//! The search engine for JavaScript.
//!
//! It is a module of its own, apart from the rules (crates/cotulenh-wasm), so that pages which never search do not load it. Texts cross the
//! border as in that crate: lines of words, and a refusal is an exclamation mark, a code, a space and a sentence.
//!
//! WebAssembly has no clock and hears nothing while it runs. So the search asks the [`Host`] for the time every few hundred nodes, and at the
//! same time whether somebody has stopped it.

mod report;

use core::time::Duration;
use std::cell::{OnceCell, RefCell};

use cotulenh::{Game, InvalidSetup, ParseMoveError, RuleOptions, Strictness};
use cotulenh_engine::{
    DEFAULT_CONTEMPT, Engine, EngineOptions, Level, Limits, SearchPosition, StopHandle, bench,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// A search without a time limit has this one, for only then it looks at the clock.
const A_DAY: f64 = 86_400_000.0;

#[wasm_bindgen]
extern "C" {
    /// What JavaScript lends the engine. Its methods must not throw.
    pub type Host;

    /// Milliseconds since some instant.
    #[wasm_bindgen(method)]
    fn now(this: &Host) -> f64;

    /// Does somebody want the search to end?
    #[wasm_bindgen(method, js_name = isStopped)]
    fn is_stopped(this: &Host) -> bool;

    /// Hears of an iteration.
    #[wasm_bindgen(method)]
    fn tell(this: &Host, line: &str);
}

thread_local! {
    static HOST: OnceCell<Host> = const { OnceCell::new() };
    /// Stops the search that is running.
    static STOP: RefCell<Option<StopHandle>> = const { RefCell::new(None) };
}

/// Makes the host known, once, before everything else.
#[wasm_bindgen]
pub fn start(host: Host) {
    // Whoever starts twice keeps the first host.
    HOST.with(|place| {
        let _ = place.set(host);
    });
}

/// The engine's clock, at which the host may stop the search.
fn clock() -> Duration {
    HOST.with(|host| {
        let Some(host) = host.get() else { return Duration::ZERO };
        if host.is_stopped() {
            STOP.with_borrow(|stop| stop.iter().for_each(StopHandle::stop));
        }
        Duration::try_from_secs_f64(host.now() / 1000.0).unwrap_or_default()
    })
}

/// An engine and the game it looks at.
#[wasm_bindgen]
pub struct Searcher {
    engine: Engine,
    game: Game,
}

#[wasm_bindgen]
impl Searcher {
    /// An engine with a table of so many mebibytes.
    #[wasm_bindgen(constructor)]
    pub fn new(hash: u32) -> Searcher {
        let options = EngineOptions::default()
            .with_hash_mb(hash as usize)
            .with_move_overhead(Duration::ZERO)
            .with_time_source(clock);
        Searcher { engine: Engine::new(options), game: Game::new() }
    }

    /// Forgets what earlier searches have found.
    pub fn new_game(&mut self) {
        self.engine.new_game();
    }

    /// How strong it plays, what its errors depend on, what a draw costs it (what it costs the engine unless said), and how many lines it reports. What was found
    /// at another level is forgotten.
    pub fn set_up(&mut self, level: u8, seed: f64, contempt: Option<i32>, lines: u32) {
        self.engine.set_level(Level::new(level));
        if self.engine.options().seed != seed as u64 {
            self.engine.set_seed(seed as u64);
        }
        self.engine.set_contempt(contempt.unwrap_or(DEFAULT_CONTEMPT));
        self.engine.set_multi_pv(lines as usize);
    }

    /// Goes to a position: a FEN, and what was played from there, one text a line. Empty, or why it cannot.
    pub fn set_position(&mut self, fen: &str, skip_last_guard: bool, moves: &str) -> String {
        let read = || -> Result<Game, String> {
            let options = RuleOptions::default().with_skip_last_guard_promotion(skip_last_guard);
            let mut game = Game::from_fen(fen, options).map_err(|error| refuse_fen(&error))?;
            for text in moves.lines() {
                if text == "commit" {
                    game.commit().map_err(|error| format!("!SESSION_INVALID_OPERATION {error}"))?;
                } else {
                    game.play_text(text, Strictness::Strict).map_err(|error| refuse_move(text, &error))?;
                }
            }
            Ok(game)
        };
        match read() {
            Ok(game) => {
                self.game = game;
                String::new()
            }
            Err(refusal) => refusal,
        }
    }

    /// Searches until a limit is reached or the host stops it, which hears of every iteration. Empty if the game is over.
    pub fn search(&mut self, depth: Option<u32>, nodes: Option<f64>, movetime: Option<f64>) -> String {
        if self.game.is_over() {
            return String::new();
        }
        let milliseconds = movetime.unwrap_or(A_DAY);
        let mut limits = Limits::default();
        limits.depth = depth;
        limits.nodes = nodes.map(|nodes| nodes as u64);
        limits.move_time = Duration::try_from_secs_f64(milliseconds / 1000.0).ok();
        let game = &self.game;
        STOP.set(Some(self.engine.stop_handle()));
        let result = self.engine.search(&SearchPosition::from(game), &limits, &mut |info| {
            HOST.with(|host| {
                if let Some(host) = host.get() {
                    host.tell(&report::of_iteration(game, info));
                }
            });
        });
        STOP.set(None);
        report::of_result(game, &result)
    }
}

/// The fixed search whose node count is the engine's signature.
#[wasm_bindgen]
pub fn bench_nodes() -> f64 {
    bench::bench() as f64
}

/// What it has to be.
#[wasm_bindgen]
pub fn bench_signature() -> f64 {
    bench::SIGNATURE as f64
}

fn refuse_fen(error: &InvalidSetup) -> String {
    match error.first() {
        Some(fault) => format!("!{} {fault}", fault.code().name()),
        None => format!("!FEN_INVALID_FORMAT {error}"),
    }
}

fn refuse_move(text: &str, error: &ParseMoveError) -> String {
    let code = match error {
        ParseMoveError::Ambiguous { .. } => "AMBIGUOUS_MOVE",
        _ => "NO_MOVE",
    };
    format!("!{code} {text}")
}
