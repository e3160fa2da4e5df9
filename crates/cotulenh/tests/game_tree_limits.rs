//! Games as trees at their limits: hostile texts and large trees in linear time, without recursion
//! and with bounded memory.
#![allow(missing_docs)]

use std::collections::HashSet;
use std::io::Read;
use std::time::{Duration, Instant};

use cotulenh::{
    Action, Comment, Game, GameTree, MAX_HEADERS, MAX_PGN_LENGTH, NodeId, PgnErrorKind, PgnFormat, Position,
    Strictness, TreePath, read_pgn, read_pgn_headers, read_trees,
};

const STACK: &str = "6c4/11/11/11/11/11/11/3(FTI)4(FTI)2/11/11/11/4C6 r - - 0 1";

/// The time of some work, the fastest of three runs.
fn time(mut work: impl FnMut()) -> Duration {
    let run = |_| {
        let start = Instant::now();
        work();
        start.elapsed()
    };
    (0..3).map(run).min().unwrap()
}

/// Work of one kind that is eight times as much takes about eight times as long; quadratic time would
/// be 64 times as long. Measured again if the machine was busy.
fn assert_linear(what: &str, mut work: impl FnMut(usize), size: usize) {
    let mut measure = || (time(|| work(size / 8)), time(|| work(size)));
    let is_linear = |(short, long): (Duration, Duration)| long < short * 32 + Duration::from_millis(50);
    let measured: Vec<_> =
        core::iter::repeat_with(&mut measure).take(4).take_while(|&m| !is_linear(m)).collect();
    assert!(measured.len() < 4, "{what}: {measured:?}");
}

/// Reads and writes a text in every way.
fn read_and_write(text: &str) {
    for read in read_trees(text.as_bytes(), Strictness::Lenient).tolerant(true) {
        let _ = read.map(|read| read.tree.to_pgn());
    }
    let _ = read_trees(text.as_bytes(), Strictness::Strict).count();
    for game in read_pgn(text.as_bytes(), Strictness::Lenient).skip_unknown_moves(true) {
        let _ = game.map(|game| game.to_pgn());
    }
    let _ = read_pgn_headers(text.as_bytes()).count();
}

/// The LANs of finished deploy turns of the stacks, all different.
fn deploy_turns() -> Vec<String> {
    let mut lans = HashSet::new();
    let mut open = vec![Position::from_fen(STACK).unwrap()];
    while let Some(position) = open.pop() {
        if position.can_commit() {
            lans.insert(position.deploy_turn_text().unwrap().lan);
        }
        for &step in position.legal_moves().iter().filter(|step| step.is_deploy()) {
            let mut next = position;
            next.play_without_commit(step).unwrap();
            open.push(next);
        }
    }
    let mut lans: Vec<String> = lans.into_iter().collect();
    lans.sort();
    lans
}

