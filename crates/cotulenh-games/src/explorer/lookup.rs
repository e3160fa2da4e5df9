//! Reading an explorer file.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use cotulenh::{Position, Strictness, Turn, excerpt};
use rusqlite::{Connection, OptionalExtension, Row};
use serde::Serialize;

use super::date::GameDate;
use super::error::{ExplorerError, ExplorerErrorKind};
use super::explored::{Explored, ExploredGame, ExploredTurn, ResultCounts};
use super::game_row::{GAME_COLUMNS, read_game};
use super::position_key::position_key;
use super::schema::{self, open_to_read};
use super::turn_sums::{SUM_COLUMNS, TurnSums};
use crate::ending::GameResult;

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
    /// Its size in bytes, with its log.
    pub bytes: u64,
}

/// A row of the table `turns`.
struct TurnRow {
    lan: String,
    /// The hash of the position after the turn.
    after: i64,
    top_game: i64,
    sums: TurnSums,
}

/// Rows that lead to the same position.
struct JoinedRows {
    most_frequent: TurnRow,
    others: Vec<TurnRow>,
    sums: TurnSums,
}

impl Explorer {
    /// Opens a file.
    pub fn open(file: &Path) -> Result<Explorer, ExplorerError> {
        Ok(Explorer { connection: open_to_read(file)?, file: file.to_owned() })
    }

    /// What was played in a position: at most `limit` turns, the most frequent ones. The answer is
    /// empty if no game has a turn in this position. In an open deploy, it is that of the position in
    /// which the deploy began.
    pub fn lookup(&self, position: &Position, limit: usize) -> Result<Explored, ExplorerError> {
        let mut start = *position;
        // Without an open deploy, the turn has just begun.
        let _ = start.cancel_session();
        self.explore(&start, limit).map_err(|kind| kind.at(&self.file))
    }

    fn explore(&self, start: &Position, limit: usize) -> Result<Explored, ExplorerErrorKind> {
        let joined = join(self.rows(start)?)?;
        let mut explored = Explored { turn_count: joined.len(), ..Explored::default() };
        joined.iter().for_each(|turn| explored.counts += turn.sums.counts);
        let turns = joined.into_iter().take(limit).map(|turn| self.describe(start, turn));
        explored.turns = turns.collect::<Result<_, _>>()?;
        Ok(explored)
    }

    /// The rows of a position, the most frequent turns first.
    fn rows(&self, start: &Position) -> Result<Vec<TurnRow>, ExplorerErrorKind> {
        let mut statement = self.connection.prepare_cached(&format!(
            "SELECT turn, after, top_game, {SUM_COLUMNS} FROM turns WHERE position = ?1 LIMIT {MAX_ROWS}"
        ))?;
        let read = |row: &Row<'_>| {
            let (after, top_game, sums) = (row.get(1)?, row.get(2)?, TurnSums::read(row, 3)?);
            Ok(TurnRow { lan: row.get(0)?, after, top_game, sums })
        };
        let rows = statement.query_map([position_key(start)], read)?;
        let mut rows: Vec<TurnRow> = rows.collect::<rusqlite::Result<_>>()?;
        rows.sort_by(|a, b| b.sums.counts.games.cmp(&a.sums.counts.games).then_with(|| a.lan.cmp(&b.lan)));
        Ok(rows)
    }

    fn describe(&self, start: &Position, turn: JoinedRows) -> Result<ExploredTurn, ExplorerErrorKind> {
        let JoinedRows { most_frequent: TurnRow { lan, top_game, .. }, others, sums } = turn;
        let mut top_game = self.game(top_game)?;
        for other in &others {
            let game = self.game(other.top_game)?;
            if game.strength() > top_game.strength() {
                top_game = game;
            }
        }
        let san = san(start, &lan).ok_or_else(|| {
            ExplorerErrorKind::Damaged(format!("the turn {:?} is not legal in {start}", excerpt(&lan)))
        })?;
        Ok(ExploredTurn {
            san,
            lan,
            same_as: others.into_iter().map(|other| other.lan).collect(),
            counts: sums.counts,
            rating: sums.ratings.value(),
            level: sums.levels.value(),
            first_date: sums.first_date,
            last_date: sums.last_date,
            top_game,
        })
    }

    fn game(&self, id: i64) -> Result<ExploredGame, ExplorerErrorKind> {
        let mut statement =
            self.connection.prepare_cached(&format!("SELECT {GAME_COLUMNS} FROM games WHERE id = ?1"))?;
        let game = statement.query_row([id], read_game).optional()?;
        game.ok_or_else(|| ExplorerErrorKind::Damaged(format!("expected a game with id {id}")))
    }

    /// What the file contains as a whole. Reads all of it.
    pub fn info(&self) -> Result<ExplorerInfo, ExplorerError> {
        self.read_info().map_err(|kind| kind.at(&self.file))
    }

    fn read_info(&self) -> Result<ExplorerInfo, ExplorerErrorKind> {
        // One transaction, so that all counts are of one moment.
        let transaction = self.connection.unchecked_transaction()?;
        let max_turns = schema::max_turns(&transaction)?;
        // After the transaction has begun: a builder may add to the file.
        let bytes = self.size().map_err(|error| ExplorerErrorKind::Open(error.to_string()))?;
        let (mut positions, mut last) = (0, None);
        let turns =
            for_each_row(&transaction, "SELECT position FROM turns ORDER BY position", bytes, |row| {
                let position = row.get_ref(0)?.as_blob()?;
                if last.as_deref() != Some(position) {
                    positions += 1;
                    last = Some(position.to_vec());
                }
                Ok(())
            })?;
        let mut counts = ResultCounts::default();
        let (mut first_date, mut last_date): (Option<GameDate>, Option<GameDate>) = (None, None);
        for_each_row(&transaction, "SELECT result, date FROM games", bytes, |row| {
            counts += ResultCounts::of_game(GameResult::from_pgn(row.get_ref(0)?.as_str()?));
            let date = row.get(1)?;
            first_date = [first_date, date].into_iter().flatten().min();
            last_date = last_date.max(date);
            Ok(())
        })?;
        let schema = schema::SCHEMA_VERSION;
        Ok(ExplorerInfo { schema, max_turns, counts, positions, turns, first_date, last_date, bytes })
    }

    /// The bytes of the file and of its log.
    fn size(&self) -> io::Result<u64> {
        let mut log = self.file.clone().into_os_string();
        log.push("-wal");
        // Usually there is no log.
        Ok(fs::metadata(&self.file)?.len() + fs::metadata(log).map_or(0, |log| log.len()))
    }
}

