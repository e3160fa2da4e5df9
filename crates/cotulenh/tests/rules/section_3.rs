//! One ray: how moves are generated.

use crate::positions::{after, legal, pseudo_reach, reach, red, steps};

#[test]
fn rules_3_order_of_directions() {
    assert_eq!(reach(&red("Cj1 ck12 Mg4"), "g4"), "g5 h4 g3 f4 f5 h5 h3 f3");
}

#[test]
fn rules_3_1_rays_end_at_the_edge() {
    assert_eq!(reach(&red("Cj1 ci12 Tk3"), "k3"), "k4 k5 k2 k1 j3 i3");
    assert_eq!(reach(&red("Cj1 ck11 Td12"), "d12"), "e12 f12 d11 d10 c12");
    assert_eq!(reach(&red("Cj1 ck12 Na1"), "a1"), "a2 a3 a4 a5 b1 c1 b2 c3");
}

#[test]
fn rules_3_1_a_commander_stops_before_a_forbidden_point() {
    // Blue's Commander on g7 sees f7, e7 … and g6, g5 …: not even what lies behind can be reached.
    assert_eq!(pseudo_reach(&red("Ce5 cg7"), "e5"), "e6 f5 e4 e3 e2 e1 d5 c5");
    // Other pieces are not affected.
    assert_eq!(reach(&red("Cj1 cg7 Tg4"), "g4"), "g5 g6 h4 i4 g3 g2 f4 e4");
}

#[test]
fn rules_3_2_a_destroyed_air_force_goes_no_further() {
    let north = |units: &str| {
        let all = reach(&red(&format!("Cj1 ck12 {units}")), "f2");
        all.split(' ').filter(|to| to.contains('f')).collect::<Vec<_>>().join(" ")
    };
    // f3–f5 lie in the zone of the Anti-Air, f6 behind it: nothing there can be taken or joined.
    assert_eq!(north("Ff2 if6"), "f3 f4 f5 xf6 _f6 f1");
    assert_eq!(north("Ff2 gf4 if6"), "@f4 f1");
    assert_eq!(north("Ff2 Tf6"), "f3 f4 f5 &f6 f1");
    assert_eq!(north("Ff2 ge4 Tf6"), "f3 f1");
    assert_eq!(north("+Ff2 gf4 if6"), "f3 xf4 _f4 f5 xf6 _f6 f7 f1");
}

#[test]
fn rules_3_3_nothing_goes_beyond_its_range() {
    assert_eq!(reach(&red("Cj1 ck12 Tg4 ig7 Ie4"), "g4"), "g5 g6 h4 i4 g3 g2 f4 &e4");
    assert_eq!(reach(&red("Cj1 ck12 Tg4 ig6 Id4"), "g4"), "g5 xg6 h4 i4 g3 g2 f4 e4");
    // A Commander walks the whole board, eleven points at most; the Infantry hides it from Blue's.
    assert_eq!(
        reach(&red("Cd1 cg6 Ie6"), "d1"),
        "d2 d3 d4 d5 d6 d7 d8 d9 d10 d11 d12 e1 f1 c1",
        "g1 is in sight of the enemy Commander"
    );
}

#[test]
fn rules_3_4a_points_where_it_cannot_stand_end_the_way() {
    assert_eq!(reach(&red("Cj1 ck12 Td5"), "d5"), "d6 d7 e5 f5 d4 d3 c5");
    // The block is sticky: behind d8 and d5 there is water again, but a Navy cannot get there.
    assert_eq!(reach(&red("Cj1 ck12 Ne7"), "e7"), "e6 d7 c7 b7 a7 d6");
    assert_eq!(reach(&red("Cj1 ck12 Nc9 Fe7"), "c9"), "c10 c11 c12 c8 c7 c6 c5 b9 a9 b10 a11 b8 a7");
    // It does not stop captures …
    assert!(legal(&red("Cj1 ck12 Ne7 nc9"), "Ne7xc9"));
    // … but combinations: a Tank gets aboard where it can stand itself.
    assert_eq!(reach(&red("Cj1 ck12 Td5 Nc5"), "d5"), "d6 d7 e5 f5 d4 d3 &c5");
    assert_eq!(reach(&red("Cj1 ck12 Td5 Nb5"), "d5"), "d6 d7 e5 f5 d4 d3 c5");
    assert!(!legal(&red("Cj1 ck12 Nc5 Fd5"), "Nc5&d5"));
    // An Air Force is exempt: it reaches a Navy over and on the sea.
    assert!(legal(&red("Cj1 ck12 Fd5 Nb5"), "Fd5&b5"));
    assert!(legal(&red("Cj1 ck12 Fd5 Na5"), "Fd5&a5"));
}

