//! The record of a match: a file of JSON lines from which an interrupted match resumes.
//!
//! The first line holds the settings, every other line a finished game. Games depend only on the
//! settings and their number, so that missing games can be played later.

use std::collections::BTreeSet;
use std::fs::{File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::game::End;

/// Everything that the games of a match depend on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchSettings {
    /// The texts of the players.
    pub a: String,
    pub b: String,
    pub limit_a: String,
    pub limit_b: String,
    pub seed: u64,
    pub openings: String,
    pub order: String,
    /// For a file of openings: a number that changes with its contents.
    pub openings_fingerprint: Option<String>,
    pub adjudicate: Option<String>,
    pub max_turns: Option<u32>,
    pub time_margin_ms: u64,
    pub sprt: Option<String>,
    /// For built-in engines: checksums of their weights, which may come from files.
    #[serde(default)]
    pub weights: [Option<String>; 2],
    /// For built-in engines: the node count of the bench, which differs between engines that play
    /// differently.
    pub engine: Option<u64>,
}

/// One of the two players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    A,
    B,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MatchGame {
    /// From 0. Games 2n and 2n + 1 have the same opening and exchanged colours.
    pub game: u32,
    pub red: Side,
    /// `None` for a draw.
    pub winner: Option<Side>,
    pub end: End,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Completed turns of both sides, including the opening.
    pub turns: u32,
}

/// The first line of a file.
#[derive(Serialize, Deserialize)]
struct FirstLine {
    #[serde(rename = "match")]
    settings: MatchSettings,
}

/// An error in a record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}:{line}: not a record of a match: {error}", path.display())]
    Line { path: PathBuf, line: usize, error: serde_json::Error },
    #[error("{}: not a record of a match", .0.display())]
    NotARecord(PathBuf),
    #[error("{}: another match is writing to it", .0.display())]
    Busy(PathBuf),
    #[error("{}:{line}: game {game} is recorded twice", path.display())]
    Twice { path: PathBuf, line: usize, game: u32 },
    #[error("{}: the match was started with other settings: {}", path.display(), differences.join("; "))]
    OtherSettings { path: PathBuf, differences: Vec<String> },
}

/// A file to which finished games are added. It is locked, so that two matches cannot write to it.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
}

impl RecordFile {
    /// Opens or creates a record; returns the games played so far.
    pub fn open(path: &Path, settings: &MatchSettings) -> Result<(RecordFile, Vec<MatchGame>), RecordError> {
        let failed = |error| RecordError::File { path: path.into(), error };
        let mut file = File::options().create(true).read(true).append(true).open(path).map_err(failed)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => RecordError::Busy(path.into()),
            TryLockError::Error(error) => failed(error),
        })?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        // Text after the last line end was being written when the match was interrupted.
        let whole = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let games = read(path, &text[..whole], settings)?;
        let first = line(&FirstLine { settings: settings.clone() }).map_err(failed)?;
        if whole == 0 && !first.starts_with(&text) {
            return Err(RecordError::NotARecord(path.into()));
        }
        file.set_len(whole as u64).map_err(failed)?;
        if whole == 0 {
            file.write_all(&first).map_err(failed)?;
        }
        Ok((RecordFile { path: path.into(), file }, games))
    }

    /// Adds a game. The system has received it when this returns.
    pub fn add(&mut self, game: &MatchGame) -> Result<(), RecordError> {
        // With one write, so that only the last line can be incomplete.
        let written = line(game).and_then(|line| self.file.write_all(&line));
        written.map_err(|error| RecordError::File { path: self.path.clone(), error })
    }
}

