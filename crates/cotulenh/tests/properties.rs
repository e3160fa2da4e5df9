//! Properties that hold at every position that play can reach.
#![allow(missing_docs)]

mod support;

use std::collections::HashMap;

use cotulenh::{
    Action, Bitboard, Color, Game, Move, MoveKind, Position, Role, RuleOptions, Setup, Square, Strictness,
    Turn, Undo, Unit, perft, perft_played,
};
use proptest::prelude::*;
use support::{Random, random_setup};

/// A position to start from: recorded, invented, or the usual start.
fn position() -> impl Strategy<Value = Position> {
    let stock: Vec<Position> = support::stock().iter().map(|fen| Position::from_fen(fen).unwrap()).collect();
    prop_oneof![
        1 => Just(Position::start()),
        4 => proptest::sample::select(stock),
        4 => any::<u64>().prop_map(|seed| random_setup(&mut Random(seed)).position().unwrap()),
    ]
}

/// Choices for up to 30 plies; what they choose depends on the position.
fn choices() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..30)
}

fn choose(position: &Position, choice: u16) -> Option<Action> {
    let actions = position.actions();
    // Every second choice prefers deploys and commits, which are rare among the actions.
    let sessions: Vec<Action> = actions
        .iter()
        .copied()
        .filter(|action| !matches!(action, Action::Step(mv) if !mv.is_deploy()))
        .collect();
    let pool = if choice.is_multiple_of(2) && !sessions.is_empty() { &sessions } else { &actions };
    (!pool.is_empty()).then(|| pool[choice as usize / 2 % pool.len()])
}

/// Plays an action and gives the light undo.
fn act(position: &mut Position, action: Action) -> Undo {
    position.play_action(action).unwrap()
}

/// Every field, told apart from equality.
fn everything(position: &Position) -> String {
    format!(
        "{} | {} | {:016x} | {:?} | {:?} | {:?}",
        position.fen(),
        position.board_fen(),
        position.hash(),
        position.session(),
        position.options(),
        position.board()
    )
}

