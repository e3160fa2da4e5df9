//! `tune`: games, weights, and what happens to damaged files.
#![allow(missing_docs)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use cotulenh_engine::eval::{weights, weights_from_text, weights_to_text};
use support::{Run, run};

/// Weights that differ from the engine's.
fn other_weights(path: &Path) -> &str {
    let mut other = weights::DEFAULT;
    other[weights::MOBILITY] = [30, -30];
    assert_ne!(other, weights::DEFAULT);
    fs::write(path, weights_to_text(&other)).unwrap();
    path.to_str().unwrap()
}

fn play(out: &Path, more: &[&str]) -> Run {
    let out = out.to_str().unwrap();
    let args = ["tune", "play", "--nodes", "60", "--positions", "8", "--seed", "5", "--out", out];
    run(&[&args, more].concat())
}

fn fit(data: &Path, out: &Path, more: &[&str]) -> Run {
    let (data, out) = (data.to_str().unwrap(), out.to_str().unwrap());
    run(&[&["tune", "fit", data, "--out", out], more].concat())
}

fn files() -> (tempfile::TempDir, impl Fn(&str) -> PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().to_owned();
    (dir, move |name: &str| path.join(name))
}

#[test]
fn games_depend_on_the_seed_and_not_on_the_threads() {
    let (_dir, file) = files();
    let report = play(&file("one"), &["--games", "10"]).good();
    assert!(report.starts_with("10 games with "), "{report}");
    play(&file("three"), &["--games", "10", "--threads", "3"]).good();
    let one = fs::read_to_string(file("one")).unwrap();
    assert_eq!(one, fs::read_to_string(file("three")).unwrap());
    assert!(
        one.starts_with(
            "cotulenh-positions 2 seed=5 openings=random:6,random:7,random:8 nodes=60 positions=8 weights="
        ),
        "{one}"
    );

    let weights = file("weights");
    play(&file("other"), &["--games", "10", "--weights", other_weights(&weights)]).good();
    assert_ne!(one, fs::read_to_string(file("other")).unwrap());

    let endgames = ["--games", "10", "--openings", "endgame:3", "--openings", "endgame:TT"];
    play(&file("endgames"), &endgames).good();
    let endgames = fs::read_to_string(file("endgames")).unwrap();
    assert!(endgames.contains(" openings=endgame:3,endgame:TT "), "{endgames}");
    let book = play(&file("book"), &["--openings", "book.pgn"]);
    assert!(book.code == 2 && book.err.contains("book.pgn"), "{book:?}");
}

#[test]
fn an_interrupted_run_is_resumed() {
    let (_dir, file) = files();
    play(&file("whole"), &["--games", "6"]).good();
    let whole = fs::read_to_string(file("whole")).unwrap();
    // In the middle of the fourth game.
    let cut = whole.find("game 4 ").unwrap() + 40;
    fs::write(file("part"), &whole[..cut]).unwrap();
    play(&file("part"), &["--games", "6"]).good();
    assert_eq!(whole, fs::read_to_string(file("part")).unwrap());
    // All games have been played, and none is lost.
    play(&file("part"), &["--games", "2"]).good();
    assert_eq!(whole, fs::read_to_string(file("part")).unwrap());

    let weights = file("weights");
    let other_settings = play(&file("part"), &["--games", "6", "--weights", other_weights(&weights)]).bad();
    assert!(other_settings.contains("other settings"), "{other_settings}");
    fs::write(file("part"), whole.replacen("game 2 ", "gaem 2 ", 1)).unwrap();
    let damaged = play(&file("part"), &["--games", "6"]).bad();
    assert!(damaged.contains("part: line ") && damaged.contains("gaem 2"), "{damaged}");
}

#[test]
fn only_one_run_writes_to_a_file() {
    let (_dir, file) = files();
    play(&file("data"), &["--games", "1"]).good();
    let one = fs::read_to_string(file("data")).unwrap();
    let other_run = fs::File::options().read(true).write(true).open(file("data")).unwrap();
    other_run.try_lock().unwrap();
    let busy = play(&file("data"), &["--games", "2"]).bad();
    assert!(busy.ends_with("data: another run is writing to it"), "{busy}");
    other_run.unlock().unwrap();
    assert_eq!(one, fs::read_to_string(file("data")).unwrap());
    play(&file("data"), &["--games", "2"]).good();
}

#[test]
fn weights_are_fitted_and_played_with() {
    let (_dir, file) = files();
    play(&file("data"), &["--games", "30", "--threads", "2"]).good();
    let rust = file("table.rs");
    let more =
        ["--min-count", "20", "--steps", "20", "--rust", rust.to_str().unwrap(), "--score-share", "50"];
    let report = fit(&file("data"), &file("weights"), &more).good();
    for part in
        ["fitted to  ", " of 27 games", "held out   ", " of 3 games", "loss       held out: ", "mg before"]
    {
        assert!(report.contains(part), "{part}: {report}");
    }
    let weights = fs::read_to_string(file("weights")).unwrap();
    assert!(weights.starts_with("cotulenh-weights 1\nmaterial.commander 0 0\n"), "{weights}");
    assert!(fs::read_to_string(rust).unwrap().contains("pub const DEFAULT: Weights = ["));

    let weights = file("weights");
    play(&file("next"), &["--games", "2", "--weights", weights.to_str().unwrap()]).good();
}

