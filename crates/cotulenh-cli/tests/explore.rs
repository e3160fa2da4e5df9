//! `cotulenh explore`.
#![allow(missing_docs)]

mod support;

use std::io::Write;

use cotulenh::{CompactGame, GameFileWriter, Strictness, read_pgn};
use serde_json::{Value, json};
use support::{OPEN, START, file, folder, run, run_with, spawn};

const GAMES: &str = "\
[Event \"Hội xuân\"]
[Date \"2024.02.10\"]
[Red \"An\"]
[Blue \"Bình\"]
[RedElo \"1800\"]
[BlueElo \"1750\"]
[Result \"1-0\"]

1. Ic6 Ic7 2. Mg6 (2. Ic7) 1-0

[Date \"2025.??.??\"]
[Red \"Chi\"]
[Blue \"Máy\"]
[RedElo \"1600\"]
[BlueLevel \"10\"]

1. Ic6 Mg7 0-1

1. Mg6 Ic7 2. Ic6 1/2-1/2

[FEN \"6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1\"]

1. I<T>d7 Cg11 *
";

/// A file with the games above.
fn explorer(folder: &tempfile::TempDir) -> String {
    let games = file(folder, "games.pgn", GAMES);
    let db = folder.path().join("games.db").to_str().unwrap().to_owned();
    assert_eq!(
        run(&["explore", "build", &db, &games]).good(),
        "4 games added, 0 known already, 0 without a turn, 0 errors\n"
    );
    db
}

fn json_of(args: &[&str]) -> Value {
    serde_json::from_str(&run(args).good()).unwrap()
}

#[test]
fn a_table_shows_turns_results_and_games() {
    let folder = folder();
    let db = explorer(&folder);
    let expected = "\
3 games: Red wins 33.3%, draws 33.3%, Blue wins 33.3%

TURN  GAMES  SHARE    RED   DRAWS   BLUE  RATING  LEVEL  LAST
Ic6       2  66.7%  50.0%    0.0%  50.0%    1700      -  2025.??.??
Mg6       1  33.3%   0.0%  100.0%   0.0%       -      -  -

Top games
  Ic6  An (1800) – Bình (1750)  1-0      2024.02.10  Hội xuân
  Mg6  ? – ?                    1/2-1/2  -
";
    assert_eq!(run(&["explore", "show", &db]).good(), expected);
    assert_eq!(run(&["explore", "show", &db, "--fen", START]).good(), expected);
    let limited = run(&["explore", "show", &db, "--limit", "1"]).good();
    assert!(limited.contains("\n… 1 more\n") && !limited.contains("Mg6"), "{limited}");
    let replies = run(&["explore", "show", &db, "c5c6"]).good();
    assert!(
        replies.contains("\nMg7       1  50.0%    0.0%   0.0%  100.0%       -   10.0  2025.??.??\n"),
        "{replies}"
    );
}

#[test]
fn transpositions_and_deploys_are_found() {
    let folder = folder();
    let db = explorer(&folder);
    // Two orders of the same turns.
    for moves in [["Ic6", "Ic7", "Mg6"], ["Mg6", "Ic7", "Ic6"]] {
        let before = json_of(&["explore", "show", &db, moves[0], moves[1], "--format", "json"]);
        assert_eq!((&before["games"], &before["turns"][0]["san"]), (&json!(1), &json!(moves[2])));
    }
    let stack = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1";
    let found = json_of(&["explore", "show", &db, "--format", "json", "--fen", stack]);
    assert_eq!(found["turns"][0]["lan"], "d5:I:T>d7");
    // An open deploy has the answer of its beginning, and a deploy turn leads on.
    assert_eq!(json_of(&["explore", "show", &db, "--format", "json", "--fen", OPEN]), found);
    let reply = json_of(&["explore", "show", &db, "--format", "json", "--fen", stack, "I<T>d7"]);
    assert_eq!(reply["turns"][0]["san"], "Cg11");
}

#[test]
fn json_has_everything() {
    let folder = folder();
    let db = explorer(&folder);
    let found = json_of(&["explore", "show", &db, "--format", "json", "--limit", "1"]);
    let expected = json!({
        "fen": START,
        "games": 3, "red": 1, "draws": 1, "blue": 1,
        "turnCount": 2,
        "turns": [{
            "san": "Ic6", "lan": "Ic5c6",
            "games": 2, "red": 1, "draws": 0, "blue": 1,
            "rating": 1700.0, "level": null,
            "firstDate": "2024.02.10", "lastDate": "2025.??.??",
            "topGame": {
                "id": 1,
                "players": {
                    "r": {"name": "An", "rating": 1800, "level": null},
                    "b": {"name": "Bình", "rating": 1750, "level": null},
                },
                "result": "red",
                "date": "2024.02.10",
                "event": "Hội xuân", "site": null, "round": null,
                "turns": 3,
            },
        }],
    });
    assert_eq!(found, expected);
    let info = json_of(&["explore", "info", &db, "--format", "json"]);
    let bytes = std::fs::metadata(&db).unwrap().len();
    let expected = json!({
        "schema": 1, "maxTurns": 30, "games": 4, "red": 1, "draws": 1, "blue": 1,
        "positions": 7, "turns": 9, "firstDate": "2024.02.10", "lastDate": "2025.??.??", "bytes": bytes,
    });
    assert_eq!(info, expected);
    let table = run(&["explore", "info", &db]).good();
    assert!(table.starts_with("games                   4\n  Red wins              1  25.0%\n"), "{table}");
    assert!(table.ends_with("\ndates  2024.02.10 to 2025.??.??\n"), "{table}");
}

#[test]
fn games_are_added_once_and_damaged_ones_are_reported() {
    let folder = folder();
    let db = explorer(&folder);
    let bad = file(&folder, "bad.pgn", "1. Ik6 *\n\n[Red \"x\"]\n\n1. Ic6\n Zz9 *\n\n[Red \"y\"]\n\n*\n");
    let missing = folder.path().join("missing.pgn").to_str().unwrap().to_owned();
    let games = folder.path().join("games.pgn").to_str().unwrap().to_owned();
    let run = run(&["explore", "build", &db, &bad, &missing, &games]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (1, "1 game added, 4 known already, 1 without a turn, 2 errors\n")
    );
    let lines: Vec<&str> = run.err.lines().collect();
    assert_eq!(lines[0], format!("error: {bad}:6:2: game 2: at \"Zz9\": no legal move matches \"Zz9\""));
    assert!(lines[1].starts_with(&format!("error: {missing}: No such file")), "{lines:?}");
    assert_eq!(lines.len(), 2);
    assert_eq!(json_of(&["explore", "info", &db, "--format", "json"])["games"], 5);
    let again = run_with(&["explore", "build", &db, "-"], GAMES.as_bytes()).good();
    assert_eq!(again, "0 games added, 4 known already, 0 without a turn, 0 errors\n");
}

#[test]
fn the_number_of_turns_belongs_to_the_file() {
    let folder = folder();
    let games = file(&folder, "games.pgn", GAMES);
    let db = folder.path().join("short.db").to_str().unwrap().to_owned();
    run(&["explore", "build", &db, &games, "--max-turns", "1"]).good();
    assert_eq!(json_of(&["explore", "info", &db, "--format", "json"])["positions"], 2);
    let other = run(&["explore", "build", &db, &games, "--max-turns", "2"]).bad();
    assert_eq!(other, format!("error: {db}: the file contains the first 1 turns of each game: expected 2"));
    run(&["explore", "build", &db, &games]).good();
    assert_eq!(run(&["explore", "build", &db, &games, "--max-turns", "0"]).code, 2);
}

#[test]
fn bad_questions_and_files_are_refused() {
    let folder = folder();
    let db = explorer(&folder);
    let text = file(&folder, "text.db", "1. Ic6 *\n".repeat(200));
    let missing = folder.path().join("missing.db").to_str().unwrap().to_owned();
    let empty = "no game has a turn in this position\n";
    assert_eq!(
        run(&["explore", "show", &db, "--fen", "6c4/11/11/11/11/11/11/11/11/11/11/4C6 r - - 0 1"]).good(),
        empty
    );
    for (args, message) in [
        (&["show", &db, "Ic6", "Zz9"][..], "move 2: no legal move matches \"Zz9\""),
        (&["show", &db, "--fen", "6x4/11 r - - 0 1"], "FEN: field 1: expected 12 ranks"),
        (&["show", &text], "expected an opening explorer, found a file that is not SQLite"),
        (&["build", &text, &db], "expected an opening explorer, found a file that is not SQLite"),
        (&["info", &missing], "cannot open: No such file"),
    ] {
        let line = run(&[&["explore"], args].concat()).bad();
        assert!(line.contains(message), "{line}");
    }
    assert!(!std::path::Path::new(&missing).exists());
    // A database given as games is not readable as PGN, and stays as it is.
    let before = std::fs::read(&db).unwrap();
    let run = run(&["explore", "build", &folder.path().join("new.db").to_str().unwrap().to_owned(), &db]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("not valid UTF-8"), "{run:?}");
    assert!(std::fs::read(&db).unwrap() == before);
}

/// Games as bytes are read like PGN, and are the same games.
#[test]
fn games_as_bytes_are_read() {
    let folder = folder();
    let games = read_pgn(GAMES.as_bytes(), Strictness::Strict).map(Result::unwrap);
    let mut writer = GameFileWriter::new(Vec::new()).unwrap();
    for game in games {
        writer.write(&CompactGame::of_game(&game).unwrap()).unwrap();
    }
    let mut bytes = writer.into_inner();
    let whole = file(&folder, "games.ctlg", &bytes);
    let db = folder.path().join("bytes.db").to_str().unwrap().to_owned();
    let added = run(&["explore", "build", &db, &whole]).good();
    assert_eq!(added, "4 games added, 0 known already, 0 without a turn, 0 errors\n");
    let of_pgn = explorer(&folder);
    for args in [&["show"][..], &["show", "--format", "json"], &["info"]] {
        let ask = |db: &String| run(&[&["explore", args[0], db], &args[1..]].concat()).good();
        assert_eq!(ask(&db), ask(&of_pgn));
    }
    let again = run_with(&["explore", "build", &db, "-"], GAMES.as_bytes()).good();
    assert_eq!(again, "0 games added, 4 known already, 0 without a turn, 0 errors\n");

    // Header and records end with a zero; the third of them is the second game.
    let second = bytes.split_inclusive(|&byte| byte == 0).take(2).map(<[u8]>::len).sum::<usize>();
    bytes[second + 5] ^= 1;
    let damaged = file(&folder, "damaged.ctlg", &bytes);
    let run =
        run(&["explore", "build", &folder.path().join("new.db").to_str().unwrap().to_owned(), &damaged]);
    assert_eq!(
        (run.code, run.out.as_str()),
        (1, "3 games added, 0 known already, 0 without a turn, 1 error\n")
    );
    let reported = format!("error: {damaged}:byte {second}: game 2: ");
    assert!(run.err.starts_with(&reported) && run.err.ends_with(" damaged bytes\n"), "{}", run.err);
}

/// Names from a file cannot control the terminal.
#[test]
fn names_are_printable() {
    let folder = folder();
    let games = file(&folder, "games.pgn", "[Red \"\u{202e}x\"]\n[Event \"\u{2066}y\"]\n\n1. Ic6 *\n");
    let db = folder.path().join("games.db").to_str().unwrap().to_owned();
    run(&["explore", "build", &db, &games]).good();
    let shown = run(&["explore", "show", &db]).good();
    assert!(shown.contains("\\u{202e}x – ?") && shown.contains("\\u{2066}y"), "{shown}");
}

/// A build that is killed leaves a valid file with whole batches; the same command adds the rest.
#[test]
fn a_killed_build_can_be_repeated() {
    let folder = folder();
    let db = folder.path().join("games.db").to_str().unwrap().to_owned();
    let moves = "1. Ic6 Ic7 2. Ic5 Ic8 3. Mg6 Mg7 4. Mg5 Mg8 5. Ic6 Ic7 6. Mg6 Mg7 *";
    let game = |number: usize| format!("[Round \"{number}\"]\n\n{moves}\n\n");
    // 12 turns of a game, 8 of them in different positions; the first batch is full before the end.
    let count = 30_000;
    let text: String = (0..count).map(game).collect();
    let mut child = spawn(&["explore", "build", &db, "-"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(text.as_bytes()).unwrap();
    input.flush().unwrap();
    // The program waits for more games now, or reads the last ones.
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(120);
    let written = || {
        let run = run(&["explore", "info", &db, "--format", "json"]);
        serde_json::from_str::<Value>(&run.out).ok().and_then(|info| info["games"].as_u64()).unwrap_or(0)
    };
    while written() == 0 {
        assert!(std::time::Instant::now() < deadline, "no batch was written");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    drop(input);
    let kept = written();
    assert!(0 < kept && kept < count as u64, "{kept}");
    let again = run_with(&["explore", "build", &db, "-"], text.as_bytes()).good();
    assert_eq!(
        again,
        format!("{} games added, {kept} known already, 0 without a turn, 0 errors\n", count as u64 - kept)
    );
    let shown = json_of(&["explore", "show", &db, "--format", "json"]);
    assert_eq!(shown["games"], count);
}
