//! The distinct results of deploy turns against a full enumeration of all sequences of steps.
//!
//! 1,000 positions by default; `COTULENH_DEPLOY_POSITIONS=10000` for more.
#![allow(missing_docs)]

#[path = "support/counting.rs"]
mod counting;
#[path = "rules/positions.rs"]
#[allow(dead_code)]
mod positions;
mod support;

use core::ops::ControlFlow;
use std::collections::HashMap;

use cotulenh::{Bitboard, DeployResult, DeployResults, Move, MoveKind, Position, Setup, Square};
use counting::allocations;
use positions::{find, red};
use support::{Random, random_setup};

/// A way to a result: its steps, and their places in the lists of legal moves.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Way {
    places: Vec<usize>,
    steps: Vec<Move>,
}

impl Way {
    fn rank(&self) -> (usize, &[usize]) {
        (self.places.len(), &self.places)
    }
}

/// Every sequence of steps, one by one, as a player could play it.
#[derive(Default)]
struct Enumeration {
    best: HashMap<Position, Way>,
    sequences: usize,
}

impl Enumeration {
    fn of(position: &Position, stacks: Bitboard) -> Enumeration {
        let mut all = Enumeration::default();
        all.extend(position, stacks, &mut Way { places: Vec::new(), steps: Vec::new() });
        all
    }

    fn extend(&mut self, at: &Position, stacks: Bitboard, way: &mut Way) {
        if at.can_commit() && at.session().is_some_and(|session| stacks.contains(session.square())) {
            let mut after = *at;
            after.commit().unwrap();
            self.sequences += 1;
            let known = self.best.entry(after).or_insert_with(|| way.clone());
            if way.rank() < known.rank() {
                *known = way.clone();
            }
        }
        for (place, &mv) in at.legal_moves().iter().enumerate() {
            if !mv.is_deploy() || !stacks.contains(mv.from()) {
                continue;
            }
            let mut next = *at;
            next.play_without_commit(mv).unwrap();
            way.places.push(place);
            way.steps.push(mv);
            self.extend(&next, stacks, way);
            way.places.pop();
            way.steps.pop();
        }
    }

    /// The results in the order of their ways.
    fn sorted(&self) -> Vec<(&Position, &Way)> {
        let mut sorted: Vec<_> = self.best.iter().collect();
        sorted.sort_by(|a, b| a.1.rank().cmp(&b.1.rank()));
        sorted
    }
}

#[derive(Default, Debug)]
struct Seen {
    positions: usize,
    sessions: usize,
    sequences: usize,
    results: usize,
    same_as_a_move: usize,
    clock_only: usize,
    recombinations: usize,
    three_steps: usize,
    largest: (usize, usize),
}

fn without_clock(position: &Position) -> String {
    let fen = position.fen();
    let fields: Vec<&str> = fen.split(' ').collect();
    format!("{} {}", fields[0], fields[1])
}

fn compare(position: &Position, stacks: Bitboard, memory: &mut DeployResults, seen: &mut Seen) {
    let mut found: Vec<DeployResult> = Vec::new();
    let _ = memory.for_each(position, stacks, |result| {
        found.push(*result);
        ControlFlow::Continue(())
    });
    let all = Enumeration::of(position, stacks);
    let expected = all.sorted();
    assert_eq!(found.len(), expected.len(), "{position}");

    // 9.1: moves of whole units are what remains of the moves.
    let mut moves: HashMap<Position, Move> = HashMap::new();
    if position.session().is_none() {
        for mv in position.legal_moves().into_iter().filter(|mv| !mv.is_deploy()) {
            let mut after = *position;
            after.play(mv).unwrap();
            moves.entry(after).or_insert(mv);
        }
    }
    let mut boards: HashMap<String, u32> = HashMap::new();
    for (result, (after, way)) in found.iter().zip(expected) {
        assert_eq!(result.after, *after, "{position}");
        assert_eq!((result.after.fen(), result.after.hash()), (after.fen(), after.hash()), "{position}");
        assert_eq!(result.steps().collect::<Vec<_>>(), way.steps, "{position}");
        let mut played = *position;
        for action in result.actions() {
            played.play_action(action).unwrap_or_else(|error| panic!("{position}: {error}"));
        }
        assert_eq!(played, *after, "{position}");
        let square = way.steps.first().map_or_else(|| position.session().unwrap().square(), |mv| mv.from());
        assert_eq!(result.square, square, "{position}");
        assert_eq!(result.same_as, moves.get(after).copied(), "{position}");
        let earlier = boards.insert(without_clock(after), after.halfmoves());
        assert_eq!(result.clock_only, earlier.is_some(), "{position}");

        seen.same_as_a_move += usize::from(result.same_as.is_some());
        seen.clock_only += usize::from(result.clock_only);
        seen.recombinations += usize::from(way.steps.iter().any(|mv| mv.kind() == MoveKind::Recombination));
        seen.three_steps += usize::from(way.steps.len() == 3);
    }
    seen.positions += 1;
    seen.sessions += usize::from(position.session().is_some());
    seen.sequences += all.sequences;
    seen.results += found.len();
    seen.largest = seen.largest.max((all.sequences, found.len()));
}