proptest! {
    // Failures are printed with their input, so no file of them is kept.
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn undo_restores_every_field_and_the_hash(start in position(), choices in choices()) {
        let mut position = start;
        let mut played: Vec<(Position, Undo)> = Vec::new();
        for choice in choices {
            let Some(action) = choose(&position, choice) else { break };
            let before = position;
            let undo = act(&mut position, action);
            prop_assert!(position != before);
            prop_assert_eq!(position.check_consistency(), Ok(()));
            played.push((before, undo));
        }
        for (before, undo) in played.into_iter().rev() {
            position.undo(&undo);
            prop_assert_eq!(position, before);
            prop_assert_eq!(everything(&position), everything(&before));
        }
    }

    #[test]
    fn without_commander_safety_every_pseudo_legal_move_can_be_played(start in position(), choices in choices()) {
        let options = RuleOptions::default().with_skip_commander_safety(true);
        let mut position = start.with_options(options);
        for choice in choices {
            let moves = position.legal_moves();
            prop_assert_eq!(&moves[..], &position.pseudo_legal_moves()[..]);
            prop_assert_eq!(moves.len(), position.legal_move_count());
            let Some(&mv) = moves.get(choice as usize % moves.len().max(1)) else { break };
            let before = position;
            let undo = position.play(mv).unwrap();
            // A deploy that began with an unsafe step reads back, too.
            prop_assert_eq!(position.check_consistency(), Ok(()));
            position.undo(&undo);
            prop_assert_eq!(everything(&position), everything(&before));
            position.play(mv).unwrap();
        }
    }

    #[test]
    fn cancelling_a_session_gives_its_start(start in position(), choices in choices()) {
        let mut position = start;
        let mut turn_start = start;
        let _ = turn_start.cancel_session();
        for choice in choices {
            let Some(action) = choose(&position, choice) else { break };
            act(&mut position, action);
            if position.session().is_none() {
                turn_start = position;
            } else {
                let mut cancelled = position;
                cancelled.cancel_session().unwrap();
                prop_assert_eq!(cancelled, turn_start);
                prop_assert_eq!(everything(&cancelled), everything(&turn_start));
            }
        }
    }

    #[test]
    fn fen_round_trips(start in position(), choices in choices()) {
        let mut position = start;
        for choice in choices {
            prop_assert_eq!(Position::from_fen(&position.fen()), Ok(position));
            let Some(action) = choose(&position, choice) else { break };
            act(&mut position, action);
        }
    }

    #[test]
    fn san_and_lan_round_trip_and_are_unique(start in position(), choices in choices()) {
        let mut position = start;
        for choice in choices {
            let sans = position.legal_sans();
            let mut seen = HashMap::new();
            for (mv, san) in &sans {
                prop_assert_eq!(seen.insert(san.clone(), *mv), None, "{} {}", &position, san);
                prop_assert_eq!(position.parse_turn(san, Strictness::Strict), Ok(Turn::Step(*mv)));
                prop_assert_eq!(&position.san(*mv), san);
                let by_lan = position.parse_turn(&mv.to_string(), Strictness::Strict);
                prop_assert_eq!(by_lan, Ok(Turn::Step(*mv)), "{} {}", &position, mv);
            }
            let Some(action) = choose(&position, choice) else { break };
            act(&mut position, action);
        }
    }

    #[test]
    fn a_deploy_turn_reads_back_from_its_lan(start in position(), choices in choices()) {
        let mut position = start;
        for choice in choices {
            let Some(action) = choose(&position, choice) else { break };
            let mut open = position;
            if let Action::Step(mv) = action {
                open.play_without_commit(mv).unwrap();
            }
            if open.session().is_some() && open.can_commit() {
                let mut turn_start = open;
                turn_start.cancel_session().unwrap();
                let text = open.deploy_turn_text().unwrap();
                let read = turn_start.parse_turn(&text.lan, Strictness::Strict);
                let Ok(Turn::Deploy(read)) = read else { panic!("{turn_start} {}: {read:?}", text.lan) };
                prop_assert_eq!(read.open, open, "{} {}", &turn_start, &text.lan);
                // The SAN means this turn, or says that it is ambiguous.
                match turn_start.parse_turn(&text.san, Strictness::Strict) {
                    Ok(Turn::Deploy(read)) => prop_assert_eq!(read.open, open),
                    Ok(Turn::Step(mv)) => panic!("{turn_start} {} reads as {mv}", text.san),
                    Err(error) => prop_assert!(error.to_string().contains("can be played from"), "{}", error),
                }
            }
            act(&mut position, action);
        }
    }

    #[test]
    fn pgn_round_trips(start in position(), choices in choices(), width in 0usize..100, texts in any::<[String; 3]>()) {
        let mut game = Game::from(start);
        game.headers_mut().set("Red", &texts[0]).unwrap();
        game.headers_mut().set("Annotator", &texts[1]).unwrap();
        game.set_comment(Some(&texts[2]));
        for (ply, choice) in choices.into_iter().enumerate() {
            let Some(action) = choose(game.position(), choice) else { break };
            game.play_action(action).unwrap();
            if choice.is_multiple_of(3) {
                game.set_comment(Some(&format!("ply {ply} {}", texts[ply % 3])));
            }
            if choice.is_multiple_of(5) {
                game.set_clock(Some(&format!("0:{:02}:{:02}", ply, choice % 60)));
            }
        }
        let format = cotulenh::PgnFormat::default().with_max_width(width);
        let pgn = game.to_pgn_with(&format);
        let read = Game::from_pgn(&pgn, Strictness::Strict).unwrap_or_else(|error| panic!("{error}\n{pgn}"));
        prop_assert_eq!(read.position(), game.position(), "{}", &pgn);
        prop_assert_eq!(read.start(), game.start());
        prop_assert_eq!(read.sans(), game.sans());
        prop_assert_eq!(read.comments().collect::<Vec<_>>(), game.comments().collect::<Vec<_>>(), "{}", &pgn);
        prop_assert_eq!(read.to_pgn_with(&format), pgn);
    }

    #[test]
    fn a_game_undoes_and_redoes_everything(start in position(), choices in choices()) {
        let mut game = Game::from(start);
        let _ = game.cancel_session();
        let beginning = game.clone();
        for &choice in &choices {
            let Some(action) = choose(game.position(), choice) else { break };
            game.play_action(action).unwrap();
        }
        let end = game.clone();
        let mut positions = vec![*game.position()];
        while game.undo() {
            positions.push(*game.position());
        }
        prop_assert_eq!(game.position(), beginning.position());
        prop_assert_eq!(game.turns().len(), 0);
        while let Some(expected) = positions.pop() {
            prop_assert_eq!(game.position(), &expected);
            prop_assert_eq!(game.redo(), !positions.is_empty());
        }
        prop_assert_eq!(game, end);
    }

    #[test]
    fn bulk_and_played_perft_agree(start in position()) {
        prop_assert_eq!(perft(&start, 2), perft_played(&start, 2));
    }
}