/// Calls `f` with every row and returns their number. A row takes a byte or more, so a damaged file
/// that leads in circles is noticed after `bytes` rows.
fn for_each_row(
    connection: &Connection,
    sql: &str,
    bytes: u64,
    mut f: impl FnMut(&Row<'_>) -> rusqlite::Result<()>,
) -> Result<u64, ExplorerErrorKind> {
    let mut statement = connection.prepare(sql)?;
    let mut rows = statement.query(())?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        count += 1;
        if count > bytes {
            return Err(ExplorerErrorKind::Damaged(format!("more rows than bytes: {bytes}")));
        }
        f(row)?;
    }
    Ok(count)
}

/// Joins the rows that lead to the same position.
fn join(rows: Vec<TurnRow>) -> Result<Vec<JoinedRows>, ExplorerErrorKind> {
    let mut joined: Vec<JoinedRows> = Vec::with_capacity(rows.len());
    let mut by_result: HashMap<i64, usize> = HashMap::with_capacity(rows.len());
    for row in rows {
        if !row.sums.is_consistent() {
            let lan = excerpt(&row.lan);
            return Err(ExplorerErrorKind::Damaged(format!("impossible counts of the turn {lan:?}")));
        }
        let index = *by_result.entry(row.after).or_insert(joined.len());
        match joined.get_mut(index) {
            Some(same) => {
                same.sums.add(&row.sums);
                same.others.push(row);
            }
            None => joined.push(JoinedRows { sums: row.sums, most_frequent: row, others: Vec::new() }),
        }
    }
    // Stable: among equals, the most frequent single way is first.
    joined.sort_by_key(|turn| Reverse(turn.sums.counts.games));
    Ok(joined)
}

/// The SAN of the turn with this LAN, or the LAN where the SAN could mean another turn. `None` if
/// the LAN is not that of a whole legal turn.
fn san(start: &Position, lan: &str) -> Option<String> {
    let turn = start.parse_turn(lan, Strictness::Strict).ok()?;
    match &turn {
        Turn::Step(step) => (!step.is_deploy() && step.to_string() == lan).then(|| start.san(*step)),
        Turn::Deploy(deploy) => {
            let text = deploy.open.deploy_turn_text().filter(|text| text.lan == lan)?;
            let reads_back = start.parse_turn(&text.san, Strictness::Strict).as_ref() == Ok(&turn);
            Some(if reads_back { text.san } else { text.lan })
        }
    }
}
