//! Recombination (9.3).

use cotulenh::{Color, MoveKind, Position, Strictness};

use crate::positions::{after, find, legal, load, moves, red, steps, suffix, unit};

fn position(units: &str) -> Position {
    red(&format!("Cj1 ck12 Hd1 Hc1 hd9 hk8 {units}"))
}

fn kind(position: &Position, lan: &str) -> Option<MoveKind> {
    find(position, lan).map(|mv| mv.kind())
}

#[test]
fn rules_9_3_a_remaining_piece_joins_one_that_has_left() {
    // The Tank could never walk to g7: it flies with the Air Force, as if they had left together.
    let session = after(&position("(FTI)g4"), &["Fg4>g7"]);
    assert_eq!(find(&session, "Tg4>&g7").unwrap().flags(), "db");
    let joined = after(&session, &["Tg4>&g7"]);
    assert_eq!((unit(&joined, "g7"), unit(&joined, "g4")), ("(FT)".into(), "I".into()));
    assert_eq!(suffix(&joined), "g4:I:(FT)>g7...");
    // A group can be joined again; then nothing remains.
    let done = after(&joined, &["Ig4>&g7"]);
    assert_eq!((unit(&done, "g7"), done.turn()), ("(FTI)".into(), Color::Blue));
    // Without a session there is nothing to join.
    assert!(!legal(&position("(FTI)g4"), "Tg4>&g7"));
}

#[test]
fn rules_9_3_only_what_left_in_this_session_can_be_rejoined() {
    // Another Air Force stands on h7, out of the Tank's reach.
    let session = after(&position("(FTI)g4 Fh7"), &["Fg4>g7"]);
    assert!(legal(&session, "Tg4>&g7") && !legal(&session, "Tg4>&h7"));
    // In reach it is an ordinary combination step.
    let session = after(&position("(NFT)c5 Fd5"), &["Nc5>c7"]);
    assert_eq!(kind(&session, "Tc5>&d5"), Some(MoveKind::Combination));
}

#[test]
fn rules_9_3_f_it_takes_the_place_of_an_ordinary_step_or_follows_the_steps_of_all_pieces() {
    let start = position("(FTI)g4");
    let near = after(&start, &["Fg4>g5"]);
    assert_eq!(steps(&near, "g4", "T"), "&g5 h4 i4 g3 g2 f4 e4");
    assert_eq!(kind(&near, "Tg4>&g5"), Some(MoveKind::Recombination));
    assert_eq!(suffix(&after(&near, &["Tg4>&g5"])), "g4:I:(FT)>g5...");
    // The Tank's recombination comes after the steps of the Infantry.
    let far = after(&start, &["Fg4>g7"]);
    let listed = moves(&far);
    let expected =
        ["Tg4>e4|nd", "Ig4>g5|nd", "Ig4>h4|nd", "Ig4>g3|nd", "Ig4>f4|nd", "Tg4>&g7|db", "Ig4>&g7|db"];
    assert_eq!(listed[listed.len() - expected.len()..], expected);
    // Those of one piece stand in the order of the session's steps.
    let start = position("(NFT)c5");
    let tank = "c6 c7 d5 e5 c4 c3";
    assert_eq!(steps(&after(&start, &["Nc5>c9", "Fc5>g9"]), "c5", "T"), format!("{tank} &c9 &g9"));
    assert_eq!(steps(&after(&start, &["Fc5>g9", "Nc5>c9"]), "c5", "T"), format!("{tank} &g9 &c9"));
    // Batches, counts and lists agree.
    assert_eq!(far.legal_move_count(), listed.len());
    assert!(far.legal_moves().iter().all(|&mv| far.is_legal(mv)));
}

/// A Tank on c5 that leaves its Navy there: without the Navy on c5, the Air Force on d2 would reach
/// Red's Commander on d6.
const SHIELD: &str = "Cd6 ck12 hk8 hd9 Hd1 Hc1 fd2";

