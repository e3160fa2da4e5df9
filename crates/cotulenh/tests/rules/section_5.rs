//! Air defence.

use cotulenh::{Color, Square};

use crate::positions::{legal, reach, red};

/// What a red Air Force on f2 can do on its own file to the north, given Blue's units.
fn north(air_force: &str, units: &str) -> String {
    let all = reach(&red(&format!("Cj1 ck12 {air_force}f2 {units}")), "f2");
    let up = |to: &&str| to.trim_start_matches(['x', '_', '@', '&']).starts_with('f') && !to.ends_with("f1");
    all.split(' ').filter(up).collect::<Vec<_>>().join(" ")
}

/// The points that Blue covers, a12 first.
fn covered(units: &str) -> Vec<String> {
    let position = red(&format!("Cj1 ck12 {units}"));
    let covered: Vec<Square> = position.air_defense(Color::Blue).covered().iter().collect();
    covered.iter().map(Square::to_string).collect()
}

#[test]
fn rules_5_1_who_defends_and_at_which_level() {
    assert_eq!(covered("gg6"), ["g7", "f6", "g6", "h6", "g5"]);
    assert_eq!(covered("nb6"), ["b7", "a6", "b6", "c6", "b5"]);
    assert_eq!(covered("sg6").len(), 13);
    for (heroic, plain) in [("+gg6", "sg6"), ("+nd6", "sd6")] {
        assert_eq!(covered(heroic), covered(plain), "{heroic}");
    }
    assert_eq!(covered("+sg6").len(), 29);
    for other in ["ig6", "tg6", "mg6", "eg6", "ag6", "fg6", "hg6", "+ag6", "+hg6", "+fg6"] {
        assert!(covered(other).is_empty(), "{other}");
    }
    // Red's defenders do not affect Red's Air Force.
    assert_eq!(north("F", "Gf4"), "f3 f5 f6");
}

#[test]
fn rules_5_1_only_the_top_of_a_stack_defends() {
    assert!(covered("(eg)g6").is_empty() && covered("(es)g6").is_empty() && covered("(e+s)g6").is_empty());
    assert_eq!(covered("(nft)b6").len(), 5);
    assert_eq!(covered("(n+ft)b6").len(), 5);
    assert_eq!(north("F", "(es)f4"), "f3 xf4 _f4 f5 f6");
    assert_eq!(north("F", "sf4"), "@f4");
}

#[test]
fn rules_5_2_a_zone_is_a_disc_with_its_own_point() {
    // Level 1 has no diagonals, level 2 only the nearest, level 3 (dx, dy) up to (2, 2).
    assert_eq!(north("F", "ge5"), "f3 f4");
    assert_eq!(north("F", "ge5 hf5"), "f3 f4 @f5");
    assert_eq!(north("F", "se5 hf4"), "f3 @f4");
    assert_eq!(north("F", "sd5 hf5"), "f3 f4 @f5");
    assert_eq!(north("F", "sd6 hf5"), "f3 f4 xf5 _f5");
    assert_eq!(north("F", "+sd6 hf4"), "f3 @f4");
    assert_eq!(north("F", "+sc6 hf5"), "f3 f4 xf5 _f5");
    assert_eq!(north("F", "gf4"), "@f4");
}

#[test]
fn rules_5_3_safe_until_it_meets_a_zone() {
    assert_eq!(north("F", ""), "f3 f4 f5 f6");
    assert_eq!(north("F", "gg7"), "f3 f4 f5 f6");
    assert_eq!(north("F", "gg6"), "f3 f4 f5");
    assert_eq!(north("F", "gg5"), "f3 f4");
}

#[test]
fn rules_5_3_kamikaze_inside_the_zone_of_one_defender() {
    // Every point of the zone lets it take, none lets it land: f3, f4, f5 for the Anti-Air on f4.
    assert_eq!(north("F", "gf4 hf3"), "@f3 @f4");
    assert_eq!(north("F", "gf4 hf5"), "@f4 @f5");
    // A Missile's zone, entered on f4 and never left.
    assert_eq!(north("F", "sg5 if4 if5 if6"), "f3 @f4 @f5 @f6");
}

#[test]
fn rules_5_3_destroyed_when_it_leaves_a_zone() {
    assert_eq!(north("F", "ge4 if4 if5 if6"), "f3 @f4");
    assert_eq!(north("F", "ge3 if4"), "");
    assert_eq!(north("F", "gf3 if4 if5 if6"), "@f3 @f4");
    // Leaving one zone for another does not save it.
    assert_eq!(north("F", "ge3 ge5 if3 if4 if5"), "@f3");
}

#[test]
fn rules_5_3_destroyed_by_a_second_defender() {
    // Two zones that overlap on f4 …
    assert_eq!(north("F", "ge4 gg4 if4"), "f3");
    // … that follow each other without a gap: f4 belongs to one, f5 to the other.
    assert_eq!(north("F", "ge4 gg5 if4 if5"), "f3 @f4");
    // … and one that begins inside the other: the Missile covers f4–f6, the Anti-Air f5.
    assert_eq!(north("F", "sg5 ge5 if4 if5 if6"), "f3 @f4");
    // A second defender whose zone the flight never meets does not matter.
    assert_eq!(north("F", "ge4 gg8 if4"), "f3 @f4");
    // The defender itself may be the target, with another one behind it.
    assert_eq!(north("F", "gf4 gf6"), "@f4");
}

#[test]
fn rules_5_3_the_start_point_does_not_count() {
    // f2 lies in the zone of e2, f3 does not: it is free to leave.
    assert_eq!(north("F", "ge2"), "f3 f4 f5 f6");
    // f2 and f3 lie in the zone of a Missile: it meets that zone on f3 first, and then only this
    // one.
    assert_eq!(north("F", "ge2 sd3 if3 if4"), "@f3");
    assert_eq!(north("F", "sd2 if3"), "f3 f4 f5 f6".replace("f3", "xf3 _f3"));
}

#[test]
fn rules_5_3_every_ray_is_a_flight_of_its_own() {
    let position = red("Cj1 ck12 Ff4 gf6");
    assert!(legal(&position, "Ff4@f6") && !legal(&position, "Ff4f7"));
    assert!(legal(&position, "Ff4g5") && !legal(&position, "Ff4f5"));
    assert_eq!(
        reach(&position, "f4"),
        "@f6 g4 h4 i4 j4 f3 f2 f1 e4 d4 c4 e5 d6 c7 g5 h6 i7 j8 g3 h2 i1 e3 d2 c1"
    );
}

#[test]
fn rules_5_4_a_heroic_air_force_ignores_air_defence() {
    assert_eq!(north("+F", "ge4 sg4 if5"), "f3 f4 xf5 _f5 f6 f7");
}

#[test]
fn rules_5_4_a_whole_stack_flies_by_its_top() {
    assert_eq!(north("(FT)", "gf4"), "@f4");
    assert_eq!(north("(F+T)", "gf4"), "@f4");
    assert_eq!(north("(+FT)", "gf4"), "f3 xf4 _f4 f5 f6 f7");
    // A Navy with an Air Force aboard does not fly at all.
    let position = red("Cj1 ck12 (NF)c2 gd4 gd5");
    assert!(legal(&position, "(NF)c2c4") && legal(&position, "(NF)c2c5"));
}
