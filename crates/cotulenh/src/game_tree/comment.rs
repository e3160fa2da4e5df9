//! Comments, and the commands inside them: `[%clk 0:04:59]`.

use core::fmt;

use crate::square::Square;

/// A comment of a PGN. White space in it is folded, and braces are brackets, because PGN can hold
/// neither.
///
/// Commands such as `[%clk 0:04:59]` are part of the text, in any number and known or not.
///
/// ```
/// use cotulenh::{Comment, CommentScore};
/// let comment = Comment::new("[%eval 0.35] a  good\nmove [%cal Gc5c6,Ra10k12]");
/// assert_eq!(comment.as_str(), "[%eval 0.35] a good move [%cal Gc5c6,Ra10k12]");
/// assert_eq!(comment.plain_text(), "a good move");
/// assert_eq!(comment.eval().unwrap().score, CommentScore::Centipawns(35));
/// assert_eq!(comment.arrows()[1].to.to_string(), "k12");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Comment(String);

/// A command in a comment: `[%name arguments]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CommentCommand<'a> {
    /// `clk` in `[%clk 0:04:59]`.
    pub name: &'a str,
    /// `0:04:59` in `[%clk 0:04:59]`; may be empty.
    pub arguments: &'a str,
}

/// The evaluation in a comment: `[%eval 0.35,18]`, `[%eval #-3]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CommentEval {
    /// The score, from Red's side.
    pub score: CommentScore,
    /// The depth of the search, if it is given.
    pub depth: Option<u32>,
}

/// A score from Red's side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CommentScore {
    /// In hundredths.
    Centipawns(i32),
    /// Mate in this many moves; negative if Red is mated.
    Mate(i32),
}

/// An arrow of `[%cal Gc5c6]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// The letter of the colour: `G`, `R`, `Y` or `B` by habit.
    pub color: char,
    /// Where it begins.
    pub from: Square,
    /// Where it points.
    pub to: Square,
}

/// A marked point of `[%csl Gc5]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PointMark {
    /// The letter of the colour: `G`, `R`, `Y` or `B` by habit.
    pub color: char,
    /// The point.
    pub square: Square,
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for Comment {
    fn from(text: &str) -> Comment {
        Comment::new(text)
    }
}

impl Comment {
    /// A comment with this text.
    pub fn new(text: &str) -> Comment {
        let mut folded = String::with_capacity(text.len());
        for word in text.split_whitespace() {
            if !folded.is_empty() {
                folded.push(' ');
            }
            folded.extend(word.chars().map(|c| match c {
                '{' => '[',
                '}' => ']',
                _ => c,
            }));
        }
        Comment(folded)
    }

    /// The whole text, commands included.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Is there neither text nor command?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The text without the commands.
    pub fn plain_text(&self) -> String {
        let mut text = String::new();
        let mut from = 0;
        for (start, end, _) in self.spans() {
            text.push_str(&self.0[from..start]);
            text.push(' ');
            from = end;
        }
        text.push_str(&self.0[from..]);
        Comment::new(&text).0
    }

