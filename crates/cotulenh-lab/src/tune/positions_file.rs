//! The file between `tune play` and `tune fit`: quiet positions of self-play games, with the
//! results of the games.
//!
//! ```text
//! cotulenh-positions 2 seed=1 openings=random:6,endgame:12 nodes=1500 positions=16 weights=1c291ca3
//! game 1 1-0 2
//! 35 6c4/1n2fh1hf2/… r - - 3 9
//! -12 6c4/1n2fh1hf2/… b - - 0 11
//! game 2 1/2-1/2 0
//! ```
//!
//! The first line holds the settings. A game is a line with its number, result and number of
//! positions; a position is the score of the search from Red's point of view, in centipawns, and
//! the FEN. So the end of a file shows whether its last game is complete, and an interrupted run
//! can be resumed.

use std::io::{self, BufRead, Write};
use std::str::FromStr;

use cotulenh::{Color, Position, excerpt};
use thiserror::Error;

use crate::arena::opening::RandomOpening;

/// How the games of a file were played: everything their moves depend on, besides the engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SelfPlaySettings {
    /// The seed of the openings.
    pub seed: u64,
    /// The kinds of openings, used in turn.
    pub openings: Vec<RandomOpening>,
    /// Nodes per move.
    pub nodes: u64,
    /// The maximum number of positions per game.
    pub positions: usize,
    /// Checksum of the weights as text.
    pub weights: u32,
}

/// The winner; `None` for a draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SampleResult(pub Option<Color>);

impl SampleResult {
    /// Red's points: 1, ½ or 0.
    pub fn red_points(self) -> f64 {
        match self.0 {
            Some(Color::Red) => 1.0,
            None => 0.5,
            Some(Color::Blue) => 0.0,
        }
    }
}

/// A quiet position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// The score of the search from Red's point of view, in centipawns.
    pub score: i32,
    /// The position.
    pub position: Position,
}

/// The result of a game and some of its positions.
#[derive(Clone, PartialEq, Debug)]
pub struct SampledGame {
    /// From 1.
    pub number: u64,
    /// How it ended.
    pub result: SampleResult,
    /// Some of its positions, in order.
    pub samples: Vec<Sample>,
}

/// An error in a file.
#[derive(Error, Debug)]
pub enum DataError {
    /// The file cannot be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// An invalid line.
    #[error("line {line}: {fault}")]
    Line {
        /// From 1.
        line: usize,
        /// The fault.
        fault: LineFault,
    },
    /// The last game is incomplete.
    #[error("game {number} is incomplete at the end of the file")]
    CutOff {
        /// The number of the game.
        number: u64,
    },
}

/// The fault of a line.
#[derive(Error, PartialEq, Eq, Debug)]
pub enum LineFault {
    /// The first line.
    #[error("expected \"cotulenh-positions 2 seed=… openings=… nodes=… positions=… weights=…\", found {0:?}")]
    Header(String),
    /// The line that begins a game.
    #[error("expected \"game NUMBER RESULT POSITIONS\", found {0:?}")]
    Game(String),
    /// Games are numbered consecutively.
    #[error("expected game {expected}, found game {found}")]
    Number {
        /// The number after the previous game.
        expected: u64,
        /// The number in the file.
        found: u64,
    },
    /// A line with a position.
    #[error("expected \"SCORE FEN\", found {0:?}")]
    Sample(String),
    /// A FEN.
    #[error("{0}")]
    Fen(String),
}

const MAGIC: &str = "cotulenh-positions 2";

impl SelfPlaySettings {
    /// Writes the first line.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let SelfPlaySettings { seed, openings, nodes, positions, weights } = self;
        let openings: Vec<String> = openings.iter().map(ToString::to_string).collect();
        let openings = openings.join(",");
        writeln!(
            out,
            "{MAGIC} seed={seed} openings={openings} nodes={nodes} positions={positions} weights={weights:08x}"
        )
    }
}

impl FromStr for SelfPlaySettings {
    type Err = LineFault;

