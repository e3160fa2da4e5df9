//! Players that are UCI processes.

use std::io::{self, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use cotulenh::{Color, Game, Position};
use cotulenh_engine::Score;

use crate::input::read_line;
use crate::output::printable;

use super::game::End;
use super::limit::Limit;
use super::player::{Budget, Choice, MatchContext, MatchPlayer, PlayerAnswer, PlayerError, SearchInfo};

/// How often a waiting thread checks whether the match was interrupted.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// How long a process may take to end, or to answer `stop`, before it is killed.
const GRACE: Duration = Duration::from_millis(500);
/// The maximum length of a line; the rest of a longer line is dropped.
const MAX_LINE: usize = 1 << 16;

/// How to start a process, and its options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct UciSpec {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Names and values for `setoption`.
    pub options: Vec<(String, String)>,
}

impl UciSpec {
    /// Starts the process once and ends it again, to check that it speaks UCI.
    pub fn try_out(&self, context: &MatchContext) -> Result<(), PlayerError> {
        UciPlayer::new(self.clone(), context.clone()).begin(0)
    }
}

/// A process. After a crash or a hang it is restarted for the next game.
pub struct UciPlayer {
    spec: UciSpec,
    context: MatchContext,
    process: Option<Process>,
}

impl UciPlayer {
    pub fn new(spec: UciSpec, context: MatchContext) -> UciPlayer {
        UciPlayer { spec, context, process: None }
    }

    fn start(&self) -> Result<Process, PlayerError> {
        let mut process = Process::start(&self.spec.command)
            .map_err(|error| PlayerError::Fault(End::Crash, format!("cannot be started: {error}")))?;
        process.send("uci\n")?;
        let introduction = process
            .wait(self.deadline(), &self.context, "uciok", |message| matches!(message, Message::UciOk(_)))?;
        let Message::UciOk(announced) = introduction else { return Err(process.crash()) };
        for (name, value) in &self.spec.options {
            // With a mistyped option, another player than intended would play.
            if !announced.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                return Err(PlayerError::Fault(End::Crash, format!("has no option {name:?}")));
            }
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            process.send(&format!("setoption name {name}{value}\n"))?;
        }
        match self.ready(&mut process, "isready\n")? {
            Some(last_error) => {
                Err(PlayerError::Fault(End::Crash, format!("reports an error at the start: {last_error}")))
            }
            None => Ok(process),
        }
    }

    /// Sends text that ends with `isready` and waits for the answer. Returns the error reported
    /// until then, if any.
    fn ready(&self, process: &mut Process, text: &str) -> Result<Option<String>, PlayerError> {
        process.send(text)?;
        let is_ready = |message: &Message| matches!(message, Message::ReadyOk(_));
        match process.wait(self.deadline(), &self.context, "readyok", is_ready)? {
            Message::ReadyOk(last_error) => Ok(last_error),
            _ => Ok(None),
        }
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.context.patience
    }
}

impl MatchPlayer for UciPlayer {
    fn begin(&mut self, _: u64) -> Result<(), PlayerError> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        self.ready(&mut process, "ucinewgame\nisready\n")?;
        self.process = Some(process);
        Ok(())
    }

    fn turn(&mut self, game: &Game, budget: &Budget) -> Result<PlayerAnswer, PlayerError> {
        // Dropped on errors, unless it is put back below.
        let Some(mut process) = self.process.take() else {
            return Err(PlayerError::Fault(End::Crash, "is not running".into()));
        };
        process.discard_messages();
        let question = format!("{}\n{}\n", position_command(game), go_command(budget));
        let started = Instant::now();
        process.send(&question)?;
        let is_answer = |message: &Message| matches!(message, Message::BestMove { .. });
        let allowed = match budget.limit {
            Limit::Clock(_) => budget.clock(game.position().turn()).0 + budget.margin,
            Limit::MoveTime(time) => time + self.context.patience,
            Limit::Nodes(_) | Limit::Depth(_) => self.context.patience,
        };
        let message = process.wait(started + allowed, &self.context, "bestmove", is_answer);
        let message = match (message, budget.limit) {
            (Err(PlayerError::Fault(End::Hang, _)), Limit::Clock(_)) => {
                process.send("stop\n")?;
                let stopped = process.wait(Instant::now() + GRACE, &self.context, "bestmove", is_answer);
                let detail = match stopped {
                    Ok(_) => {
                        self.process = Some(process);
                        "oversteps its time"
                    }
                    Err(_) => "oversteps its time and ignores stop",
                };
                return Err(PlayerError::Fault(End::Time, detail.into()));
            }
            (message, _) => message?,
        };
        let Message::BestMove { text, info, at } = message else {
            return Err(PlayerError::Fault(End::Crash, "sends no turn".into()));
        };
        self.process = Some(process);
        Ok(PlayerAnswer { choice: Choice::Text(text), info, time: at.saturating_duration_since(started) })
    }
}

