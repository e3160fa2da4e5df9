//! The program as a whole, `moves` and `perft`.
#![allow(missing_docs)]

mod support;

use serde_json::Value;
use support::{OPEN, STACK, START, run, run_into_closed_pipe, run_with};

const COMMANDS: [&[&str]; 20] = [
    &[],
    &["serve"],
    &["play"],
    &["moves"],
    &["perft"],
    &["bridge"],
    &["fen"],
    &["fen", "check"],
    &["fen", "explain"],
    &["fen", "normalize"],
    &["pgn"],
    &["pgn", "check"],
    &["pgn", "convert"],
    &["pgn", "merge"],
    &["pgn", "stats"],
    &["explore"],
    &["explore", "build"],
    &["explore", "show"],
    &["explore", "info"],
    &["uci"],
];

fn help(command: &[&str]) -> String {
    run(&[command, &["--help"]].concat()).good()
}

#[test]
fn the_help_lists_the_commands() {
    let out = help(&[]);
    for command in ["serve", "play", "moves", "fen", "pgn", "explore", "perft", "bridge", "uci"] {
        assert!(out.contains(&format!("\n  {command} ")), "{out}");
    }
    assert!(run(&["--version"]).good().starts_with("cotulenh 0."));
}

#[test]
fn every_help_has_examples() {
    for command in COMMANDS {
        let help = help(command);
        let examples = help.split("Examples:\n").nth(1).unwrap_or_else(|| panic!("{command:?}: {help}"));
        assert!(examples.contains(&["cotulenh", &command.join(" ")].join(" ")), "{command:?}: {help}");
        assert!(help.lines().all(|line| line.chars().count() <= 100), "{command:?}: {help}");
    }
}

/// Splits a line as a shell does: at spaces outside single quotes.
fn shell_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(c),
        }
    }
    assert!(!quoted, "{line}");
    words
}

#[test]
fn the_examples_of_the_help_work() {
    let mut tried = 0;
    for command in COMMANDS {
        let help = help(command);
        for line in help.lines().filter_map(|line| line.strip_prefix("  cotulenh ")) {
            let line = line.split("   ").next().unwrap();
            // Skip examples that store games, use files, or count for long.
            let keeps_games = ["serve", "play"].iter().any(|command| line.starts_with(command));
            let serves = line.trim().is_empty() || keeps_games;
            let names_file = [".pgn", ".txt", ".db", ".ctlg"].iter().any(|end| line.contains(end));
            let has_file = line.contains(['|', '<', '*']) || names_file;
            if serves || has_file || line.starts_with("perft 4") {
                continue;
            }
            let run = run(&shell_words(line));
            // The example with a Tank at sea shows faults.
            let expected = i32::from(line.contains("/T2(TI)7/"));
            assert_eq!((run.code, run.err.as_str()), (expected, ""), "{line}");
            tried += 1;
            if line.contains("normalize") {
                assert!(help.contains(run.out.trim_end()), "{line}: {}", run.out);
            }
        }
    }
    assert!(tried >= 12, "only {tried}");
}

#[test]
fn the_examples_of_the_bridge_work() {
    let help = help(&["bridge"]);
    let mut tried = 0;
    for line in help.lines().filter_map(|line| line.strip_prefix("  $ echo ")) {
        let (request, _) = line.split_once(" | cotulenh bridge").unwrap();
        let answer = run_with(&["bridge"], request.trim_matches('\'').as_bytes()).good();
        assert!(answer.contains("\"ok\":true"), "{line}: {answer}");
        tried += 1;
    }
    assert_eq!(tried, 5);
}

