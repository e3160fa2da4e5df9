//! `cotulenh-lab match`: small matches of the real program.
#![allow(missing_docs)]

mod support;

use std::collections::BTreeSet;

use cotulenh::{Game, Strictness, read_pgn};
use serde_json::{Value, json};
use support::{PROGRAM, Run, file, folder, run};

fn play(args: &[&str]) -> Run {
    let mut all = vec!["match"];
    all.extend(args);
    run(&all)
}

/// The summary of a match without errors or warnings.
#[track_caller]
fn summary(args: &[&str]) -> Value {
    let mut all = args.to_vec();
    all.push("--json");
    serde_json::from_str(&play(&all).good()).unwrap()
}

fn games(path: &str) -> Vec<Game> {
    let text = std::fs::read(path).unwrap();
    read_pgn(&text[..], Strictness::Strict).map(Result::unwrap).collect()
}

fn header<'a>(game: &'a Game, name: &str) -> &'a str {
    game.headers().get(name).unwrap_or_else(|| panic!("no {name} in {}", game.to_pgn()))
}

/// This program's engine as a UCI process.
fn own_process(more: &str) -> String {
    format!("uci:'{PROGRAM}' uci {more}")
}

#[test]
fn the_engine_beats_the_greedy_player_with_both_colours() {
    let found = summary(&["--b", "greedy", "--nodes", "1500", "--games", "3"]);
    assert_eq!(found["games"], 4, "an odd number is rounded up");
    assert_eq!((&found["a"], &found["b"]), (&json!("cotulenh"), &json!("greedy")));
    assert_eq!(found["as_red"], json!({"won": 2, "drawn": 0, "lost": 0}));
    assert_eq!(found["as_blue"], json!({"won": 2, "drawn": 0, "lost": 0}));
    assert_eq!(found["pairs"], json!([0, 0, 0, 0, 2]));
    assert_eq!((&found["percent"], &found["elo"]), (&json!(100.0), &Value::Null));
    let nothing = json!({"time": 0, "illegal_move": 0, "crash": 0, "hang": 0});
    assert_eq!(found["faults"], json!({"a": nothing, "b": nothing}));
}

#[test]
fn a_process_plays_like_the_built_in_engine() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (inside, outside) = (path("inside.pgn"), path("outside.pgn"));
    let common = ["--nodes", "400", "--games", "4", "--seed", "5"];
    let played = |more: &[&str]| summary(&[&common[..], more].concat());
    let a = played(&["--pgn", &inside, "--a", "name=x", "--b", "name=y history=on"]);
    let (x, y) = (own_process("name=x option.Hash=16"), own_process("name=y"));
    let b = played(&["--pgn", &outside, "--a", &x, "--b", &y, "--concurrency", "2"]);
    assert_eq!(a, b);

    let by_round = |path: &str| {
        let mut games = games(path);
        games.sort_by_key(|game| header(game, "Round").to_owned());
        games
    };
    let (inside, outside) = (by_round(&inside), by_round(&outside));
    assert_eq!(inside.len(), 4);
    for (game, other) in inside.iter().zip(&outside) {
        assert_eq!(game.sans(), other.sans());
        assert_eq!(header(game, "Result"), header(other, "Result"));
    }
    // The games end by the rules, and the headers say so.
    for game in &inside {
        assert_eq!(game.outcome().unwrap().to_string(), header(game, "Result"));
        assert_eq!(header(game, "Termination"), "normal");
        assert_eq!((header(game, "RedLimit"), header(game, "TimeControl")), ("nodes=400", "-"));
        assert_eq!(header(game, "OpeningTurns"), "6");
        let last = game.comment().unwrap();
        assert!(last.contains('/') && last.ends_with('s'), "{last}");
        // The turns of the opening have no comments.
        assert_eq!(game.comments().count(), game.turns().len() - 6);
    }
    // Each opening is played with both colours.
    for pair in inside.chunks(2) {
        assert_eq!(pair[0].sans()[..6], pair[1].sans()[..6]);
        assert_eq!((header(&pair[0], "Red"), header(&pair[0], "Blue")), ("x", "y"));
        assert_eq!((header(&pair[1], "Red"), header(&pair[1], "Blue")), ("y", "x"));
    }
    assert_ne!(inside[0].sans()[..6], inside[2].sans()[..6]);
}

#[test]
fn clocks_are_kept() {
    let folder = folder();
    let pgn = folder.path().join("games.pgn").to_str().unwrap().to_owned();
    let process = own_process("tc=0:02+0.02");
    let clock = ["--tc", "1+0.02", "--timemargin", "500", "--max-turns", "40"];
    let found = summary(&[&clock[..], &["--b", &process, "--games", "2", "--pgn", &pgn]].concat());
    assert_eq!((&found["faults"]["a"]["time"], &found["faults"]["b"]["time"]), (&json!(0), &json!(0)));
    let game = &games(&pgn)[0];
    assert_eq!((header(game, "RedLimit"), header(game, "BlueLimit")), ("tc=1+0.02", "tc=2+0.02"));
}

