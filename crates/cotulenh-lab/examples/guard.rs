//! The instruction guard: counts the machine instructions of fixed pieces of work under callgrind
//! and compares them with `instructions.txt`. Unlike times, instruction counts do not depend on the
//! load of the machine.
//!
//! Without an argument it checks the counts, with `--update` it rewrites the file, and with the
//! name of a piece of work it runs that work.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use cotulenh::{Position, perft, perft_played};
use cotulenh_lab::{SCENES, workload};

/// The allowed relative difference: compilers differ a little.
const TOLERANCE: f64 = 0.03;

const WORK: [(&str, fn()); 6] = [
    ("nothing", || {}),
    ("perft", || _ = black_box(perft(black_box(&Position::start()), 3))),
    ("perft-scenes", || {
        for scene in &SCENES[1..] {
            black_box(perft(black_box(&scene.position()), 2));
        }
    }),
    ("played-perft-scenes", || {
        for scene in &SCENES[1..] {
            black_box(perft_played(black_box(&scene.position()), 2));
        }
    }),
    ("played-perft", || _ = black_box(perft_played(black_box(&Position::start()), 2))),
    ("generation", || {
        for scene in &SCENES {
            let position = scene.position();
            for _ in 0..200 {
                black_box(workload::generate(black_box(&position)));
            }
        }
    }),
];

fn main() -> ExitCode {
    let argument = std::env::args().nth(1);
    let outcome = match argument.as_deref() {
        None => check(),
        Some("--update") => update(),
        Some(name) => match WORK.iter().find(|(known, _)| *known == name) {
            Some((_, work)) => {
                work();
                Ok(true)
            }
            None => {
                Err(format!("unknown argument {name:?}: expected --update or the name of a piece of work"))
            }
        },
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn record() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.txt")
}

/// The instructions of every piece of work, without those of starting the program.
fn count_all() -> Result<BTreeMap<String, u64>, String> {
    let base = count("nothing")?;
    let others = WORK.iter().filter(|(name, _)| *name != "nothing");
    others.map(|(name, _)| Ok(((*name).to_owned(), count(name)?.saturating_sub(base)))).collect()
}

/// Runs one piece of work under callgrind.
fn count(name: &str) -> Result<u64, String> {
    let program =
        std::env::current_exe().map_err(|error| format!("cannot find the running program: {error}"))?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(program)
        .arg(name)
        .output()
        .map_err(|error| format!("cannot run valgrind: {error}"))?;
    let report = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{name} failed under valgrind:\n{report}"));
    }
    let collected = report.lines().find_map(|line| line.split_once("Collected :"));
    collected
        .and_then(|(_, number)| number.trim().parse().ok())
        .ok_or_else(|| format!("valgrind did not count {name}:\n{report}"))
}

fn update() -> Result<bool, String> {
    let mut text = String::from(
        "# Machine instructions of fixed pieces of work, written by examples/guard.rs --update\n",
    );
    for (name, instructions) in count_all()? {
        text.push_str(&format!("{name} {instructions}\n"));
    }
    print!("{text}");
    std::fs::write(record(), text).map_err(|error| format!("{}: {error}", record().display()))?;
    Ok(true)
}

fn check() -> Result<bool, String> {
    let text =
        std::fs::read_to_string(record()).map_err(|error| format!("{}: {error}", record().display()))?;
    let recorded: BTreeMap<&str, u64> = text
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(name, number)| Some((name, number.parse().ok()?)))
        .collect();
    let counted = count_all()?;
    let mut failed = 0;
    for (name, &instructions) in &counted {
        let verdict = match recorded.get(name.as_str()) {
            None => "not recorded: run the guard with --update".to_owned(),
            Some(&expected) => {
                let change = instructions as f64 / expected as f64 - 1.0;
                let text = format!("{:+.1} % against {expected}", change * 100.0);
                match change {
                    c if c > TOLERANCE => format!("{text}: SLOWER"),
                    c if c < -TOLERANCE => {
                        format!("{text}: faster, so record it with --update")
                    }
                    _ => format!("{text}: ok"),
                }
            }
        };
        failed += usize::from(!verdict.ends_with("ok"));
        println!("{name}: {instructions} instructions, {verdict}");
    }
    println!("{} passed, {failed} failed", counted.len() - failed);
    Ok(failed == 0)
}