/// The position after the last irreversible turn, with the turns since. This suffices to detect
/// repetitions, and the process does not have to replay the whole game every turn.
fn position_command(game: &Game) -> String {
    let turns = game.turns();
    let first = if game.position().halfmoves() == 0 {
        turns.len()
    } else {
        turns.iter().rposition(|turn| turn.before().halfmoves() == 0).unwrap_or(0)
    };
    let from = turns.get(first).map_or_else(|| game.position(), |turn| turn.before());
    let mut command = if *from == Position::start() {
        "position startpos".to_owned()
    } else {
        format!("position fen {}", from.fen())
    };
    for (i, turn) in turns[first..].iter().enumerate() {
        command.push_str(if i == 0 { " moves " } else { " " });
        command.push_str(&turn.text().lan);
    }
    command
}

fn go_command(budget: &Budget) -> String {
    match budget.limit {
        Limit::Clock(_) => {
            let clock = |color| {
                let (left, increment) = budget.clock(color);
                (left.as_millis(), increment.as_millis())
            };
            let ((red, red_inc), (blue, blue_inc)) = (clock(Color::Red), clock(Color::Blue));
            format!("go wtime {red} btime {blue} winc {red_inc} binc {blue_inc}")
        }
        Limit::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        Limit::Nodes(nodes) => format!("go nodes {nodes}"),
        Limit::Depth(depth) => format!("go depth {depth}"),
    }
}

/// A message from a process.
enum Message {
    /// `uciok`, with the names of the options.
    UciOk(Vec<String>),
    /// `readyok`, with the first error reported since the last `readyok` or `uciok`.
    ReadyOk(Option<String>),
    BestMove {
        text: String,
        info: SearchInfo,
        at: Instant,
    },
}

struct Process {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Message>,
    /// The last line of its standard error, which often explains a crash.
    last_error: Arc<Mutex<String>>,
}

impl Process {
    fn start(command: &[String]) -> io::Result<Process> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is handled by the match, which ends its players itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        // The bounded channel blocks a process that writes endlessly, instead of filling the
        // memory.
        let (sender, messages) = mpsc::sync_channel(16);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_messages(output, &sender));
        }
        let last_error = Arc::new(Mutex::new(String::new()));
        if let Some(output) = child.stderr.take() {
            let last_error = last_error.clone();
            thread::spawn(move || {
                for_each_line(output, |line| {
                    if !line.trim().is_empty() {
                        *last_error.lock().unwrap_or_else(PoisonError::into_inner) =
                            line.trim().chars().take(200).collect();
                    }
                    true
                });
            });
        }
        Ok(Process { child, input, messages, last_error })
    }

    fn send(&mut self, text: &str) -> Result<(), PlayerError> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe.into());
        match input.and_then(|input| input.write_all(text.as_bytes())) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.crash()),
        }
    }

    fn discard_messages(&mut self) {
        while self.messages.try_recv().is_ok() {}
    }

    /// Waits for a certain message and ignores all others.
    fn wait(
        &mut self,
        deadline: Instant,
        context: &MatchContext,
        what: &str,
        is_expected: impl Fn(&Message) -> bool,
    ) -> Result<Message, PlayerError> {
        loop {
            if context.interrupt.is_raised() {
                return Err(PlayerError::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.messages.recv_timeout(left.min(POLL_INTERVAL)) {
                Ok(message) if is_expected(&message) => return Ok(message),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) if left > POLL_INTERVAL => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(PlayerError::Fault(End::Hang, format!("does not send {what}")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            }
        }
    }

    /// The error for a process that ended or closed its streams.
    fn crash(&mut self) -> PlayerError {
        let ended = match self.ended_within(GRACE) {
            Some(how) => format!("ended unexpectedly ({how})"),
            None => "closed its output".into(),
        };
        let last_error = self.last_error.lock().unwrap_or_else(PoisonError::into_inner);
        let why = if last_error.is_empty() { String::new() } else { format!(": {}", printable(&last_error)) };
        PlayerError::Fault(End::Crash, ended + &why)
    }

    fn ended_within(&mut self, time: Duration) -> Option<String> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status.to_string()),
                Err(error) => return Some(error.to_string()),
                Ok(None) if Instant::now() >= deadline => return None,
                Ok(None) => thread::sleep(Duration::from_millis(2)),
            }
        }
    }
}

#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;