/// A process that runs this shell command on every `go`.
#[cfg(unix)]
fn fake(folder: &tempfile::TempDir, name: &str, go: &str) -> String {
    let script = format!(
        "while read -r word rest; do\n case $word in\n  uci) echo uciok;;\n  isready) echo readyok;;\n  go) {go};;\n  \
         quit) exit 0;;\n esac\ndone\n"
    );
    format!("uci:sh '{}'", file(folder, name, script))
}

#[cfg(unix)]
#[test]
fn faults_lose_and_the_match_continues() {
    let folder = folder();
    let cases = [
        ("cheat", "echo bestmove Zz9", "illegal_move", "loses by illegal move: played \"Zz9\" in 6c4/"),
        ("none", "echo 'bestmove (none)'", "illegal_move", "loses by illegal move: played \"(none)\" in "),
        (
            "crash",
            "echo no more fuel >&2; exit 3",
            "crash",
            "ended unexpectedly (exit status: 3): no more fuel",
        ),
        ("hang", ":", "hang", "loses by hang: does not send bestmove"),
    ];
    for (name, go, kind, expected) in cases {
        let player = fake(&folder, name, go);
        let args = [
            "--b",
            &player,
            "--nodes",
            "50",
            "--games",
            "4",
            "--openings",
            "random:0",
            "--patience",
            "0.3",
            "--json",
        ];
        let run = play(&args);
        assert_eq!(run.code, 0, "{run:?}");
        assert_eq!(run.err.matches("warning: game ").count(), 4, "{name}: {}", run.err);
        assert!(run.err.contains(expected), "{name}: {}", run.err);
        let found: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((&found["score"]["won"], &found["faults"]["b"][kind]), (&json!(4), &json!(4)), "{name}");
        assert_eq!(found["faults"]["a"][kind], 0);
    }
}

#[cfg(unix)]
#[test]
fn overstepped_clocks_lose() {
    let folder = folder();
    let pgn = folder.path().join("games.pgn").to_str().unwrap().to_owned();
    // The first obeys stop, the second has to be killed.
    for (name, go, expected) in [
        ("sleepy", "read -r stop; echo bestmove Ic5c6", "oversteps its time"),
        ("deaf", ":", "oversteps its time and ignores stop"),
    ] {
        let player = fake(&folder, name, go) + " tc=0.2+1";
        let run = play(&["--a", &player, "--b", "nodes=50", "--games", "2", "--pgn", &pgn, "--json"]);
        assert!(run.err.contains(&format!("loses by time: {expected}\n")), "{run:?}");
        let found: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((&found["score"]["lost"], &found["faults"]["a"]["time"]), (&json!(2), &json!(2)));
    }
    let games = games(&pgn);
    assert_eq!(games.len(), 4);
    for game in games {
        assert_eq!(header(&game, "Termination"), "time forfeit");
        assert!(header(&game, "TerminationDetails").starts_with("time: oversteps its time"));
    }
}

#[test]
fn players_that_cannot_start_are_reported_before_the_match() {
    let error = play(&["--a", "uci:/no/such/program", "--nodes", "9"]).bad();
    assert!(error.starts_with("error: player A cannot be started: "), "{error}");
    let error = play(&["--b", "uci:true", "--nodes", "9"]).bad();
    assert!(error.starts_with("error: player B ended unexpectedly (exit status: 0)"), "{error}");
    let error = play(&["--b", "uci:cat", "--nodes", "9", "--patience", "0.2"]).bad();
    assert_eq!(error, "error: player B does not send uciok");
    let error = play(&["--b", &own_process("option.Hsah=64"), "--nodes", "9"]).bad();
    assert_eq!(error, "error: player B has no option \"Hsah\"");
    let error = play(&["--b", &own_process("option.Hash=0"), "--nodes", "9"]).bad();
    let expected = "error: player B reports an error at the start: Hash: expected a number from 1 to ";
    assert!(error.starts_with(expected) && error.ends_with(", found \"0\""), "{error}");
}

/// The lines of a record after the first, as a set: games may end in any order.
fn lines(path: &str) -> BTreeSet<String> {
    std::fs::read_to_string(path).unwrap().lines().skip(1).map(str::to_owned).collect()
}

