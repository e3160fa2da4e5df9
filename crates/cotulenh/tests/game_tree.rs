//! Games as trees: round trips through PGN, edits, damaged texts.
//!
//! 3,000 random trees by default; `COTULENH_TREES=1000000` for more. `COTULENH_DAMAGED_TREES` does
//! the same for damaged texts.
#![allow(missing_docs)]

mod support;

use std::time::{Duration, Instant};

use cotulenh::{
    Action, Comment, Game, GameTree, MAX_DROPPED, NodeId, PgnErrorKind, PgnFormat, Position, RuleOptions,
    Strictness, TreeActionError, TreeCursor, TreePath, read_pgn_headers, read_trees,
};
use support::{Random, mutate, random_setup};

const WORDS: [&str; 14] = [
    "good",
    "(x",
    "y)",
    "[%clk 0:01:02]",
    "[%eval -1.25,9]",
    "[%cal Gc5c6]",
    "[%new thing]",
    "{brace}",
    "%",
    ";",
    "1.",
    "1-0",
    "*",
    "tướng",
];

fn random_comment(random: &mut Random) -> Comment {
    let words: Vec<&str> = (0..random.below(5)).map(|_| WORDS[random.below(WORDS.len())]).collect();
    Comment::new(&words.join(if random.below(2) == 0 { " " } else { "\n  " }))
}

fn random_comments(random: &mut Random) -> Vec<Comment> {
    let count = [0, 0, 0, 1, 1, 2][random.below(6)];
    (0..count).map(|_| random_comment(random)).collect()
}

/// One action, more often than not one that forms a stack or belongs to a deploy.
fn random_action(position: &Position, random: &mut Random) -> Option<Action> {
    let actions = position.actions();
    let of_stacks = |action: &&Action| action.step().is_none_or(|mv| mv.is_deploy() || mv.unit().len() > 1);
    let rare: Vec<Action> = actions.iter().filter(of_stacks).copied().collect();
    let pool = if !rare.is_empty() && random.below(3) > 0 { &rare } else { &actions };
    (!pool.is_empty()).then(|| pool[random.below(pool.len())])
}

fn annotate(tree: &mut GameTree, id: NodeId, random: &mut Random) {
    if random.below(3) == 0 {
        tree.annotate(id, |annotations| {
            annotations.before = random_comments(random);
            annotations.after = random_comments(random);
            annotations.glyphs = (0..random.below(3)).map(|_| random.below(256) as u8).collect();
        });
    }
}

fn random_tree(stock: &[String], random: &mut Random) -> GameTree {
    let start = match random.below(4) {
        0 => Position::start(),
        1 => random_setup(random).position().unwrap(),
        _ => Position::from_fen(&stock[random.below(stock.len())]).unwrap(),
    };
    let start = match start.session() {
        Some(_) => start,
        None => {
            start.with_options(RuleOptions::default().with_skip_last_guard_promotion(random.below(4) == 0))
        }
    };
    let mut tree = GameTree::from(start);
    for (name, value) in
        [("Red", "An \"x\" \\ ]"), ("Result", "1/2-1/2"), ("Opening", ""), ("Date", "2026.01.02")]
    {
        if random.below(3) == 0 {
            tree.headers_mut().set(name, value).unwrap();
        }
    }
    let root = tree.root();
    annotate(&mut tree, root, random);
    let mut places = vec![root];
    for _ in 0..random.below(40) {
        // Mostly at the end of a line, sometimes anywhere.
        let at =
            if random.below(3) > 0 { places[places.len() - 1] } else { places[random.below(places.len())] };
        if tree.node(at).is_none() {
            continue;
        }
        let mut actions = Vec::new();
        let mut position = *tree.node(at).unwrap().position();
        for _ in 0..random.below(5) + 1 {
            let Some(action) = random_action(&position, random) else { break };
            position.play_action(action).unwrap();
            actions.push(action);
            if position.session().is_none() {
                break;
            }
        }
        let id = tree.play_actions(at, &actions).unwrap();
        annotate(&mut tree, id, random);
        places.push(id);
        match random.below(20) {
            0 => _ = tree.promote(id),
            1 => _ = tree.promote_to_main_line(id),
            2 => _ = tree.delete(places[random.below(places.len())]),
            _ => {}
        }
        places.retain(|&id| tree.node(id).is_some());
    }
    tree
}