fn has_stack(position: &Position) -> bool {
    let board = position.board();
    !(board.stacks() & board.of(position.turn())).is_empty()
}

/// A position with a stack, in or out of a session: from the records, invented, or from a game.
fn any_position(stock: &[String], sessions: &[String], random: &mut Random) -> Position {
    loop {
        let position = match random.below(4) {
            0 => Position::from_fen(&sessions[random.below(sessions.len())]).unwrap(),
            1 => Position::from_fen(&stock[random.below(stock.len())]).unwrap(),
            2 => random_setup(random).position().unwrap(),
            _ => {
                let mut position = Position::start();
                for _ in 0..10 + random.below(30) {
                    let moves = position.legal_moves();
                    let joins: Vec<Move> =
                        moves.iter().copied().filter(|mv| mv.kind() == MoveKind::Combination).collect();
                    let choice = if joins.is_empty() || random.below(2) == 0 { &moves[..] } else { &joins };
                    match choice.get(random.below(choice.len().max(1))) {
                        Some(&mv) => _ = position.play(mv).unwrap(),
                        None => break,
                    }
                }
                position
            }
        };
        if position.session().is_some() || has_stack(&position) {
            return position;
        }
    }
}

#[test]
fn rules_9_results_are_those_of_a_full_enumeration() {
    let wanted = support::count_from("COTULENH_DEPLOY_POSITIONS", 1_000);
    let (stock, sessions) = (support::stock(), support::open_sessions());
    let mut random = Random(0xdeb1);
    let mut memory = DeployResults::new();
    let mut seen = Seen::default();
    while seen.positions < wanted {
        let position = any_position(&stock, &sessions, &mut random);
        compare(&position, Bitboard::ALL, &mut memory, &mut seen);
    }
    eprintln!("{seen:#?}");
    for (name, count) in [
        ("sessions", seen.sessions),
        ("results of moves", seen.same_as_a_move),
        ("results that differ in the clock", seen.clock_only),
        ("recombinations", seen.recombinations),
        ("ways of three steps", seen.three_steps),
    ] {
        assert!(count * 20 >= wanted, "{name}: only {count} in {wanted} positions");
    }
    assert!(seen.sequences > seen.results);
}

#[test]
fn one_point_is_a_part_of_all() {
    let (stock, sessions) = (support::stock(), support::open_sessions());
    let mut random = Random(0x01e9);
    let mut memory = DeployResults::new();
    let mut seen = Seen::default();
    while seen.positions < 200 {
        let position = any_position(&stock, &sessions, &mut random);
        for square in position.board().of(position.turn()) & position.board().stacks() {
            compare(&position, square.into(), &mut memory, &mut seen);
            assert!(position.deploy_results_from(square).iter().all(|result| result.square == square));
        }
    }
    let empty: Square = "a1".parse().unwrap();
    assert!(Position::start().deploy_results_from(empty).is_empty());
    assert!(Position::start().deploy_results().is_empty());
}

