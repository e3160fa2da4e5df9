//! The evaluation treats both sides alike, and is the sum it claims to be.
#![allow(missing_docs)]

mod common;

use common::{Random, endgame, mirrored, walk};
use cotulenh::{Color, Position};
use cotulenh_engine::eval::weights::{self, GROUPS};
use cotulenh_engine::eval::{Coefficients, Evaluator};
use cotulenh_engine::{evaluate, explain};

fn positions(count: usize) -> Vec<Position> {
    let mut random = Random(3);
    (0..count)
        .map(|i| if i % 3 == 0 { endgame(&mut random, 1 + i % 15) } else { walk(&mut random) })
        .collect()
}

#[test]
fn sides_exchanged_give_the_same_value() {
    assert_eq!(mirrored(&Position::start()).board(), Position::start().board());
    for position in positions(2000).iter().filter(|position| position.session().is_none()) {
        assert_eq!(evaluate(position), evaluate(&mirrored(position)), "{position}");
    }
}

#[test]
fn the_trace_adds_up() {
    let evaluator = Evaluator::default();
    for position in &positions(1000) {
        let coefficients = Coefficients::of(&evaluator, position);
        let red = coefficients.value(&weights::DEFAULT, Evaluator::phase(position));
        let value = if position.turn() == Color::Red { red } else { -red };
        assert_eq!(value.clamp(-30_000, 30_000), evaluate(position), "{position}");
    }
}

#[test]
fn the_explanation_names_every_group_once() {
    let explanation = explain(&Position::start());
    let text = explanation.to_string();
    for group in &explanation.groups {
        assert!(text.contains(group.name));
    }
    assert!(GROUPS.windows(2).all(|pair| pair[0].1 < pair[1].1));
    let sum: i32 = explanation.groups.iter().map(|group| group.red - group.blue).sum();
    assert!((sum - explanation.red_view).abs() <= explanation.groups.len() as i32);
}

#[test]
fn more_is_better() {
    let value = |fen: &str| evaluate(&Position::from_fen(fen).unwrap());
    let without = value("6c4/11/11/11/11/11/11/11/11/11/4T6/3C7 r - - 0 1");
    let with = value("6c4/11/11/11/11/11/11/11/11/4A6/4T6/3C7 r - - 0 1");
    let heroic = value("6c4/11/11/11/11/11/11/11/11/4+A6/4T6/3C7 r - - 0 1");
    assert!(without < with && with < heroic);
}

/// How often a feature occurs in a position, Red's minus Blue's.
fn count(fen: &str, index: usize) -> i32 {
    Coefficients::of(&Evaluator::default(), &Position::from_fen(fen).unwrap()).counts[index]
}

#[test]
fn air_defence_over_the_commander_counts_while_there_are_air_forces_to_mind_it() {
    use weights::{COMMANDER_COVERED, COMMANDER_COVERED_TWICE};
    let counts = |fen: &str| [COMMANDER_COVERED, COMMANDER_COVERED_TWICE].map(|index| count(fen, index));
    assert_eq!(counts("4c5f/11/11/11/11/11/11/11/11/11/6G4/6C4 r - - 0 1"), [1, 0]);
    assert_eq!(counts("4c5f/11/11/11/11/11/11/11/11/11/6GS3/6C4 r - - 0 1"), [0, 1]);
    assert_eq!(counts("4c5f/11/11/11/11/11/11/11/11/6G4/11/6C4 r - - 0 1"), [0, 0]);
    assert_eq!(counts("4c5+f/11/11/11/11/11/11/11/11/11/6G4/6C4 r - - 0 1"), [0, 0]);
    assert_eq!(counts("4c6/11/11/11/11/11/11/11/11/11/6G4/6C4 r - - 0 1"), [0, 0]);
    // Both sides alike.
    assert_eq!(counts("6c3F/6g4/11/11/11/11/11/11/11/11/11/4C6 r - - 0 1"), [-1, 0]);
}

