//! Commander safety.

use cotulenh::{Color, Outcome, Role, RuleOptions, WinReason};

use crate::positions::{after, attackers, blue, find, legal, moves, pseudo_reach, reach, red};

/// Who of Blue threatens Red's Commander on g6; Blue's is far away.
fn threats(units: &str) -> String {
    attackers(&red(&format!("Cg6 ck1 {units}")), "g6", Color::Blue)
}

#[test]
fn rules_6_1_range_and_directions_of_every_role() {
    for (near, far) in [
        ("ig7", "ih7"),
        ("ih6", "ii6"),
        ("tg8", "tg9"),
        ("ti6", "th7"),
        ("mh7", "mi8"),
        ("eg5", "eh5"),
        ("aj9", "ak10"),
        ("ag9", "ag10"),
        ("gg7", "gg8"),
        ("gf6", "gf7"),
        ("sg8", "sg9"),
        ("fg10", "fg11"),
        ("fk10", "fh8"),
        ("+hg7", "hg7"),
        ("+hh7", "+hi8"),
        // Heroic: one further, in all directions.
        ("+ii8", "+ig9"),
        ("+tj9", "+tg10"),
        ("+mg8", "+mg9"),
        ("+ei4", "+ei5"),
        ("+ak10", "+ag11"),
        ("+gi8", "+gg9"),
        ("+sg9", "+sg10"),
        ("+fg11", "+fg12"),
        // At sea only aboard a Navy, which is itself too far away.
        ("(n+f)b11", "(n+f)b10"),
    ] {
        assert!(!threats(near).is_empty(), "{near}");
        assert_eq!(threats(far), "", "{far}");
    }
}

#[test]
fn rules_6_1_only_some_threaten_past_pieces() {
    for (units, past) in [
        ("tg8 hg7", false),
        ("tg8 Hg7", false),
        ("+ii8 hh7", false),
        ("+gi8 hh7", false),
        ("aj9 hh7 Hi8", true),
        ("sg8 Hg7", true),
        ("fg10 hg9 hg8 Hg7", true),
        ("nd6 he6 Hf6", true),
    ] {
        assert_eq!(!threats(units).is_empty(), past, "{units}");
    }
}

#[test]
fn rules_6_1_carried_pieces_threaten_too() {
    assert_eq!(threats("(fti)g7"), "g7f g7t g7i");
    assert_eq!(threats("(fti)g8"), "g8f g8t");
    assert_eq!(threats("(fti)h7"), "h7f");
    assert_eq!(threats("(ft+i)i8"), "i8f i8+i");
    assert_eq!(threats("(ea)g9"), "g9a");
    assert_eq!(threats("(nft)e6"), "e6n e6f e6t");
    assert_eq!(threats("tg8 (ea)j9 fe8"), "g8t e8f j9a");
}

#[test]
fn rules_6_1_a_missile_threatens_at_full_range_on_diagonals() {
    // It could not capture there (2.2), but it gives check.
    assert_eq!(threats("si8"), "i8s");
    assert_eq!(threats("sj9"), "");
    assert_eq!(threats("+sj9"), "j9+s");
    let position = blue("Cg6 ck1 si8 Hd1");
    assert!(!legal(&position, "Si8xg6"));
    assert!(red("Cg6 ck1 si8 Hd1").is_check());
}

#[test]
fn rules_6_1_a_navy_threatens_one_less_unless_a_navy_is_on_top() {
    let navy = |units: &str, point: &str| attackers(&red(units), point, Color::Blue);
    assert_eq!(navy("Cf6 ck1 nc6", "f6"), "c6n");
    assert_eq!(navy("Cg6 ck1 nc6", "g6"), "");
    assert_eq!(navy("Cg6 ck1 +nc6", "g6"), "c6+n");
    assert_eq!(navy("Ch6 ck1 +nc6", "h6"), "");
    assert_eq!(navy("(NC)c2 ck1 nc6", "c2"), "c6n");
    assert_eq!(navy("(NC)c2 ck1 nc7", "c2"), "");
    assert_eq!(navy("(NC)c2 ck1 +nc7", "c2"), "c7+n");
    assert_eq!(navy("(FC)c2 ck1 nc6", "c2"), "");
}

