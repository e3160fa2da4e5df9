//! Promotion.

use cotulenh::{Color, Position, RuleOptions};

use crate::positions::{after, find, legal, red, unit};

/// Several units a side, so that there is no last guard.
const GUARDS: &str = "Hd1 Hc1 hd9 hk8";

fn position(units: &str) -> Position {
    red(&format!("{units} {GUARDS}"))
}

#[test]
fn rules_8_1_pieces_that_threaten_the_enemy_commander_become_heroic() {
    let tank = position("Cj1 cg12 Tg8");
    assert_eq!(unit(&after(&tank, &["Tg8g9"]), "g9"), "T");
    assert_eq!(unit(&after(&tank, &["Tg8g10"]), "g10"), "+T");
    // By capturing, by staying, by joining.
    assert_eq!(unit(&after(&position("Cj1 cg12 Tg8 ig10"), &["Tg8xg10"]), "g10"), "+T");
    assert_eq!(unit(&after(&position("Cj1 cg12 Tg8 Ig10"), &["Tg8&g10"]), "g10"), "(+TI)");
    let stays = after(&position("Cj1 cg12 Fg9 if9"), &["Fg9_f9"]);
    assert_eq!(unit(&stays, "g9"), "+F");
}

#[test]
fn rules_8_1_not_only_the_piece_that_moved() {
    // The Infantry gives the line free.
    let opened = after(&position("Cj1 cg12 Tg10 Ig11"), &["Ig11f11"]);
    assert_eq!((unit(&opened, "g10"), unit(&opened, "f11")), ("+T".into(), "I".into()));
    // A piece that threatened all along: any turn promotes it.
    let waiting = after(&position("Cj1 cg12 Tg10 Ie5"), &["Ie5e6"]);
    assert_eq!((unit(&waiting, "g10"), unit(&waiting, "e6")), ("+T".into(), "I".into()));
}

#[test]
fn rules_8_1_carried_pieces_are_promoted_one_by_one() {
    let stack = position("Cj1 cg12 (FTI)g7");
    assert_eq!(unit(&after(&stack, &["(FTI)g7g8"]), "g8"), "(+FTI)");
    assert_eq!(unit(&after(&stack, &["(FTI)g7g10"]), "g10"), "(+F+TI)");
    assert_eq!(unit(&after(&stack, &["(FTI)g7g11"]), "g11"), "(+F+T+I)");
    assert_eq!(unit(&after(&stack, &["(FTI)g7e9"]), "e9"), "(FTI)");
    let engineer = after(&position("Cj1 cg12 (EA)g8"), &["(EA)g8g9"]);
    assert_eq!(unit(&engineer, "g9"), "(E+A)");
}

#[test]
fn rules_8_1_a_threat_is_that_of_6_1() {
    // A Missile at two on a diagonal, a Navy at three but not at four.
    assert_eq!(unit(&after(&position("Cj1 cg12 Sd10"), &["Sd10e10"]), "e10"), "+S");
    let navy = |file: char| after(&position(&format!("Cj1 c{file}5 Nc3")), &["Nc3c5"]);
    assert_eq!((unit(&navy('f'), "c5"), unit(&navy('g'), "c5")), ("+N".into(), "N".into()));
}

#[test]
fn rules_8_1_kamikazes_are_promoted_destroyed_air_forces_are_not() {
    // From g8 the flight to g12 meets the zone of the defender.
    let flies = |defenders: &str| {
        let position = after(&position(&format!("Cj1 cg12 Fe6 {defenders}")), &["Fe6g8"]);
        unit(&position, "g8")
    };
    assert_eq!(flies(""), "+F");
    assert_eq!(flies("gh12"), "+F");
    assert_eq!(flies("gh12 gf12"), "F");
    assert_eq!(flies("gh10"), "F");
}

#[test]
fn rules_8_1_only_our_own_pieces_and_also_after_a_deploy_step() {
    // Stepping off leaves Red's Commander to the Tank on k3, which is not promoted by Red's step.
    let start = position("(TC)k1 cg12 tk3 Tg10");
    let session = after(&start, &["Tk1>j1"]);
    assert_eq!(session.turn(), Color::Red);
    assert_eq!((unit(&session, "k3"), unit(&session, "g10")), ("t".into(), "+T".into()));
    let steps_off = after(&position("Cj1 cg12 (TI)g8"), &["Tg8>g10"]);
    assert_eq!((unit(&steps_off, "g10"), unit(&steps_off, "g8")), ("+T".into(), "I".into()));
}

#[test]
fn rules_8_2_the_last_guard_of_either_colour_becomes_heroic() {
    let position = after(&red("Cj1 ck12 Te4 if9"), &["Te4e5"]);
    assert_eq!((unit(&position, "e5"), unit(&position, "f9")), ("+T".into(), "+i".into()));
    // Two units are not one.
    let position = after(&red("Cj1 ck12 Te4 Hd1 if9 hk8"), &["Te4e5"]);
    assert_eq!((unit(&position, "e5"), unit(&position, "f9")), ("T".into(), "i".into()));
    // A capture may leave one.
    let position = after(&red("Cj1 ck12 Te4 Hd1 if9 he5"), &["Te4xe5"]);
    assert_eq!((unit(&position, "e5"), unit(&position, "f9")), ("T".into(), "+i".into()));
    // A Headquarter is a unit like any other.
    let position = after(&red("Cj1 ck12 Hd1 if9 hk8"), &["Cj1j2"]);
    assert_eq!(unit(&position, "d1"), "+H");
}

#[test]
fn rules_8_2_a_unit_that_carries_is_no_last_guard() {
    let position = after(&red("Cj1 (hc)k12 (TI)e4"), &["(TI)e4e5"]);
    assert_eq!(unit(&position, "e5"), "(TI)");
    assert_eq!(unit(&position, "k12"), "(hc)", "a Commander inside a stack makes it carry");
    // Two lone Commanders have no guard to promote.
    let position = after(&red("Cj1 ck12"), &["Cj1j2"]);
    assert_eq!((unit(&position, "j2"), unit(&position, "k12")), ("C".into(), "c".into()));
    // A Tank that leaves its Commander behind is alone.
    let position = after(&red("(TC)j1 ck12 hk8 hd9"), &["Tj1>j3"]);
    assert_eq!(unit(&position, "j3"), "+T");
}

#[test]
fn rules_8_2_a_colour_without_commander_is_promoted_too() {
    let position = after(&red("Cj1 Te4 Hd1 if9"), &["Te4e5"]);
    assert_eq!((unit(&position, "e5"), unit(&position, "f9")), ("T".into(), "+i".into()));
}

#[test]
fn rules_8_2_the_option_turns_it_off() {
    let options = RuleOptions::default().with_skip_last_guard_promotion(true);
    let position = after(&red("Cj1 ck12 Te4 if9").with_options(options), &["Te4e5"]);
    assert_eq!((unit(&position, "e5"), unit(&position, "f9")), ("T".into(), "i".into()));
    // 8.1 stays.
    let position = after(&red("Cj1 cg12 Tg8 if9").with_options(options), &["Tg8g10"]);
    assert_eq!(unit(&position, "g10"), "+T");
    let fen = red("Cj1 ck12 Te4 if9").fen();
    let mut loaded = Position::from_fen_with(&fen, options).unwrap();
    loaded.play(find(&loaded, "Te4e5").unwrap()).unwrap();
    assert_eq!(unit(&loaded, "e5"), "T");
    assert!(legal(&loaded, "If9f8"));
}
