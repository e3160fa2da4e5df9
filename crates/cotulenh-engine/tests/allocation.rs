//! The search loop does without the heap.
#![allow(missing_docs)]

#[path = "../../cotulenh/tests/support/counting.rs"]
mod counting;

use cotulenh::Position;
use cotulenh_engine::{Engine, EngineOptions, Limits, SearchPosition, SearchResult, bench};
use counting::allocations;

/// Every iteration is reported, and each report makes one list: its line.
#[test]
fn between_two_reports_nothing_is_allocated() {
    let mut engine = Engine::new(EngineOptions { hash_mb: 4, ..EngineOptions::default() });
    let mut nodes = 0;
    for fen in bench::POSITIONS {
        let position = SearchPosition::from(Position::from_fen(fen).unwrap());
        engine.new_game();
        let mut counts = Vec::with_capacity(64);
        nodes += engine.search(&position, &Limits::depth(7), &mut |_| counts.push(allocations())).nodes;
        assert!(counts.windows(2).all(|pair| pair[1] - pair[0] == 1), "{counts:?} in {fen}");
    }
    assert!(nodes > 200_000, "{nodes}");
}

#[test]
fn a_longer_search_allocates_no_more() {
    let mut engine = Engine::new(EngineOptions { hash_mb: 4, ..EngineOptions::default() });
    let mut search = |position: &SearchPosition, nodes: u64| -> (u64, SearchResult) {
        engine.new_game();
        let (before, mut reports) = (allocations(), 0);
        let result = engine.search(position, &Limits::nodes(nodes), &mut |_| reports += 1);
        (allocations() - before - reports, result)
    };
    // The first search makes room that the next ones find.
    search(&SearchPosition::from(Position::start()), 1_000);
    let mut compared = 0;
    for fen in bench::POSITIONS {
        let position = SearchPosition::from(Position::from_fen(fen).unwrap());
        let (few, short) = search(&position, 5_000);
        let (many, long) = search(&position, 50_000);
        // A deploy that the line leaves open is finished by a small search with lists of its own.
        if short.turn.len() == 1 && long.turn.len() == 1 {
            assert_eq!(few, many, "{fen}");
            assert!(long.nodes > 5 * short.nodes || long.depth > short.depth, "{fen}");
            compared += 1;
        }
    }
    assert!(compared >= 8, "{compared}");
}