#[test]
fn random_trees_survive_a_pgn() {
    let wanted = support::count_from("COTULENH_TREES", 3_000);
    let (stock, mut random) = (support::stock(), Random(1));
    let (mut nodes, mut variations, mut unfinished, mut bytes) = (0, 0, 0, 0);
    for i in 0..wanted {
        let tree = random_tree(&stock, &mut random);
        let format = PgnFormat::default().with_max_width(random.below(100));
        let pgn = tree.to_pgn_with(&format);
        let read = GameTree::from_pgn(&pgn).unwrap_or_else(|error| panic!("{error}\n{pgn}"));
        assert!(read == tree, "tree {i}:\n{pgn}\n{}", read.to_pgn_with(&format));
        assert_eq!(read.to_pgn_with(&format), pgn);
        for id in tree.nodes() {
            let node = tree.node(id).unwrap();
            variations += node.children().len().saturating_sub(1);
            unfinished += usize::from(node.position().session().is_some());
            nodes += 1;
        }
        bytes += pgn.len();
        if i % 16 == 0 {
            for id in tree.nodes() {
                let path: TreePath = tree.path(id).to_string().parse().unwrap();
                assert_eq!(tree.find(&path), Some(id));
                assert!(read.find(&path).is_some());
            }
            assert_game_is_main_line(&tree);
        }
    }
    eprintln!(
        "{wanted} trees, {nodes} nodes, {variations} variations, {unfinished} unfinished, {bytes} bytes"
    );
    assert!(variations > wanted / 2 && unfinished > wanted / 20);
}

/// The main line as a game, and that game as a tree.
fn assert_game_is_main_line(tree: &GameTree) {
    let game = Game::from(tree);
    let end = tree.main_line().last().unwrap_or(tree.root());
    assert_eq!(game.position(), tree.node(end).unwrap().position());
    assert_eq!((game.start(), game.result()), (tree.start(), tree.result()));
    assert_eq!(
        game.turns().len() + usize::from(game.position().session().is_some()),
        tree.main_line().count()
    );
    let again = GameTree::from(&game);
    assert_eq!(again.main_line().count(), tree.main_line().count());
    let read = Game::from_pgn(&tree.to_pgn(), Strictness::Strict).unwrap();
    assert_eq!(read.sans(), game.sans());
    assert_eq!(read.comments().collect::<Vec<_>>(), game.comments().collect::<Vec<_>>());
}

#[test]
fn damaged_trees_are_read_as_far_as_possible() {
    let wanted = support::count_from("COTULENH_DAMAGED_TREES", 2_000);
    let (stock, mut random) = (support::stock(), Random(2));
    let (mut refused, mut kept) = (0, 0);
    for _ in 0..wanted {
        let text = mutate(&random_tree(&stock, &mut random).to_pgn(), &mut random);
        let start = Instant::now();
        for read in read_trees(text.as_bytes(), Strictness::Lenient).tolerant(true) {
            let Ok(read) = read else { continue };
            assert_eq!(read.dropped.len(), read.dropped_count.min(MAX_DROPPED));
            assert!(read.dropped.iter().all(|fault| fault.line > 0 && fault.column > 0));
            let pgn = read.tree.to_pgn();
            let again = GameTree::from_pgn(&pgn).unwrap_or_else(|error| panic!("{error}\n{text}\n{pgn}"));
            assert!(again == read.tree, "{text}\n{pgn}\n{}", again.to_pgn());
            kept += 1;
        }
        let strict = read_trees(text.as_bytes(), Strictness::Strict).filter(Result::is_err).count();
        refused += usize::from(strict > 0);
        let _ = read_pgn_headers(text.as_bytes()).count();
        assert!(start.elapsed() < Duration::from_secs(5), "{text}");
    }
    assert!(refused > wanted / 10 && kept > wanted / 2, "{refused} refused, {kept} kept");
}

fn moves_of(tree: &GameTree) -> String {
    tree.to_pgn_with(&PgnFormat::default().with_max_width(0)).lines().last().unwrap().to_owned()
}

