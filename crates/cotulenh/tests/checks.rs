//! Which sides are in check after a move, a deploy step, a turn (RULES 6.6).
#![allow(missing_docs)]

#[path = "support/counting.rs"]
mod counting;
#[path = "rules/positions.rs"]
#[allow(dead_code)]
mod positions;
mod support;

use cotulenh::{Action, Color, IllegalAction, IllegalMove, Move, MoveKind, Position, RuleOptions};
use counting::allocations;
use positions::{blue, find, red};
use support::{Random, random_setup};

/// The sides that a pseudo-legal move checks: `r`, `b`, `rb` or nothing.
fn checked(position: &Position, lan: &str) -> String {
    let moves = position.pseudo_legal_moves();
    let mv = moves.iter().find(|mv| mv.to_string() == lan).unwrap_or_else(|| panic!("{lan} in {position}"));
    letters(position.checks_after(*mv).unwrap())
}

fn letters(checks: cotulenh::Checks) -> String {
    Color::ALL.into_iter().filter(|&color| checks.of(color)).map(Color::letter).collect()
}

#[test]
fn rules_6_6_a_move_checks_the_enemy_commander() {
    let position = red("Cd1 ck12 Tk8 Ij2");
    assert_eq!(checked(&position, "Tk8k10"), "b");
    assert_eq!(checked(&position, "Tk8k9"), "");
    assert_eq!(checked(&position, "Ij2j3"), "");
    // 6.2: exposure is not check.
    assert_eq!(checked(&red("Cd1 cd12 Td5 Ij2"), "Td5e5"), "");
}

#[test]
fn rules_6_6_discovered_checks_count() {
    // The Infantry leaves the Tank's line.
    let position = red("Cd1 ck12 +Tk9 Ik10 Ij2");
    assert_eq!(checked(&position, "Ik10j10"), "b");
    assert_eq!(checked(&position, "Ij2j3"), "");
    // Air defence that falls opens the way for an Air Force (RULES 5.3).
    let position = red("Cd1 ck12 Fk8 gk10 ic9 Ij10");
    assert_eq!(checked(&position, "Ij10xk10"), "b");
    assert_eq!(checked(&position, "Ij10i10"), "");
}

#[test]
fn rules_6_1_carried_pieces_give_check() {
    let position = red("Cd1 ck12 (EA)k8 Ij2");
    assert_eq!(checked(&position, "(EA)k8k9"), "b");
    assert_eq!(checked(&position, "Ek8>k9"), "");
    assert_eq!(checked(&red("Cd1 ck12 Ek8 Ij2"), "Ek8k9"), "");
}

#[test]
fn rules_8_2_the_last_guard_checks_by_its_promotion() {
    // Blue takes the Tank; the Artillery is Red's last guard, and heroic it reaches g12. Blue would
    // put itself in check, so the capture is not legal.
    let position = blue("Cd1 cg12 Ag8 Tc5 nb5 ij9");
    assert_eq!(checked(&position, "Nb5xc5"), "b");
    assert_eq!(find(&position, "Nb5xc5"), None);
    let options = RuleOptions::default().with_skip_last_guard_promotion(true);
    assert_eq!(checked(&position.with_options(options), "Nb5xc5"), "");
}

#[test]
fn rules_6_5_a_move_that_is_not_legal_can_check_both_sides() {
    let position = red("Ck1 cg2 Tk2 tk3 Id5 ic9");
    assert_eq!(checked(&position, "Tk2i2"), "rb");
    assert_eq!(find(&position, "Tk2i2"), None);
}

#[test]
fn rules_6_6_a_captured_commander_is_in_check() {
    assert_eq!(checked(&red("Cd1 ck12 Tk10 Ij2"), "Tk10xk12"), "b");
    assert_eq!(letters(blue("Cd1 Ij2 te8").checks()), "b");
}

