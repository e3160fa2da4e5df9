//! The game in a terminal.
//!
//! | file | contents |
//! |---|---|
//! | `terminal_game` | the game with its storage and the engine |
//! | `saved_games` | the list of stored games |
//! | `board` | the board as text |
//! | `command`, `complete` | what can be typed, and its completion |
//! | `explain` | what a refused move may have meant |
//! | `console` | the line editor or plain lines, Ctrl-C |
//! | `wording` | words from the locales |

mod board;
mod command;
mod complete;
mod console;
mod explain;
pub mod saved_games;
mod terminal_game;
pub mod wording;

use std::ops::ControlFlow;
use std::time::Duration;

use anstyle::Style;
use cotulenh::{Color, PlayedTurn, Position, SanWriter, Square, excerpt};
use cotulenh_games::{GameCommand, GameError, NewGame, StorageError};

use crate::output::{Error, Output};
use board::{Look, wrap};
use command::{COMMANDS, PlayCommand};
use console::{Console, Entry};
pub use terminal_game::TerminalGame;
use wording::Wording;

/// The width of a list of moves.
const LIST_WIDTH: usize = 76;

/// How a game is shown.
pub struct PlayOptions {
    /// The language.
    pub wording: Wording,
    /// Only ASCII on the board.
    pub ascii: bool,
    /// The next game, for `new`.
    pub new: NewGame,
}

/// Plays until the player leaves or the input ends.
pub fn play(out: &mut Output, current: TerminalGame, options: PlayOptions) -> Result<(), Error> {
    let console = Console::open(out, current.stop_handle())?;
    let flipped = sits_with_blue(&current);
    TerminalSession {
        console,
        look: Look { ascii: options.ascii, flipped },
        current,
        wording: options.wording,
        new: options.new,
    }
    .run()
}

/// A person who plays only Blue sees the board from Blue's side.
fn sits_with_blue(current: &TerminalGame) -> bool {
    current.is_human(Color::Blue) && !current.is_human(Color::Red)
}

struct TerminalSession<'a> {
    console: Console<'a>,
    current: TerminalGame,
    look: Look,
    wording: Wording,
    new: NewGame,
}

