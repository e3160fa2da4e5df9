//! The stored games: which there are, and which one is meant.

use std::io::Write;

use cotulenh_games::{GameId, Listed, LiveGame, Query, Storage, StorageError, now, rfc3339};

use super::wording::Lang;
use crate::output::{Error, Output, printable, write_table};

/// Ids begin with the time of their making: so many digits tell games apart.
pub const SHORT_ID: usize = 12;
/// As many as a list may have in SQL.
const ALL: usize = i64::MAX as usize;

/// Finds a game by the beginning of its id, or else the one that was played last and is not over.
pub fn find(storage: &dyn Storage, id: Option<&str>) -> Result<LiveGame, Error> {
    let input = |error: StorageError| Error::Input(error.to_string());
    let unfinished = Query { finished: Some(false), limit: 1, ..Query::default() };
    let query = if id.is_some() { Query { limit: ALL, ..Query::default() } } else { unfinished };
    let (_, games) = storage.list(&query).map_err(input)?;
    let mut games = games.into_iter().filter(|game| id.is_none_or(|id| game.id.starts_with(id)));
    let game = match (games.next(), games.next(), id) {
        (Some(game), None, _) => game,
        (None, _, None) => return Err(Error::Input("no unfinished game is stored here".into())),
        (None, _, Some(id)) => {
            return Err(Error::Input(format!("no stored game has the id {id:?}: see --list")));
        }
        (Some(_), Some(_), _) => {
            return Err(Error::Input("several games have an id like this: give more of it".into()));
        }
    };
    let damaged = || Error::Input(format!("the id {:?} of a stored game is damaged", game.id));
    let id: GameId = game.id.parse().map_err(|_| damaged())?;
    let mut record = storage.load(id).map_err(input)?.ok_or_else(damaged)?;
    // Time passes for nobody while nobody plays.
    if let Some(clock) = &mut record.clock {
        clock.forgive_until(now());
    }
    if record.players.r.is_engine() && record.players.b.is_engine() {
        return Err(Error::Input("in this game the engine plays both sides".into()));
    }
    LiveGame::load(record).map_err(input)
}

/// Lists all games, the last played first.
pub fn list(storage: &dyn Storage, lang: Lang, out: &mut Output) -> Result<(), Error> {
    let query = Query { limit: ALL, ..Query::default() };
    let (_, games) = storage.list(&query).map_err(|error| Error::Input(error.to_string()))?;
    if games.is_empty() {
        writeln!(out, "{}", lang.pick("No games yet.", "Chưa có ván cờ nào."))?;
        return Ok(());
    }
    let heading = lang.pick(
        ["ID", "LAST PLAYED (UTC)", "TURNS", "RED", "BLUE", "RESULT"],
        ["MÃ", "CHƠI LẦN CUỐI (UTC)", "LƯỢT", "ĐỎ", "XANH", "KẾT QUẢ"],
    );
    let rows = std::iter::once(heading.map(String::from)).chain(games.iter().map(|game| row(game, lang)));
    Ok(write_table(out, &rows.collect::<Vec<_>>())?)
}

fn row(game: &Listed, lang: Lang) -> [String; 6] {
    let [red, blue] = match &game.players {
        Some(players) => [lang.player(&players.r), lang.player(&players.b)],
        None => ["?".into(), "?".into()],
    };
    let result = game
        .outcome
        .map_or_else(|| lang.pick("not finished", "chưa xong").to_owned(), |ending| lang.ending(ending));
    let id = game.id.get(..SHORT_ID).unwrap_or(&game.id);
    let played = rfc3339(game.updated).get(..16).unwrap_or_default().replace('T', " ");
    [id.into(), played, game.turns.to_string(), red, blue, result].map(|cell| printable(&cell))
}
