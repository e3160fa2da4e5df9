//! Text as games.

use std::io::{self, BufRead};

use crate::game::Game;
use crate::headers::DERIVED;
use crate::moves::Move;
use crate::parse::{ParseMoveError, Strictness};
use crate::position::Position;
use crate::role::Role;
use crate::rule_options::RuleOptions;
use crate::setup::InvalidSetup;

use super::{MAX_PGN_LENGTH, is_result};

impl Game {
    /// Reads the first game of a text.
    pub fn from_pgn(text: &str, strictness: Strictness) -> Result<Game, PgnError> {
        let mut games = read_pgn(text.as_bytes(), strictness);
        games.next().unwrap_or_else(|| Err(PgnError::new(1, "", PgnErrorKind::NoGame)))
    }
}

/// A PGN that cannot be read: where and why.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}{}: {kind}", if token.is_empty() { String::new() } else { format!(", at {token:?}") })]
#[non_exhaustive]
pub struct PgnError {
    /// The line in the stream, from 1.
    pub line: usize,
    /// The offending piece of text, shortened.
    pub token: String,
    /// What is wrong with it.
    pub kind: PgnErrorKind,
}

impl PgnError {
    fn new(line: usize, token: &str, kind: PgnErrorKind) -> PgnError {
        PgnError { line, token: token.chars().take(80).collect(), kind }
    }
}

/// What is wrong with a PGN.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// The text contains no game.
    #[error("found no game")]
    NoGame,
    /// A game of more than [`MAX_PGN_LENGTH`] bytes.
    #[error("the game is longer than {MAX_PGN_LENGTH} bytes")]
    TooLong,
    /// Bytes that are not UTF-8.
    #[error("not valid UTF-8")]
    NotUtf8,
    /// The stream failed.
    #[error("cannot read: {0}")]
    Io(String),
    /// Not `[Name "value"]`.
    #[error("a header has the form [Name \"value\"]")]
    BadHeader,
    /// The `FEN` header is not a valid position.
    #[error("the FEN header is not a position: {0}")]
    BadFen(InvalidSetup),
    /// A `{` without `}`.
    #[error("the comment is never closed")]
    OpenComment,
    /// A `(` without `)`, or the other way round.
    #[error("the parentheses of a variation do not match")]
    BadVariation,
    /// A move that cannot be played.
    #[error("{0}")]
    BadMove(ParseMoveError),
    /// The unfinished deploy at the end cannot be played.
    #[error("the open deploy cannot be played: {0}")]
    BadDeploy(String),
}

/// Reads the games of a stream one after the other. A game that cannot be read gives an error, and
/// the next one is read all the same.
///
/// ```
/// use cotulenh::{Strictness, read_pgn};
/// let text = "[Red \"An\"]\n\n1. Ic6 Ic7 1-0\n\n[Red \"Bình\"]\n\n1. Zz9 *\n\n1. Mg6 *";
/// let games: Vec<_> = read_pgn(text.as_bytes(), Strictness::Strict).collect();
/// assert_eq!(games[0].as_ref().unwrap().turns().len(), 2);
/// assert_eq!(games[1].as_ref().unwrap_err().to_string(), "line 7, at \"Zz9\": no legal move matches \"Zz9\"");
/// assert!(games[2].is_ok());
/// ```
pub fn read_pgn<R: BufRead>(reader: R, strictness: Strictness) -> PgnReader<R> {
    PgnReader {
        reader,
        strictness,
        options: RuleOptions::default(),
        line: 0,
        pending: None,
        finished: false,
        skip_unknown_moves: false,
        skipped_variations: 0,
    }
}

impl<R> PgnReader<R> {
    /// Reads games without the words that are not moves there, instead of refusing the games.
    ///
    /// ```
    /// use cotulenh::{Strictness, read_pgn};
    /// let mut games = read_pgn("1. Ic6 Zz9 Ic7 *".as_bytes(), Strictness::Lenient).skip_unknown_moves(true);
    /// assert_eq!(games.next().unwrap().unwrap().turns().len(), 2);
    /// ```
    #[must_use]
    pub fn skip_unknown_moves(self, skip: bool) -> PgnReader<R> {
        PgnReader { skip_unknown_moves: skip, ..self }
    }

