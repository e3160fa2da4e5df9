//! `cotulenh uci`: the engine behind the Universal Chess Interface, described in `docs/protocol.md`.
//!
//! Three threads: one reads lines, one owns the engine and searches, and this one decides and writes. So a command is heard whatever the
//! engine is doing, and only one place keeps the state.

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
use command::{Command, Go};
use options::Setting;
use searcher::Job;

/// Longer lines are refused. A game of a thousand moves has a tenth of it.
const MAX_LINE_LENGTH: u64 = 1 << 20;

/// How long the engine goes on with what has an end, once its input has ended: a script that only writes commands gets its answer.
const GRACE: Duration = Duration::from_secs(10);

/// What this thread hears of.
enum Event {
    /// A line from the user interface, and when it was read; the error says why it cannot be.
    Line(Result<String, String>, Duration),
    /// No more lines.
    End,
    /// The engine has something to say.
    Say(String),
    /// The engine has finished what it was asked, and says this last.
    Done(String),
    /// The engine has nothing to do.
    Ready,
    /// The engine has done everything it was ever asked.
    Farewell,
    /// The engine has failed and will say nothing more.
    Lost,
}

/// Serves until `quit` or the end of the input.
pub fn serve(input: impl BufRead + Send + 'static, out: &mut Output) -> Result<(), Error> {
    let (events, heard) = mpsc::channel();
    let (jobs, stop) = searcher::start(events.clone());
    thread::spawn(move || read_lines(input, &events));
    let mut server = Server {
        game: Game::new(),
        jobs,
        stop,
        busy: false,
        infinite: false,
        ponder: None,
        names_reply: false,
        seed: 0,
        out,
    };
    server.run(&heard)
}

fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut line = Vec::new();
        let length = input.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut line);
        // From here on somebody's clock may be running.
        let at = system_clock();
        let event = match length {
            Ok(0) => Event::End,
            Ok(_) if line.len() as u64 == MAX_LINE_LENGTH && !line.ends_with(b"\n") => {
                skip_line(&mut input);
                Event::Line(Err(format!("a line has at most {MAX_LINE_LENGTH} bytes")), at)
            }
            Ok(_) => {
                Event::Line(String::from_utf8(line).map_err(|_| "the line is not valid UTF-8".into()), at)
            }
            // Nothing more can be expected of the stream.
            Err(_) => Event::End,
        };
        let last = matches!(event, Event::End);
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

struct Server<'a> {
    game: Game,
    jobs: Sender<Job>,
    stop: StopHandle,
    /// The engine is searching or counting.
    busy: bool,
    /// The search ends only when it is stopped.
    infinite: bool,
    /// The search thinks in the enemy's time until this is hit.
    ponder: Option<PonderHandle>,
    /// `bestmove` also names the turn that is expected next.
    names_reply: bool,
    /// For weaker levels; 0 is another one for every game.
    seed: u64,
    out: &'a mut Output,
}

