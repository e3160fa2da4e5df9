//! Arbitrary text as a FEN: typed faults or a position that round-trips, in bounded time.
#![no_main]

use std::time::{Duration, Instant};

use cotulenh::{Position, check_fen};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let check = || {
        let begin = Instant::now();
        let _ = (check_fen(text), Position::from_fen(text));
        begin.elapsed()
    };
    // With sanitizer and debug assertions, the limit is ten times that for users. The best of
    // several tries counts, because the machine may be busy.
    let quick = text.len() > 512 || (0..20).any(|_| check() < Duration::from_millis(10));
    assert!(quick, "{} bytes took {:?}", text.len(), check());
    let faults = check_fen(text);
    match Position::from_fen(text) {
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