    fn from_str(line: &str) -> Result<SelfPlaySettings, LineFault> {
        let read = || {
            let mut words = line.strip_prefix(MAGIC)?.split_ascii_whitespace();
            let mut value = |name: &str| words.next()?.strip_prefix(name)?.strip_prefix('=');
            let settings = SelfPlaySettings {
                seed: value("seed")?.parse().ok()?,
                openings: value("openings")?.split(',').map(str::parse).collect::<Result<_, _>>().ok()?,
                nodes: value("nodes")?.parse().ok()?,
                positions: value("positions")?.parse().ok()?,
                weights: u32::from_str_radix(value("weights")?, 16).ok()?,
            };
            words.next().is_none().then_some(settings)
        };
        read().ok_or_else(|| LineFault::Header(excerpt(line.trim_end())))
    }
}

impl SampledGame {
    /// Writes the game and its positions.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let result = match self.result.0 {
            Some(Color::Red) => "1-0",
            Some(Color::Blue) => "0-1",
            None => "1/2-1/2",
        };
        writeln!(out, "game {} {result} {}", self.number, self.samples.len())?;
        for Sample { score, position } in &self.samples {
            writeln!(out, "{score} {}", position.fen())?;
        }
        Ok(())
    }
}

/// Reads the games of a file one by one.
pub struct Reader<R> {
    input: R,
    settings: SelfPlaySettings,
    line: usize,
    games: u64,
    /// Bytes up to the end of the last complete game.
    complete: u64,
    offset: u64,
    text: String,
}

impl<R: BufRead> Reader<R> {
    /// Reads the first line.
    pub fn new(input: R) -> Result<Reader<R>, DataError> {
        let settings = SelfPlaySettings { seed: 0, openings: Vec::new(), nodes: 0, positions: 0, weights: 0 };
        let mut reader =
            Reader { input, settings, line: 0, games: 0, complete: 0, offset: 0, text: String::new() };
        reader.next_line()?;
        reader.settings = reader.text.parse().map_err(|fault| reader.at(fault))?;
        reader.complete = reader.offset;
        Ok(reader)
    }

    /// How the games were played.
    pub fn settings(&self) -> &SelfPlaySettings {
        &self.settings
    }

    /// The number of complete games read, and the offset of their end.
    pub fn complete(&self) -> (u64, u64) {
        (self.games, self.complete)
    }

    /// The next game; `None` after the last.
    pub fn next_game(&mut self) -> Result<Option<SampledGame>, DataError> {
        if !self.next_line()? {
            return Ok(None);
        }
        let number = self.games + 1;
        if !self.text.ends_with('\n') {
            return Err(DataError::CutOff { number });
        }
        let (found, result, count) =
            parse_game(&self.text).ok_or_else(|| self.at(LineFault::Game(excerpt(self.text.trim_end()))))?;
        if found != number {
            return Err(self.at(LineFault::Number { expected: number, found }));
        }
        let mut samples = Vec::new();
        for _ in 0..count {
            if !self.next_line()? || !self.text.ends_with('\n') {
                return Err(DataError::CutOff { number });
            }
            samples.push(parse_sample(&self.text).map_err(|fault| self.at(fault))?);
        }
        self.games = number;
        self.complete = self.offset;
        Ok(Some(SampledGame { number, result, samples }))
    }

    fn next_line(&mut self) -> io::Result<bool> {
        self.text.clear();
        let read = self.input.read_line(&mut self.text)?;
        self.line += 1;
        self.offset += read as u64;
        Ok(read > 0)
    }

    fn at(&self, fault: LineFault) -> DataError {
        DataError::Line { line: self.line, fault }
    }
}

fn parse_game(line: &str) -> Option<(u64, SampleResult, usize)> {
    let mut words = line.split_ascii_whitespace();
    if words.next()? != "game" {
        return None;
    }
    let number = words.next()?.parse().ok()?;
    let winner = match words.next()? {
        "1-0" => Some(Color::Red),
        "0-1" => Some(Color::Blue),
        "1/2-1/2" => None,
        _ => return None,
    };
    let count = words.next()?.parse().ok()?;
    words.next().is_none().then_some((number, SampleResult(winner), count))
}

