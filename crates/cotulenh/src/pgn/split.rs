//! A stream split into the texts of its games, in one pass over its bytes.

use std::borrow::Cow;
use std::io::{BufRead, ErrorKind};

use super::error::{PgnError, PgnErrorKind};
use super::{MAX_PGN_LENGTH, is_result};

/// The text of one game, not yet understood.
pub(super) struct RawGame {
    text: Vec<u8>,
    /// Where the text begins: line and column, from 1.
    pub start: (usize, usize),
    /// Where the text begins in the stream, in bytes.
    pub offset: u64,
    /// How many bytes the game takes in the stream.
    pub length: u64,
    /// The end of the text is missing, because the text is longer than [`MAX_PGN_LENGTH`].
    is_cut: bool,
}

impl RawGame {
    /// The text, if it is complete and UTF-8.
    pub fn text(&self) -> Result<&str, PgnError> {
        if self.is_cut {
            return Err(self.fault_at(self.text.len(), PgnErrorKind::TooLong));
        }
        let text = core::str::from_utf8(&self.text);
        text.map_err(|error| self.fault_at(error.valid_up_to(), PgnErrorKind::NotUtf8))
    }

    /// As much of the text as is there, and what is wrong with the rest.
    pub fn text_or_part(&self) -> (Cow<'_, str>, Option<PgnError>) {
        match self.text() {
            Ok(text) => (text.into(), None),
            Err(fault) => {
                // A word that is cut off could be another word.
                let end = self.text.iter().rposition(u8::is_ascii_whitespace).filter(|_| self.is_cut);
                let part = &self.text[..end.unwrap_or(self.text.len())];
                (String::from_utf8_lossy(part), Some(fault))
            }
        }
    }

    fn fault_at(&self, end: usize, kind: PgnErrorKind) -> PgnError {
        let before = String::from_utf8_lossy(&self.text[..end]);
        let lines = before.matches('\n').count();
        let first_column = if lines == 0 { self.start.1 } else { 1 };
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count();
        PgnError::new((self.start.0 + lines, first_column + column), "", kind)
    }
}

/// Splits a stream into games. A game ends with its result and the comments behind that on the
/// line, or before the headers of the next game.
#[derive(Debug)]
pub(super) struct RawGames<R> {
    reader: R,
    /// Leaves the moves out of the texts.
    headers_only: bool,
    /// The next byte: line and column from 1, offset from 0.
    line: usize,
    column: usize,
    offset: u64,
    finished: bool,
}

/// What a byte is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Moves,
    /// `{…}`
    Comment,
    /// From `;`, or from `%` at the beginning of a line, to the end of the line.
    LineRest,
    /// `[…]`; it ends with its line at the latest.
    Header {
        quoted: bool,
        escaped: bool,
    },
}

/// What has been seen of the game that is being read.
struct Scan {
    part: Part,
    /// Variations that are open.
    depth: usize,
    /// The word so far, if it is short enough for a result.
    word: [u8; LONGEST_RESULT],
    word_length: usize,
    /// Only blanks so far on this line.
    blank_line: bool,
    /// Only headers so far on this line.
    header_may_follow: bool,
    saw_headers: bool,
    /// A blank line after headers.
    headers_ended: bool,
    /// More than headers and comments.
    saw_words: bool,
    saw_result: bool,
}

const LONGEST_RESULT: usize = "1/2-1/2".len();

/// What follows from one more byte.
enum GameBoundary {
    GoesOn,
    /// The game ends before this byte.
    EndsBefore,
    /// The game ends after this byte.
    EndsAfter,
}

impl Scan {
    fn new() -> Scan {
        Scan {
            part: Part::Moves,
            depth: 0,
            word: [0; LONGEST_RESULT],
            word_length: 0,
            blank_line: true,
            header_may_follow: true,
            saw_headers: false,
            headers_ended: false,
            saw_words: false,
            saw_result: false,
        }
    }

    fn end_word(&mut self) {
        if self.depth == 0 && (1..=LONGEST_RESULT).contains(&self.word_length) {
            let word = core::str::from_utf8(&self.word[..self.word_length]);
            self.saw_result |= word.is_ok_and(is_result);
        }
        self.word_length = 0;
    }

