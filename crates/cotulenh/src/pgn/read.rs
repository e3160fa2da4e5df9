//! Text as games.

use std::io::BufRead;

use crate::game::Game;
use crate::game_tree::GameTree;
use crate::headers::Headers;
use crate::parse::Strictness;
use crate::rule_options::RuleOptions;

use super::error::{PgnError, PgnErrorKind};
use super::parse::{Parser, Policy, parse_headers};
use super::split::RawGames;

impl Game {
    /// Reads the first game of a text: its main line.
    pub fn from_pgn(text: &str, strictness: Strictness) -> Result<Game, PgnError> {
        read_pgn(text.as_bytes(), strictness).next().unwrap_or_else(|| Err(no_game()))
    }
}

impl GameTree {
    /// Reads the first game of a text with everything in it. Anything that would be lost is an
    /// error; see [`read_trees`] for reading what can be read.
    ///
    /// ```
    /// use cotulenh::GameTree;
    /// let error = GameTree::from_pgn("1. Ic6 (1. Zz9) *").unwrap_err();
    /// assert_eq!(error.to_string(), "line 1, column 12, at \"Zz9\": no legal move matches \"Zz9\"");
    /// ```
    pub fn from_pgn(text: &str) -> Result<GameTree, PgnError> {
        let first = read_trees(text.as_bytes(), Strictness::Lenient).next();
        first.unwrap_or_else(|| Err(no_game())).map(|read| read.tree)
    }
}

fn no_game() -> PgnError {
    PgnError::new((1, 1), "", PgnErrorKind::NoGame)
}

/// Reads the games of a stream one after the other, as their main lines. A game that cannot be read
/// gives an error, and the next one is read all the same.
///
/// ```
/// use cotulenh::{Strictness, read_pgn};
/// let text = "[Red \"An\"]\n\n1. Ic6 Ic7 1-0\n\n[Red \"Bình\"]\n\n1. Zz9 *\n\n1. Mg6 *";
/// let games: Vec<_> = read_pgn(text.as_bytes(), Strictness::Strict).collect();
/// assert_eq!(games[0].as_ref().unwrap().turns().len(), 2);
/// assert_eq!(games[1].as_ref().unwrap_err().to_string(), "line 7, column 4, at \"Zz9\": no legal move matches \"Zz9\"");
/// assert!(games[2].is_ok());
/// ```
pub fn read_pgn<R: BufRead>(reader: R, strictness: Strictness) -> PgnReader<R> {
    let policy = Policy { variations: false, glyphs: false, ..Policy::new(strictness) };
    PgnReader { games: RawGames::new(reader, false), policy, skipped_variations: 0 }
}

/// Iterator over the games of a stream, see [`read_pgn`].
#[derive(Debug)]
pub struct PgnReader<R> {
    games: RawGames<R>,
    policy: Policy,
    skipped_variations: usize,
}

impl<R> PgnReader<R> {
    /// Skips words that are not moves instead of returning an error.
    ///
    /// ```
    /// use cotulenh::{Strictness, read_pgn};
    /// let mut games = read_pgn("1. Ic6 Zz9 Ic7 *".as_bytes(), Strictness::Lenient).skip_unknown_moves(true);
    /// assert_eq!(games.next().unwrap().unwrap().turns().len(), 2);
    /// ```
    #[must_use]
    pub fn skip_unknown_moves(mut self, skip: bool) -> PgnReader<R> {
        self.policy.skip_unknown_moves = skip;
        self
    }

    /// Games are played by these rules, unless a header `LastGuardPromotion` (`on` or `off`) says
    /// otherwise.
    #[must_use]
    pub fn with_options(mut self, options: RuleOptions) -> PgnReader<R> {
        self.policy.options = options;
        self
    }

