//! Answers of an explorer.

use std::cmp::Reverse;

use cotulenh::view::Sides;
use serde::Serialize;

use super::date::GameDate;
use crate::ending::GameResult;

/// Numbers of games by result. Games without a known result count only as games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct ResultCounts {
    /// All of them.
    pub games: u64,
    /// Won by Red.
    pub red: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Blue.
    pub blue: u64,
}

impl ResultCounts {
    /// The counts of one game.
    pub(super) fn of_game(result: Option<GameResult>) -> ResultCounts {
        let is = |wanted| u64::from(result == Some(wanted));
        ResultCounts {
            games: 1,
            red: is(GameResult::Red),
            draws: is(GameResult::Draw),
            blue: is(GameResult::Blue),
        }
    }

    /// Games without a known result.
    pub fn unfinished(&self) -> u64 {
        self.games.saturating_sub(self.red + self.draws + self.blue)
    }
}

impl core::ops::AddAssign for ResultCounts {
    fn add_assign(&mut self, other: ResultCounts) {
        self.games += other.games;
        self.red += other.red;
        self.draws += other.draws;
        self.blue += other.blue;
    }
}

/// What was played in a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct Explored {
    /// The games in which a turn was played in this position.
    #[serde(flatten)]
    pub counts: ResultCounts,
    /// How many different turns were played.
    pub turn_count: usize,
    /// The most frequent of them, the most frequent first.
    pub turns: Vec<ExploredTurn>,
}

impl Explored {
    /// The strongest game of each turn, the strongest of them first.
    pub fn top_games(&self) -> Vec<(&ExploredTurn, &ExploredGame)> {
        let mut games: Vec<_> = self.turns.iter().map(|turn| (turn, &turn.top_game)).collect();
        games.sort_by_key(|(_, game)| (Reverse(game.strength()), game.id));
        games
    }
}

/// A turn that was played in a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ExploredTurn {
    /// Its SAN, or its LAN where the SAN could mean another turn.
    pub san: String,
    /// Its LAN.
    pub lan: String,
    /// The LANs of other turns that lead to the same position, such as the same deploy in another
    /// order. They are counted here.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub same_as: Vec<String>,
    /// The games in which it was played.
    #[serde(flatten)]
    pub counts: ResultCounts,
    /// The mean rating of the players who played it; `None` if no rating is known.
    pub rating: Option<f64>,
    /// The mean level of the engines that played it; `None` if no level is known.
    pub level: Option<f64>,
    /// When it was first played, of the games whose date is known.
    pub first_date: Option<GameDate>,
    /// When it was last played.
    pub last_date: Option<GameDate>,
    /// The game with the strongest players.
    pub top_game: ExploredGame,
}

/// A game of an explorer file. Headers that are not known are `None`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct ExploredGame {
    /// Its number in the file.
    pub id: i64,
    /// Who played.
    pub players: Sides<ExploredPlayer>,
    /// The result; `None` if the game was not finished.
    pub result: Option<GameResult>,
    /// The date.
    pub date: Option<GameDate>,
    /// The header `Event`.
    pub event: Option<String>,
    /// The header `Site`.
    pub site: Option<String>,
    /// The header `Round`.
    pub round: Option<String>,
    /// The length of the game in turns.
    pub turns: u64,
}

impl ExploredGame {
    /// The ratings of both players added; for a player without a rating, the level.
    pub fn strength(&self) -> u32 {
        self.players.r.strength().saturating_add(self.players.b.strength())
    }
}

/// A player of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct ExploredPlayer {
    /// The name.
    pub name: Option<String>,
    /// The rating, from the header `RedElo` or `BlueElo`.
    pub rating: Option<u32>,
    /// The engine's level, from the header `RedLevel` or `BlueLevel`.
    pub level: Option<u8>,
}

impl ExploredPlayer {
    fn strength(&self) -> u32 {
        self.rating.or(self.level.map(u32::from)).unwrap_or(0)
    }
}