#[test]
fn rules_6_1_what_stands_on_the_point_can_be_imagined() {
    let position = red("Cg6 ck1 nb6");
    let (board, f6) = (position.board(), "f6".parse().unwrap());
    for (role, count) in [(None, 0), (Some(Role::Tank), 0), (Some(Role::Navy), 1)] {
        assert_eq!(board.attackers_of_role(f6, Color::Blue, role).len(), count, "{role:?}");
    }
    // What really stands there does not count then.
    let navy = red("Cg6 ck1 nb11 Nb7");
    let b7 = "b7".parse().unwrap();
    for (role, count) in [(None, 1), (Some(Role::Tank), 0)] {
        assert_eq!(navy.board().attackers_of_role(b7, Color::Blue, role).len(), count, "{role:?}");
    }
}

#[test]
fn rules_6_1_a_heroic_commander_threatens_at_two() {
    let commander = |text: &str| attackers(&red(&format!("Cg6 {text}")), "g6", Color::Blue);
    assert_eq!(commander("cg7"), "g7c");
    assert_eq!(commander("cg8"), "");
    assert_eq!(commander("ch7"), "");
    assert_eq!(commander("+cg8"), "g8+c");
    assert_eq!(commander("+ci8"), "i8+c");
    assert_eq!(commander("+cg9"), "");
}

#[test]
fn rules_6_1_terrain_does_not_matter() {
    // An Infantry aboard a Navy threatens the shore, heavy pieces threaten over the river.
    assert_eq!(attackers(&red("Cc5 ck1 (ni)b5"), "c5", Color::Blue), "b5n b5i");
    assert_eq!(threats("gg7"), "g7g");
}

#[test]
fn rules_6_1_a_kamikaze_threatens_a_destroyed_air_force_does_not() {
    assert_eq!(threats("fg10"), "g10f");
    // Entered on the Commander's own point, or on the last two.
    assert_eq!(threats("fg10 Gh6"), "g10f");
    assert_eq!(threats("fg10 Sh6"), "g10f");
    // Left before it gets there; two defenders; the same for one that is carried.
    assert_eq!(threats("fg10 Gh8"), "");
    assert_eq!(threats("fg10 Gh6 Gf6"), "");
    assert_eq!(threats("(nf)c6 Gd5"), "");
    assert_eq!(threats("(nf)c6"), "c6f");
    assert_eq!(threats("+fg10 Gh8"), "g10+f");
    // Its own side's defenders do not hinder it.
    assert_eq!(threats("fg10 gh8"), "g10f");
}

#[test]
fn rules_6_2_exposure_on_a_file_or_rank() {
    let exposed = |units: &str| red(units).board().commander_in_danger(Color::Red);
    assert!(exposed("Cg1 cg12") && exposed("Cd5 ck5"));
    assert!(
        !exposed("Cg1 ch12") && !exposed("Cd5 ck6") && !exposed("Cd1 ck8"),
        "a diagonal is not a sight line"
    );
    // Anything in between hides them.
    for screen in ["Ig6", "ig6", "(EA)g2"] {
        assert!(!exposed(&format!("Cg1 cg12 {screen}")), "{screen}");
    }
    assert!(exposed("Cg1 cg12 Ih6 if6"));
    // Carried ones count, at their stack's point.
    assert!(exposed("(TC)g1 cg12") && exposed("Cg1 (hc)g12") && exposed("(FC)d5 (tc)k5"));
    assert!(red("Cg1 cg12").board().commander_in_danger(Color::Blue));
}

#[test]
fn rules_6_3_forbidden_points_lie_towards_our_rank_and_file() {
    // Down from h7 and west from h7: the ray to the north-east ends before g7, the one to the east
    // before h5.
    assert_eq!(pseudo_reach(&red("+Ce5 ch7"), "e5"), "e6 f5 g5 e4 e3 e2 e1 d5 c5 d6 f6 f4 g3 d4 c3");
    // The other way round: up from e4 and east from e4.
    assert_eq!(
        pseudo_reach(&red("+Ch7 ce4"), "h7"),
        "h8 h9 h10 h11 h12 i7 j7 k7 h6 h5 g7 f7 g8 f9 i8 j9 k10 i6 j5 g6 f5"
    );
    // Not away from us: the north-east ray passes h8, above Blue's Commander on h6.
    let screened = red("+Ce5 ch6 Ig6");
    assert!(pseudo_reach(&screened, "e5").ends_with("d6 c7 f6 g7 h8 i9 j10 k11 f4 g3 d4 c3"));
}