#[test]
fn units_that_only_air_defence_saves_are_covered() {
    // The Tank on g5 is covered and in reach of g9, the Infantry on k5 is neither, and the Militia on e7 is not covered.
    let fen = "4c6/11/11/6f4/11/4M6/11/6TG2I/11/11/11/6C4 r - - 0 1";
    assert_eq!(count(fen, weights::AIR_COVER), 1);
    assert_eq!(count(&fen.replace("6f4", "6+f4"), weights::AIR_COVER), 0);
    assert_eq!(count(&fen.replace("TG2I", "TI2I"), weights::AIR_COVER), 0);
}

#[test]
fn air_forces_have_routes_and_raids() {
    use weights::{AIR_RAID, AIR_ROUTE};
    // Eight rays of four points from g5, but for the own Commander's.
    let free = "3c7/11/11/11/11/11/11/6F4/11/11/11/6C4 r - - 0 1";
    assert_eq!(count(free, AIR_ROUTE), 31 / 4);
    // g9 is on a diagonal through d12; d8 is on its file.
    assert_eq!(count(free, AIR_RAID), 2);
    // The air defence of d9 closes d8; that of g8 closes the ray to the north from g7 on.
    let defended = "3c7/11/11/3g7/6g4/11/11/6F4/11/11/11/6C4 r - - 0 1";
    assert_eq!(count(defended, AIR_ROUTE), (31 - 1 - 3) / 4);
    assert_eq!(count(defended, AIR_RAID), 0);
}

#[test]
fn navies_have_lanes() {
    use weights::{LANE, SEA_POWER};
    // From b6: four points north, four south, a6, c6, d6, e6, a7, a5, c7, d8 is no sea, c5.
    let alone = "6c4/11/11/11/11/11/1N9/11/11/11/11/6C4 r - - 0 1";
    assert_eq!([LANE, SEA_POWER].map(|index| count(alone, index)), [(8 + 4 + 2 + 1 + 1) / 4, 1]);
    let rival = "6c4/n10/11/11/11/11/1N9/11/11/11/11/6C4 r - - 0 1";
    assert_eq!(count(rival, SEA_POWER), 0);
    assert!(count(rival, LANE) < count(alone, LANE));
}

#[test]
fn heavy_pieces_go_by_bridge() {
    let bridge = |fen: &str| count(fen, weights::BRIDGE);
    assert_eq!(bridge("6c4/11/11/11/11/11/5A5/7(ES)3/5G5/11/11/6C4 r - - 0 1"), 3);
    // Beyond the river, too far away, beside the files, not heavy, carrying nothing.
    assert_eq!(bridge("6c4/11/11/11/11/5A5/6S4/7E3/5T5/7G3/11/6C4 r - - 0 1"), 0);
    assert_eq!(bridge("6c4/11/11/11/7s3/11/11/11/11/11/11/6C4 r - - 0 1"), -1);
}

#[test]
fn last_guards_are_counted_without_the_commander() {
    use weights::{LAST_GUARD, LAST_TWO_GUARDS};
    let counts = |fen: &str| [LAST_GUARD, LAST_TWO_GUARDS].map(|index| count(fen, index));
    assert_eq!(counts("3c7/11/11/11/11/11/11/11/11/11/4T6/6C4 r - - 0 1"), [1, 0]);
    assert_eq!(counts("3c7/11/11/11/11/11/11/11/11/11/4TT5/6C4 r - - 0 1"), [0, 1]);
    assert_eq!(counts("3c7/2i8/11/11/11/11/11/11/11/4T6/4TT5/6C4 r - - 0 1"), [-1, 0]);
    // A Commander that is carried stands with a unit.
    assert_eq!(counts("3c7/11/11/11/11/11/11/11/11/11/4(TC)6/11 r - - 0 1"), [1, 0]);
}
