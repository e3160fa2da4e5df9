//! Node counts: recorded ones, and the different ways to count against each other.
#![allow(missing_docs)]

mod support;

use cotulenh::{
    PerftTable, Position, RuleOptions, divide, perft, perft_hashed, perft_parallel, perft_played,
};

#[test]
fn recorded_counts() {
    let mut counts = 0;
    for line in include_str!("vectors/perft.txt").lines() {
        let mut parts = line.split(" ;");
        let position = Position::from_fen(parts.next().unwrap()).unwrap();
        for part in parts {
            let (depth, nodes) = part.split_once(' ').unwrap();
            let depth = depth[1..].parse().unwrap();
            assert_eq!(perft(&position, depth), nodes.parse::<u64>().unwrap(), "{position} depth {depth}");
            counts += 1;
        }
    }
    assert_eq!(counts, 21);
}

#[test]
fn bulk_played_divided_and_parallel_counts_agree() {
    let sessions = support::open_sessions();
    for fen in support::stock().iter().step_by(40).chain(sessions.iter().step_by(20)) {
        let position = Position::from_fen(fen).unwrap();
        let nodes = perft(&position, 2);
        assert_eq!(perft_played(&position, 2), nodes, "{fen}");
        assert_eq!(divide(&position, 2).iter().map(|(_, n)| n).sum::<u64>(), nodes, "{fen}");
    }
    let start = Position::start();
    assert_eq!(perft_parallel(&start, 3, None, &|_| {}), 1_578_799);
    assert_eq!(perft_played(&start, 3), 1_578_799);
}

#[test]
fn parallel_progress_reaches_its_total() {
    let seen = std::sync::Mutex::new(Vec::new());
    perft_parallel(&Position::start(), 3, None, &|progress| seen.lock().unwrap().push(progress));
    let seen = seen.into_inner().unwrap();
    assert_eq!(seen.len() as u64, seen[0].total);
    assert_eq!(seen.iter().map(|p| p.done).max(), Some(seen[0].total));
}

#[test]
fn a_table_changes_nothing_but_the_time() {
    assert!(PerftTable::new(usize::MAX >> 20).is_err());
    // One that is far too small, so that entries are overwritten, and one that is not.
    for megabytes in [0, 16] {
        let table = PerftTable::new(megabytes).unwrap();
        assert_eq!(perft_hashed(&Position::start(), 3, &table), 1_578_799);
        assert_eq!(perft_parallel(&Position::start(), 3, Some(&table), &|_| {}), 1_578_799);
        let sessions = support::open_sessions();
        for fen in support::stock().iter().step_by(100).chain(sessions.iter().step_by(20)) {
            let position = Position::from_fen(fen).unwrap();
            for depth in 0..3 {
                assert_eq!(perft_hashed(&position, depth, &table), perft(&position, depth), "{fen}");
            }
        }
    }
}

/// One table may be used under different rule options: they are part of a position's hash.
#[test]
fn a_table_keeps_rule_options_apart() {
    let position = Position::from_fen("6c4/11/11/11/11/11/11/11/11/6t4/11/6C4 r - - 0 1").unwrap();
    let table = PerftTable::new(1).unwrap();
    let options = (0..=u8::MAX).filter_map(RuleOptions::from_bits);
    for options in options.clone().chain(options) {
        let position = position.with_options(options);
        for depth in 0..5 {
            assert_eq!(perft_hashed(&position, depth, &table), perft(&position, depth), "{options:?}");
        }
    }
    let careless = position.with_options(RuleOptions::default().with_skip_commander_safety(true));
    assert_eq!(perft_hashed(&position, 3, &table), 2204);
    assert_eq!(perft_hashed(&careless, 3, &table), 4028);
    assert_ne!(position, careless);
    assert_ne!(position.hash(), careless.hash());
}
