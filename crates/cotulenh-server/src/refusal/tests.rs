//! One refusal for each clause, and words for whatever can be asked.

use cotulenh::{Position, Square};

use super::*;

#[track_caller]
fn why(fen: &str, from: &str, to: &str) -> Refusal {
    why_unit(fen, from, to, None)
}

#[track_caller]
fn why_unit(fen: &str, from: &str, to: &str, unit: Option<&str>) -> Refusal {
    let position = Position::from_fen(fen).unwrap();
    let unit = unit.map(|text| text.parse().unwrap());
    of_move(&position, from.parse().unwrap(), to.parse().unwrap(), unit).expect("illegal")
}

#[track_caller]
fn assert_why(fen: &str, from: &str, to: &str, code: &str, clause: &str) -> Refusal {
    let refusal = why(fen, from, to);
    assert_eq!((refusal.code, refusal.clause), (code, clause), "{refusal:?}");
    refusal
}

/// A board with the Commanders out of the way, Red to move; `ranks` replaces ranks by number.
fn board(ranks: &[(usize, &str)]) -> String {
    let mut rows: Vec<&str> = vec!["11"; 12];
    rows[0] = "9c1";
    rows[11] = "3C7";
    for (rank, text) in ranks {
        rows[12 - rank] = text;
    }
    format!("{} r - - 0 1", rows.join("/"))
}

#[test]
fn who_may_move() {
    assert_why(Position::START_FEN, "e5", "e6", "EMPTY_POINT", "3");
    assert_why(Position::START_FEN, "c8", "c7", "NOT_YOUR_PIECE", "1.1");
    assert_why(Position::START_FEN, "c5", "c5", "SAME_POINT", "3");
    assert_why("11/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1", "d5", "d6", "GAME_OVER", "10");
}

#[test]
fn rules_2_direction_and_range() {
    let refusal = assert_why(Position::START_FEN, "c5", "d6", "WRONG_DIRECTION", "2");
    assert_eq!(refusal.vi, "Bộ binh chỉ đi theo hàng dọc và hàng ngang.");
    assert_why(Position::START_FEN, "g5", "h7", "WRONG_DIRECTION", "2");
    assert_why(Position::START_FEN, "c5", "c7", "OUT_OF_RANGE", "2");
    assert_why(&board(&[(5, "5+I5")]), "f5", "f8", "OUT_OF_RANGE", "2.1");
    assert_why(&board(&[(3, "5S5")]), "f3", "h5", "OUT_OF_RANGE", "2.2");
    assert_why(Position::START_FEN, "f2", "f3", "HEADQUARTER_FIXED", "2.1");
}

#[test]
fn rules_3_4_terrain() {
    assert_why(&board(&[(5, "2I8")]), "c5", "b5", "TERRAIN", "3.4");
    assert_why(&board(&[(5, "2N8")]), "c5", "d5", "TERRAIN", "3.4");
    assert_why(&board(&[(5, "4A6")]), "e5", "e8", "RIVER", "3.4");
    let shore = assert_why(&board(&[(5, "2N8")]), "c5", "d6", "TERRAIN", "3.4");
    assert!(shore.vi.contains("cửa sông"));
    // Over the bridge it may.
    let bridge = Position::from_fen(&board(&[(5, "5A5")])).unwrap();
    assert_eq!(of_move(&bridge, "f5".parse().unwrap(), "f8".parse().unwrap(), None), None);
}

#[test]
fn rules_3_5_air_force_lands_on_land_and_outside_zones() {
    assert_why(&board(&[(5, "3F7")]), "d5", "a5", "TERRAIN", "3.5");
    let zone = assert_why(&board(&[(5, "3F7"), (9, "3g7")]), "d5", "d8", "AIR_DEFENSE", "3.5");
    assert_eq!(zone.squares, ["d9"]);
    let two = board(&[(5, "3F7"), (8, "4g6"), (9, "2g8")]);
    assert_why(&two, "d5", "d9", "AIR_DEFENSE", "5.3");
}

#[test]
fn rules_3_7_combinations() {
    assert_why(&board(&[(5, "5IM4")]), "f5", "g5", "NO_STACK", "7.1");
    // A Navy may not carry where it could not stand.
    assert_why(&board(&[(5, "2NF7")]), "c5", "d5", "TERRAIN", "3.4");
}

#[test]
fn rules_3_8_what_stands_in_the_way() {
    let blocked = assert_why(&board(&[(5, "5TI4")]), "f5", "h5", "BLOCKED", "3.8");
    assert_eq!(
        (blocked.squares[0].as_str(), blocked.en.as_str()),
        ("g5", "The Infantry on g5 is in the way.")
    );
    assert_why(&board(&[(3, "1N9"), (5, "1n9")]), "b3", "b6", "BLOCKED", "3.8");
    assert_why(&board(&[(5, "5Tim3")]), "f5", "h5", "BLOCKED", "3.8");
}

