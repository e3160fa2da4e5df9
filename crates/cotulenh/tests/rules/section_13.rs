//! FEN validation.

use cotulenh::{Position, check_fen};

use crate::positions::unit;

/// The faults as `CODE/category`.
fn faults(fen: &str) -> Vec<String> {
    check_fen(fen).iter().map(|f| format!("{}/{}", f.code().name(), f.category().name())).collect()
}

/// The faults of a FEN whose rank 6 is given; the Commanders stand on ranks 12 and 1.
fn rank(text: &str) -> Vec<String> {
    faults(&format!("10c/11/11/11/11/11/{text}/11/11/11/11/9C1 r - - 0 1"))
}

const FORMAT: &str = "FEN_INVALID_FORMAT/structure";
const PLUS: &str = "FEN_INVALID_FORMAT/lexical";
const SEMANTIC: &str = "FEN_INVALID_FORMAT/semantic";
const NUMBER: &str = "FEN_INVALID_FILE_COUNT/lexical";
const LENGTH: &str = "FEN_INVALID_FILE_COUNT/structure";
const PARENTHESES: &str = "FEN_MISMATCH_PARENTHESES/structure";
const PIECE: &str = "FEN_INVALID_PIECE/lexical";
const RANKS: &str = "FEN_INVALID_RANK_COUNT/structure";
const COMBINATION: &str = "COMBINATION_FAILED/combination";
const TERRAIN: &str = "BOARD_INVALID_TERRAIN/terrain";
const COMMANDERS: &str = "COMMANDER_LIMIT_EXCEEDED/semantic";
const NONE: [&str; 0] = [];

#[test]
fn rules_13_1_six_fields_at_least() {
    assert_eq!(faults(""), [FORMAT]);
    assert_eq!(faults("11/11 r - - 0"), [FORMAT], "and nothing else is looked at");
    assert_eq!(faults(Position::START_FEN), NONE);
    assert_eq!(faults(&Position::START_FEN.replace(' ', " \t ")), NONE);
    // The seventh is a deploy suffix.
    let fen = "10c/11/11/11/11/11/5(TI)5/11/11/11/11/9C1 r - - 0 1";
    assert_eq!(faults(&format!("{fen} f6:I:T>f8...")), NONE);
    assert_eq!(faults(&format!("{fen} x")), [SEMANTIC]);
}

#[test]
fn rules_13_1_white_space_is_that_of_ecmascript() {
    let spaces =
        "\t\n\u{b}\u{c}\r \u{a0}\u{1680}\u{2000}\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}\u{feff}";
    for space in spaces.chars() {
        let fen = Position::START_FEN.replace(' ', &space.to_string());
        for text in [fen.clone(), format!("{space}{fen}{space}"), format!("{space}{space}{fen}")] {
            assert_eq!(faults(&text), NONE, "{space:?}");
            assert_eq!(Position::from_fen(&text), Ok(Position::start()), "{space:?}");
        }
    }
    // Next line, zero-width space, Mongolian vowel separator.
    for other in ['\u{85}', '\u{200b}', '\u{180e}', '_'] {
        assert_eq!(faults(&Position::START_FEN.replace(' ', &other.to_string())), [FORMAT], "{other:?}");
    }
}

#[test]
fn rules_13_2_the_fields_after_the_placement() {
    let tail = |tail: &str| faults(&format!("10c/11/11/11/11/11/11/11/11/11/11/9C1 {tail}"));
    for good in ["r - - 0 1", "b - - 007 10", "r - - 120 4000"] {
        assert_eq!(tail(good), NONE, "{good}");
    }
    for bad in [
        "w - - 0 1",
        "R - - 0 1",
        "r x - 0 1",
        "r - x 0 1",
        "r - - -1 1",
        "r - - x 1",
        "r - - 1.5 1",
        "r - - 0 0",
        "r - - 0 01",
        "r - - 0 -1",
        "r - - 0 x",
    ] {
        assert_eq!(tail(bad), [FORMAT], "{bad}");
    }
    assert_eq!(tail("w x x x x"), [FORMAT; 5]);
}

