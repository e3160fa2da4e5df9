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

use cotulenh::Game;
use cotulenh_engine::{SearchPosition, StopHandle};

use crate::output::{Error, Output};
use command::{Command, Go};
use options::Setting;
use searcher::Job;

/// Longer lines are refused. A game of a thousand moves has a tenth of it.
const MAX_LINE_LENGTH: u64 = 1 << 20;

/// What this thread hears of.
enum Event {
    /// A line from the user interface; the error says why it cannot be read.
    Line(Result<String, String>),
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
}

/// Serves until `quit` or the end of the input.
pub fn serve(input: impl BufRead + Send + 'static, out: &mut Output) -> Result<(), Error> {
    let (events, heard) = mpsc::channel();
    let (jobs, stop) = searcher::start(events.clone());
    thread::spawn(move || read_lines(input, &events));
    let mut server = Server { game: Game::new(), jobs, stop, busy: false, out };
    server.run(&heard)
}

fn read_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut line = Vec::new();
        let event = match input.by_ref().take(MAX_LINE_LENGTH).read_until(b'\n', &mut line) {
            Ok(0) => Event::End,
            Ok(_) if line.len() as u64 == MAX_LINE_LENGTH && !line.ends_with(b"\n") => {
                skip_line(&mut input);
                Event::Line(Err(format!("a line has at most {MAX_LINE_LENGTH} bytes")))
            }
            Ok(_) => Event::Line(String::from_utf8(line).map_err(|_| "the line is not valid UTF-8".into())),
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
    out: &'a mut Output,
}

impl Server<'_> {
    fn run(&mut self, heard: &Receiver<Event>) -> Result<(), Error> {
        while let Ok(event) = heard.recv() {
            match event {
                Event::Line(Ok(line)) => match Command::parse(&line) {
                    Ok(Command::Quit) => return Ok(()),
                    Ok(command) => self.obey(command)?,
                    Err(message) => self.complain(&message)?,
                },
                Event::Line(Err(message)) => self.complain(&message)?,
                Event::Say(text) => self.say(&text)?,
                Event::Ready => self.say("readyok")?,
                Event::Done(text) => {
                    self.busy = false;
                    self.say(&text)?;
                }
                Event::End => {
                    self.stop_engine();
                    self.send(Job::Farewell);
                }
                Event::Farewell => return Ok(()),
            }
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> Result<(), Error> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Uci => self.introduce()?,
            // While it searches, it is ready to hear the next command.
            Command::IsReady if self.busy => self.say("readyok")?,
            Command::IsReady => self.send(Job::Ready),
            Command::NewGame => self.send(Job::NewGame),
            Command::SetOption { name, value } => match Setting::parse(&name, &value) {
                Ok(setting) => self.send(Job::Set(setting)),
                Err(message) => self.complain(&message)?,
            },
            Command::Position(game) => self.game = *game,
            Command::Stop => self.stop_engine(),
            Command::Display => self.display()?,
            Command::Evaluate => self.send(Job::Evaluate(*self.game.position())),
            Command::Go(_) | Command::Perft(_) | Command::Bench if self.busy => {
                self.complain("the engine is busy: stop it first")?;
            }
            Command::Go(go) => match self.search_job(&go) {
                Ok(job) => self.start(job),
                Err(message) => self.complain(&message)?,
            },
            Command::Perft(depth) => self.start(Job::Perft(*self.game.position(), depth)),
            Command::Bench => self.start(Job::Bench),
        }
        Ok(())
    }

    fn search_job(&self, go: &Go) -> Result<Job, String> {
        let position = self.game.position();
        let mut limits = go.limits(position.turn());
        for text in &go.search_moves {
            limits.search_moves.push(text::first_action(position, text)?);
        }
        Ok(Job::Search { root: SearchPosition::from(&self.game), game: Box::new(self.game.clone()), limits })
    }

    fn start(&mut self, job: Job) {
        // A stop that came too late for the last search must not end this one.
        self.stop.reset();
        self.busy = true;
        self.send(job);
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
        for line in options::DESCRIPTIONS {
            self.say(line)?;
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
