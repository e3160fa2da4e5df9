//! Arbitrary bytes as EPD lines: faults with their places, or lines with one canonical form.
#![no_main]

use cotulenh::{Epd, Strictness, read_epd};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let lines = bytes.split(|&byte| byte == b'\n').count();
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        for item in read_epd(bytes, strictness) {
            match item {
                Ok(line) => {
                    assert!(line.number >= 1 && line.number <= lines);
                    line.epd.position().check_consistency().unwrap();
                    let canonical = line.epd.to_string();
                    assert_eq!(Epd::parse(&canonical, Strictness::Strict).as_ref(), Ok(&line.epd), "{canonical}");
                }
                Err(error) => {
                    assert!(error.line >= 1 && error.line <= lines && error.column >= 1);
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }
});
