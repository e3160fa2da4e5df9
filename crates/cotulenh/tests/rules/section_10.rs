//! Clocks and results.

use cotulenh::{Color, DrawReason, Outcome, Position, WinReason};

use crate::positions::{after, blue, fen, load, red};

/// Half-move clock and move number after some steps, from 7 and 3.
fn clocks(side: char, units: &str, lans: &[&str]) -> (u32, u32) {
    let units = format!("Cj1 ck12 Hd1 Hc1 hd9 hk8 {units}");
    let position = after(&load(&fen(side, &units).replace(" 0 1", " 7 3")), lans);
    (position.halfmoves(), position.move_number())
}

#[test]
fn rules_10_1_the_clock_counts_turns_without_normal_capture() {
    assert_eq!(clocks('r', "Tg4", &["Tg4g5"]), (8, 3));
    assert_eq!(clocks('r', "Tg4 Ig5", &["Tg4&g5"]), (8, 3));
    assert_eq!(clocks('r', "Tg4 ig5", &["Tg4xg5"]), (0, 3));
    assert_eq!(clocks('r', "Tc5 nb5", &["Tc5_b5"]), (8, 3), "a stay capture does not reset it");
    assert_eq!(clocks('r', "Fg4 gg6", &["Fg4@g6"]), (8, 3), "nor does a suicide");
}

#[test]
fn rules_10_1_the_first_step_of_a_deploy_decides() {
    assert_eq!(clocks('r', "(TI)g4 ig6", &["Tg4>xg6"]), (7, 3), "nothing happens before the turn ends");
    assert_eq!(clocks('r', "(TI)g4 ig6", &["Tg4>xg6", "commit"]), (0, 3));
    assert_eq!(clocks('r', "(TI)g4 ig6", &["Tg4>xg6", "Ig4>g5"]), (0, 3));
    assert_eq!(clocks('r', "(TI)g4 ig6", &["Ig4>f4", "Tg4>xg6"]), (8, 3));
    assert_eq!(clocks('r', "(TI)c5 nb5", &["Tc5>_b5", "commit"]), (8, 3));
    assert_eq!(clocks('r', "(TI)g4", &["Tg4>g6", "commit"]), (8, 3), "one turn, however many steps");
    assert_eq!(clocks('r', "(TI)g4", &["Tg4>g6", "Ig4>g5"]), (8, 3));
}

#[test]
fn rules_10_1_the_move_number_counts_up_after_blue() {
    assert_eq!(clocks('b', "ig9", &["Ig9g8"]), (8, 4));
    assert_eq!(clocks('b', "ig9 Tg8", &["Ig9xg8"]), (0, 4));
    assert_eq!(clocks('b', "(ti)g9", &["Tg9>g7"]), (7, 3));
    assert_eq!(clocks('b', "(ti)g9", &["Tg9>g7", "commit"]), (8, 4));
}

#[test]
fn rules_10_2_a_hundred_half_moves_draw() {
    let at = |clock: u32| -> Position {
        fen('r', "Cj1 ck12 Tg4 ig9").replace(" 0 1", &format!(" {clock} 90")).parse().unwrap()
    };
    assert!(!at(99).is_draw_by_fifty_moves() && at(99).outcome().is_none());
    assert_eq!(at(100).outcome(), Some(Outcome::Draw(DrawReason::FiftyMoves)));
    assert_eq!(at(101).outcome(), Some(Outcome::Draw(DrawReason::FiftyMoves)));
    assert_eq!(after(&at(99), &["Tg4g5"]).outcome(), Some(Outcome::Draw(DrawReason::FiftyMoves)));
}

#[test]
fn rules_10_2_stalemate_draws() {
    let stalemate = red("Ck1 cj12 tk4 hd9");
    assert_eq!(stalemate.outcome(), Some(Outcome::Draw(DrawReason::Stalemate)));
}

#[test]
fn rules_10_2_what_counts_as_the_same_position() {
    let key = |position: Position| position.repetition_key();
    let units = "Cj1 ck12 Tg4 ig9";
    let base = key(red(units));
    // Not the clocks …
    assert_eq!(key(load(&fen('r', units).replace(" 0 1", " 9 9"))), base);
    // … but placement, heroic flags and side to move.
    assert_ne!(key(red("Cj1 ck12 Tg5 ig9")), base);
    assert_ne!(key(red("Cj1 ck12 +Tg4 ig9")), base);
    assert_ne!(key(blue(units)), base);
    assert_ne!(key(red("Cj1 ck12 (TI)g4 ig9")), key(red("Cj1 ck12 (T+I)g4 ig9")));
}

#[test]
fn rules_10_3_a_commander_taken_loses() {
    let win = |winner, reason| Some(Outcome::Win { winner, reason });
    let taken = after(&red("Cj1 cg7 Tg5 Hd1 hk8"), &["Tg5xg7"]);
    assert_eq!(taken.outcome(), win(Color::Red, WinReason::CommanderCaptured));
    // Inside a stack, by a suicide, by staying: all the same.
    let taken = after(&red("Cj1 (tc)g7 Tg5 Hd1 hk8"), &["Tg5xg7"]);
    assert_eq!(taken.outcome(), win(Color::Red, WinReason::CommanderCaptured));
    let taken = after(&red("Cj1 cg7 gh7 Fg5 Hd1 hk8"), &["Fg5@g7"]);
    assert_eq!(taken.outcome(), win(Color::Red, WinReason::CommanderCaptured));
    let taken = after(&blue("Cg7 ck12 tg9 Hd1 hk8"), &["Tg9xg7"]);
    assert_eq!(taken.outcome(), win(Color::Blue, WinReason::CommanderCaptured));
}

#[test]
fn rules_10_3_checkmate_loses() {
    let mate = red("Ck1 Ij1 cd12 tk3 hk8");
    assert_eq!(mate.outcome().and_then(Outcome::winner), Some(Color::Blue));
    let mate = blue("ck12 ij12 Cd1 Tk10 Hk4");
    assert_eq!(mate.outcome().and_then(Outcome::winner), Some(Color::Red));
    // It counts before the clock.
    let late = load(&mate.fen().replace(" 0 1", " 100 60"));
    assert_eq!(late.outcome().and_then(Outcome::winner), Some(Color::Red));
}

#[test]
fn rules_10_2_and_10_3_an_outcome_names_its_clauses() {
    let cited = |outcome: Option<Outcome>| {
        let outcome = outcome.unwrap();
        format!("{} {}", outcome.reason_name(), outcome.clauses().join(" "))
    };
    assert_eq!(cited(red("Ck1 Ij1 cd12 tk3 hk8").outcome()), "checkmate 10.3 6.6");
    assert_eq!(cited(red("Cj1 Hd1 hd9").outcome()), "commanderCaptured 10.3");
    assert_eq!(cited(red("(HC)k1 Hd1 tk4 cj12 hd9").outcome()), "stalemate 10.2 6.6");
    let late = load(&fen('r', "Cj1 ck12 Tg4 ig9").replace(" 0 1", " 100 60"));
    assert_eq!(cited(late.outcome()), "fiftyMoves 10.2");
    assert_eq!(cited(Position::start().ending_facts(3).outcome), "threefold 10.2");
}