#[test]
fn rules_9_3_b_the_new_carrier_alone_must_be_allowed_to_open_the_session() {
    let free = after(&red(&format!("{SHIELD} (NFT)c5").replace("fd2 ", "")), &["Tc5>c7"]);
    assert_eq!(kind(&free, "Nc5>&c7"), Some(MoveKind::Recombination));
    let start = red(&format!("{SHIELD} (NFT)c5"));
    assert!(!legal(&start, "Nc5>c7") && legal(&start, "Tc5>c7"));
    let shielded = after(&start, &["Tc5>c7"]);
    assert_eq!(kind(&shielded, "Nc5>&c7"), Some(MoveKind::Combination), "9.3 e");
    // The Air Force may open, so it may join.
    assert_eq!(kind(&shielded, "Fc5>&c7"), Some(MoveKind::Recombination));
    // Only of the first step: the Air Force has opened, and the Navy may join the second.
    let second = after(&start, &["Fc5>f5", "Tc5>c7"]);
    assert_eq!(kind(&second, "Nc5>&c7"), Some(MoveKind::Recombination));
    // A stack that holds the Commander opens with any step (9.4).
    let own = after(&red("ck12 hk8 hd9 Hd1 Hc1 (NFC)c5"), &["Cc5>c6"]);
    assert_eq!(kind(&own, "Nc5>&c6"), Some(MoveKind::Recombination));
    // A group in text is led by its carrier too.
    let fen = start.fen();
    assert!(Position::from_fen(&format!("{fen} c5:F:(NT)>c7...")).is_err());
    assert!(Position::from_fen(&format!("{fen} c5:N:(FT)>c7...")).is_ok());
}

#[test]
fn rules_9_3_b_the_step_must_be_of_the_same_kind() {
    // The Air Force would be lost on e5, which an Anti-Air covers: a suicide capture.
    let session = after(&position("(NFT)c5 ie5 ge6"), &["Tc5>xe5"]);
    assert_eq!(kind(&session, "Fc5>&e5"), Some(MoveKind::Combination));
    assert_eq!(suffix(&after(&session, &["Fc5>&e5"])), "c5:N:T>xe5,F>&e5...");
    let free = after(&position("(NFT)c5 ie5"), &["Tc5>xe5"]);
    assert_eq!(kind(&free, "Fc5>&e5"), Some(MoveKind::Recombination));
}

#[test]
fn rules_9_3_d_the_original_carrier_joins_by_a_plain_combination() {
    let session = after(&position("(FTI)g4"), &["Tg4>g6"]);
    assert_eq!(kind(&session, "Fg4>&g6"), Some(MoveKind::Recombination));
    let joined = after(&session, &["Fg4>&g6"]);
    assert_eq!(suffix(&joined), "g4:I:T>g6,F>&g6...");
    assert_eq!(unit(&joined, "g6"), "(FT)");
    // Heroic flags are those of the present board: the Tank has become heroic on g6.
    let session = after(&red("Cj1 cg8 Hd1 Hc1 hd9 hk8 (FTI)g4"), &["Tg4>g6"]);
    assert_eq!(suffix(&after(&session, &["+Fg4>&g6"])), "g4:I:T>g6,+F>&g6...");
    // Where its own flight fails at the start, it cannot join: g5 is covered, g6 is behind it.
    let barred = after(&position("(FTI)g4 gh5"), &["Tg4>g6"]);
    assert_eq!(kind(&barred, "Fg4>&g6"), None);
    assert_eq!(kind(&barred, "Ig4>&g6"), Some(MoveKind::Recombination));
    // A Navy cannot stand on e5; the Air Force can.
    let session = after(&position("(NFT)c5"), &["Tc5>e5"]);
    assert_eq!(kind(&session, "Fc5>&e5"), Some(MoveKind::Recombination));
    assert_eq!(kind(&session, "Nc5>&e5"), None);
}

/// The Navy takes e6 from c8, but the shore on d7 keeps it from moving there (3.4 c).
const RIVER_MOUTH: &str = "(NFT)c8 ie6";

#[test]
fn rules_9_3_d_the_original_carrier_joins_where_it_has_no_ordinary_step() {
    let session = after(&position(RIVER_MOUTH), &["Fc8>xe6"]);
    let listed = moves(&session);
    // After the steps of the Tank, and before its recombination.
    assert_eq!(listed[listed.len() - 2..], ["Nc8>&e6|db", "Tc8>&e6|db"]);
    let joined = after(&session, &["Nc8>&e6"]);
    assert_eq!(suffix(&joined), "c8:T:F>xe6,N>&e6...");
    assert_eq!((unit(&joined, "e6"), unit(&joined, "c8")), ("(NF)".into(), "T".into()));
    // Its FEN gives the session back.
    let read = load(&joined.fen());
    assert_eq!((read, read.hash(), moves(&read)), (joined, joined.hash(), moves(&joined)));
    // Without the capture the Navy cannot make that step, so it cannot join either.
    let quiet = after(&position("(NFT)c8"), &["Fc8>e6"]);
    assert!(!legal(&quiet, "Nc8>&e6"));
    assert!(Position::from_fen(&format!("{} c8:T:F>e6,N>&e6...", position("(NFT)c8").fen())).is_err());
}