#[test]
fn hostile_texts_take_linear_time() {
    let repeated: [(&str, &str, &str); 20] = [
        ("", "1. Ic6 * ", ""),
        ("", "\n", "1. Ic6 *"),
        ("", "%x\n", "1. Ic6 *"),
        ("1. Ic6 ", "(", ""),
        ("1. Ic6 ", "( ", ""),
        ("1. Ic6 ", "(1. Mg6 ", ""),
        ("1. Ic6 ", "(Mg6(Ic6", ""),
        ("1. Ic6 ", ") ", ""),
        ("1. Ic6 ", "() ", ""),
        ("1. Ic6 ", "(1. Ic6 Ic7) ", "Mg7 *"),
        ("1. Ic6 ", "{a} ", "*"),
        ("1. Ic6 ({", "a} {", "}) *"),
        ("1. Ic6 {", "[%x ", "} *"),
        ("1. Ic6 {", "[%clk ", "} *"),
        ("1. Ic6 {", "{", "} *"),
        ("1. Ic6 ", "$1 ", "*"),
        ("1. Ic6 ", "!", " *"),
        ("1. Ic6 ", "Zz9 ", "*"),
        ("", "[A \"b\"] ", ""),
        ("[A \"", "\\", "\"]"),
    ];
    for (head, part, tail) in repeated {
        let read =
            |length: usize| read_and_write(&format!("{head}{}{tail}", part.repeat(length / part.len())));
        assert_linear(part, read, MAX_PGN_LENGTH / 4);
    }
    let stack = format!("[FEN \"{STACK}\"]\n\n");
    let turns = deploy_turns();
    assert!(turns.len() > 8_000, "{}", turns.len());
    let numbered: [(&str, &dyn Fn(usize) -> String); 8] = [
        ("different headers", &|i| format!("[H{i} \"\"]\n")),
        ("different comments", &|i| format!("{}{{c{i}}} ", if i == 0 { "1. Ic6 " } else { "" })),
        ("deploys as variations", &|i| {
            let turn = &turns[i % turns.len()];
            if i == 0 { format!("{stack}1. {turn} ") } else { format!("(1. {turn}) ") }
        }),
        ("deploys step by step", &|i| {
            let turn = &turns[i % turns.len()];
            if i == 0 { format!("{stack}1. {turn} ") } else { format!("(1. F>d8 {{c{i}}} {turn}) ") }
        }),
        ("unfinished deploys", &|i| {
            let turn = &turns[i % turns.len()];
            format!("{}{turn}... {{c{i}}} ", if i == 0 { &stack } else { "" })
        }),
        ("unfinished deploys in turns", &|i| {
            let turn = &turns[i % 2];
            format!("{}{turn}... {{c}} ", if i == 0 { &stack } else { "" })
        }),
        ("unfinished variations", &|i| {
            let turn = &turns[i % 7];
            if i == 0 { format!("{stack}1. Cf1 ") } else { format!("(1. {turn}... {{c{i}}}) ") }
        }),
        ("a long game", &|i| ["f4f5 ", "f9f8 ", "f5f4 ", "f8f9 "][i % 4].to_owned()),
    ];
    for (what, part) in numbered {
        let read = |length: usize| {
            let mut text = String::new();
            for i in 0.. {
                if text.len() >= length {
                    break;
                }
                text.push_str(&part(i));
            }
            read_and_write(&text);
        };
        assert_linear(what, read, MAX_PGN_LENGTH / 4);
    }
}

/// A tree with this many variations of the first turn.
fn broad_tree(turns: &[String], variations: usize) -> GameTree {
    let mut tree = GameTree::from(Position::from_fen(STACK).unwrap());
    for turn in &turns[..variations] {
        tree.play_text(tree.root(), turn, Strictness::Strict).unwrap();
    }
    tree
}

/// A tree with one line and a variation of every turn.
fn deep_tree(turns: usize) -> GameTree {
    let mut tree = GameTree::new();
    let mut at = tree.root();
    for turn in 0..turns {
        let main = ["f4f5", "f9f8", "f5f4", "f8f9"][turn % 4];
        let other = ["Ic6", "Ic7", "Ic6", "Ic7"][turn % 4];
        let _ = tree.play_text(at, other, Strictness::Lenient).unwrap();
        at = tree.play_text(at, main, Strictness::Lenient).unwrap();
    }
    tree
}

