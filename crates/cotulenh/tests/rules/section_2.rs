//! The table of roles, read off the moves that each of them has on an open board.

use cotulenh::{Direction, MoveKind, Position, Square, terrain};

use crate::positions::{pseudo_reach, reach, red};

/// How far the unit on `from` moves in each direction (N E S W NW NE SE SW) on an otherwise empty
/// board.
fn move_distances(position: &Position, from: &str) -> [usize; 8] {
    let from: Square = from.parse().unwrap();
    let mut distances = [0; 8];
    for mv in
        position.legal_moves_from(from).iter().filter(|mv| mv.kind() == MoveKind::Move && !mv.is_deploy())
    {
        distances[from.direction_to(mv.to()).unwrap() as usize] += 1;
    }
    distances
}

/// How far a piece on f6 takes an Infantry, in each direction; to the west the land ends after
/// three points.
fn capture_distances(piece: &str) -> [u8; 8] {
    let from: Square = "f6".parse().unwrap();
    Direction::ALL.map(|direction| {
        let takes = |distance: &u8| {
            let Some(to) = from.step(direction, *distance).filter(|&to| terrain::LAND.contains(to)) else {
                return false;
            };
            let position = red(&format!("{piece}f6 i{to}"));
            position.pseudo_legal_moves().iter().any(|mv| mv.kind().is_capture() && mv.to() == to)
        };
        let distances: Vec<u8> = (1..=11).filter(takes).collect();
        assert!(
            distances.iter().copied().eq(1..=distances.len() as u8),
            "{piece} {direction:?} {distances:?}"
        );
        distances.len() as u8
    })
}

#[test]
fn rules_2_table_how_far_each_role_moves_and_where() {
    // From f6 heavy pieces cross the bridge to the north; the sea is four points to the west.
    for (piece, distances) in [
        ("I", [1, 1, 1, 1, 0, 0, 0, 0]),
        ("T", [2, 2, 2, 2, 0, 0, 0, 0]),
        ("M", [1, 1, 1, 1, 1, 1, 1, 1]),
        ("E", [1, 1, 1, 1, 0, 0, 0, 0]),
        ("A", [3, 3, 3, 3, 0, 0, 3, 3]),
        ("G", [1, 1, 1, 1, 0, 0, 0, 0]),
        ("S", [2, 2, 2, 2, 0, 0, 1, 1]),
        ("F", [4, 4, 4, 3, 3, 4, 4, 3]),
        ("H", [0, 0, 0, 0, 0, 0, 0, 0]),
    ] {
        assert_eq!(move_distances(&red(&format!("Ce1 ck12 {piece}f6")), "f6"), distances, "{piece}");
    }
    // Unlimited, up to the sea, the edge and the points that the enemy Commander sees (f12, k6).
    assert_eq!(move_distances(&red("Cf6 ck12"), "f6"), [5, 4, 5, 3, 0, 0, 0, 0]);
    assert_eq!(move_distances(&red("Cj1 ck12 Na6"), "a6"), [4, 4, 4, 0, 0, 2, 2, 0]);
}

#[test]
fn rules_2_1_heroic_pieces_move_one_further_and_in_all_directions() {
    for (piece, distances) in [
        ("+I", [2, 2, 2, 2, 2, 2, 2, 2]),
        ("+T", [3, 3, 3, 3, 3, 3, 3, 3]),
        ("+M", [2, 2, 2, 2, 2, 2, 2, 2]),
        ("+E", [2, 2, 2, 2, 2, 2, 2, 2]),
        ("+A", [4, 4, 4, 3, 0, 0, 4, 3]),
        ("+G", [2, 2, 2, 2, 0, 0, 2, 2]),
        ("+S", [3, 3, 3, 3, 0, 0, 2, 2]),
        ("+F", [5, 5, 5, 3, 3, 5, 5, 3]),
        ("+H", [1, 1, 1, 1, 1, 1, 1, 1]),
    ] {
        assert_eq!(move_distances(&red(&format!("Ce1 ck12 {piece}f6")), "f6"), distances, "{piece}");
    }
    assert_eq!(move_distances(&red("+Cf6 ck12"), "f6"), [5, 4, 5, 3, 3, 4, 4, 3]);
    assert_eq!(move_distances(&red("Cj1 ck12 +Na6"), "a6"), [5, 4, 5, 0, 0, 2, 2, 0]);
    // A heroic passenger does not make its carrier heroic.
    assert_eq!(move_distances(&red("Ce1 ck12 (T+I)f6"), "f6"), [2, 2, 2, 2, 0, 0, 0, 0]);
}

