//! The games of a match as PGN.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use cotulenh::{Color, HeaderError};

use super::game::{End, Played};
use super::limit::Limit;
use super::record::{MatchGame, Side};

/// A file to which games are added.
#[derive(Debug)]
pub struct PgnFile {
    file: File,
    is_empty: bool,
}

impl PgnFile {
    pub fn open(path: &Path) -> io::Result<PgnFile> {
        let mut file = File::options().create(true).append(true).open(path)?;
        let is_empty = file.seek(SeekFrom::End(0))? == 0;
        Ok(PgnFile { file, is_empty })
    }

    /// Adds a game with one write.
    pub fn add(&mut self, pgn: &str) -> io::Result<()> {
        let gap = if self.is_empty { "" } else { "\n" };
        self.is_empty = false;
        self.file.write_all(format!("{gap}{pgn}").as_bytes())
    }
}

/// A finished game with headers. `names` and `limits` are those of A and B; `opening` is the number
/// of turns in the opening.
pub fn to_pgn(
    played: Played,
    record: &MatchGame,
    names: [&str; 2],
    limits: [Limit; 2],
    opening: usize,
) -> Result<String, HeaderError> {
    let Played { mut game, winner, end, detail } = played;
    let result = match winner {
        Some(Color::Red) => "1-0",
        Some(Color::Blue) => "0-1",
        None => "1/2-1/2",
    };
    let [red, blue] = match record.red {
        Side::A => [0, 1],
        Side::B => [1, 0],
    };
    let details = if detail.is_empty() { end.text().to_owned() } else { format!("{}: {detail}", end.text()) };
    let control = |side: usize| match limits[side] {
        Limit::Clock(control) => control.to_string(),
        _ => "-".into(),
    };
    let headers = game.headers_mut();
    headers.set("Event", "cotulenh-lab match")?;
    headers.set("Round", &format!("{}.{}", record.game / 2 + 1, record.game % 2 + 1))?;
    headers.set("Red", names[red])?;
    headers.set("Blue", names[blue])?;
    headers.set("Result", result)?;
    if control(red) == control(blue) {
        headers.set("TimeControl", &control(red))?;
    }
    headers.set("RedLimit", &limits[red].to_string())?;
    headers.set("BlueLimit", &limits[blue].to_string())?;
    headers.set("OpeningTurns", &opening.to_string())?;
    headers.set("Termination", termination(end))?;
    headers.set("TerminationDetails", &details)?;
    Ok(game.to_pgn())
}

/// The value of the PGN header `Termination`.
fn termination(end: End) -> &'static str {
    match end {
        End::Checkmate | End::CommanderTaken | End::Stalemate | End::FiftyMoves | End::Threefold => "normal",
        End::Time => "time forfeit",
        End::IllegalMove => "rules infraction",
        End::Crash | End::Hang => "abandoned",
        End::Adjudicated | End::MaxTurns => "adjudication",
    }
}