    /// Games are played by these rules, unless a header `LastGuardPromotion` (`on` or `off`) says
    /// otherwise.
    #[must_use]
    pub fn with_options(self, options: RuleOptions) -> PgnReader<R> {
        PgnReader { options, ..self }
    }

    /// How many variations the last game was read without, those inside others included: a [`Game`]
    /// is one line.
    pub fn skipped_variations(&self) -> usize {
        self.skipped_variations
    }
}

/// Iterator over the games of a stream, see [`read_pgn`].
#[derive(Debug)]
pub struct PgnReader<R> {
    reader: R,
    strictness: Strictness,
    options: RuleOptions,
    /// Lines read so far.
    line: usize,
    /// What belongs to the next game.
    pending: Option<Line>,
    finished: bool,
    skip_unknown_moves: bool,
    skipped_variations: usize,
}

/// The lines of one game, not yet understood.
struct RawGame {
    first_line: usize,
    text: String,
}

/// One line of the stream, or the part of it that belongs to the next game.
#[derive(Debug)]
struct Line {
    text: String,
    /// What keeps it from being read; the text is then good enough only to see where the game ends.
    fault: Option<PgnErrorKind>,
}

impl<R: BufRead> PgnReader<R> {
    /// One line, or `None` at the end of the stream. Of an overlong line only the end is kept.
    fn read_line(&mut self) -> io::Result<Option<Line>> {
        if let Some(line) = self.pending.take() {
            return Ok(Some(line));
        }
        let mut bytes = Vec::new();
        let mut too_long = false;
        loop {
            let buffer = self.reader.fill_buf()?;
            let end = buffer.iter().position(|&b| b == b'\n');
            let part = &buffer[..end.map_or(buffer.len(), |at| at + 1)];
            if part.is_empty() && bytes.is_empty() {
                return Ok(None);
            }
            bytes.extend_from_slice(part);
            let (length, finished) = (part.len(), part.is_empty() || end.is_some());
            self.reader.consume(length);
            if bytes.len() > MAX_PGN_LENGTH {
                too_long = true;
                bytes.drain(..bytes.len() - 64);
            }
            if finished {
                break;
            }
        }
        self.line += 1;
        let mut fault = too_long.then_some(PgnErrorKind::TooLong);
        let text = String::from_utf8(bytes).unwrap_or_else(|error| {
            fault.get_or_insert(PgnErrorKind::NotUtf8);
            String::from_utf8_lossy(error.as_bytes()).into_owned()
        });
        let text = text.trim_end_matches(['\n', '\r']);
        let text = if self.line == 1 { text.trim_start_matches('\u{feff}') } else { text };
        Ok(Some(Line { text: text.to_owned(), fault }))
    }

    /// Collects the lines of the next game: up to its result, or to the headers of the one after
    /// it.
    fn read_raw(&mut self) -> Result<Option<RawGame>, PgnError> {
        let mut game: Option<RawGame> = None;
        let mut failure: Option<PgnError> = None;
        let mut scan = MoveScan::default();
        let (mut saw_headers, mut after_headers, mut finished) = (false, false, false);
        loop {
            let Line { mut text, fault } = match self.read_line() {
                Ok(Some(line)) => line,
                Ok(None) => {
                    self.finished = true;
                    break;
                }
                Err(error) => {
                    // A broken stream ends everything.
                    self.finished = true;
                    let kind = PgnErrorKind::Io(error.to_string());
                    failure.get_or_insert(PgnError::new(self.line + 1, "", kind));
                    break;
                }
            };
            let is_header = !scan.in_comment && text.trim_start().starts_with('[');
            if finished && !scan.in_comment {
                // The comment behind the result has ended.
                self.pending = Some(Line { text, fault });
                break;
            }
            if is_header && (scan.saw_words || after_headers) {
                self.pending = Some(Line { text, fault });
                break;
            }
            saw_headers |= is_header;
            if text.trim().is_empty() {
                after_headers = saw_headers;
                if game.is_none() {
                    continue;
                }
            }
            let raw = game.get_or_insert_with(|| RawGame { first_line: self.line, text: String::new() });
            let escaped = text.starts_with('%') && !scan.in_comment;
            if !escaped
                && !is_header
                && let Some(end) = scan.find_end(&text, &mut finished)
            {
                let rest = text.split_off(end);
                if !rest.trim().is_empty() {
                    self.pending = Some(Line { text: rest, fault: fault.clone() });
                }
            }
            let too_long = raw.text.len() + text.len() >= MAX_PGN_LENGTH;
            if let Some(kind) = fault.or(too_long.then_some(PgnErrorKind::TooLong)) {
                failure.get_or_insert(PgnError::new(self.line, "", kind));
            } else {
                raw.text.push_str(&text);
                raw.text.push('\n');
            }
            if finished && !scan.in_comment {
                break;
            }
        }
        match failure {
            Some(error) => Err(error),
            // Comments alone are not a game.
            None => Ok(game.filter(|_| saw_headers || scan.saw_words)),
        }
    }
}

