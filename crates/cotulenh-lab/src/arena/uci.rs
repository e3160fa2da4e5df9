//! Players that are processes and speak UCI.

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
use super::player::{Answer, Budget, Choice, Player, Surroundings, Thought, Trouble};

/// How often somebody who waits looks whether the match is to end.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a process may take to end, or to answer `stop`, before it is killed.
const GRACE: Duration = Duration::from_millis(500);
/// No line of the protocol is longer; the rest of a longer one is dropped.
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
    /// Starts the process once and ends it again: does it speak UCI at all?
    pub fn try_out(&self, surroundings: &Surroundings) -> Result<(), Trouble> {
        UciPlayer::new(self.clone(), surroundings.clone()).begin(0)
    }
}

/// A process. One that has crashed or hung is started anew for the next game.
pub struct UciPlayer {
    spec: UciSpec,
    surroundings: Surroundings,
    process: Option<Process>,
}

impl UciPlayer {
    pub fn new(spec: UciSpec, surroundings: Surroundings) -> UciPlayer {
        UciPlayer { spec, surroundings, process: None }
    }

    fn start(&self) -> Result<Process, Trouble> {
        let mut process = Process::start(&self.spec.command)
            .map_err(|error| Trouble::Fault(End::Crash, format!("cannot be started: {error}")))?;
        process.say("uci\n")?;
        let introduction = process
            .wait(self.deadline(), &self.surroundings, "uciok", |heard| matches!(heard, Heard::UciOk(_)))?;
        let Heard::UciOk(announced) = introduction else { return Err(process.crash()) };
        for (name, value) in &self.spec.options {
            // A mistyped option would let another player play than the one that was meant.
            if !announced.iter().any(|known| known.eq_ignore_ascii_case(name)) {
                return Err(Trouble::Fault(End::Crash, format!("has no option {name:?}")));
            }
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            process.say(&format!("setoption name {name}{value}\n"))?;
        }
        match self.ready(&mut process, "isready\n")? {
            Some(complaint) => {
                Err(Trouble::Fault(End::Crash, format!("complains at the start: {complaint}")))
            }
            None => Ok(process),
        }
    }

    /// Says something that ends with `isready` and waits for the answer: what the process complained of until then.
    fn ready(&self, process: &mut Process, text: &str) -> Result<Option<String>, Trouble> {
        process.say(text)?;
        let is_ready = |heard: &Heard| matches!(heard, Heard::ReadyOk(_));
        match process.wait(self.deadline(), &self.surroundings, "readyok", is_ready)? {
            Heard::ReadyOk(complaint) => Ok(complaint),
            _ => Ok(None),
        }
    }

    fn deadline(&self) -> Instant {
        Instant::now() + self.surroundings.patience
    }
}

impl Player for UciPlayer {
    fn begin(&mut self, _: u64) -> Result<(), Trouble> {
        let mut process = match self.process.take() {
            Some(process) => process,
            None => self.start()?,
        };
        self.ready(&mut process, "ucinewgame\nisready\n")?;
        self.process = Some(process);
        Ok(())
    }

    fn turn(&mut self, game: &Game, budget: &Budget) -> Result<Answer, Trouble> {
        // Whoever gets into trouble is gone, unless it comes back below.
        let Some(mut process) = self.process.take() else {
            return Err(Trouble::Fault(End::Crash, "is not running".into()));
        };
        process.forget_what_was_said();
        let question = format!("{}\n{}\n", position_command(game), go_command(budget));
        let started = Instant::now();
        process.say(&question)?;
        let is_answer = |heard: &Heard| matches!(heard, Heard::BestMove { .. });
        let allowed = match budget.limit {
            Limit::Clock(_) => budget.clock(game.position().turn()).0 + budget.margin,
            Limit::MoveTime(time) => time + self.surroundings.patience,
            Limit::Nodes(_) | Limit::Depth(_) => self.surroundings.patience,
        };
        let heard = process.wait(started + allowed, &self.surroundings, "bestmove", is_answer);
        let heard = match (heard, budget.limit) {
            (Err(Trouble::Fault(End::Hang, _)), Limit::Clock(_)) => {
                process.say("stop\n")?;
                let stopped = process.wait(Instant::now() + GRACE, &self.surroundings, "bestmove", is_answer);
                let detail = match stopped {
                    Ok(_) => {
                        self.process = Some(process);
                        "oversteps its time"
                    }
                    Err(_) => "oversteps its time and does not heed stop",
                };
                return Err(Trouble::Fault(End::Time, detail.into()));
            }
            (heard, _) => heard?,
        };
        let Heard::BestMove { text, thought, at } = heard else {
            return Err(Trouble::Fault(End::Crash, "gives no turn".into()));
        };
        self.process = Some(process);
        Ok(Answer { choice: Choice::Text(text), thought, time: at.saturating_duration_since(started) })
    }
}

