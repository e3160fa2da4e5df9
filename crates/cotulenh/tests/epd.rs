//! EPD lines: round trips, canonical form, faults with their places, hostile text.
//!
//! 3,000 random lines by default; `COTULENH_EPD_LINES=1000000` for more.
#![allow(missing_docs)]

mod support;

use std::io::Read;

use cotulenh::{
    Action, Epd, EpdErrorKind, EpdOperand, MAX_EPD_LENGTH, Position, RuleOptions, Strictness, read_epd,
};
use support::play::{random_action, random_start};
use support::{Random, mutate};

const VARIABLE: &str = "COTULENH_EPD_LINES";
const LINES: usize = 3_000;
const STACK: &str = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - -";

fn lenient(line: &str) -> Epd {
    Epd::parse(line, Strictness::Lenient).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// The fault of a line: column, token and message.
fn fault(line: &str, strictness: Strictness) -> (usize, String, String) {
    let error = Epd::parse(line, strictness).unwrap_err();
    assert_eq!(error.line, 1);
    (error.column, error.token, error.kind.to_string())
}

/// A random line: a position in the middle of a game, its turns, and other operations.
fn random_epd(stock: &[String], random: &mut Random) -> Epd {
    let mut position = random_start(stock, random).with_options(RuleOptions::default());
    for _ in 0..random.below(12) {
        let Some(action) = random_action(&position, random) else { break };
        position.play_action(action).unwrap();
    }
    let mut epd = Epd::from(position);
    let mut texts = Vec::new();
    for action in position.actions() {
        if random.below(8) == 0 {
            texts.push(match action {
                Action::Step(mv) if random.below(2) == 0 => position.san(mv),
                action => action.to_string(),
            });
        }
    }
    if position.session().is_none() {
        let whole = position.whole_turns();
        let deploys = whole.iter().filter(|turn| turn.actions.len() > 1).take(40);
        let game = cotulenh::Game::from(position);
        texts.extend(deploys.flat_map(|turn| game.turn_texts(&turn.actions)).map(|text| text.lan).step_by(9));
    }
    if !texts.is_empty() && texts.iter().map(|text| text.len() + 1).sum::<usize>() < 4_000 {
        epd.set_turns(["bm", "am"][random.below(2)], &texts).unwrap();
    }
    epd.set_number("dm", random.below(9) as i64 - 3).unwrap();
    epd.set_text("id", ["", "a", "Đặng \\ \"x\"", "a;b # c", "\\\\"][random.below(5)]).unwrap();
    epd.set_number("D1", random.below(200) as i64).unwrap();
    epd
}

#[test]
fn random_lines_round_trip() {
    let (stock, mut random) = (support::stock(), Random(23));
    let (mut sessions, mut turns, mut suite) = (0, 0, String::new());
    let mut lines = Vec::new();
    for _ in 0..support::count_from(VARIABLE, LINES) {
        let epd = random_epd(&stock, &mut random);
        let line = epd.to_string();
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            let read = Epd::parse(&line, strictness).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(read, epd, "{line}");
            assert_eq!(read.to_string(), line);
        }
        for opcode in ["bm", "am"] {
            for turn in epd.turns(opcode) {
                turns += 1;
                assert_ne!(&turn.after(epd.position()), epd.position(), "{line}");
                turn.after(epd.position()).check_consistency().unwrap();
            }
        }
        sessions += usize::from(epd.position().session().is_some());
        if suite.len() < 1 << 20 {
            suite.push_str(&line);
            suite.push_str(["\n", "\r\n", "\n\n# note\n"][random.below(3)]);
            lines.push(epd);
        }
    }
    assert!(sessions > 100 && turns > 1_000, "{sessions} sessions, {turns} turns");
    let read: Vec<Epd> =
        read_epd(suite.as_bytes(), Strictness::Strict).map(|line| line.unwrap().epd).collect();
    assert_eq!(read, lines);
}

#[test]
fn other_forms_have_one_canonical_form() {
    let canonical = format!("{STACK} hmvc 3; fmvn 9; bm T>d7; id \"x\";");
    for line in [
        format!("{STACK} 3 9 bm T>d7; id \"x\";"),
        format!("  {STACK}\thmvc 3;fmvn 9;bm Td5>d7;id x"),
        format!("{STACK} fmvn 9; bm T>d7!; hmvc 03; id x ;;"),
        format!("{STACK} 3 9 ;bm T>d7 ;id \"x\""),
    ] {
        assert_eq!(lenient(&line).to_string(), canonical, "{line}");
        assert!(Epd::parse(&line, Strictness::Strict).is_err(), "{line}");
    }
    // Numbers of the position have the form of a FEN.
    assert!(Epd::parse(&format!("{STACK} fmvn +9;"), Strictness::Lenient).is_err());
    // Defaults are left out.
    assert_eq!(lenient(&format!("{STACK} hmvc 0; fmvn 1;")).to_string(), STACK);
    assert_eq!(lenient(STACK).position(), &Position::from_fen(&format!("{STACK} 0 1")).unwrap());
}