    /// The next byte; `line_start` if it is the first of its line.
    #[inline]
    fn next(&mut self, byte: u8, line_start: bool) -> GameBoundary {
        match self.part {
            Part::Comment => {
                if byte == b'}' {
                    self.part = Part::Moves;
                }
                return GameBoundary::GoesOn;
            }
            Part::LineRest if byte != b'\n' => return GameBoundary::GoesOn,
            Part::Header { quoted, escaped } if byte != b'\n' => {
                self.part = match byte {
                    b']' if !quoted => Part::Moves,
                    b'"' if !escaped => Part::Header { quoted: !quoted, escaped: false },
                    b'\\' if quoted => Part::Header { quoted, escaped: !escaped },
                    _ => Part::Header { quoted, escaped: false },
                };
                return GameBoundary::GoesOn;
            }
            _ => {}
        }
        match byte {
            b'\n' => {
                self.end_word();
                self.part = Part::Moves;
                self.headers_ended |= self.blank_line && self.saw_headers;
                (self.blank_line, self.header_may_follow) = (true, true);
                return if self.saw_result { GameBoundary::EndsAfter } else { GameBoundary::GoesOn };
            }
            b' ' | b'\t' | b'\r' | 0x0b | 0x0c => {
                self.end_word();
                return GameBoundary::GoesOn;
            }
            b'{' | b';' => {
                self.end_word();
                self.part = if byte == b'{' { Part::Comment } else { Part::LineRest };
                (self.blank_line, self.header_may_follow) = (false, false);
                return GameBoundary::GoesOn;
            }
            b'%' if line_start => {
                self.part = Part::LineRest;
                (self.blank_line, self.header_may_follow) = (false, false);
                return GameBoundary::GoesOn;
            }
            b'[' if self.header_may_follow => {
                if self.saw_words || self.headers_ended {
                    return GameBoundary::EndsBefore;
                }
                self.part = Part::Header { quoted: false, escaped: false };
                (self.blank_line, self.saw_headers) = (false, true);
                return GameBoundary::GoesOn;
            }
            _ => {}
        }
        if self.saw_result {
            // Something other than a comment follows the result.
            return GameBoundary::EndsBefore;
        }
        match byte {
            b'(' => self.depth += 1,
            b')' => self.depth = self.depth.saturating_sub(1),
            _ => {}
        }
        (self.blank_line, self.header_may_follow, self.saw_words) = (false, false, true);
        if self.word_length < LONGEST_RESULT {
            self.word[self.word_length] = byte;
        }
        self.word_length += 1;
        GameBoundary::GoesOn
    }
}

impl<R: BufRead> RawGames<R> {
    pub fn new(reader: R, headers_only: bool) -> RawGames<R> {
        RawGames { reader, headers_only, line: 1, column: 1, offset: 0, finished: false }
    }

    /// The text of the next game, or `None` at the end of the stream.
    pub fn next(&mut self) -> Option<Result<RawGame, PgnError>> {
        let mut game: Option<RawGame> = None;
        let mut scan = Scan::new();
        while !self.finished {
            let buffer = match self.reader.fill_buf() {
                Ok(buffer) => buffer,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => {
                    // A broken stream ends everything.
                    self.finished = true;
                    let kind = PgnErrorKind::Io(error.to_string());
                    return Some(Err(PgnError::new((self.line, self.column), "", kind)));
                }
            };
            self.finished = buffer.is_empty();
            // The part of the buffer that belongs to this game, and to its text.
            let (mut from, mut taken) = (0, 0);
            let mut moves_from = if self.headers_only && scan.saw_words { Some(0) } else { None };
            let mut complete = false;
            for &byte in buffer {
                // A UTF-8 byte order mark.
                let at = self.offset + taken as u64;
                if at < BYTE_ORDER_MARK.len() as u64 && game.is_none() && byte == BYTE_ORDER_MARK[at as usize]
                {
                    taken += 1;
                    from = taken;
                    continue;
                }
                let verdict = scan.next(byte, self.column == 1);
                if matches!(verdict, GameBoundary::EndsBefore) {
                    complete = true;
                    break;
                }
                if scan.saw_words && self.headers_only && moves_from.is_none() {
                    moves_from = Some(taken);
                }
                if game.is_none() {
                    if byte.is_ascii_whitespace() {
                        from = taken + 1;
                    } else {
                        game = Some(RawGame {
                            text: Vec::new(),
                            start: (self.line, self.column),
                            offset: at,
                            length: 0,
                            is_cut: false,
                        });
                    }
                }
                taken += 1;
                if byte == b'\n' {
                    (self.line, self.column) = (self.line + 1, 1);
                } else {
                    // The later bytes of a character are not columns.
                    self.column += usize::from(byte & 0xc0 != 0x80);
                }
                if matches!(verdict, GameBoundary::EndsAfter) {
                    complete = true;
                    break;
                }
            }
            if let Some(game) = &mut game {
                game.length += (taken - from) as u64;
                let part = &buffer[from..moves_from.unwrap_or(taken)];
                let room = MAX_PGN_LENGTH - game.text.len();
                game.text.extend_from_slice(&part[..part.len().min(room)]);
                game.is_cut |= part.len() > room;
            }
            self.reader.consume(taken);
            self.offset += taken as u64;
            if complete {
                break;
            }
        }
        // Comments alone are not a game.
        let is_game = scan.saw_headers || scan.saw_words;
        game.filter(|_| is_game).map(Ok)
    }
}

const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();
