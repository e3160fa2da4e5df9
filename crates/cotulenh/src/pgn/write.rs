//! Games as text.

use crate::color::Color;
use crate::game::Game;
use crate::game_tree::GameTree;
use crate::headers::Headers;
use crate::parse::{Strictness, Turn};
use crate::position::Position;

use super::is_result;

/// How a PGN is laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PgnFormat {
    /// What ends a line.
    pub newline: String,
    /// Lines of moves are broken before this many characters; 0 for never.
    pub max_width: usize,
}

impl PgnFormat {
    /// With another end of line.
    #[must_use]
    pub fn with_newline(self, newline: impl Into<String>) -> PgnFormat {
        PgnFormat { newline: newline.into(), ..self }
    }

    /// With lines of moves that are broken before this many characters; 0 for never.
    #[must_use]
    pub fn with_max_width(self, max_width: usize) -> PgnFormat {
        PgnFormat { max_width, ..self }
    }
}

impl Default for PgnFormat {
    fn default() -> PgnFormat {
        PgnFormat { newline: "\n".into(), max_width: 80 }
    }
}

/// One turn as a PGN shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnTurn {
    /// The number of the move.
    pub number: u32,
    /// The side that moves.
    pub color: Color,
    /// Texts, each with the annotation after it: stages of a deploy, then the turn itself.
    pub parts: Vec<(String, Option<String>)>,
}

/// Writes a PGN: headers, the annotation before the first move, turns, and the result. For callers
/// that keep the history of a game themselves; otherwise use [`Game::to_pgn`].
pub fn write_pgn<'a>(
    headers: impl IntoIterator<Item = (&'a str, &'a str)>,
    opening_note: Option<&str>,
    turns: &[PgnTurn],
    result: &str,
    format: &PgnFormat,
) -> String {
    let mut out = String::new();
    for (name, value) in headers {
        push_header(&mut out, name, value, format);
    }
    out.push_str(&format.newline);
    let mut words = Words::new(out, format);
    if let Some(note) = opening_note {
        words.push_note(note);
    }
    // Blue's move needs a number only if it does not directly follow Red's.
    let mut numbered = false;
    for PgnTurn { number, color, parts } in turns {
        match color {
            Color::Red => words.push(&format!("{number}.")),
            Color::Blue if numbered => {}
            Color::Blue => words.push(&format!("{number}...")),
        }
        for (text, note) in parts {
            words.push(text);
            if let Some(note) = note {
                words.push_note(note);
            }
        }
        numbered = parts.last().is_none_or(|(_, note)| note.is_none());
    }
    words.push(result);
    words.finish()
}

impl Game {
    /// The PGN with lines of at most 80 characters.
    pub fn to_pgn(&self) -> String {
        self.to_pgn_with(&PgnFormat::default())
    }

    /// The PGN.
    pub fn to_pgn_with(&self, format: &PgnFormat) -> String {
        GameTree::from(self).to_pgn_with(format)
    }

    /// The `Result` header or, if that is `*` or not a result, how the game has ended by the rules.
    /// The library never changes the header, even when moves are taken back or added.
    pub fn result(&self) -> String {
        match self.headers().get("Result") {
            Some(known) if known != "*" && is_result(known) => known.into(),
            _ => self.outcome().map_or("*".into(), |outcome| outcome.to_string()),
        }
    }

    /// Clock and comment of a position.
    pub(crate) fn note(&self, position: &Position) -> Option<String> {
        let fen = position.fen();
        let clock = self.clock_at(&fen).map(|clock| format!("[%clk {clock}]"));
        let parts = [clock.as_deref(), self.comment_at(&fen)];
        let text: Vec<&str> = parts.into_iter().flatten().collect();
        if text.is_empty() { None } else { Some(text.join(" ")) }
    }
}

/// An unfinished deploy. If a longer text of the same turn follows, it replaces this one.
pub(crate) fn open_deploy_text(position: &Position) -> String {
    let suffix = position.deploy_suffix().unwrap_or_default();
    // Always with dots: without them it would read as a finished turn.
    format!("{}...", suffix.trim_end_matches('.'))
}

/// The text that reads back to exactly this deploy turn: its SAN, or its LAN where the SAN could
/// mean another (RULES 12.4). `open` is the deploy before its commit.
pub(crate) fn deploy_turn_in_pgn(before: &Position, open: &Position) -> String {
    let Some(text) = open.deploy_turn_text() else { return String::new() };
    match before.parse_turn(&text.san, Strictness::Strict) {
        Ok(Turn::Deploy(read)) if *open == read.open => text.san,
        _ => text.lan,
    }
}

/// Writes the headers and the blank line after them.
pub(super) fn push_headers(
    out: &mut String,
    headers: &Headers,
    start: &Position,
    result: &str,
    format: &PgnFormat,
) {
    for (name, value) in headers.iter() {
        push_header(out, name, if name == "Result" { result } else { value }, format);
    }
    if *start != Position::start().with_options(start.options()) {
        push_header(out, "SetUp", "1", format);
        push_header(out, "FEN", &start.fen(), format);
    }
    if start.options().skip_last_guard_promotion {
        push_header(out, "LastGuardPromotion", "off", format);
    }
    out.push_str(&format.newline);
}

fn push_header(out: &mut String, name: &str, value: &str, format: &PgnFormat) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    out.push_str(&format!("[{name} \"{value}\"]{}", format.newline));
}

/// Words with single spaces or line breaks between them.
pub(super) struct Words<'a> {
    out: String,
    width: usize,
    /// The last word, which may still be followed by a parenthesis.
    word: String,
    /// The next word begins with a parenthesis.
    opens: bool,
    format: &'a PgnFormat,
}

impl<'a> Words<'a> {
    /// Words after this text, on a new line.
    pub fn new(out: String, format: &'a PgnFormat) -> Words<'a> {
        Words { out, width: 0, word: String::new(), opens: false, format }
    }

    /// Pushes a comment. It cannot hold braces, and white space in it is folded.
    pub fn push_note(&mut self, note: &str) {
        let note = note.replace('{', "[").replace('}', "]");
        let mut words = note.split_whitespace().peekable();
        let mut text = String::from("{");
        while let Some(word) = words.next() {
            text.push_str(word);
            if words.peek().is_some() {
                self.push(&text);
                text.clear();
            }
        }
        text.push('}');
        self.push(&text);
    }

    pub fn push(&mut self, word: &str) {
        self.flush();
        if core::mem::take(&mut self.opens) {
            self.word.push('(');
        }
        self.word.push_str(word);
    }

    /// Begins a variation before the next word.
    pub fn open(&mut self) {
        self.opens = true;
    }

    /// Ends a variation after the last word.
    pub fn close(&mut self) {
        self.word.push(')');
    }

    /// The whole text.
    pub fn finish(mut self) -> String {
        self.flush();
        self.out + &self.format.newline
    }

    fn flush(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let length = self.word.chars().count();
        if self.width > 0 {
            let max = self.format.max_width;
            if max > 0 && self.width + 1 + length > max {
                self.out.push_str(&self.format.newline);
                self.width = 0;
            } else {
                self.out.push(' ');
                self.width += 1;
            }
        }
        self.out.push_str(&self.word);
        self.width += length;
        self.word.clear();
    }
}
