//! `cotulenh fen`.
#![allow(missing_docs)]

mod support;

use cotulenh::{Position, check_fen};
use support::{OPEN, STACK, START, run, run_with};

#[test]
fn valid_fens() {
    for fen in [START, STACK, OPEN] {
        assert_eq!(run(&["fen", "check", fen]).good(), "valid\n");
        assert_eq!(run(&["fen", "normalize", fen]).good(), format!("{fen}\n"));
        let words: Vec<&str> = fen.split(' ').collect();
        assert_eq!(run(&[&["fen", "check"], &words[..]].concat()).good(), "valid\n");
        assert_eq!(run(&[&["fen", "normalize"], &words[..]].concat()).good(), format!("{fen}\n"));
    }
}

/// The faults, which are written to standard output.
#[track_caller]
fn faults(fen: &str) -> String {
    let run = run(&["fen", "check", fen]);
    assert_eq!((run.code, run.err.as_str()), (1, ""), "{}", run.out);
    run.out
}

#[test]
fn every_fault_is_shown_and_marked() {
    assert_eq!(
        faults("6x4/11/11/(T(I9/11/11/11/3T7/11/11/11/4C+ q x - a 0"),
        "\
FEN_INVALID_FORMAT structure field 2 (side to move): the side to move is r or b, not \"q\"
FEN_INVALID_FORMAT structure field 3: expected -, found \"x\"
FEN_INVALID_FORMAT structure field 5 (half-move clock): the half-move clock is a number up to 4294967295, not \"a\"
FEN_INVALID_FORMAT structure field 6 (move number): the move number is an integer from 1 to 4294967295, not \"0\"
FEN_INVALID_PIECE lexical rank 12, character 2: expected a piece, found 'x'
  12 | 6x4
     |  ^
FEN_INVALID_FILE_COUNT structure rank 12: expected 11 points, found 10
  12 | 6x4
     | ^^^
FEN_INVALID_FORMAT structure rank 9, character 3: a stack inside a stack
   9 | (T(I9
     |   ^
FEN_MISMATCH_PARENTHESES structure rank 9, character 6: ( without )
   9 | (T(I9
     |      ^
FEN_INVALID_FILE_COUNT structure rank 9: expected 11 points, found 9
   9 | (T(I9
     | ^^^^^
FEN_INVALID_FORMAT lexical rank 1, character 3: expected a piece after +, found the end of the rank
   1 | 4C+
     |   ^
FEN_INVALID_FILE_COUNT structure rank 1: expected 11 points, found 5
   1 | 4C+
     | ^^^
"
    );
}

#[test]
fn faults_of_placement_are_marked_too() {
    assert_eq!(
        faults("6c4/11/11/11/11/11/11/T2(TI)7/11/11/11/4C6 r - - 0 1"),
        "BOARD_INVALID_TERRAIN terrain a5: a tank cannot stand on this terrain\n   5 | T2(TI)7\n     | ^\n"
    );
    assert_eq!(
        faults("6c4/11/11/11/11/11/11/3(T+IA)7/11/11/11/4C6 r - - 0 1"),
        "COMBINATION_FAILED combination d5: A cannot join (T+I): no such stack exists\n   \
         5 | 3(T+IA)7\n     |   ^^^^\n"
    );
    assert_eq!(
        faults("6c4/11/11/11/11/11/11/10C/11/11/11/4C6 r - - 0 1"),
        "COMMANDER_LIMIT_EXCEEDED semantic e1: a second red commander\n   1 | 4C6\n     |  ^\n"
    );
}

#[test]
fn faults_elsewhere() {
    assert_eq!(faults("foo"), "FEN_INVALID_FORMAT structure: expected at least 6 fields, found 1\n");
    assert_eq!(
        faults("6c4/11 r - - 0 1"),
        "FEN_INVALID_RANK_COUNT structure field 1 (placement): expected 12 ranks, found 2\n"
    );
    let out = faults("11/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1");
    assert_eq!(out.matches("commander is missing (the position can still be loaded)\n").count(), 2);
    assert!(
        faults(&format!("{STACK} d5:I:T>d9..."))
            .starts_with("FEN_INVALID_FORMAT semantic field 7 (deploy): ")
    );
    assert!(
        faults(&"1".repeat(5000))
            .starts_with("FEN_INVALID_FORMAT structure: expected at most 2048 bytes, found 5000")
    );
}

#[test]
fn control_characters_are_escaped() {
    let escape = "\u{1b}]0;title\u{7}";
    for fen in [
        format!("6c4/11/11/11/11/11/11/{escape}/11/11/11/4C6 r - - 0 1"),
        format!("{STACK} d5:I:T>{escape}"),
        format!("{STACK} {escape}"),
        format!("6c4/11/11/11/11/11/11/11/11/11/11/4C6 {escape} - - 0 1"),
    ] {
        let out = faults(&fen);
        assert!(out.chars().all(|c| c == '\n' || !c.is_control()), "{out:?}");
    }
}

#[test]
fn a_list_of_fens() {
    let input =
        [START.as_bytes(), b"\n\nfoo\r\n6c4/\xff11\n", &[b'1'; 100_000], b"\n", OPEN.as_bytes()].concat();
    let run = run_with(&["fen", "check", "-"], &input);
    assert_eq!((run.code, run.err.as_str()), (1, ""));
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 5, "{}", run.out);
    assert_eq!(lines[0], "line 1: valid");
    assert!(
        lines[1].starts_with("line 3: FEN_INVALID_FORMAT structure: expected at least 6 "),
        "{}",
        lines[1]
    );
    assert_eq!(
        lines[2],
        "line 4: FEN_INVALID_FORMAT lexical: FEN: invalid UTF-8 at byte 5 of \"6c4/\u{fffd}11\""
    );
    assert!(
        lines[3].starts_with("line 5: FEN_INVALID_FORMAT structure: expected at most 2048 bytes"),
        "{}",
        lines[3]
    );
    assert_eq!(lines[4], "line 6: valid");

    let run = run_with(&["fen", "normalize", "-"], &input);
    assert_eq!((run.code, run.out), (1, format!("{START}\n{OPEN}\n")));
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines.len(), 3, "{}", run.err);
    assert!(lines[0].starts_with("error: line 3: FEN: expected at least 6 "), "{}", lines[0]);
    assert!(lines[1].starts_with("error: line 4: FEN: invalid UTF-8"), "{}", lines[1]);

    let marked = format!("\u{feff}{START}\n{START}\n");
    assert_eq!(run_with(&["fen", "check", "-"], marked.as_bytes()).good(), "line 1: valid\nline 2: valid\n");
    assert_eq!(run_with(&["fen", "check", "-"], b"").good(), "");
}

/// FENs with one character replaced: some are valid, most are not.
fn mutated_fens(count: usize) -> Vec<String> {
    const CHARACTERS: &[u8] = b"0123456789citmeagsfnhCITMEAGSFNH()+/ rb-:>.x";
    let mut seed = 2026u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let mutate = |_| {
        let mut fen = [START, STACK, OPEN][random(3)].as_bytes().to_vec();
        let at = random(fen.len());
        fen[at] = CHARACTERS[random(CHARACTERS.len())];
        String::from_utf8(fen).unwrap()
    };
    (0..count).map(mutate).collect()
}

#[test]
fn the_program_agrees_with_the_library() {
    let fens = mutated_fens(600);
    let input: String = fens.iter().map(|fen| format!("{fen}\n")).collect();
    let checked = run_with(&["fen", "check", "-"], input.as_bytes());
    let loaded = run_with(&["fen", "normalize", "-"], input.as_bytes());
    assert_eq!((checked.code, loaded.code), (1, 1));
    let expected: Vec<String> =
        fens.iter().filter_map(|fen| Position::from_fen(fen).ok()).map(|position| position.fen()).collect();
    assert!((20..fens.len() - 100).contains(&expected.len()), "{}", expected.len());
    assert_eq!(loaded.out.lines().collect::<Vec<&str>>(), expected);
    assert_eq!(loaded.err.lines().count(), fens.len() - expected.len());
    for (i, fen) in fens.iter().enumerate() {
        let line = format!("line {}: ", i + 1);
        let first = checked.out.lines().find_map(|text| text.strip_prefix(&line)).unwrap();
        assert_eq!(first == "valid", check_fen(fen).is_empty(), "{fen}: {first}");
    }
}

/// The text after a label of `fen explain`.
#[track_caller]
fn value<'a>(out: &'a str, label: &str) -> &'a str {
    let line = out.lines().find_map(|line| line.strip_prefix(&format!("{label:<17} ")));
    line.unwrap_or_else(|| panic!("no {label} in\n{out}"))
}

fn explain(fen: &str) -> String {
    run(&["fen", "explain", fen]).good()
}

#[test]
fn explaining_the_start() {
    let out = explain(START);
    assert!(out.starts_with("12 |  ~   ~   ≈   ·   ·   ·   c   ·   ·   ·   ·\n"), "{out}");
    assert_eq!(out.lines().position(|line| line.ends_with("j   k")), Some(13));
    for (label, text) in [
        ("fen", START),
        ("to move", "red, move 1, half-move clock 0 of 100"),
        ("status", "the game continues"),
        ("red commander", "g1, not threatened"),
        ("blue commander", "g12, not threatened"),
        ("legal moves", "116 (0 captures, 0 deploy steps)"),
        ("red stacks", "none"),
        ("deploy", "none open"),
        (
            "red air defence",
            "28 points covered, 5 of them at least twice, by navy c4, anti-air e4, anti-air i4, missile g3, navy b2",
        ),
    ] {
        assert_eq!(value(&out, label), text);
    }
}

#[test]
fn explaining_a_deploy() {
    let out = explain(OPEN);
    assert_eq!(value(&out, "deploy"), "(TI) on d5: Td5>d7");
    assert_eq!(value(&out, "  remaining"), "infantry");
    assert_eq!(value(&out, "  can commit"), "yes");
    assert_eq!(value(&out, "legal moves"), "5 (0 captures, 5 deploy steps)");
    let at_sea = explain("6c4/11/11/11/11/11/11/1(NT)9/11/11/11/4C6 r - - 0 1 b5:T:N>b6...");
    assert!(value(&at_sea, "  can commit").starts_with("no: T cannot stay on b5"), "{at_sea}");
}

#[test]
fn explaining_dangers_and_ends() {
    let out = explain("4c6/11/4A6/11/11/11/11/11/11/11/3T7/4C6 b - - 3 7");
    assert_eq!(value(&out, "status"), "blue is in check");
    assert_eq!(value(&out, "blue commander"), "e12, threatened by artillery e10");
    assert_eq!(value(&out, "to move"), "blue, move 7, half-move clock 3 of 100");

    let out = explain("4c6/11/11/11/11/11/11/11/11/11/3T7/4(TC)6 b - - 1 1");
    assert_eq!(value(&out, "red commander"), "e1 in (TC), not threatened, faces the blue commander");
    assert_eq!(value(&out, "blue commander"), "e12, not threatened, faces the red commander");
    assert_eq!(value(&out, "red stacks"), "e1 (TC)");

    let status = |fen: &str| value(&explain(fen), "status").to_owned();
    assert_eq!(
        status("11/4tt5/7C3/5fca1t1/3tI6/5I1f2i/3i7/11/4ha3a1/11/9e1/2t6f1 r - - 5 12"),
        "Blue wins: checkmate."
    );
    assert_eq!(
        status("11/11/11/11/11/11/11/3T7/11/11/11/4C6 b - - 0 1"),
        "Red wins: the Commander was captured."
    );
    assert_eq!(status("6c4/11/11/11/11/11/11/3T7/11/11/11/4C6 r - - 100 60"), "Draw: fifty-move rule.");
}

#[test]
fn explaining_in_colour() {
    let plain = explain(STACK);
    assert!(!plain.contains('\u{1b}'));
    assert_eq!(run(&["fen", "explain", STACK, "--color", "never"]).good(), plain);
    let colored = run(&["fen", "explain", "--color", "always", STACK]).good();
    assert!(colored.contains("\u{1b}[48;5;187;1;38;5;124m  T1\u{1b}[0m"), "{colored:?}");
    // Without colour codes the text is the same.
    let mut stripped = String::new();
    let mut parts = colored.split('\u{1b}');
    stripped.push_str(parts.next().unwrap());
    parts.for_each(|part| stripped.push_str(part.split_once('m').unwrap().1));
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<String>>();
    assert_eq!(lines(&stripped), lines(&plain));
}

#[test]
fn explaining_several() {
    let input = format!("{START}\nnonsense\n{OPEN}\n");
    let run = run_with(&["fen", "explain", "-"], input.as_bytes());
    assert_eq!(run.code, 1);
    assert_eq!(run.err, "error: line 2: FEN: expected at least 6 fields, found 1\n");
    assert_eq!(run.out, format!("{}\n{}", explain(START), explain(OPEN)));
    assert!(support::run(&["fen", "explain", "6c4"]).bad().starts_with("error: FEN: expected at least 6 "));
}
