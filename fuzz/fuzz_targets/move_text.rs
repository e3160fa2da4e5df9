//! Arbitrary text as a move: a parsed move is legal and round-trips.
#![no_main]

use std::sync::LazyLock;

use cotulenh::{Position, Strictness, Turn};
use libfuzzer_sys::fuzz_target;

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    include_str!("../positions.txt").lines().map(|fen| Position::from_fen(fen).unwrap()).collect()
});

// The first byte chooses position and strictness, the rest is the text.
fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, text)) = bytes.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    let (index, strict) = (choice >> 1, choice & 1 == 1);
    let position = POSITIONS[index as usize % POSITIONS.len()];
    let strictness = if strict { Strictness::Strict } else { Strictness::Lenient };
    match position.parse_turn(text, strictness) {
        Ok(Turn::Step(mv)) => {
            assert!(position.is_legal(mv));
            assert_eq!(position.parse_turn(&position.san(mv), Strictness::Strict), Ok(Turn::Step(mv)));
        }
        Ok(Turn::Deploy(turn)) => {
            turn.open.check_consistency().unwrap();
            turn.after.check_consistency().unwrap();
            let lan = turn.open.deploy_turn_text().unwrap().lan;
            assert_eq!(position.parse_turn(&lan, Strictness::Strict), Ok(Turn::Deploy(turn)));
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
