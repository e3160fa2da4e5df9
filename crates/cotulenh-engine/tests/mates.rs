//! The engine finds mates that an exhaustive search has proved.
#![allow(missing_docs)]

mod common;
mod mate_suite;

use std::collections::HashSet;

use common::{TestRandom, endgame, turns};
use cotulenh::Position;
use cotulenh_engine::{Engine, Limits, Score, SearchPosition, SearchResult};
use mate_suite::solver::{Solver, has_lost};
use mate_suite::tags::Tag;
use mate_suite::{LONGEST, NODES, Puzzle, suite};

/// The exact distance to mate.
fn distance(position: &Position, most: u32) -> Option<u32> {
    Solver::new(u64::MAX).distance(position, most).expect("the budget is unlimited")
}

fn search_mate(position: &Position, engine: &mut Engine, mate: u32) -> SearchResult {
    engine.new_game();
    let limits = Limits::nodes(NODES).with_mate(mate);
    let result = engine.search(&SearchPosition::from(*position), &limits, &mut |_| {});
    assert_eq!(result.score, Score::Mate(mate as i32), "{position}");
    let mut at = *position;
    for &action in &result.turn {
        assert!(at.actions().contains(&action), "{action} in {at}");
        at = at.after_unchecked(action);
    }
    result
}

#[test]
fn the_suite_shows_every_kind_of_mate() {
    let suite = suite();
    for (mate, least) in (1..=LONGEST).zip([12, 20, 16, 8]) {
        assert!(suite.iter().filter(|puzzle| puzzle.mate == mate).count() >= least, "mates in {mate}");
    }
    for tag in Tag::ALL {
        assert!(suite.iter().filter(|puzzle| puzzle.tags.contains(&tag)).count() >= 5, "{tag:?}");
    }
    let names: HashSet<&str> = suite.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(names.len(), suite.len());
    // The solver ignores the fifty-move clock.
    assert!(suite.iter().all(|puzzle| puzzle.position.halfmoves() == 0));
}

#[test]
fn the_suite_is_solved() {
    let mut engine = Engine::default();
    for puzzle in suite() {
        let result = search_mate(&puzzle.position, &mut engine, puzzle.mate);
        assert!(puzzle.is_solved_by(&result.turn), "{:?} in {puzzle}", result.turn);
    }
}

/// A capture restores a faded evaluation, so fading must not prune mates. This is an ordinary
/// search, not a mate search.
#[test]
fn mates_are_found_late_in_the_fifty_move_clock() {
    let mut engine = Engine::default();
    for clock in [0, 60, 85] {
        let mut missed = Vec::new();
        for puzzle in suite() {
            let fen = puzzle.position.fen().replace(" 0 1", &format!(" {clock} 60"));
            let position = Position::from_fen(&fen).unwrap();
            assert_eq!(position.halfmoves(), clock);
            engine.new_game();
            let result = engine.search(&position.into(), &Limits::nodes(60_000), &mut |_| {});
            if !matches!(result.score, Score::Mate(1..)) {
                missed.push(fen);
            }
        }
        assert!(missed.len() <= 5, "clock {clock}: {missed:#?}");
    }
}

/// An ordinary search prunes more, and has left its scores in the table.
#[test]
fn a_mate_search_does_not_use_the_scores_of_other_searches() {
    let fen = "2hc7/10H/4a6/11/5E5/8G2/5+f5/11/9m1/2E4g3/11/9C1 b - - 60 34";
    let position = Position::from_fen(fen).unwrap();
    let root = SearchPosition::from(position);
    let mut engine = Engine::default();
    let for_mate = Limits::nodes(NODES).with_mate(4);
    let fresh = engine.search(&root, &for_mate, &mut |_| {});
    assert_eq!(fresh.score, Score::Mate(3));
    engine.new_game();
    engine.search(&root, &Limits::nodes(100_000), &mut |_| {});
    let later = engine.search(&root, &for_mate, &mut |_| {});
    assert!(matches!(later.score, Score::Mate(1..=4)), "{:?}", later.score);
}

/// The longer mates take minutes.
#[test]
fn the_short_mates_of_the_suite_are_proved() {
    for puzzle in suite().into_iter().filter(|puzzle| puzzle.mate <= 2) {
        let truth = Puzzle::solve(&puzzle.id, puzzle.position, &mut Solver::new(u64::MAX));
        assert_eq!(truth, Ok(Some(puzzle)));
    }
}

#[test]
fn mates_in_one_are_found() {
    let (mut random, mut engine) = (TestRandom(21), Engine::default());
    let mut found = 0;
    let mut deploys = 0;
    for round in 0.. {
        if found >= 60 && deploys >= 3 {
            break;
        }
        let position = endgame(&mut random, 5 + round % 6);
        if position.outcome().is_none() && distance(&position, 1).is_some() {
            let by_move = turns(&position).iter().any(|(turn, after)| turn.len() == 1 && has_lost(after));
            deploys += i32::from(!by_move);
            if found < 60 || !by_move {
                let turn = search_mate(&position, &mut engine, 1).turn;
                assert!(has_lost(&turn.iter().fold(position, |at, &action| at.after_unchecked(action))));
            }
            found += 1;
        }
    }
}

#[test]
fn mates_in_two_are_found() {
    let (mut random, mut engine) = (TestRandom(22), Engine::default());
    let mut found = 0;
    while found < 6 {
        let position = endgame(&mut random, 3);
        if position.outcome().is_none() && position.action_count() < 40 && distance(&position, 2) == Some(2) {
            search_mate(&position, &mut engine, 2);
            found += 1;
        }
    }
}