#[test]
fn nothing_is_overwritten_by_mistake() {
    let (_dir, file) = files();
    play(&file("data"), &["--games", "10"]).good();
    let data = fs::read_to_string(file("data")).unwrap();
    let twice = |out: &str, more: &[&str], names: &str| {
        let error = fit(&file("data"), &file(out), more).bad();
        assert!(error.ends_with(&format!(": given twice, as {names}")), "{error}");
        assert_eq!(data, fs::read_to_string(file("data")).unwrap());
        assert!(!file("out").exists());
    };
    let path = |name: &str| file(name).to_str().unwrap().to_owned();
    twice("data", &[], "FILE and as --out");
    twice("out", &["--rust", &path("data")], "FILE and as --rust");
    twice("out", &["--rust", &path("./out")], "--out and as --rust");
    twice("out", &[&path("./data")], "FILE and as FILE");

    // If one file cannot be written, the other keeps its contents.
    fs::write(file("out"), "earlier weights").unwrap();
    let error = fit(&file("data"), &file("out"), &["--steps", "2", "--rust", &path("none/table.rs")]).bad();
    assert!(error.contains("table.rs: "), "{error}");
    assert_eq!(fs::read_to_string(file("out")).unwrap(), "earlier weights");
}

fn spsa(out: &Path, more: &[&str]) -> Run {
    let out = out.to_str().unwrap();
    let args = ["tune", "spsa", "--nodes", "30", "--pairs", "40", "--out", out];
    run(&[&args, more].concat())
}

#[test]
fn spsa_depends_on_the_seed_and_not_on_the_threads() {
    let (_dir, file) = files();
    let vary = ["--vary", "mobility=3", "--vary", "tempo=20", "--gain", "0.2", "--openings", "endgame:3"];
    let with = |name: &str, more: &[&str]| {
        let report = spsa(&file(name), &[&vary, more].concat()).good();
        assert!(report.starts_with("pairs      40, ") && report.contains("mg before"), "{report}");
        let text = fs::read_to_string(file(name)).unwrap();
        weights_from_text(&text).unwrap()
    };
    let one = with("one", &["--openings", "random:4"]);
    assert_eq!(one, with("three", &["--openings", "random:4", "--threads", "3"]));
    assert_ne!(one, with("other", &["--openings", "random:4", "--seed", "4"]));
    assert_ne!(one, with("one book", &[]));
    // The other weights are unchanged.
    let mut rest = one;
    assert_ne!(rest, weights::DEFAULT);
    for index in [weights::MOBILITY, weights::TEMPO] {
        rest[index] = weights::DEFAULT[index];
    }
    assert_eq!(rest, weights::DEFAULT);

    let rust = file("table.rs");
    with("next", &["--start", file("one").to_str().unwrap(), "--rust", rust.to_str().unwrap()]);
    assert!(fs::read_to_string(rust).unwrap().contains("pub const DEFAULT: Weights = ["));
}

#[test]
fn invalid_spsa_arguments_are_refused() {
    let (_dir, file) = files();
    let error = |more: &[&str]| {
        let run = spsa(&file("out"), more);
        assert!(run.code != 0 && !file("out").exists(), "{run:?}");
        run.err
    };
    assert!(error(&[]).contains("--vary"));
    for (vary, expected) in [
        ("mobility", "expected GROUP=REACH"),
        ("mobilty=3", "unknown group of weights \"mobilty\": expected one of material, "),
        ("end=3", "unknown group of weights \"end\""),
        ("mobility=0", "expected a reach from 0.5 to 5000"),
        ("mobility=NaN", "expected a reach from 0.5 to 5000"),
    ] {
        let message = error(&["--vary", vary]);
        assert!(message.contains(expected), "{vary}: {message}");
    }
    let twice = error(&["--vary", "tempo=3", "--vary", "tempo=4"]);
    assert_eq!(twice, "error: --vary tempo: given twice\n");
    let gain = error(&["--vary", "tempo=3", "--gain", "2"]);
    assert!(gain.contains("expected a number from 0.000001 to 1"), "{gain}");
    let openings = error(&["--vary", "tempo=3", "--openings", "endgame:99"]);
    assert!(openings.starts_with("error: --openings: expected random:N"), "{openings}");
    let missing = error(&["--vary", "tempo=3", "--openings", "none.txt"]);
    assert!(missing.starts_with("error: --openings: none.txt: "), "{missing}");
    let start = file("start");
    let start = start.to_str().unwrap();
    fs::write(start, weights_to_text(&weights::DEFAULT)).unwrap();
    let same = run(&["tune", "spsa", "--vary", "tempo=3", "--start", start, "--out", start]).bad();
    assert!(same.ends_with(": given twice, as --start and as --out"), "{same}");
}

#[test]
fn bad_files_are_refused() {
    let (_dir, file) = files();
    assert!(fit(&file("none"), &file("out"), &[]).bad().contains("none: "));
    fs::write(file("text"), "hello\n").unwrap();
    assert!(fit(&file("text"), &file("out"), &[]).bad().contains("line 1: expected \"cotulenh-positions"));
    play(&file("few"), &["--games", "3"]).good();
    assert!(fit(&file("few"), &file("out"), &[]).bad().contains("too few games"));
    let start = file("text");
    let bad_start = fit(&file("few"), &file("out"), &["--start", start.to_str().unwrap()]).bad();
    assert!(bad_start.contains("text: line 1: expected \"cotulenh-weights 1\""), "{bad_start}");
    assert!(!file("out").exists());
}