#[test]
fn rules_2_table_how_far_each_role_captures_and_where() {
    for (piece, distances) in [
        ("C", [1, 1, 1, 1, 0, 0, 0, 0]),
        ("I", [1, 1, 1, 1, 0, 0, 0, 0]),
        ("T", [2, 2, 2, 2, 0, 0, 0, 0]),
        ("M", [1, 1, 1, 1, 1, 1, 1, 1]),
        ("E", [1, 1, 1, 1, 0, 0, 0, 0]),
        ("A", [3, 3, 3, 3, 3, 3, 3, 3]),
        ("G", [1, 1, 1, 1, 0, 0, 0, 0]),
        ("S", [2, 2, 2, 2, 1, 1, 1, 1]),
        ("F", [4, 4, 4, 3, 3, 4, 4, 3]),
        ("H", [0, 0, 0, 0, 0, 0, 0, 0]),
        // 2.1
        ("+C", [1, 1, 1, 1, 1, 1, 1, 1]),
        ("+I", [2, 2, 2, 2, 2, 2, 2, 2]),
        ("+T", [3, 3, 3, 3, 3, 3, 3, 3]),
        ("+M", [2, 2, 2, 2, 2, 2, 2, 2]),
        ("+E", [2, 2, 2, 2, 2, 2, 2, 2]),
        ("+A", [4, 4, 4, 3, 3, 4, 4, 3]),
        ("+G", [2, 2, 2, 2, 2, 2, 2, 2]),
        ("+S", [3, 3, 3, 3, 2, 2, 2, 2]),
        ("+F", [5, 5, 5, 3, 3, 5, 5, 3]),
        ("+H", [1, 1, 1, 1, 1, 1, 1, 1]),
    ] {
        assert_eq!(capture_distances(piece), distances, "{piece}");
    }
}

#[test]
fn rules_2_2_a_missile_reaches_one_point_less_on_a_diagonal() {
    let moves = |piece: &str| move_distances(&red(&format!("Cc1 ck12 {piece}f4")), "f4");
    assert_eq!(moves("S"), [2, 2, 2, 2, 1, 1, 1, 1]);
    assert_eq!(moves("+S"), [3, 3, 3, 3, 2, 2, 2, 2]);
    assert_eq!(capture_distances("S"), [2, 2, 2, 2, 1, 1, 1, 1]);
    assert_eq!(capture_distances("+S"), [3, 3, 3, 3, 2, 2, 2, 2]);
}

#[test]
fn rules_2_3_artillery_anti_air_and_missile_alone_are_heavy() {
    for (piece, crosses) in [
        ("A", false),
        ("G", false),
        ("S", false),
        ("I", true),
        ("T", true),
        ("M", true),
        ("E", true),
        ("F", true),
        ("+H", true),
    ] {
        let position = red(&format!("Ce1 ck12 {piece}g6"));
        assert_eq!(reach(&position, "g6").split(' ').any(|to| to == "g7"), crosses, "{piece}");
    }
}

#[test]
fn rules_2_table_what_each_role_moves_past() {
    // A friendly Headquarter, which only a Commander can join, one point to the east.
    for piece in ["I", "+I", "T", "+T", "+M", "+E", "A", "+A", "+G", "S", "+S", "+H"] {
        let position = red(&format!("Ce1 ck12 {piece}f4 Hg4"));
        assert_eq!(move_distances(&position, "f4")[Direction::East as usize], 0, "{piece}");
    }
    let past = |piece: &str| move_distances(&red(&format!("Ce1 ck12 {piece}f4 Hg4 Hi4")), "f4")[1];
    assert_eq!(past("F"), 2, "h4 and j4");
    assert_eq!(past("+F"), 3);
    // A Commander joins what it meets, so an enemy stands in its way here.
    assert_eq!(reach(&red("Cf4 ck12 hf5 he4 hg4 hf3"), "f4"), "xf5 xg4 xf3 xe4");
    // A Navy passes everything but Navies, its own included.
    let navy = |other: &str| pseudo_reach(&red(&format!("Nc2 {other}")), "c2");
    let west = " b2 a2 b3 a4 b1";
    assert_eq!(navy("Ec3"), format!("c4 c5 c6 c1{west}"));
    assert_eq!(navy("ec3"), format!("xc3 c4 c5 c6 c1{west}"));
    assert_eq!(navy("(NF)c3"), format!("c1{west}"));
    assert_eq!(navy("(nf)c3"), format!("xc3 c1{west}"));
}

#[test]
fn rules_2_table_what_each_role_captures_past() {
    // Something of either colour at distance 1, prey behind it at distance 2.
    for (piece, past) in [
        ("T", false),
        ("+T", false),
        ("+I", false),
        ("+M", false),
        ("+E", false),
        ("+G", false),
        ("A", true),
        ("S", true),
        ("F", true),
    ] {
        for screen in ["H", "h"] {
            let position = red(&format!("{piece}f4 {screen}g4 ih4"));
            let takes = pseudo_reach(&position, "f4").split(' ').any(|to| to == "xh4");
            assert_eq!(takes, past, "{piece} past {screen}");
        }
    }
    for screen in ["E", "e", "N", "n"] {
        let position = red(&format!("Nc2 {screen}c3 ic4"));
        assert!(pseudo_reach(&position, "c2").contains("xc4"), "{screen}");
    }
}
