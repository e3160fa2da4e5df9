//! The evaluation treats both sides alike, and its features count what they should.
#![allow(missing_docs)]

mod common;

use common::{TestRandom, endgame, walk};
use cotulenh::{Color, Position};
use cotulenh_engine::eval::weights::{self, GROUPS};
use cotulenh_engine::eval::{Coefficients, Evaluator};
use cotulenh_engine::{evaluate, explain};

fn positions(count: usize) -> Vec<Position> {
    let mut random = TestRandom(3);
    (0..count)
        .map(|i| if i % 3 == 0 { endgame(&mut random, 1 + i % 15) } else { walk(&mut random) })
        .collect()
}

#[test]
fn mirrored_positions_have_the_same_value() {
    assert_eq!(Position::start().mirrored().board(), Position::start().board());
    for position in positions(2000).iter().filter(|position| position.session().is_none()) {
        assert_eq!(evaluate(position), evaluate(&position.mirrored()), "{position}");
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
fn the_explanation_lists_every_group() {
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
fn air_defence_over_the_commander_counts_only_against_air_forces() {
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
fn units_that_air_defence_protects_are_covered() {
    // The Tank on g5 is covered and in reach of g9. The Anti-Air on h5 is only covered; the
    // Infantry on k5 and the Militia on e7 are only in reach.
    let fen = "4c6/11/11/6f4/11/4M6/11/6TG2I/11/11/11/6C4 r - - 0 1";
    assert_eq!(count(fen, weights::AIR_COVER), 1);
    assert_eq!(count(&fen.replace("6f4", "6+f4"), weights::AIR_COVER), 0);
    assert_eq!(count(&fen.replace("TG2I", "TI2I"), weights::AIR_COVER), 0);
}

#[test]
fn air_forces_have_routes_and_raids() {
    use weights::{AIR_RAID, AIR_ROUTE};
    // Eight rays of four points from g5, without those of the own Commander and the own Infantry:
    // 29 or 28 of 32, which the division by 4 distinguishes.
    let fen = |blue: &str, own: &str| format!("3c7/11/11/{blue}/11/11/{own}/11/11/6C4 r - - 0 1");
    let free = fen("11/11", "6F4/5II4");
    assert_eq!(count(&free, AIR_ROUTE), 29 / 4);
    assert_eq!(count(&fen("11/11", "5IF4/5II4"), AIR_ROUTE), 28 / 4);
    assert_eq!(count(&fen("11/11", "5IFI3/5II4"), AIR_ROUTE), 27 / 4);
    // g9 is on a diagonal through d12; d8 is on its file.
    assert_eq!(count(&free, AIR_RAID), 2);
    // The air defence of d9 closes c9 and d8, that of g8 the ray to the north from g7: 24 points
    // are left, and 23 with one more own unit.
    let zones = "3g7/6g4";
    assert_eq!(count(&fen(zones, "6F4/5II4"), AIR_ROUTE), 24 / 4);
    assert_eq!(count(&fen(zones, "5IF4/5II4"), AIR_ROUTE), 23 / 4);
    assert_eq!(count(&fen(zones, "6F4/5II4"), AIR_RAID), 0);
}

#[test]
fn navies_have_lanes_to_the_commander() {
    // Ranks 12 to 8. From b9, c10, b12 and c12 a Navy strikes e12.
    let lanes = |upper: &str| count(&format!("{upper}/11/11/11/11/11/11/6C4 r - - 0 1"), weights::LANE);
    // Points in line with c9, with b8, with both, and none from too far south.
    assert_eq!(lanes("4c6/11/11/2N8/11"), 3);
    assert_eq!(lanes("4c6/11/11/11/1N9"), 2);
    assert_eq!(lanes("4c6/11/11/2N8/1N9"), 4);
    assert_eq!(count("4c6/11/11/11/11/11/11/11/1N9/11/11/6C4 r - - 0 1", weights::LANE), 0);
    // One point is occupied, or attacked; the Commander is too far inland, or captured.
    assert_eq!(lanes("4c6/11/2I8/2N8/11"), 2);
    assert_eq!(lanes("4c6/11/3i7/2N8/11"), 2);
    assert_eq!(lanes("6c4/11/11/2N8/11"), 0);
    assert_eq!(lanes("11/11/11/2N8/11"), 0);
}

#[test]
fn heavy_pieces_before_a_bridge_count() {
    let bridge = |fen: &str| count(fen, weights::BRIDGE);
    // Artillery from rank 4 on, Missiles from 5, Anti-Airs from 6.
    assert_eq!(bridge("6c4/11/11/11/11/11/5G1S3/5S1A3/5A5/11/11/6C4 r - - 0 1"), 5);
    assert_eq!(bridge("6c4/11/11/11/11/11/11/5G5/7S3/5A5/11/6C4 r - - 0 1"), 0);
    // Beyond the river, beside the bridge files, or not heavy: an Engineer crosses anywhere with
    // its load.
    assert_eq!(bridge("6c4/11/11/11/11/5A5/5T1(ES)3/6A4/11/11/11/6C4 r - - 0 1"), 0);
    assert_eq!(bridge("6c4/11/11/11/7s3/11/11/11/11/11/11/6C4 r - - 0 1"), -1);
}

#[test]
fn last_guards_are_counted_without_the_commander() {
    use weights::{LAST_GUARD, LAST_TWO_GUARDS};
    let counts = |fen: &str| [LAST_GUARD, LAST_TWO_GUARDS].map(|index| count(fen, index));
    assert_eq!(counts("3c7/11/11/11/11/11/11/11/11/11/4T6/6C4 r - - 0 1"), [1, 0]);
    assert_eq!(counts("3c7/11/11/11/11/11/11/11/11/11/4TT5/6C4 r - - 0 1"), [0, 1]);
    assert_eq!(counts("3c7/2i8/11/11/11/11/11/11/11/4T6/4TT5/6C4 r - - 0 1"), [-1, 0]);
    // A unit that carries a piece, even the Commander, does not become heroic.
    assert_eq!(counts("3c7/11/11/11/11/11/11/11/11/11/4(TC)6/11 r - - 0 1"), [0, 0]);
    assert_eq!(counts("3c7/11/11/11/11/11/11/11/11/11/3T(TC)6/11 r - - 0 1"), [0, 1]);
}