#[test]
fn a_resumed_match_equals_an_uninterrupted_one() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (whole, broken) = (path("whole.jsonl"), path("broken.jsonl"));
    let args = |record: &str, more: &[&str]| {
        let common = ["--a", "level=4", "--b", "greedy", "--nodes", "200", "--games", "6", "--record"];
        [&common[..], &[record], more].concat().into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let played = |args: &[String]| summary(&args.iter().map(String::as_str).collect::<Vec<_>>());
    let uninterrupted = played(&args(&whole, &[]));
    assert_eq!(lines(&whole).len(), 6);

    // Interrupted in the middle of the fourth game's line.
    let text = std::fs::read_to_string(&whole).unwrap();
    let ends: Vec<usize> = text.match_indices('\n').map(|(end, _)| end).collect();
    std::fs::write(&broken, &text[..ends[3] + 20]).unwrap();
    assert_eq!(played(&args(&broken, &["--concurrency", "2"])), uninterrupted);
    assert_eq!(lines(&broken), lines(&whole));
    // All games have been played.
    assert_eq!(played(&args(&broken, &[])), uninterrupted);
    assert_eq!(lines(&broken), lines(&whole));

    let other = args(&broken, &["--seed", "2"]);
    let error = play(&other.iter().map(String::as_str).collect::<Vec<_>>()).bad();
    assert!(error.ends_with("the match was started with other settings: seed was 1 and is 2"), "{error}");
    assert_eq!(lines(&broken), lines(&whole));
}

