//! Arbitrary bytes as a PGN file: errors with a line, or games that round-trip.
#![no_main]

use cotulenh::{Game, Strictness, read_pgn};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for game in read_pgn(bytes, Strictness::Lenient) {
        match game {
            Ok(game) => {
                game.position().check_consistency().unwrap();
                let pgn = game.to_pgn();
                let again = Game::from_pgn(&pgn, Strictness::Strict).unwrap_or_else(|e| panic!("{e}\n{pgn}"));
                assert_eq!(again.position(), game.position(), "{pgn}");
                assert_eq!(again.to_pgn(), pgn);
            }
            Err(error) => assert!(error.line > 0 && !error.to_string().is_empty()),
        }
    }
});
