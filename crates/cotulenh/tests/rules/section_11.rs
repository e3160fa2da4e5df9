//! Notation. The texts and flags of every kind of move (11.2, 11.5) are proved in `moves.rs`.

use cotulenh::{Color, Position, check_fen};

use crate::positions::{after, fen, find, load, moves, red, suffix, unit};

const GUARDS: &str = "Cj1 ck12 Hd1 Hc1 hd9 hk8";

fn position(units: &str) -> Position {
    red(&format!("{GUARDS} {units}"))
}

/// The SAN of a legal move, named by its LAN.
fn san(position: &Position, lan: &str) -> String {
    position.san(find(position, lan).unwrap_or_else(|| panic!("{position}: no {lan}")))
}

/// SAN, LAN and flags of the deploy so far.
fn deploy_text(position: &Position) -> (String, String, String) {
    let text = position.deploy_turn_text().unwrap();
    (text.san, text.lan, text.flags)
}

/// A session after some steps, left open.
fn open(start: &Position, lans: &[&str]) -> Position {
    let mut position = *start;
    for lan in lans {
        position.play_without_commit(find(&position, lan).unwrap_or_else(|| panic!("no {lan}"))).unwrap();
    }
    position
}

#[test]
fn rules_11_1_fields_of_a_fen() {
    let text = "10c/2(+nf+t)8/11/11/11/11/4(TI)6/11/4+A6/11/11/2C8 b - - 3 7";
    let position = load(text);
    assert_eq!(position.fen(), text);
    assert_eq!((position.turn(), position.halfmoves(), position.move_number()), (Color::Blue, 3, 7));
    for (point, stands) in
        [("k12", "c"), ("c11", "(+nf+t)"), ("e6", "(TI)"), ("e4", "+A"), ("c1", "C"), ("e5", "")]
    {
        assert_eq!(unit(&position, point), stands);
    }
}

#[test]
fn rules_11_1_an_open_session_is_the_start_fen_and_a_suffix() {
    let start = position("(FTI)g4 ig7");
    let session = after(&start, &["Tg4>g6"]);
    assert_eq!(session.fen(), format!("{} g4:(FI):T>g6...", start.fen()));
    let session = after(&session, &["Fg4>xg7"]);
    assert_eq!(session.fen(), format!("{} g4:I:T>g6,F>xg7...", start.fen()));
    // No dots when nothing remains, and no suffix after the commit.
    let finished = open(&session, &["Ig4>f4"]);
    assert_eq!(finished.fen(), format!("{} g4::T>g6,F>xg7,I>f4", start.fen()));
    assert_eq!(suffix(&after(&session, &["commit"])), "");
    // What remains, not what stands there: the Tank has fired.
    let fired = after(&position("(TI)d10 nb10 na1"), &["Td10>_b10"]);
    assert_eq!((suffix(&fired).as_str(), unit(&fired, "d10").as_str()), ("d10:I:T>_b10...", "(TI)"));
    let blown = after(&position("(FTI)g4 gg7"), &["Fg4>@g7"]);
    assert_eq!(suffix(&blown), "g4:(TI):F>@g7...");
    let joined = after(&position("(FTI)g4"), &["Fg4>g7", "Tg4>&g7"]);
    assert_eq!(suffix(&joined), "g4:I:(FT)>g7...");
}

#[test]
fn rules_11_1_reading_a_suffix_restores_the_session() {
    for (units, lans) in [
        ("(FTI)g4 ig7", &["Tg4>g6", "Fg4>xg7"][..]),
        ("(FTI)g4", &["Fg4>g7", "Tg4>&g7"][..]),
        ("(TI)d10 nb10 na1", &["Td10>_b10"][..]),
        ("(FTI)g4 gg7", &["Fg4>@g7"][..]),
        ("(FTI)g4", &["Tg4>g6", "Fg4>&g6"][..]),
        ("(NT)b5", &["Nb5>b6"][..]),
    ] {
        let session = after(&position(units), lans);
        let read = load(&session.fen());
        assert_eq!(read, session);
        assert_eq!((read.fen(), moves(&read)), (session.fen(), moves(&session)));
    }
    // A finished one waits for its commit.
    let finished = open(&position("(TI)g4"), &["Tg4>g6", "Ig4>g5"]);
    let read = load(&finished.fen());
    assert_eq!(read, finished);
    assert_eq!(read.turn(), Color::Red);
    assert!(read.can_commit());
}