#[test]
fn rules_3_4b_heavy_pieces_cross_on_bridges_only() {
    // Vertically, on files f and h, both ways.
    for (piece, distance) in [("A", 3), ("S", 2), ("G", 1), ("+A", 4), ("+S", 3), ("+G", 2)] {
        for file in ["c", "d", "e", "f", "g", "h", "i", "j", "k"] {
            for (from, to, beyond) in [(6, 7, 6 + distance), (7, 6, 7 - distance)] {
                let position = red(&format!("Cg1 cg12 Hg9 {piece}{file}{from}"));
                let bridge = file == "f" || file == "h";
                assert_eq!(legal(&position, &format!("{piece}{file}{from}{file}{to}")), bridge, "{file}");
                assert_eq!(legal(&position, &format!("{piece}{file}{from}{file}{beyond}")), bridge, "{file}");
            }
        }
    }
    // Not diagonally, not even onto a bridge, and what lies behind stays blocked.
    assert_eq!(
        reach(&red("Cj1 cj12 Hj9 Af6"), "f6"),
        "f7 f8 f9 g6 h6 i6 f5 f4 f3 e6 d6 c6 g5 h4 i3 e5 d4 c3"
    );
    assert_eq!(reach(&red("Cj1 cj12 Hj9 Sg6"), "g6"), "h6 i6 g5 g4 f6 e6 h5 f5");
    // Along one bank nothing is blocked.
    assert_eq!(reach(&red("Cj1 cj12 Hj5 Ge8"), "e8"), "e9 f8 e7 d8");
    // Combinations are stopped like moves, and the bridge lets them pass.
    assert!(!legal(&red("Cj1 ck12 Gg6 Eg7"), "Gg6&g7"));
    assert!(legal(&red("Cj1 ck12 Gh6 Eh7"), "Gh6&h7"));
    // Only the top counts: an Engineer takes the Artillery across; alone it stays.
    let stack = red("Cj1 ck12 (EA)g6");
    assert_eq!(reach(&stack, "g6"), "g7 h6 g5 f6");
    assert_eq!(steps(&stack, "g6", "E"), "g7 h6 g5 f6");
    assert_eq!(steps(&stack, "g6", "A"), "h6 i6 j6 g5 g4 g3 f6 e6 d6 h5 i4 j3 f5 e4 d3");
    // Light pieces are not affected.
    assert_eq!(reach(&red("Cj1 ck12 Tg6"), "g6"), "g7 g8 h6 i6 g5 g4 f6 e6");
}

#[test]
fn rules_3_4c_four_entries_of_the_river_mouth_are_barred_to_a_navy() {
    let diagonals = |from: &str, units: &str| {
        let all = reach(&red(&format!("Cj1 ck12 N{from} {units}")), from);
        let (file, rank) = (from[..1].to_owned(), from[1..].to_owned());
        let aside = |to: &&str| !to.contains(&file) && !to.ends_with(&rank);
        all.split(' ').filter(aside).collect::<Vec<_>>().join(" ")
    };
    // d6 going north-east, with e7 behind it.
    assert_eq!(diagonals("c5", ""), "b6 a7 b4 a3");
    assert_eq!(diagonals("b4", ""), "a5 c5 c3 a3");
    // c5 going south-west, with b4 behind it.
    assert_eq!(diagonals("d6", ""), "c7 b8 a9 e7");
    assert_eq!(diagonals("e7", ""), "d6");
    // c8 going north-west, with b9 behind it.
    assert_eq!(diagonals("d7", ""), "e6 c6 b5 a4");
    assert_eq!(diagonals("e6", ""), "d7");
    // d7 going south-east, with e6 behind it.
    assert_eq!(diagonals("c8", ""), "b9 a10 b7 a6");
    assert_eq!(diagonals("b9", ""), "a10 c10 c8 a8");
    // The same points are open in every other direction.
    assert_eq!(diagonals("c6", ""), "b7 a8 d7 b5 a4");
    assert_eq!(diagonals("c7", ""), "b8 a9 d6 b6 a5");
    assert!(legal(&red("Cj1 ck12 Nc4"), "Nc4c5") && legal(&red("Cj1 ck12 Nc7"), "Nc7c8"));
    assert!(legal(&red("Cj1 ck12 Nc7"), "Nc7d7") && legal(&red("Cj1 ck12 Nc6"), "Nc6d6"));
    // Captures are not barred, combinations are, and other roles may pass.
    assert_eq!(diagonals("c5", "nd6"), "b6 a7 xd6 b4 a3");
    assert_eq!(diagonals("b4", "ne7"), "a5 c5 xe7 c3 a3");
    assert_eq!(diagonals("c5", "Td6"), "b6 a7 b4 a3");
    assert_eq!(diagonals("c7", "Td6"), "b8 a9 &d6 b6 a5");
    assert!(legal(&red("Cj1 ck12 Mc5"), "Mc5d6") && legal(&red("Cj1 ck12 Md7"), "Md7c8"));
}

