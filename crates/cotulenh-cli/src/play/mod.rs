//! The game in a terminal.
//!
//! | file | knows |
//! |---|---|
//! | `terminal_game` | the game, its storage and the engine |
//! | `saved_games` | the list of stored games |
//! | `board` | what a position looks like |
//! | `command`, `complete` | what can be typed, and how it goes on |
//! | `explain` | what a refused move may have meant |
//! | `console` | line editor or plain lines, Ctrl-C |
//! | `wording` | English and Vietnamese |

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
use cotulenh::{Color, PlayedTurn, Position, SanWriter, Square};
use cotulenh_games::{GameCommand, GameError, NewGame, Side, StorageError, commit_obstacle};

use crate::output::{Error, Output};
use board::{Look, wrap};
use command::{COMMANDS, Command};
use console::{Console, Entry};
pub use terminal_game::TerminalGame;
use wording::Lang;

/// Lists of moves are not wider.
const LIST_WIDTH: usize = 76;

/// How somebody wants to play.
pub struct PlayOptions {
    /// The language.
    pub lang: Lang,
    /// Only ASCII on the board.
    pub ascii: bool,
    /// The next game, for `new`.
    pub new: NewGame,
}

/// Plays until the player leaves or the input ends.
pub fn play(out: &mut Output, current: TerminalGame, options: PlayOptions) -> Result<(), Error> {
    let console = Console::open(out, current.stop_handle())?;
    let flipped = sits_with_blue(&current);
    Session {
        console,
        look: Look { ascii: options.ascii, flipped },
        current,
        lang: options.lang,
        new: options.new,
    }
    .run()
}

/// Whoever plays Blue alone sees the board from there.
fn sits_with_blue(current: &TerminalGame) -> bool {
    current.is_human(Color::Blue) && !current.is_human(Color::Red)
}

struct Session<'a> {
    console: Console<'a>,
    current: TerminalGame,
    look: Look,
    lang: Lang,
    new: NewGame,
}

