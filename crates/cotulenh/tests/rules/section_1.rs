//! Board and terrain. 1.1–1.3 and 1.5 are proved in `square.rs` and `terrain.rs`.

use cotulenh::{Color, Position, perft};

use crate::positions::{fen, reach, red, unit};

fn loads(units: &str) -> bool {
    Position::from_fen(&fen('r', &format!("Cj1 ck12 {units}"))).is_ok()
}

#[test]
fn rules_1_1_red_sits_at_the_bottom_and_moves_first() {
    let start = Position::start();
    assert_eq!(start.turn(), Color::Red);
    assert_eq!(start.board().commander(Color::Red), "g1".parse().ok());
    assert_eq!(start.board().commander(Color::Blue), "g12".parse().ok());
    for square in start.board().of(Color::Red) {
        assert!(square.rank() <= 5);
    }
}

#[test]
fn rules_1_2_navies_stand_on_files_a_to_c_and_in_the_river_mouth_only() {
    for point in ["a1", "b12", "c5", "c12", "d6", "e6", "d7", "e7"] {
        assert!(loads(&format!("N{point}")), "{point}");
    }
    for point in ["d5", "d8", "e5", "e8", "f6", "f7", "k6"] {
        assert!(!loads(&format!("N{point}")), "{point}");
    }
}

#[test]
fn rules_1_3_every_other_role_stands_on_files_c_to_k_only() {
    for role in "ITMEAGSFH".chars() {
        for point in ["c1", "d6", "e7", "k11"] {
            assert!(loads(&format!("{role}{point}")), "{role} {point}");
        }
        for point in ["a6", "b1"] {
            assert!(!loads(&format!("{role}{point}")), "{role} {point}");
        }
    }
}

#[test]
fn rules_1_4_the_top_alone_decides_about_terrain() {
    // Passengers of a Navy at sea and of an Air Force on land.
    assert!(loads("(NFT)a5") && loads("(NI)b7") && loads("(FTI)g5"));
    assert!(!loads("(FTI)b5") && !loads("(TI)a5") && !loads("(NFT)f5"));
    // A Navy takes its passengers where they could not go, and not where only they could.
    let position = red("Cj1 ck12 (NI)c5");
    assert_eq!(
        reach(&position, "c5"),
        "c6 c7 c8 c9 c4 c3 c2 c1 b5 a5 b6 a7 b4 a3",
        "the Infantry does not let it ashore"
    );
}

#[test]
fn rules_1_5_the_river_is_between_ranks_6_and_7_with_bridges_on_f_and_h() {
    // An Anti-Air goes one point, and over the river by bridge only.
    for file in 'c'..='k' {
        let bridge = file == 'f' || file == 'h';
        let north = format!("{file}7");
        let crosses = |from: &str, to: &str| {
            reach(&red(&format!("Cj1 ck12 G{from}")), from).split(' ').any(|target| target == to)
        };
        assert_eq!(crosses(&format!("{file}6"), &north), bridge, "{file}");
        assert_eq!(crosses(&north, &format!("{file}6")), bridge, "{file}");
        assert!(crosses(&format!("{file}5"), &format!("{file}6")), "{file}");
        assert!(crosses(&format!("{file}8"), &north), "{file}");
    }
}

#[test]
fn rules_1_6_start_position_and_its_counts() {
    let start = Position::start();
    assert_eq!(perft(&start, 1), 116);
    assert_eq!(perft(&start, 2), 13_460);
    let row: Vec<String> = "abcdefghijk".chars().map(|file| unit(&start, &format!("{file}5"))).collect();
    assert_eq!(row.join("."), "..I.E...M...E.I");
    for square in start.board().of(Color::Red) {
        // Blue mirrors Red.
        let mirrored = format!("{}{}", square.file_letter(), 13 - square.rank());
        assert_eq!(unit(&start, &mirrored), unit(&start, &square.to_string()).to_lowercase());
    }
}
