//! Games that wait to be written.

use std::collections::HashSet;

use cotulenh::{Color, Game};
use rusqlite::{Connection, params};

use super::explored::ExploredGame;
use super::game_row::{GameHash, describe, game_hash, insert_game, turn_lan};
use super::position_key::{key_hash, position_key};
use super::turn_sums::TurnSums;

/// Games that wait to be written, and the turns in them.
///
/// Keys of positions are scattered over the whole table. So a batch is sorted before it is written:
/// each page of the table is changed once.
#[derive(Debug, Default)]
pub struct Batch {
    games: Vec<(GameHash, ExploredGame)>,
    turns: Vec<BatchTurn>,
}

/// A turn of a waiting game.
#[derive(Debug)]
struct BatchTurn {
    position: Vec<u8>,
    lan: String,
    /// The hash of the position after it.
    after: i64,
    mover: Color,
    /// The index of its game.
    game: usize,
}

impl Batch {
    /// How many turns wait.
    pub fn turn_count(&self) -> usize {
        self.turns.len()
    }

    /// How many games wait.
    pub fn game_count(&self) -> usize {
        self.games.len()
    }

    /// Adds the first turns of a game. A position that occurs several times counts once, with the
    /// last turn that was played there.
    pub fn push(&mut self, game: &Game, max_turns: usize) {
        let index = self.games.len();
        self.games.push((game_hash(game), describe(game)));
        let mut known = HashSet::new();
        let count = game.turns().len().min(max_turns);
        let mut after = count.checked_sub(1).and_then(|last| game.after(last)).map(position_key);
        for turn in game.turns()[..count].iter().rev() {
            let position = position_key(turn.before());
            // The position before a turn is that after the previous one.
            let after = after.replace(position.clone()).map_or(0, |after| key_hash(&after));
            if known.insert(position.clone()) {
                let mover = turn.before().turn();
                self.turns.push(BatchTurn { position, lan: turn_lan(turn), after, mover, game: index });
            }
        }
    }

    /// Writes all of it. Returns how many games were not in the file before.
    pub fn write(self, connection: &Connection) -> rusqlite::Result<u64> {
        let Batch { games, mut turns } = self;
        let insert = |(hash, game): (GameHash, ExploredGame)| {
            let id = insert_game(connection, &hash, &game)?;
            Ok(id.map(|id| ExploredGame { id, ..game }))
        };
        let games: Vec<Option<ExploredGame>> =
            games.into_iter().map(insert).collect::<rusqlite::Result<_>>()?;
        turns.retain(|turn| games[turn.game].is_some());
        turns.sort_unstable_by(|a, b| (&a.position, &a.lan, a.game).cmp(&(&b.position, &b.lan, b.game)));
        for same in turns.chunk_by(|a, b| (&a.position, &a.lan) == (&b.position, &b.lan)) {
            write_turn(connection, same, &games)?;
        }
        Ok(games.iter().flatten().count() as u64)
    }
}

/// Adds the games of a batch in which one turn was played.
fn write_turn(
    connection: &Connection,
    turns: &[BatchTurn],
    games: &[Option<ExploredGame>],
) -> rusqlite::Result<()> {
    let mut sums = TurnSums::default();
    let mut top: Option<&ExploredGame> = None;
    for turn in turns {
        let Some(game) = &games[turn.game] else { continue };
        sums.add(&TurnSums::of_game(game, turn.mover));
        // The first of equals stays.
        top = top.filter(|top| top.strength() >= game.strength()).or(Some(game));
    }
    let (Some(turn), Some(top)) = (turns.first(), top) else { return Ok(()) };
    let mut statement = connection.prepare_cached(UPSERT)?;
    statement.execute(params![
        turn.position,
        turn.lan,
        turn.after,
        sums.counts.games,
        sums.counts.red,
        sums.counts.draws,
        sums.counts.blue,
        sums.ratings.count,
        sums.ratings.sum,
        sums.levels.count,
        sums.levels.sum,
        sums.first_date,
        sums.last_date,
        top.id,
        top.strength(),
    ])?;
    Ok(())
}

/// The last parameter is the strength of the top game; its formula is that of
/// [`ExploredGame::strength`].
const UPSERT: &str = "\
INSERT INTO turns VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)
ON CONFLICT DO UPDATE SET
    games = games + excluded.games,
    red = red + excluded.red,
    draws = draws + excluded.draws,
    blue = blue + excluded.blue,
    ratings = ratings + excluded.ratings,
    rating_sum = rating_sum + excluded.rating_sum,
    levels = levels + excluded.levels,
    level_sum = level_sum + excluded.level_sum,
    first_date = coalesce(min(first_date, excluded.first_date), first_date, excluded.first_date),
    last_date = coalesce(max(last_date, excluded.last_date), last_date, excluded.last_date),
    top_game = CASE WHEN ?15 > (
        SELECT coalesce(red_rating, red_level, 0) + coalesce(blue_rating, blue_level, 0)
        FROM games WHERE id = top_game
    ) THEN excluded.top_game ELSE top_game END";
