//! The bridge: a stateless JSON-lines interface, described in `docs/protocol.md`.
//!
//! The methods that are more than one call of the rules are functions of this module; they need the
//! feature `serde` only. Requests and answers as lines need the feature `bridge`.
//!
//! ```
//! # #[cfg(feature = "bridge")] {
//! let answer = cotulenh::bridge::respond(r#"{"id": 7, "method": "perft", "depth": 2}"#);
//! assert_eq!(answer, r#"{"id":7,"ok":true,"result":{"nodes":13460}}"#);
//! # }
//! ```

mod bytes;
mod error;
#[cfg(feature = "bridge")]
mod lines;
mod methods;
mod pgn;
mod questions;
#[cfg(feature = "bridge")]
mod request;

pub use bytes::{
    BytesView, DecodedGame, DecodedPosition, decode_game, decode_position, encode_game, encode_position,
};
pub use error::{BridgeError, BridgeParams};
#[cfg(feature = "bridge")]
pub use lines::{Extension, respond, respond_with, serve, serve_with};
pub use methods::{Divide, PerftView, PlayEntry, TurnName, parse_move, perft, play};
pub use pgn::{GameSummaryView, ReadPgnView, pgn_headers, read_pgn};
pub use questions::{MAX_DEPLOY_RESULTS, MirrorView, checks, deploy_results, mirror, outcome, unreachable};
#[cfg(feature = "bridge")]
pub use request::{BridgeAnswer, Request};

/// Longer lines are answered with an error.
pub const MAX_LINE_LENGTH: usize = 1 << 20;

/// A perft that would count more nodes is refused, because a stateless service must not hang.
pub const MAX_PERFT_NODES: u64 = 250_000_000;
