//! PGN out and in.
//!
//! Written as chess programs do, with Red and Blue for White and Black. A deploy turn is one move,
//! in its SAN or, where that could mean another stack, in its LAN; an unfinished one at the end is
//! written as in a FEN, with three dots. Reading is lenient: variations and numeric glyphs are
//! skipped, `;` comments and `%` lines are understood.

mod read;
mod write;

pub use read::{PgnError, PgnErrorKind, PgnReader, read_pgn};
pub use write::{PgnFormat, PgnTurn, write_pgn};

/// The longest text of one game that is read.
pub const MAX_PGN_LENGTH: usize = 1 << 20;

/// Is this the word that ends a game?
fn is_result(token: &str) -> bool {
    matches!(token, "1-0" | "0-1" | "1/2-1/2" | "*")
}
