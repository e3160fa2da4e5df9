//! Mates that an exhaustive search proves are found.
#![allow(missing_docs)]

mod common;

use common::{Random, endgame, turns};
use cotulenh::{Outcome, Position};
use cotulenh_engine::{Engine, EngineOptions, Limits, Score, SearchPosition};

fn wins(position: &Position, after: &Position) -> bool {
    matches!(after.outcome(), Some(Outcome::Win { winner, .. }) if winner == position.turn())
}

fn mates_in_one(position: &Position) -> bool {
    turns(position).iter().any(|(_, after)| wins(position, after))
}

/// Some turn after which every reply allows a mate in one.
fn mates_in_two(position: &Position) -> bool {
    turns(position).iter().any(|(_, after)| {
        after.outcome().is_none() && {
            // Checks first would be quicker; the positions are small.
            let replies = turns(after);
            !replies.is_empty()
                && replies.iter().all(|(_, reply)| reply.outcome().is_none() && mates_in_one(reply))
        }
    })
}

fn engine() -> Engine {
    Engine::new(EngineOptions { hash_mb: 4, ..EngineOptions::default() })
}

fn play_out(position: &Position, engine: &mut Engine, expected: i32) {
    engine.new_game();
    let limits = Limits { mate: Some(expected as u32), nodes: Some(2_000_000), ..Limits::default() };
    let result = engine.search(&SearchPosition::from(*position), &limits, &mut |_| {});
    assert_eq!(result.score, Score::Mate(expected), "{position}");
    if expected == 1 {
        let mut after = *position;
        for &action in &result.turn {
            assert!(after.actions().contains(&action));
            after = after.after_unchecked(action);
        }
        assert!(wins(position, &after), "{position}");
    }
}

#[test]
fn mates_in_one_are_found() {
    let (mut random, mut engine) = (Random(21), engine());
    let mut found = 0;
    let mut deploys = 0;
    for round in 0.. {
        if found >= 60 && deploys >= 3 {
            break;
        }
        let position = endgame(&mut random, 5 + round % 6);
        if position.outcome().is_none() && mates_in_one(&position) {
            let by_move =
                turns(&position).iter().any(|(turn, after)| turn.len() == 1 && wins(&position, after));
            deploys += i32::from(!by_move);
            if found < 60 || !by_move {
                play_out(&position, &mut engine, 1);
            }
            found += 1;
        }
    }
}

#[test]
fn mates_in_two_are_found() {
    let (mut random, mut engine) = (Random(22), engine());
    let mut found = 0;
    while found < 6 {
        let position = endgame(&mut random, 3);
        if position.outcome().is_none()
            && position.action_count() < 40
            && !mates_in_one(&position)
            && mates_in_two(&position)
        {
            play_out(&position, &mut engine, 2);
            found += 1;
        }
    }
}