#[test]
fn rules_6_3_points_before_the_first_piece_are_forbidden_its_own_is_not() {
    // West of h7: g7 is seen, f7 holds the first piece, e7 is hidden.
    let position = red("Ce5 ch7 if7");
    assert!(pseudo_reach(&position, "e5").starts_with("e6 e7 e8 e9 e10 e11 e12 f5 g5 e4"));
    // The first piece itself can be joined or taken, as far as this clause goes.
    assert!(pseudo_reach(&red("Cf5 ch7 Tf7"), "f5").starts_with("f6 &f7"));
    assert!(pseudo_reach(&red("Cf6 ch7 if7"), "f6").starts_with("xf7"));
    assert!(!pseudo_reach(&red("Cg5 ch7 Tf7"), "g5").contains("g7"));
}

#[test]
fn rules_6_3_the_walk_goes_on_through_our_own_point() {
    // On one rank: d5, c5 behind us are as forbidden as f5, g5.
    assert_eq!(pseudo_reach(&red("Ce5 ch5"), "e5"), "e6 e7 e8 e9 e10 e11 e12 e4 e3 e2 e1");
    // On one file.
    assert_eq!(pseudo_reach(&red("Ce5 ce9"), "e5"), "f5 g5 h5 i5 j5 k5 d5 c5");
}

#[test]
fn rules_6_3_on_the_same_rank_the_vertical_walk_goes_towards_rank_1() {
    // Blue on h5, hidden by g5: h8 may be passed, h2 may not.
    assert_eq!(
        pseudo_reach(&red("+Ce5 ch5 Ig5"), "e5"),
        "e6 e7 e8 e9 e10 e11 e12 f5 e4 e3 e2 e1 d5 c5 d6 c7 f6 g7 h8 i9 j10 k11 f4 g3 d4 c3"
    );
}

#[test]
fn rules_6_3_on_the_same_file_there_is_no_horizontal_walk() {
    // Blue on f7, hidden by f6: d7 and h7 may be passed.
    assert_eq!(
        pseudo_reach(&red("+Cf5 cf7 If6"), "f5"),
        "g5 h5 i5 j5 k5 f4 f3 f2 f1 e5 d5 c5 e6 d7 c8 g6 h7 i8 j9 k10 g4 h3 i2 j1 e4 d3 c2"
    );
    // Standing there is another matter (6.5).
    assert!(!legal(&red("+Cf5 cf7 If6"), "+Cf5h7") && legal(&red("+Cf5 cf7 If6"), "+Cf5i8"));
}

#[test]
fn rules_6_4_in_danger_if_threatened_exposed_or_gone() {
    let danger = |units: &str| red(units).board().commander_in_danger(Color::Red);
    assert!(!danger("Cg1 ck12 tg4"));
    assert!(danger("Cg1 ck12 tg3"));
    assert!(danger("Cg1 cg12 tj4"));
    assert!(danger("Tg1 ck12"));
    assert!(red("Tg1 ck12").legal_moves().is_empty());
}

#[test]
fn rules_6_5_a_screen_may_not_leave() {
    // From the enemy Commander's sight: only along the file.
    assert_eq!(reach(&red("Cg1 cg12 Tg5 hk8 hd9 he9 Hd1"), "g5"), "g6 g7 g4 g3");
    assert_eq!(reach(&red("Cg1 ch12 Tg5 hk8 Hd1"), "g5"), "g6 g7 h5 i5 g4 g3 f5 e5");
    // From a Tank.
    assert_eq!(reach(&red("Cg1 ck12 Ig2 tg3 hk8 hd9 Hd1"), "g2"), "xg3");
    // Taking away an enemy screen without stepping on its point is illegal too.
    let stay = red("Cg1 cg12 Fd3 ig3 hk8 hd9 Hd1");
    assert!(legal(&stay, "Fd3xg3") && !legal(&stay, "Fd3_g3"));
}

#[test]
fn rules_6_5_a_suicide_may_not_take_both_screens_away() {
    // The Air Force and its target are all that stands between the Commanders.
    let both = red("Cg1 cg12 Fg4 gg6 Hd1 He1 hd9 he9");
    assert!(find_pseudo(&both, "Fg4@g6") && find(&both, "Fg4@g6").is_none());
    let third = red("Cg1 cg12 Fg4 gg6 hg10 Hd1 He1 hd9");
    assert!(find(&third, "Fg4@g6").is_some());
}

