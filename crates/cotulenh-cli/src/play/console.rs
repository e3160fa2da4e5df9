//! The terminal: a line editor with completion if possible, plain lines otherwise.

use std::borrow::Cow;
use std::io::{self, IsTerminal, StdinLock, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};
use cotulenh::{MAX_FEN_LENGTH, Position};
use cotulenh_engine::StopHandle;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use super::complete::candidates;
use crate::input::read_line;
use crate::output::{Error, Output, printable};

/// The longest line; the rest of a longer one is dropped.
const MAX_LINE: usize = 2 * MAX_FEN_LENGTH;

/// What the player entered.
pub enum Entry {
    /// A line.
    Line(String),
    /// Ctrl-C at the prompt.
    Interrupted,
    /// The end of the input.
    End,
}

/// The terminal: a line editor, or plain standard streams.
pub struct Console<'a> {
    out: &'a mut Output,
    input: Input,
    color: bool,
    thinking: Arc<AtomicBool>,
}

enum Input {
    Editor(Box<Editor<Assistant, MemHistory>>),
    Lines { stdin: StdinLock<'static>, prompts: bool },
}

impl Console<'_> {
    /// While the engine thinks, Ctrl-C calls `stop`.
    pub fn open(out: &mut Output, stop: StopHandle) -> Result<Console<'_>, Error> {
        let terminal = io::stdin().is_terminal();
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let color = anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never;
        let input = if terminal && io::stdout().is_terminal() && !is_dumb {
            let config = Config::builder().completion_type(CompletionType::List).build();
            let editor = Editor::with_history(config, MemHistory::new()).map_err(no_terminal)?;
            Input::Editor(Box::new(editor))
        } else {
            Input::Lines { stdin: io::stdin().lock(), prompts: terminal }
        };
        let thinking = Arc::new(AtomicBool::new(false));
        let edits = matches!(input, Input::Editor(_));
        let is_thinking = thinking.clone();
        let interrupted = move || {
            if is_thinking.load(Ordering::SeqCst) {
                stop.stop();
            } else if !edits {
                // Every move is stored. The line editor reads Ctrl-C as a key and restores the
                // terminal.
                std::process::exit(130);
            }
        };
        ctrlc::set_handler(interrupted).map_err(no_terminal)?;
        Ok(Console { out, input, color, thinking })
    }

    /// Reads a line; the completion offers the legal moves of the position.
    pub fn read(&mut self, prompt: &str, position: &Position) -> Result<Entry, Error> {
        self.out.flush()?;
        match &mut self.input {
            Input::Editor(editor) => {
                editor.set_helper(Some(Assistant { position: *position, hints: self.color }));
                match editor.readline(prompt) {
                    Ok(line) => {
                        editor.add_history_entry(&line).map_err(no_terminal)?;
                        Ok(Entry::Line(line))
                    }
                    Err(ReadlineError::Interrupted) => Ok(Entry::Interrupted),
                    Err(ReadlineError::Eof) => Ok(Entry::End),
                    Err(error) => Err(no_terminal(error)),
                }
            }
            Input::Lines { stdin, prompts } => {
                if *prompts {
                    write!(self.out, "{prompt}")?;
                    self.out.flush()?;
                }
                let mut bytes = Vec::new();
                match read_line(stdin, &mut bytes, MAX_LINE).map_err(no_terminal)? {
                    true => Ok(Entry::Line(String::from_utf8_lossy(&bytes).into_owned())),
                    false => Ok(Entry::End),
                }
            }
        }
    }

    /// Runs a search that Ctrl-C shortens.
    pub fn while_thinking<T>(&mut self, stop: &StopHandle, think: impl FnOnce() -> T) -> Result<T, Error> {
        stop.reset();
        self.thinking.store(true, Ordering::SeqCst);
        // The player must see that the engine thinks in order to interrupt it.
        let flushed = self.out.flush();
        let thought = think();
        self.thinking.store(false, Ordering::SeqCst);
        flushed?;
        Ok(thought)
    }

    /// Writes text with ANSI colours, if the terminal shows them.
    pub fn write(&mut self, text: &str) -> Result<(), Error> {
        if self.color {
            write!(self.out, "{text}")?;
        } else {
            write!(self.out, "{}", anstream::adapter::strip_str(text))?;
        }
        Ok(())
    }

    /// Writes a line. Control characters are escaped: the text may come from outside.
    pub fn say(&mut self, text: &str) -> Result<(), Error> {
        Ok(writeln!(self.out, "{}", printable(text))?)
    }

    /// Writes a line that should be noticed.
    pub fn warn(&mut self, text: &str) -> Result<(), Error> {
        let style = AnsiColor::Yellow.on_default().bold();
        self.write(&format!("{style}{}{style:#}\n", printable(text)))
    }
}

fn no_terminal(error: impl std::fmt::Display) -> Error {
    Error::Input(format!("the terminal failed: {error}"))
}

/// Completion and hints for the line editor.
struct Assistant {
    position: Position,
    /// Without colours a hint looks like typed text.
    hints: bool,
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(candidates(&self.position, &line[..at]))
    }
}

impl Hinter for Assistant {
    type Hint = String;

    /// The rest of the only completion.
    fn hint(&self, line: &str, at: usize, _: &Context<'_>) -> Option<String> {
        if !self.hints || at < line.len() || line.trim().is_empty() {
            return None;
        }
        let (start, found) = candidates(&self.position, line);
        match found.as_slice() {
            [only] => only.strip_prefix(&line[start..]).filter(|rest| !rest.is_empty()).map(str::to_owned),
            _ => None,
        }
    }
}

impl Highlighter for Assistant {
    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        let style = Style::new().dimmed();
        format!("{style}{hint}{style:#}").into()
    }
}

impl Validator for Assistant {}

impl Helper for Assistant {}