#[test]
fn rules_13_3_twelve_ranks() {
    assert_eq!(faults("11/11/11/11/11/11/11/11/11/11/11 r - - 0 1"), [RANKS]);
    assert_eq!(faults("11/11/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1"), [RANKS]);
    // The fields before it are reported too, the ranks are not looked at.
    assert_eq!(faults("zz/99 w - - 0 1"), [FORMAT, RANKS]);
}

#[test]
fn rules_13_4_numbers() {
    for good in ["11", "10T", "2T8", "9T1", "2TTTTTTTTT", "N10", "1N9"] {
        assert_eq!(rank(good), NONE, "{good}");
    }
    assert_eq!(rank("12"), [NUMBER, LENGTH]);
    assert_eq!(rank("19"), [NUMBER, LENGTH]);
    assert_eq!(rank("1211"), [NUMBER, LENGTH], "it counts all the same");
    assert_eq!(rank("011"), [NUMBER], "0 adds nothing");
    assert_eq!(rank("29"), NONE, "only a 1 takes a second digit");
    assert_eq!(rank("21"), [LENGTH]);
    assert_eq!(rank("111"), [LENGTH], "11 and 1");
    // Also inside parentheses: the Tank stands on e6, the Infantry on f6.
    let fen = "10c/11/11/11/11/11/4(T1I)5/11/11/11/11/9C1 r - - 0 1";
    assert_eq!(faults(fen), NONE);
    let position: Position = fen.parse().unwrap();
    assert_eq!((unit(&position, "e6"), unit(&position, "f6")), ("T".into(), "I".into()));
}

#[test]
fn rules_13_4_parentheses() {
    assert_eq!(rank("4(TI)6"), NONE);
    assert_eq!(rank("4((TI)6"), [FORMAT, PARENTHESES]);
    assert_eq!(rank("4((TI))5"), [FORMAT], "each ) adds a point");
    assert_eq!(rank("4)6"), [PARENTHESES]);
    assert_eq!(rank("4)7"), [PARENTHESES, LENGTH]);
    // The depth is not reset: the next ) is one too many again. But any ( begins a stack.
    assert_eq!(rank("4)(TI)5"), [PARENTHESES, PARENTHESES]);
    assert_eq!(rank("4)(TI)3"), [PARENTHESES, PARENTHESES, LENGTH]);
    // After a ) the inside goes on while the depth is positive.
    assert_eq!(rank("4((T)I)5"), [FORMAT]);
    assert_eq!(rank("4(T)I5"), NONE);
    assert_eq!(rank("4(TI6"), [PARENTHESES, LENGTH]);
    assert_eq!(rank("4(TI7"), [PARENTHESES]);
}

#[test]
fn rules_13_4_plus_and_letters() {
    assert_eq!(rank("4+T6"), NONE);
    assert_eq!(rank("4+6T"), [PLUS]);
    assert_eq!(rank("4++T6"), [PLUS]);
    assert_eq!(rank("4+(TI)6"), [PLUS]);
    assert_eq!(rank("4(TI+)6"), [PLUS]);
    assert_eq!(rank("4T6+"), [PLUS]);
    assert_eq!(rank("4T+z6"), [PLUS, PIECE]);
    for letter in "bdjklopqruvwxyz_-*".chars() {
        assert_eq!(rank(&format!("5{letter}6")), [PIECE], "{letter} adds no point");
    }
    for letter in "itmeagsfhITMEAGSFH".chars() {
        assert_eq!(rank(&format!("5{letter}5")), NONE, "{letter}");
    }
    assert_eq!(rank("2n8"), NONE);
}

#[test]
fn rules_13_4_all_faults_are_collected_in_order() {
    assert_eq!(rank("4(z+"), [PIECE, PARENTHESES, PLUS, LENGTH]);
    let fen = "10c/12/11/11/11/11/4)6/11/x10/11/11/9C1 w - - 0 0";
    assert_eq!(faults(fen), [FORMAT, FORMAT, NUMBER, LENGTH, PARENTHESES, PIECE, LENGTH]);
}

