//! Cờ Tư Lệnh in the browser: the page, the rules, the engine and the stored games behind HTTP on this machine.
//!
//! | file | knows |
//! |---|---|
//! | `server` | the port, the start and the end |
//! | `guard` | who may ask: Host, Origin, sizes; what every answer carries |
//! | `static_files` | the page, embedded in the program |
//! | `api/` | what can be asked (docs/server.md) |
//! | `views` | what is answered |
//! | `lines` | what the engine has found |
//! | `refusal/` | why a move is refused, in words |
//! | `games/` | games in progress: one lock each, durable before answered |
//! | `storage/` | where games are kept, behind a trait |
//! | `events` | who hears of changes, behind a trait |
//! | `engine_pool` | searches: a queue with limits |
//! | `blocking` | work off the threads that answer |
//! | `clock`, `ending` | game clocks; how games end |

#![forbid(unsafe_code)]

mod api;
mod blocking;
mod clock;
mod ending;
mod engine_pool;
mod events;
mod games;
mod guard;
mod lines;
mod refusal;
mod server;
mod static_files;
mod storage;
mod views;

// What a program needs that plays the same games elsewhere than in the browser.
pub use clock::{Clock, Millis, now};
pub use ending::{Ending, GameResult, Reason};
pub use games::{
    Action, DrawOffer, GameError, GameId, LiveGame, Moves, NewGame, NewGameError, limits, rfc3339,
};
pub use refusal::{Refusal, commit_obstacle, of_move as move_refusal};
pub use server::{Config, FIRST_PORT, Server, StartError, default_folder};
pub use storage::{Listed, Player, Query, Record, SqliteStorage, Storage, StorageError};
pub use views::{Side, Sides};
