//! `cotulenh fen check`.

use std::io::Write;
use std::ops::Range;

use cotulenh::{FaultLocation, RANKS, Role, Square, check_fen};
use unicode_width::UnicodeWidthChar;

use crate::output::{Error, Output, is_unprintable, printable};

/// The number of characters of a rank shown on either side of the fault.
const CONTEXT: usize = 30;

/// Writes `valid` or the faults; returns whether the FEN is valid.
pub fn run(out: &mut Output, line: Option<usize>, fen: Result<String, Error>) -> Result<bool, Error> {
    let prefix = line.map_or(String::new(), |line| format!("line {line}: "));
    let fen = match fen {
        Ok(fen) => fen,
        Err(Error::Input(message)) => {
            // The library takes valid text only and has no code for other bytes.
            writeln!(out, "{prefix}FEN_INVALID_FORMAT lexical: {}", printable(&message))?;
            return Ok(false);
        }
        Err(error) => return Err(error),
    };
    let faults = check_fen(&fen);
    if faults.is_empty() {
        writeln!(out, "{prefix}valid")?;
        return Ok(true);
    }
    for fault in &faults {
        let location = fault.location;
        let place = location.map_or(String::new(), |location| format!(" {}", describe(location)));
        let note = if fault.prevents_loading() { "" } else { " (the position can still be loaded)" };
        let (code, category) = (fault.code().name(), fault.category().name());
        let message = fault.reason.to_string();
        let message = printable(&message);
        writeln!(out, "{prefix}{code} {category}{place}: {message}{note}")?;
        if let Some((rank, marked)) = location.and_then(|location| find(&fen, location)) {
            let [shown, marks] = underline(rank.text, marked);
            writeln!(out, "  {:>2} | {shown}", rank.number)?;
            writeln!(out, "     | {marks}")?;
        }
    }
    Ok(false)
}

fn describe(location: FaultLocation) -> String {
    let name = match location {
        FaultLocation::Field(1) => "placement",
        FaultLocation::Field(2) => "side to move",
        FaultLocation::Field(5) => "half-move clock",
        FaultLocation::Field(6) => "move number",
        FaultLocation::Field(7) => "deploy",
        _ => return location.to_string(),
    };
    format!("{location} ({name})")
}

/// The text of one rank.
struct RankText<'a> {
    number: u8,
    text: &'a str,
}

/// The rank that contains a fault, and the characters concerned.
fn find(fen: &str, location: FaultLocation) -> Option<(RankText<'_>, Range<usize>)> {
    let number = match location {
        FaultLocation::Text { rank, .. } | FaultLocation::Rank(rank) => rank,
        FaultLocation::Square(square) => square.rank(),
        _ => return None,
    };
    let placement = fen.split_whitespace().next()?;
    let text = placement.split('/').nth(usize::from(RANKS.checked_sub(number)?))?;
    let marked = match location {
        FaultLocation::Text { column, .. } => column..column + 1,
        FaultLocation::Square(square) => pieces_on(text, square)?,
        _ => 0..text.chars().count().max(1),
    };
    Some((RankText { number, text }, marked))
}

/// The characters of the pieces on a point, counted as RULES 13.4 does.
fn pieces_on(text: &str, square: Square) -> Option<Range<usize>> {
    let mut found: Option<Range<usize>> = None;
    let (mut file, mut inside) = (0u32, false);
    let mut chars = text.chars().enumerate().peekable();
    while let Some((column, c)) = chars.next() {
        match c {
            '0'..='9' => {
                let mut value = u32::from(c) - u32::from('0');
                if c == '1'
                    && let Some((_, second)) = chars.next_if(|(_, c)| c.is_ascii_digit())
                {
                    value = 10 + u32::from(second) - u32::from('0');
                }
                file += value;
            }
            '(' => inside = true,
            ')' => {
                inside = false;
                file += 1;
            }
            _ if Role::from_letter(c).is_some() => {
                if file == u32::from(square.file()) {
                    let start = found.map_or(column, |found| found.start);
                    found = Some(start..column + 1);
                }
                file += u32::from(!inside);
            }
            _ => {}
        }
    }
    found
}

/// The text around the marked characters, and a line with `^` under each of them.
fn underline(text: &str, marked: Range<usize>) -> [String; 2] {
    let length = text.chars().count();
    let shown = marked.start.saturating_sub(CONTEXT)..length.min(marked.start + CONTEXT);
    let (mut line, mut marks) = (String::new(), String::new());
    if shown.start > 0 {
        line.push('…');
        marks.push(' ');
    }
    for (column, c) in text.chars().enumerate().take(shown.end).skip(shown.start) {
        // Show characters without a width as one column.
        let visible = c.width().filter(|&width| width > 0 && !is_unprintable(c));
        line.push(if visible.is_some() { c } else { '\u{fffd}' });
        let mark = if marked.contains(&column) { '^' } else { ' ' };
        marks.extend(std::iter::repeat_n(mark, visible.unwrap_or(1)));
    }
    if shown.end < length {
        line.push('…');
    }
    if marked.start >= length {
        marks.push('^');
    }
    [line, marks.trim_end().to_owned()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_under_their_characters() {
        assert_eq!(underline("6x4", 1..2), ["6x4".to_owned(), " ^".into()]);
        assert_eq!(underline("(TI", 3..4), ["(TI".to_owned(), "   ^".into()]);
        assert_eq!(underline("", 0..1), [String::new(), "^".into()]);
        assert_eq!(underline("軍x\u{1b}y", 1..2), ["軍x\u{fffd}y".to_owned(), "  ^".into()]);
        assert_eq!(underline("軍x", 0..1), ["軍x".to_owned(), "^^".into()]);
        let [line, marks] = underline(&"1".repeat(1000), 500..501);
        assert_eq!(line.chars().count(), 2 * CONTEXT + 2);
        assert_eq!(marks.len(), CONTEXT + 2);
    }

    #[test]
    fn points_are_found_in_the_text_of_a_rank() {
        let on = |text, square: &str| pieces_on(text, square.parse().unwrap());
        assert_eq!(on("T2(TI)7", "a5"), Some(0..1));
        assert_eq!(on("T2(T+I)7", "d5"), Some(3..6));
        assert_eq!(on("10c", "k5"), Some(2..3));
        assert_eq!(on("11", "k5"), None);
    }
}
