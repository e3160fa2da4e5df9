//! Any text as a FEN: typed faults or a position that writes itself back, and nothing slow.
#![no_main]

use std::time::{Duration, Instant};

use cotulenh::{Position, check_fen};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let begin = Instant::now();
    let faults = check_fen(text);
    let loaded = Position::from_fen(text);
    let needed = begin.elapsed();
    // With sanitizer and debug assertions, ten times the limit that holds for users.
    assert!(text.len() > 512 || needed < Duration::from_millis(10), "{needed:?} for {} bytes", text.len());
    match loaded {
        Ok(position) => {
            assert!(faults.iter().all(|fault| !fault.prevents_loading()));
            position.check_consistency().unwrap();
            assert_eq!(Position::from_fen(&position.fen()), Ok(position));
        }
        Err(error) => {
            assert!(error.first().is_some() && !error.to_string().is_empty());
            assert_eq!(faults.first(), error.first());
        }
    }
});
