//! `cotulenh-lab measure pgn`: the speed of the PGN readers.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use cotulenh::{
    Action, Comment, Game, GameTree, NodeId, PgnError, Strictness, read_pgn, read_pgn_headers, read_trees,
};

use crate::output::{Error, Output};

/// How many different games a file repeats.
const GAMES: usize = 400;
/// Turns of each game at most.
const TURNS: usize = 120;
/// The buffer of a reader: the common size of a file's.
const BUFFER: usize = 1 << 16;

/// Writes two files of random games, and reads each in every way.
pub fn measure(megabytes: usize, seed: u64, out: &mut Output) -> Result<(), Error> {
    let folder = std::env::temp_dir().join(format!("cotulenh-pgn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| Error::file(&folder, error))?;
    let measured = [("plain", false), ("annotated", true)].into_iter().try_for_each(|(name, annotated)| {
        let path = folder.join(name);
        let bytes = write_games(&path, megabytes * 1_000_000, seed, annotated)
            .map_err(|error| Error::file(&path, error))?;
        measure_file(&path, name, bytes as f64 / 1e6, out)
    });
    std::fs::remove_dir_all(&folder).map_err(|error| Error::file(&folder, error))?;
    measured?;
    if let Some(memory) = peak_memory() {
        writeln!(out, "most memory in use, all of the above: {memory}")?;
    }
    Ok(())
}

fn measure_file(path: &Path, name: &str, megabytes: f64, out: &mut Output) -> Result<(), Error> {
    type Count = fn(BufReader<File>) -> Result<usize, PgnError>;
    let ways: [(&str, Count); 3] = [
        ("headers and boundaries", |file| count(read_pgn_headers(file))),
        ("main lines", |file| count(read_pgn(file, Strictness::Strict))),
        ("trees", |file| count(read_trees(file, Strictness::Strict))),
    ];
    for (way, read) in ways {
        let file = File::open(path).map_err(|error| Error::file(path, error))?;
        let start = Instant::now();
        let games = read(BufReader::with_capacity(BUFFER, file)).map_err(|error| Error::file(path, error))?;
        let seconds = start.elapsed().as_secs_f64();
        let rate = megabytes / seconds;
        writeln!(
            out,
            "{name:9}  {way:22}  {games:6} games  {megabytes:.1} MB  {seconds:6.2} s  {rate:6.1} MB/s"
        )?;
        out.flush()?;
    }
    Ok(())
}

fn count<T>(games: impl Iterator<Item = Result<T, PgnError>>) -> Result<usize, PgnError> {
    games.into_iter().try_fold(0, |count, game| game.map(|_| count + 1))
}

/// Writes random games, at least this many bytes, and returns how many there are.
fn write_games(path: &Path, bytes: usize, seed: u64, annotated: bool) -> std::io::Result<usize> {
    let mut random = fastrand::Rng::with_seed(seed);
    let games: Vec<String> = (0..GAMES).map(|_| random_game(annotated, &mut random)).collect();
    let mut file = BufWriter::new(File::create(path)?);
    let mut written = 0;
    for (number, game) in games.iter().cycle().enumerate() {
        if written >= bytes {
            break;
        }
        let text = game.replacen("[Round \"?\"]", &format!("[Round \"{number}\"]"), 1) + "\n";
        file.write_all(text.as_bytes())?;
        written += text.len();
    }
    file.flush()?;
    Ok(written)
}

/// A random game; if annotated, with clocks, evaluations, glyphs and some variations.
fn random_game(annotated: bool, random: &mut fastrand::Rng) -> String {
    let mut game = Game::new();
    while game.turns().len() < TURNS && !game.is_over() {
        let Some(action) = random.choice(game.position().actions()) else { break };
        if game.play_action(action).is_err() {
            break;
        }
    }
    let mut tree = GameTree::from(&game);
    if annotated {
        let line: Vec<NodeId> = tree.main_line().collect();
        for (turn, node) in line.into_iter().enumerate() {
            annotate(&mut tree, node, turn, random);
        }
    }
    tree.to_pgn()
}

/// Annotates a turn as sites do: with score and clock, sometimes a glyph or a variation.
fn annotate(tree: &mut GameTree, node: NodeId, turn: usize, random: &mut fastrand::Rng) {
    let score = f64::from(random.i32(-900..900)) / 100.0;
    let comment = format!("[%eval {score:.2}] [%clk 0:{:02}:{:02}]", 59 - turn / 3, random.u8(0..60));
    tree.annotate(node, |annotations| {
        annotations.after.push(Comment::new(&comment));
        if random.u8(0..8) == 0 {
            annotations.glyphs.push(random.u8(1..=6));
        }
    });
    let mut at = tree.node(node).and_then(|node| node.parent()).filter(|_| random.u8(0..6) == 0);
    for _ in 0..random.u8(1..6) {
        let Some((id, position)) = at.and_then(|id| Some((id, *tree.node(id)?.position()))) else { break };
        let moves = position.legal_moves();
        let whole: Vec<_> = moves.iter().filter(|mv| !mv.is_deploy()).collect();
        let Some(&mv) = random.choice(whole) else { break };
        at = tree.play_actions(id, &[Action::Step(mv)]).ok();
    }
}

/// The most memory that this process has used, as Linux tells it.
fn peak_memory() -> Option<String> {
    let status = BufReader::new(File::open("/proc/self/status").ok()?);
    let line = status.lines().map_while(Result::ok).find(|line| line.starts_with("VmHWM:"))?;
    Some(line.trim_start_matches("VmHWM:").trim().into())
}
