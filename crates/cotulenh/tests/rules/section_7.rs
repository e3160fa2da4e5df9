//! Stacks. The list of 7.1 and the order of 7.2 and 7.3 are proved in `unit.rs`.

use crate::positions::{after, red, unit};

#[test]
fn rules_7_2_who_moves_onto_whom_does_not_matter() {
    for (units, lan, to, stack) in [
        ("Ig4 Tg5", "Ig4&g5", "g5", "(TI)"),
        ("Tg4 Ig5", "Tg4&g5", "g5", "(TI)"),
        ("(FT)d5 Nc5", "(FT)d5&c5", "c5", "(NFT)"),
        ("Tc4 (NF)c5", "Tc4&c5", "c5", "(NFT)"),
        ("Ag4 Eg5", "Ag4&g5", "g5", "(EA)"),
    ] {
        let position = after(&red(&format!("Cj1 ck12 Hd1 hk8 hk7 {units}")), &[lan]);
        assert_eq!(unit(&position, to), stack);
    }
    let position = after(&red("Cj1 ck12 He1 hk8"), &["Cj1&e1"]);
    assert_eq!(unit(&position, "e1"), "(HC)");
}

#[test]
fn rules_7_2_heroic_flags_travel_with_their_pieces() {
    let position = after(&red("Cj1 ck12 Hd1 hk8 +Ig4 Tg5"), &["+Ig4&g5"]);
    assert_eq!(unit(&position, "g5"), "(T+I)");
    let position = after(&red("Cj1 ck12 Hd1 hk8 Tg4 (F+I)g5"), &["Tg4&g5"]);
    assert_eq!(unit(&position, "g5"), "(FT+I)");
    let position = after(&red("Cj1 ck12 Hd1 hk8 (+FT)g4 Ig5"), &["(+FT)g4&g5"]);
    assert_eq!(unit(&position, "g5"), "(+FTI)");
}

#[test]
fn rules_7_3_the_rest_of_a_stack_keeps_its_order() {
    let left = |stack: &str, step: &str| {
        let position = after(&red(&format!("Cj1 ck12 Hd1 hk8 {stack}c5")), &[step]);
        unit(&position, "c5")
    };
    assert_eq!(left("(FTI)", "Fc5>d5"), "(TI)");
    assert_eq!(left("(FTI)", "Tc5>d5"), "(FI)");
    assert_eq!(left("(FT+I)", "Tc5>d5"), "(F+I)");
    assert_eq!(left("(NFT)", "Nc5>c6"), "(FT)");
    assert_eq!(left("(N+FT)", "Tc5>d5"), "(N+F)");
    assert_eq!(left("(EA)", "Ec5>d5"), "A");
}