#[test]
fn rules_13_5_pieces_are_placed_in_text_order() {
    // No legal stack, mixed colours.
    assert_eq!(rank("4(TT)6"), [COMBINATION]);
    assert_eq!(rank("4(IM)6"), [COMBINATION]);
    assert_eq!(rank("4(Ti)6"), [COMBINATION]);
    assert_eq!(rank("4(FTIM)6"), [COMBINATION]);
    // Terrain, asked after each piece: the Tank cannot wait at sea for its Navy.
    assert_eq!(rank("T10"), [TERRAIN]);
    assert_eq!(rank("5N5"), [TERRAIN]);
    assert_eq!(rank("(NT)10"), NONE);
    assert_eq!(rank("(TN)10"), [TERRAIN]);
    assert_eq!(rank("2(TN)8"), NONE);
    // Commanders.
    assert_eq!(rank("4C6"), [COMMANDERS]);
    assert_eq!(rank("4c6"), [COMMANDERS]);
    assert_eq!(rank("4(Tc)6"), [COMBINATION]);
    assert_eq!(rank("4(tc)6"), [COMMANDERS]);
    // The first failure ends it.
    assert_eq!(rank("T4c5"), [TERRAIN]);
    assert_eq!(rank("3c3(TT)3"), [COMMANDERS]);
    assert_eq!(rank("3(TT)3c3"), [COMBINATION]);
    // Only without errors before.
    assert_eq!(rank("T9z"), [PIECE, LENGTH]);
}

#[test]
fn rules_13_5_missing_commanders_come_last() {
    let fen =
        |red: &str, blue: &str| faults(&format!("{blue}10/11/11/11/11/11/11/11/11/11/11/{red}10 r - - 0 1"));
    let on = |red: &str, blue: &str| {
        let text = format!("2{blue}8/11/11/11/11/11/11/11/11/11/11/9{red}1 r - - 0 1");
        check_fen(&text).into_iter().map(|f| f.reason.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(fen("N", "n"), [SEMANTIC, SEMANTIC]);
    let both = on("T", "t");
    assert!(both[0].contains("red") && both[1].contains("blue"), "{both:?}");
    assert!(matches!(&on("C", "t")[..], [blue] if blue.contains("blue")));
    assert!(matches!(&on("T", "c")[..], [red] if red.contains("red")));
    assert!(on("C", "c").is_empty());
    // Not beside another failure.
    assert_eq!(fen("T", "n"), [TERRAIN]);
    // A suffix that cannot be played is one.
    assert_eq!(faults("11/11/11/11/11/11/4(TI)6/11/11/11/11/9C1 r - - 0 1 e6:I:T>e1..."), [SEMANTIC]);
}

#[test]
fn rules_13_6_loading_fails_with_the_first_error_but_not_without_commanders() {
    let load = |placement: &str| Position::from_fen(&format!("{placement} r - - 0 1"));
    assert!(load("11/11/11/11/11/11/4T6/11/11/11/11/11").is_ok());
    let error = load("12/11/11/11/11/11/4z6/11/11/11/11/11").unwrap_err();
    assert_eq!(error.first().map(|fault| fault.code().name()), Some("FEN_INVALID_FILE_COUNT"));
    let error = load("11/11/11/11/11/11/4(TT)6/11/11/11/11/11").unwrap_err();
    assert_eq!(error.first().map(|fault| fault.code().name()), Some("COMBINATION_FAILED"));
}

#[test]
fn rules_13_6_a_single_piece_in_parentheses_is_allowed_and_writing_is_canonical() {
    for (written, canonical) in
        [("4(T)6", "4T6"), ("4(+T)6", "4+T6"), ("4(I+T)6", "4(+TI)6"), ("4(TIF)6", "4(FTI)6"), ("29", "11")]
    {
        let fen = format!("10c/11/11/11/11/11/{written}/11/11/11/11/9C1 r - - 0 1");
        let position: Position = fen.parse().unwrap();
        assert_eq!(position.fen(), fen.replace(&format!("/{written}/"), &format!("/{canonical}/")));
    }
}
