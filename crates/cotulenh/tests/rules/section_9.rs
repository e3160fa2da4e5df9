//! Deploy. Recombination (9.3) has a file of its own.

use cotulenh::{Color, CommitError, Position, Unit};

use crate::positions::{after, find, legal, load, moves, reach, red, steps, suffix, unit};

/// Several units a side, so that there is no last guard.
const GUARDS: &str = "Hd1 Hc1 hd9 hk8";

fn position(units: &str) -> Position {
    red(&format!("Cj1 ck12 {GUARDS} {units}"))
}

/// The movers of a point in the order of their moves.
fn movers(position: &Position, from: &str) -> Vec<String> {
    let moves = position.legal_moves_from(from.parse().unwrap());
    let mut movers: Vec<String> = moves.iter().map(|mv| mv.unit().move_text().to_string()).collect();
    movers.dedup();
    movers
}

fn remaining(position: &Position) -> String {
    position.session_remaining().map(|unit: Unit| unit.to_string()).unwrap_or_default()
}

#[test]
fn rules_9_1_any_piece_of_a_stack_may_step_off_carrier_first() {
    let stack = position("(FTI)g4");
    assert_eq!(movers(&stack, "g4"), ["F", "T", "I", "(FTI)"]);
    assert_eq!(steps(&stack, "g4", "T"), "g5 g6 h4 i4 g3 g2 f4 e4");
    assert_eq!(steps(&stack, "g4", "I"), "g5 h4 g3 f4");
    assert_eq!(movers(&position("(NFT)c5"), "c5"), ["N", "F", "T", "(NFT)"]);
    assert_eq!(movers(&position("Tg4"), "g4"), ["T"]);
    assert!(moves(&stack).contains(&"Ig4>g5|nd".to_owned()));
    assert!(moves(&position("Tg4")).iter().all(|mv| !mv.contains('>')), "a lone piece does not deploy");
}

#[test]
fn rules_9_1_a_step_obeys_section_3_for_that_piece() {
    // From sea, the Tank goes ashore and the Navy does not; an Engineer crosses, its Artillery does
    // not.
    let at_sea = position("(NT)b5");
    assert_eq!(steps(&at_sea, "b5", "T"), "c5 d5");
    assert!(!steps(&at_sea, "b5", "N").contains("d5"));
    assert!(!steps(&position("(EA)g6"), "g6", "A").contains("g7"));
    // A deploying Air Force lands where it can and stays only where it cannot.
    assert!(steps(&position("(FI)g2 ig4"), "g2", "F").starts_with("g3 xg4 g5"));
    assert!(steps(&position("(+FI)d5 nb5"), "d5", "+F").contains("_b5"));
    // Joining other friends is a combination step.
    assert!(moves(&position("(TI)g4 Fg5")).contains(&"Tg4>&g5|db".to_owned()));
}

#[test]
fn rules_9_2_the_first_step_opens_a_session() {
    let start = position("(TI)g4 (TM)e4 Me2");
    let session = after(&start, &["Tg4>g6"]);
    assert_eq!(session.turn(), Color::Red);
    assert_eq!(session.session().unwrap().square(), "g4".parse().unwrap());
    assert_eq!((unit(&session, "g6"), unit(&session, "g4")), ("T".into(), "I".into()));
    // Only what remains of that stack may move, and only by stepping off.
    assert_eq!(moves(&session), ["Ig4>g5|nd", "Ig4>h4|nd", "Ig4>g3|nd", "Ig4>f4|nd", "Ig4>&g6|db"]);
    assert_eq!(remaining(&session), "I");
}

#[test]
fn rules_9_2_promotions_act_at_once() {
    // The Air Force threatens from g9; it becomes heroic with the first step of any piece.
    let start = red(&format!("Cj1 cg12 {GUARDS} (FTI)g9"));
    let session = after(&start, &["Ig9>f9"]);
    assert_eq!(remaining(&session), "(+FT)");
    assert!(legal(&session, "+Fg9>g4"), "five points, as a hero");
}

#[test]
fn rules_9_2_a_stay_capturer_is_deployed_but_remains_on_the_point() {
    let start = position("(TI)c5 nb5 na1");
    let session = after(&start, &["Tc5>_b5"]);
    assert_eq!((unit(&session, "c5"), unit(&session, "b5")), ("(TI)".into(), "".into()));
    assert_eq!(remaining(&session), "I");
    assert_eq!(movers(&session, "c5"), ["I"]);
    let done = after(&session, &["Ic5>c6"]);
    assert_eq!((done.turn(), unit(&done, "c5"), unit(&done, "c6")), (Color::Blue, "T".into(), "I".into()));
}

