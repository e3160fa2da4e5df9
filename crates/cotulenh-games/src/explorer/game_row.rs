//! A game as a row: what its headers say, and what identifies it.

use cotulenh::view::Sides;
use cotulenh::{Color, Game, Headers, PlayedTurn, excerpt};
use cotulenh_engine::Level;
use rusqlite::types::Type;
use rusqlite::{Connection, Error, Row, named_params};
use sha2::{Digest, Sha256};

use super::date::GameDate;
use super::explored::{ExploredGame, ExploredPlayer};
use crate::ending::GameResult;

/// The headers that identify a game, besides its result.
const IDENTITY: [&str; 6] = ["Event", "Site", "Date", "Round", "Red", "Blue"];

/// The columns of a game in the order of [`read_game`].
pub const GAME_COLUMNS: &str =
    "id, red, blue, red_rating, blue_rating, red_level, blue_level, result, date, event, site, round, turns";

/// The most characters of a header that are stored.
const MAX_TEXT: usize = 255;

/// No rating is higher.
const MAX_RATING: u32 = 9_999;

/// The result of a game that was not finished.
const UNFINISHED: &str = "*";

/// Identifies a game: the first bytes of the SHA-256 of what `docs/explorer.md` lists.
pub type GameHash = [u8; 16];

/// What identifies a game: headers, result, start, rule options and turns.
pub fn game_hash(game: &Game) -> GameHash {
    let mut hash = Sha256::new();
    // A line for each part: no part contains the end of a line.
    let mut line = |text: &str| {
        hash.update(text);
        hash.update("\n");
    };
    for name in IDENTITY {
        line(game.headers().get(name).unwrap_or_default());
    }
    line(&game.result());
    line(&game.start().fen());
    line(&game.start().options().bits().to_string());
    for turn in game.turns() {
        line(&turn_lan(turn));
    }
    if let Some(open) = game.position().deploy_turn_text() {
        line(&format!("{}...", open.lan));
    }
    let mut first = GameHash::default();
    first.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
    first
}

/// The LAN of a turn, without the SAN that [`PlayedTurn::text`] also writes.
pub fn turn_lan(turn: &PlayedTurn) -> String {
    match turn.single_move() {
        Some(mv) => mv.to_string(),
        None => turn.text().lan,
    }
}

/// What the headers of a game say. The id is that of the next row.
pub fn describe(game: &Game) -> ExploredGame {
    let headers = game.headers();
    ExploredGame {
        id: 0,
        players: Sides::each(|color| player(headers, color)),
        result: GameResult::from_pgn(&game.result()),
        date: headers.get("Date").and_then(GameDate::from_pgn),
        event: known(headers, "Event"),
        site: known(headers, "Site"),
        round: known(headers, "Round"),
        turns: game.turns().len() as u64,
    }
}

fn player(headers: &Headers, color: Color) -> ExploredPlayer {
    let [name, rating, level] = match color {
        Color::Red => ["Red", "RedElo", "RedLevel"],
        Color::Blue => ["Blue", "BlueElo", "BlueLevel"],
    };
    let number = |name: &str| headers.get(name)?.parse::<u32>().ok();
    ExploredPlayer {
        name: known(headers, name),
        rating: number(rating).filter(|rating| (1..=MAX_RATING).contains(rating)),
        level: number(level)
            .and_then(|n| n.try_into().ok())
            .filter(|&level: &u8| level <= Level::FULL.number()),
    }
}

/// The value of a header that is known.
fn known(headers: &Headers, name: &str) -> Option<String> {
    let value = headers.get(name)?.trim();
    let is_known = !matches!(value, "" | "?" | "-");
    is_known.then(|| value.chars().take(MAX_TEXT).collect())
}

/// Stores a game and returns its id; `None` if it is stored already.
pub fn insert_game(
    connection: &Connection,
    hash: &GameHash,
    game: &ExploredGame,
) -> rusqlite::Result<Option<i64>> {
    let Sides { r: red, b: blue } = &game.players;
    let mut statement = connection.prepare_cached(
        "INSERT INTO games (hash, red, blue, red_rating, blue_rating, red_level, blue_level, result, date, event, site, \
         round, turns) VALUES (:hash, :red, :blue, :red_rating, :blue_rating, :red_level, :blue_level, :result, :date, \
         :event, :site, :round, :turns) ON CONFLICT (hash) DO NOTHING",
    )?;
    let inserted = statement.execute(named_params! {
        ":hash": hash,
        ":red": red.name,
        ":blue": blue.name,
        ":red_rating": red.rating,
        ":blue_rating": blue.rating,
        ":red_level": red.level,
        ":blue_level": blue.level,
        ":result": game.result.map_or(UNFINISHED, GameResult::pgn),
        ":date": game.date,
        ":event": game.event,
        ":site": game.site,
        ":round": game.round,
        ":turns": game.turns,
    })?;
    Ok((inserted == 1).then(|| connection.last_insert_rowid()))
}

/// Reads [`GAME_COLUMNS`].
pub fn read_game(row: &Row<'_>) -> rusqlite::Result<ExploredGame> {
    let result: String = row.get(7)?;
    let result = match GameResult::from_pgn(&result) {
        None if result != UNFINISHED => {
            let unknown = format!("unknown result {:?}", excerpt(&result)).into();
            return Err(Error::FromSqlConversionFailure(7, Type::Text, unknown));
        }
        result => result,
    };
    Ok(ExploredGame {
        id: row.get(0)?,
        players: Sides {
            r: ExploredPlayer { name: row.get(1)?, rating: row.get(3)?, level: row.get(5)? },
            b: ExploredPlayer { name: row.get(2)?, rating: row.get(4)?, level: row.get(6)? },
        },
        result,
        date: row.get(8)?,
        event: row.get(9)?,
        site: row.get(10)?,
        round: row.get(11)?,
        turns: row.get(12)?,
    })
}
