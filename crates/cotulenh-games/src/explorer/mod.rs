//! Opening explorer: which turns were played in a position, how often, and with which results.
//!
//! [`ExplorerBuilder`] adds games to a SQLite file, [`Explorer`] answers from it. `docs/explorer.md`
//! of the repository describes the file.
//!
//! ```
//! use cotulenh::{Game, Position, Strictness};
//! use cotulenh_games::{Explorer, ExplorerBuilder};
//!
//! let folder = tempfile::tempdir()?;
//! let file = folder.path().join("games.db");
//! let mut builder = ExplorerBuilder::open(&file, None)?;
//! for pgn in ["1. Ic6 Ic7 1-0", "1. Ic6 Mg7 1/2-1/2", "1. Mg6 Ic7 0-1"] {
//!     builder.add(&Game::from_pgn(pgn, Strictness::Lenient)?)?;
//! }
//! assert_eq!(builder.finish()?.added, 3);
//!
//! let explored = Explorer::open(&file)?.lookup(&Position::start(), 10)?;
//! assert_eq!((explored.counts.games, explored.counts.red), (3, 1));
//! let first = &explored.turns[0];
//! assert_eq!((first.san.as_str(), first.counts.games, first.counts.draws), ("Ic6", 2, 1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod batch;
mod builder;
mod date;
mod error;
mod explored;
mod game_row;
mod lookup;
mod position_key;
mod schema;
mod turn_sums;

pub use builder::{DEFAULT_MAX_TURNS, ExplorerBuilder, ExplorerReport, MAX_MAX_TURNS};
pub use date::GameDate;
pub use error::{ExplorerError, ExplorerErrorKind};
pub use explored::{Explored, ExploredGame, ExploredPlayer, ExploredTurn, ResultCounts};
pub use lookup::{Explorer, ExplorerInfo};
pub use position_key::position_key;
