//! EPD lines of a stream.

use std::io::{self, BufRead};

use super::error::{EpdError, EpdErrorKind};
use super::{Epd, MAX_EPD_LENGTH};
use crate::parse::Strictness;
use crate::rule_options::RuleOptions;

/// Reads the lines of a test suite one after the other. Blank lines, and lines that begin with `#`,
/// are skipped. A line that cannot be read gives an error, and the next one is read all the same.
///
/// ```
/// use cotulenh::{Strictness, read_epd};
/// let suite = "# perft\n6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - D1 31; D2 317;\n\nnothing\n";
/// let mut lines = read_epd(suite.as_bytes(), Strictness::Strict);
/// let line = lines.next().unwrap().unwrap();
/// assert_eq!((line.number, line.epd.number("D2")), (2, Some(317)));
/// let error = lines.next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "line 4, column 8: expected four fields, found 1");
/// ```
pub fn read_epd<R: BufRead>(reader: R, strictness: Strictness) -> EpdReader<R> {
    EpdReader { reader, strictness, options: RuleOptions::default(), number: 0, is_done: false }
}

/// Iterator over the EPD lines of a stream, see [`read_epd`].
#[derive(Debug)]
pub struct EpdReader<R> {
    reader: R,
    strictness: Strictness,
    options: RuleOptions,
    /// The number of the line that was read last.
    number: usize,
    is_done: bool,
}

/// A line that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct EpdLine {
    /// Its number in the stream, from 1.
    pub number: usize,
    /// What it says.
    pub epd: Epd,
}

impl<R> EpdReader<R> {
    /// Positions are played by these rules.
    #[must_use]
    pub fn with_options(self, options: RuleOptions) -> EpdReader<R> {
        EpdReader { options, ..self }
    }
}

impl<R: BufRead> EpdReader<R> {
    /// Reads a line without its end, and only as much of it as is allowed; `None` at the end.
    fn line(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut read_any = false;
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok(read_any.then_some(line));
            }
            read_any = true;
            let end = buffer.iter().position(|&b| b == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            // One byte more than allowed, so that a line that is too long is noticed.
            let room = (MAX_EPD_LENGTH + 1).saturating_sub(line.len());
            line.extend_from_slice(&part[..part.len().min(room)]);
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }

    fn read(&self, line: &[u8]) -> Option<Result<Epd, EpdError>> {
        let text = match core::str::from_utf8(line) {
            Ok(text) => text,
            Err(_) if line.len() > MAX_EPD_LENGTH => {
                return Some(Err(EpdError::new(1, "", EpdErrorKind::TooLong)));
            }
            Err(error) => {
                let before = String::from_utf8_lossy(&line[..error.valid_up_to()]);
                return Some(Err(EpdError::new(before.chars().count() + 1, "", EpdErrorKind::NotUtf8)));
            }
        };
        let text = if self.number == 1 { text.strip_prefix('\u{feff}').unwrap_or(text) } else { text };
        let is_skipped = text.trim().is_empty() || text.trim_start().starts_with('#');
        (!is_skipped).then(|| Epd::parse_with(text, self.strictness, self.options))
    }
}

impl<R: BufRead> Iterator for EpdReader<R> {
    type Item = Result<EpdLine, EpdError>;

    fn next(&mut self) -> Option<Result<EpdLine, EpdError>> {
        while !self.is_done {
            self.number += 1;
            let number = self.number;
            let line = match self.line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(error) => {
                    self.is_done = true;
                    let kind = EpdErrorKind::Io(error.to_string());
                    return Some(Err(EpdError { line: number, ..EpdError::new(1, "", kind) }));
                }
            };
            if let Some(read) = self.read(&line) {
                return Some(match read {
                    Ok(epd) => Ok(EpdLine { number, epd }),
                    Err(error) => Err(EpdError { line: number, ..error }),
                });
            }
        }
        self.is_done = true;
        None
    }
}

impl<R: BufRead> core::iter::FusedIterator for EpdReader<R> {}
