//! Fields of a few bits in a string of bytes, lowest bit first, and numbers in groups of seven
//! bits.

/// Bits that cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BitsError {
    /// The bytes end too early; there are so many.
    Truncated(usize),
    /// A number that is too large, and its last byte.
    Number(usize),
    /// Superfluous bits, and their byte.
    NotCanonical(usize),
}

/// Appends bits and bytes to a vector.
pub(super) struct BitWriter<'a> {
    out: &'a mut Vec<u8>,
    /// Bits that do not fill a byte yet.
    pending: u32,
    count: u32,
}

impl<'a> BitWriter<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>) -> BitWriter<'a> {
        BitWriter { out, pending: 0, count: 0 }
    }

    /// Appends the lowest `width` bits of a value, at most 16.
    #[inline]
    pub(super) fn bits(&mut self, value: u16, width: u32) {
        debug_assert!(width <= 16 && u32::from(value) >> width == 0);
        self.pending |= u32::from(value) << self.count;
        self.count += width;
        while self.count >= 8 {
            self.out.push(self.pending as u8);
            self.pending >>= 8;
            self.count -= 8;
        }
    }

    /// Appends the lowest `width` bits of a value, at most 64.
    pub(super) fn wide_bits(&mut self, value: u64, width: u32) {
        for shift in (0..width).step_by(16) {
            let width = (width - shift).min(16);
            self.bits((value >> shift & ((1 << width) - 1)) as u16, width);
        }
    }

    /// Fills the last byte with zeros.
    pub(super) fn align(&mut self) {
        if self.count > 0 {
            self.out.push(self.pending as u8);
            (self.pending, self.count) = (0, 0);
        }
    }

    /// Appends a number in groups of seven bits, the lowest first. The highest bit of a byte says
    /// that another follows.
    pub(super) fn number(&mut self, mut value: u32) {
        debug_assert!(self.count == 0);
        while value >= 0x80 {
            self.out.push(value as u8 | 0x80);
            value >>= 7;
        }
        self.out.push(value as u8);
    }
}

/// Takes bits and bytes from the beginning of a slice.
#[derive(Clone, Debug)]
pub(super) struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next byte.
    at: usize,
    pending: u32,
    count: u32,
}

impl<'a> BitReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> BitReader<'a> {
        BitReader::starting_at(bytes, 0)
    }

    /// Begins with the byte `at`; offsets in errors count from the beginning of the slice.
    pub(super) fn starting_at(bytes: &'a [u8], at: usize) -> BitReader<'a> {
        BitReader { bytes, at, pending: 0, count: 0 }
    }

    /// The byte with the next bit.
    pub(super) fn offset(&self) -> usize {
        if self.count > 0 { self.at - 1 } else { self.at }
    }

    /// The bytes that are left.
    pub(super) fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at..]
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8, BitsError> {
        let byte = *self.bytes.get(self.at).ok_or(BitsError::Truncated(self.bytes.len()))?;
        self.at += 1;
        Ok(byte)
    }

    /// The next `width` bits, at most 16.
    #[inline]
    pub(super) fn bits(&mut self, width: u32) -> Result<u16, BitsError> {
        debug_assert!(width <= 16);
        while self.count < width {
            self.pending |= u32::from(self.byte()?) << self.count;
            self.count += 8;
        }
        let value = self.pending & ((1 << width) - 1);
        self.pending >>= width;
        self.count -= width;
        Ok(value as u16)
    }

    /// The next `width` bits, at most 64.
    pub(super) fn wide_bits(&mut self, width: u32) -> Result<u64, BitsError> {
        let mut value = 0;
        for shift in (0..width).step_by(16) {
            value |= u64::from(self.bits((width - shift).min(16))?) << shift;
        }
        Ok(value)
    }

    /// The next `length` bytes. The reader must be at a whole byte.
    pub(super) fn take(&mut self, length: usize) -> Result<&'a [u8], BitsError> {
        debug_assert!(self.count == 0);
        let taken = self.rest().get(..length).ok_or(BitsError::Truncated(self.bytes.len()))?;
        self.at += length;
        Ok(taken)
    }

    /// Skips to the next whole byte. The bits in between must be zero.
    pub(super) fn align(&mut self) -> Result<(), BitsError> {
        if self.pending != 0 {
            return Err(BitsError::NotCanonical(self.at - 1));
        }
        self.count = 0;
        Ok(())
    }

    /// A number as [`BitWriter::number`] writes it: not too large, and without a superfluous byte.
    pub(super) fn number(&mut self) -> Result<u32, BitsError> {
        let mut value = 0u64;
        for shift in (0..).step_by(7) {
            let offset = self.at;
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                if byte == 0 && shift > 0 {
                    return Err(BitsError::NotCanonical(offset));
                }
                return u32::try_from(value).map_err(|_| BitsError::Number(offset));
            }
            // Five groups hold 35 bits.
            if shift >= 28 {
                return Err(BitsError::Number(offset));
            }
        }
        unreachable!("the loop ends after five bytes")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(value: u32) -> Vec<u8> {
        let mut out = Vec::new();
        BitWriter::new(&mut out).number(value);
        out
    }

    #[test]
    fn numbers_take_seven_bits_a_byte() {
        for (value, expected) in [
            (0, vec![0]),
            (127, vec![0x7f]),
            (128, vec![0x80, 1]),
            (u32::MAX, vec![0xff, 0xff, 0xff, 0xff, 0x0f]),
        ] {
            assert_eq!(number(value), expected);
            assert_eq!(BitReader::new(&expected).number(), Ok(value));
        }
    }

    #[test]
    fn a_number_has_one_form() {
        assert_eq!(BitReader::new(&[0x80, 0]).number(), Err(BitsError::NotCanonical(1)));
        assert_eq!(BitReader::new(&[0xff, 0xff, 0xff, 0xff, 0x10]).number(), Err(BitsError::Number(4)));
        assert_eq!(BitReader::new(&[0x80; 6]).number(), Err(BitsError::Number(4)));
        assert_eq!(BitReader::new(&[0x80]).number(), Err(BitsError::Truncated(1)));
    }

    #[test]
    fn bits_come_back_in_order() {
        let fields = [(1u16, 1), (0x5a5, 11), (0, 3), (0xffff, 16), (5, 4)];
        let mut out = Vec::new();
        let mut writer = BitWriter::new(&mut out);
        fields.into_iter().for_each(|(value, width)| writer.bits(value, width));
        writer.align();
        let mut reader = BitReader::new(&out);
        for (value, width) in fields {
            assert_eq!(reader.bits(width), Ok(value));
        }
        assert_eq!(reader.align(), Ok(()));
        assert!(reader.rest().is_empty());
        let mut reader = BitReader::new(&[0xff]);
        assert_eq!(reader.bits(3), Ok(7));
        assert_eq!(reader.align(), Err(BitsError::NotCanonical(0)));
    }
}