/// The position with the turns since the last one that cannot come back: they are all it takes to see a repetition, and
/// nobody has to read the whole game again every turn.
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

/// What matters of what a process says.
enum Heard {
    /// With the names of its options.
    UciOk(Vec<String>),
    /// With the first complaint since the last one of this or `uciok`.
    ReadyOk(Option<String>),
    BestMove {
        text: String,
        thought: Thought,
        at: Instant,
    },
}

struct Process {
    child: Child,
    input: Option<ChildStdin>,
    heard: Receiver<Heard>,
    /// The last line on its standard error: often why it crashed.
    complaint: Arc<Mutex<String>>,
}

impl Process {
    fn start(command: &[String]) -> io::Result<Process> {
        let (program, arguments) = command.split_first().ok_or(io::ErrorKind::NotFound)?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is meant for the match, which ends its players itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        // A process that talks without end waits until somebody listens, instead of filling the memory.
        let (sender, heard) = mpsc::sync_channel(16);
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || listen(output, &sender));
        }
        let complaint = Arc::new(Mutex::new(String::new()));
        if let Some(output) = child.stderr.take() {
            let complaint = complaint.clone();
            thread::spawn(move || {
                for_each_line(output, |line| {
                    if !line.trim().is_empty() {
                        *complaint.lock().unwrap_or_else(PoisonError::into_inner) =
                            line.trim().chars().take(200).collect();
                    }
                    true
                });
            });
        }
        Ok(Process { child, input, heard, complaint })
    }

    fn say(&mut self, text: &str) -> Result<(), Trouble> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe.into());
        match input.and_then(|input| input.write_all(text.as_bytes())) {
            Ok(()) => Ok(()),
            Err(_) => Err(self.crash()),
        }
    }

    fn forget_what_was_said(&mut self) {
        while self.heard.try_recv().is_ok() {}
    }

    /// Waits for something in particular; everything else is ignored.
    fn wait(
        &mut self,
        deadline: Instant,
        surroundings: &Surroundings,
        what: &str,
        is_it: impl Fn(&Heard) -> bool,
    ) -> Result<Heard, Trouble> {
        loop {
            if surroundings.interrupt.is_raised() {
                return Err(Trouble::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left.min(GLANCE)) {
                Ok(heard) if is_it(&heard) => return Ok(heard),
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) if left > GLANCE => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(Trouble::Fault(End::Hang, format!("does not say {what}")));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
            }
        }
    }

    /// It has gone, or closed its streams: how?
    fn crash(&mut self) -> Trouble {
        let ended = match self.ended_within(GRACE) {
            Some(how) => format!("ends by itself ({how})"),
            None => "closes its output".into(),
        };
        let complaint = self.complaint.lock().unwrap_or_else(PoisonError::into_inner);
        let why = if complaint.is_empty() { String::new() } else { format!(": {}", printable(&complaint)) };
        Trouble::Fault(End::Crash, ended + &why)
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
        // It may be gone already, or not listen; then it is killed.
        let _ = self.say("quit\n");
        self.input = None;
        if self.ended_within(GRACE).is_none() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// Hears a process until it ends or nobody wants to know any more.
fn listen(output: impl Read, sender: &SyncSender<Heard>) {
    let mut thought = Thought::default();
    let mut options = Vec::new();
    // Kept here instead of being sent, so that a process with many complaints does not have to wait.
    let mut complaint = None;
    for_each_line(output, |line| {
        let at = Instant::now();
        let mut words = line.split_whitespace();
        let heard = match words.next() {
            Some("info") => {
                complaint = complaint.take().or_else(|| read_complaint(line));
                if let Some(news) = read_info(words) {
                    thought = news;
                }
                return true;
            }
            Some("option") => {
                options.extend(option_name(words));
                return true;
            }
            Some("uciok") => {
                complaint = None;
                Heard::UciOk(std::mem::take(&mut options))
            }
            Some("readyok") => Heard::ReadyOk(complaint.take()),
            Some("bestmove") => {
                let text = words.next().unwrap_or_default().to_owned();
                Heard::BestMove { text, thought: std::mem::take(&mut thought), at }
            }
            _ => return true,
        };
        sender.send(heard).is_ok()
    });
}

/// What follows `info string error:`, as far as it is worth telling.
fn read_complaint(line: &str) -> Option<String> {
    let text = line.trim().strip_prefix("info string error")?.trim_start_matches([':', ' ']);
    Some(printable(&text.chars().take(200).collect::<String>()))
}

/// The words between `name` and `type`.
fn option_name<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<String> {
    words.next().filter(|&word| word == "name")?;
    let name: Vec<&str> = words.take_while(|&word| word != "type").collect();
    Some(name.join(" "))
}

/// Score and depth of the best line, if the words tell a score.
fn read_info<'a>(mut words: impl Iterator<Item = &'a str>) -> Option<Thought> {
    let mut thought = Thought::default();
    while let Some(word) = words.next() {
        match word {
            "depth" => thought.depth = words.next()?.parse().ok(),
            "multipv" if words.next()? != "1" => return None,
            "score" => {
                let (unit, number) = (words.next()?, words.next()?.parse().ok()?);
                thought.score = match unit {
                    "cp" => Some(Score::Centipawns(number)),
                    "mate" => Some(Score::Mate(number)),
                    _ => None,
                };
            }
            "pv" | "string" => break,
            _ => {}
        }
    }
    thought.score.is_some().then_some(thought)
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
    fn scores_of_the_first_line_are_heard() {
        let read = |text: &str| read_info(text.split_whitespace());
        let thought = |score, depth| Some(Thought { score: Some(score), depth });
        assert_eq!(
            read("depth 7 multipv 1 score cp -31 nodes 9 pv x"),
            thought(Score::Centipawns(-31), Some(7))
        );
        assert_eq!(read("score mate 2"), thought(Score::Mate(2), None));
        for nothing in ["depth 7", "multipv 2 score cp 1", "score cp", "score cp x", "string score cp 1", ""]
        {
            assert_eq!(read(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn complaints_come_with_the_next_readyok() {
        let complaints = |text: &str| {
            // Whoever sent more than it holds would wait for ever.
            let (sender, heard) = mpsc::sync_channel(4);
            listen(text.as_bytes(), &sender);
            drop(sender);
            let ready = heard.iter().filter_map(|heard| match heard {
                Heard::ReadyOk(complaint) => Some(complaint.unwrap_or_default()),
                _ => None,
            });
            ready.collect::<Vec<_>>()
        };
        let error = "info string error: Hash: 0 is \tnothing\n";
        assert_eq!(complaints(&format!("uciok\n{error}readyok\nreadyok\n")), ["Hash: 0 is \\tnothing", ""]);
        // Before the options it is about something else.
        assert_eq!(complaints(&format!("{error}uciok\ninfo string no error\nreadyok\n")), [""]);
        let many = "info string error: again\n".repeat(100);
        assert_eq!(complaints(&format!("uciok\n{many}readyok\n{many}")), ["again"]);
    }

    #[test]
    fn names_of_options_may_have_several_words() {
        let name = |text: &str| option_name(text.split_whitespace());
        assert_eq!(name("name Skill Level type spin default 20").as_deref(), Some("Skill Level"));
        assert_eq!(name("name Hash").as_deref(), Some("Hash"));
        assert_eq!(name("type spin"), None);
    }

    #[test]
    fn only_what_can_be_repeated_is_told() {
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