/// Every (piece, from, to, kind, deploy) of one position: 11 roles, all points.
#[test]
fn is_legal_exactly_for_the_listed_moves() {
    let mut random = Random(11);
    let mut fens: Vec<String> = support::stock().into_iter().step_by(97).collect();
    // Open sessions too.
    for record in support::records("sessions").iter().step_by(37) {
        fens.push(record["steps"][0]["fen"].as_str().unwrap().to_owned());
    }
    for fen in fens {
        let position = Position::from_fen(&fen).unwrap();
        let listed = position.legal_moves();
        let mut tried = 0;
        for from in Square::all() {
            let mut units: Vec<Unit> = position.board().get(from).into_iter().collect();
            units.extend(units.clone().iter().flat_map(|unit| unit.pieces()).map(Unit::from));
            // And something that does not stand there at all.
            let stranger = Role::ALL[random.below(Role::COUNT)];
            units.extend(Color::ALL.map(|color| Unit::from(cotulenh::Piece::new(color, stranger))));
            for unit in units {
                for to in Square::all() {
                    for kind in MoveKind::ALL {
                        for deploy in [false, true] {
                            let mv = Move::new(unit, from, to, kind, deploy);
                            assert_eq!(position.is_legal(mv), listed.contains(&mv), "{fen} {mv:?}");
                            tried += usize::from(listed.contains(&mv));
                        }
                    }
                }
            }
        }
        assert!(tried >= listed.len(), "{fen}");
    }
}

/// Walks a tree and checks every node: the hash kept move by move is the hash of the board, and
/// equal hashes mean equal positions.
#[test]
fn hashes_are_fresh_at_every_node_and_tell_positions_apart() {
    fn visit(
        position: &Position,
        depth: u32,
        seen: &mut HashMap<u64, String>,
        hashes: &mut HashMap<String, u64>,
    ) {
        position.check_consistency().unwrap_or_else(|error| panic!("{position}: {error}"));
        // Clocks do not count.
        let session =
            position.session().map(|session| format!("{session:?} {}", position.turn_start_board()));
        let key = format!("{} {} {session:?}", position.board(), position.turn());
        let known = seen.entry(position.hash()).or_insert_with(|| key.clone());
        assert_eq!(*known, key, "two positions with one hash");
        let hash = *hashes.entry(key).or_insert(position.hash());
        assert_eq!(hash, position.hash(), "one position with two hashes: {position}");
        if depth == 0 {
            return;
        }
        let mut child = *position;
        for action in position.actions() {
            let undo = act(&mut child, action);
            visit(&child, depth - 1, seen, hashes);
            child.undo(&undo);
        }
    }
    let (mut seen, mut hashes) = (HashMap::new(), HashMap::new());
    visit(&Position::start(), 2, &mut seen, &mut hashes);
    // Few units: after three plies many positions have been reached in several orders.
    let few: Position = "6c4/11/11/11/7t3/11/3i7/11/3(TI)7/11/11/4C6 r - - 0 1".parse().unwrap();
    visit(&few, 3, &mut seen, &mut hashes);
    for line in include_str!("vectors/perft.txt").lines().skip(1) {
        visit(&Position::from_fen(line.split(" ;").next().unwrap()).unwrap(), 2, &mut seen, &mut hashes);
    }
    assert!(seen.len() > 30_000, "{}", seen.len());
}

#[test]
fn equal_positions_reached_by_different_orders_hash_equal() {
    let play = |texts: &[&str]| {
        let mut position = Position::start();
        for text in texts {
            let mv = position.parse_move(text).unwrap();
            position.play(mv).unwrap();
        }
        position
    };
    let a = play(&["Ic6", "Ic7", "Mg6", "Mg7"]);
    let b = play(&["Mg6", "Mg7", "Ic6", "Ic7"]);
    assert_eq!((a, a.hash()), (b, b.hash()));
    let c = play(&["Mg6", "Ic7", "Ic6", "Mg7"]);
    assert_eq!(a.hash(), c.hash());
    // The same placement with the other side to move, and an open session on the same board,
    // differ.
    let d = play(&["Ic6", "Ic7", "Mg6"]);
    let mut passed = Setup::from_fen(&d.fen()).unwrap();
    passed.turn = Color::Red;
    assert_ne!(passed.position().unwrap().hash(), d.hash());
}

#[test]
fn a_session_and_its_committed_board_hash_differently() {
    let start: Position = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1".parse().unwrap();
    let mut open = start;
    open.play(open.parse_move("T>d7").unwrap()).unwrap();
    let bare: Position = open.board_fen().parse().unwrap();
    assert_eq!(open.board(), bare.board());
    assert_ne!(open.hash(), bare.hash());
    assert_ne!(open, bare);
}

#[test]
fn no_bit_outside_the_board() {
    let mut random = Random(3);
    for _ in 0..2_000 {
        let position = random_setup(&mut random).position().unwrap();
        let _ = position.for_each_pseudo_legal_batch(|batch| {
            let targets = batch.targets.union();
            assert_eq!(Bitboard::from_words(targets.words()), targets, "{position} {}", batch.unit);
            assert_eq!(targets.iter().count(), targets.len());
            core::ops::ControlFlow::Continue(())
        });
        position.check_consistency().unwrap();
    }
}
