//! One refusal for each clause. Agreement with the generator is tested in `tests/refusals.rs`.

use super::*;

#[track_caller]
fn refuse(fen: &str, from: &str, to: &str, unit: Option<&str>) -> Refusal {
    let position = Position::from_fen(fen).unwrap();
    let unit = unit.map(|text| text.parse().unwrap());
    position.refusal(from.parse().unwrap(), to.parse().unwrap(), unit).expect("an illegal move")
}

#[track_caller]
fn assert_refused(fen: &str, from: &str, to: &str, code: &str, clause: &str) -> Refusal {
    let refusal = refuse(fen, from, to, None);
    assert_eq!((refusal.code(), refusal.clause()), (code, clause), "{refusal:?}");
    refusal
}

#[track_caller]
fn assert_variant(refusal: &Refusal, variant: &str) {
    assert_eq!(refusal.variant(), Some(variant), "{refusal:?}");
}

fn points(refusal: &Refusal) -> Vec<String> {
    refusal.points().iter().map(Square::to_string).collect()
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
fn the_mover_must_be_ours() {
    assert_refused(Position::START_FEN, "e5", "e6", "EMPTY_POINT", "3");
    assert_refused(Position::START_FEN, "c8", "c7", "NOT_YOUR_PIECE", "1.1");
    assert_refused(Position::START_FEN, "c5", "c5", "SAME_POINT", "3");
    assert_eq!(refuse(Position::START_FEN, "c5", "c6", Some("T")).code(), "EMPTY_POINT");
}

#[test]
fn rules_2_direction_and_range() {
    assert_variant(&assert_refused(Position::START_FEN, "c5", "d6", "WRONG_DIRECTION", "2"), "orthogonal");
    assert_variant(&assert_refused(Position::START_FEN, "g5", "h7", "WRONG_DIRECTION", "2"), "all");
    assert_refused(Position::START_FEN, "c5", "c7", "OUT_OF_RANGE", "2");
    assert_refused(&board(&[(5, "5+I5")]), "f5", "f8", "OUT_OF_RANGE", "2.1");
    let missile = assert_refused(&board(&[(3, "5S5")]), "f3", "h5", "OUT_OF_RANGE", "2.2");
    assert!(matches!(missile.cause(), Cause::OutOfRange { range: 1, distance: 2, .. }), "{missile:?}");
    assert_refused(Position::START_FEN, "f2", "f3", "HEADQUARTER_FIXED", "2.1");
}

#[test]
fn rules_3_4_terrain() {
    assert_variant(&assert_refused(&board(&[(5, "2I8")]), "c5", "b5", "TERRAIN", "3.4"), "sea");
    assert_variant(&assert_refused(&board(&[(5, "2N8")]), "c5", "d5", "TERRAIN", "3.4"), "land");
    assert_variant(&assert_refused(&board(&[(5, "2N8")]), "c5", "d6", "TERRAIN", "3.4"), "shore");
    assert_refused(&board(&[(5, "4A6")]), "e5", "e8", "RIVER", "3.4");
    // A bridge lets it cross.
    let bridge = Position::from_fen(&board(&[(5, "5A5")])).unwrap();
    assert_eq!(bridge.refusal("f5".parse().unwrap(), "f8".parse().unwrap(), None), None);
}

#[test]
fn rules_3_5_an_air_force_lands_on_land_and_outside_zones() {
    assert_variant(&assert_refused(&board(&[(5, "3F7")]), "d5", "a5", "TERRAIN", "3.5"), "sea");
    let zone = assert_refused(&board(&[(5, "3F7"), (9, "3g7")]), "d5", "d8", "AIR_DEFENSE", "3.5");
    assert_variant(&zone, "suicideOnly");
    assert_eq!(points(&zone), ["d9"]);
    let two = board(&[(5, "3F7"), (8, "4g6"), (9, "2g8")]);
    assert_variant(&assert_refused(&two, "d5", "d9", "AIR_DEFENSE", "5.3"), "shotDown");
}

#[test]
fn rules_3_7_combinations() {
    assert_refused(&board(&[(5, "5IM4")]), "f5", "g5", "NO_STACK", "7.1");
    assert_refused(&board(&[(5, "2NF7")]), "c5", "d5", "TERRAIN", "3.4");
}

#[test]
fn rules_3_8_a_unit_in_the_way() {
    let blocked = assert_refused(&board(&[(5, "5TI4")]), "f5", "h5", "BLOCKED", "3.8");
    assert_eq!(points(&blocked), ["g5"]);
    assert_refused(&board(&[(3, "1N9"), (5, "1n9")]), "b3", "b6", "BLOCKED", "3.8");
    assert_refused(&board(&[(5, "5Tim3")]), "f5", "h5", "BLOCKED", "3.8");
}

#[test]
fn rules_4_captures() {
    assert_refused(&board(&[(5, "5T2i2")]), "f5", "i5", "CAPTURE_RANGE", "4.1");
    let navy = assert_refused(&board(&[(3, "2N8"), (7, "2i8")]), "c3", "c7", "CAPTURE_RANGE", "4.4");
    assert!(matches!(navy.cause(), Cause::CaptureRange { range: 3, distance: 4, .. }), "{navy:?}");
    assert_refused("9c1/11/11/11/11/11/11/11/3i7/11/3C7/11 r - - 0 1", "d2", "d4", "CAPTURE_RANGE", "4.3");
    let diagonal = "11/11/11/11/11/4c6/3+C7/11/11/11/11/11 r - - 0 1";
    assert_refused(diagonal, "d6", "e7", "COMMANDER_DIAGONAL", "4.3");
}

#[test]
fn rules_6_3_the_forbidden_line() {
    let fen = "9c1/11/11/11/11/11/11/11/11/11/11/8C2 r - - 0 1";
    assert_eq!(points(&assert_refused(fen, "i1", "j1", "FORBIDDEN_LINE", "6.3")), ["j1", "j12"]);
}

#[test]
fn rules_6_5_our_commander_in_danger() {
    // Only the Tank stands between the Commanders.
    let exposed = "3c7/11/11/11/11/11/11/3T7/11/11/11/3C7 r - - 0 1";
    assert_eq!(points(&assert_refused(exposed, "d5", "e5", "COMMANDER_EXPOSED", "6.5")), ["d1", "d12"]);
    let check = board(&[(3, "3t7"), (8, "8I2"), (10, "3i7")]);
    assert_eq!(points(&assert_refused(&check, "i8", "i9", "COMMANDER_THREATENED", "6.5")), ["d1", "d3"]);
    let missing = "6c4/11/11/11/11/11/11/3T7/11/11/11/11 r - - 0 1";
    assert_refused(missing, "d5", "d6", "NO_COMMANDER", "6.5");
}

#[test]
fn rules_9_sessions() {
    let stack = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";
    assert_eq!(refuse(stack, "d5", "d6", Some("(TI)")).code(), "ONE_BY_ONE");
    let open = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1 d5:(FI):T>d7...";
    assert_refused(open, "e1", "e2", "SESSION_OPEN", "9.2");
    assert_eq!(refuse(open, "d5", "d6", Some("T")).code(), "NOT_REMAINING");
    assert_eq!(refuse(open, "d5", "f6", Some("I")).code(), "WRONG_DIRECTION");
}

#[test]
fn rules_9_5_commits() {
    // The Navy has sailed off; the Infantry cannot stay at sea.
    let open = "6c4/11/11/11/11/11/11/1(NI)9/11/11/11/4C6 r - - 0 1 b5:I:N>b6...";
    let refusal = Position::from_fen(open).unwrap().commit_refusal().unwrap();
    assert_eq!((refusal.code(), refusal.clause()), ("CANNOT_STAY", "9.5"));
    assert_eq!(Position::start().commit_refusal(), None);
}

#[test]
fn a_game_that_is_over_refuses_every_move() {
    let fen = "11/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1";
    let position = Position::from_fen(fen).unwrap();
    let refusal = Game::from(position).lan_refusal("(TI)d5d6").unwrap();
    assert_eq!((refusal.code(), refusal.clause()), ("GAME_OVER", "10"));
    assert_eq!(position.lan_refusal("(TI)d5d6"), None);
}

#[test]
fn lan_is_read() {
    let position = Position::start();
    assert_eq!(position.lan_refusal("Ic5c7").unwrap().code(), "OUT_OF_RANGE");
    assert_eq!(position.lan_refusal("Ic5c6"), None);
    assert_eq!(position.lan_refusal("Ic5>xc7").unwrap().code(), "OUT_OF_RANGE");
    for text in ["", "I", "c", "Ic5", "c5c7", "Zc5c6", "Ic5é", "éé", "I99c5c6", "a", "((c1c2", "Ic5xk13"] {
        assert_eq!(position.lan_refusal(text), None, "{text}");
    }
}