#[test]
fn rules_9_2_a_suicide_is_a_step_too() {
    let session = after(&position("(FTI)g4 gg7"), &["Fg4>@g7"]);
    assert_eq!((unit(&session, "g4"), unit(&session, "g7")), ("(TI)".into(), "".into()));
    assert_eq!(movers(&session, "g4"), ["T", "I"]);
    assert_eq!(session.turn(), Color::Red);
}

#[test]
fn rules_9_4_the_first_step_must_be_safe() {
    // Check from g3: a step must meet it like any move, the next one need not.
    let start = red("Cg1 ck12 tg3 hk8 hd9 Hd1 (TI)e2");
    assert_eq!(steps(&start, "e2", "T"), "g2");
    assert_eq!(steps(&start, "e2", "I"), "");
    let session = after(&start, &["Te2>g2"]);
    assert_eq!(steps(&session, "e2", "I"), "e3 f2 e1 d2 &g2");
    // The rest of the stack still hides the Commanders from each other.
    let screen = red("Cg1 cg12 hk8 hd9 Hd1 (TI)g5");
    assert_eq!(reach(&screen, "g5"), "g6 g7 g4 g3");
    assert_eq!(steps(&screen, "g5", "T"), "g6 g7 h5 i5 g4 g3 f5 e5");
}

#[test]
fn rules_9_4_no_safety_test_in_a_session_or_for_the_commanders_own_stack() {
    // The last screen may step aside: only the commit will fail.
    let session = after(&red("Cg1 cg12 hk8 hd9 Hd1 (TI)g5"), &["Tg5>h5"]);
    assert_eq!(steps(&session, "g5", "I"), "g6 &h5 g4 f5");
    // A threatened Commander's stack may do anything.
    let start = red("(TC)k1 cd12 tk3 hk8 hd9 Hd1");
    assert_eq!(steps(&start, "k1", "T"), "k2 xk3 j1 i1");
    assert_eq!(steps(&start, "k1", "C"), "k2 j1 i1 h1 g1 f1 e1 &d1");
    assert_eq!(reach(&start, "k1"), "xk3 j1 i1");
}

#[test]
fn rules_9_5_commit_ends_the_turn_and_what_remains_stays() {
    let session = after(&position("(TI)g4"), &["Tg4>g6"]);
    assert!(session.can_commit());
    let done = after(&session, &["commit"]);
    assert_eq!((done.turn(), unit(&done, "g4"), unit(&done, "g6")), (Color::Blue, "I".into(), "T".into()));
    assert!(done.session().is_none());
    let mut nothing = position("(TI)g4");
    assert_eq!(nothing.commit().err(), Some(CommitError::NoOpenSession));
}

#[test]
fn rules_9_5_what_stays_must_be_able_to_stand_there() {
    let session = after(&position("(NT)b5"), &["Nb5>b6"]);
    assert!(matches!(session.commit_obstacle(), Some(CommitError::CannotStay { .. })));
    let done = after(&session, &["Tb5>c5"]);
    assert_eq!(done.turn(), Color::Blue);
    // On file c the Tank may stay.
    assert!(after(&position("(NT)c5"), &["Nc5>c6"]).can_commit());
    // A stay-capturer counts: the Tank has fired and cannot go ashore any more.
    let session = after(&position("(NT)b5 na5 na1"), &["Tb5>_a5"]);
    assert!(session.can_commit());
    let stuck = after(&session, &["Nb5>b6"]);
    assert_eq!(stuck.turn(), Color::Red);
    assert!(matches!(stuck.commit_obstacle(), Some(CommitError::CannotStay { .. })));
    assert!(stuck.legal_moves().is_empty());
}

#[test]
fn rules_9_5_the_commander_must_be_safe() {
    let session = after(&red("(TC)k1 cd12 tk3 hk8 hd9 Hd1"), &["Tk1>j1"]);
    assert_eq!(session.commit_obstacle(), Some(CommitError::CommanderInDanger(Color::Red)));
    assert_eq!(session.turn(), Color::Red);
    assert_eq!(after(&session, &["Ck1>&j1"]).turn(), Color::Blue);
    // Exposure is a danger too; the session cannot end by itself then.
    let exposed = after(&red("Cg1 cg12 hk8 hd9 Hd1 (TI)g5"), &["Tg5>h5", "Ig5>f5"]);
    assert_eq!(exposed.turn(), Color::Red);
    assert_eq!(exposed.commit_obstacle(), Some(CommitError::CommanderInDanger(Color::Red)));
    assert!(exposed.legal_moves().is_empty() && exposed.session().is_some());
}

