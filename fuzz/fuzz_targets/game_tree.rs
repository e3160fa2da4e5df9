//! Arbitrary bytes as game trees: faults with line and column, or trees that survive a PGN and JSON.
#![no_main]

use cotulenh::view::{TreeInput, TreeView};
use cotulenh::{Game, GameTree, MAX_DROPPED, Strictness, read_pgn_headers, read_trees};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let strict: Vec<_> = read_trees(bytes, Strictness::Lenient).collect();
    let tolerant: Vec<_> = read_trees(bytes, Strictness::Lenient).tolerant(true).collect();
    assert_eq!(strict.len(), tolerant.len());
    assert_eq!(read_pgn_headers(bytes).count(), tolerant.len());
    for (strict, tolerant) in strict.iter().zip(&tolerant) {
        let Ok(read) = tolerant else {
            assert!(strict.is_err());
            continue;
        };
        assert_eq!(read.dropped.len(), read.dropped_count.min(MAX_DROPPED));
        assert!(read.dropped.iter().all(|fault| fault.line > 0 && fault.column > 0));
        // What is read without a fault is the same both ways.
        match strict {
            Ok(strict) => assert!(read.dropped.is_empty() && strict.tree == read.tree),
            Err(error) => assert!(error.line > 0 && error.column > 0 && !read.dropped.is_empty()),
        }
        check(&read.tree);
    }
});

fn check(tree: &GameTree) {
    let pgn = tree.to_pgn();
    let again = GameTree::from_pgn(&pgn).unwrap_or_else(|error| panic!("{error}\n{pgn}"));
    assert!(again == *tree, "{pgn}\n{}", again.to_pgn());
    assert_eq!(again.to_pgn(), pgn);
    for id in tree.nodes().take(20) {
        assert_eq!(tree.find(&tree.path(id)), Some(id));
        tree.node(id).unwrap().position().check_consistency().unwrap();
    }
    let json = serde_json::to_string(&TreeView::from(tree)).unwrap();
    let input: TreeInput = serde_json::from_str(&json).unwrap();
    assert!(GameTree::try_from(input).unwrap() == *tree, "{json}");
    let end = tree.main_line().last().unwrap_or(tree.root());
    assert_eq!(Game::from(tree).position(), tree.node(end).unwrap().position());
    let mut merged = tree.clone();
    assert_eq!(merged.merge(tree), Ok(0));
}