#[test]
fn edits_of_broad_and_deep_trees_take_linear_time() {
    let turns = deploy_turns();
    let size = turns.len() / 8 * 8;
    let all = |tree: &GameTree| tree.node(tree.root()).unwrap().children().to_vec();
    assert_linear("adding", |size| assert_eq!(broad_tree(&turns, size).len(), size + 1), size);
    let find_all = |size: usize| {
        let tree = broad_tree(&turns, size);
        for id in all(&tree) {
            assert_eq!(tree.find(&tree.path(id)), Some(id));
        }
    };
    assert_linear("finding", find_all, size);
    let delete_all = |size: usize| {
        let mut tree = broad_tree(&turns, size);
        for id in all(&tree) {
            tree.delete(id);
        }
        assert!(tree.is_empty() && tree.len() == 1);
    };
    assert_linear("deleting", delete_all, size);
    let merge = |size: usize| {
        let (mut tree, mut other) = (broad_tree(&turns, size / 2), broad_tree(&turns, size));
        let first = all(&other)[0];
        for tree in [&mut tree, &mut other] {
            tree.annotate(first, |annotations| {
                annotations.after = (0..size).map(|i| Comment::new(&i.to_string())).collect();
            });
        }
        assert_eq!(tree.merge(&other), Ok(size - size / 2));
        assert_eq!(tree.len(), size + 1);
        assert!(tree == other);
    };
    assert_linear("merging", merge, size);
    let promote = |size: usize| {
        let mut tree = deep_tree(size);
        let mut end = tree.root();
        while let Some(&last) = tree.node(end).unwrap().children().last() {
            end = last;
        }
        assert!(tree.promote_to_main_line(end) && !tree.promote_to_main_line(end));
        assert_eq!(Game::from(&tree).position(), tree.node(end).unwrap().position());
    };
    assert_linear("promoting", promote, 8_000);
}

/// Variations of variations, as deep as they go: nothing recurses.
#[test]
fn deep_nesting_is_read_and_written() {
    for (text, kept) in [
        (format!("1. Ic6 {}*", "(".repeat(200_000)), 1),
        (format!("1. Ic6 {}{}*", "(1. Mg6 ".repeat(100_000), ") ".repeat(100_000)), 2),
    ] {
        let read = read_trees(text.as_bytes(), Strictness::Lenient).tolerant(true).next().unwrap().unwrap();
        assert_eq!(
            read.tree.main_line().count() + read.tree.node(read.tree.root()).unwrap().children().len(),
            kept + 1
        );
    }
    // Every turn of the line has a variation, in which every turn has one …
    let mut text = String::from("1. f4f5");
    let moves = ["f9f8", "f5f4", "f8f9", "f4f5"];
    for turn in 0..20_000 {
        text.push_str(&format!(" {} ({}", ["Ic7", "Ic6"][turn % 2], moves[turn % 4]));
    }
    text.push_str(&")".repeat(20_000));
    text.push_str(" *");
    let tree = GameTree::from_pgn(&text).unwrap();
    assert_eq!(tree.len(), 40_002);
    let written = tree.to_pgn_with(&PgnFormat::default().with_max_width(0));
    assert!(written.ends_with(&format!("{} *\n", ")".repeat(20_000))));
    let again = GameTree::from_pgn(&written).unwrap();
    assert!(again == tree);
    assert!(again.clone().merge(&tree) == Ok(0));
    drop(again);
}

#[test]
fn a_game_beyond_the_limit_is_read_up_to_it() {
    let one = "f4f5 f9f8 f5f4 f8f9 ";
    let text = format!("[Red \"An\"]\n\n{}*\n\n1. Mg6 *\n", one.repeat(2 * MAX_PGN_LENGTH / one.len()));
    // Through buffers of different sizes, which must not matter.
    for buffer in [7, 4096, 1 << 16, 1 << 24] {
        let reader = || std::io::BufReader::with_capacity(buffer, text.as_bytes());
        let strict: Vec<_> = read_trees(reader(), Strictness::Lenient).collect();
        let error = strict[0].as_ref().unwrap_err();
        assert_eq!((error.line, error.column), (3, MAX_PGN_LENGTH - "[Red \"An\"]\n\n".len() + 1));
        assert_eq!(error.kind, PgnErrorKind::TooLong);
        assert!(strict[1].is_ok() && strict.len() == 2);
        let headers: Vec<_> = read_pgn_headers(reader()).map(Result::unwrap).collect();
        assert_eq!((headers[0].headers.get("Red"), headers.len()), (Some("An"), 2));
        assert_eq!(&text[headers[1].offset as usize..][..headers[1].length as usize], "1. Mg6 *\n");
    }
    let mut tolerant = read_trees(text.as_bytes(), Strictness::Lenient).tolerant(true);
    let read = tolerant.next().unwrap().unwrap();
    assert_eq!(read.dropped.len(), 1);
    assert_eq!(read.dropped[0].kind, PgnErrorKind::TooLong);
    assert_eq!(read.tree.main_line().count(), (MAX_PGN_LENGTH - "[Red \"An\"]\n\n".len()) / 5);
}

