//! Input: FENs from arguments or standard input, games from files.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use cotulenh::{
    Game, GameFileError, GameFileReader, MAX_FEN_LENGTH, PgnError, Position, Strictness, is_game_file,
    read_pgn,
};
use indicatif::ProgressBar;

use crate::output::{Error, complain, progress_bar};

/// Smaller files are read without a progress bar.
const LARGE_FILE: u64 = 1 << 20;

/// `--fen`: the position to look at.
#[derive(clap::Args)]
pub struct FenOption {
    /// The position; without it, the start position
    ///
    /// One quoted argument, or its words one by one. `-` reads it from the first line of standard
    /// input.
    #[arg(long, value_name = "FEN", num_args = 1..)]
    fen: Vec<OsString>,
}

impl FenOption {
    /// The position, and the words after the FEN, which are other arguments of the command.
    pub fn position(self) -> Result<(Position, Vec<OsString>), Error> {
        let Some(first) = self.fen.first() else { return Ok((Position::start(), Vec::new())) };
        let is_whole = first == "-" || first.as_encoded_bytes().iter().any(u8::is_ascii_whitespace);
        let length = if is_whole {
            1
        } else {
            // Six fields, and a seventh for an open deploy: point:stay:steps.
            let deploy = self.fen.get(6).is_some_and(|word| word.as_encoded_bytes().contains(&b':'));
            self.fen.len().min(6 + usize::from(deploy))
        };
        let mut fen = self.fen;
        let rest = fen.split_off(length);
        let text = match fen_arguments(&fen)? {
            FenSource::Text(text) => text,
            FenSource::StandardInput => {
                let first = fen_lines(io::stdin().lock()).next();
                first.ok_or_else(|| Error::Input("no FEN on standard input".into()))??.text?
            }
        };
        Ok((load(&text)?, rest))
    }
}

/// Where the FENs of a command come from.
pub enum FenSource {
    /// A FEN, its words joined.
    Text(String),
    /// Standard input, one FEN per line.
    StandardInput,
}

/// Joins the words of a FEN.
pub fn fen_arguments(words: &[OsString]) -> Result<FenSource, Error> {
    if let [only] = words
        && only == "-"
    {
        return Ok(FenSource::StandardInput);
    }
    let words: Result<Vec<&str>, Error> = words.iter().map(|word| utf8(word.as_encoded_bytes())).collect();
    Ok(FenSource::Text(words?.join(" ")))
}

fn utf8(bytes: &[u8]) -> Result<&str, Error> {
    core::str::from_utf8(bytes).map_err(|error| {
        let at = error.valid_up_to();
        let lossy = cotulenh::excerpt(&String::from_utf8_lossy(bytes));
        Error::Input(format!("FEN: invalid UTF-8 at byte {} of {lossy:?}", at + 1))
    })
}

/// Reads a FEN; the error names the first fault.
pub fn load(fen: &str) -> Result<Position, Error> {
    Position::from_fen(fen).map_err(|error| {
        let first = error.first().map_or_else(|| error.to_string(), |fault| fault.to_string());
        let more = match error.faults.iter().filter(|fault| fault.prevents_loading()).count() {
            0 | 1 => String::new(),
            n => format!(" (and {} more: see `cotulenh fen check`)", n - 1),
        };
        Error::Input(format!("FEN: {first}{more}"))
    })
}

/// One line of standard input.
pub struct FenLine {
    /// From 1.
    pub number: usize,
    /// The text without the line end, or why it is not valid text.
    pub text: Result<String, Error>,
}

/// The lines that are not blank. Of a long line only enough is kept to reject it.
pub fn fen_lines(reader: impl BufRead) -> impl Iterator<Item = Result<FenLine, Error>> {
    let mut number = 0;
    let mut reader = skip_byte_order_mark(reader);
    std::iter::from_fn(move || {
        loop {
            number += 1;
            let mut bytes = Vec::new();
            let read = match &mut reader {
                Ok(reader) => read_line(reader, &mut bytes, 2 * MAX_FEN_LENGTH),
                Err(error) => Err(std::mem::replace(error, io::ErrorKind::Other.into())),
            };
            match read {
                Ok(false) => return None,
                Ok(true) if bytes.trim_ascii().is_empty() => {}
                Ok(true) => return Some(Ok(FenLine { number, text: utf8(&bytes).map(str::to_owned) })),
                Err(error) => return Some(Err(Error::Input(format!("standard input: {error}")))),
            }
        }
    })
}

