//! An EPD line, split into fields and operations.

use super::MAX_OPCODE_LENGTH;
use super::error::{EpdError, EpdErrorKind};
use crate::fen::is_white_space;
use crate::parse::Strictness;

/// A word or a string, and where it begins.
#[derive(Clone, Debug)]
pub(super) struct RawOperand {
    pub(super) column: usize,
    pub(super) text: String,
    pub(super) quoted: bool,
}

/// An operation that is not understood yet.
#[derive(Clone, Debug)]
pub(super) struct RawOperation {
    pub(super) column: usize,
    pub(super) opcode: String,
    pub(super) operands: Vec<RawOperand>,
}

/// A whole line.
pub(super) struct RawEpd<'a> {
    /// The fields before the operations: four, or the six or seven of a FEN.
    pub(super) fields: Vec<(usize, &'a str)>,
    pub(super) operations: Vec<RawOperation>,
}

struct Lexer<'a> {
    rest: &'a str,
    /// The column of the next character.
    column: usize,
}

impl<'a> Lexer<'a> {
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.column += taken.chars().count();
        self.rest = rest;
        taken
    }

    fn skip_white_space(&mut self) {
        self.take(self.rest.len() - self.rest.trim_start_matches(is_white_space).len());
    }

    /// The next word, up to white space or one of the characters; empty at the end.
    fn word(&mut self, ends: &[char]) -> (usize, &'a str) {
        self.skip_white_space();
        let is_end = |c: char| is_white_space(c) || ends.contains(&c);
        let length = self.rest.find(is_end).unwrap_or(self.rest.len());
        (self.column, self.take(length))
    }

    /// The rest of a string, after its first quotation mark. `\"` and `\\` stand for `"` and `\`.
    fn string(&mut self, begin: usize) -> Result<RawOperand, EpdError> {
        let mut text = String::new();
        let open = self.rest;
        loop {
            let end = self.rest.find(['"', '\\']);
            let end = end.ok_or_else(|| EpdError::new(begin, open, EpdErrorKind::OpenString))?;
            text.push_str(self.take(end));
            if self.take(1) == "\"" {
                break;
            }
            // A backslash before another character stands for itself.
            match self.rest.chars().next() {
                Some('"' | '\\') => text.push_str(self.take(1)),
                _ => text.push('\\'),
            }
        }
        if text.contains(char::is_control) {
            return Err(EpdError::new(begin, &text, EpdErrorKind::ControlCharacter));
        }
        Ok(RawOperand { column: begin, text, quoted: true })
    }

    /// The operands of an operation, up to its end.
    fn operands(&mut self, strictness: Strictness) -> Result<Vec<RawOperand>, EpdError> {
        let mut operands = Vec::new();
        loop {
            self.skip_white_space();
            let column = self.column;
            match self.rest.chars().next() {
                Some(';') => {
                    self.take(1);
                    return Ok(operands);
                }
                Some('"') => {
                    self.take(1);
                    operands.push(self.string(column)?);
                }
                Some(_) => {
                    let (column, word) = self.word(&[';', '"']);
                    operands.push(RawOperand { column, text: word.into(), quoted: false });
                }
                None if strictness == Strictness::Lenient => return Ok(operands),
                None => return Err(EpdError::new(column, "", EpdErrorKind::Unterminated)),
            }
        }
    }
}

/// Is this the name of an operation?
pub(super) fn is_opcode(word: &str) -> bool {
    word.len() <= MAX_OPCODE_LENGTH
        && word.starts_with(|c: char| c.is_ascii_alphabetic())
        && word.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

/// Splits a line. Leniently, the fields may be those of a FEN, operations may be empty, and the last
/// one needs no `;`.
pub(super) fn split(line: &str, strictness: Strictness) -> Result<RawEpd<'_>, EpdError> {
    let mut lexer = Lexer { rest: line, column: 1 };
    let mut fields = Vec::new();
    while fields.len() < 7 {
        let before = (lexer.rest, lexer.column);
        let (column, word) = lexer.word(&[';']);
        let is_field = match fields.len() {
            0..4 => !word.is_empty(),
            4 | 5 => is_number(word),
            _ => word.contains(':'),
        };
        let is_allowed = fields.len() < 4 || strictness == Strictness::Lenient;
        if !is_field || !is_allowed {
            // It belongs to the operations.
            (lexer.rest, lexer.column) = before;
            break;
        }
        fields.push((column, word));
    }
    if fields.len() < 4 || fields.len() == 5 {
        let found = fields.len();
        return Err(EpdError::new(lexer.column, "", EpdErrorKind::Fields { found }));
    }
    let mut operations = Vec::new();
    loop {
        let (column, word) = lexer.word(&[';', '"']);
        if word.is_empty() && lexer.rest.is_empty() {
            return Ok(RawEpd { fields, operations });
        }
        if word.is_empty() && lexer.rest.starts_with(';') && strictness == Strictness::Lenient {
            lexer.take(1);
            continue;
        }
        if !is_opcode(word) {
            return Err(EpdError::new(column, word, EpdErrorKind::Opcode));
        }
        let operands = lexer.operands(strictness)?;
        operations.push(RawOperation { column, opcode: word.into(), operands });
    }
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit())
}
