//! The methods of the bridge for PGN.

use serde::Serialize;

use crate::parse::Strictness;
use crate::pgn::{PgnError, PgnErrorKind, PgnSummary, ReadTree, read_pgn_headers, read_trees};
use crate::rule_options::RuleOptions;
use crate::view::{PgnFaultView, TreeView};

/// A game that was read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct ReadPgnView {
    /// The game.
    #[serde(flatten)]
    pub tree: TreeView,
    /// What was dropped: always empty unless the reader is tolerant.
    pub dropped: Vec<PgnFaultView>,
    /// How many things were dropped in all; the list may be shorter.
    pub dropped_count: usize,
}

impl From<&ReadTree> for ReadPgnView {
    fn from(read: &ReadTree) -> ReadPgnView {
        ReadPgnView {
            tree: TreeView::from(&read.tree),
            dropped: read.dropped.iter().map(PgnFaultView::from).collect(),
            dropped_count: read.dropped_count,
        }
    }
}

/// Reads one game of a text, the first one being 0. The options hold where its headers do not say
/// otherwise.
pub fn read_pgn(
    text: &str,
    game: usize,
    strictness: Strictness,
    tolerant: bool,
    options: RuleOptions,
) -> Result<ReadTree, PgnError> {
    let mut games = read_trees(text.as_bytes(), strictness).tolerant(tolerant).with_options(options);
    games.nth(game).unwrap_or_else(|| Err(PgnError::new((1, 1), "", PgnErrorKind::NoGame)))
}

/// The headers of one game, and where it is in its text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum GameSummaryView {
    /// They can be read.
    Headers {
        /// Names and values.
        headers: Vec<(String, String)>,
        /// The FEN of the start position, as written.
        #[serde(skip_serializing_if = "Option::is_none")]
        fen: Option<String>,
        /// The line of its beginning, from 1.
        line: usize,
        /// The byte of its beginning, from 0.
        offset: u64,
        /// Its length in bytes.
        length: u64,
    },
    /// They cannot.
    Fault {
        /// Why not.
        fault: PgnFaultView,
    },
}

/// The headers of all games of a text. The moves are not read.
pub fn pgn_headers(text: &str) -> Vec<GameSummaryView> {
    let pair = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
    let summary = |game: Result<PgnSummary, PgnError>| match game {
        Ok(PgnSummary { headers, fen, line, offset, length, .. }) => {
            let headers = headers.iter_set().map(pair).collect();
            GameSummaryView::Headers { headers, fen, line, offset, length }
        }
        Err(error) => GameSummaryView::Fault { fault: PgnFaultView::from(&error) },
    };
    read_pgn_headers(text.as_bytes()).map(summary).collect()
}