#[test]
fn rules_9_3_d_a_later_replay_repeats_the_carriers_join() {
    // The Tank joins the Air Force, which was first on e6. The Navy joins both again, although no
    // step of section 3 leads it there.
    let joined = after(&position(RIVER_MOUTH), &["Fc8>xe6", "Nc8>&e6"]);
    let mut done = joined;
    let undo = done.play_without_commit(find(&joined, "Tc8>&e6").unwrap()).unwrap();
    assert_eq!(suffix(&done), "c8::(FT)>xe6,N>&e6");
    assert_eq!((unit(&done, "e6"), unit(&done, "c8")), ("(NFT)".into(), String::new()));
    assert_eq!(load(&done.fen()), done);
    done.undo(&undo);
    assert_eq!((done, done.hash()), (joined, joined.hash()));
}

#[test]
fn rules_9_3_and_9_5_a_recombination_alone_keeps_the_session_open() {
    // The Infantry is shut in: its only step is to fly after the Air Force.
    let shut_in = "(FI)k1 Ij1 Ik2";
    let session = after(&red(&format!("Cj3 cd12 Hd1 Hc1 hd9 hk8 {shut_in}")), &["Fk1>h1"]);
    assert_eq!(moves(&session), ["Ik1>&h1|db"]);
    assert!(!session.is_deploy_finished() && session.can_commit());
    let done = after(&session, &["Ik1>&h1"]);
    assert_eq!((done.turn(), unit(&done, "h1")), (Color::Blue, "(FI)".into()));
    // After a suicide capture there is nothing to join: the session ends by itself.
    let lost = after(&red(&format!("Cj3 cd12 Hd1 Hc1 hd9 hk8 gh1 {shut_in}")), &["Fk1>@h1"]);
    assert_eq!(lost.turn(), Color::Blue);
}

#[test]
fn rules_9_3_the_replay_must_be_possible_for_the_new_carrier() {
    // With the Tank aboard, the Air Force would fly in the Tank's place: not into the zone of an
    // Anti-Air. What is left is the ordinary combination, which does not ask (3.7).
    let session = after(&position("(NFT)c5 ge6"), &["Tc5>e5"]);
    assert_eq!(kind(&session, "Fc5>&e5"), Some(MoveKind::Combination));
    assert_eq!(suffix(&after(&session, &["Fc5>&e5"])), "c5:N:T>e5,F>&e5...");
    // A capture is replayed as a capture.
    let session = after(&position("(NFT)c5 ie5"), &["Tc5>xe5"]);
    let joined = after(&session, &["Fc5>&e5"]);
    assert_eq!(suffix(&joined), "c5:N:(FT)>xe5...");
    assert_eq!(unit(&joined, "e5"), "(FT)");
}

#[test]
fn rules_9_3_the_carrier_of_the_group_must_be_able_to_stand_there() {
    // The Air Force has joined a Navy at sea; a Tank cannot have come along, for no (FT) could
    // stand there.
    let session = after(&position("(FTI)c5 Na5"), &["Fc5>&a5"]);
    assert_eq!(unit(&session, "a5"), "(NF)");
    assert_eq!(steps(&session, "c5", "T"), "c6 c7 d5 e5 c4 c3");
    // Ashore it can.
    let session = after(&position("(FTI)c5 Nc8"), &["Fc5>&c8"]);
    assert_eq!(unit(&after(&session, &["Tc5>&c8"]), "c8"), "(NFT)");
}

#[test]
fn rules_9_3_the_replay_does_not_ask_for_safety() {
    // The Commander flies after the Air Force onto a file that Blue's Commander sees.
    let session = after(&red("ci12 hk8 hd9 Hd1 (FC)f4"), &["Ff4>i4"]);
    assert!(legal(&session, "Cf4>&i4"));
    let exposed = after(&session, &["Cf4>&i4"]);
    assert_eq!(exposed.turn(), Color::Red);
    assert!(!exposed.can_commit());
}

#[test]
fn rules_9_3_promotions_are_those_of_the_replay() {
    // Together next to Blue's Commander: both become heroic there.
    let start = red("Cj1 cg12 Hd1 Hc1 hd9 hk8 (FTI)g7");
    assert_eq!(unit(&after(&start, &["Fg7>g10", "Tg7>&g10"]), "g10"), "(+F+T)");
    assert_eq!(unit(&after(&start, &["Fg7>g8", "Tg7>&g8"]), "g8"), "(+FT)");
    // The Tank became heroic while it waited on g10; had it left with the Air Force, it would not
    // have.
    let start = red("Cj1 cg12 Hd1 Hc1 hd9 hk8 (FTI)g10");
    let session = after(&start, &["Fg10>e10"]);
    assert_eq!(unit(&session, "g10"), "(+TI)");
    let joined = after(&session, &["+Tg10>&e10"]);
    assert_eq!((unit(&joined, "e10"), unit(&joined, "g10")), ("(+FT)".into(), "I".into()));
}