#[test]
fn rules_9_5_a_side_without_commander_need_not_be_safe() {
    // It has no legal move, so such a session can only be read.
    let mut session = load("6c4/11/11/11/11/11/11/3(TI)7/11/11/11/11 r - - 0 1 d5:I:T>d7...");
    assert!(session.board().commander_in_danger(Color::Red));
    assert_eq!(session.commit_obstacle(), None);
    session.commit().unwrap();
    assert_eq!(session.turn(), Color::Blue);
    // What stays must still be able to stand there.
    let at_sea = load("6c4/11/11/11/11/11/11/1(NT)9/11/11/11/11 r - - 0 1 b5:T:N>b6...");
    assert!(matches!(at_sea.commit_obstacle(), Some(CommitError::CannotStay { .. })));
}

#[test]
fn rules_9_5_it_happens_by_itself_when_nothing_can_follow() {
    // Nothing remains.
    assert_eq!(after(&position("(TI)g4"), &["Tg4>g6", "Ig4>g5"]).turn(), Color::Blue);
    // A plain Headquarter remains, which cannot step.
    let start = red("(HC)e1 ck12 hk8 hd9 Hd1");
    let done = after(&start, &["Ce1>e3"]);
    assert_eq!((done.turn(), unit(&done, "e1")), (Color::Blue, "H".into()));
    assert_eq!(after(&red("(+HC)e1 ck12 hk8 hd9 Hd1"), &["Ce1>e3"]).turn(), Color::Red);
    // On request it waits.
    let mut waiting = start;
    waiting.play_without_commit(find(&start, "Ce1>e3").unwrap()).unwrap();
    assert_eq!((waiting.turn(), suffix(&waiting).as_str()), (Color::Red, "e1:H:C>e3..."));
}

#[test]
fn rules_9_6_undo_takes_back_a_step_and_closes_with_the_first() {
    let start = position("(FTI)g4 gg7");
    let mut position = start;
    let mut undos = Vec::new();
    let mut fens = Vec::new();
    for lan in ["Tg4>g6", "Fg4>@g7", "Ig4>&g6"] {
        fens.push(position.fen());
        undos.push(position.play(find(&position, lan).unwrap()).unwrap());
    }
    assert_eq!(position.turn(), Color::Blue);
    while let (Some(undo), Some(fen)) = (undos.pop(), fens.pop()) {
        position.undo(&undo);
        assert_eq!(position.fen(), fen);
    }
    assert_eq!(position, start);
    assert!(position.session().is_none());
}

#[test]
fn rules_9_6_cancel_takes_back_all() {
    for lans in [&["Tg4>g6"][..], &["Fg4>xg7", "Tg4>&g7"][..], &["Tg4>g6", "Fg4>xg7"][..]] {
        let start = position("(FTI)g4 ig7");
        let mut session = after(&start, lans);
        session.cancel_session().unwrap();
        assert_eq!(session, start, "{lans:?}");
        assert!(session.cancel_session().is_err());
    }
    // Also where the deploy began at sea, and promotions with it.
    let start = red("Cj1 cf5 hk8 hd9 Hd1 (NT)b5");
    let mut session = after(&start, &["Tb5>d5"]);
    assert_eq!(unit(&session, "d5"), "+T");
    session.cancel_session().unwrap();
    assert_eq!(session, start);
}

#[test]
fn rules_9_7_the_game_is_not_over_while_a_session_is_open() {
    // A Commander taken, no way to complete the turn, the clock run out: all of it waits for the
    // commit.
    let taken = after(&red("Cj1 cg7 hk8 hd9 Hd1 (TI)g5"), &["Tg5>xg7"]);
    assert!(taken.is_commander_captured() && taken.outcome().is_none() && !taken.is_game_over());
    assert!(after(&taken, &["commit"]).is_game_over());
    let stuck = after(&red("Cg1 cg12 hk8 hd9 Hd1 (TI)g5"), &["Tg5>h5", "Ig5>f5"]);
    assert!(!stuck.can_complete_turn() && stuck.outcome().is_none());
    assert!(!stuck.is_checkmate() && !stuck.is_stalemate());
    let mated = after(&red("(HC)k1 Hd1 tk3 cj12 hd9"), &["Ck1>k2"]);
    assert!(mated.is_check() && !mated.can_complete_turn());
    assert!(!mated.is_checkmate() && mated.outcome().is_none());
    let fen = position("(TI)g4").fen().replace(" 0 1", " 100 80");
    let clock: Position = fen.parse().unwrap();
    assert!(clock.is_game_over() && after(&clock, &["Tg4>g6"]).outcome().is_none());
}