#[test]
fn rules_6_5_a_danger_must_be_met() {
    // Take the Tank, step in between, or go.
    let position = red("Cg1 ck12 tg3 Ti3 Me2 Mf3 hk8 hd9");
    assert_eq!(reach(&position, "i3"), "xg3");
    assert_eq!(reach(&position, "e2"), "");
    assert_eq!(reach(&position, "f3"), "xg3 g2");
    assert_eq!(reach(&position, "g1"), "h1 i1 j1 k1 f1 e1 d1 c1");
    let exposed = red("Cg1 cg12 Th5 hk8 hd9 he9 Hd1");
    assert_eq!(reach(&exposed, "h5"), "g5");
}

#[test]
fn rules_6_5_the_commander_may_not_step_into_danger() {
    // The Tank covers d4; the e-file and rank 12 belong to Blue's Commander.
    assert_eq!(reach(&red("Cd3 ce12 tf4 hk8"), "d3"), "d5 d6 d7 d8 d9 d10 d11 d2 d1 c3");
    let artillery = red("Cd3 ck12 ad7 hk8");
    assert!(!legal(&artillery, "Cd3d4") && legal(&artillery, "Cd3d2"));
}

#[test]
fn rules_6_5_promotions_count() {
    // Taking the Infantry leaves Blue one unit, which becomes heroic and reaches Red's Commander.
    let units = "Cj1 ck12 hk2 if6 Tf4 Hd1";
    assert!(!legal(&red(units), "Tf4xf6") && legal(&red(units), "Tf4f5"));
    assert!(legal(&red(&units.replace("hk2", "hk3")), "Tf4xf6"));
    let options = RuleOptions::default().with_skip_last_guard_promotion(true);
    assert!(legal(&red(units).with_options(options), "Tf4xf6"));
    // The Anti-Air becomes heroic on g3, next to Blue's Commander: its zone now reaches e3, and the
    // Air Force that gives check is destroyed there.
    assert!(legal(&red("Ce1 cg4 fe5 Gg2 hk8 Hd1"), "Gg2g3"));
    assert!(!legal(&red("Ce1 ck12 fe5 Gg2 hk8 Hd1"), "Gg2g3"));
}

#[test]
fn rules_6_5_last_guards_count() {
    // Blue's only unit becomes heroic with any move of Red: the Commander must leave its reach.
    let position = red("Cj1 ck12 hk2 Tf4 Hd1");
    assert_eq!(reach(&position, "f4"), "");
    assert!(legal(&position, "Cj1h1") && !legal(&position, "Cj1j2"));
    // The Commander's own captures are tested too.
    assert!(!legal(&red("Cj1 ck12 hk3 ij2 Hd1"), "Cj1xj2"));
    assert!(legal(&red("Cj1 ck12 hk4 ij2 Hd1"), "Cj1xj2"));
    // Red's suicide leaves the Anti-Air alone: heroic, it covers e3 and ends the check.
    let units = "Ce1 ck12 fe5 Gg3 Fj6 gj8 hd9";
    assert!(legal(&red(units), "Fj6@j8"));
    assert!(!legal(&red(&format!("{units} Hd1")), "Fj6@j8"));
}

#[test]
fn rules_6_5_a_promotion_that_any_move_brings_counts() {
    // The Anti-Air threatens Blue's Commander already: whatever Red plays makes it heroic.
    let units = "Ce1 cg4 fe5 Gg3 Ij8 Hd1 Hc1 hd9 hk8";
    assert!(red(units).is_check() && legal(&red(units), "Ij8j9"));
    assert!(!legal(&red(&units.replace("cg4", "cg5")), "Ij8j9"));
}

#[test]
fn rules_6_5_air_defence_must_hold() {
    // The Anti-Air on f3 keeps the Air Force on e5 from the Commander: it may neither leave nor be
    // covered.
    let position = red("Ce1 ck12 fe5 Gf3 Ef4 Hd1 Hc1 hd9 hk8");
    assert!(!position.is_check());
    assert_eq!(reach(&position, "f3"), "f2 e3", "still in its way");
    assert!(!legal(&position, "Ef4&f3") && legal(&position, "Ef4g4"));
    let far = red("Ce1 ck12 fe6 Gf3 Ef4 Hd1 Hc1 hd9 hk8");
    assert!(legal(&far, "Ef4&f3") && legal(&far, "Gf3g3"));
    // Uncovering it is an answer to the check.
    let covered = red("Ce1 ck12 fe5 (EG)f3 Hd1 Hc1 hd9 hk8");
    assert!(covered.is_check() && legal(&covered, "Ef3>g3"));
}