fn line(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

fn read(path: &Path, text: &[u8], settings: &MatchSettings) -> Result<Vec<MatchGame>, RecordError> {
    let bad = |line, error| RecordError::Line { path: path.into(), line, error };
    let mut lines = text.split(|&byte| byte == b'\n').enumerate().map(|(i, line)| (i + 1, line));
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let Some((number, first)) = lines.next().filter(|(_, line)| !line.is_empty()) else {
        return Err(RecordError::NotARecord(path.into()));
    };
    let begun: FirstLine = serde_json::from_slice(first).map_err(|error| bad(number, error))?;
    let differences = differences(&begun.settings, settings);
    if !differences.is_empty() {
        return Err(RecordError::OtherSettings { path: path.into(), differences });
    }
    let mut games: Vec<MatchGame> = Vec::new();
    let mut known = BTreeSet::new();
    for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
        let game: MatchGame = serde_json::from_slice(text).map_err(|error| bad(line, error))?;
        if !known.insert(game.game) {
            return Err(RecordError::Twice { path: path.into(), line, game: game.game });
        }
        games.push(game);
    }
    Ok(games)
}

/// The settings that differ: `seed was 1 and is 2`.
fn differences(old: &MatchSettings, new: &MatchSettings) -> Vec<String> {
    let [old, new] = [old, new].map(|settings| serde_json::to_value(settings).unwrap_or_default());
    let entries = new.as_object().into_iter().flatten();
    let changed = entries.filter(|(name, value)| old[name.as_str()] != **value);
    changed.map(|(name, value)| format!("{name} was {} and is {value}", old[name.as_str()])).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn settings(seed: u64) -> MatchSettings {
        MatchSettings {
            a: String::new(),
            b: "greedy".into(),
            limit_a: "nodes=10".into(),
            limit_b: "depth=1".into(),
            seed,
            openings: "random:6".into(),
            order: "sequential".into(),
            openings_fingerprint: None,
            adjudicate: None,
            max_turns: None,
            time_margin_ms: 0,
            sprt: None,
            weights: [None, None],
            engine: None,
        }
    }

    fn game(number: u32) -> MatchGame {
        let (red, winner) = (Side::A, Some(Side::B));
        MatchGame { game: number, red, winner, end: End::Crash, detail: "x\ny".into(), turns: 9 }
    }

    #[test]
    fn a_record_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        let open = |seed| RecordFile::open(&path, &settings(seed));
        let (mut file, games) = open(1).unwrap();
        assert_eq!(games, []);
        file.add(&game(0)).unwrap();
        file.add(&game(3)).unwrap();
        drop(file);
        let whole = fs::read(&path).unwrap();
        // A game whose line is incomplete is played again.
        let second = whole.iter().take(whole.len() - 1).rposition(|&byte| byte == b'\n').unwrap() + 1;
        for cut in [second, second + 1, whole.len() - 1] {
            fs::write(&path, &whole[..cut]).unwrap();
            let (mut file, games) = open(1).unwrap();
            assert_eq!(games, [game(0)]);
            file.add(&game(3)).unwrap();
            assert_eq!(fs::read(&path).unwrap(), whole);
        }
        assert_eq!(
            open(2).unwrap_err().to_string(),
            format!("{}: the match was started with other settings: seed was 1 and is 2", path.display())
        );
        assert_eq!(fs::read(&path).unwrap(), whole);
        open(1).unwrap().0.add(&game(3)).unwrap();
        assert!(matches!(open(1), Err(RecordError::Twice { line: 4, game: 3, .. })));
    }

    #[test]
    fn only_one_match_writes_to_a_record() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("record");
        let open = || RecordFile::open(&path, &settings(1));
        let (mut file, _) = open().unwrap();
        let busy = format!("{}: another match is writing to it", path.display());
        assert_eq!(open().unwrap_err().to_string(), busy);
        file.add(&game(0)).unwrap();
        assert_eq!(open().unwrap_err().to_string(), busy);
        drop(file);
        assert_eq!(open().unwrap().1, [game(0)]);
    }

    #[test]
    fn other_files_are_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("notes");
        for text in ["dear diary\n", "dear diary", "{\"match\": 7}\n", "\n", "\nx", "\nx\n"] {
            fs::write(&path, text).unwrap();
            let error = RecordFile::open(&path, &settings(1)).unwrap_err().to_string();
            assert!(error.contains("not a record of a match"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }
}