#[test]
fn everything_that_is_read_is_written() {
    for (text, written) in [
        ("1.Ic6!? {a} {b} Ic7?? $14", "1. Ic6 $5 {a} {b} 1... Ic7 $4 $14 *"),
        (
            "{g} 1. {x} Ic6 (1. {y} Mg6 (1. Ej6)) {z} Ic7",
            "{g} 1. {x} Ic6 (1. {y} Mg6) (1. Ej6) 1... {z} Ic7 *",
        ),
        ("1. Ic6 (1. Mg6) {late} *", "1. Ic6 {late} (1. Mg6) *"),
        ("1. Ic6 ({only a comment}) Ic7", "1. Ic6 1... {only a comment} Ic7 *"),
        ("1. Ic6 ( {before} 1. Mg6) *", "1. Ic6 (1. {before} Mg6) *"),
        ("1. Ic6 ; rest of line\nIc7 1-0 {end}", "1. Ic6 {rest of line} 1... Ic7 {end} 1-0"),
        ("1. Ic6 {[%clk 0:01] [%foo a b] t} *", "1. Ic6 {[%clk 0:01] [%foo a b] t} *"),
        // A variation that repeats the line does not come before it.
        ("1. Ic6 (1. Ic6 {r} Mg7) Ic7 2. Mg6", "1. Ic6 {r} 1... Ic7 (1... Mg7) 2. Mg6 *"),
        ("1. Ic6 (1. Ic6 Mg7 2. Mg6) Mg7 2. Ej6", "1. Ic6 Mg7 2. Ej6 (2. Mg6) *"),
        ("1. Ic6 (1. Mg6 (1. Ic6 Mg7) 1... Ic7) *", "1. Ic6 (1. Mg6 Ic7) 1... Mg7 *"),
    ] {
        let tree = GameTree::from_pgn(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(moves_of(&tree), written, "{text}");
    }
}

const STACK: &str = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";

#[test]
fn deploys_have_stages_and_may_stay_unfinished() {
    let read = |moves: &str| {
        GameTree::from_pgn(&format!("[FEN \"{STACK}\"]\n\n{moves}")).map(|tree| moves_of(&tree))
    };
    for (text, written) in [
        ("1. d5:(TI):F>d8... {one} (TI)<F>d8 {two} *", "1. d5:(TI):F>d8... {one} (TI)<F>d8 {two} *"),
        ("1. d5:(TI):F>d8... {c} (1. Cf1) *", "1. d5:(TI):F>d8... {c} (1. Cf1) *"),
        // Steps one by one, then the variations of the whole turn.
        ("1. F>d8 {c} T>d7 I>d6 Ci12 *", "1. d5:(TI):F>d8... {c} F>d8,T>d7,I>d6 Ci12 *"),
        ("1. F>d8 (1. Cf1) T>d7 *", "1. d5:I:F>d8,T>d7... (1. Cf1) *"),
        // The same turn, first unfinished, then complete.
        ("1. F>d8 (1. (TI)<F>d8 Ci12) (TI)<F>d8 Cf12", "1. (TI)<F>d8 Cf12 (1... Ci12) *"),
        ("1. (TI)<F>d8 (1. F>d8 (TI)<F>d8 Ci12) Cf12", "1. (TI)<F>d8 Cf12 (1... Ci12) *"),
        // A deploy step by step in a variation.
        ("1. Cf1 (1. F>d8 T>d7 I>d6 Ci12) Ch12", "1. Cf1 (1. F>d8,T>d7,I>d6 Ci12) 1... Ch12 *"),
    ] {
        assert_eq!(read(text).as_deref(), Ok(written), "{text}");
    }
    // A FEN with an open deploy: that is the first turn.
    let tree =
        GameTree::from_pgn(&format!("[FEN \"{STACK} d5:(TI):F>d8...\"]\n\n1. T>d7 I>d6 Ci12 *")).unwrap();
    assert_eq!(moves_of(&tree), "1. F>d8,T>d7,I>d6 Ci12 *");
    assert_eq!(tree.start().fen(), STACK);
}

#[test]
fn faults_have_lines_and_columns_and_the_rest_is_kept() {
    let text = "[Red \"a\"]\n[bad]\n[Red \"b\"]\n[Result \"win\"]\n\n1. Ic6 $999 (1. Mg6 Zz9 {lost} (1... Ic7) Ic7) )\n 1... Ic7 (2. ( x) *";
    let read = read_trees(text.as_bytes(), Strictness::Lenient).tolerant(true).next().unwrap().unwrap();
    let found: Vec<(usize, usize, &str)> =
        read.dropped.iter().map(|fault| (fault.line, fault.column, fault.token.as_str())).collect();
    let expected = [
        (2, 1, "[bad]"),
        (3, 1, "[Red \"b\"]"),
        (4, 1, "[Result \"win\"]"),
        (6, 8, "$999"),
        (6, 21, "Zz9"),
        (6, 48, ")"),
        (7, 15, "("),
        (7, 11, "("),
    ];
    assert_eq!(found, expected);
    assert_eq!(read.dropped_count, expected.len());
    assert_eq!(moves_of(&read.tree), "1. Ic6 (1. Mg6) 1... Ic7 *");
    let strict = read_trees(text.as_bytes(), Strictness::Lenient).next().unwrap().unwrap_err();
    assert_eq!((strict.line, strict.column, strict.kind), (2, 1, PgnErrorKind::BadHeader));
    let latin1 = b"1. Ic6 {\xe9} Ic7 *";
    let read = read_trees(&latin1[..], Strictness::Lenient).tolerant(true).next().unwrap().unwrap();
    assert_eq!((read.dropped[0].kind.clone(), read.dropped[0].column), (PgnErrorKind::NotUtf8, 9));
    assert_eq!(moves_of(&read.tree), "1. Ic6 {\u{fffd}} 1... Ic7 *");
    assert!(read_trees(&latin1[..], Strictness::Lenient).next().unwrap().is_err());
}

#[test]
fn edits_keep_identifiers_and_paths() {
    let mut tree = GameTree::from_pgn("1. Ic6 Ic7 (1... Mg7 2. Mg6) (1... Ed7) 2. Ej6 *").unwrap();
    let node = |tree: &GameTree, path: &str| tree.find(&path.parse().unwrap()).unwrap();
    let mg6 = node(&tree, "Ic5c6/Mg8g7/Mg5g6");
    let path = tree.path(mg6);
    assert!(tree.promote(mg6) && !tree.promote(mg6));
    assert_eq!((tree.find(&path), tree.path(mg6)), (Some(mg6), path));
    assert_eq!(moves_of(&tree), "1. Ic6 Mg7 (1... Ic7 2. Ej6) (1... Ed7) 2. Mg6 *");
    let ed7 = node(&tree, "Ic5c6/Ed8d7");
    assert!(tree.promote_to_main_line(ed7) && !tree.promote_to_main_line(ed7));
    assert_eq!(moves_of(&tree), "1. Ic6 Ed7 (1... Mg7 2. Mg6) (1... Ic7 2. Ej6) *");
    let parent = tree.delete(mg6).unwrap();
    assert!(tree.node(mg6).is_none() && tree.delete(mg6).is_none() && tree.line_to(mg6).is_empty());
    assert_eq!(tree.path(parent).to_string(), "Ic5c6/Mg8g7");
    assert!(tree.play_text(mg6, "Ic7", Strictness::Lenient).is_err());
    assert_eq!(tree.play_actions(mg6, &[]), Err(TreeActionError::NoSuchNode));
    assert!(tree.delete(tree.root()).is_none());
    let before = tree.clone();
    let illegal = tree.play_actions(parent, &[Action::Commit]);
    assert!(matches!(illegal, Err(TreeActionError::Illegal { index: 0, .. })));
    assert!(tree.play_text(parent, "Zz9", Strictness::Lenient).is_err());
    assert!(tree == before);
    let other = GameTree::from_pgn("[FEN \"6c4/11/11/11/11/11/11/11/11/11/11/4C6 r - - 0 1\"]\n\n*").unwrap();
    assert!(tree.merge(&other).is_err());
    let copy = tree.clone();
    assert_eq!(tree.merge(&copy), Ok(0));
    assert!(tree == copy);
}

#[test]
fn a_cursor_walks_and_changes() {
    let mut tree = GameTree::from_pgn("1. Ic6 Ic7 (1... Mg7 2. Mg6) 2. Ej6 *").unwrap();
    let mut cursor = TreeCursor::new(&mut tree);
    assert!(!cursor.previous() && !cursor.delete());
    assert!(cursor.next() && cursor.enter(1) && !cursor.enter(1) && cursor.next() && !cursor.next());
    cursor.to_main_line();
    assert_eq!(cursor.tree().path(cursor.id()).to_string(), "Ic5c6");
    cursor.to_end();
    assert!(cursor.delete());
    let id = cursor.insert("Mg6", Strictness::Lenient).unwrap();
    cursor.annotate(|annotations| annotations.glyphs.push(3));
    assert_eq!((cursor.id(), cursor.node().annotations().glyphs.as_slice()), (id, &[3][..]));
    cursor.to_start();
    assert_eq!(cursor.position(), &Position::start());
    assert_eq!(moves_of(&tree), "1. Ic6 Ic7 (1... Mg7 2. Mg6) 2. Mg6 $3 *");
    assert!(TreeCursor::at(&mut tree, id).is_some());
    tree.delete(id);
    assert!(TreeCursor::at(&mut tree, id).is_none());
}

#[test]
fn headers_are_read_without_the_moves() {
    let text = "\u{feff}{c}\n[Red \"An\"] [Blue \"Bình\"]\n[FEN \"x\"]\n\n1. Zz9 {[Red \"no\"]} 1-0\n1. Mg6 *\n[Bad]\n\n*";
    let read: Vec<_> = read_pgn_headers(text.as_bytes()).collect();
    let first = read[0].as_ref().unwrap();
    assert_eq!((first.headers.get("Red"), first.headers.get("Blue")), (Some("An"), Some("Bình")));
    assert_eq!((first.fen.as_deref(), first.line, first.offset), (Some("x"), 1, 3));
    let second = read[1].as_ref().unwrap();
    let place = second.offset as usize;
    assert_eq!(&text[place..place + second.length as usize], "1. Mg6 *\n");
    assert_eq!(read[2].as_ref().unwrap_err().kind, PgnErrorKind::BadHeader);
    assert_eq!(read.len(), 3);
}
