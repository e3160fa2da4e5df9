//! `cotulenh-lab measure pgn`: the speed of the PGN readers.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::time::Instant;

use cotulenh::{Comment, Game, GameTree, PgnError, Strictness, read_pgn, read_pgn_headers, read_trees};

use crate::output::{Error, Output, progress_bar};

/// How many different games the file repeats.
const GAMES: usize = 400;
/// Turns of each game at most.
const TURNS: usize = 120;

/// Writes a file of random games, and reads it in each way.
pub fn measure(megabytes: usize, seed: u64, out: &mut Output) -> Result<(), Error> {
    let folder = std::env::temp_dir().join(format!("cotulenh-pgn-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let measured = measure_in(&folder, megabytes, seed, out);
    std::fs::remove_dir_all(&folder)?;
    measured
}

fn measure_in(folder: &std::path::Path, megabytes: usize, seed: u64, out: &mut Output) -> Result<(), Error> {
    for (name, annotated) in [("plain", false), ("annotated", true)] {
        let mut random = fastrand::Rng::with_seed(seed);
        let games: Vec<String> = (0..GAMES).map(|_| random_game(annotated, &mut random)).collect();
        let path = folder.join(name);
        let mut file = BufWriter::new(File::create(&path)?);
        let mut size = 0;
        for number in 0.. {
            if size >= megabytes * 1_000_000 {
                break;
            }
            let text = format!("[Event \"{number}\"]\n[Site \"?\"]\n{}\n", games[number % GAMES]);
            file.write_all(text.as_bytes())?;
            size += text.len();
        }
        file.flush()?;
        let megabytes = size as f64 / 1e6;
        let open = || File::open(&path).map(|file| BufReader::with_capacity(1 << 16, file));
        let headers = open()?;
        report(out, name, "headers and boundaries", megabytes, || count(read_pgn_headers(headers)))?;
        let main_lines = open()?;
        report(out, name, "main lines", megabytes, || count(read_pgn(main_lines, Strictness::Strict)))?;
        let trees = open()?;
        report(out, name, "trees", megabytes, || count(read_trees(trees, Strictness::Strict)))?;
    }
    Ok(())
}

fn count<T>(games: impl Iterator<Item = Result<T, PgnError>>) -> Result<usize, PgnError> {
    games.map(|game| game.map(drop)).collect::<Result<Vec<()>, PgnError>>().map(|games| games.len())
}

fn report(
    out: &mut Output,
    file: &str,
    what: &str,
    megabytes: f64,
    read: impl FnOnce() -> Result<usize, PgnError>,
) -> Result<(), Error> {
    let bar = progress_bar(1);
    bar.set_message(format!("{file}: {what}"));
    let start = Instant::now();
    let games = read()?;
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    writeln!(out, "{file:9} {what:22} {games:7} games {megabytes:6.1} MB {seconds:7.2} s {:7.1} MB/s", megabytes / seconds)?;
    Ok(())
}

/// A random game; if annotated, with clocks, evaluations, glyphs and some variations.
fn random_game(annotated: bool, random: &mut fastrand::Rng) -> String {
    let mut game = Game::new();
    while game.turns().len() < TURNS {
        let actions = game.position().actions();
        let Some(&action) = random.choice(&actions) else { break };
        if game.play_action(action).is_err() || game.is_over() {
            break;
        }
    }
    let _ = game.cancel_session();
    let mut tree = GameTree::from(&game);
    if annotated {
        let line: Vec<_> = tree.main_line().collect();
        for (ply, &node) in line.iter().enumerate() {
            let comment = format!("[%eval {}.{:02}] [%clk 0:{:02}:{:02}]", random.i8(-9..9), random.u8(0..100), 59 - ply / 3, ply % 60);
            tree.annotate(node, |annotations| {
                annotations.after.push(Comment::new(&comment));
                if random.u8(0..8) == 0 {
                    annotations.glyphs.push(random.u8(1..=6));
                }
            });
            let mut at = tree.node(node).and_then(|node| node.parent()).filter(|_| random.u8(0..6) == 0);
            for _ in 0..random.u8(1..6) {
                let Some(from) = at else { break };
                let Some(position) = tree.node(from).map(|node| *node.position()) else { break };
                let moves = position.legal_moves();
                let quiet: Vec<_> = moves.iter().filter(|mv| !mv.is_deploy()).copied().collect();
                let Some(&mv) = random.choice(&quiet) else { break };
                at = tree.play_actions(from, &[cotulenh::Action::Step(mv)]).ok();
            }
        }
    }
    tree.to_pgn()
}
