//! Scores and clocks of turns, in few bits: as differences, the small ones short.

use super::score::PackedScore;
use crate::color::Color;
use crate::compact::bits::{BitReader, BitWriter, BitsError};

/// The bits that say how many follow: 0 for nothing at all, else the number of a width, from 1.
const CLASS_BITS: u32 = 3;

// The widths are part of the format: they never change within a version.

/// Differences of scores go up to 2 · 32,766 both ways.
const SCORE_WIDTHS: [u32; 7] = [3, 5, 7, 9, 11, 13, 17];
/// Differences of clocks go up to 4,294,967,295 both ways.
const CLOCK_WIDTHS: [u32; 7] = [4, 7, 10, 13, 16, 20, 33];

/// Milliseconds in the unit of a game whose clocks are whole seconds.
pub(super) const SECOND: u32 = 1000;

/// Which notes the turns of a game have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct NoteKinds {
    pub(super) scores: bool,
    pub(super) clocks: bool,
    /// All clocks are whole seconds.
    pub(super) seconds: bool,
}

impl NoteKinds {
    fn clock_unit(self) -> u32 {
        if self.seconds { SECOND } else { 1 }
    }
}

/// What differences are taken from: the last score, and the last clock of each side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LastNotes {
    score: i16,
    clocks: [u32; Color::ALL.len()],
}

impl LastNotes {
    pub(super) fn write(
        &mut self,
        kinds: NoteKinds,
        mover: Color,
        (score, clock): (Option<PackedScore>, Option<u32>),
        out: &mut BitWriter<'_>,
    ) {
        if kinds.scores {
            let score = score.map(PackedScore::to_i16);
            write_difference(self.score.into(), score.map(i64::from), &SCORE_WIDTHS, out);
            self.score = score.unwrap_or(self.score);
        }
        if kinds.clocks {
            let clock = clock.map(|clock| clock / kinds.clock_unit());
            let last = &mut self.clocks[mover as usize];
            write_difference((*last).into(), clock.map(i64::from), &CLOCK_WIDTHS, out);
            *last = clock.unwrap_or(*last);
        }
    }

    /// The score and the clock of the next turn. The inner value is `None` if one of them is out of
    /// range.
    #[expect(clippy::type_complexity, reason = "two optional notes")]
    pub(super) fn read(
        &mut self,
        kinds: NoteKinds,
        mover: Color,
        bits: &mut BitReader<'_>,
    ) -> Result<Option<(Option<PackedScore>, Option<u32>)>, BitsError> {
        let (mut score, mut clock) = (None, None);
        if kinds.scores
            && let Some(value) = read_value(self.score.into(), &SCORE_WIDTHS, bits)?
        {
            score = i16::try_from(value).ok().and_then(PackedScore::from_i16);
            let Some(read) = score else { return Ok(None) };
            self.score = read.to_i16();
        }
        if kinds.clocks {
            let last = &mut self.clocks[mover as usize];
            if let Some(value) = read_value((*last).into(), &CLOCK_WIDTHS, bits)? {
                let Some(units) = u32::try_from(value).ok() else { return Ok(None) };
                *last = units;
                clock = units.checked_mul(kinds.clock_unit());
                if clock.is_none() {
                    return Ok(None);
                }
            }
        }
        Ok(Some((score, clock)))
    }
}

/// Writes the difference of a value from the last one, if there is a value. Small differences of
/// both signs become small numbers: 0, −1, 1, −2 … are 0, 1, 2, 3 …
fn write_difference(last: i64, value: Option<i64>, widths: &[u32; 7], out: &mut BitWriter<'_>) {
    let Some(value) = value else {
        out.bits(0, CLASS_BITS);
        return;
    };
    let difference = value - last;
    let mut number = (difference << 1 ^ difference >> 63) as u64;
    for (class, &width) in (1..).zip(widths) {
        // The shorter widths hold the smaller numbers, so each number has one form.
        if number < 1 << width {
            out.bits(class, CLASS_BITS);
            out.wide_bits(number, width);
            return;
        }
        number -= 1 << width;
    }
    unreachable!("the last width holds every difference")
}

/// The reverse of [`write_difference`].
fn read_value(last: i64, widths: &[u32; 7], bits: &mut BitReader<'_>) -> Result<Option<i64>, BitsError> {
    let class = usize::from(bits.bits(CLASS_BITS)?);
    let Some((&width, smaller)) = widths[..class].split_last() else { return Ok(None) };
    let number = bits.wide_bits(width)? + smaller.iter().map(|&width| 1 << width).sum::<u64>();
    let difference = (number >> 1) as i64 ^ -((number & 1) as i64);
    Ok(Some(last + difference))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_come_back() {
        let values = [0, 1, -1, 7, -8, 300, -32_766, 32_766, -32_766, 0, 4_095];
        let mut bytes = Vec::new();
        let mut out = BitWriter::new(&mut bytes);
        let (mut last, kinds) =
            (LastNotes::default(), NoteKinds { scores: true, clocks: true, seconds: false });
        let notes: Vec<_> = values
            .into_iter()
            .map(|value| (PackedScore::from_i16(value), Some(u32::from(value.unsigned_abs()) << 17)))
            .chain([(None, None), (PackedScore::from_i16(5), None), (None, Some(u32::MAX)), (None, Some(0))])
            .collect();
        notes.iter().for_each(|&note| last.write(kinds, Color::Red, note, &mut out));
        out.align();
        let (mut last, mut bits) = (LastNotes::default(), BitReader::new(&bytes));
        for note in notes {
            assert_eq!(last.read(kinds, Color::Red, &mut bits), Ok(Some(note)));
        }
    }

    #[test]
    fn every_width_has_numbers_of_its_own() {
        // From −200 to 200: all bits differ, and each reads back.
        let mut seen = std::collections::HashSet::new();
        for value in -200..=200 {
            let mut bytes = Vec::new();
            let mut out = BitWriter::new(&mut bytes);
            write_difference(0, Some(value), &SCORE_WIDTHS, &mut out);
            out.align();
            assert_eq!(read_value(0, &SCORE_WIDTHS, &mut BitReader::new(&bytes)), Ok(Some(value)));
            assert!(seen.insert(bytes), "{value}");
        }
    }

    #[test]
    fn scores_and_clocks_out_of_range_are_refused() {
        for (kinds, width) in [
            (NoteKinds { scores: true, ..NoteKinds::default() }, 17),
            (NoteKinds { clocks: true, ..NoteKinds::default() }, 33),
        ] {
            let mut bytes = Vec::new();
            let mut out = BitWriter::new(&mut bytes);
            out.bits(7, CLASS_BITS);
            out.wide_bits((1 << width) - 1, width);
            out.align();
            let read = LastNotes::default().read(kinds, Color::Blue, &mut BitReader::new(&bytes));
            assert_eq!(read, Ok(None));
        }
    }
}