#[test]
fn rules_9_5_a_session_that_cannot_be_committed_has_no_result() {
    // The Tank cannot stay at sea when the Navy leaves.
    let position = red("Cd1 ck12 (NT)b5 Ij2 ic9 id9");
    let results = position.deploy_results();
    assert!(!results.is_empty());
    let stays_at_sea = |result: &DeployResult| {
        let unit = result.after.board().get("b5".parse().unwrap());
        unit.is_some_and(|unit| unit.top_role() == cotulenh::Role::Tank)
    };
    assert!(!results.iter().any(stays_at_sea));
    assert!(find(&position, "Nb5>b6").is_some(), "the step itself is legal (RULES 9.4)");
}

#[test]
fn rules_10_1_the_first_step_decides_about_the_clock() {
    // The Tank takes on g6 and the Infantry goes to h4, in either order.
    let position = red("Cd1 ck12 (TI)g4 tg6 Ij2 ic9 id9");
    let results = position.deploy_results();
    let both: Vec<&DeployResult> = results
        .iter()
        .filter(|result| {
            let unit =
                |point: &str| result.after.board().get(point.parse().unwrap()).map(|unit| unit.to_string());
            (unit("g6"), unit("h4")) == (Some("T".into()), Some("I".into()))
        })
        .collect();
    let clocks: Vec<(u32, bool)> =
        both.iter().map(|result| (result.after.halfmoves(), result.clock_only)).collect();
    assert_eq!(clocks, [(0, false), (1, true)]);
}

#[test]
fn a_deploy_that_ends_where_the_stack_could_go_names_the_move() {
    let position = red("Cd1 ck12 (TI)g4 Ij2 ic9 id9");
    let results = position.deploy_results();
    let same: Vec<String> =
        results.iter().filter_map(|result| result.same_as).map(|mv| mv.to_string()).collect();
    for lan in ["(TI)g4g5", "(TI)g4g6", "(TI)g4h4"] {
        assert!(same.contains(&lan.into()), "{lan}: {same:?}");
    }
    // The Infantry joins the Tank: two steps.
    let joined = results.iter().find(|result| result.same_as.is_some()).unwrap();
    assert_eq!(joined.steps().count(), 2);
    // A stay capture by the carrier alone is that of the stack.
    let position = red("Cd1 ck12 (TI)d5 nb5 Ij2 ic9 id9");
    let staying = position
        .deploy_results()
        .into_iter()
        .find(|result| result.same_as.is_some_and(|mv| mv.kind() == MoveKind::StayCapture));
    assert_eq!(staying.unwrap().same_as.unwrap().to_string(), "(TI)d5_b5");
}

#[test]
fn a_visitor_can_stop_and_a_second_enumeration_allocates_nothing() {
    let position = red("Cd1 ck12 (FTI)g4 (NFT)b5 (EA)j2 tg6 ic9 id9");
    let mut memory = DeployResults::new();
    let mut count = |limit: usize| {
        let mut count = 0;
        let before = allocations();
        let ended = memory.for_each(&position, Bitboard::ALL, |_| {
            count += 1;
            if count == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (count, ended.is_break(), allocations() - before)
    };
    let (all, broke, allocated) = count(usize::MAX);
    assert!(all > 1_000 && !broke && allocated > 0, "{all}");
    assert_eq!(count(usize::MAX), (all, false, 0));
    assert_eq!(count(7), (7, true, 0));
    assert_eq!(count(usize::MAX), (all, false, 0), "nothing is left of an enumeration that was stopped");
}

/// The most crowded stacks: the work is bounded by the boards, not by the orders of steps.
#[test]
fn any_set_up_has_an_answer() {
    let mut setup = Setup::default();
    let pieces: Vec<_> = Setup::from(&red("Cd1 ck12 (+F+T+I)g4")).pieces;
    let stack: Vec<_> = pieces.iter().filter(|(square, _)| square.to_string() == "g4").collect();
    for (square, piece) in pieces.iter().filter(|(square, _)| square.to_string() != "g4") {
        setup.pieces.push((*square, *piece));
    }
    for square in Square::all().filter(|square| square.file() >= 4 && square.rank() % 4 == 2) {
        setup.pieces.extend(stack.iter().map(|(_, piece)| (square, *piece)));
    }
    let position = setup.position().unwrap();
    let mut count = 0;
    let _ = DeployResults::new().for_each(&position, Bitboard::ALL, |_| {
        count += 1;
        ControlFlow::Continue(())
    });
    assert!(count > 10_000, "{count}");
}
