//! Games as text.

use crate::color::Color;
use crate::game::Game;
use crate::position::Position;

use super::is_result;

/// How a PGN is laid out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnFormat {
    /// What ends a line.
    pub newline: String,
    /// Lines of moves are broken before this many characters; 0 for never.
    pub max_width: usize,
}

impl Default for PgnFormat {
    fn default() -> PgnFormat {
        PgnFormat { newline: "\n".into(), max_width: 80 }
    }
}

impl Game {
    /// The PGN with lines of at most 80 characters.
    pub fn to_pgn(&self) -> String {
        self.to_pgn_with(&PgnFormat::default())
    }

    /// The PGN.
    pub fn to_pgn_with(&self, format: &PgnFormat) -> String {
        let mut out = String::new();
        let result = self.result();
        for (name, value) in self.headers().iter() {
            push_header(&mut out, name, if name == "Result" { &result } else { value }, format);
        }
        if *self.start() != Position::start().with_options(self.start().options()) {
            push_header(&mut out, "SetUp", "1", format);
            push_header(&mut out, "FEN", &self.start().fen(), format);
        }
        if self.start().options().skip_last_guard_promotion {
            push_header(&mut out, "LastGuardPromotion", "off", format);
        }
        out.push_str(&format.newline);

        let mut words = Words { out, width: 0, format };
        self.push_annotation(&mut words, self.start());
        let mut numbered = false;
        for (i, turn) in self.turns().iter().enumerate() {
            push_move_number(&mut words, turn.before(), numbered);
            for inside in turn.inside().filter(|inside| self.is_annotated(inside)) {
                self.push_open_deploy(&mut words, inside);
            }
            words.push(&turn.unambiguous_text());
            let annotated = self.after(i).is_some_and(|after| self.push_annotation(&mut words, after));
            numbered = !annotated;
        }
        if self.position().session().is_some() {
            push_move_number(&mut words, self.position(), numbered);
            let noted = self.inside_open_turn().filter(|inside| self.is_annotated(inside));
            noted.for_each(|inside| self.push_open_deploy(&mut words, inside));
            if !self.is_annotated(self.position()) {
                self.push_open_deploy(&mut words, self.position());
            }
        }
        words.push(&result);
        words.out + &format.newline
    }

    fn is_annotated(&self, position: &Position) -> bool {
        let fen = position.fen();
        self.comment_at(&fen).is_some() || self.clock_at(&fen).is_some()
    }

    /// Writes an unfinished deploy and what is noted there. A reader plays the turn anew when a longer text of it
    /// follows.
    fn push_open_deploy(&self, words: &mut Words<'_>, position: &Position) {
        let suffix = position.deploy_suffix().unwrap_or_default();
        // Always with dots: without them it would read as a finished turn.
        words.push(&format!("{}...", suffix.trim_end_matches('.')));
        self.push_annotation(words, position);
    }

    /// What the game's `Result` header says or, while that is open (or no result at all), how the game has ended by
    /// the rules. The header is the caller's: it stays when moves are taken back or added.
    pub fn result(&self) -> String {
        match self.headers().get("Result") {
            Some(known) if known != "*" && is_result(known) => known.into(),
            _ => self.outcome().map_or("*".into(), |outcome| outcome.to_string()),
        }
    }

    /// Writes the comment and clock of a position; tells whether there was any.
    fn push_annotation(&self, words: &mut Words<'_>, position: &Position) -> bool {
        let fen = position.fen();
        let clock = self.clock_at(&fen).map(|clock| format!("[%clk {clock}]"));
        let parts = [clock.as_deref(), self.comment_at(&fen)];
        let text: Vec<&str> = parts.into_iter().flatten().collect();
        if text.is_empty() {
            return false;
        }
        let text = format!("{{{}}}", text.join(" "));
        text.split(' ').for_each(|word| words.push(word));
        true
    }
}

fn push_header(out: &mut String, name: &str, value: &str, format: &PgnFormat) {
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    out.push_str(&format!("[{name} \"{value}\"]{}", format.newline));
}

/// Blue's move needs a number only where Red's does not stand right before it.
fn push_move_number(words: &mut Words<'_>, position: &Position, numbered: bool) {
    match position.turn() {
        Color::Red => words.push(&format!("{}.", position.move_number())),
        Color::Blue if numbered => {}
        Color::Blue => words.push(&format!("{}...", position.move_number())),
    }
}

/// Words with single spaces or line breaks between them.
struct Words<'a> {
    out: String,
    width: usize,
    format: &'a PgnFormat,
}

impl Words<'_> {
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