impl Server<'_> {
    fn run(&mut self, heard: &Receiver<Event>) -> Result<(), Error> {
        while let Ok(event) = heard.recv() {
            match event {
                Event::Line(Ok(line), at) => match Command::parse(&line) {
                    Ok(Command::Quit) => return Ok(()),
                    Ok(command) => self.obey(command, at)?,
                    Err(message) => self.complain(&message)?,
                },
                Event::Line(Err(message), _) => self.complain(&message)?,
                Event::Say(text) => self.say(&text)?,
                Event::Ready => self.say("readyok")?,
                Event::Done(text) => {
                    self.busy = false;
                    self.say(&text)?;
                }
                Event::End => {
                    self.wind_up();
                    self.send(Job::Farewell);
                }
                Event::Farewell => return Ok(()),
                Event::Lost => return Err(Error::Input("the engine has failed".into())),
            }
        }
        Ok(())
    }

    /// Does what was asked for at this instant.
    fn obey(&mut self, command: Command, at: Duration) -> Result<(), Error> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Uci => self.introduce()?,
            // While it searches, it is ready to hear the next command.
            Command::IsReady if self.busy => self.say("readyok")?,
            Command::IsReady => self.send(Job::Ready),
            Command::NewGame => self.send(Job::NewGame { seed: self.next_seed() }),
            Command::SetOption { name, value } => match Setting::parse(&name, &value) {
                Ok(Setting::Ponder(on)) => self.names_reply = on,
                Ok(Setting::Seed(seed)) => {
                    self.seed = seed;
                    self.send(Job::Seed(self.next_seed()));
                }
                Ok(setting) => self.send(Job::Set(setting)),
                Err(message) => self.complain(&message)?,
            },
            Command::Position(game) => self.game = *game,
            Command::Stop => self.stop_engine(),
            Command::PonderHit => {
                if let Some(ponder) = self.ponder.take() {
                    ponder.hit(at);
                }
            }
            Command::Display => self.display()?,
            Command::Evaluate => self.say(&explain(self.game.position()).to_string())?,
            Command::Go(_) | Command::Perft(_) | Command::Bench if self.busy => {
                self.complain("the engine is busy: stop it first")?;
            }
            Command::Go(go) => self.search(&go, at)?,
            Command::Perft(depth) => self.start(Job::Perft(*self.game.position(), depth)),
            Command::Bench => self.start(Job::Bench),
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
                Err(message) => return self.complain(&message),
            }
        }
        for word in &go.unknown {
            self.complain(&format!("go: unknown word {}", command::shown(word)))?;
        }
        if go.lacks_limit() {
            let seconds = command::WITHOUT_LIMIT.as_secs();
            self.say(&format!("info string no limit that ends the search: it takes {seconds} s"))?;
        }
        if go.lacks_clock(position.turn()) {
            self.say("info string no clock for the side to move: the enemy's is taken")?;
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
        // A stop that came too late for the last search must not end this one.
        self.stop.reset();
        self.busy = true;
        (self.infinite, self.ponder) = (false, None);
        self.send(job);
    }

    /// Nobody will say stop any more.
    fn wind_up(&mut self) {
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
        // The engine's thread ends only after this one.
        let _ = self.jobs.send(job);
    }

    fn introduce(&mut self) -> Result<(), Error> {
        self.say(concat!("id name CoTuLenh Bitboard ", env!("CARGO_PKG_VERSION")))?;
        self.say("id author the developers of CoTuLenh Bitboard")?;
        for line in options::descriptions() {
            self.say(&line)?;
        }
        self.say("uciok")
    }

    fn display(&mut self) -> Result<(), Error> {
        let position = *self.game.position();
        self.say(&position.picture().to_string())?;
        self.say(&format!("Fen: {}", position.fen()))?;
        self.say(&format!("Key: {:016x}", position.hash()))?;
        let outcome = self.game.outcome().map_or("none".into(), |outcome| outcome.to_string());
        self.say(&format!("Result: {outcome}"))
    }

    fn complain(&mut self, message: &str) -> Result<(), Error> {
        self.say(&format!("info string error: {}", crate::output::printable(message)))
    }

    fn say(&mut self, text: &str) -> Result<(), Error> {
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
        let (events, heard) = mpsc::channel();
        read_lines(&b"go movetime 50\n"[..], &events);
        let read = system_clock();
        drop(events);
        // Somebody else has the processor.
        thread::sleep(Duration::from_millis(20));
        let (jobs, queue) = mpsc::channel();
        let mut out = crate::output::stdout();
        let mut server = Server {
            game: Game::new(),
            jobs,
            stop: StopHandle::default(),
            busy: false,
            infinite: false,
            ponder: None,
            names_reply: false,
            seed: 0,
            out: &mut out,
        };
        assert!(server.run(&heard).is_ok());
        let Ok(Job::Search { limits, .. }) = queue.recv() else { panic!("no search") };
        assert!(limits.since.is_some_and(|since| since <= read), "{:?} after {read:?}", limits.since);
    }
}
