//! What is summed up over the games in which a turn was played.

use cotulenh::Color;
use rusqlite::Row;

use super::date::GameDate;
use super::explored::{ExploredGame, ResultCounts};

/// The sums of one turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TurnSums {
    pub counts: ResultCounts,
    /// How many ratings are known of those who played the turn, and their sum.
    pub ratings: Mean,
    /// The same for levels.
    pub levels: Mean,
    pub first_date: Option<GameDate>,
    pub last_date: Option<GameDate>,
}

/// A mean value, as its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mean {
    pub count: u64,
    pub sum: u64,
}

impl Mean {
    fn of(value: Option<u32>) -> Mean {
        Mean { count: value.is_some().into(), sum: value.unwrap_or(0).into() }
    }

    fn add(&mut self, other: Mean) {
        self.count += other.count;
        self.sum += other.sum;
    }

    pub fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }
}

/// The columns of the sums, in the order of [`TurnSums::read`].
pub const SUM_COLUMNS: &str =
    "games, red, draws, blue, ratings, rating_sum, levels, level_sum, first_date, last_date";

/// No sum in a file is larger, so that the sums of all rows of a position can be added.
const MAX_SUM: u64 = 1 << 46;

impl TurnSums {
    /// Of one game, in which this side played the turn.
    pub fn of_game(game: &ExploredGame, mover: Color) -> TurnSums {
        let player = game.players.get(mover);
        TurnSums {
            counts: ResultCounts::of_game(game.result),
            ratings: Mean::of(player.rating),
            levels: Mean::of(player.level.map(u32::from)),
            first_date: game.date,
            last_date: game.date,
        }
    }

    pub fn add(&mut self, other: &TurnSums) {
        self.counts += other.counts;
        self.ratings.add(other.ratings);
        self.levels.add(other.levels);
        self.first_date = [self.first_date, other.first_date].into_iter().flatten().min();
        self.last_date = self.last_date.max(other.last_date);
    }

    /// Reads [`SUM_COLUMNS`] from this column on.
    pub fn read(row: &Row<'_>, first: usize) -> rusqlite::Result<TurnSums> {
        let count = |column: usize| row.get::<_, u64>(first + column);
        let mean = |column| -> rusqlite::Result<Mean> {
            Ok(Mean { count: count(column)?, sum: count(column + 1)? })
        };
        Ok(TurnSums {
            counts: ResultCounts { games: count(0)?, red: count(1)?, draws: count(2)?, blue: count(3)? },
            ratings: mean(4)?,
            levels: mean(6)?,
            first_date: row.get(first + 8)?,
            last_date: row.get(first + 9)?,
        })
    }

    /// Can games have these sums?
    pub fn is_consistent(&self) -> bool {
        let ResultCounts { games, red, draws, blue } = self.counts;
        let parts = [
            games,
            red,
            draws,
            blue,
            self.ratings.count,
            self.ratings.sum,
            self.levels.count,
            self.levels.sum,
        ];
        parts.into_iter().all(|part| part <= MAX_SUM)
            && games > 0
            && red + draws + blue <= games
            && self.ratings.count <= games
            && self.levels.count <= games
    }
}
