//! Whether a position can arise from the start position.
#![allow(missing_docs)]

#[path = "rules/positions.rs"]
#[allow(dead_code)]
mod positions;
mod support;

use cotulenh::{Color, MoveKind, Position, Role, RuleOptions};
use positions::{after, blue, red};
use support::{Random, random_setup};

fn reasons(position: &Position) -> String {
    let reasons = position.unreachable_reasons();
    reasons.iter().map(|reason| reason.code()).collect::<Vec<_>>().join(" ")
}

#[test]
fn rules_1_6_the_start_position_has_nineteen_pieces_a_side() {
    assert_eq!(reasons(&Position::start()), "");
    for role in Role::ALL {
        let pieces = Position::start().board().iter().flat_map(|(_, unit)| unit.pieces()).collect::<Vec<_>>();
        for color in Color::ALL {
            let count = pieces.iter().filter(|piece| (piece.color, piece.role) == (color, role)).count();
            assert_eq!(role.initial_count(), count, "{role}");
        }
    }
}

#[test]
fn rules_1_6_no_more_pieces_of_a_role_than_at_the_start() {
    assert_eq!(reasons(&red("Cd1 ck12 Te5 (TI)e4 ic9 ig9")), "");
    assert_eq!(reasons(&red("Cd1 ck12 Te5 (TI)e4 (FT)f3 ic9 ig9")), "TOO_MANY_PIECES", "carried ones count");
    assert_eq!(reasons(&red("Cd1 ck12 Te5 Ie4 mc9 mg9 sj9 +sj8")), "TOO_MANY_PIECES TOO_MANY_PIECES");
    let message = red("Cd1 ck12 Te5 Ie4 mc9 mg9").unreachable_reasons()[0].to_string();
    assert_eq!(message, "2 pieces of blue are militia: expected at most 1");
}

#[test]
fn rules_2_a_headquarter_that_is_not_heroic_has_not_moved() {
    assert_eq!(reasons(&red("Cd1 ck12 Hf2 hh11 Ie4 ic9")), "");
    assert_eq!(reasons(&red("ck12 (HC)h2 +He5 Ie4 ic9 id9")), "", "a heroic one may have moved");
    assert_eq!(reasons(&red("Cd1 ck12 Hf3 Ie4 ic9 id9")), "HEADQUARTER_MOVED");
    assert_eq!(reasons(&red("Cd1 ck12 hf2 Ie4 Ig4 ic9")), "HEADQUARTER_MOVED", "the other side's place");
}

fn skip_safety() -> RuleOptions {
    RuleOptions::default().with_skip_commander_safety(true)
}

#[test]
fn rules_6_5_the_side_that_has_moved_is_safe() {
    // Red is to move and could take Blue's Commander.
    assert_eq!(reasons(&red("Cd1 ck12 +Tk10 Ie4 ic9 id9")), "COMMANDER_IN_DANGER");
    assert_eq!(reasons(&blue("Cd1 ck12 +Tk10 Ie4 ic9 id9")), "", "Blue is in check");
    assert_eq!(reasons(&red("Cd1 cd12 Te5 Ie4 ic9 ie9")), "COMMANDER_IN_DANGER", "exposed");
    let allowed = red("Cd1 ck12 +Tk10 Ie4 ic9 id9").with_options(skip_safety());
    assert_eq!(reasons(&allowed), "");
}

#[test]
fn rules_8_1_a_piece_that_gives_check_is_heroic() {
    assert_eq!(reasons(&blue("Cd1 ck12 Tk10 Ie4 ic9 id9")), "NOT_PROMOTED");
    assert_eq!(reasons(&blue("Cd1 ck12 (E+A)k9 Ie4 ic9 id9")), "", "a carried piece, heroic");
    assert_eq!(reasons(&blue("Cd1 ck12 (EA)k9 Ie4 ic9 id9")), "NOT_PROMOTED");
}

#[test]
fn rules_8_2_a_last_guard_is_heroic() {
    assert_eq!(reasons(&red("Cd1 ck12 Te5 ic9 id9")), "LAST_GUARD_NOT_PROMOTED");
    assert_eq!(reasons(&red("Cd1 ck12 +Te5 ic9 id9")), "");
    assert_eq!(reasons(&red("Cd1 ck12 (TI)e5 ic9 id9")), "", "it carries something");
    let option = RuleOptions::default().with_skip_last_guard_promotion(true);
    assert_eq!(reasons(&red("Cd1 ck12 Te5 ic9 id9").with_options(option)), "");
}

#[test]
fn rules_10_3_the_game_ends_with_a_commander() {
    assert_eq!(reasons(&red("ck12 Te5 Ie4 ic9 id9")), "", "Red's Commander has just been taken");
    assert_eq!(reasons(&blue("ck12 Te5 Ie4 ic9 id9")), "COMMANDER_MISSING");
    assert_eq!(reasons(&red("Te5 Ie4 ic9 id9")), "COMMANDER_MISSING", "of Blue; Red's may be the last");
}

#[test]
fn rules_9_2_a_session_counts_by_its_beginning() {
    let position = red("Cd1 ck12 (TI)k8 Ie4 ic9 id9");
    let open = after(&position, &["Tk8>k10"]);
    assert!(open.session().is_some());
    // On the board as it is, Red could take the Commander.
    assert!(open.board().commander_in_danger(Color::Blue));
    assert_eq!(reasons(&open), "");
}

/// Soundness: whatever play reaches from the start position has no reason.
#[test]
fn positions_of_games_are_never_unreachable() {
    let mut random = Random(0x9ea1);
    let (mut positions, mut sessions, mut small, mut over) = (0, 0, 0, 0);
    while positions < 40_000 {
        let options = RuleOptions::from_bits(random.below(4) as u8).unwrap();
        let mut position = Position::start().with_options(options);
        for _ in 0..400 {
            let found = position.unreachable_reasons();
            assert!(found.is_empty(), "{position}: {found:?}");
            positions += 1;
            sessions += usize::from(position.session().is_some());
            small += usize::from(position.board().unit_count(position.turn()) <= 3);
            if position.is_commander_captured() && position.session().is_none() {
                over += 1;
                break;
            }
            let actions = position.actions();
            // Captures and joins, so that games end and stacks meet.
            let eager: Vec<_> = actions
                .iter()
                .copied()
                .filter(|action| {
                    let kind = action.step().map(|mv| mv.kind());
                    kind.is_some_and(|kind| kind.is_capture() || kind == MoveKind::Combination)
                })
                .collect();
            let choice = if eager.is_empty() || random.below(3) == 0 { &actions } else { &eager };
            let Some(&action) = choice.get(random.below(choice.len().max(1))) else { break };
            position.play_action(action).unwrap();
        }
    }
    assert!(sessions > 1_000 && small > 300 && over > 50, "{sessions} {small} {over}");
}

#[test]
fn any_position_has_an_answer() {
    let mut random = Random(0x7ea);
    for _ in 0..2_000 {
        let position = random_setup(&mut random).position().unwrap();
        for reason in position.unreachable_reasons() {
            assert!(!reason.to_string().is_empty() && !reason.clause().is_empty());
        }
    }
}