#[test]
fn rules_9_2_a_deploy_step_checks_before_the_commit() {
    let position = red("Cd1 ck12 (TI)k8 Ij2");
    assert_eq!(checked(&position, "Tk8>k10"), "b");
    assert_eq!(checked(&position, "Ik8>k9"), "");
    let step = |position: &Position, lan| find(position, lan).unwrap();
    let (tank, infantry) = (step(&position, "Tk8>k10"), step(&position, "Ik8>k9"));
    let turn = |actions: &[Action]| position.checks_after_turn(actions).map(letters);
    assert_eq!(turn(&[tank.into(), Action::Commit]).unwrap(), "b");
    assert_eq!(turn(&[infantry.into(), Action::Commit]).unwrap(), "");
    assert_eq!(turn(&[]).unwrap(), "");
}

#[test]
fn rules_9_3_a_recombination_checks_as_its_replay() {
    let mut random = Random(0xc4ec);
    let mut joins = 0;
    for fen in support::open_sessions() {
        let mut position = Position::from_fen(&fen).unwrap();
        for _ in 0..3 {
            let moves = position.legal_moves();
            for &mv in moves.iter().filter(|mv| mv.kind() == MoveKind::Recombination) {
                let mut after = position;
                after.play(mv).unwrap();
                assert_eq!(position.checks_after(mv), Ok(after.checks()), "{mv} in {position}");
                joins += 1;
            }
            if moves.is_empty() {
                break;
            }
            position.play(moves[random.below(moves.len())]).unwrap();
        }
    }
    assert!(joins > 300, "{joins}");
}

#[test]
fn a_move_that_is_not_pseudo_legal_is_refused() {
    let position = red("Cd1 ck12 (TI)k8 Ij2");
    let other = red("Cd1 ck12 Te5 (FT)h4");
    for mv in other.legal_moves() {
        if !position.is_pseudo_legal(mv) {
            assert_eq!(position.checks_after(mv), Err(IllegalMove(mv)));
            let refused = position.checks_after_turn(&[mv.into()]);
            assert_eq!(refused, Err(IllegalAction::Step(IllegalMove(mv))));
        }
    }
    assert!(matches!(position.checks_after_turn(&[Action::Commit]), Err(IllegalAction::Commit(_))));
}

/// In random positions and sessions: what the move leaves on the board, looked at with another
/// function; no memory is asked for.
#[test]
fn checks_after_a_move_are_the_threats_on_the_board_after_it() {
    let safe_not_needed = RuleOptions::default().with_skip_commander_safety(true);
    let stock = support::stock();
    let mut random = Random(0x0c4e);
    let (mut moves, mut own, mut enemy) = (0, 0, 0);
    while moves < 100_000 {
        let position = match random.below(2) {
            0 => Position::from_fen(&stock[random.below(stock.len())]).unwrap(),
            _ => random_setup(&mut random).position().unwrap(),
        };
        for mv in position.pseudo_legal_moves() {
            let before = allocations();
            let checks = position.checks_after(mv);
            assert_eq!(allocations(), before);
            let mut after = position.with_options(safe_not_needed);
            after.play_without_commit(mv).unwrap();
            for color in Color::ALL {
                let threatened = |square| !after.board().attackers(square, !color).is_empty();
                let expected = after.board().commander(color).is_none_or(threatened);
                assert_eq!(checks.unwrap().of(color), expected, "{mv} in {position}");
            }
            moves += 1;
            own += usize::from(checks.unwrap().of(position.turn()));
            enemy += usize::from(checks.unwrap().of(!position.turn()));
        }
    }
    assert!(own > 1_000 && enemy > 1_000, "{own} {enemy}");
}

/// A `Move` value may come from anywhere.
#[test]
fn invented_moves_are_refused_or_answered() {
    let mut random = Random(0xbad);
    let (mut refused, mut answered) = (0, 0);
    let values: Vec<Move> =
        (0..200).flat_map(|_| random_setup(&mut random).position().unwrap().pseudo_legal_moves()).collect();
    for _ in 0..50 {
        let position = random_setup(&mut random).position().unwrap();
        for &mv in &values {
            match position.checks_after(mv) {
                Ok(_) => answered += 1,
                Err(error) => {
                    assert_eq!(error, IllegalMove(mv));
                    refused += 1;
                }
            }
        }
    }
    assert!(answered > 100 && refused > 10_000, "{answered} {refused}");
}
