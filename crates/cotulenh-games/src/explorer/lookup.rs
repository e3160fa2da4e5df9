//! Reading an explorer file.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use cotulenh::{Game, Position, Strictness};
use rusqlite::{Connection, Row};
use serde::Serialize;

use super::date::GameDate;
use super::error::{ExplorerError, ExplorerErrorKind};
use super::explored::{Explored, ExploredGame, ExploredTurn, ResultCounts};
use super::game_row::{GAME_COLUMNS, read_game, turn_lan};
use super::position_key::position_key;
use super::schema::{self, open_to_read};
use super::turn_sums::{SUM_COLUMN_COUNT, SUM_COLUMNS, TurnSums};

/// More turns than any position has; reading a damaged file ends here.
const MAX_ROWS: usize = 1 << 16;

/// Answers from an explorer file.
///
/// It only reads, and sees what a builder in any process has written so far. A connection belongs
/// to one thread at a time: each thread that asks opens its own.
#[derive(Debug)]
pub struct Explorer {
    connection: Connection,
    file: PathBuf,
}

/// What an explorer file contains as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ExplorerInfo {
    /// The version of its tables.
    pub schema: i64,
    /// How many turns of each game it contains.
    pub max_turns: u32,
    /// Its games.
    #[serde(flatten)]
    pub counts: ResultCounts,
    /// Different positions in which a turn was played.
    pub positions: u64,
    /// Different turns in all positions.
    pub turns: u64,
    /// The date of the oldest game, of those whose date is known.
    pub first_date: Option<GameDate>,
    /// The date of the latest game.
    pub last_date: Option<GameDate>,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A row of the table `turns` with its top game.
struct TurnRow {
    lan: String,
    sums: TurnSums,
    top_game: ExploredGame,
}

impl Explorer {
    /// Opens a file.
    pub fn open(file: &Path) -> Result<Explorer, ExplorerError> {
        Ok(Explorer { connection: open_to_read(file)?, file: file.to_owned() })
    }

    /// What was played in a position; nothing if no game reached it within the file's number of
    /// turns. In an open deploy, the answer is that of the position in which the deploy began.
    pub fn lookup(&self, position: &Position) -> Result<Explored, ExplorerError> {
        let rows = self.rows(position).map_err(|kind| kind.at(&self.file))?;
        join(position, rows).map_err(|kind| kind.at(&self.file))
    }

    fn rows(&self, position: &Position) -> Result<Vec<TurnRow>, ExplorerErrorKind> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT t.turn, {SUM_COLUMNS}, {GAME_COLUMNS} FROM turns t LEFT JOIN games g ON g.id = t.top_game \
             WHERE t.position = ?1 LIMIT {MAX_ROWS}"
        ))?;
        let read = |row: &Row<'_>| {
            let (sums, top_game) = (TurnSums::read(row, 1)?, read_game(row, 1 + SUM_COLUMN_COUNT)?);
            Ok(TurnRow { lan: row.get(0)?, sums, top_game })
        };
        let rows = statement.query_map([position_key(position)], read)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// What the file contains as a whole. Reads all of it.
    pub fn info(&self) -> Result<ExplorerInfo, ExplorerError> {
        self.read_info().map_err(|kind| kind.at(&self.file))
    }

    fn read_info(&self) -> Result<ExplorerInfo, ExplorerErrorKind> {
        let bytes =
            fs::metadata(&self.file).map_err(|error| ExplorerErrorKind::Open(error.to_string()))?.len();
        let max_turns = schema::max_turns(&self.connection)?;
        // One transaction, so that the counts are of one moment.
        let transaction = self.connection.unchecked_transaction()?;
        let (positions, turns) = transaction.query_row(
            "SELECT count(*), coalesce(sum(turns), 0) FROM (SELECT count(*) AS turns FROM turns GROUP BY position)",
            (),
            |row| Ok((row.get(0)?, row.get(1)?)),
        )?;
        let games = "SELECT count(*), count(*) FILTER (WHERE result = '1-0'), \
                     count(*) FILTER (WHERE result = '1/2-1/2'), count(*) FILTER (WHERE result = '0-1'), \
                     min(date), max(date) FROM games";
        Ok(transaction.query_row(games, (), |row| {
            let counts =
                ResultCounts { games: row.get(0)?, red: row.get(1)?, draws: row.get(2)?, blue: row.get(3)? };
            let (first_date, last_date) = (row.get(4)?, row.get(5)?);
            let schema = schema::SCHEMA_VERSION;
            Ok(ExplorerInfo { schema, max_turns, counts, positions, turns, first_date, last_date, bytes })
        })?)
    }
}

/// The rows of a position as an answer. Turns that lead to the same position are joined.
fn join(position: &Position, mut rows: Vec<TurnRow>) -> Result<Explored, ExplorerErrorKind> {
    // The most frequent way to a position gives its name.
    rows.sort_by(|a, b| b.sums.counts.games.cmp(&a.sums.counts.games).then_with(|| a.lan.cmp(&b.lan)));
    let mut start = *position;
    // Without an open deploy, the turn has just begun.
    let _ = start.cancel_session();
    let mut sums: Vec<TurnSums> = Vec::new();
    let mut turns: Vec<ExploredTurn> = Vec::new();
    let mut by_result: HashMap<Vec<u8>, usize> = HashMap::new();
    for TurnRow { lan, sums: row, top_game } in rows {
        if !row.is_consistent() {
            return Err(ExplorerErrorKind::Damaged(format!("impossible counts of the turn {lan:?}")));
        }
        let (san, after) = play(&start, &lan).ok_or_else(|| {
            let lan: String = lan.chars().take(64).collect();
            ExplorerErrorKind::Damaged(format!("the turn {lan:?} is not legal in {start}"))
        })?;
        let index = *by_result.entry(position_key(&after)).or_insert(turns.len());
        match turns.get_mut(index) {
            Some(turn) => {
                sums[index].add(&row);
                turn.same_as.push(lan);
                if top_game.strength() > turn.top_game.strength() {
                    turn.top_game = top_game;
                }
            }
            None => {
                sums.push(row);
                turns.push(unsummed(san, lan, top_game));
            }
        }
    }
    let mut explored = Explored::default();
    for (turn, sums) in turns.iter_mut().zip(&sums) {
        explored.counts += sums.counts;
        turn.counts = sums.counts;
        (turn.rating, turn.level) = (sums.ratings.value(), sums.levels.value());
        (turn.first_date, turn.last_date) = (sums.first_date, sums.last_date);
    }
    turns.sort_by(|a, b| b.counts.games.cmp(&a.counts.games).then_with(|| a.lan.cmp(&b.lan)));
    explored.turns = turns;
    Ok(explored)
}

fn unsummed(san: String, lan: String, top_game: ExploredGame) -> ExploredTurn {
    ExploredTurn {
        san,
        lan,
        same_as: Vec::new(),
        counts: ResultCounts::default(),
        rating: None,
        level: None,
        first_date: None,
        last_date: None,
        top_game,
    }
}

/// The text of a turn for readers, and the position after it; `None` if the LAN is not that of a
/// whole legal turn.
fn play(start: &Position, lan: &str) -> Option<(String, Position)> {
    let mut game = Game::from(*start);
    game.play_text(lan, Strictness::Strict).ok()?;
    let turn = game.turns().first().filter(|turn| turn_lan(turn) == lan)?;
    Some((turn.unambiguous_text(), *game.position()))
}
