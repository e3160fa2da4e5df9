//! Dates of games.

use core::fmt;

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};
use serde::{Serialize, Serializer};

/// The date of a game as a PGN gives it: month and day may be unknown. Unknown parts come before
/// known ones.
///
/// ```
/// use cotulenh_games::GameDate;
/// let date = GameDate::from_pgn("2024.05.??").unwrap();
/// assert_eq!(date.to_string(), "2024.05.??");
/// assert!(date < GameDate::from_pgn("2024.05.01").unwrap());
/// assert_eq!(GameDate::from_pgn("????.??.??"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameDate {
    /// `yyyymmdd`; an unknown part is 0.
    digits: u32,
}

impl GameDate {
    /// Reads the header `Date`, such as `2024.05.31` or `2024.05.??`. `None` unless the year is
    /// known.
    pub fn from_pgn(text: &str) -> Option<GameDate> {
        let mut parts = text.split('.');
        let [year, month, day] = [4, 2, 2].map(|length| number(parts.next(), length));
        match parts.next() {
            Some(_) => None,
            None => GameDate::from_digits(year? * 10_000 + month? * 100 + day?),
        }
    }

    fn from_digits(digits: u32) -> Option<GameDate> {
        let (year, month, day) = (digits / 10_000, digits / 100 % 100, digits % 100);
        let is_date = (1..=9_999).contains(&year) && month <= 12 && day <= 31;
        is_date.then_some(GameDate { digits })
    }
}

/// A number of this many digits; question marks are 0.
fn number(part: Option<&str>, length: usize) -> Option<u32> {
    let part = part.filter(|part| part.len() == length)?;
    if part.bytes().all(|b| b == b'?') {
        return Some(0);
    }
    part.parse().ok().filter(|_| part.bytes().all(|b| b.is_ascii_digit()))
}

impl fmt::Display for GameDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}", self.digits / 10_000)?;
        for part in [self.digits / 100 % 100, self.digits % 100] {
            match part {
                0 => f.write_str(".??")?,
                known => write!(f, ".{known:02}")?,
            }
        }
        Ok(())
    }
}

impl Serialize for GameDate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl ToSql for GameDate {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.digits.into())
    }
}

impl FromSql for GameDate {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<GameDate> {
        let digits = value.as_i64()?;
        let date = u32::try_from(digits).ok().and_then(GameDate::from_digits);
        date.ok_or(FromSqlError::OutOfRange(digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_as_they_are_written() {
        for text in ["2024.05.31", "2024.05.??", "2024.??.??", "0001.01.01", "9999.12.31"] {
            assert_eq!(GameDate::from_pgn(text).unwrap().to_string(), text);
        }
        let bad = ["", "?", "????.05.31", "2024", "2024.5.31", "2024.13.01", "2024.12.32", "2024.12.01.1"];
        for text in bad.into_iter().chain(["2024-05-31", "+024.05.31", "2024.05.3?", "0000.01.01"]) {
            assert_eq!(GameDate::from_pgn(text), None, "{text}");
        }
    }
}
