//! Games as text.

use crate::color::Color;
use crate::game::Game;
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
    let mut words = Words { out, width: 0, format };
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
    words.out + &format.newline
}

impl Game {
    /// The PGN with lines of at most 80 characters.
    pub fn to_pgn(&self) -> String {
        self.to_pgn_with(&PgnFormat::default())
    }

    /// The PGN.
    pub fn to_pgn_with(&self, format: &PgnFormat) -> String {
        let result = self.result();
        let known = self.headers().iter();
        let mut headers: Vec<(&str, &str)> =
            known.map(|(name, value)| (name, if name == "Result" { &result } else { value })).collect();
        let start_fen = self.start().fen();
        if *self.start() != Position::start().with_options(self.start().options()) {
            headers.extend([("SetUp", "1"), ("FEN", &start_fen)]);
        }
        if self.start().options().skip_last_guard_promotion {
            headers.push(("LastGuardPromotion", "off"));
        }

        let stages = |inside: &mut dyn Iterator<Item = &Position>| -> Vec<(String, Option<String>)> {
            let noted = inside.filter_map(|position| Some((position, self.note(position)?)));
            noted.map(|(position, note)| (open_deploy_text(position), Some(note))).collect()
        };
        let mut turns = Vec::with_capacity(self.turns().len() + 1);
        for (i, turn) in self.turns().iter().enumerate() {
            let mut parts = stages(&mut turn.inside());
            parts.push((turn.unambiguous_text(), self.after(i).and_then(|after| self.note(after))));
            let before = turn.before();
            turns.push(PgnTurn { number: before.move_number(), color: before.turn(), parts });
        }
        let now = self.position();
        if now.session().is_some() {
            let mut parts = stages(&mut self.inside_open_turn());
            if self.note(now).is_none() {
                parts.push((open_deploy_text(now), None));
            }
            turns.push(PgnTurn { number: now.move_number(), color: now.turn(), parts });
        }
        write_pgn(headers, self.note(self.start()).as_deref(), &turns, &result, format)
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
    fn note(&self, position: &Position) -> Option<String> {
        let fen = position.fen();
        let clock = self.clock_at(&fen).map(|clock| format!("[%clk {clock}]"));
        let parts = [clock.as_deref(), self.comment_at(&fen)];
        let text: Vec<&str> = parts.into_iter().flatten().collect();
        if text.is_empty() { None } else { Some(text.join(" ")) }
    }
}

/// An unfinished deploy. A reader replays the turn when a longer text of it follows.
fn open_deploy_text(position: &Position) -> String {
    let suffix = position.deploy_suffix().unwrap_or_default();
    // Always with dots: without them it would read as a finished turn.
    format!("{}...", suffix.trim_end_matches('.'))
}

fn push_header(out: &mut String, name: &str, value: &str, format: &PgnFormat) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    out.push_str(&format!("[{name} \"{value}\"]{}", format.newline));
}

/// Words with single spaces or line breaks between them.
struct Words<'a> {
    out: String,
    width: usize,
    format: &'a PgnFormat,
}

impl Words<'_> {
    /// Pushes a comment. It cannot hold braces, and white space in it is folded.
    fn push_note(&mut self, note: &str) {
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

    fn push(&mut self, word: &str) {
        let length = word.chars().count();
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
        self.out.push_str(word);
        self.width += length;
    }
}