impl Session<'_> {
    fn run(mut self) -> Result<(), Error> {
        let greeting = self.lang.pick(
            "Enter a move (Tab completes it) or `help`.",
            "Nhập nước đi (Tab để hoàn thành) hoặc `help`.",
        );
        self.console.say(greeting)?;
        self.show()?;
        loop {
            self.let_engine_play()?;
            let (prompt, position) = (self.prompt(), *self.position());
            match self.console.read(&prompt, &position)? {
                Entry::Line(line) => {
                    let Some(command) = Command::parse(&line) else { continue };
                    if self.obey(command)?.is_break() {
                        break;
                    }
                }
                Entry::Interrupted => self.console.say(self.lang.pick(
                    "`quit` leaves; the game is stored. `help` lists the commands.",
                    "`quit` để thoát; ván cờ đã được lưu. `help` để xem các lệnh.",
                ))?,
                Entry::End => break,
            }
        }
        self.farewell()
    }

    fn position(&self) -> &Position {
        self.current.game().position()
    }

    fn obey(&mut self, command: Command) -> Result<ControlFlow<()>, Error> {
        match command {
            Command::Quit => return Ok(ControlFlow::Break(())),
            Command::Help => self.help()?,
            Command::Board => self.show()?,
            Command::Flip => {
                self.look.flipped = !self.look.flipped;
                self.show()?;
            }
            Command::Moves(from) => self.list_moves(from.as_deref())?,
            Command::Fen => {
                let fen = self.position().fen();
                self.console.say(&fen)?;
            }
            Command::Pgn => {
                for line in self.current.live().pgn().trim_end().lines() {
                    self.console.say(line)?;
                }
            }
            Command::Save => self.save()?,
            Command::New => self.begin_another()?,
            Command::Hint => self.hint()?,
            Command::Draw => self.draw()?,
            Command::Resign => {
                // Against the engine the person gives up, whoever is to move.
                let engine = self.current.live().engine_opponent();
                let color = engine.map_or(self.current.turn(), |engine| !engine);
                self.act(&GameCommand::Resign { color: Side::from(color) })?;
            }
            Command::Undo => self.act(&GameCommand::Undo)?,
            Command::Redo => self.act(&GameCommand::Redo)?,
            Command::Commit => self.act(&GameCommand::Commit)?,
            Command::Cancel => self.act(&GameCommand::Cancel)?,
            Command::Play(text) => match self.current.play(&text) {
                Err(GameError::Illegal { text: reason, why: None }) => self.advise(&text, &reason)?,
                played => self.tell(played)?,
            },
        }
        Ok(ControlFlow::Continue(()))
    }

    fn act(&mut self, command: &GameCommand) -> Result<(), Error> {
        let done = self.current.act(command);
        self.tell(done)
    }

    /// Shows what has changed, or tells why nothing has.
    fn tell(&mut self, done: Result<(), GameError>) -> Result<(), Error> {
        match done {
            Ok(()) => self.show(),
            Err(error) => {
                self.console.warn(&self.lang.error(&error))?;
                match error {
                    GameError::Storage(StorageError::Outdated) => self.show(),
                    _ => Ok(()),
                }
            }
        }
    }

    /// A text that is no move: what may have been meant?
    fn advise(&mut self, text: &str, reason: &str) -> Result<(), Error> {
        let meant = explain::suggestions(self.position(), text).join(", ");
        if !meant.is_empty() {
            return self.console.warn(&self.lang.pick(
                format!("{reason}. Do you mean: {meant}?"),
                format!("Không có nước {text}. Ý bạn là: {meant}?"),
            ));
        }
        self.console.warn(&self.lang.pick(
            format!("{reason}. `moves` lists the legal moves, `help` the commands."),
            format!("Không có nước {text}. Gõ `moves` để xem các nước đi, `help` để xem các lệnh."),
        ))
    }

    fn let_engine_play(&mut self) -> Result<(), Error> {
        if !self.current.is_engines_turn() {
            return Ok(());
        }
        self.console.say(
            self.lang.pick("The engine is thinking (Ctrl-C: play now)", "Máy đang nghĩ (Ctrl-C: đi ngay)"),
        )?;
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
            Some(text) => self.console.say(&format!("{}: {text}", self.lang.pick("Hint", "Gợi ý"))),
            None => self.console.say(self.lang.pick("No hint.", "Không có gợi ý.")),
        }
    }

    fn draw(&mut self) -> Result<(), Error> {
        if self.current.live().outcome().is_some() {
            return self.tell(Err(GameError::Over));
        }
        if self.current.live().engine_opponent().is_some() {
            let stop = self.current.stop_handle();
            if !self.console.while_thinking(&stop, || self.current.accepts_draw())? {
                return self
                    .console
                    .say(self.lang.pick("The engine refuses the draw.", "Máy không đồng ý hòa."));
            }
        } else {
            let question = self.lang.pick("Do both sides agree (y/n)? ", "Hai bên đồng ý hòa (c/k)? ");
            let position = *self.position();
            let Entry::Line(answer) = self.console.read(question, &position)? else { return Ok(()) };
            if !answer.trim().to_lowercase().starts_with(['y', 'c']) {
                return self.console.say(self.lang.pick("The game goes on.", "Ván cờ tiếp tục."));
            }
        }
        let color = Side::from(self.current.turn());
        self.act(&GameCommand::Draw { color })
    }

    fn begin_another(&mut self) -> Result<(), Error> {
        match self.current.begin_another(self.new.clone()) {
            Ok(()) => {
                self.look.flipped = sits_with_blue(&self.current);
                self.show()
            }
            Err(error) => self.console.warn(&error.to_string()),
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
        let stored =
            self.lang.pick("The game is stored; resume it with", "Ván cờ đã được lưu; chơi tiếp bằng");
        self.console.say(&format!("{stored} `cotulenh play --resume {id}`"))
    }

    fn farewell(&mut self) -> Result<(), Error> {
        if self.current.is_stored() && self.current.live().outcome().is_none() {
            self.tell_where()?;
        }
        Ok(())
    }

    fn help(&mut self) -> Result<(), Error> {
        let intro = self.lang.pick(
            "Moves: SAN (Fee6, Txd8), from point to point (e2e6), a deploy step (T>d7), or\n  \
             a whole deploy turn (I<T>d7).\n\
             Pieces: C Commander, I Infantry, T Tank, M Militia, E Engineer, A Artillery,\n  \
             G Anti-Air, S Missile, F Air Force, N Navy, H Headquarter.\n\
             Capitals are Red; + heroic, N2 carries two, [ ] just moved, ! ! in check.\n",
            "Nước đi: SAN (Fee6, Txd8), từ điểm đến điểm (e2e6), một bước triển khai (T>d7),\n  \
             hoặc cả lượt triển khai (I<T>d7).\n\
             Quân: C Tư lệnh, I Bộ binh, T Xe tăng, M Dân quân, E Công binh, A Pháo binh,\n  \
             G Cao xạ, S Tên lửa, F Không quân, N Hải quân, H Sở chỉ huy.\n\
             Chữ hoa là Đỏ; + anh hùng, N2 chở hai quân, [ ] vừa đi, ! ! bị chiếu.\n",
        );
        self.console.write(intro)?;
        let bold = Style::new().bold();
        for (name, _, en, vi) in COMMANDS {
            self.console.write(&format!("  {bold}{name:<7}{bold:#} {}\n", self.lang.pick(en, vi)))?;
        }
        Ok(())
    }

    fn list_moves(&mut self, from: Option<&str>) -> Result<(), Error> {
        let point = match from.map(str::parse::<Square>).transpose() {
            Ok(point) => point,
            Err(error) => return self.console.warn(&error.to_string()),
        };
        let over = self.current.live().outcome().is_some();
        let writer = SanWriter::new(self.position().legal_moves());
        let listed = writer.moves().iter().filter(|mv| !over && point.is_none_or(|point| mv.from() == point));
        let sans: Vec<String> = listed.map(|&mv| writer.san(mv)).collect();
        if sans.is_empty() {
            return self.console.say(self.lang.pick("No legal moves.", "Không có nước đi."));
        }
        for line in wrap(&sans, LIST_WIDTH) {
            self.console.say(&line)?;
        }
        Ok(())
    }

    /// `Blue 12> `, and what is left of an open deploy.
    fn prompt(&self) -> String {
        let position = self.position();
        let side = self.lang.side(position.turn());
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

    /// What the board does not say.
    fn status(&self) -> Vec<String> {
        let (lang, position) = (self.lang, self.position());
        let mut lines: Vec<String> =
            self.current.game().turns().last().map(|turn| describe(turn, lang)).into_iter().collect();
        if let (Some(red), Some(blue)) =
            (self.current.time_left(Color::Red), self.current.time_left(Color::Blue))
        {
            let clocks = [(Color::Red, red), (Color::Blue, blue)];
            lines.push(
                clocks.map(|(color, left)| format!("{} {}", lang.side(color), minutes(left))).join("  "),
            );
        }
        if let Some(ending) = self.current.live().outcome() {
            lines.push(lang.ending(ending));
            return lines;
        }
        let side = lang.side(position.turn());
        let check = if position.is_check() { lang.pick(" Check!", " Chiếu Tư lệnh!") } else { "" };
        lines.push(lang.pick(format!("{side} to move.{check}"), format!("{side} đi.{check}")));
        if let (Some(session), Some(text)) = (position.session(), position.deploy_turn_text()) {
            let left = position.session_remaining().map_or_else(|| "-".into(), |unit| unit.to_string());
            let (point, done) = (session.square(), text.san);
            lines.push(lang.pick(
                format!("Deploy from {point}: {done}; left: {left}."),
                format!("Triển khai từ {point}: {done}; còn lại: {left}."),
            ));
            let commands = lang.pick(
                "`commit` ends the turn, `undo` takes back a step, `cancel` all.",
                "`commit` hoàn tất, `undo` lùi một bước, `cancel` hủy.",
            );
            lines.push(commands.into());
            lines.extend(commit_obstacle(position).map(|obstacle| lang.refusal(&obstacle)));
        }
        lines
    }
}

/// `3. Red: Fxe6`.
fn describe(turn: &PlayedTurn, lang: Lang) -> String {
    let before = turn.before();
    format!("{}. {}: {}", before.move_number(), lang.side(before.turn()), turn.text().san)
}

/// `4:05`.
fn minutes(left: Duration) -> String {
    format!("{}:{:02}", left.as_secs() / 60, left.as_secs() % 60)
}