fn parse_sample(line: &str) -> Result<Sample, LineFault> {
    let line = line.trim_end();
    let parts = line.split_once(' ').and_then(|(score, fen)| Some((score.parse().ok()?, fen)));
    let (score, fen) = parts.ok_or_else(|| LineFault::Sample(excerpt(line.trim_end())))?;
    let position = Position::from_fen(fen).map_err(|error| LineFault::Fen(error.to_string()))?;
    Ok(Sample { score, position })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> SelfPlaySettings {
        let openings = vec![RandomOpening::Turns(6), RandomOpening::Endgame(12)];
        SelfPlaySettings { seed: 7, openings, nodes: 1500, positions: 16, weights: 0x1c29 }
    }

    fn games() -> Vec<SampledGame> {
        let sample = |score| Sample { score, position: Position::start() };
        [
            (Some(Color::Red), vec![sample(35), sample(-2000)]),
            (None, vec![]),
            (Some(Color::Blue), vec![sample(0)]),
        ]
        .into_iter()
        .zip(1..)
        .map(|((winner, samples), number)| SampledGame { number, result: SampleResult(winner), samples })
        .collect()
    }

    fn text() -> String {
        let mut bytes = Vec::new();
        settings().write(&mut bytes).unwrap();
        games().iter().for_each(|game| game.write(&mut bytes).unwrap());
        String::from_utf8(bytes).unwrap()
    }

    fn read(text: &str) -> Result<Vec<SampledGame>, DataError> {
        let mut reader = Reader::new(text.as_bytes())?;
        let mut games = Vec::new();
        while let Some(game) = reader.next_game()? {
            games.push(game);
        }
        assert_eq!(reader.complete(), (games.len() as u64, text.len() as u64));
        Ok(games)
    }

    #[test]
    fn written_games_are_read_back() {
        assert_eq!(*Reader::new(text().as_bytes()).unwrap().settings(), settings());
        assert_eq!(read(&text()).unwrap(), games());
    }

    #[test]
    fn damage_is_reported_with_its_line() {
        let fault = |from: &str, to: &str| match read(&text().replacen(from, to, 1)) {
            Err(DataError::Line { line, fault }) => (line, fault),
            other => panic!("{other:?}"),
        };
        let (line, header) = fault("seed=7", "seed=x");
        assert!(line == 1 && matches!(header, LineFault::Header(_)));
        assert!(matches!(fault("positions 2", "positions 1"), (1, LineFault::Header(_))));
        assert!(matches!(fault("weights=00001c29", "weights=00001c29 more"), (1, LineFault::Header(_))));
        assert!(matches!(fault("random:6,", "random:600,"), (1, LineFault::Header(_))));
        assert!(matches!(fault("1-0 2", "2-0 2"), (2, LineFault::Game(_))));
        assert!(matches!(fault("1-0 2", "1-0 1"), (4, LineFault::Game(_))));
        assert!(matches!(fault("35 6c4", "3.5 6c4"), (3, LineFault::Sample(_))));
        assert!(matches!(fault("35 6c4", "35 7c4"), (3, LineFault::Fen(_))));
        assert_eq!(fault("game 2", "game 3"), (5, LineFault::Number { expected: 2, found: 3 }));
        assert!(matches!(Reader::new(&b""[..]), Err(DataError::Line { line: 1, .. })));
    }

    #[test]
    fn incomplete_games_differ_from_damaged_ones() {
        let whole = text();
        let header = whole.find('\n').unwrap() + 1;
        for end in header..whole.len() {
            let mut reader = Reader::new(&whole.as_bytes()[..end]).unwrap();
            let cut_off = loop {
                match reader.next_game() {
                    Ok(Some(_)) => {}
                    Ok(None) => break false,
                    Err(DataError::CutOff { .. }) => break true,
                    Err(error) => panic!("{end}: {error}"),
                }
            };
            let (games, complete) = reader.complete();
            assert_eq!(cut_off, complete != end as u64);
            assert_eq!(read(&whole[..complete as usize]).unwrap().len() as u64, games);
        }
    }
}