impl Drop for Process {
    fn drop(&mut self) {
        // Kill it if it does not end by itself.
        let _ = self.send("quit\n");
        self.input = None;
        if self.ended_within(GRACE).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Reads the output of a process until it ends or the receiver is dropped.
fn read_messages(output: impl Read, sender: &SyncSender<Message>) {
    let mut info = SearchInfo::default();
    let mut options = Vec::new();
    // Kept here instead of being sent, so that a process with many errors does not block.
    let mut last_error = None;
    for_each_line(output, |line| {
        let at = Instant::now();
        let mut words = line.split_whitespace();
        let message = match words.next() {
            Some("info") => {
                last_error = last_error.take().or_else(|| parse_error(line));
                if let Some(latest) = read_info(words) {
                    info = latest;
                }
                return true;
            }
            Some("option") => {
                options.extend(option_name(words));
                return true;
            }
            Some("uciok") => {
                last_error = None;
                Message::UciOk(std::mem::take(&mut options))
            }
            Some("readyok") => Message::ReadyOk(last_error.take()),
            Some("bestmove") => {
                let text = words.next().unwrap_or_default().to_owned();
                Message::BestMove { text, info: std::mem::take(&mut info), at }
            }
            _ => return true,
        };
        sender.send(message).is_ok()
    });
}

/// The text after `info string error:`, shortened.
fn parse_error(line: &str) -> Option<String> {
    let text = line.trim().strip_prefix("info string error")?.trim_start_matches([':', ' ']);
    Some(printable(&text.chars().take(200).collect::<String>()))
}

/// The option name: the words between `name` and `type`.
fn option_name<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<String> {
    words.next().filter(|&word| word == "name")?;
    let name: Vec<&str> = words.take_while(|&word| word != "type").collect();
    Some(name.join(" "))
}

/// Score and depth of the best line, if the words contain a score.
fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<SearchInfo> {
    let mut info = SearchInfo::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => info.depth = words.next()?.parse().ok(),
            "multipv" if words.next()? != "1" => return None,
            "score" => {
                let (unit, number) = (words.next()?, words.next()?.parse().ok()?);
                info.score = match unit {
                    "cp" => Some(Score::Centipawns(number)),
                    "mate" => Some(Score::Mate(number)),
                    _ => None,
                };
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
    info.score.is_some().then_some(info)
}

/// Calls `f` with every line until it returns `false` or the stream ends.
fn for_each_line(stream: impl Read, mut f: impl FnMut(&str) -> bool) {
    let mut reader = BufReader::new(stream);
    let mut line = Vec::new();
    while let Ok(true) = read_line(&mut reader, &mut line, MAX_LINE) {
        if !f(&String::from_utf8_lossy(&line)) {
            return;
        }
        line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_of_the_first_line_are_read() {
        let read = |text: &str| read_info(text.split_whitespace());
        let info = |score, depth| Some(SearchInfo { score: Some(score), depth });
        assert_eq!(
            read("depth 7 multipv 1 score cp -31 nodes 9 pv x"),
            info(Score::Centipawns(-31), Some(7))
        );
        assert_eq!(read("score mate 2"), info(Score::Mate(2), None));
        for nothing in ["depth 7", "multipv 2 score cp 1", "score cp", "score cp x", "string score cp 1", ""]
        {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn errors_come_with_the_next_readyok() {
        let errors = |text: &str| {
            // More messages than the capacity would block this test.
            let (sender, messages) = mpsc::sync_channel(4);
            read_messages(text.as_bytes(), &sender);
            drop(sender);
            let ready = messages.iter().filter_map(|message| match message {
                Message::ReadyOk(last_error) => Some(last_error.unwrap_or_default()),
                _ => None,
            });
            ready.collect::<Vec<_>>()
        };
        let error = "info string error: Hash: 0 is \tnothing\n";
        assert_eq!(errors(&format!("uciok\n{error}readyok\nreadyok\n")), ["Hash: 0 is \\tnothing", ""]);
        // Errors before `uciok` do not concern the options.
        assert_eq!(errors(&format!("{error}uciok\ninfo string no error\nreadyok\n")), [""]);
        let many = "info string error: again\n".repeat(100);
        assert_eq!(errors(&format!("uciok\n{many}readyok\n{many}")), ["again"]);
    }

    #[test]
    fn names_of_options_may_have_several_words() {
        let name = |text: &str| option_name(text.split_whitespace());
        assert_eq!(name("name Skill Level type spin default 20").as_deref(), Some("Skill Level"));
        assert_eq!(name("name Hash").as_deref(), Some("Hash"));
        assert_eq!(name("type spin"), None);
    }

    #[test]
    fn only_reversible_turns_are_sent() {
        use cotulenh::Strictness;
        let mut game = Game::new();
        assert_eq!(position_command(&game), "position startpos");
        for text in ["Ic6", "Ic7"] {
            game.play_text(text, Strictness::Strict).unwrap();
        }
        assert_eq!(position_command(&game), "position startpos moves Ic5c6 Ic8c7");
        game.play_text("Ixc7", Strictness::Strict).unwrap();
        assert_eq!(position_command(&game), format!("position fen {}", game.position().fen()));
        let before = game.position().fen();
        game.play_text("Ik7", Strictness::Strict).unwrap();
        assert_eq!(position_command(&game), format!("position fen {before} moves Ik8k7"));
    }
}
