//! The thread that owns the engine.

use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Instant;

use cotulenh::{Game, Position, perft_until};
use cotulenh_engine::{Bound, Engine, Info, Level, Limits, Score, SearchPosition, StopHandle, bench};

use super::options::Setting;
use super::{UciEvent, text};

/// A job for the engine. Searches, counts and benchmarks end with [`UciEvent::Done`].
pub enum Job {
    /// Forgets the last game and sets the seed of weaker levels.
    NewGame {
        seed: u64,
    },
    Seed(u64),
    Set(Setting),
    Ready,
    ReportAllDone,
    Search {
        root: SearchPosition,
        game: Box<Game>,
        limits: Limits,
        names_reply: bool,
    },
    Perft(Position, u8),
    Bench,
}

/// Starts the thread; it ends when the sender of jobs is dropped.
pub fn start(events: Sender<UciEvent>) -> (Sender<Job>, StopHandle) {
    let mut engine = Engine::default();
    engine.set_seed(random_seed());
    let stop = engine.stop_handle();
    let (jobs, queue): (Sender<Job>, Receiver<Job>) = mpsc::channel();
    let handle = stop.clone();
    thread::spawn(move || {
        let events = PanicReport(events);
        for job in queue {
            // The receiver is gone: the program is ending.
            if perform(job, &mut engine, &handle, &events.0).is_err() {
                return;
            }
        }
    });
    (jobs, stop)
}

/// A random seed, so that a weak level does not repeat its games.
pub fn random_seed() -> u64 {
    fastrand::u64(..)
}

/// Reports a panic of the engine's thread, so that the session does not wait for it.
struct PanicReport(Sender<UciEvent>);

impl Drop for PanicReport {
    fn drop(&mut self) {
        if thread::panicking() {
            let _ = self.0.send(UciEvent::Failed);
        }
    }
}

fn perform(
    job: Job,
    engine: &mut Engine,
    stop: &StopHandle,
    events: &Sender<UciEvent>,
) -> Result<(), mpsc::SendError<UciEvent>> {
    match job {
        Job::NewGame { seed } => {
            engine.new_game();
            engine.set_seed(seed);
        }
        Job::Seed(seed) => engine.set_seed(seed),
        Job::Set(setting) => {
            if let Err(error) = setting.apply(engine) {
                events.send(UciEvent::Output(format!("info string error: {error}")))?;
            }
        }
        Job::Ready => events.send(UciEvent::Ready)?,
        Job::ReportAllDone => events.send(UciEvent::AllDone)?,
        Job::Search { root, game, limits, names_reply } => {
            let result = engine.search(&root, &limits, &mut |info| {
                let _ = events.send(UciEvent::Output(describe(info, &game)));
            });
            let threads = engine.options().threads;
            if result.threads < threads && engine.options().level == Level::FULL && !result.turn.is_empty() {
                let started = result.threads;
                let text = format!("info string error: only {started} of {threads} threads could be started");
                events.send(UciEvent::Output(text))?;
            }
            let best = text::turns(&game, &result.turn).pop().unwrap_or_else(|| "(none)".into());
            let reply = text::turns(&game, &result.pv).into_iter().nth(1).filter(|_| names_reply);
            let reply = reply.map(|reply| format!(" ponder {reply}")).unwrap_or_default();
            events.send(UciEvent::Done(format!("bestmove {best}{reply}")))?;
        }
        Job::Perft(position, depth) => events.send(UciEvent::Done(count(&position, depth, stop, events)?))?,
        Job::Bench => {
            let started = Instant::now();
            let nodes = bench::bench();
            let seconds = started.elapsed().as_secs_f64();
            let speed = nodes as f64 / seconds.max(1e-9);
            events.send(UciEvent::Done(format!("{nodes} nodes {speed:.0} nps")))?;
        }
    }
    Ok(())
}

/// Counts the leaves below each action, until it is stopped.
fn count(
    position: &Position,
    depth: u8,
    stop: &StopHandle,
    events: &Sender<UciEvent>,
) -> Result<String, mpsc::SendError<UciEvent>> {
    let Some(below) = u32::from(depth).checked_sub(1) else { return Ok("Nodes searched: 1".into()) };
    let mut total = 0;
    for action in position.actions() {
        let Some(nodes) = perft_until(&position.after_unchecked(action), below, &|| stop.is_stopped()) else {
            return Ok(format!("Nodes searched: {total} (stopped)"));
        };
        events.send(UciEvent::Output(format!("{action}: {nodes}")))?;
        total += nodes;
    }
    Ok(format!("Nodes searched: {total}"))
}

fn describe(info: &Info, game: &Game) -> String {
    let score = match info.score {
        Score::Centipawns(value) => format!("cp {value}"),
        Score::Mate(turns) => format!("mate {turns}"),
    };
    let bound = match info.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let Info { depth, seldepth, multi_pv, nodes, nps, hashfull, time, .. } = info;
    let pv = text::turns(game, &info.pv).join(" ");
    let milliseconds = time.as_millis();
    format!(
        "info depth {depth} seldepth {seldepth} multipv {multi_pv} score {score}{bound} nodes {nodes} nps {nps} \
         hashfull {hashfull} time {milliseconds} pv {pv}"
    )
}