#[test]
fn rules_11_1_a_suffix_that_cannot_be_played_is_an_error() {
    let start = position("(FTI)g4 Tg9 (ti)e9").fen();
    let faults = |suffix: &str| {
        let text = format!("{start} {suffix}");
        let faults = check_fen(&text);
        assert_eq!(faults.is_empty(), Position::from_fen(&text).is_ok(), "{suffix}");
        faults.into_iter().map(|f| format!("{}/{}", f.code().name(), f.category().name())).collect::<Vec<_>>()
    };
    assert!(faults("g4:(FI):T>g6...").is_empty());
    for bad in [
        "g4:(FI):T>g7...",
        "g4:I:T>g6...",
        "g4:(FT):T>g6...",
        "g4:(FI):M>g6...",
        "g4:(FI):T>xg6...",
        "g5:(FI):T>g6...",
        "g9::T>g10",
        "e9:I:T>e8...",
        "g4:(FI):Tg6...",
        "g4:(FI):",
        "g4:(FI)",
        "nonsense",
    ] {
        assert_eq!(faults(bad), ["FEN_INVALID_FORMAT/semantic"], "{bad}");
    }
}

#[test]
fn rules_11_1_the_first_step_of_a_suffix_must_be_legal() {
    // Red is in check: only the step to g2 meets it (9.4).
    let start = red("Cg1 ck12 tg3 hk8 hd9 Hd1 (TI)e2").fen();
    assert!(Position::from_fen(&format!("{start} e2:I:T>g2...")).is_ok());
    assert!(Position::from_fen(&format!("{start} e2:I:T>e3...")).is_err());
    // What comes after it need not be safe.
    assert!(Position::from_fen(&format!("{start} e2::T>g2,I>e3")).is_ok());
}

#[test]
fn rules_11_2_text_of_stacks_heroes_and_either_colour() {
    let text = |units: &str, lan: &str| san(&position(units), lan);
    assert_eq!(text("(T+I)g4", "(T+I)g4g5"), "(T+I)g5");
    assert_eq!(text("+Tg4", "+Tg4g5"), "+Tg5");
    assert_eq!(text("Tg4 ig5", "Tg4xg5"), "Txg5");
    assert_eq!(text("Tc4 nb4", "Tc4_b4"), "T_b4");
    assert_eq!(text("Fg4 gg6", "Fg4@g6"), "F@g6");
    assert_eq!(text("Tg4 Ig5", "Tg4&g5"), "T&g5");
    assert_eq!(text("(TI)g4 ig5", "Tg4>xg5"), "T>xg5");
    let blue = load(&fen('b', &format!("{GUARDS} (t+i)g9")));
    assert_eq!(san(&blue, "(T+I)g9g8"), "(T+I)g8");
}

#[test]
fn rules_11_3_no_more_than_needed() {
    assert_eq!(san(&position("Te5"), "Te5f5"), "Tf5");
    // Another file, then another rank, then the whole point.
    let files = position("Te5 Th5");
    assert_eq!((san(&files, "Te5f5"), san(&files, "Th5f5")), ("Tef5".into(), "Thf5".into()));
    let apart = position("Te5 Tf6");
    assert_eq!((san(&apart, "Te5f5"), san(&apart, "Tf6f5")), ("Tef5".into(), "Tff5".into()));
    let ranks = position("Tf3 Tf6");
    assert_eq!((san(&ranks, "Tf3f5"), san(&ranks, "Tf6f5")), ("T3f5".into(), "T6f5".into()));
    let both = position("Fe5 Fe9 Fi5");
    assert_eq!(san(&both, "Fe5g7"), "Fe5g7");
    assert_eq!(san(&both, "Fe9g7"), "F9g7");
    assert_eq!(san(&both, "Fi5g7"), "Fig7");
}

