//! PGN out and in.
//!
//! Written as chess programs do, with Red and Blue for White and Black. A deploy turn is one move,
//! in its SAN or, where that could mean another stack, in its LAN; an unfinished one at the end is
//! written as in a FEN, with three dots.
//!
//! `split.rs` splits a stream into games, `token.rs` a game into words, `parse.rs` makes a tree of
//! them; a [`Game`](crate::Game) is its main line.

mod error;
mod parse;
mod read;
mod split;
mod token;
mod write;
mod write_tree;

pub use error::{PgnError, PgnErrorKind};
pub use read::{
    PgnHeadersReader, PgnReader, PgnSummary, ReadTree, TreeReader, read_pgn, read_pgn_headers, read_trees,
};
pub use write::{PgnFormat, PgnTurn, write_pgn};
pub(crate) use write::{deploy_turn_in_pgn, open_deploy_text};

/// The longest text of one game that is read.
pub const MAX_PGN_LENGTH: usize = 1 << 20;

/// The most parts of one game that [`ReadTree::dropped`] lists.
pub const MAX_DROPPED: usize = 1000;

/// Is this the word that ends a game?
pub(crate) fn is_result(token: &str) -> bool {
    matches!(token, "1-0" | "0-1" | "1/2-1/2" | "*")
}

/// The number of a glyph: `$5` or `!?`.
fn glyph_number(text: &str) -> Option<u8> {
    match text {
        "!" => Some(1),
        "?" => Some(2),
        "!!" => Some(3),
        "??" => Some(4),
        "!?" => Some(5),
        "?!" => Some(6),
        _ => {
            let digits = text.strip_prefix('$')?;
            digits.parse().ok().filter(|_| digits.bytes().all(|b| b.is_ascii_digit()))
        }
    }
}
