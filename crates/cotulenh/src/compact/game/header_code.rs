//! The headers of a game as bytes.

use super::MAX_HEADERS;
use super::end::{GameEnd, Termination};
use super::error::{GameDecodeError, GameEncodeError, HeaderFault};
use crate::compact::bits::{BitReader, BitWriter};
use crate::headers::{Headers, SEVEN_TAG_ROSTER, unknown};

/// Names that take one byte: the number of a name is its place here plus 1. The table is part of the
/// format: it never changes within a version.
const NAMES: [&str; 16] = [
    "Event",
    "Site",
    "Date",
    "Round",
    "Red",
    "Blue",
    "RedElo",
    "BlueElo",
    "TimeControl",
    "Termination",
    "Annotator",
    "Time",
    "Opening",
    "RedLimit",
    "BlueLimit",
    "OpeningTurns",
];
/// A name that is not in the table follows.
const OTHER: u8 = 0;

const RESULT: &str = "Result";
const TERMINATION: &str = "Termination";

/// The end of a game whose headers say more about it.
pub(super) fn end_with(headers: &Headers, end: GameEnd) -> GameEnd {
    let said = headers.get(TERMINATION).and_then(Termination::of_header);
    match (end.termination(), said) {
        (Some(Termination::Unknown | Termination::Rules), Some(termination)) => end.with(termination),
        _ => end,
    }
}

/// Is this header left out, because the end of the game says the same?
fn is_implied(name: &str, value: &str, end: GameEnd) -> bool {
    match name {
        RESULT => true,
        TERMINATION => {
            let said_by_end = end.termination().and_then(Termination::header).is_some();
            said_by_end || (end != GameEnd::Unfinished && Termination::of_header(value).is_some())
        }
        _ => false,
    }
}

/// The headers that are written.
fn written(headers: &Headers, end: GameEnd) -> impl Iterator<Item = (&str, &str)> {
    let is_written =
        move |&(name, value): &(&str, &str)| unknown(name) != Some(value) && !is_implied(name, value, end);
    headers.iter().filter(is_written)
}

/// Appends the headers: their number, then name and value of each. Without headers nothing is
/// appended, and the answer is `false`.
pub(super) fn write(headers: &Headers, end: GameEnd, out: &mut Vec<u8>) -> Result<bool, GameEncodeError> {
    let found = written(headers, end).count();
    if found > MAX_HEADERS {
        return Err(GameEncodeError::TooManyHeaders { found });
    }
    if found == 0 {
        return Ok(false);
    }
    out.push(found as u8);
    for (name, value) in written(headers, end) {
        match NAMES.iter().position(|known| *known == name) {
            Some(place) => out.push(place as u8 + 1),
            None => {
                // A name has 1 to 255 bytes.
                out.extend([OTHER, name.len() as u8]);
                out.extend(name.as_bytes());
            }
        }
        // What does not fit into 32 bits is too long for a game.
        BitWriter::new(out).number(u32::try_from(value.len()).unwrap_or(u32::MAX));
        out.extend(value.as_bytes());
    }
    Ok(true)
}

/// Takes what [`write`] has appended, if that is anything.
pub(super) fn read(bits: &mut BitReader<'_>, end: GameEnd) -> Result<Headers, GameDecodeError> {
    let mut headers = Headers::default();
    let count = bits.byte()?;
    if count == 0 {
        return Err(GameDecodeError::NotCanonical { offset: bits.offset() - 1 });
    }
    let mut last_of_roster = None;
    for _ in 0..count {
        let offset = bits.offset();
        let fault = |fault| GameDecodeError::Header { offset, fault };
        let name = read_name(bits)?.map_err(fault)?;
        let length = bits.number()? as usize;
        let value = core::str::from_utf8(bits.take(length)?).map_err(|_| fault(HeaderFault::Value))?;
        let place = SEVEN_TAG_ROSTER.iter().position(|known| *known == name);
        // The roster in its order, then the others; none twice, and nothing that is known anyway.
        let is_misplaced = match place {
            Some(_) => place <= last_of_roster,
            None => headers.get(name).is_some(),
        };
        if is_misplaced || is_implied(name, value, end) || unknown(name) == Some(value) {
            return Err(fault(HeaderFault::Superfluous));
        }
        last_of_roster = if place.is_some() { place } else { Some(SEVEN_TAG_ROSTER.len()) };
        headers.set(name, value).map_err(|_| fault(HeaderFault::Name))?;
        if headers.get(name) != Some(value) {
            // Control characters have become spaces.
            return Err(fault(HeaderFault::Value));
        }
    }
    Ok(headers)
}

fn read_name<'a>(bits: &mut BitReader<'a>) -> Result<Result<&'a str, HeaderFault>, GameDecodeError> {
    match bits.byte()? {
        OTHER => {
            let length = bits.byte()?.into();
            let name = core::str::from_utf8(bits.take(length)?).ok();
            Ok(name.filter(|name| !NAMES.contains(name)).ok_or(HeaderFault::Name))
        }
        found => {
            let name = NAMES.get(usize::from(found) - 1).copied();
            Ok(name.ok_or(HeaderFault::NameNumber { found }))
        }
    }
}