    /// How many variations the last game was read without, those inside others included: a [`Game`]
    /// is one line.
    pub fn skipped_variations(&self) -> usize {
        self.skipped_variations
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Result<Game, PgnError>> {
        let raw = self.games.next()?;
        self.skipped_variations = 0;
        Some(raw.and_then(|raw| {
            let parsed = Parser::new(raw.text()?, raw.start, self.policy).parse()?;
            self.skipped_variations = parsed.skipped_variations;
            Ok(Game::from(&parsed.tree))
        }))
    }
}

/// Reads the games of a stream one after the other, as trees. Memory is bounded by the longest game
/// ([`MAX_PGN_LENGTH`](crate::MAX_PGN_LENGTH) at most). A game that cannot be read gives an error,
/// and the next one is read all the same.
///
/// ```
/// use cotulenh::{Strictness, read_trees};
/// let text = "1. Ic6 (1. Mg6 Zz9 2. Ic7) Ic7 $900 *";
/// let read = read_trees(text.as_bytes(), Strictness::Lenient).tolerant(true).next().unwrap().unwrap();
/// let dropped: Vec<String> = read.dropped.iter().map(|fault| fault.to_string()).collect();
/// assert_eq!(dropped[0], "line 1, column 16, at \"Zz9\": no legal move matches \"Zz9\"");
/// assert_eq!(dropped.len(), 2);
/// assert!(read.tree.to_pgn().ends_with("\n1. Ic6 (1. Mg6) 1... Ic7 *\n"));
/// ```
pub fn read_trees<R: BufRead>(reader: R, strictness: Strictness) -> TreeReader<R> {
    TreeReader { games: RawGames::new(reader, false), policy: Policy::new(strictness) }
}

/// Iterator over the games of a stream, see [`read_trees`].
#[derive(Debug)]
pub struct TreeReader<R> {
    games: RawGames<R>,
    policy: Policy,
}

/// A tree that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadTree {
    /// The tree.
    pub tree: GameTree,
    /// What was dropped, in the order of the text; always empty unless the reader is tolerant. A
    /// move that cannot be played is dropped with the rest of its line. At most
    /// [`MAX_DROPPED`](crate::MAX_DROPPED).
    pub dropped: Vec<PgnError>,
    /// How many things were dropped in all.
    pub dropped_count: usize,
}

impl<R> TreeReader<R> {
    /// Keeps what can be read of a damaged game and reports the rest, instead of refusing the game.
    #[must_use]
    pub fn tolerant(mut self, tolerant: bool) -> TreeReader<R> {
        self.policy.tolerant = tolerant;
        self
    }

    /// Refuses games of more turns, those of variations included; a tolerant reader drops them. A
    /// turn takes about a kilobyte of memory and may be four bytes of text.
    #[must_use]
    pub fn max_turns(mut self, turns: usize) -> TreeReader<R> {
        self.policy.max_turns = turns;
        self
    }

    /// Games are played by these rules, unless a header `LastGuardPromotion` (`on` or `off`) says
    /// otherwise.
    #[must_use]
    pub fn with_options(mut self, options: RuleOptions) -> TreeReader<R> {
        self.policy.options = options;
        self
    }
}

impl<R: BufRead> Iterator for TreeReader<R> {
    type Item = Result<ReadTree, PgnError>;

    fn next(&mut self) -> Option<Result<ReadTree, PgnError>> {
        Some(self.games.next()?.and_then(|raw| {
            let (text, fault) = raw.text_or_part();
            let mut parser = Parser::new(&text, raw.start, self.policy);
            if let Some(fault) = fault {
                parser.drop_part(fault)?;
            }
            let parsed = parser.parse()?;
            let (tree, dropped, dropped_count) = (parsed.tree, parsed.dropped, parsed.dropped_count);
            Ok(ReadTree { tree, dropped, dropped_count })
        }))
    }
}

/// Reads only the headers of the games of a stream, and where each game is. The moves are neither
/// checked nor kept, and may be of any length.
///
/// ```
/// use cotulenh::read_pgn_headers;
/// let text = "[Red \"An\"]\n\n1. Ic6 Ic7 1-0\n\n[Red \"Bình\"]\n\n1. Mg6 *\n";
/// let games: Vec<_> = read_pgn_headers(text.as_bytes()).map(Result::unwrap).collect();
/// assert_eq!(games[1].headers.get("Red"), Some("Bình"));
/// assert_eq!((games[1].line, games[1].offset), (5, 28));
/// ```
pub fn read_pgn_headers<R: BufRead>(reader: R) -> PgnHeadersReader<R> {
    PgnHeadersReader { games: RawGames::new(reader, true) }
}

/// Iterator over the headers of the games of a stream, see [`read_pgn_headers`].
#[derive(Debug)]
pub struct PgnHeadersReader<R> {
    games: RawGames<R>,
}

/// The headers of a game, and where it is in its stream.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PgnSummary {
    /// The headers, without `SetUp`, `FEN` and `LastGuardPromotion`.
    pub headers: Headers,
    /// The FEN of the start position, as written.
    pub fen: Option<String>,
    /// The line of its beginning, from 1.
    pub line: usize,
    /// The byte of its beginning, from 0.
    pub offset: u64,
    /// Its length in bytes.
    pub length: u64,
}

impl<R: BufRead> Iterator for PgnHeadersReader<R> {
    type Item = Result<PgnSummary, PgnError>;

    fn next(&mut self) -> Option<Result<PgnSummary, PgnError>> {
        Some(self.games.next()?.and_then(|raw| {
            let (headers, fen) = parse_headers(raw.text()?, raw.start)?;
            Ok(PgnSummary { headers, fen, line: raw.start.0, offset: raw.offset, length: raw.length })
        }))
    }
}
