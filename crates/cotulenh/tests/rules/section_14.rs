//! Move text.

use cotulenh::{Color, ParseMoveError, Position, Strictness, Turn};

use crate::positions::{after, red, unit};

const GUARDS: &str = "Cj1 ck12 Hd1 Hc1 hd9 hk8";

fn position(units: &str) -> Position {
    red(&format!("{GUARDS} {units}"))
}

/// What a text plays: the LAN of a move, or the FEN after a deploy turn; empty if nothing.
fn read(position: &Position, text: &str, strictness: Strictness) -> String {
    match position.parse_turn(text, strictness) {
        Ok(Turn::Step(mv)) => mv.to_string(),
        Ok(Turn::Deploy(turn)) => turn.after.fen(),
        Err(_) => String::new(),
    }
}

fn strict(position: &Position, text: &str) -> String {
    read(position, text, Strictness::Strict)
}

fn lenient(position: &Position, text: &str) -> String {
    read(position, text, Strictness::Lenient)
}

#[test]
fn rules_14_1_the_san_of_a_legal_move() {
    let position = position("Te5 Th5 (TI)g8 ig9");
    for (san, lan) in [
        ("Tef5", "Te5f5"),
        ("Thf5", "Th5f5"),
        ("Te6", "Te5e6"),
        ("T>xg9", "Tg8>xg9"),
        ("(TI)xg9", "(TI)g8xg9"),
        ("I>f8", "Ig8>f8"),
    ] {
        assert_eq!(strict(&position, san), lan);
    }
    for bad in ["Tf5", "T5f5", "Te9", "tef5", "Tef5 ", "Txf5", "T", ""] {
        assert_eq!(lenient(&position, bad), "", "{bad:?}");
    }
}

#[test]
fn rules_14_1_trailing_signs_are_dropped() {
    let position = position("Te5");
    for text in ["Te6#", "Te6+", "Te6!", "Te6?", "Te6!?", "Te6#!!", "Te6+!", "Te6##", "Te6!+", "Te5e6??"] {
        assert_eq!(strict(&position, text), "Te5e6", "{text}");
    }
    for text in ["#Te6", "T!e6", "Te+6", "Te6-"] {
        assert_eq!(lenient(&position, text), "", "{text}");
    }
}

#[test]
fn rules_14_2_the_lan_of_a_legal_move() {
    let position = position("Te5 Th5 (TI)g8 ig9");
    for lan in ["Te5f5", "Te5e6", "Tg8>xg9", "(TI)g8xg9", "Ig8>f8"] {
        assert_eq!(strict(&position, lan), lan);
    }
    for bad in ["Te5e9", "Ie5e6", "+Te5e6", "Te5xe6", "Tg8xg9", "(TI)g8>xg9"] {
        assert_eq!(lenient(&position, bad), "", "{bad}");
    }
}

#[test]
fn rules_14_3_whole_deploy_turns() {
    let position = position("(FTI)g4 ig7");
    let expected = after(&position, &["Tg4>g6", "Fg4>xg7", "commit"]).fen();
    assert_eq!(strict(&position, "g4:I:T>g6,F>xg7"), expected);
    assert_eq!(strict(&position, "I<T>g6,F>xg7"), expected);
    let all = after(&position, &["Tg4>g6", "Fg4>xg7", "Ig4>g5"]);
    assert_eq!(all.turn(), Color::Blue);
    assert_eq!(strict(&position, "T>g6,F>xg7,I>g5"), all.fen());
    assert_eq!(strict(&position, "g4::T>g6,F>xg7,I>g5"), all.fen());
    // A single step with its rest: the turn, not the step.
    assert_eq!(strict(&position, "(FI)<T>g6"), after(&position, &["Tg4>g6", "commit"]).fen());
    assert_eq!(strict(&position, "T>g6"), "Tg4>g6");
    // Recombined.
    let joined = after(&position, &["Fg4>g6", "Tg4>&g6", "commit"]).fen();
    assert_eq!(strict(&position, "I<(FT)>g6"), joined);
    assert_eq!(strict(&position, "g4:I:(FT)>g6"), joined);
    // It must fit exactly.
    for bad in [
        "F<T>g6,F>xg7",
        "(FI)<T>g7",
        "g5:(FI):T>g6",
        "g4:I:T>g6",
        "g4:(FI):+T>g6",
        "g4:(FI):T>xg6",
        "g4:(IF):T>g6",
        "T>g6,F>xg7",
    ] {
        assert_eq!(lenient(&position, bad), "", "{bad}");
    }
}

