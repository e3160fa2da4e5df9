//! The move picker hands out every action exactly once.
#![allow(missing_docs)]

mod common;

use common::{TestRandom, endgame, walk};
use cotulenh::{Position, perft};
use cotulenh_engine::bench::POSITIONS;
use cotulenh_engine::perft_through_picker;

#[test]
fn perft_through_the_picker_is_perft() {
    for fen in POSITIONS {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(perft_through_picker(&position, 2), perft(&position, 2), "{fen}");
    }
    for fen in [POSITIONS[9], POSITIONS[10], POSITIONS[11], POSITIONS[13]] {
        let position = Position::from_fen(fen).unwrap();
        assert_eq!(perft_through_picker(&position, 3), perft(&position, 3), "{fen}");
    }
}

#[test]
fn also_in_random_positions() {
    let mut random = TestRandom(11);
    for round in 0..300 {
        let position = if round % 2 == 0 { walk(&mut random) } else { endgame(&mut random, 2 + round % 9) };
        assert_eq!(perft_through_picker(&position, 1), perft(&position, 1), "{position}");
        if round % 10 == 0 {
            assert_eq!(perft_through_picker(&position, 2), perft(&position, 2), "{position}");
        }
    }
}