#[test]
fn rules_3_5_a_move_needs_an_empty_point_and_a_free_way() {
    assert_eq!(reach(&red("Cj1 ck12 Tg4 Hg5 hh4"), "g4"), "xh4 g3 g2 f4 e4");
    assert_eq!(reach(&red("Cj1 ck12 Tg4 Hg6 hi4"), "g4"), "g5 h4 xi4 g3 g2 f4 e4");
    // An Artillery captures over a piece, but does not move past it.
    assert_eq!(
        reach(&red("Cj1 ck12 Af4 hg4 hi4"), "f4"),
        "f5 f6 f7 xg4 xi4 f3 f2 f1 e4 d4 c4 e5 d6 g5 h6 g3 h2 i1 e3 d2 c1"
    );
    // An Air Force lands on land only, and only while its flight is safe.
    assert_eq!(reach(&red("Cj1 ck12 Fd1"), "d1"), "d2 d3 d4 d5 e1 f1 g1 h1 c1 c2 e2 f3 g4 h5");
    assert_eq!(reach(&red("Cj1 ck12 Fd1 ge4"), "d1"), "d2 d3 e1 f1 g1 h1 c1 c2 e2 f3 g4 h5");
}

#[test]
fn rules_3_6_an_enemy_is_captured_never_joined() {
    assert_eq!(reach(&red("Cj1 ck12 Ig4 tg5 Th4"), "g4"), "xg5 &h4 g3 f4");
}

#[test]
fn rules_3_7_combination_needs_a_legal_union_in_range_on_a_free_way() {
    // A legal union: Tank and Infantry are one, Infantry and Militia are not.
    assert_eq!(reach(&red("Cj1 ck12 Ig4 Tg5 Mh4"), "g4"), "&g5 g3 f4");
    // … also with whole stacks: Air Force and (TI), but no second passenger.
    assert!(legal(&red("Cj1 ck12 (TI)g4 Fg5"), "(TI)g4&g5"));
    assert!(!legal(&red("Cj1 ck12 (TI)g4 (FM)g5"), "(TI)g4&g5"));
    // In move range: for a Commander any distance.
    assert!(legal(&red("Cd1 ck12 Td9"), "Cd1&d9"));
    assert!(legal(&red("Cj1 ck12 Tg4 Ig6"), "Tg4&g6"));
    assert!(!legal(&red("Cj1 ck12 Tg4 Ig7"), "Tg4&g7"));
    assert!(!legal(&red("Cj1 ck12 Ig4 Tg6"), "Ig4&g6"));
    // No piece block: not even for those that capture past pieces.
    assert!(legal(&red("Cj1 ck12 Ag4 Eg2"), "Ag4&g2"));
    for screen in ["Hg3", "hg3"] {
        assert!(!legal(&red(&format!("Cj1 ck12 Ag4 Eg2 {screen}")), "Ag4&g2"));
        assert!(!legal(&red(&format!("Cj1 ck12 Tg4 Ig2 {screen}")), "Tg4&g2"));
        assert!(legal(&red(&format!("Cj1 ck12 Fg4 Ig2 {screen}")), "Fg4&g2"));
    }
    // A point where the resulting carrier can stand: the Navy stays at sea and in the river mouth.
    assert!(legal(&red("Cj1 ck12 Nc5 Tc6"), "Nc5&c6") && legal(&red("Cj1 ck12 Nc6 Te6"), "Nc6&e6"));
    assert!(!legal(&red("Cj1 ck12 Nc5 Td5"), "Nc5&d5"));
}

#[test]
fn rules_3_7_combination_does_not_ask_for_the_flight_state() {
    // f4 lies in the zone of the Anti-Air: no landing there, but a Tank to join.
    assert!(!legal(&red("Cj1 ck12 Ff2 gg4"), "Ff2f4"));
    let joined = after(&red("Cj1 ck12 Ff2 gg4 Tf4"), &["Ff2&f4"]);
    assert_eq!(crate::positions::unit(&joined, "f4"), "(FT)");
}

#[test]
fn rules_3_8_what_blocks_whom() {
    // An Air Force: nothing. A Navy: Navies only, alone or as carriers, of either side.
    assert!(legal(&red("Cj1 ck12 Fg2 Hg3 hg4 Ig6"), "Fg2&g6"));
    for (screen, free) in [("Ec4", true), ("ec4", true), ("(FT)c4", true), ("Nc4", false), ("(nf)c4", false)]
    {
        let position = red(&format!("Cj1 ck12 Nc2 {screen} Mc5"));
        assert_eq!(legal(&position, "Nc2c6"), free, "{screen}");
        assert_eq!(legal(&position, "Nc2&c5"), free, "{screen}");
    }
    // A Navy captures past Navies all the same.
    assert!(legal(&red("Cj1 ck12 Nc2 Nc3 ic5"), "Nc2xc5"));
    // Artillery goes on for captures only, a Tank not at all.
    let behind = "Cj1 ck12 Hg3 ig4 Tg2";
    assert_eq!(reach(&red(behind), "g2"), "h2 i2 g1 f2 e2");
    assert!(legal(&red(&behind.replace('T', "A")), "Ag2xg4"));
}

#[test]
fn rules_3_8_a_commander_stops_at_the_first_piece() {
    // It joins the Tank on d4, but not the Headquarter behind it, and takes nothing behind a
    // friend.
    let position = red("Cd2 ck12 Td4 Hd5 Me2 if2 hk8");
    assert_eq!(reach(&position, "d2"), "d3 &d4 d1 c2");
    let heroic = red("+Cd2 ck12 he2 Tf2");
    assert!(legal(&heroic, "+Cd2xe2") && !legal(&heroic, "+Cd2&f2"));
}