/// Looks for the end of a game: its result, outside comments and variations, and the comments that
/// follow it on the line.
#[derive(Default)]
struct MoveScan {
    in_comment: bool,
    depth: usize,
    /// There was more than comments.
    saw_words: bool,
}

impl MoveScan {
    /// Where in this line the game ends, if it does. `finished` is set once the result has been
    /// seen.
    fn find_end(&mut self, line: &str, finished: &mut bool) -> Option<usize> {
        let mut word = 0;
        for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
            if self.in_comment {
                self.in_comment = c != '}';
                word = at + c.len_utf8();
                continue;
            }
            let blank = c.is_whitespace();
            if *finished && !blank && !matches!(c, '{' | ';') {
                return Some(at);
            }
            if blank || matches!(c, '{' | ';') {
                let text = &line[word..at];
                self.saw_words |= !text.is_empty();
                *finished |= self.depth == 0 && is_result(text);
                word = at + c.len_utf8();
            }
            match c {
                '{' => self.in_comment = true,
                ';' => return None,
                '(' => self.depth += 1,
                ')' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
        }
        None
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Result<Game, PgnError>> {
        if self.finished {
            return None;
        }
        match self.read_raw() {
            Ok(None) => None,
            Ok(Some(raw)) => {
                let mut parser = Parser::new(&raw, self);
                let game = parser.game();
                self.skipped_variations = parser.skipped_variations;
                Some(game)
            }
            Err(error) => Some(Err(error)),
        }
    }
}

struct Header {
    line: usize,
    name: String,
    value: String,
}

/// What stands before the moves.
#[derive(Default)]
struct Preamble<'a> {
    headers: Vec<Header>,
    comments: Vec<&'a str>,
}

/// Reads the text of one game.
struct Parser<'a> {
    rest: &'a str,
    line: usize,
    strictness: Strictness,
    options: RuleOptions,
    skip_unknown_moves: bool,
    skipped_variations: usize,
}

