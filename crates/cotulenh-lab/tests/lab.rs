//! The program as a whole: help texts and benchmarks.
#![allow(missing_docs)]

mod support;

use support::run;

#[test]
fn bench_measures_everything() {
    let out = run(&["bench", "--quick"]).good();
    for name in [
        "perft 2, start",
        "played perft 2, open session",
        "perft, geometric mean without start",
        "yardstick: cozy-chess perft 3",
        "two threads against one",
        "legal moves, stacks",
        "play + undo, heroics",
        "threats on the commander, check",
        "FEN in + out, endgame",
        "SAN of all moves, middlegame",
    ] {
        assert!(out.contains(name), "{name} is missing in\n{out}");
    }
}

#[test]
fn the_signature_is_the_engines() {
    let out = run(&["measure", "signature", "--depth", "2"]).good();
    let nodes = cotulenh_engine::bench::bench_to(2);
    assert!(out.starts_with(&format!("{nodes} nodes, ")), "{out}");
}

#[test]
fn games_as_bytes_are_measured() {
    let out = run(&["measure", "games", "--games", "2", "--nodes", "20"]).good();
    for name in
        ["2 games, ", "unit and its move", "read a file with scores", "write: record", "positions: read"]
    {
        assert!(out.contains(name), "{name} is missing in\n{out}");
    }
}

const COMMANDS: [&[&str]; 10] = [
    &["match"],
    &["tune"],
    &["tune", "play"],
    &["tune", "fit"],
    &["tune", "spsa"],
    &["bench"],
    &["measure"],
    &["measure", "threads"],
    &["measure", "games"],
    &["uci"],
];

#[test]
fn every_command_has_a_help_text() {
    let out = run(&["--help"]).good();
    for command in COMMANDS {
        assert!(out.contains(&format!("\n  {} ", command[0])), "{out}");
        assert!(run(&[command, &["--help"]].concat()).good().contains("Usage: cotulenh-lab"), "{command:?}");
    }
}