#[test]
fn a_match_does_not_resume_with_other_weights() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (record, weights) = (path("record.jsonl"), path("weights.txt"));
    let mut table = cotulenh_engine::eval::weights::DEFAULT;
    let player = format!("weights={weights}");
    let mut args = vec!["--a", &player, "--nodes", "60", "--games", "2", "--record", &record];
    std::fs::write(&weights, cotulenh_engine::eval::weights_to_text(&table)).unwrap();
    play(&args).good();
    table[0] = [1, 1];
    std::fs::write(&weights, cotulenh_engine::eval::weights_to_text(&table)).unwrap();
    args[5] = "4";
    let error = play(&args).bad();
    assert!(error.contains("the match was started with other settings: weights was ["), "{error}");
    assert_eq!(lines(&record).len(), 2);
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_can_be_resumed() {
    let folder = folder();
    let record = folder.path().join("record").to_str().unwrap().to_owned();
    let process = own_process("nodes=150");
    let args = |games| ["match", "--a", "nodes=150", "--b", &process, "--record", &record, "--games", games];
    let child = support::spawn(&args("5000"));
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !std::path::Path::new(&record).exists() || lines(&record).len() < 2 {
        assert!(std::time::Instant::now() < deadline);
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let expected =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(expected.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("of 5000 games; the same command resumes it"), "{err}");
    // The interruption is not recorded as a fault.
    let games = lines(&record);
    assert!(games.iter().all(|line| !line.contains("crash")), "{games:?}");
    let enough = games.len() + 1;
    let found = summary(&args(&enough.to_string())[1..]);
    assert_eq!(found["games"], enough.next_multiple_of(2));
}

#[test]
fn a_sequential_test_ends_the_match() {
    let args = ["--b", "greedy", "--nodes", "600", "--games", "1000", "--sprt", "elo0=0,elo1=300"];
    let found = summary(&args);
    assert_eq!(found["sprt"]["accepted"], "elo1");
    assert!(found["games"].as_u64().unwrap() < 40, "{found}");
    assert!(found["sprt"]["llr"].as_f64() >= found["sprt"]["upper"].as_f64());
}

#[test]
fn openings_of_a_file() {
    let folder = folder();
    // Red captures the Commander at once; the other opening is the main line of a PGN.
    let won = "6c4/11/11/6T4/11/11/11/11/11/11/11/4C6 r - - 0 1";
    let fens = file(&folder, "book.fen", format!("\n{won}\n"));
    let common = ["--a", "depth=2", "--b", "depth=2", "--openings"];
    let run = play(&[&common[..], &[&fens, "--games", "4"]].concat());
    assert!(run.err.contains("warning: only 1 openings for 2 pairs: they are repeated"), "{run:?}");
    assert!(run.out.contains("+2 =0 -2, 50.0 %"), "{run:?}");

    let pgn = folder.path().join("out.pgn").to_str().unwrap().to_owned();
    let book = file(&folder, "book.pgn", "[Red \"An\"]\n\n1. Ic6 {a move} Ic7 *\n");
    let args = [&common[..], &[&book, "--games", "2", "--pgn", &pgn, "--max-turns", "8", "--json"]].concat();
    let found: Value = serde_json::from_str(&play(&args).good()).unwrap();
    assert_eq!(found["ends"], json!({"max_turns": 2}));
    for game in games(&pgn) {
        assert_eq!(game.sans()[..2], ["Ic6", "Ic7"]);
        assert_eq!((game.turns().len(), game.comments().count()), (8, 6));
        assert_eq!((header(&game, "Result"), header(&game, "Termination")), ("1/2-1/2", "adjudication"));
    }

    let error = play(&[&common[..], &[&book, "--max-turns", "2"]].concat()).bad();
    assert_eq!(error, "error: --max-turns 2: an opening of 2 turns leaves none to play");

    let refused = |name: &str, text: &str| {
        let book = file(&folder, name, text);
        play(&["--openings", &book, "--nodes", "9"]).bad().replace(&book, "BOOK")
    };
    assert_eq!(refused("none.fen", "\n"), "error: --openings: BOOK: the file contains no opening");
    let over = "6c4/11/11/11/11/11/11/11/11/11/11/11 r - - 0 1\n";
    assert_eq!(refused("over.fen", over), "error: --openings: BOOK: opening 1: the game is over");
    assert!(refused("bad.fen", "x\n").starts_with("error: --openings: BOOK:1: FEN: "));
    assert!(
        refused("bad.pgn", "1. Zz9 *\n")
            .starts_with("error: --openings: BOOK: game 1: line 1, column 4, at \"Zz9\"")
    );
}

#[test]
fn adjudication_ends_decided_games() {
    let args = ["--b", "greedy", "--nodes", "300", "--games", "2", "--adjudicate", "score=300,turns=2"];
    let found = summary(&args);
    assert_eq!(found["ends"], json!({"adjudicated": 2}));
}

#[test]
fn the_summary_for_people() {
    let out = play(&["--b", "greedy", "--nodes", "500", "--games", "2", "--sprt", "elo0=0,elo1=10"]).good();
    for text in [
        "A              cotulenh\n",
        "games          2 of 2\n",
        "SPRT           LLR ",
        ": undecided\n",
        "A's faults ",
    ] {
        assert!(out.contains(text), "{text:?} is not in {out}");
    }
}

#[test]
fn bad_arguments() {
    let refused = |args: &[&str]| {
        let run = play(args);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{run:?}");
        run.err
    };
    for (args, expected) in [
        (&["--a", "histroy=off"][..], "unknown word \"histroy=off\": expected greedy, name="),
        (&["--a", "level=99"], "\"level=99\": expected a level from 0 to 20"),
        (&["--a", "uci:"], "expected a command after uci:"),
        (&["--a", "name='x"], "missing quotation mark in "),
        (&["--tc", "fast"], "invalid time control \"fast\": expected SECONDS+INCREMENT"),
        (&["--tc", "1+1", "--nodes", "5"], "cannot be used with"),
        (&["--nodes", "0"], "0 is not in"),
        (&["--movetime", "-3"], "unexpected argument '-3'"),
        (&["--games", "0"], "0 is not in"),
        (&["--concurrency", "0"], "0 is not in"),
        (&["--patience", "nan"], "expected a number of seconds"),
        (&["--sprt", "elo0=0"], "elo1 is missing"),
        (&["--sprt", "elo0=5,elo1=1"], "elo1: expected more than elo0"),
        (&["--adjudicate", "on"], "expected NAME=NUMBER with NAME one of score, turns"),
        (&["--order", "up"], "[possible values: sequential, random]"),
    ] {
        let err = refused(args);
        assert!(err.contains(expected), "{args:?}: {err}");
    }
    let bad = |args: &[&str]| play(args).bad();
    assert_eq!(bad(&[]), "error: player A has no limit: expected --tc, --movetime, --nodes or --depth");
    assert_eq!(
        bad(&["--nodes", "9", "--openings", "random:x"]),
        "error: --openings: expected random:N with N from 0 to 60, endgame:N with N from 1 to 12, or endgame: with the letters of 1 to 12 units, found \"random:x\""
    );
    assert_eq!(
        bad(&["--nodes", "9", "--max-turns", "6"]),
        "error: --max-turns 6: an opening of 6 turns leaves none to play"
    );
    assert!(bad(&["--nodes", "9", "--openings", "/no/such/book"]).contains("/no/such/book: "));
    assert!(bad(&["--nodes", "9", "--pgn", "/no/such/folder/x.pgn"]).contains("/no/such/folder/x.pgn: "));
    assert!(bad(&["--nodes", "9", "--record", "/no/such/folder/x"]).contains("/no/such/folder/x: "));
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let error = bad(&["--nodes", "9", "--games", "2", "--pgn", &path("x"), "--record", &path("./x")]);
    assert!(error.ends_with("x: given twice, as --pgn and as --record"), "{error}");
    assert!(!folder.path().join("x").exists());
}
