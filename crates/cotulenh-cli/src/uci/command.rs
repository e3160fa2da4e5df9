//! The commands of a user interface.

use std::time::Duration;

use cotulenh::{Color, Game, RuleOptions, Strictness};
use cotulenh_engine::{ClockLimit, Limits};

/// One line of the protocol.
pub enum UciCommand {
    Uci,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position(Box<Game>),
    Go(Box<Go>),
    Perft(u8),
    Stop,
    PonderHit,
    Display,
    Evaluate,
    Bench,
    Quit,
    /// An empty line, or a command of the protocol without effect here.
    Nothing,
}

/// The arguments of `go`. The position decides whose clock counts.
#[derive(Default)]
pub struct Go {
    limits: Limits,
    left: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
    /// Search in the enemy's time until `ponderhit`.
    pub ponder: bool,
    /// The texts of `searchmoves`.
    pub search_moves: Vec<String>,
    /// Unknown words. They are reported and skipped, because the user interface may be waiting for
    /// a turn.
    pub unknown: Vec<String>,
    /// `go` had at least one limit argument, valid or not. A bare `go` is infinite.
    limited: bool,
}

/// The move time if none of the limit arguments sets a limit, e.g. only `movestogo`.
pub const WITHOUT_LIMIT: Duration = Duration::from_secs(1);

impl Go {
    /// The limits for the side to move. A side without a clock uses the enemy's, because an endless
    /// search could lose a game.
    pub fn limits(&self, turn: Color) -> Limits {
        let clock = self.left[turn as usize].or(self.left[!turn as usize]).map(|left| ClockLimit {
            left,
            increment: self.increment[turn as usize],
            moves_to_go: self.moves_to_go,
        });
        let mut limits = self.limits.clone();
        limits.clock = clock;
        if limits == Limits::default() {
            match self.limited {
                true => limits.move_time = Some(WITHOUT_LIMIT),
                // A bare `go` searches until `stop`.
                false => limits.infinite = true,
            }
        }
        limits
    }

    /// Were there limit arguments, but none that sets a limit?
    pub fn lacks_limit(&self) -> bool {
        self.limited && self.left == [None; 2] && self.limits == Limits::default()
    }

    /// Is only the enemy's clock given?
    pub fn lacks_clock(&self, turn: Color) -> bool {
        self.left[turn as usize].is_none() && self.left[!turn as usize].is_some()
    }
}

impl UciCommand {
    /// Parses a line; the error is a message for the user.
    pub fn parse(line: &str) -> Result<UciCommand, String> {
        let mut words = line.split_whitespace();
        let command = match words.next() {
            None | Some("debug" | "register") => UciCommand::Nothing,
            Some("uci") => UciCommand::Uci,
            Some("isready") => UciCommand::IsReady,
            Some("ucinewgame") => UciCommand::NewGame,
            Some("setoption") => set_option(words)?,
            Some("position") => UciCommand::Position(Box::new(position(words)?)),
            Some("go") => go(words)?,
            Some("stop") => UciCommand::Stop,
            Some("ponderhit") => UciCommand::PonderHit,
            Some("d") => UciCommand::Display,
            Some("eval") => UciCommand::Evaluate,
            Some("bench") => UciCommand::Bench,
            Some("quit") => UciCommand::Quit,
            Some(word) => return Err(format!("unknown command {}", shown(word))),
        };
        Ok(command)
    }
}

/// Untrusted text for a message, quoted and shortened.
pub fn shown(text: &str) -> String {
    format!("{:?}", cotulenh::excerpt(text))
}

/// `name Skill Level value 7`; a button has no value.
fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Result<UciCommand, String> {
    let text = words.collect::<Vec<_>>().join(" ");
    let text = text.strip_prefix("name ").ok_or("expected setoption name … value …")?;
    let (name, value) = text.split_once(" value ").unwrap_or((text, ""));
    Ok(UciCommand::SetOption { name: name.into(), value: value.into() })
}

/// `startpos` or `fen …`, then perhaps `moves …`.
fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Game, String> {
    let mut game = match words.next() {
        Some("startpos") => match words.next() {
            None => return Ok(Game::new()),
            Some("moves") => Game::new(),
            Some(word) => return Err(format!("expected moves, found {}", shown(word))),
        },
        Some("fen") => {
            let fields: Vec<&str> = words.by_ref().take_while(|&word| word != "moves").collect();
            let fen = fields.join(" ");
            Game::from_fen(&fen, RuleOptions::default()).map_err(|error| error.to_string())?
        }
        _ => return Err("expected position startpos or position fen …".into()),
    };
    for text in words {
        game.play_action_text(text, Strictness::Strict).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

fn go<'a>(words: impl Iterator<Item = &'a str>) -> Result<UciCommand, String> {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        go.limited |= !matches!(word, "infinite" | "ponder" | "searchmoves");
        match word {
            "infinite" => go.limits.infinite = true,
            "ponder" => go.ponder = true,
            "searchmoves" => {
                // Up to the next keyword.
                while let Some(text) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    go.search_moves.push(text.into());
                }
            }
            "perft" => return Ok(UciCommand::Perft(number(word, words.next())?)),
            "depth" => go.limits.depth = Some(number(word, words.next())?),
            "nodes" => go.limits.nodes = Some(number(word, words.next())?),
            "mate" => go.limits.mate = Some(number(word, words.next())?),
            "movestogo" => go.moves_to_go = Some(number(word, words.next())?),
            "movetime" => go.limits.move_time = Some(milliseconds(word, words.next())?),
            // Red is what other games call White.
            "wtime" | "rtime" => go.left[0] = Some(milliseconds(word, words.next())?),
            "btime" => go.left[1] = Some(milliseconds(word, words.next())?),
            "winc" | "rinc" => go.increment[0] = milliseconds(word, words.next())?,
            "binc" => go.increment[1] = milliseconds(word, words.next())?,
            _ => go.unknown.push(word.into()),
        }
    }
    Ok(UciCommand::Go(Box::new(go)))
}

const KEYWORDS: [&str; 15] = [
    "infinite",
    "ponder",
    "searchmoves",
    "perft",
    "depth",
    "nodes",
    "mate",
    "movestogo",
    "movetime",
    "wtime",
    "rtime",
    "btime",
    "winc",
    "rinc",
    "binc",
];

fn number<T: core::str::FromStr>(name: &str, word: Option<&str>) -> Result<T, String> {
    let word = word.unwrap_or_default();
    word.parse().map_err(|_| format!("{name}: expected a number, found {}", shown(word)))
}

/// Milliseconds; a negative clock counts as 0.
fn milliseconds(name: &str, word: Option<&str>) -> Result<Duration, String> {
    let milliseconds: i64 = number(name, word)?;
    Ok(Duration::from_millis(milliseconds.max(0).unsigned_abs()))
}
