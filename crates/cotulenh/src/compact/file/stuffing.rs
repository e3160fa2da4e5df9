//! Consistent overhead byte stuffing (COBS): bytes without a zero, one longer for every 254.
//!
//! A zero can then end a record. A reader that has met damage finds the next record at the next
//! zero, and no field with a length has to be trusted.

/// The longest run of bytes without a zero that one code byte stands for.
const LONGEST: usize = 254;

/// Appends the bytes without zeros.
pub(super) fn stuff(bytes: &[u8], out: &mut Vec<u8>) {
    let mut runs = bytes.split(|&byte| byte == 0).peekable();
    while let Some(mut run) = runs.next() {
        while run.len() >= LONGEST {
            let (full, rest) = run.split_at(LONGEST);
            out.push(u8::MAX);
            out.extend(full);
            // A run that ends with the bytes needs no further code.
            if rest.is_empty() && runs.peek().is_none() {
                return;
            }
            run = rest;
        }
        out.push(run.len() as u8 + 1);
        out.extend(run);
    }
}

/// Appends the original of stuffed bytes; `None` if they are not stuffed bytes.
pub(super) fn unstuff(mut stuffed: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let mut ends_run = false;
    while let Some((&code, rest)) = stuffed.split_first() {
        if ends_run {
            out.push(0);
        }
        let length = usize::from(code).checked_sub(1)?;
        let run = rest.get(..length)?;
        out.extend(run);
        ends_run = length < LONGEST;
        stuffed = &rest[length..];
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(bytes: &[u8]) {
        let (mut stuffed, mut original) = (Vec::new(), Vec::new());
        stuff(bytes, &mut stuffed);
        assert!(!stuffed.contains(&0), "{bytes:?}");
        assert!(stuffed.len() <= bytes.len() + bytes.len() / LONGEST + 1);
        assert_eq!(unstuff(&stuffed, &mut original), Some(()));
        assert_eq!(original, bytes);
    }

    #[test]
    fn bytes_come_back_without_zeros_in_between() {
        for length in [0, 1, 2, 253, 254, 255, 256, 507, 508, 509, 600] {
            round_trip(&vec![0; length]);
            round_trip(&vec![7; length]);
            for zero in [0, length / 2, length.saturating_sub(1)] {
                let mut bytes = vec![7; length];
                if let Some(byte) = bytes.get_mut(zero) {
                    *byte = 0;
                }
                round_trip(&bytes);
            }
        }
        let mut stuffed = Vec::new();
        stuff(&[0x11, 0x22, 0, 0x33], &mut stuffed);
        assert_eq!(stuffed, [3, 0x11, 0x22, 2, 0x33]);
    }

    #[test]
    fn other_bytes_are_refused() {
        for bytes in [&[3, 1][..], &[0], &[1, 0], &[255, 1, 2]] {
            assert_eq!(unstuff(bytes, &mut Vec::new()), None, "{bytes:?}");
        }
    }
}