impl<'a> Parser<'a> {
    fn new<R>(raw: &'a RawGame, reader: &PgnReader<R>) -> Parser<'a> {
        let &PgnReader { strictness, options, skip_unknown_moves, .. } = reader;
        let (rest, line) = (raw.text.as_str(), raw.first_line);
        Parser { rest, line, strictness, options, skip_unknown_moves, skipped_variations: 0 }
    }

    fn error(&self, token: &str, kind: PgnErrorKind) -> PgnError {
        PgnError::new(self.line, token, kind)
    }

    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    fn game(&mut self) -> Result<Game, PgnError> {
        let Preamble { headers, comments } = self.preamble()?;
        let mut game = self.begin(&headers)?;
        comments.into_iter().for_each(|comment| note(&mut game, comment));
        for Header { line, name, value } in &headers {
            if !DERIVED.contains(&name.as_str()) && game.headers_mut().set(name, value).is_err() {
                return Err(PgnError::new(*line, name, PgnErrorKind::BadHeader));
            }
        }
        self.moves(&mut game)?;
        Ok(game)
    }

    /// The position the game begins with, as the headers tell.
    fn begin(&self, headers: &[Header]) -> Result<Game, PgnError> {
        let find = |wanted: &str| headers.iter().find(|header| header.name == wanted);
        let mut options = self.options;
        if let Some(header) = find("LastGuardPromotion") {
            options = options.with_skip_last_guard_promotion(header.value == "off");
        }
        match find("FEN") {
            None => Ok(Position::start().with_options(options).into()),
            Some(Header { line, value: fen, .. }) => Game::from_fen(fen, options)
                .map_err(|error| PgnError::new(*line, fen, PgnErrorKind::BadFen(error))),
        }
    }

    /// The headers, and the comments before and between them.
    fn preamble(&mut self) -> Result<Preamble<'a>, PgnError> {
        let mut preamble = Preamble::default();
        loop {
            let blank = self.rest.len() - self.rest.trim_start().len();
            self.advance(blank);
            let end = self.rest.find('\n').unwrap_or(self.rest.len());
            let text = self.rest[..end].trim_end();
            if text.starts_with('%') {
                self.advance(end);
                continue;
            }
            if text.starts_with('{') {
                preamble.comments.push(self.comment()?);
                continue;
            }
            if text.starts_with(';') {
                preamble.comments.push(&self.line_rest()[1..]);
                continue;
            }
            if !text.starts_with('[') {
                return Ok(preamble);
            }
            let (name, value) =
                parse_header(text).ok_or_else(|| self.error(text, PgnErrorKind::BadHeader))?;
            preamble.headers.push(Header { line: self.line, name, value });
            self.advance(end);
        }
    }

    fn moves(&mut self, game: &mut Game) -> Result<(), PgnError> {
        let mut result: Option<&str> = None;
        loop {
            let at_line_start = self.rest.starts_with('\n') || self.rest.starts_with('%');
            let blank = self.rest.len() - self.rest.trim_start().len();
            let broke_line = self.advance(blank).contains('\n') || at_line_start;
            let Some(first) = self.rest.chars().next() else { break };
            match first {
                '{' => {
                    let text = self.comment()?;
                    note(game, text);
                }
                ';' => {
                    let text = self.line_rest();
                    note(game, &text[1..]);
                }
                '%' if broke_line => _ = self.line_rest(),
                '(' if !starts_stack(self.rest) => self.variation()?,
                ')' => return Err(self.error(")", PgnErrorKind::BadVariation)),
                _ => {
                    let word = first_word(self.rest);
                    if is_result(word) {
                        result = Some(word);
                    } else if !word.starts_with('$') {
                        let played = self.turn(game, word);
                        if !self.skip_unknown_moves {
                            played?;
                        }
                    }
                    self.advance(word.len());
                }
            }
        }
        if let Some(result) = result.filter(|&result| result != "*")
            && game.headers().get("Result").is_none_or(|known| known == "*" || !is_result(known))
            && game.outcome().is_none()
        {
            let _ = game.headers_mut().set("Result", result);
        }
        Ok(())
    }

    /// Plays one word: a move number, a move, or both without a space between.
    fn turn(&self, game: &mut Game, word: &str) -> Result<(), PgnError> {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let after_digits = &word[digits..];
        let text = match digits {
            0 => word,
            _ if after_digits.starts_with('.') => after_digits.trim_start_matches('.'),
            _ if after_digits.is_empty() => "",
            _ => word,
        };
        // Some programs write a glyph of their own for the missing move of Red, or a space before the
        // glyph of a move.
        if text.bytes().all(|b| matches!(b, b'.' | b'!' | b'?')) {
            return Ok(());
        }
        if text.ends_with("...") {
            let played = game.play_open_deploy(text);
            return played.map_err(|reason| self.error(text, PgnErrorKind::BadDeploy(reason)));
        }
        game.play_text(text, self.strictness)
            .or_else(|error| match game.position().session() {
                Some(_) => game.replay_turn_text(text, self.strictness),
                None => match self.long_move(game.position(), text) {
                    Some(mv) => game.play(mv).map_err(|_| error),
                    None => Err(error),
                },
            })
            .map_err(|error| self.error(text, PgnErrorKind::BadMove(error)))
    }

