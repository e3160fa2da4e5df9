//! The search does not allocate.
#![allow(missing_docs)]

#[path = "common/counting.rs"]
mod counting;

use cotulenh::Position;
use cotulenh_engine::{Engine, EngineOptions, Limits, SearchPosition, SearchResult, bench};
use counting::allocations;

/// Every iteration is reported, and a report allocates one list: its line.
#[test]
fn nothing_is_allocated_between_reports() {
    let mut engine = Engine::new(EngineOptions::default().with_hash_mb(4));
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
    let mut engine = Engine::new(EngineOptions::default().with_hash_mb(4));
    let mut search = |position: &SearchPosition, nodes: u64| -> (u64, SearchResult) {
        engine.new_game();
        let (before, mut reports) = (allocations(), 0);
        let result = engine.search(position, &Limits::nodes(nodes), &mut |_| reports += 1);
        (allocations() - before - reports, result)
    };
    // The first search allocates what later ones reuse.
    search(&SearchPosition::from(Position::start()), 1_000);
    let mut compared = 0;
    for fen in bench::POSITIONS {
        let position = SearchPosition::from(Position::from_fen(fen).unwrap());
        let (few, short) = search(&position, 5_000);
        let (many, long) = search(&position, 50_000);
        // A deploy that the line leaves open is completed by a small search, which allocates.
        if short.turn.len() == 1 && long.turn.len() == 1 {
            assert_eq!(few, many, "{fen}");
            assert!(long.nodes > 5 * short.nodes || long.depth > short.depth, "{fen}");
            compared += 1;
        }
    }
    assert!(compared >= 8, "{compared}");
}