/// Reads a line without its `\n` and keeps at most `most` bytes of it. Returns `false` at the end
/// of the stream.
pub fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>, most: usize) -> io::Result<bool> {
    let mut read_any = false;
    loop {
        let buffer = match reader.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            buffer => buffer?,
        };
        if buffer.is_empty() {
            return Ok(read_any);
        }
        read_any = true;
        let end = buffer.iter().position(|&b| b == b'\n');
        let part = &buffer[..end.unwrap_or(buffer.len())];
        let room = most.saturating_sub(line.len());
        line.extend_from_slice(&part[..part.len().min(room)]);
        let used = part.len() + usize::from(end.is_some());
        reader.consume(used);
        if end.is_some() {
            return Ok(true);
        }
    }
}

/// A game of a file, or why it cannot be read.
pub struct GameItem<'a> {
    /// The name of the file, as shown to the user.
    pub file: &'a str,
    /// The number of the game in its file, from 1.
    pub number: usize,
    /// The game.
    pub game: Result<Game, GameFault>,
    bar: &'a ProgressBar,
}

impl GameItem<'_> {
    /// `file:line:column: game 3: …`
    pub fn describe(&self, fault: &GameFault) -> String {
        format!("{}:{}: game {}: {}", self.file, fault.place, self.number, fault.reason)
    }

    /// Reports the error on standard error.
    pub fn complain(&self, kind: &str, fault: &GameFault) {
        self.bar.suspend(|| complain(kind, self.describe(fault)));
    }
}

/// Where a game cannot be read, and why.
pub struct GameFault {
    /// The place in the file: `line:column`, or `byte n`.
    place: String,
    reason: String,
}

impl From<PgnError> for GameFault {
    fn from(error: PgnError) -> GameFault {
        let PgnError { line, column, token, kind, .. } = error;
        let at = if token.is_empty() { String::new() } else { format!("at {token:?}: ") };
        GameFault { place: format!("{line}:{column}"), reason: format!("{at}{kind}") }
    }
}

impl From<GameFileError> for GameFault {
    fn from(error: GameFileError) -> GameFault {
        GameFault { place: format!("byte {}", error.offset), reason: error.kind.to_string() }
    }
}

/// The games of a stream: a PGN, or a file of games in few bytes, as its beginning tells.
fn read_games<'a>(mut reader: impl BufRead + 'a) -> Box<dyn Iterator<Item = Result<Game, GameFault>> + 'a> {
    // A stream that fails here fails again, where the failure is reported.
    if !reader.fill_buf().is_ok_and(is_game_file) {
        return Box::new(read_pgn(reader, Strictness::Lenient).map(|game| game.map_err(GameFault::from)));
    }
    let mut games = GameFileReader::new(reader);
    Box::new(std::iter::from_fn(move || Some(games.next_game()?.map_err(GameFault::from))))
}

/// Calls `f` with every game of every file; `-` is standard input. Files that cannot be opened are
/// reported on standard error; their number is returned.
pub fn for_each_game(
    files: &[PathBuf],
    show_progress: bool,
    mut f: impl FnMut(GameItem<'_>) -> Result<(), Error>,
) -> Result<usize, Error> {
    let bar = files_bar(files, show_progress);
    let mut unreadable = 0;
    for path in files {
        let (name, reader) = if path == Path::new("-") {
            let stdin: Box<dyn BufRead> = Box::new(io::stdin().lock());
            ("<stdin>".into(), Ok(stdin))
        } else {
            (path.display().to_string(), open(path, &bar))
        };
        let reader = match reader.and_then(skip_byte_order_mark) {
            Ok(reader) => reader,
            Err(error) => {
                bar.suspend(|| complain("error", format_args!("{name}: {error}")));
                unreadable += 1;
                continue;
            }
        };
        for (i, game) in read_games(reader).enumerate() {
            f(GameItem { file: &name, number: i + 1, game, bar: &bar })?;
        }
    }
    bar.finish_and_clear();
    Ok(unreadable)
}

/// A bar over the bytes of files, if they are large.
pub fn files_bar(files: &[PathBuf], show_progress: bool) -> ProgressBar {
    let sizes = files.iter().filter_map(|path| std::fs::metadata(path).ok());
    let total: u64 = sizes.filter(|data| data.is_file()).map(|data| data.len()).sum();
    if show_progress && total >= LARGE_FILE {
        progress_bar(total, "{bar:30} {bytes}/{total_bytes} ({bytes_per_sec}, {eta} left)")
    } else {
        ProgressBar::hidden()
    }
}

/// Opens a file whose bytes advance a bar.
pub fn open(path: &Path, bar: &ProgressBar) -> io::Result<Box<dyn BufRead>> {
    if std::fs::metadata(path)?.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory, not a file of games"));
    }
    let file = File::open(path)?;
    Ok(Box::new(BufReader::with_capacity(1 << 16, bar.wrap_read(file))))
}

/// Skips a UTF-8 byte order mark.
fn skip_byte_order_mark<R: BufRead>(mut reader: R) -> io::Result<R> {
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if reader.fill_buf()?.starts_with(MARK) {
        reader.consume(MARK.len());
    }
    Ok(reader)
}
