//! Comments and clocks on the positions of a game.

use crate::game_tree::Comment;

use super::Game;

/// The annotations of one position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Annotation {
    comment: Option<String>,
    clock: Option<String>,
}

impl Game {
    /// The comment on the present position.
    pub fn comment(&self) -> Option<&str> {
        self.comment_at(&self.position.fen())
    }

    /// The comment on the position with this FEN.
    pub fn comment_at(&self, fen: &str) -> Option<&str> {
        self.annotations.get(fen)?.comment.as_deref()
    }

    /// All comments, by FEN.
    pub fn comments(&self) -> impl Iterator<Item = (&str, &str)> {
        self.annotations.iter().filter_map(|(fen, a)| Some((fen.as_str(), a.comment.as_deref()?)))
    }

    /// All annotations, by FEN: comment and clock.
    pub fn notes(&self) -> impl Iterator<Item = (&str, Option<&str>, Option<&str>)> {
        self.annotations.iter().map(|(fen, a)| (fen.as_str(), a.comment.as_deref(), a.clock.as_deref()))
    }

    /// Sets or removes the comment on the present position. Runs of white space become one space;
    /// braces become brackets, because a PGN comment ends at `}`. A clock in it, `[%clk 0:04:59]`, is
    /// stored as the clock.
    pub fn set_comment(&mut self, comment: Option<&str>) {
        let (text, clock) = comment.map(clean_comment).unwrap_or_default();
        self.annotate(|annotation| {
            annotation.comment = Some(text).filter(|text| !text.is_empty());
            if clock.is_some() {
                annotation.clock = clock;
            }
        });
    }

    /// Adds to the comment on the present position.
    pub(crate) fn add_comments<'a>(&mut self, comments: impl IntoIterator<Item = &'a Comment>) {
        let mut comments = comments.into_iter().peekable();
        if comments.peek().is_none() {
            return;
        }
        self.annotate(|annotation| {
            for comment in comments {
                let (text, clock) = clean_comment(comment.as_str());
                if !text.is_empty() {
                    // Not a copy of the text for each comment: there may be thousands.
                    let known = annotation.comment.get_or_insert_default();
                    known.extend((!known.is_empty()).then_some(' '));
                    known.push_str(&text);
                }
                if clock.is_some() {
                    annotation.clock = clock;
                }
            }
        });
    }

    /// The clock at the present position: the time left to the player who just moved.
    pub fn clock(&self) -> Option<&str> {
        self.clock_at(&self.position.fen())
    }

    /// The clock at the position with this FEN.
    pub fn clock_at(&self, fen: &str) -> Option<&str> {
        self.annotations.get(fen)?.clock.as_deref()
    }

    /// Sets or removes the clock at the present position, e.g. `0:04:59`. Characters other than
    /// digits, colons and points are dropped.
    pub fn set_clock(&mut self, clock: Option<&str>) {
        let cleaned = clock.map(|text| text.chars().filter(is_clock_character).collect::<String>());
        self.annotate(|annotation| annotation.clock = cleaned.filter(|text| !text.is_empty()));
    }

    fn annotate(&mut self, change: impl FnOnce(&mut Annotation)) {
        let fen = self.position.fen();
        let annotation = self.annotations.entry(fen.clone()).or_default();
        change(annotation);
        if *annotation == Annotation::default() {
            self.annotations.remove(&fen);
        }
    }
}

fn is_clock_character(c: &char) -> bool {
    c.is_ascii_digit() || matches!(c, ':' | '.')
}

/// Folds white space and replaces braces, so that the comment survives a PGN unchanged, and takes
/// clocks out of it: the last one counts. A bracket that only looks like the beginning of a clock
/// becomes a parenthesis, so that it is not read as a clock later.
fn clean_comment(text: &str) -> (String, Option<String>) {
    const CLOCK: &str = "[%clk";
    let fold = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = fold(text).replace('{', "[").replace('}', "]");
    let (mut comment, mut clock) = (String::new(), None);
    let mut rest = text.as_str();
    while let Some(start) = rest.find(CLOCK) {
        comment.push_str(&rest[..start]);
        rest = &rest[start + CLOCK.len()..];
        let is_body = |c: char| is_clock_character(&c) || c == ' ';
        let body = &rest[..rest.find(|c| !is_body(c)).unwrap_or(rest.len())];
        let time = body.trim();
        let is_time = !time.is_empty() && !time.contains(' ');
        if is_time && rest[body.len()..].starts_with(']') {
            clock = Some(time.to_owned());
            comment.push(' ');
            rest = &rest[body.len() + 1..];
        } else {
            comment.push_str("(%clk");
        }
    }
    comment.push_str(rest);
    (fold(&comment), clock)
}