    /// The commands, in order.
    pub fn commands(&self) -> impl Iterator<Item = CommentCommand<'_>> {
        self.spans().map(|(.., command)| command)
    }

    /// The arguments of the last command with this name.
    pub fn command(&self, name: &str) -> Option<&str> {
        self.commands().filter(|command| command.name == name).last().map(|command| command.arguments)
    }

    /// The comment with this command in place of all that have its name; without them for `None`.
    /// New commands come first. Characters that would end the command are dropped.
    #[must_use]
    pub fn with_command(&self, name: &str, arguments: Option<&str>) -> Comment {
        let mut text = String::new();
        if let Some(arguments) = arguments {
            let arguments: String =
                arguments.chars().filter(|c| !matches!(c, '[' | ']' | '{' | '}')).collect();
            text = format!("[%{name} {arguments}] ");
        }
        let mut from = 0;
        for (start, end, command) in self.spans() {
            if command.name == name {
                text.push_str(&self.0[from..start]);
                from = end;
            }
        }
        text.push_str(&self.0[from..]);
        Comment::new(&text)
    }

    /// The time left to the player who moved: `[%clk 0:04:59]`.
    pub fn clock(&self) -> Option<&str> {
        self.command("clk")
    }

    /// `[%eval 0.35]`, if it can be understood.
    pub fn eval(&self) -> Option<CommentEval> {
        let (score, depth) = match self.command("eval")?.split_once(',') {
            Some((score, depth)) => (score, Some(depth.trim().parse().ok()?)),
            None => (self.command("eval")?, None),
        };
        let score = match score.trim().strip_prefix('#') {
            Some(moves) => CommentScore::Mate(moves.parse().ok()?),
            None => {
                let score: f64 = score.trim().parse().ok().filter(|score: &f64| score.abs() < 1e6)?;
                CommentScore::Centipawns((score * 100.0).round() as i32)
            }
        };
        Some(CommentEval { score, depth })
    }

    /// The arrows of `[%cal …]`; what is not an arrow is left out.
    pub fn arrows(&self) -> Vec<Arrow> {
        let arrow = |(color, points): (char, &str)| {
            let end = points.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit())?.0;
            let (from, to) = points.split_at(end);
            Some(Arrow { color, from: from.parse().ok()?, to: to.parse().ok()? })
        };
        self.drawings("cal").filter_map(arrow).collect()
    }

    /// The marked points of `[%csl …]`; what is not a mark is left out.
    pub fn point_marks(&self) -> Vec<PointMark> {
        let mark = |(color, point): (char, &str)| Some(PointMark { color, square: point.parse().ok()? });
        self.drawings("csl").filter_map(mark).collect()
    }

    /// Colour and rest of each item in the commands with this name.
    fn drawings<'a>(&'a self, name: &'a str) -> impl Iterator<Item = (char, &'a str)> {
        let named = self.commands().filter(move |command| command.name == name);
        named.flat_map(|command| command.arguments.split(',')).filter_map(|item| {
            let item = item.trim();
            let color = item.chars().next().filter(char::is_ascii_uppercase)?;
            Some((color, &item[1..]))
        })
    }

    /// Where each command begins and ends.
    fn spans(&self) -> impl Iterator<Item = (usize, usize, CommentCommand<'_>)> {
        let mut at = 0;
        core::iter::from_fn(move || {
            loop {
                let start = at + self.0[at..].find("[%")?;
                let inside = &self.0[start + 2..];
                at = start + 2;
                // A command contains no bracket, so the search for its end never passes the next one.
                let length = inside.find(['[', ']'])?;
                if inside.as_bytes()[length] == b'[' {
                    at += length;
                    continue;
                }
                let (name, arguments) = inside[..length].split_once(' ').unwrap_or((&inside[..length], ""));
                let is_name =
                    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
                if is_name {
                    at += length + 1;
                    let arguments = arguments.trim();
                    return Some((start, at, CommentCommand { name, arguments }));
                }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_found_and_everything_else_is_text() {
        let comment = Comment::new("a [%clk 0:01:02] {%x_1} [%clk[%eval #-3,12] b] [% z] [%é] [%open");
        let commands: Vec<_> = comment.commands().map(|c| (c.name, c.arguments)).collect();
        assert_eq!(commands, [("clk", "0:01:02"), ("x_1", ""), ("eval", "#-3,12")]);
        assert_eq!(comment.plain_text(), "a [%clk b] [% z] [%é] [%open");
        assert_eq!(comment.eval(), Some(CommentEval { score: CommentScore::Mate(-3), depth: Some(12) }));
        for bad in ["[%eval x]", "[%eval 1,x]", "[%eval 1e99]", "[%eval NaN]", "[%eval #]", "[%eval]"] {
            assert_eq!(Comment::new(bad).eval(), None, "{bad}");
        }
    }

    #[test]
    fn commands_are_replaced() {
        let comment = Comment::new("good [%clk 1] x [%clk 2]").with_command("clk", Some("3]"));
        assert_eq!(comment.as_str(), "[%clk 3] good x");
        assert_eq!(comment.with_command("clk", None).as_str(), "good x");
    }

    #[test]
    fn drawings_name_points_of_two_and_three_characters() {
        let comment = Comment::new("[%cal Ga1k12,Rc5,x,Bk12a1][%csl Gk10,Rl1,é]");
        let arrows: Vec<String> =
            comment.arrows().iter().map(|a| format!("{}{}{}", a.color, a.from, a.to)).collect();
        assert_eq!(arrows, ["Ga1k12", "Bk12a1"]);
        assert_eq!(comment.point_marks(), [PointMark { color: 'G', square: "k10".parse().unwrap() }]);
    }
}
