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
