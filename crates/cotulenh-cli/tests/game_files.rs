//! `cotulenh pgn` with files of games in few bytes.
#![allow(missing_docs)]

mod support;

use cotulenh::{CompactGame, GameEnd, GameFileReader, Termination};
use support::{Run, file, folder, run};

const GAMES: &str = "\
[Event \"Hội xuân\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[Red \"An\"]
[Blue \"Bình\"]
[Result \"1-0\"]
[Termination \"time forfeit\"]

1. Ic6 {[%clk 0:04:59] [%eval 0.35]} 1... Ic7 2. Mg6 1-0

[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[Red \"Bình\"]
[Blue \"?\"]
[Result \"*\"]
[SetUp \"1\"]
[FEN \"6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1\"]

1. I<T>d7 Cg11 2. Ce2 *
";

/// Converts a PGN to games in few bytes; returns the path.
fn convert(folder: &tempfile::TempDir, name: &str, pgn: &str) -> String {
    let source = file(folder, &format!("{name}.pgn"), pgn);
    let target = folder.path().join(name).to_str().unwrap().to_owned();
    assert_eq!(run(&["pgn", "convert", &source, "--to", "games", "-o", &target]).good(), "");
    target
}

#[test]
fn pgn_to_bytes_and_back() {
    let folder = folder();
    let games = convert(&folder, "games", GAMES);
    let bytes = std::fs::read(&games).unwrap();
    let read: Vec<CompactGame> = GameFileReader::new(&bytes[..]).map(Result::unwrap).collect();
    assert_eq!(read[0].end(), GameEnd::Won(cotulenh::Color::Red, Termination::Time));
    assert_eq!(read.iter().map(CompactGame::turn_count).collect::<Vec<_>>(), [3, 3]);

    assert_eq!(run(&["pgn", "convert", &games]).good(), GAMES);
    let pgn = format!("{games}.pgn");
    for to in ["fen", "json", "lan"] {
        let args = |input: &str| ["pgn", "convert", input, "--to", to].map(str::to_owned);
        assert_eq!(run(&args(&games)).good(), run(&args(&pgn)).good(), "{to}");
    }
    assert_eq!(
        run(&["pgn", "stats", &games]).good(),
        run(&["pgn", "stats", &pgn]).good().replace(&pgn, &games)
    );
    assert_eq!(run(&["pgn", "check", &games, &pgn]).good(), "4 games in 2 files, 0 errors\n");
    // Both kinds of files together, to standard output.
    let both = run_bytes(&["pgn", "convert", &games, &pgn, "--to", "games"]);
    assert_eq!(GameFileReader::new(&both[..]).map(Result::unwrap).count(), 4);
}

/// The output of a command that is not text.
fn run_bytes(args: &[&str]) -> Vec<u8> {
    let output = support::spawn(args).wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    output.stdout
}

#[test]
fn what_does_not_fit_is_reported() {
    let folder = folder();
    let source = file(&folder, "a.pgn", "1. Ic6 {bold} Ic7 {[%eval 1.00] x} Mg6 {[%eval 0.5]} *\n");
    let target = folder.path().join("a").to_str().unwrap().to_owned();
    let Run { code, out, err } = run(&["pgn", "convert", &source, "--to", "games", "-o", &target]);
    assert_eq!((code, out.as_str()), (0, ""));
    assert_eq!(err, "warning: 2 comments left out: games in few bytes have only scores and clocks\n");
    let headers: String = (0..300).map(|i| format!("[H{i} \"x\"]\n")).collect();
    let source = file(&folder, "b.pgn", format!("{headers}\n1. Ic6 *\n"));
    let run = run(&["pgn", "convert", &source, "--to", "games", "-o", &target]);
    assert_eq!(run.code, 1);
    assert!(run.err.contains("b.pgn: game 1: a game has at most 255 headers, found 300"), "{}", run.err);
}

#[test]
fn damage_is_reported_with_its_place() {
    let folder = folder();
    let games = convert(&folder, "games", &format!("{GAMES}\n{GAMES}"));
    let mut bytes = std::fs::read(&games).unwrap();
    let begin = 9 + bytes[9..].iter().position(|&byte| byte == 0).unwrap() + 1;
    bytes[begin + 4] ^= 0x40;
    std::fs::write(&games, &bytes).unwrap();
    let length = bytes[begin..].iter().position(|&byte| byte == 0).unwrap() + 1;
    let damage = format!("{length} damaged bytes");
    let checked = run(&["pgn", "check", &games]);
    assert_eq!(checked.code, 1);
    assert_eq!(checked.out, format!("{games}:byte {begin}: game 2: {damage}\n4 games in 1 file, 1 error\n"));

    // A merge repairs the file, on request.
    let repaired = folder.path().join("repaired").to_str().unwrap().to_owned();
    let refused = run(&["pgn", "merge", &games, "-o", &repaired]);
    assert_eq!((refused.code, refused.out.as_str()), (1, ""));
    let lines: Vec<&str> = refused.err.lines().collect();
    assert_eq!(lines[0], format!("error: {games}: byte {begin}: {damage}"));
    assert!(lines[1].ends_with("nothing written, because of 1 error (--skip-errors writes the rest)"));
    assert!(!std::fs::exists(&repaired).unwrap());
    let allowed = run(&["pgn", "merge", &games, "-o", &repaired, "--skip-errors"]);
    assert_eq!((allowed.code, allowed.out.as_str()), (0, "3 games from 1 file\n"));
    assert_eq!(run(&["pgn", "check", &repaired]).good(), "3 games in 1 file, 0 errors\n");

    // Bytes that are whole, but not a legal game.
    let mut writer = cotulenh::GameFileWriter::new(Vec::new()).unwrap();
    writer.write_bytes(&[0x10, 0, 1, 20]).unwrap();
    std::fs::write(&games, writer.into_inner()).unwrap();
    let illegal = run(&["pgn", "check", &games]);
    let fault = "byte 9: game 1: turn 1, byte 3: found unit 20 of 19";
    assert_eq!(illegal.out, format!("{games}:{fault}\n1 game in 1 file, 1 error\n"));
}

#[test]
fn merging_keeps_order_and_leaves_repeated_games_out() {
    let folder = folder();
    let (a, b) = (convert(&folder, "a", GAMES), convert(&folder, "b", "1. Mg6 *\n\n1. Ic6 *\n"));
    let all = folder.path().join("all").to_str().unwrap().to_owned();
    assert_eq!(run(&["pgn", "merge", &a, &b, &a, "-o", &all]).good(), "6 games from 3 files\n");
    let lans = || run(&["pgn", "convert", &all, "--to", "lan"]).good();
    assert_eq!(lans().lines().collect::<Vec<_>>()[2..4], ["Mg5g6", "Ic5c6"]);
    let unique = run(&["pgn", "merge", &a, &b, &a, "--unique", "-o", &all]).good();
    assert_eq!(unique, "4 games from 3 files, 2 repeated left out\n");
    assert_eq!(lans().lines().count(), 4);
    // The output may be one of the inputs, and files can be concatenated.
    assert_eq!(run(&["pgn", "merge", &all, &b, "-o", &all]).good(), "6 games from 2 files\n");
    let both = [std::fs::read(&a).unwrap(), std::fs::read(&b).unwrap()].concat();
    std::fs::write(&all, both).unwrap();
    assert_eq!(run(&["pgn", "check", &all]).good(), "4 games in 1 file, 0 errors\n");

    let pgn = format!("{a}.pgn");
    let missing = folder.path().join("missing").to_str().unwrap().to_owned();
    let refused = run(&["pgn", "merge", &pgn, &missing, "-o", &all]);
    assert_eq!((refused.code, refused.err.lines().count()), (1, 3), "{}", refused.err);
    assert!(refused.err.contains("expected a file of games in few bytes"), "{}", refused.err);
}