#[test]
fn rules_11_3_rivals_have_the_same_top_role_whatever_else_differs() {
    // A heroic one, a stack, a deploy step, another kind of move.
    let heroic = position("+Te5 Tg5");
    assert_eq!((san(&heroic, "+Te5f5"), san(&heroic, "Tg5f5")), ("+Tef5".into(), "Tgf5".into()));
    let stack = position("Te5 (TI)g5");
    assert_eq!(san(&stack, "Te5f5"), "Tef5");
    assert_eq!(san(&stack, "(TI)g5f5"), "(TI)gf5");
    assert_eq!(san(&stack, "Tg5>f5"), "Tg>f5");
    // The passenger that deploys rivals others of its own role, not of its carrier's.
    let passenger = position("Ie5 (TI)g5");
    assert_eq!((san(&passenger, "Ie5f5"), san(&passenger, "Ig5>f5")), ("Ief5".into(), "Ig>f5".into()));
    assert_eq!(san(&passenger, "Tg5>f5"), "T>f5");
    let kinds = position("+Fd5 +Fc5 nb5 na1");
    assert_eq!(san(&kinds, "+Fd5_b5"), "+Fd_b5");
    // No rivals: the same point, another role, a move that is not legal.
    let alone = position("(TI)g5 Ae5");
    assert_eq!((san(&alone, "(TI)g5f5"), san(&alone, "Tg5>f5")), ("(TI)f5".into(), "T>f5".into()));
    let pinned = red("Cg1 cg12 Hd1 hd9 hk8 Tg5 Te5");
    assert_eq!(san(&pinned, "Te5f5"), "Tf5");
}

#[test]
fn rules_11_4_text_of_a_deploy_turn() {
    let start = position("(FTI)g4 Te4");
    let text = |lans: &[&str]| deploy_text(&open(&start, lans));
    // No disambiguator, although another Tank reaches f4 too.
    assert_eq!(text(&["Tg4>f4"]), ("(FI)<T>f4".into(), "g4:(FI):T>f4".into(), "dn".into()));
    assert_eq!(text(&["Tg4>f4", "Ig4>h4"]).0, "F<T>f4,I>h4");
    assert_eq!(text(&["Tg4>f4", "Ig4>h4"]).1, "g4:F:T>f4,I>h4");
    let all = text(&["Tg4>f4", "Ig4>h4", "Fg4>g7"]);
    assert_eq!((all.0.as_str(), all.1.as_str()), ("T>f4,I>h4,F>g7", "g4::T>f4,I>h4,F>g7"));
    assert!(start.deploy_turn_text().is_none());
    // Recombined pieces are one step; heroes are marked.
    assert_eq!(text(&["Fg4>g7", "Tg4>&g7"]).0, "I<(FT)>g7");
    let heroic = open(&position("(+T+I)g4"), &["+Tg4>f4"]);
    assert_eq!(deploy_text(&heroic).1, "g4:+I:+T>f4");
}

#[test]
fn rules_11_5_flags_of_a_deploy_turn_in_order_of_appearance() {
    let flags = |units: &str, lans: &[&str]| deploy_text(&open(&position(units), lans)).2;
    assert_eq!(flags("(FTI)g4 gg7", &["Fg4>@g7", "Tg4>g6"]), "dkn");
    assert_eq!(flags("(FTI)g4 gg7", &["Tg4>g6", "Fg4>@g7"]), "dnk");
    assert_eq!(flags("(FTI)g4", &["Tg4>g6", "Ig4>g5", "Fg4>g8"]), "dn", "each once");
    assert_eq!(flags("(FTI)g4 ig5", &["Tg4>xg5", "Fg4>&g5"]), "dcb");
    assert_eq!(flags("(TI)c5 nb5 na1", &["Tc5>_b5", "Ic5>c6"]), "dsn");
    assert_eq!(flags("(FTI)g4", &["Fg4>g7", "Tg4>&g7"]), "dn", "a recombination is the step it became");
}

#[test]
fn rules_11_6_order_of_moves() {
    // Points from a12 to k1; on each the deploy steps, carrier first, then the unit; rays as in
    // section 3.
    let position = red("Cj1 ck12 Hd1 hd9 (TI)d11 Ic11 Ik2 Ik3 Ij2");
    let expected = "Ic11c12|n Ic11c10|n Td11>d12|nd Td11>e11|nd Td11>f11|nd Td11>d10|nd Td11>xd9|cd \
        Td11>&c11|db Id11>d12|nd Id11>e11|nd Id11>d10|nd (TI)d11d12|n (TI)d11e11|n (TI)d11f11|n (TI)d11d10|n \
        (TI)d11xd9|c Ik3k4|n Ik3j3|n Ij2j3|n Ij2i2|n Ik2k1|n Cj1k1|n Cj1i1|n Cj1h1|n Cj1g1|n Cj1f1|n Cj1e1|n \
        Cj1&d1|b";
    assert_eq!(moves(&position), expected.split_whitespace().collect::<Vec<_>>());
    // The normal capture before the stay capture.
    let both: Vec<String> =
        moves(&red("Cj1 ck12 Hd1 hd9 hk8 Fd7")).into_iter().filter(|m| m.contains("d9")).collect();
    assert_eq!(both, ["Fd7xd9|c", "Fd7_d9|s"]);
}
