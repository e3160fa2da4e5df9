//! The Universal Chess Interface, described in `docs/protocol.md`.
//!
//! There are three threads. One reads lines, one owns the engine and searches, and the session's
//! thread handles commands and writes. So commands are handled while the engine searches, and the
//! state is kept in one place.

mod command;
mod options;
mod searcher;
mod text;

use std::io::{BufRead, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;

use cotulenh::Game;
use cotulenh_engine::{PonderHandle, SearchPosition, StopHandle, explain, system_clock};

use crate::output::{Error, Output};
use command::{Go, UciCommand};
use options::Setting;
use searcher::Job;

/// The maximum length of a line. A game of a thousand moves takes a tenth of it.
const MAX_LINE_LENGTH: u64 = 1 << 20;

/// How long a finite search may continue after the end of the input, so that a script that only
/// writes commands gets its answer.
const GRACE: Duration = Duration::from_secs(10);

/// An event for the session's thread.
enum UciEvent {
    /// A line from the user interface, or why it cannot be read, and when it was read.
    Line(Result<String, String>, Duration),
    /// The end of the input.
    EndOfInput,
    /// A line of output from the engine.
    Output(String),
    /// The engine has finished its job; the last line of its output.
    Done(String),
    /// The engine has finished all earlier jobs: the answer to `isready`.
    Ready,
    /// The engine has finished all jobs after the end of the input.
    AllDone,
    /// The engine's thread has panicked.
    Failed,
}

/// Runs a session until `quit` or the end of the input.
pub fn serve(input: impl BufRead + Send + 'static, out: &mut Output) -> Result<(), Error> {
    let (sender, events) = mpsc::channel();
    let (jobs, stop) = searcher::start(sender.clone());
    thread::spawn(move || read_lines(input, &sender));
    UciSession::new(jobs, stop, out).run(&events)
}

fn read_lines(mut input: impl BufRead, events: &Sender<UciEvent>) {
    loop {
        let mut line = Vec::new();
        let length = input.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut line);
        // The clock of a `go` runs from here.
        let at = system_clock();
        let event = match length {
            Ok(0) => UciEvent::EndOfInput,
            Ok(_) if line.len() as u64 == MAX_LINE_LENGTH && !line.ends_with(b"\n") => {
                skip_line(&mut input);
                UciEvent::Line(Err(format!("line too long: expected at most {MAX_LINE_LENGTH} bytes")), at)
            }
            Ok(_) => {
                UciEvent::Line(String::from_utf8(line).map_err(|_| "the line is not valid UTF-8".into()), at)
            }
            // A stream that has failed once is not read again.
            Err(_) => UciEvent::EndOfInput,
        };
        let last = matches!(event, UciEvent::EndOfInput);
        if events.send(event).is_err() || last {
            return;
        }
    }
}

fn skip_line(input: &mut impl BufRead) {
    let mut rest = Vec::new();
    while let Ok(n) = input.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut rest) {
        if n == 0 || rest.ends_with(b"\n") {
            return;
        }
        rest.clear();
    }
}

/// The state of a conversation with a user interface.
struct UciSession<'a> {
    game: Game,
    jobs: Sender<Job>,
    stop: StopHandle,
    /// The engine is searching or counting.
    busy: bool,
    /// The search ends only when it is stopped.
    infinite: bool,
    /// The search ponders until this is hit.
    ponder: Option<PonderHandle>,
    /// `bestmove` also names the expected reply.
    names_reply: bool,
    /// The seed of weaker levels; 0 means a random seed for every game.
    seed: u64,
    out: &'a mut Output,
}