#[test]
fn rules_6_5_a_navy_under_the_commander_is_reached_from_further_away() {
    assert!(!legal(&red("Cc2 ck12 Nb3 nc6 Hd1 hd9 hk8"), "Nb3&c2"));
    assert!(legal(&red("Cc2 ck12 Nb3 nc7 Hd1 hd9 hk8"), "Nb3&c2"));
}

#[test]
fn rules_6_6_check_is_a_threat_not_exposure() {
    assert!(red("Cg1 ck12 tg3 Hd1").is_check());
    assert!(!red("Cg1 ck12 tg4 Hd1").is_check());
    assert!(!red("Cg1 cg12 Hd1").is_check());
    assert!(red("ck12 Tg5").is_check(), "no Commander");
    assert!(!blue("Cg1 ck12 tg3 Hd1").is_check(), "only the side to move");
}

#[test]
fn rules_6_6_checkmate() {
    let mate = red("Ck1 Ij1 cd12 tk3 hk8");
    assert!(mate.is_checkmate() && !mate.is_stalemate());
    let won = Outcome::Win { winner: Color::Blue, reason: WinReason::Checkmate };
    assert_eq!(mate.outcome(), Some(won));
    // A way out, a piece to step in between, no check: no mate.
    for units in ["Ck1 Ii1 cd12 tk3 hk8", "Ck1 Mj1 cd12 tk3 hk8", "Ck1 Ij1 cd12 tk4 hk8"] {
        assert!(!red(units).is_checkmate() && red(units).outcome().is_none(), "{units}");
    }
}

#[test]
fn rules_6_6_stalemate() {
    let stalemate = red("Ck1 cj12 tk4 hd9");
    assert!(stalemate.is_stalemate() && !stalemate.is_checkmate());
    assert!(moves(&stalemate).is_empty());
    assert_eq!(stalemate.outcome().map(|outcome| outcome.winner()), Some(None));
    for units in ["Ck1 cj12 tk4 hd9 Id1", "Ck1 cj12 tk5 hd9"] {
        assert!(!red(units).is_stalemate() && red(units).outcome().is_none(), "{units}");
    }
}

#[test]
fn rules_6_6_a_deploy_that_can_be_committed_completes_a_turn() {
    // Whole, the Tank cannot go anywhere: k2 and k3 are covered, j1 and i1 too. The Tank takes the
    // Infantry, then the Commander walks to k2: two steps, none of which would do alone.
    let units = "(TC)k1 cj12 ik3 ah1 ah6 hd9 Hd1";
    let position = red(units);
    assert!(position.is_check() && position.legal_moves().iter().all(|mv| mv.is_deploy()));
    assert!(!position.is_checkmate() && position.can_complete_turn());
    for step in position.legal_moves() {
        let mut next = position;
        next.play_without_commit(step).unwrap();
        assert!(!next.can_commit(), "{step}");
    }
    let done = after(&position, &["Tk1>xk3", "Ck1>k2"]);
    assert_eq!(done.turn(), Color::Blue);
    // With k2 covered by another Artillery it is mate, though the steps remain in the list.
    let mate = red(&format!("{units} ah2"));
    assert!(mate.is_checkmate());
    assert!(legal(&mate, "Tk1>xk3") && legal(&mate, "Ck1>k2"));
}

fn find_pseudo(position: &cotulenh::Position, lan: &str) -> bool {
    position.pseudo_legal_moves().iter().any(|mv| mv.to_string() == lan)
}

#[test]
fn rules_6_6_neither_checkmate_nor_stalemate_holds_while_a_session_is_open() {
    // The mate of the last test, with a step played: the Commander is still in check.
    let mate = red("(TC)k1 cj12 ik3 ah1 ah6 hd9 Hd1 ah2");
    let session = after(&mate, &["Tk1>xk3"]);
    assert!(session.is_check() && !session.can_complete_turn());
    assert!(!session.is_checkmate() && !session.is_stalemate());
    // No check, and the only commit is refused: the Commanders see each other.
    let exposed = after(&red("Cg1 cg12 hk8 hd9 Hd1 (TI)g5"), &["Tg5>h5", "Ig5>f5"]);
    assert!(!exposed.is_check() && !exposed.can_complete_turn());
    assert!(!exposed.is_checkmate() && !exposed.is_stalemate());
}