#[test]
fn rules_9_3_a_only_the_first_step_to_a_point_can_be_joined() {
    // Tank and Air Force have both gone to g5: the Infantry travels with the Tank.
    let session = after(&position("(FTI)g4"), &["Tg4>g5", "Fg4>&g5"]);
    let mut joined = session;
    joined.play_without_commit(find(&session, "Ig4>&g5").unwrap()).unwrap();
    assert_eq!(suffix(&joined), "g4::(TI)>g5,F>&g5");
    // Here the Air Force cannot travel with the Infantry: it would have to land in the zone of the
    // Anti-Air. It cannot travel with the Navy, which came second, so it combines.
    let start = position("(NFI)c5 gd6");
    let session = after(&start, &["Ic5>c6", "Nc5>&c6"]);
    assert_eq!(kind(&session, "Fc5>&c6"), Some(MoveKind::Combination));
    let mut combined = session;
    combined.play_without_commit(find(&session, "Fc5>&c6").unwrap()).unwrap();
    assert_eq!(suffix(&combined), "c5::I>c6,N>&c6,F>&c6");
    assert_eq!(unit(&combined, "c6"), "(NFI)");
    assert!(Position::from_fen(&format!("{} c5::I>c6,(NF)>&c6", start.fen())).is_err());
    // A stay capture does not land on the point: the Air Force, which came later, is the first.
    let session = after(&position("(NFT)c9 if9"), &["Nc9>_f9", "Fc9>f9"]);
    assert_eq!(kind(&session, "Tc9>&f9"), Some(MoveKind::Recombination));
}

#[test]
fn rules_9_3_e_what_cannot_recombine_keeps_its_ordinary_step_and_nothing_else_does() {
    let start = position("(NFT)c5 ge6");
    let combined = after(&start, &["Tc5>e5", "Fc5>&e5"]);
    assert_eq!(suffix(&combined), "c5:N:T>e5,F>&e5...");
    assert_eq!(load(&combined.fen()), combined);
    // A piece that can recombine has no ordinary step, so no text can play one.
    let free = position("(NFT)c5");
    assert_eq!(suffix(&after(&free, &["Tc5>e5", "Fc5>&e5"])), "c5:N:(FT)>e5...");
    assert!(Position::from_fen(&format!("{} c5:N:T>e5,F>&e5...", free.fen())).is_err());
    assert!(free.parse_turn("c5:N:T>e5,F>&e5", Strictness::Strict).is_err());
}

#[test]
fn rules_9_3_undo_gives_the_session_before_it_back() {
    let session = after(&position("(FTI)g4 ig7"), &["Fg4>xg7"]);
    let mut joined = session;
    let undo = joined.play(find(&session, "Tg4>&g7").unwrap()).unwrap();
    assert_ne!(joined, session);
    joined.undo(&undo);
    assert_eq!((joined, joined.fen()), (session, session.fen()));
}

#[test]
fn rules_9_3_text_cannot_play_a_group_that_could_not_have_formed() {
    for (fen, lan, san) in [
        // An Air Force lost in a suicide capture cannot be joined (12.7) …
        ("10c/11/11/3h7/10h/11/6g4/11/6(FTI)4/11/11/3H5C1 r - - 0 1", "g4:I:(FT)>@g6", "I<(FT)>@g6"),
        ("10c/11/11/3h7/10h/11/6g4/11/6(FTC)4/11/11/3H7 r - - 0 1", "g4:T:(FC)>@g6", "T<(FC)>@g6"),
        // … nor one that took without moving …
        ("10c/11/11/3h7/10h/11/11/1n(FTI)8/11/11/11/3H5C1 r - - 0 1", "c5:F:(TI)>_b5", "F<(TI)>_b5"),
        // … and the carrier of the group must be able to stand there by itself.
        ("10c/11/11/3h7/10h/11/11/N1(FTI)8/11/11/11/3H5C1 r - - 0 1", "c5:I:(FT)>&a5", "I<(FT)>&a5"),
    ] {
        let position = Position::from_fen(fen).unwrap();
        for text in [lan, san] {
            assert!(position.parse_turn(text, Strictness::Strict).is_err(), "{fen} {text}");
        }
        let faults = cotulenh::check_fen(&format!("{fen} {lan}..."));
        assert_eq!(faults.len(), 1, "{fen} {lan}");
        assert_eq!(
            (faults[0].code().name(), faults[0].category().name()),
            ("FEN_INVALID_FORMAT", "semantic")
        );
    }
}