#[test]
fn headers_have_a_limit() {
    let text: String = (0..=MAX_HEADERS).map(|i| format!("[H{i} \"{i}\"]\n")).collect::<String>() + "\n*";
    let read = read_trees(text.as_bytes(), Strictness::Lenient).tolerant(true).next().unwrap().unwrap();
    assert_eq!((read.dropped.len(), read.dropped[0].line), (1, MAX_HEADERS + 1));
    assert_eq!(read.dropped[0].kind, PgnErrorKind::TooManyHeaders);
    assert_eq!(read.tree.headers().get("H999"), Some("999"));
    assert_eq!(GameTree::from_pgn(&text).unwrap_err().kind, PgnErrorKind::TooManyHeaders);
    let all = text.replace("[H1000 \"1000\"]\n", "");
    assert_eq!(GameTree::from_pgn(&all).unwrap().headers().iter_set().count(), MAX_HEADERS);
}

/// A stream that fails now and then.
struct Interrupted<'a> {
    rest: &'a [u8],
    turn: usize,
}

impl Read for Interrupted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.turn += 1;
        if self.turn.is_multiple_of(2) {
            return Err(std::io::ErrorKind::Interrupted.into());
        }
        let length = buffer.len().min(3);
        self.rest.read(&mut buffer[..length])
    }
}

#[test]
fn an_interrupted_stream_goes_on() {
    let stream = Interrupted { rest: b"1. Ic6 {c} Ic7 1-0\n1. Mg6 *", turn: 0 };
    let games: Vec<_> = read_trees(std::io::BufReader::new(stream), Strictness::Lenient).collect();
    assert_eq!(games.iter().map(|game| game.as_ref().unwrap().tree.len()).collect::<Vec<_>>(), [3, 2]);
}

#[test]
fn paths_of_other_texts_lead_nowhere() {
    let mut tree = GameTree::from(Position::from_fen(STACK).unwrap());
    let step = tree.node(tree.root()).unwrap().position().parse_move("F>d8").unwrap();
    let id = tree.play_actions(tree.root(), &[Action::Step(step)]).unwrap();
    let find =
        |tree: &GameTree, path: &str| -> Option<NodeId> { tree.find(&path.parse::<TreePath>().unwrap()) };
    assert_eq!(find(&tree, "d5:(TI):F>d8..."), Some(id));
    assert_eq!(find(&tree, ""), Some(tree.root()));
    for path in
        ["/", "Fd5>d8", "F>d8", "d5:(TI):F>d8", "d5:(TI):F>d8....", "d5:(TI):F>d8.../Ci12", "Cf1", "é"]
    {
        assert_eq!(find(&tree, path), None, "{path}");
    }
    tree.play_actions(id, &[Action::Commit]).unwrap();
    assert_eq!(find(&tree, "d5:(TI):F>d8..."), None);
    assert_eq!(find(&tree, "d5:(TI):F>d8"), Some(id));
}

#[test]
fn turns_have_a_limit_on_request() {
    let read = |turns| {
        let text = "1. Ic6 (1. Mg6 Mg7) Ic7 2. Ej6 *";
        read_trees(text.as_bytes(), Strictness::Lenient).max_turns(turns)
    };
    assert_eq!(read(5).next().unwrap().unwrap().tree.len(), 6);
    let error = read(4).next().unwrap().unwrap_err();
    assert_eq!((error.kind, error.column), (PgnErrorKind::TooManyTurns(4), 28));
    let kept = read(2).tolerant(true).next().unwrap().unwrap();
    assert_eq!((kept.tree.len(), kept.dropped_count), (3, 2));
}