    /// A move in the long form of other games, `Ag6-g4` or `Ag6g4` for a capture too: of the whole
    /// unit before a deploy step, as in RULES 14.4.
    fn long_move(&self, position: &Position, text: &str) -> Option<Move> {
        if self.strictness == Strictness::Strict {
            return None;
        }
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        let role = Role::from_letter(text.chars().next().filter(char::is_ascii_uppercase)?)?;
        let points = &text[1..];
        let (end, _) = points.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit())?;
        let (from, to) = points.split_at(end);
        let (from, to) = (from.parse().ok()?, to.strip_prefix('-').unwrap_or(to).parse().ok()?);
        let moves = position.legal_moves_from(from);
        let found = |deploy| {
            let fits = |mv: &&Move| mv.to() == to && mv.unit().top_role() == role && mv.is_deploy() == deploy;
            moves.iter().find(fits).copied()
        };
        found(false).or_else(|| found(true))
    }

    /// The inside of `{…}`.
    fn comment(&mut self) -> Result<&'a str, PgnError> {
        match self.rest.find('}') {
            Some(end) => Ok(&self.advance(end + 1)[1..end]),
            None => Err(self.error("{", PgnErrorKind::OpenComment)),
        }
    }

    fn line_rest(&mut self) -> &'a str {
        self.advance(self.rest.find('\n').unwrap_or(self.rest.len()))
    }

    /// Skips a variation with everything inside it.
    fn variation(&mut self) -> Result<(), PgnError> {
        let start = self.line;
        let mut depth = 0usize;
        while let Some(c) = self.rest.chars().next() {
            match c {
                '{' => _ = self.comment()?,
                ';' => _ = self.line_rest(),
                _ => {
                    if c == '(' && !starts_stack(self.rest) {
                        self.skipped_variations += 1;
                    }
                    self.advance(c.len_utf8());
                    match c {
                        '(' => depth += 1,
                        ')' => depth -= 1,
                        _ => {}
                    }
                    if depth == 0 {
                        return Ok(());
                    }
                }
            }
        }
        Err(PgnError::new(start, "(", PgnErrorKind::BadVariation))
    }
}

/// The text up to white space, or to something that needs none before it: a comment, a glyph, a
/// variation.
fn first_word(text: &str) -> &str {
    let mut before = ' ';
    let end = text.char_indices().find(|&(at, c)| {
        let ends = match c {
            '{' | ';' => true,
            '$' => at > 0,
            // Inside a move, `(` follows a separator: `I<(FT)>f3`.
            '(' => before.is_alphanumeric() || matches!(before, '!' | '?' | '#' | '+'),
            _ => c.is_whitespace(),
        };
        before = c;
        ends
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// Does the text begin with a stack such as `(N+F)` rather than a variation?
fn starts_stack(text: &str) -> bool {
    let Some(end) = text.find(')') else { return false };
    let inside = &text[1..end];
    !inside.is_empty() && inside.len() <= 6 && inside.bytes().all(|b| b == b'+' || b.is_ascii_uppercase())
}

/// `[Name "value"]` with `\"` and `\\` inside the value.
fn parse_header(text: &str) -> Option<(String, String)> {
    let inside = text.strip_prefix('[')?.strip_suffix(']')?.trim();
    let (name, value) = inside.split_once(char::is_whitespace)?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut unescaped = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => unescaped.push(chars.next()?),
            '"' => return None,
            _ => unescaped.push(c),
        }
    }
    Some((name.into(), unescaped))
}

/// Files a comment under the present position. Several comments are joined.
fn note(game: &mut Game, text: &str) {
    let joined = match game.comment() {
        Some(earlier) => format!("{earlier} {text}"),
        None => text.to_owned(),
    };
    game.set_comment(Some(&joined));
}