#[test]
fn rules_14_3_it_must_be_possible_to_commit() {
    // The Tank cannot stay at sea.
    let at_sea = position("(NT)b5");
    assert_eq!(lenient(&at_sea, "T<N>b6"), "");
    assert_eq!(lenient(&at_sea, "b5:T:N>b6"), "");
    assert_eq!(strict(&at_sea, "N>b6,T>c5"), after(&at_sea, &["Nb5>b6", "Tb5>c5"]).fen());
    // The Commanders would see each other.
    let screen = red("Cg1 cg12 hk8 hd9 Hd1 (TI)g5");
    assert_eq!(lenient(&screen, "T>h5,I>f5"), "");
    assert_ne!(strict(&screen, "I<T>h5"), "");
}

#[test]
fn rules_14_3_two_stacks_make_it_ambiguous() {
    let two = position("(TI)e4 (TI)g4");
    assert!(matches!(
        two.parse_turn("I<T>f4", Strictness::Strict),
        Err(ParseMoveError::Ambiguous { first, second, .. }) if first != second
    ));
    assert_eq!(strict(&two, "g4:I:T>f4"), after(&two, &["Tg4>f4", "commit"]).fen());
    assert_eq!(strict(&two, "e4:I:T>f4"), after(&two, &["Te4>f4", "commit"]).fen());
    assert_ne!(strict(&two, "I<T>g6"), "", "only one of them can");
}

#[test]
fn rules_14_4_coordinates() {
    let position = position("Tg4");
    for text in [
        "g4g5", "g4-g5", "g4xg5", "g4&g5", "g4+g5", "g4<g5", "g4>g5", "g4>xg5", "g4>&g5", "gg5", "4g5",
        "g-g5", "4-g5", "g4g5!", "g4g5+",
    ] {
        assert_eq!(lenient(&position, text), "Tg4g5", "{text}");
        assert_eq!(strict(&position, text), "", "strict parsing stops before: {text}");
    }
    for text in [
        "g4_g5", "g4@g5", "g4 g5", "g4--g5", "Tg4-g5", "(g4g5)", "g4g7", "g5", "-g5", "04g5", "g04g5",
        "13g5", "g4>>g5", "g4++g5", "g4<xg5", "++g4g5", "G4g5",
    ] {
        assert_eq!(lenient(&position, text), "", "{text}");
    }
    // Two-digit ranks.
    let high = self::position("Tg10");
    assert_eq!((lenient(&high, "10g11"), lenient(&high, "g10g11")), ("Tg10g11".into(), "Tg10g11".into()));
}

#[test]
fn rules_14_4_a_plus_in_front_is_ignored() {
    let both = position("Tg4 +Tg6");
    assert_eq!(lenient(&both, "+g4g5"), "Tg4g5");
    assert_eq!(lenient(&both, "+gg5"), "+Tg6g5", "the first in order");
    assert_eq!(lenient(&both, "g6g5"), "+Tg6g5");
    assert_eq!(strict(&both, "+g4g5"), "");
}

#[test]
fn rules_14_4_the_whole_unit_before_a_deploy_step_and_the_first_in_order() {
    let stack = position("(TI)g4");
    assert_eq!(lenient(&stack, "g4g5"), "(TI)g4g5");
    assert_eq!(lenient(&stack, "g4>g5"), "(TI)g4g5", "the separator is ignored");
    // Inside a session there are only steps.
    let session = after(&stack, &["Tg4>g6"]);
    assert_eq!(lenient(&session, "g4g5"), "Ig4>g5");
    assert_eq!(unit(&session, "g4"), "I");
    // The passenger alone goes where the whole does not.
    let engineer = position("(EA)g4");
    assert_eq!(lenient(&engineer, "g4g2"), "Ag4>g2");
    // From the top of the board down.
    let two = position("Tg6 Tg4");
    assert_eq!(lenient(&two, "gg5"), "Tg6g5");
    assert_eq!(lenient(&position("Te5 Tg5"), "5f5"), "Te5f5");
    // The normal capture before the stay capture.
    assert_eq!(lenient(&position("Fg4 ig6"), "g4g6"), "Fg4xg6");
}