impl<'a> UciSession<'a> {
    fn new(jobs: Sender<Job>, stop: StopHandle, out: &'a mut Output) -> UciSession<'a> {
        UciSession {
            game: Game::new(),
            jobs,
            stop,
            busy: false,
            infinite: false,
            ponder: None,
            names_reply: false,
            seed: 0,
            out,
        }
    }

    fn run(&mut self, events: &Receiver<UciEvent>) -> Result<(), Error> {
        while let Ok(event) = events.recv() {
            match event {
                UciEvent::Line(Ok(line), at) => match UciCommand::parse(&line) {
                    Ok(UciCommand::Quit) => return Ok(()),
                    Ok(command) => self.execute(command, at)?,
                    Err(message) => self.report_error(&message)?,
                },
                UciEvent::Line(Err(message), _) => self.report_error(&message)?,
                UciEvent::Output(text) => self.send_line(&text)?,
                UciEvent::Ready => self.send_line("readyok")?,
                UciEvent::Done(text) => {
                    self.busy = false;
                    self.send_line(&text)?;
                }
                UciEvent::EndOfInput => {
                    self.finish_search();
                    self.send(Job::ReportAllDone);
                }
                UciEvent::AllDone => return Ok(()),
                UciEvent::Failed => return Err(Error::Input("the engine has failed".into())),
            }
        }
        Ok(())
    }

    /// Executes a command that was read at this instant.
    fn execute(&mut self, command: UciCommand, at: Duration) -> Result<(), Error> {
        match command {
            UciCommand::Nothing | UciCommand::Quit => {}
            UciCommand::Uci => self.introduce()?,
            // While it searches, it can take the next command.
            UciCommand::IsReady if self.busy => self.send_line("readyok")?,
            UciCommand::IsReady => self.send(Job::Ready),
            UciCommand::NewGame => self.send(Job::NewGame { seed: self.next_seed() }),
            UciCommand::SetOption { name, value } => match Setting::parse(&name, &value) {
                Ok(Setting::Ponder(on)) => self.names_reply = on,
                Ok(Setting::Seed(seed)) => {
                    self.seed = seed;
                    self.send(Job::Seed(self.next_seed()));
                }
                Ok(setting) => self.send(Job::Set(setting)),
                Err(message) => self.report_error(&message)?,
            },
            UciCommand::Position(game) => self.game = *game,
            UciCommand::Stop => self.stop_engine(),
            UciCommand::PonderHit => {
                if let Some(ponder) = self.ponder.take() {
                    ponder.hit(at);
                }
            }
            UciCommand::Display => self.display()?,
            UciCommand::Evaluate => self.send_line(&explain(self.game.position()).to_string())?,
            UciCommand::Go(_) | UciCommand::Perft(_) | UciCommand::Bench if self.busy => {
                self.report_error("the engine is busy: stop it first")?;
            }
            UciCommand::Go(go) => self.search(&go, at)?,
            UciCommand::Perft(depth) => self.start(Job::Perft(*self.game.position(), depth)),
            UciCommand::Bench => self.start(Job::Bench),
        }
        Ok(())
    }

    fn next_seed(&self) -> u64 {
        match self.seed {
            0 => searcher::random_seed(),
            seed => seed,
        }
    }

    fn search(&mut self, go: &Go, at: Duration) -> Result<(), Error> {
        let position = *self.game.position();
        let mut limits = go.limits(position.turn());
        limits.since = Some(at);
        for text in &go.search_moves {
            match text::next_action(&position, text) {
                Ok(action) => limits.search_moves.push(action),
                Err(message) => return self.report_error(&message),
            }
        }
        for word in &go.unknown {
            self.report_error(&format!("go: unknown word {}", command::shown(word)))?;
        }
        if go.lacks_limit() {
            let seconds = command::WITHOUT_LIMIT.as_secs();
            self.send_line(&format!("info string no limit that ends the search: searching for {seconds} s"))?;
        }
        if go.lacks_clock(position.turn()) {
            self.send_line("info string no clock for the side to move: using the enemy's")?;
        }
        let (infinite, ponder) = (limits.infinite, go.ponder.then(PonderHandle::default));
        limits.ponder = ponder.clone();
        self.start(Job::Search {
            root: SearchPosition::from(&self.game),
            game: Box::new(self.game.clone()),
            limits,
            names_reply: self.names_reply,
        });
        (self.infinite, self.ponder) = (infinite, ponder);
        Ok(())
    }

    fn start(&mut self, job: Job) {
        // A late stop for the previous search must not end this one.
        self.stop.reset();
        self.busy = true;
        (self.infinite, self.ponder) = (false, None);
        self.send(job);
    }

    /// Ends the search after the end of the input: no `stop` can come any more.
    fn finish_search(&mut self) {
        if self.infinite || self.ponder.is_some() {
            self.stop_engine();
        } else if self.busy {
            let stop = self.stop.clone();
            thread::spawn(move || {
                thread::sleep(GRACE);
                stop.stop();
            });
        }
    }

    fn stop_engine(&mut self) {
        if self.busy {
            self.stop.stop();
        }
    }

    fn send(&self, job: Job) {
        // The engine's thread outlives the session.
        let _ = self.jobs.send(job);
    }

    fn introduce(&mut self) -> Result<(), Error> {
        self.send_line(concat!("id name CoTuLenh Bitboard ", env!("CARGO_PKG_VERSION")))?;
        self.send_line("id author the developers of CoTuLenh Bitboard")?;
        for line in options::descriptions() {
            self.send_line(&line)?;
        }
        self.send_line("uciok")
    }

    fn display(&mut self) -> Result<(), Error> {
        let position = *self.game.position();
        self.send_line(&position.picture().to_string())?;
        self.send_line(&format!("Fen: {}", position.fen()))?;
        self.send_line(&format!("Key: {:016x}", position.hash()))?;
        let outcome = self.game.outcome().map_or("none".into(), |outcome| outcome.to_string());
        self.send_line(&format!("Result: {outcome}"))
    }

    fn report_error(&mut self, message: &str) -> Result<(), Error> {
        self.send_line(&format!("info string error: {}", crate::output::printable(message)))
    }

    fn send_line(&mut self, text: &str) -> Result<(), Error> {
        writeln!(self.out, "{text}")?;
        self.out.flush()?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_runs_from_the_reading_of_the_line() {
        let (sender, events) = mpsc::channel();
        read_lines(&b"go movetime 50\n"[..], &sender);
        let read = system_clock();
        drop(sender);
        // The session's thread starts late.
        thread::sleep(Duration::from_millis(20));
        let (jobs, queue) = mpsc::channel();
        let mut out = crate::output::stdout();
        let mut session = UciSession::new(jobs, StopHandle::default(), &mut out);
        assert!(session.run(&events).is_ok());
        let Ok(Job::Search { limits, .. }) = queue.recv() else { panic!("no search") };
        assert!(limits.since.is_some_and(|since| since <= read), "{:?} after {read:?}", limits.since);
    }
}
