//! The list of stored games, and finding one of them.

use std::io::Write;

use cotulenh_games::{GameId, Listed, LiveGame, Query, Storage, StorageError, now, rfc3339};

use super::wording::Wording;
use crate::output::{Error, Output, printable, write_table};

/// An id begins with the time of its creation: this many digits tell games apart.
pub const SHORT_ID: usize = 12;
/// No limit. Databases count with signed numbers.
const ALL: usize = i64::MAX as usize;

/// Finds a game by a prefix of its id, or else the unfinished game that was played last.
pub fn find(storage: &dyn Storage, id: Option<&str>, wording: Wording) -> Result<LiveGame, Error> {
    let input = |error: StorageError| Error::Input(error.to_string());
    let unfinished = Query { finished: Some(false), limit: 1, ..Query::default() };
    let query = if id.is_some() { Query { limit: ALL, ..Query::default() } } else { unfinished };
    let (_, games) = storage.list(&query).map_err(input)?;
    let mut games = games.into_iter().filter(|game| id.is_none_or(|id| game.id.starts_with(id)));
    let game = match (games.next(), games.next(), id) {
        (Some(game), None, _) => game,
        (None, _, None) => return Err(Error::Input(wording.text("terminal.noUnfinished"))),
        (None, _, Some(id)) => {
            return Err(Error::Input(wording.fill("terminal.unknownGame", &[("id", &printable(id))])));
        }
        (Some(_), Some(_), _) => return Err(Error::Input(wording.text("terminal.severalGames"))),
    };
    let damaged = || Error::Input(wording.fill("terminal.damagedId", &[("id", &printable(&game.id))]));
    let id: GameId = game.id.parse().map_err(|_| damaged())?;
    let mut record = storage.load(id).map_err(input)?.ok_or_else(damaged)?;
    // The time since the last move is not charged.
    if let Some(clock) = &mut record.clock {
        clock.forgive_until(now());
    }
    if record.players.r.is_engine() && record.players.b.is_engine() {
        return Err(Error::Input(wording.text("terminal.engineOnly")));
    }
    LiveGame::load(record).map_err(input)
}

/// Lists all games, the last played first.
pub fn list(storage: &dyn Storage, wording: Wording, out: &mut Output) -> Result<(), Error> {
    let query = Query { limit: ALL, ..Query::default() };
    let (_, games) = storage.list(&query).map_err(|error| Error::Input(error.to_string()))?;
    if games.is_empty() {
        writeln!(out, "{}", wording.text("terminal.noGames"))?;
        return Ok(());
    }
    let heading = ["id", "played", "turns", "red", "blue", "result"]
        .map(|column| wording.text(&format!("terminal.list.{column}")));
    let rows = std::iter::once(heading).chain(games.iter().map(|game| row(game, wording)));
    Ok(write_table(out, &rows.collect::<Vec<_>>())?)
}

fn row(game: &Listed, wording: Wording) -> [String; 6] {
    let [red, blue] = match &game.players {
        Some(players) => [wording.player(&players.r), wording.player(&players.b)],
        None => ["?".into(), "?".into()],
    };
    let result = game
        .outcome
        .map_or_else(|| wording.text("terminal.list.unfinished"), |ending| wording.ending(ending));
    let id = game.id.get(..SHORT_ID).unwrap_or(&game.id);
    let played = rfc3339(game.updated).get(..16).unwrap_or_default().replace('T', " ");
    [id.into(), played, game.turns.to_string(), red, blue, result].map(|cell| printable(&cell))
}
