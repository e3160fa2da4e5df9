#![doc = include_str!("../README.md")]
//!
//! ## Files
//!
//! | file | contents |
//! |---|---|
//! | `live_game` | [`LiveGame`]: one game, and what each command makes of it |
//! | `command` | [`GameCommand`], [`GameError`] |
//! | `stored_texts` | games as texts: how they are stored |
//! | `new_game` | [`NewGame`]: how games begin, also from a PGN |
//! | `player`, `clock`, `ending` | [`Player`], [`GameClock`]; how games end |
//! | `draw_offer` | [`DrawOffer`]: when the engine accepts a draw |
//! | `games/` | [`Games`]: all games in use, one lock each, stored before answered |
//! | `storage/` | [`Storage`], [`open`] and the SQLite backend |
//! | `explorer/` | [`Explorer`]: which turns were played in a position, from a SQLite file |
//! | `events` | [`Events`]: changes of games, published to subscribers |
//! | `engine_pool` | [`EnginePool`]: searches, with a queue and limits |
//! | `views`, `engine_line` | what front ends show, ready for JSON |

#![forbid(unsafe_code)]

mod blocking;
mod clock;
mod command;
mod draw_offer;
mod ending;
mod engine_limits;
mod engine_line;
mod engine_pool;
mod events;
mod explorer;
mod games;
mod id;
mod live_game;
mod new_game;
mod player;
mod storage;
mod stored_texts;
mod views;

pub use blocking::{Broken, blocking};
pub use clock::{ClockView, GameClock, Millis, now};
pub use command::{GameCommand, GameError};
pub use draw_offer::DrawOffer;
pub use ending::{Ending, GameResult, Reason};
pub use engine_limits::{HINT_TIME, milliseconds};
pub use engine_line::{LineView, ScoreView, play_actions};
pub use engine_pool::{
    EnginePool, MAX_NODES, MAX_TIME, MAX_WAITING, PoolError, Purpose, SearchRequest, Ticket,
};
pub use events::{Event, Events, LocalEvents};
pub use explorer::{
    DEFAULT_MAX_TURNS, Explored, ExploredGame, ExploredPlayer, ExploredTurn, Explorer, ExplorerBuilder,
    ExplorerError, ExplorerErrorKind, ExplorerInfo, ExplorerReport, GameDate, MAX_MAX_TURNS, ResultCounts,
    position_key,
};
pub use games::{CreateError, Games, Hint, OpponentError, Watching};
pub use id::{BadGameId, GameId};
pub use live_game::{Busy, GameView, LiveGame, rfc3339};
pub use new_game::{
    LeftOut, Moves, NewGame, NewGameError, ReadError, begin_at, clean_name, limits, read_first_game,
};
pub use player::Player;
pub use storage::{
    ChangeToken, ChangedGames, Changes, Listed, Query, Storage, StorageError, StoredGame, Summary, open,
    open_default,
};
pub use views::{BoardView, StepView, TurnView, turn_views};
