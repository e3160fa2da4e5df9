//! The words of one game.

use super::is_result;

/// A part of a game's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `[…]`, before the moves.
    Header(&'a str),
    /// The inside of `{…}`, or what follows `;` on its line.
    Comment(&'a str),
    /// From a `{` that is never closed.
    OpenComment(&'a str),
    /// `1.`, `1...` or dots alone.
    Number,
    /// `$` and digits, or `!` and `?` in any number, standing alone.
    Glyph(&'a str),
    VariationStart,
    VariationEnd,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(&'a str),
    /// A move, or anything else.
    Word(&'a str),
}

/// Splits the text of a game into tokens.
pub(super) struct Tokens<'a> {
    text: &'a str,
    /// The next byte to read.
    at: usize,
    /// The beginning of the last token.
    token_start: usize,
    /// A place up to which lines and columns are known, and its line and column.
    known: (usize, (usize, usize)),
    /// Headers may follow.
    in_headers: bool,
    /// The next byte is the first of its line.
    line_start: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str, start: (usize, usize)) -> Tokens<'a> {
        let known = (0, start);
        Tokens { text, at: 0, token_start: 0, known, in_headers: true, line_start: start.1 == 1 }
    }

    /// Line and column of the last token.
    pub fn location(&mut self) -> (usize, usize) {
        let (from, (mut line, mut column)) = self.known;
        let passed = &self.text[from..self.token_start];
        match passed.rfind('\n') {
            None => column += passed.chars().count(),
            Some(last) => {
                line += passed.bytes().filter(|&b| b == b'\n').count();
                column = 1 + passed[last + 1..].chars().count();
            }
        }
        self.known = (self.token_start, (line, column));
        (line, column)
    }

    /// The headers have ended, even if the next character is `[`.
    pub fn end_headers(&mut self) {
        self.in_headers = false;
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Skips blanks and escaped lines.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            if rest[..blank].contains('\n') {
                self.line_start = rest[..blank].ends_with('\n');
            } else if blank > 0 {
                self.line_start = false;
            }
            self.at += blank;
            if !(self.line_start && self.rest().starts_with('%')) {
                return;
            }
            self.take_line();
        }
    }

    /// The rest of the line.
    fn take_line(&mut self) -> &'a str {
        let rest = self.rest();
        self.take(rest.find('\n').unwrap_or(rest.len()))
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let taken = &self.rest()[..bytes];
        self.at += bytes;
        self.line_start = false;
        taken
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.skip_blanks();
        self.token_start = self.at;
        let rest = self.rest();
        let token = match rest.bytes().next()? {
            b'{' => match rest.find('}') {
                Some(end) => Token::Comment(&self.take(end + 1)[1..end]),
                None => Token::OpenComment(&self.take(rest.len())[1..]),
            },
            b';' => Token::Comment(&self.take_line()[1..]),
            b'[' if self.in_headers => Token::Header(self.take(header_length(rest))),
            b'(' if !starts_stack(rest) => {
                self.take(1);
                Token::VariationStart
            }
            b')' => {
                self.take(1);
                Token::VariationEnd
            }
            b'.' => {
                self.take(rest.len() - rest.trim_start_matches('.').len());
                Token::Number
            }
            b'$' => Token::Glyph(self.take(first_word(rest).len())),
            _ => {
                let word = first_word(rest);
                let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
                let digits = word.len() - after_digits.len();
                if is_result(word) {
                    Token::Result(self.take(word.len()))
                } else if word.bytes().all(|byte| matches!(byte, b'!' | b'?')) {
                    Token::Glyph(self.take(word.len()))
                } else if digits > 0 && after_digits.is_empty() {
                    self.take(digits);
                    Token::Number
                } else if digits > 0 && after_digits.starts_with('.') {
                    let dots = after_digits.len() - after_digits.trim_start_matches('.').len();
                    self.take(digits + dots);
                    Token::Number
                } else {
                    Token::Word(self.take(word.len()))
                }
            }
        };
        if !matches!(token, Token::Header(_) | Token::Comment(_) | Token::OpenComment(_)) {
            self.in_headers = false;
        }
        Some(token)
    }
}

/// The length of a header, up to its `]` or to the end of the line.
fn header_length(text: &str) -> usize {
    let (mut quoted, mut escaped) = (false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'\n' => return at,
            b']' if !quoted => return at + 1,
            b'"' if !escaped => quoted = !quoted,
            _ => {}
        }
        escaped = byte == b'\\' && quoted && !escaped;
    }
    text.len()
}

/// The text up to white space, or to something that needs none before it: a comment, a glyph, a
/// variation.
fn first_word(text: &str) -> &str {
    let mut before = ' ';
    // The end of a stack inside the word.
    let mut stack_end = 0;
    let end = text.char_indices().find(|&(at, c)| {
        let ends = match c {
            _ if at < stack_end => false,
            '{' | ';' => true,
            '$' => at > 0,
            // Inside a move, `(` follows a separator: `I<(FT)>f3`.
            '(' => {
                let in_move = !(before.is_alphanumeric() || matches!(before, '!' | '?' | '#' | '+'));
                let stack = in_move && starts_stack(&text[at..]);
                if stack {
                    stack_end = at + text[at..].find(')').map_or(0, |end| end + 1);
                }
                !stack
            }
            ')' => true,
            _ => c.is_whitespace(),
        };
        before = c;
        ends
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// Does the text begin with a stack such as `(N+F)` rather than a variation?
fn starts_stack(text: &str) -> bool {
    const LONGEST: usize = "(+F+T+I)".len();
    let inside = text.bytes().take(LONGEST).skip(1).take_while(|b| *b == b'+' || b.is_ascii_uppercase());
    let length = inside.count();
    length > 0 && text.as_bytes().get(length + 1) == Some(&b')')
}

#[cfg(test)]
mod tests {
    use super::Token::*;
    use super::*;

    fn tokens(text: &str) -> Vec<Token<'_>> {
        Tokens::new(text, (1, 1)).collect()
    }

    #[test]
    fn every_kind_of_token() {
        let text =
            "[Red \"a ] \\\" b\"] [Blue \"x\"]\n%skipped\n{c}1.Ic6!$3(1... (TM)f5)2 I<(FT)>f3 ... ?! ;x\n1-0";
        let expected = [
            Header("[Red \"a ] \\\" b\"]"),
            Header("[Blue \"x\"]"),
            Comment("c"),
            Number,
            Word("Ic6!"),
            Glyph("$3"),
            VariationStart,
            Number,
            Word("(TM)f5"),
            VariationEnd,
            Number,
            Word("I<(FT)>f3"),
            Number,
            Glyph("?!"),
            Comment("x"),
            Result("1-0"),
        ];
        assert_eq!(tokens(text), expected);
        assert_eq!(tokens("1. Ic6 {open"), [Number, Word("Ic6"), OpenComment("open")]);
        assert_eq!(tokens("(T)(x"), [Word("(T)"), VariationStart, Word("x")]);
        assert_eq!(tokens("?! ??x !!"), [Glyph("?!"), Word("??x"), Glyph("!!")]);
    }

    #[test]
    fn tokens_know_their_line_and_column() {
        let mut tokens = Tokens::new("é {ü\n ö} a\r\n\n  b", (7, 5));
        let mut places = Vec::new();
        while tokens.next().is_some() {
            places.push(tokens.location());
        }
        assert_eq!(places, [(7, 5), (7, 7), (8, 5), (10, 3)]);
    }
}
