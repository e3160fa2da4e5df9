//! `cotulenh pgn`.
#![allow(missing_docs)]

mod support;

use serde_json::Value;
use support::{START, file, folder, run, run_with};

const TWO_GAMES: &str = "\
[Event \"Hội xuân\"]
[Red \"An\"]
[Blue \"Bình\"]
[Result \"1-0\"]

1. Ic6 {[%clk 0:04:59] bold} Ic7 2. Mg6 1-0

[Red \"Bình\"]
[SetUp \"1\"]
[FEN \"6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1\"]

{a stack}
1. I<T>d7 Cg11
*
";

/// The second of three games has a bad move.
const ONE_BAD: &str = "1. Ic6 *\n\n[Red \"x\"]\n\n1. Ic6\n Zz9 *\n\n1. Mg6 Mg7 *\n";

#[test]
fn good_games_pass() {
    let folder = folder();
    let path = file(&folder, "two.pgn", TWO_GAMES);
    assert_eq!(run(&["pgn", "check", &path]).good(), "2 games in 1 file, 0 errors\n");
    assert_eq!(run(&["pgn", "check", &path, &path]).good(), "4 games in 2 files, 0 errors\n");
    assert_eq!(
        run_with(&["pgn", "check", "-"], TWO_GAMES.as_bytes()).good(),
        "2 games in 1 file, 0 errors\n"
    );
    let empty = file(&folder, "empty.pgn", "");
    assert_eq!(run(&["pgn", "check", &empty]).good(), "0 games in 1 file, 0 errors\n");
    // With a byte order mark and CRLF, as some editors on Windows write.
    let text = format!("\u{feff}{}", TWO_GAMES.replace('\n', "\r\n"));
    assert_eq!(run_with(&["pgn", "check", "-"], text.as_bytes()).good(), "2 games in 1 file, 0 errors\n");
}

#[test]
fn every_error_names_its_place() {
    let folder = folder();
    let bad = file(&folder, "bad.pgn", ONE_BAD);
    let missing = folder.path().join("missing.pgn").to_str().unwrap().to_owned();
    let good = file(&folder, "good.pgn", TWO_GAMES);
    let here = folder.path().to_str().unwrap();
    let run = run(&["pgn", "check", &bad, &missing, &good, here]);
    assert_eq!(run.code, 1);
    let expected = format!(
        "{bad}:6:2: game 2: at \"Zz9\": no legal move matches \"Zz9\"\n5 games in 4 files, 3 errors\n"
    );
    assert_eq!(run.out, expected);
    let lines: Vec<&str> = run.err.lines().collect();
    assert!(lines[0].starts_with(&format!("error: {missing}: No such file")), "{lines:?}");
    assert_eq!(lines[1], format!("error: {here}: is a directory, not a file of games"));
    assert_eq!(lines.len(), 2);

    let run = run_with(&["pgn", "check", "-"], ONE_BAD.as_bytes());
    assert!(run.out.starts_with("<stdin>:6:2: game 2: at "), "{run:?}");
}

#[test]
fn garbage_is_an_error_without_a_panic() {
    let noise: Vec<u8> = (0..300_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    for (input, reason) in [
        (&noise[..], "not valid UTF-8"),
        (&[0u8; 3_000_000][..], "longer than 1048576 bytes"),
        (b"[Red \"x", "a header has the form"),
        (b"[FEN \"6x4/11 r - - 0 1\"]\n\n*", "the FEN header is not a position: field 1: expected 12 ranks"),
        (b"1. Ic6 {never closed", "the comment is never closed"),
        (b"1. Ic6 ) *", "parentheses"),
        (b"\x1b[2J", "no legal move"),
        (b"1. Ic6 1-0 Ic7 *", "no legal move matches \"Ic7\""),
    ] {
        let run = run_with(&["pgn", "check", "-"], input);
        assert_eq!((run.code, run.err.as_str()), (1, ""), "{reason}");
        assert!(run.out.contains(reason), "{reason}: {}", run.out);
        assert!(run.out.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", run.out);
        for command in ["convert", "stats"] {
            let run = run_with(&["pgn", command, "-"], input);
            assert_eq!(run.code, 1, "{command}: {reason}");
            assert!(run.err.contains(reason) && run.err.starts_with("error: <stdin>:"), "{}", run.err);
        }
    }
}

#[test]
fn to_pgn() {
    let out = run_with(&["pgn", "convert", "-"], TWO_GAMES.as_bytes()).good();
    assert_eq!(
        out,
        "\
[Event \"Hội xuân\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[Red \"An\"]
[Blue \"Bình\"]
[Result \"1-0\"]

1. Ic6 {[%clk 0:04:59] bold} 1... Ic7 2. Mg6 1-0

[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[Red \"Bình\"]
[Blue \"?\"]
[Result \"*\"]
[SetUp \"1\"]
[FEN \"6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1\"]

{a stack} 1. I<T>d7 Cg11 *
"
    );
    // The output is stable under another conversion.
    assert_eq!(run_with(&["pgn", "convert", "-"], out.as_bytes()).good(), out);

    let narrow = run_with(&["pgn", "convert", "-", "--width", "12"], TWO_GAMES.as_bytes()).good();
    assert!(narrow.contains("\n1. Ic6\n{[%clk\n0:04:59]\nbold} 1...\nIc7 2. Mg6\n1-0\n"), "{narrow}");
    let long = format!("1. Ic6 Ic7 {} *\n", "2. Cf1 Cf12 3. Cg1 Cg12 ".repeat(20));
    let wide = run_with(&["pgn", "convert", "-", "--width", "0"], long.as_bytes()).good();
    assert_eq!(wide.lines().count(), 9, "{wide}");
}

#[test]
fn to_fen_and_lan() {
    let convert = |to: &str| run_with(&["pgn", "convert", "-", "--to", to], TWO_GAMES.as_bytes()).good();
    assert_eq!(
        convert("fen"),
        "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/3e2m2ei/2i8/2I3M4/3E5EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 b - - 3 2\n\
         11/6c4/11/11/11/3T7/11/3I7/11/11/11/4C6 r - - 2 2\n"
    );
    assert_eq!(convert("lan"), "Ic5c6 Ic8c7 Mg5g6\nd5:I:T>d7 Cg12g11\n");
}

#[test]
fn to_json() {
    let out = run_with(&["pgn", "convert", "-", "--to", "json"], TWO_GAMES.as_bytes()).good();
    let games: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<String>>();
    assert_eq!(games.len(), 2);
    assert_eq!(keys(&games[0]), ["headers", "start", "moves", "result"]);
    assert_eq!(games[0]["headers"]["Event"], "Hội xuân");
    assert_eq!((&games[0]["start"], &games[0]["result"]), (&START.into(), &"1-0".into()));
    let moves = games[0]["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 3);
    assert_eq!(keys(&moves[0]), ["san", "lan", "flags", "fen", "comment", "clock"]);
    assert_eq!((&moves[0]["comment"], &moves[0]["clock"]), (&"bold".into(), &"0:04:59".into()));
    assert_eq!(keys(&moves[1]), ["san", "lan", "flags", "fen"]);
    assert_eq!(games[1]["comment"], "a stack");
    assert_eq!(games[1]["headers"]["Result"], "*");
    assert_eq!(
        games[1]["moves"][0].to_string(),
        r#"{"san":"I<T>d7","lan":"d5:I:T>d7","flags":"dn","fen":"6c4/11/11/11/11/3T7/11/3I7/11/11/11/4C6 b - - 1 1"}"#
    );
}

#[test]
fn an_unfinished_deploy_is_kept() {
    let text = "[FEN \"6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1\"]\n\n1. d5:I:T>d7... *\n";
    let convert = |to: &str| run_with(&["pgn", "convert", "-", "--to", to], text.as_bytes()).good();
    assert_eq!(convert("lan"), "d5:I:T>d7...\n");
    assert_eq!(convert("fen"), format!("{}\n", support::OPEN));
    assert!(convert("pgn").ends_with("\n1. d5:I:T>d7... *\n"));
    let game: Value = serde_json::from_str(&convert("json")).unwrap();
    assert_eq!((&game["open"], &game["moves"]), (&"d5:I:T>d7...".into(), &Value::Array(vec![])));
}

fn names(folder: &tempfile::TempDir) -> Vec<String> {
    let entries = std::fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn an_output_file_is_whole_or_untouched() {
    let folder = folder();
    let (good, bad) = (file(&folder, "good.pgn", TWO_GAMES), file(&folder, "bad.pgn", ONE_BAD));
    let target = file(&folder, "target", "old");
    let read = || std::fs::read_to_string(&target).unwrap();
    let args = |input: &str| ["pgn", "convert", input, "--to", "lan", "--output", &target].map(str::to_owned);

    let refused = run(&args(&bad));
    assert_eq!((refused.code, refused.out.as_str(), read().as_str()), (1, "", "old"));
    assert_eq!(refused.err.lines().count(), 2, "{}", refused.err);
    let last =
        format!("error: {target}: nothing written, because of 1 error (--skip-errors writes the rest)\n");
    assert!(refused.err.ends_with(&last), "{}", refused.err);

    let allowed = run(&[&args(&bad)[..], &["--skip-errors".to_owned()]].concat());
    assert_eq!((allowed.code, allowed.out.as_str()), (0, ""));
    assert!(allowed.err.starts_with(&format!("warning: {bad}:6:2: game 2: ")), "{}", allowed.err);
    assert_eq!(read(), "Ic5c6\nMg5g6 Mg8g7\n");

    assert_eq!(run(&args(&good)).good(), "");
    assert_eq!(read(), "Ic5c6 Ic8c7 Mg5g6\nd5:I:T>d7 Cg12g11\n");
    // Input and output may be the same file.
    run(&["pgn", "convert", &good, "-o", &good]).good();
    assert!(std::fs::read_to_string(&good).unwrap().starts_with("[Event \"Hội xuân\"]\n[Site \"?\"]\n"));
    assert_eq!(names(&folder), ["bad.pgn", "good.pgn", "target"]);

    let nowhere = folder.path().join("no/where").to_str().unwrap().to_owned();
    assert!(
        run(&["pgn", "convert", &good, "-o", &nowhere])
            .bad()
            .starts_with(&format!("error: {nowhere}: No such"))
    );
    let here = folder.path().to_str().unwrap();
    assert!(run(&["pgn", "convert", &good, "-o", here]).bad().starts_with(&format!("error: {here}: ")));
    let missing = run(&["pgn", "convert", "/no/such.pgn", "-o", &target]);
    assert_eq!((missing.code, missing.err.lines().count()), (1, 2), "{}", missing.err);
    let dash = run(&["pgn", "convert", &good, "--to", "lan", "-o", "-"]).good();
    assert_eq!(dash, read());
}

#[cfg(unix)]
#[test]
fn an_output_file_keeps_its_link_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let good = file(&folder, "good.pgn", TWO_GAMES);
    let target = file(&folder, "target", "old");
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o646)).unwrap();
    let link = folder.path().join("link");
    symlink(&target, &link).unwrap();
    run(&["pgn", "convert", &good, "--to", "fen", "-o", link.to_str().unwrap()]).good();
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(std::fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o646);
    assert_eq!(std::fs::read_to_string(&target).unwrap().lines().count(), 2);
    // A device is written to, not replaced.
    run(&["pgn", "convert", &good, "-o", "/dev/null"]).good();
    assert!(!std::fs::metadata("/dev/null").unwrap().is_file());
    // A new file gets the usual permissions.
    let (new, plain) = (folder.path().join("new"), folder.path().join("plain"));
    run(&["pgn", "convert", &good, "-o", new.to_str().unwrap()]).good();
    std::fs::write(&plain, "").unwrap();
    let mode = |path| std::fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&new), mode(&plain));
}

#[test]
fn bad_games_are_left_out() {
    let run = run_with(&["pgn", "convert", "-", "--to", "lan"], ONE_BAD.as_bytes());
    assert_eq!((run.code, run.out.as_str()), (1, "Ic5c6\nMg5g6 Mg8g7\n"));
    assert_eq!(run.err, "error: <stdin>:6:2: game 2: at \"Zz9\": no legal move matches \"Zz9\"\n");
}

const MIXED: &str = "\
[Red \"An\"]
[Blue \"Bình\"]
[Result \"1-0\"]

1. Ic6 Ic7 1-0

[Red \"Bình\"]
[Blue \"An\"]

1. Ic6 Ic7 2. Mg6 *

[Red \"An\"]
[Blue \"Chi\"]

1. Cf1 Cf12 2. Cg1 Cg12 3. Cf1 Cf12 4. Cg1 Cg12 *

[FEN \"6c4/11/6T4/11/11/11/11/11/11/11/11/4C6 r - - 0 1\"]

1. Txg12 *

[FEN \"9c1/11/11/11/4g6/11/11/1N1tF6/11/11/11/4C6 r - - 0 1\"]

1. N_d5 Cj11 2. F@e8 *

[FEN \"6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 99 60\"]

60. I<T>d7 *

[FEN \"11/4tt5/7C3/5fca1t1/3tI6/5I1f2i/3i7/11/4ha3a1/11/9e1/2t6f1 r - - 5 12\"]

*
";

#[test]
fn statistics() {
    let out = run_with(&["pgn", "stats", "-"], MIXED.as_bytes()).good();
    let expected = "\
games                    7
  Red wins               2  28.6%
  Blue wins              1  14.3%
  Draw                   2  28.6%
  unfinished             2  28.6%
endings
  checkmate              1  14.3%
  the Commander was captured 1 14.3%
  no move left           0  0.0%
  fifty-move rule        1  14.3%
  the position came up three times 1 14.3%
  by header only         1  14.3%
  unfinished             2  28.6%
turns                   18
  mean                 2.6
  median               2.0
  longest                8  game 3 of <stdin>
  deploys                1  5.6%
captures                 3
  normal                 1  33.3%
  stay                   1  33.3%
  suicide                1  33.3%
captured pieces          3
  anti-air               1  33.3%
  commander              1  33.3%
  tank                   1  33.3%
first moves              3  games from the start position
  Ic6                    2  66.7%
  Cf1                    1  33.3%

players  3
  name  games  won  drawn  lost
  An        3    1      1     0
  Bình      2    0      0     1
  Chi       1    0      1     0
";
    let words = |text: &str| {
        text.lines().map(|l| l.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    assert_eq!(words(&out), words(expected), "{out}");
    // Numbers are right-aligned.
    assert!(out.contains("\n  Ic6                                 2  66.7%\n"), "{out}");
}

#[test]
fn statistics_of_nothing() {
    let out = run_with(&["pgn", "stats", "-"], b"").good();
    assert!(out.starts_with("games") && out.ends_with("\nplayers  0\n"), "{out}");
    assert!(!out.contains("NaN") && !out.contains("inf"), "{out}");
}

#[test]
fn statistics_leave_out_bad_games() {
    let run = run_with(&["pgn", "stats", "-"], ONE_BAD.as_bytes());
    assert_eq!(run.code, 1);
    assert_eq!(run.err, "error: <stdin>:6:2: game 2: at \"Zz9\": no legal move matches \"Zz9\"\n");
    assert_eq!(run.out.lines().next().unwrap().split_whitespace().collect::<Vec<_>>(), ["games", "2"]);
}

#[test]
fn large_files_are_silent_in_a_pipe() {
    let folder = folder();
    let comment = "x".repeat(100_000);
    let text = format!("1. Ic6 {{{comment}}} Ic7 *\n\n").repeat(15);
    let path = file(&folder, "large.pgn", &text);
    assert_eq!(run(&["pgn", "check", &path]).good(), "15 games in 1 file, 0 errors\n");
    run(&["pgn", "stats", &path]).good();
    let target = folder.path().join("out.pgn").to_str().unwrap().to_owned();
    run(&["pgn", "convert", &path, "-o", &target]).good();
}

#[test]
fn control_characters_in_names_are_escaped() {
    let out = run_with(&["pgn", "stats", "-"], "[Red \"\u{202e}evil\"]\n\n1. Ic6 *\n".as_bytes()).good();
    assert!(out.contains("\n  \\u{202e}evil "), "{out}");
    let run = run(&["pgn", "check", "/no\u{1b}[2J\n.pgn"]);
    assert!(run.bad().starts_with("error: /no\\u{1b}[2J\\n.pgn: No such file"));
}