#[test]
fn wrong_usage_has_exit_code_2() {
    for args in [
        &["nonsense"][..],
        &["perft", "x"],
        &["perft", "256"],
        &["perft", "-1"],
        &["perft", "2", "--threads", "100000"],
        &["moves", "--square", "z9"],
        &["moves", "--role", "q"],
        &["moves", "--format", "xml"],
        &["fen", "check"],
        &["fen", "explain", START, "--color", "pink"],
        &["pgn", "check"],
        &["pgn", "convert", "a.pgn", "--to", "doc"],
        &["play", "--level", "21"],
        &["play", "--time", "0"],
        &["play", "--color", "green"],
        &["play", "--resume", "--level", "3"],
    ] {
        let run = run(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{args:?}");
        assert!(run.err.starts_with("error: "), "{args:?}: {}", run.err);
    }
    assert!(run(&["perft", "x"]).err.contains("'x' for '[DEPTH]': expected a whole number from 0 to 255"));
}

#[test]
fn a_closed_pipe_is_not_an_error() {
    let fen = format!("{START}\n");
    for args in [
        &["moves", "--fen", "-"][..],
        &["moves", "--fen", "-", "--format", "json"],
        &["perft", "1", "--divide", "--fen", "-"],
        &["fen", "check", "-"],
        &["fen", "explain", "-"],
        &["fen", "normalize", "-"],
    ] {
        assert_eq!(run_into_closed_pipe(args, fen.as_bytes()), (0, String::new()), "{args:?}");
    }
    for args in [&["pgn", "check", "-"], &["pgn", "convert", "-"], &["pgn", "stats", "-"]] {
        assert_eq!(run_into_closed_pipe(args, b"1. Ic6 Ic7 *\n"), (0, String::new()), "{args:?}");
    }
    let folder = support::folder();
    let data = folder.path().to_str().unwrap();
    for args in [&["serve", "--no-open", "--data", data][..], &["--no-open", "--data", data]] {
        assert_eq!(run_into_closed_pipe(args, b"").0, 0, "{args:?}");
    }
    assert_eq!(run_into_closed_pipe(&["--help"], b"").0, 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_cotulenh"));
    let output = command.args(["moves"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("error: cannot write the output: "), "{err}");
}

#[test]
fn moves_as_a_table() {
    let out = run(&["moves"]).good();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "SAN   LAN     FLAGS  TARGET");
    assert_eq!(lines[1], "Ic6   Ic5c6   n");
    assert_eq!(lines[2], "I&c4  Ic5&c4  b      joins N");
    assert_eq!(lines.len(), 1 + 116 + 2);
    assert_eq!(lines.last(), Some(&"116 legal moves"));

    let out = run(&["moves", "--fen", "6c4/6T4/11/11/11/11/11/11/11/11/11/4C6 r - - 0 1"]).good();
    assert!(out.contains("\nTxg12  Tg11xg12  c      captures C\n"), "{out}");
}

#[test]
fn moves_for_scripts() {
    let sans = run(&["moves", "--square", "e2", "--format", "san"]).good();
    assert_eq!(sans.lines().count(), 15);
    assert_eq!(sans.lines().nth(2), Some("Fee6"));
    let lans = run(&["moves", "--role", "F", "--format", "lan"]).good();
    assert!(lans.lines().count() > 15 && lans.lines().all(|lan| lan.starts_with('F')), "{lans}");
    for role in ["f", "air_force", "air-force"] {
        assert_eq!(run(&["moves", "--role", role, "--format", "lan"]).good(), lans);
    }
    let json = run(&["moves", "--square", "c5", "--format", "json"]).good();
    assert_eq!(
        json.lines().nth(1).unwrap(),
        r#"{"lan":"Ic5&c4","san":"I&c4","flags":"b","from":"c5","to":"c4","piece":"I","combined":"N"}"#
    );
    assert_eq!(run(&["moves", "--square", "e6"]).good(), "0 legal moves\n");
    assert_eq!(run(&["moves", "--square", "e6", "--format", "json"]).good(), "");
}

#[test]
fn moves_that_endanger_the_commander() {
    let fen = "6c4/11/11/11/11/11/11/11/11/6t4/11/6C4 r - - 0 1";
    let out = run(&["moves", "--pseudo", "--fen", fen]).good();
    assert!(
        out.starts_with("SAN  LAN    FLAGS  LEGAL  TARGET\nCg2  Cg1g2  n      no\nCh1  Cg1h1  n      yes\n")
    );
    assert!(out.ends_with("\n9 pseudo-legal moves\n"), "{out}");
    let json = run(&["moves", "--pseudo", "--format", "json", "--fen", fen]).good();
    let entries: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let legal = entries.iter().filter(|entry| entry["legal"] == true);
    let lans: Vec<&str> = legal.map(|entry| entry["lan"].as_str().unwrap()).collect();
    let expected = run(&["moves", "--format", "lan", "--fen", fen]).good();
    assert_eq!(lans, expected.lines().collect::<Vec<&str>>());
    assert!(lans.len() < entries.len());
}

#[test]
fn moves_inside_a_deploy() {
    let out = run(&["moves", "--fen", OPEN]).good();
    assert!(out.contains("I>&d7  Id5>&d7  db     joins T\n"), "{out}");
    assert!(out.ends_with("\n5 legal moves\nthe open deploy can be committed\n"), "{out}");
    let at_sea = "6c4/11/11/11/11/11/11/1(NT)9/11/11/11/4C6 r - - 0 1 b5:T:N>b6...";
    let out = run(&["moves", "--fen", at_sea]).good();
    assert!(out.contains("the open deploy cannot be committed: T cannot stay on b5"), "{out}");
}

#[test]
fn a_fen_may_come_in_words_or_from_standard_input() {
    let expected = run(&["moves", "--fen", OPEN, "--format", "lan"]).good();
    assert_eq!(expected.lines().count(), 5);
    let words: Vec<&str> = OPEN.split(' ').collect();
    let args = [&["moves", "--format", "lan", "--fen"], &words[..]].concat();
    assert_eq!(run(&args).good(), expected);
    let input = format!("\n  \n{OPEN}\nrest\n");
    assert_eq!(run_with(&["moves", "--fen", "-", "--format", "lan"], input.as_bytes()).good(), expected);

    let args = [&["moves", "--fen"], &words[..], &["more"]].concat();
    assert_eq!(run(&args).bad(), "error: unexpected argument \"more\" after the FEN");
    assert_eq!(run(&["moves", "--fen", "-"]).bad(), "error: no FEN on standard input");
}

#[test]
fn bad_fens_are_named() {
    for command in ["moves", "perft"] {
        let bad = |fen: &str| run(&[command, "--fen", fen]).bad();
        assert_eq!(bad("6c4"), "error: FEN: expected at least 6 fields, found 1");
        assert_eq!(
            bad("6c4/11/11/11/11/11/11/3x7/11/11/11/4C6 r - - 0 1"),
            "error: FEN: rank 5, character 2: expected a piece, found 'x' (and 1 more: see `cotulenh fen check`)"
        );
        assert_eq!(
            bad("6c4/11/11/11/11/11/11/T10/11/11/11/4C6 r - - 0 1"),
            "error: FEN: a5: a tank cannot stand on this terrain"
        );
        assert!(bad(&format!("{STACK} d5:I:T>d9...")).starts_with("error: FEN: field 7: "));
        // Control characters never reach the terminal.
        assert!(!bad("6c4/11/11/11/11/11/11/3\u{1b}[31m7/11/11/11/4C6 r - - 0 1").contains('\u{1b}'));
    }
}

#[cfg(unix)]
#[test]
fn arguments_need_not_be_utf_8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let garbage = OsStr::from_bytes(b"6c4/\xff11");
    for args in [&["moves", "--fen"][..], &["fen", "check"], &["fen", "explain"], &["fen", "normalize"]] {
        let args: Vec<&OsStr> = args.iter().map(OsStr::new).chain([garbage]).collect();
        assert_eq!(run(&args).bad(), "error: FEN: invalid UTF-8 at byte 5 of \"6c4/\u{fffd}11\"", "{args:?}");
    }
    let missing = run(&[OsStr::new("pgn"), OsStr::new("check"), OsStr::from_bytes(b"/no\xff.pgn")]);
    assert!(missing.bad().starts_with("error: /no\u{fffd}.pgn: No such file"));
    assert_eq!(run(&[garbage]).code, 2);
    assert_eq!(run(&[OsStr::new("perft"), garbage]).code, 2);
}

/// The number after `nodes`.
fn nodes(out: &str) -> u64 {
    let line = out.lines().find_map(|line| line.strip_prefix("nodes    ")).unwrap_or_else(|| panic!("{out}"));
    line.parse().unwrap()
}

#[test]
fn perft_counts() {
    for (args, expected) in [
        (&["perft"][..], 1_578_799),
        (&["perft", "0"], 1),
        (&["perft", "1"], 116),
        (&["perft", "2", "--played"], 13_460),
        (&["perft", "3", "--threads", "2"], 1_578_799),
        (&["perft", "2", "--threads", "0", "--played"], 13_460),
        (&["perft", "3", "--threads", "2", "--hash", "8"], 1_578_799),
        (&["perft", "0", "--divide"], 1),
        (&["perft", "0", "--played"], 1),
    ] {
        // Also: no progress bar in a pipe.
        let out = run(args).good();
        assert_eq!(nodes(&out), expected, "{args:?}");
        let lines: Vec<&str> = out.lines().collect();
        assert_eq!(lines.len(), 3, "{out}");
        assert!(lines[1].starts_with("time     ") && lines[1].ends_with(" s"), "{out}");
        assert!(lines[2].strip_prefix("nodes/s  ").unwrap().parse::<u64>().is_ok(), "{out}");
    }
}

#[test]
fn perft_divides() {
    for args in [&["--threads", "1"][..], &["--threads", "2"], &["--played"], &["--hash", "1"]] {
        let out = run(&[&["perft", "2", "--divide"], args].concat()).good();
        let (parts, total) = out.split_once("\n\n").unwrap();
        assert_eq!(parts.lines().count(), 116);
        assert_eq!(parts.lines().next(), Some("Ic5c6: 117"));
        let sum: u64 =
            parts.lines().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap()).sum();
        assert_eq!((sum, nodes(total)), (13_460, 13_460));
        // The bridge counts with code of its own.
        let answer = run_with(&["bridge"], br#"{"method":"perft","depth":2,"divide":true}"#).good();
        let answer: Value = serde_json::from_str(&answer).unwrap();
        let by_bridge = answer["result"]["divide"].as_object().unwrap();
        let by_bridge: Vec<String> = by_bridge.iter().map(|(lan, n)| format!("{lan}: {n}")).collect();
        assert_eq!(parts.lines().collect::<Vec<&str>>(), by_bridge);
    }
    let out = run(&["perft", "1", "--divide", "--fen", OPEN]).good();
    assert!(out.starts_with("Id5>d6: 1\n") && out.contains("\ncommit: 1\n\nnodes    6\n"), "{out}");
}

#[test]
fn perft_finds_its_depth_after_a_fen() {
    assert_eq!(nodes(&run(&["perft", "--fen", START, "1"]).good()), 116);
    let words: Vec<&str> = START.split(' ').collect();
    assert_eq!(nodes(&run(&[&["perft", "--fen"], &words[..], &["1"]].concat()).good()), 116);
    assert_eq!(nodes(&run(&[&["perft", "1", "--fen"], &words[..]].concat()).good()), 116);
    let open: Vec<&str> = OPEN.split(' ').collect();
    assert_eq!(nodes(&run(&[&["perft", "--fen"], &open[..], &["1"]].concat()).good()), 6);
    assert_eq!(
        run(&["perft", "--fen", START, "deep"]).bad(),
        "error: invalid depth \"deep\": expected a whole number from 0 to 255"
    );
    assert_eq!(
        run(&["perft", "1", "--fen", START, "2"]).bad(),
        "error: unexpected argument \"2\" after the FEN"
    );
}

#[test]
fn commands_have_aliases() {
    assert_eq!(
        run(&["fen", "validate", "6c4/11/11/11/11/11/11/3T7/11/11/11/4C6 r - - 0 1"]).good(),
        "valid\n"
    );
    assert!(
        run(&["fen", "normalise", "6c4/11/11/11/11/11/11/3T7/11/11/11/22C6 r - - 0 1"])
            .good()
            .contains("/4C6 r")
    );
    assert!(run_with(&["pgn", "validate", "-"], b"1. Ic6 *").good().contains("1 game"));
    assert!(run_with(&["pgn", "statistics", "-"], b"1. Ic6 *").good().contains("games"));
}