impl TerminalSession<'_> {
    fn run(mut self) -> Result<(), Error> {
        self.say("terminal.greeting")?;
        self.show()?;
        loop {
            self.let_engine_play()?;
            let (prompt, position) = (self.prompt(), *self.position());
            match self.console.read(&prompt, &position)? {
                Entry::Line(line) => {
                    let Some(command) = PlayCommand::parse(&line) else { continue };
                    if self.obey(command)?.is_break() {
                        break;
                    }
                }
                Entry::Interrupted => self.say("terminal.interrupted")?,
                Entry::End => break,
            }
        }
        self.farewell()
    }

    /// Writes a text of the locale.
    fn say(&mut self, key: &str) -> Result<(), Error> {
        let text = self.wording.text(key);
        self.console.say(&text)
    }

    fn position(&self) -> &Position {
        self.current.game().position()
    }

    fn obey(&mut self, command: PlayCommand) -> Result<ControlFlow<()>, Error> {
        match command {
            PlayCommand::Quit => return Ok(ControlFlow::Break(())),
            PlayCommand::Help => self.help()?,
            PlayCommand::Board => self.show()?,
            PlayCommand::Flip => {
                self.look.flipped = !self.look.flipped;
                self.show()?;
            }
            PlayCommand::Moves(from) => self.list_moves(from.as_deref())?,
            PlayCommand::Fen => {
                let fen = self.position().fen();
                self.console.say(&fen)?;
            }
            PlayCommand::Pgn => {
                for line in self.current.live().pgn().trim_end().lines() {
                    self.console.say(line)?;
                }
            }
            PlayCommand::Save => self.save()?,
            PlayCommand::New => self.begin_another()?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Draw => self.draw()?,
            PlayCommand::Resign => {
                // Against the engine the person resigns, whichever side is to move.
                let engine = self.current.live().engine_opponent();
                let color = engine.map_or(self.current.turn(), |engine| !engine);
                self.act(&GameCommand::Resign { color })?;
            }
            PlayCommand::Undo => self.act(&GameCommand::Undo)?,
            PlayCommand::Redo => self.act(&GameCommand::Redo)?,
            PlayCommand::Commit => self.act(&GameCommand::Commit)?,
            PlayCommand::Cancel => self.act(&GameCommand::Cancel)?,
            PlayCommand::Play(text) => match self.current.play(&text) {
                Err(GameError::Illegal { why: None, .. }) => self.advise(&text)?,
                played => self.tell(played)?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    fn act(&mut self, command: &GameCommand) -> Result<(), Error> {
        let done = self.current.act(command);
        self.tell(done)
    }

    /// Shows the changed game, or the reason why nothing has changed.
    fn tell(&mut self, done: Result<(), GameError>) -> Result<(), Error> {
        match done {
            Ok(()) => self.show(),
            Err(error) => {
                self.console.warn(&self.wording.error(&error))?;
                match error {
                    GameError::Storage(StorageError::Outdated) => self.show(),
                    _ => Ok(()),
                }
            }
        }
    }

    /// Suggests legal moves for a text that is not one.
    fn advise(&mut self, text: &str) -> Result<(), Error> {
        let moves = explain::suggestions(self.position(), text).join(", ");
        let key = if moves.is_empty() { "terminal.noSuchMove" } else { "terminal.didYouMean" };
        self.console.warn(&self.wording.fill(key, &[("text", &excerpt(text)), ("moves", &moves)]))
    }

    fn let_engine_play(&mut self) -> Result<(), Error> {
        if !self.current.is_engines_turn() {
            return Ok(());
        }
        self.say("terminal.thinking")?;
        let stop = self.current.stop_handle();
        let played = self.console.while_thinking(&stop, || self.current.engine_turn())?;
        self.tell(played)
    }

    fn hint(&mut self) -> Result<(), Error> {
        if self.current.live().outcome().is_some() {
            return self.tell(Err(GameError::Over));
        }
        let stop = self.current.stop_handle();
        match self.console.while_thinking(&stop, || self.current.hint())? {
            Some(turn) => self.console.say(&self.wording.fill("terminal.hint", &[("turn", &turn)])),
            None => self.say("terminal.noHint"),
        }
    }

    fn draw(&mut self) -> Result<(), Error> {
        if self.current.live().outcome().is_some() {
            return self.tell(Err(GameError::Over));
        }
        if self.current.live().engine_opponent().is_some() {
            let stop = self.current.stop_handle();
            if !self.console.while_thinking(&stop, || self.current.accepts_draw())? {
                return self.say("terminal.drawRefused");
            }
        } else {
            let question = self.wording.text("terminal.drawQuestion");
            let position = *self.position();
            let Entry::Line(answer) = self.console.read(&question, &position)? else { return Ok(()) };
            if !answer.trim().to_lowercase().starts_with(&self.wording.text("terminal.drawYes")) {
                return self.say("terminal.drawDeclined");
            }
        }
        let color = self.current.turn();
        self.act(&GameCommand::Draw { color })
    }

    fn begin_another(&mut self) -> Result<(), Error> {
        match self.current.begin_another(self.new.clone()) {
            Ok(()) => {
                self.look.flipped = sits_with_blue(&self.current);
                self.show()
            }
            Err(error) => self.console.warn(&self.wording.new_game_error(&error)),
        }
    }

    fn save(&mut self) -> Result<(), Error> {
        match self.current.store() {
            Ok(()) => self.tell_where(),
            error => self.tell(error),
        }
    }

    fn tell_where(&mut self) -> Result<(), Error> {
        let id = self.current.live().record().id.to_string();
        let id = id.get(..saved_games::SHORT_ID).unwrap_or(&id);
        let command = format!("cotulenh play --resume {id}");
        self.console.say(&self.wording.fill("terminal.stored", &[("command", &command)]))
    }

    fn farewell(&mut self) -> Result<(), Error> {
        if self.current.is_stored() && self.current.live().outcome().is_none() {
            self.tell_where()?;
        }
        Ok(())
    }

    fn help(&mut self) -> Result<(), Error> {
        for part in ["moves", "pieces", "signs"] {
            let text = self.wording.text(&format!("terminal.help.{part}"));
            self.console.write(&format!("{text}\n"))?;
        }
        let bold = Style::new().bold();
        for (name, _) in COMMANDS {
            let text = self.wording.text(&format!("terminal.command.{name}"));
            self.console.write(&format!("  {bold}{name:<7}{bold:#} {text}\n"))?;
        }
        Ok(())
    }

    fn list_moves(&mut self, from: Option<&str>) -> Result<(), Error> {
        let point = match from.map(str::parse::<Square>).transpose() {
            Ok(point) => point,
            Err(_) => {
                let text = excerpt(from.unwrap_or_default());
                return self.console.warn(&self.wording.fill("terminal.unknownPoint", &[("text", &text)]));
            }
        };
        let over = self.current.live().outcome().is_some();
        let writer = SanWriter::new(self.position().legal_moves());
        let listed = writer.moves().iter().filter(|mv| !over && point.is_none_or(|point| mv.from() == point));
        let sans: Vec<String> = listed.map(|&mv| writer.san(mv)).collect();
        if sans.is_empty() {
            return self.say("terminal.noMoves");
        }
        for line in wrap(&sans, LIST_WIDTH) {
            self.console.say(&line)?;
        }
        Ok(())
    }

    /// `Blue 12> `, and the remaining pieces of an open deploy.
    fn prompt(&self) -> String {
        let position = self.position();
        let side = self.wording.side(position.turn());
        match (self.current.live().outcome(), position.session()) {
            (Some(_), _) => "> ".into(),
            (None, None) => format!("{side} {}> ", position.move_number()),
            (None, Some(session)) => {
                let left = position.session_remaining().map_or_else(|| "-".into(), |unit| unit.to_string());
                format!("{side} {} {}:{left}> ", position.move_number(), session.square())
            }
        }
    }

    fn show(&mut self) -> Result<(), Error> {
        self.console.write(&board::draw(self.current.game(), self.look))?;
        for line in self.status() {
            self.console.say(&line)?;
        }
        Ok(())
    }

    /// The lines under the board: the last turn, the clocks, the side to move, the open deploy.
    fn status(&self) -> Vec<String> {
        let (wording, position) = (self.wording, self.position());
        let mut lines: Vec<String> =
            self.current.game().turns().last().map(|turn| describe(turn, wording)).into_iter().collect();
        let clocks = Color::ALL.map(|color| {
            let left = self.current.time_left(color)?;
            Some(format!("{} {}", wording.side(color), minutes(left)))
        });
        if let [Some(red), Some(blue)] = clocks {
            lines.push(format!("{red}  {blue}"));
        }
        if let Some(ending) = self.current.live().outcome() {
            lines.push(wording.ending(ending));
            return lines;
        }
        let to_move = wording.fill("terminal.toMove", &[("color", &wording.side(position.turn()))]);
        let check = wording.text("terminal.check");
        lines.push(if position.is_check() { format!("{to_move} {check}") } else { to_move });
        if let (Some(session), Some(text)) = (position.session(), position.deploy_turn_text()) {
            let left = position.session_remaining().map_or_else(|| "-".into(), |unit| unit.to_string());
            lines.push(wording.fill(
                "terminal.deploy",
                &[("square", &session.square()), ("done", &text.san), ("left", &left)],
            ));
            lines.push(wording.text("terminal.deployCommands"));
            lines.extend(position.commit_refusal().map(|refusal| wording.refusal(&refusal)));
        }
        lines
    }
}

/// `3. Red: Fxe6`.
fn describe(turn: &PlayedTurn, wording: Wording) -> String {
    let before = turn.before();
    let (number, color, san) = (before.move_number(), wording.side(before.turn()), turn.text().san);
    wording.fill("terminal.played", &[("number", &number), ("color", &color), ("san", &san)])
}

/// `4:05`.
fn minutes(left: Duration) -> String {
    format!("{}:{:02}", left.as_secs() / 60, left.as_secs() % 60)
}