#[test]
fn an_open_deploy_is_an_operation() {
    let line = format!("{STACK} deploy d5:(TI):F>d8...; hmvc 2; bm T>d7 commit;");
    let epd = Epd::parse(&line, Strictness::Strict).unwrap();
    let fen = format!("{STACK} 2 1 d5:(TI):F>d8...");
    assert_eq!(epd.position(), &Position::from_fen(&fen).unwrap());
    assert_eq!(epd.to_string(), line);
    assert_eq!(lenient(&format!("{fen} bm T>d7 commit;")), epd);
    let actions: Vec<Option<Action>> = epd.turns("bm").map(|turn| turn.action()).collect();
    assert_eq!(actions[1], Some(Action::Commit));
    let mut committed = *epd.position();
    committed.commit().unwrap();
    assert_eq!(epd.turns("bm").nth(1).unwrap().after(epd.position()), committed);
    // Outside of a deploy there is nothing to commit.
    assert!(Epd::parse(&format!("{STACK} bm commit;"), Strictness::Lenient).is_err());
}

#[test]
fn a_line_of_turns_is_played() {
    let start = Position::START_FEN.strip_suffix(" 0 1").unwrap();
    let epd = Epd::parse(&format!("{start} pv Ic6 Ic7 Mg6;"), Strictness::Strict).unwrap();
    let mut at = *epd.position();
    epd.turns("pv").for_each(|turn| at = turn.after(&at));
    let fen = at.fen();
    assert!(fen.ends_with(" b - - 3 2"), "{fen}");
    let (column, token, _) = fault(&format!("{start} pv Ic6 Ic7 Ic6;"), Strictness::Strict);
    assert_eq!((column, token.as_str()), (start.len() + 2 + 3 + 4 + 4, "Ic6"));
}

#[test]
fn unknown_operations_are_kept() {
    let line = format!("{STACK} Xyz_1 a 5 \"b c\" -7 07; noop; c0 \"\";");
    let epd = Epd::parse(&line, Strictness::Strict).unwrap();
    let operands = [
        EpdOperand::Word("a".into()),
        EpdOperand::Number(5),
        EpdOperand::Text("b c".into()),
        EpdOperand::Number(-7),
        EpdOperand::Word("07".into()),
    ];
    assert_eq!(epd.operation("Xyz_1").unwrap().operands(), operands);
    assert_eq!(epd.operation("noop").unwrap().operands(), []);
    assert_eq!(epd.to_string(), line);
    let mut epd = epd;
    assert!(epd.remove("noop") && !epd.remove("noop"));
    assert_eq!(epd.to_string(), line.replace(" noop;", ""));
}

