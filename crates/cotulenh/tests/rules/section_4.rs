//! Captures.

use crate::positions::{after, legal, pseudo_reach, reach, red, steps, unit};

#[test]
fn rules_4_1_a_capture_needs_range_and_takes_the_whole_stack() {
    assert!(legal(&red("Cj1 ck12 Tg4 (fti)g6"), "Tg4xg6"));
    assert!(!legal(&red("Cj1 ck12 Tg4 (fti)g7"), "Tg4xg7"));
    let position = after(&red("Cj1 ck12 hk8 Tg4 Ie4 (fti)g6"), &["Tg4xg6"]);
    assert_eq!((unit(&position, "g6"), unit(&position, "g4")), ("T".into(), "".into()));
    assert_eq!(position.board().occupied().len(), 5);
}

#[test]
fn rules_4_2_a_kamikaze_only_takes_by_suicide() {
    // g4 is in the zone of the Anti-Air on h4, so is h4 itself.
    let position = red("Cj1 ck12 Fg2 ig4 gh4");
    assert!(legal(&position, "Fg2@g4"));
    assert!(!legal(&position, "Fg2xg4") && !legal(&position, "Fg2_g4"));
    // Without the defender it captures normally.
    let position = red("Cj1 ck12 Fg2 ig4 gi4");
    assert!(!legal(&position, "Fg2@g4"));
    assert!(legal(&position, "Fg2xg4") && legal(&position, "Fg2_g4"));
}

#[test]
fn rules_4_2_both_units_of_a_suicide_vanish_with_all_they_carry() {
    let position = after(&red("Cj1 ck12 hk8 He1 (FTI)g2 (ti)g4 gh4"), &["(FTI)g2@g4"]);
    assert_eq!((unit(&position, "g2"), unit(&position, "g4")), ("".into(), "".into()));
    assert_eq!(position.board().occupied().len(), 5);
}

#[test]
fn rules_4_3_a_commander_captures_next_to_it_only() {
    assert_eq!(reach(&red("Cd4 ck12 hd5 hd2 he5 hc4"), "d4"), "xd5 e4 f4 g4 h4 i4 j4 d3 xc4");
    // A heroic one also diagonally, but no further.
    assert_eq!(
        pseudo_reach(&red("+Cd4 ck12 hd5 hd2 he5 hf2 hc4"), "d4"),
        "xd5 e4 f4 g4 h4 i4 j4 d3 xc4 c5 xe5 e3 c3"
    );
}

#[test]
fn rules_4_3_a_lone_commander_is_not_taken_by_a_commander_diagonally() {
    assert!(pseudo_reach(&red("Cd4 cd5"), "d4").contains("xd5"));
    assert!(pseudo_reach(&red("+Cd4 ce4"), "d4").contains("xe4"));
    assert!(!pseudo_reach(&red("+Cd4 ce5"), "d4").contains("e5"));
    // Carried, it is an ordinary target; so is every other piece.
    assert!(pseudo_reach(&red("+Cd4 (tc)e5"), "d4").contains("xe5"));
    assert!(pseudo_reach(&red("+Cd4 ck12 te5"), "d4").contains("xe5"));
    // Other roles take a lone Commander on a diagonal.
    assert!(legal(&red("Cj1 ce5 Md4"), "Md4xe5"));
    // Taking it along a rank ends the game.
    assert!(after(&red("Cd4 ce4 Hk1"), &["Cd4xe4"]).is_commander_captured());
}

#[test]
fn rules_4_4_a_navy_takes_navies_at_full_range_and_the_rest_at_one_less() {
    for (navy, units, taken) in [
        ("N", "nc6", true),
        ("N", "(nf)c6", true),
        ("N", "tc6", false),
        ("N", "(ft)c6", false),
        ("N", "tc5", true),
        ("N", "ig2", false),
        ("N", "if2", true),
        ("N", "nc7", false),
        ("+N", "nc7", true),
        ("+N", "tc7", false),
        ("+N", "tc6", true),
        ("+N", "ih2", false),
        ("+N", "ig2", true),
    ] {
        let position = red(&format!("Cj1 ck12 {navy}c2 {units}"));
        let takes = position.legal_moves().iter().any(|mv| mv.kind().is_capture());
        assert_eq!(takes, taken, "{navy} takes {units}");
    }
}

#[test]
fn rules_4_5_where_it_cannot_stand_it_captures_without_moving() {
    // A land piece takes at sea, a Navy ashore.
    assert_eq!(reach(&red("Cj1 ck12 Td5 nb5"), "d5"), "d6 d7 e5 f5 d4 d3 c5 _b5");
    let tank = red("Cj1 ck12 hk8 He1 Tc5 nb5 na2");
    assert_eq!(reach(&tank, "c5"), "c6 c7 d5 e5 c4 c3 _b5");
    let position = after(&tank, &["Tc5_b5"]);
    assert_eq!((unit(&position, "c5"), unit(&position, "b5")), ("T".into(), "".into()));
    let navy = red("Cj1 ck12 Nc5 te5 ic7 id7");
    assert!(legal(&navy, "Nc5_e5") && !legal(&navy, "Nc5xe5"));
    assert!(legal(&navy, "Nc5xc7") && !legal(&navy, "Nc5_c7"));
    // A Commander and a heavy piece stay behind like every other.
    assert!(legal(&red("Cc5 ck12 nb5"), "Cc5_b5"));
    assert!(legal(&red("Cj1 ck12 Ac5 na5"), "Ac5_a5"));
    // In the river mouth both can stand.
    assert!(legal(&red("Cj1 ck12 Tf6 nd6"), "Tf6xd6") && legal(&red("Cj1 ck12 Nc6 td6"), "Nc6xd6"));
}

#[test]
fn rules_4_5_an_air_force_may_choose_where_it_can_land() {
    let position = red("Cj1 ck12 hk8 He1 Fg2 ig4");
    assert!(reach(&position, "g2").starts_with("g3 xg4 _g4 g5"), "the normal capture comes first");
    let landed = after(&position, &["Fg2xg4"]);
    assert_eq!((unit(&landed, "g2"), unit(&landed, "g4")), ("".into(), "F".into()));
    let stayed = after(&position, &["Fg2_g4"]);
    assert_eq!((unit(&stayed, "g2"), unit(&stayed, "g4")), ("F".into(), "".into()));
    // At sea it can only stay; the zone of a Navy makes it a suicide unless it is heroic.
    let at_sea = red("Cj1 ck12 +Fd5 nb5");
    assert!(legal(&at_sea, "+Fd5_b5") && !legal(&at_sea, "+Fd5xb5"));
    // Deploying it has no choice.
    let stack = red("Cj1 ck12 (FI)g2 ig4");
    assert!(steps(&stack, "g2", "F").starts_with("g3 xg4 g5"));
    assert!(reach(&stack, "g2").starts_with("g3 xg4 _g4 g5"), "the whole stack has");
}

#[test]
fn rules_4_6_captures_ignore_terrain() {
    // Over the river without a bridge, landing there.
    let position = red("Cj1 ck12 hk8 He1 Ag6 tg8");
    assert!(!legal(&position, "Ag6g7"));
    assert_eq!(unit(&after(&position, &["Ag6xg8"]), "g8"), "A");
    assert!(legal(&red("Cj1 ck12 Gg7 tg6"), "Gg7xg6"));
    assert!(legal(&red("Cj1 ck12 Sg6 th7"), "Sg6xh7"));
    // Past land, from sea to sea.
    assert!(legal(&red("Cj1 ck12 Nc9 ne7"), "Nc9xe7"));
}