#[test]
fn rules_4_captures() {
    assert_why(&board(&[(5, "5T2i2")]), "f5", "i5", "CAPTURE_RANGE", "4.1");
    assert_why(&board(&[(3, "2N8"), (7, "2i8")]), "c3", "c7", "CAPTURE_RANGE", "4.4");
    assert_why("9c1/11/11/11/11/11/11/11/3i7/11/3C7/11 r - - 0 1", "d2", "d4", "CAPTURE_RANGE", "4.3");
    // Next to each other across the corner.
    assert_why("11/11/11/11/11/4c6/3+C7/11/11/11/11/11 r - - 0 1", "d6", "e7", "COMMANDER_DIAGONAL", "4.3");
}

#[test]
fn rules_6_3_the_forbidden_line() {
    let sight =
        assert_why("9c1/11/11/11/11/11/11/11/11/11/11/8C2 r - - 0 1", "i1", "j1", "FORBIDDEN_LINE", "6.3");
    assert_eq!(sight.squares, ["j1", "j12"]);
}

#[test]
fn rules_6_5_the_own_commander() {
    // The Tank is all that stands between the Commanders.
    let exposed = "3c7/11/11/11/11/11/11/3T7/11/11/11/3C7 r - - 0 1";
    let refusal = assert_why(exposed, "d5", "e5", "COMMANDER_EXPOSED", "6.5");
    assert_eq!(refusal.vi, "Hai Tư lệnh ở d1 và d12 sẽ lộ mặt nhau, không có quân nào che giữa.");
    let check =
        assert_why(&board(&[(3, "3t7"), (8, "8I2"), (10, "3i7")]), "i8", "i9", "COMMANDER_THREATENED", "6.5");
    assert_eq!(check.squares, ["d1", "d3"]);
    assert_eq!(check.vi, "Tư lệnh ở d1 sẽ bị chiếu bởi: Xe tăng ở d3.");
}

#[test]
fn rules_9_sessions() {
    let stack = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";
    assert_eq!(why_unit(stack, "d5", "d6", Some("(TI)")).code, "ONE_BY_ONE");
    let open = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1 d5:(FI):T>d7...";
    assert_why(open, "e1", "e2", "SESSION_OPEN", "9.2");
    assert_eq!(why_unit(open, "d5", "d6", Some("T")).code, "NOT_REMAINING");
    assert_eq!(why_unit(open, "d5", "f6", Some("I")).code, "WRONG_DIRECTION");
}

#[test]
fn rules_9_5_commit_obstacles() {
    // The Navy has sailed off; the Infantry cannot stay at sea.
    let open =
        Position::from_fen("6c4/11/11/11/11/11/11/1(NI)9/11/11/11/4C6 r - - 0 1 b5:I:N>b6...").unwrap();
    let refusal = commit_obstacle(&open).unwrap();
    assert_eq!((refusal.code, refusal.clause), ("CANNOT_STAY", "9.5"));
    assert_eq!(refusal.vi, "Chưa thể kết thúc lượt: Bộ binh không ở lại b5 được, vì đó là biển.");
    assert_eq!(commit_obstacle(&Position::start()), None);
}

#[test]
fn lan_is_understood() {
    let position = Position::start();
    assert_eq!(of_lan(&position, "Ic5c7").unwrap().code, "OUT_OF_RANGE");
    assert_eq!(of_lan(&position, "Ic5c6"), None);
    for text in ["", "I", "c", "Ic5", "Zc5c6", "Ic5é", "éé", "I99c5c6", "a", "((c1c2", "Ic5xk13"] {
        assert_eq!(of_lan(&position, text), None, "{text}");
    }
}

/// Legal moves have no refusal, and everything else has one with words, wherever play leads.
#[test]
fn every_pair_of_points_has_an_answer() {
    let mut position = Position::start();
    let mut seed = 7u64;
    let mut asked = 0;
    for turn in 0..160 {
        let actions = position.actions();
        for from in (position.board().of(position.turn())).iter().step_by(1 + turn % 3) {
            let legal = position.legal_moves_from(from);
            let units =
                position.board().get(from).into_iter().flat_map(|u| u.pieces().map(Unit::from).chain([u]));
            for unit in units {
                for to in Square::all() {
                    let refusal = of_move(&position, from, to, Some(unit));
                    let is_legal = legal.iter().any(|mv| mv.to() == to && same_roles(mv.unit(), unit));
                    let over = position.is_game_over();
                    assert_eq!(
                        refusal.is_none(),
                        is_legal && !over,
                        "{position}: {unit} {from} {to}: {refusal:?}"
                    );
                    assert_ne!(refusal.map(|r| r.code), Some("ILLEGAL"), "{position}: {unit} {from} {to}");
                    asked += 1;
                }
            }
        }
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let Some(action) = actions.get((seed >> 33) as usize % actions.len().max(1)) else { break };
        position = position.after_unchecked(*action);
    }
    assert!(asked > 50_000, "{asked}");
}