#[test]
fn faults_have_places() {
    use Strictness::{Lenient, Strict};
    let at = STACK.len() + 2;
    let kind = |line: &str, strictness| Epd::parse(line, strictness).unwrap_err().kind;
    assert_eq!(kind("", Lenient), EpdErrorKind::Fields { found: 0 });
    assert_eq!(kind("a b c", Lenient), EpdErrorKind::Fields { found: 3 });
    assert_eq!(kind(&format!("{STACK} 3"), Lenient), EpdErrorKind::Fields { found: 5 });
    assert_eq!(kind(&"x".repeat(MAX_EPD_LENGTH + 1), Lenient), EpdErrorKind::TooLong);
    let (column, token, _) = fault(&format!("{STACK} 3 9 bm T>d7;"), Strict);
    assert_eq!((column, token.as_str()), (at, "3"), "strictly, a number is not an opcode");
    let (column, _, message) = fault(&format!("{STACK} bm T>d7"), Strict);
    assert_eq!((column, message.as_str()), (at + 7, "expected ; at the end of the operation"));
    let (column, _, message) = fault(&format!("{STACK} id \"abc;"), Lenient);
    assert_eq!((column, message.as_str()), (at + 3, "the string is never closed"));
    let (column, token, message) = fault(&format!("{STACK} dm 1; dm 2;"), Lenient);
    assert_eq!((column, token.as_str(), message.as_str()), (at + 6, "dm", "the operation occurs twice"));
    let (column, token, message) = fault(&format!("{STACK} dm x;"), Lenient);
    assert_eq!((column, token.as_str(), message.as_str()), (at + 3, "x", "dm: expected a number"));
    assert_eq!(fault(&format!("{STACK} acd -1;"), Lenient).2, "acd: expected a number from 0 on");
    assert_eq!(fault(&format!("{STACK} acd 1 2;"), Lenient).0, at + 6);
    assert_eq!(fault(&format!("{STACK} bm;"), Lenient).2, "bm: expected at least one turn");
    assert_eq!(fault(&format!("{STACK} id x;"), Strict).2, "id: expected a text in quotation marks");
    let (column, token, message) = fault(&format!("{STACK} id \"x\"; bm T>d7 Zz9;"), Lenient);
    assert_eq!((column, token.as_str()), (at + 8 + 8, "Zz9"));
    assert_eq!(message, "no legal move matches \"Zz9\"");
    // Faults of the position, in their fields.
    let (column, token, _) = fault(&STACK.replace(" r ", " x "), Lenient);
    assert_eq!((column, token.as_str()), (STACK.find(" r ").unwrap() + 2, "x"));
    let (column, ..) = fault(&STACK.replace("(FTI)", "(FTZ)"), Lenient);
    assert_eq!(column, STACK.find("FTI").unwrap() + 3);
    let (column, ..) = fault(&STACK.replace("3(FTI)7", "3(FTI)8"), Lenient);
    assert_eq!(column, STACK.find("3(FTI)").unwrap() + 1);
    let (column, token, _) = fault(&format!("{STACK} hmvc 1; fmvn 0;"), Lenient);
    assert_eq!((column, token.as_str()), (at + 13, "0"));
    let (column, token, _) = fault(&format!("{STACK} deploy d5:(TI):F>d10...;"), Lenient);
    assert_eq!((column, token.as_str()), (at + 7, "d5:(TI):F>d10..."));
    assert_eq!(kind(&format!("{STACK} 0 1 hmvc 1;"), Lenient), EpdErrorKind::Twice);
    assert!(matches!(kind(&format!("{STACK} hmvc \"1\";"), Lenient), EpdErrorKind::Operands { .. }));
    // What cannot be set.
    let mut epd = lenient(STACK);
    for opcode in ["", "1a", "a b", "é", "abcdefghijklmnop", "hmvc", "deploy"] {
        assert_eq!(epd.set_number(opcode, 1).unwrap_err().kind, EpdErrorKind::Opcode, "{opcode}");
    }
    assert_eq!(epd.set_text("id", "a\nb").unwrap_err().kind, EpdErrorKind::ControlCharacter);
    assert!(epd.set_number("bm", 1).is_err() && epd.set_text("bm", "T>d7").is_err());
    assert_eq!(epd.to_string(), STACK);
}

/// The suite of recorded node counts is read as it is: FENs, then `;D1 116`.
#[test]
fn the_perft_suite_is_epd() {
    let suite = include_str!("vectors/perft.txt");
    let counts: usize = read_epd(suite.as_bytes(), Strictness::Lenient)
        .map(|line| {
            let epd = line.unwrap().epd;
            assert_eq!(epd.number("D1"), Some(cotulenh::perft(epd.position(), 1) as i64));
            epd.operations().len()
        })
        .sum();
    assert_eq!(counts, 21);
}

#[test]
fn a_stream_gives_line_numbers_and_stays_small() {
    let suite = format!("\u{feff}# suite\n\n{STACK} dm 1;\r\nbad\n{STACK} dm 2;");
    let items: Vec<_> = read_epd(suite.as_bytes(), Strictness::Lenient).collect();
    let numbers: Vec<usize> = items.iter().flatten().map(|line| line.number).collect();
    assert_eq!(numbers, [3, 5]);
    assert_eq!(items[1].as_ref().unwrap_err().line, 4);
    // A line without an end, longer than memory should be.
    let endless = std::io::BufReader::new(std::io::repeat(b'x').take(1 << 28));
    let items: Vec<_> = read_epd(endless, Strictness::Lenient).collect();
    assert_eq!(items.len(), 1);
    assert_eq!(items[0].as_ref().unwrap_err().kind, EpdErrorKind::TooLong);
    let bytes = [STACK.as_bytes(), b" id \"\xff\";\n"].concat();
    let error = read_epd(&bytes[..], Strictness::Lenient).next().unwrap().unwrap_err();
    assert_eq!((error.column, error.kind), (STACK.len() + 6, EpdErrorKind::NotUtf8));
}

#[test]
fn damaged_lines_give_faults_or_canonical_lines() {
    let (stock, mut random) = (support::stock(), Random(29));
    let lines: Vec<String> = (0..100).map(|_| random_epd(&stock, &mut random).to_string()).collect();
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..5 * support::count_from(VARIABLE, LINES) {
        let line = mutate(&lines[random.below(lines.len())], &mut random);
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            match Epd::parse(&line, strictness) {
                Ok(epd) => {
                    accepted += 1;
                    let canonical = epd.to_string();
                    assert_eq!(Epd::parse(&canonical, Strictness::Strict), Ok(epd), "{line}");
                }
                Err(error) => {
                    refused += 1;
                    assert!(error.column >= 1 && error.column <= line.chars().count() + 1, "{line}: {error}");
                }
            }
        }
    }
    assert!(accepted > 1_000 && refused > 1_000, "{accepted} accepted, {refused} refused");
}
