//! Figures of the search: nodes a second, depth in five seconds, two threads against one.
//!
//! ```sh
//! cargo run --release -p cotulenh-engine --example measure -- [nps | depth FEN | threads DEPTH RUNS POSITIONS | bench DEPTH]
//! ```
#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use cotulenh::Position;
use cotulenh_engine::{Engine, EngineOptions, Limits, SearchPosition, bench};

fn position(fen: &str) -> SearchPosition {
    SearchPosition::from(Position::from_fen(fen).expect("a valid FEN"))
}

fn nps() {
    let mut engine = Engine::new(EngineOptions { hash_mb: 64, ..EngineOptions::default() });
    let mut rates = Vec::new();
    for fen in &bench::POSITIONS[..9] {
        engine.new_game();
        let begin = Instant::now();
        let result = engine.search(&position(fen), &Limits::nodes(1_500_000), &mut |_| {});
        let rate = result.nodes as f64 / begin.elapsed().as_secs_f64();
        println!("{:>9.0} nodes/s  depth {:>2}/{:>2}  {fen}", rate, result.depth, result.seldepth);
        rates.push(rate);
    }
    println!("mean {:.0} nodes/s", rates.iter().sum::<f64>() / rates.len() as f64);
}

fn depth(fen: &str) {
    let mut engine = Engine::new(EngineOptions { hash_mb: 64, ..EngineOptions::default() });
    engine.search(&position(fen), &Limits::move_time(Duration::from_secs(5)), &mut |info| {
        let pv: Vec<String> = info.pv.iter().map(ToString::to_string).collect();
        println!(
            "depth {:>2}/{:>2} score {:<10} nodes {:>9} nps {:>8} {:>6} ms hash {:>3} pv {}",
            info.depth,
            info.seldepth,
            info.score.to_string(),
            info.nodes,
            info.nps,
            info.time.as_millis(),
            info.hashfull,
            pv.join(" ")
        );
    });
}

/// Time to a fixed depth, with one thread and with two.
fn threads(target: u32, runs: u32, positions: u64) {
    let mut fens: Vec<String> = bench::POSITIONS[..9].iter().map(|&fen| fen.to_owned()).collect();
    // The rest: positions from the engine's own games.
    let mut engine = Engine::new(EngineOptions { hash_mb: 16, ..EngineOptions::default() });
    for seed in 0..positions.saturating_sub(9) {
        let mut at = Position::start();
        engine.new_game();
        for turn in 0..12 + 2 * (seed % 20) {
            let limits = Limits::nodes(2_000 + 137 * (seed * 31 + turn) % 900);
            for action in engine.search(&SearchPosition::from(at), &limits, &mut |_| {}).turn {
                at = at.after_unchecked(action);
            }
        }
        fens.push(at.fen());
    }
    // With two threads no run is like another, so each position is searched several times.
    let measure = |fen: &str, threads: usize| {
        let (mut time, mut nodes) = (0.0, 0.0);
        for _ in 0..runs {
            let options = EngineOptions { hash_mb: 64, threads, ..EngineOptions::default() };
            let mut engine = Engine::new(options);
            let begin = Instant::now();
            let result = engine.search(&position(fen), &Limits::depth(target), &mut |_| {});
            time += begin.elapsed().as_secs_f64() / f64::from(runs);
            nodes += result.nodes as f64 / threads as f64 / f64::from(runs);
        }
        (time, nodes)
    };
    let (mut ratios, mut per_thread) = (Vec::new(), Vec::new());
    for fen in &fens {
        let one = measure(fen, 1);
        // What is decided at once tells nothing.
        if one.0 < 0.02 {
            continue;
        }
        let two = measure(fen, 2);
        let (time, nodes) = (one.0 / two.0, one.1 / two.1);
        println!("{:>7.2} s {:>7.2} s  x {time:.2}  nodes a thread x {nodes:.2}  {fen}", one.0, two.0);
        ratios.push(time);
        per_thread.push(nodes);
    }
    let mean = |of: &[f64]| {
        let count = of.len() as f64;
        let mean = of.iter().sum::<f64>() / count;
        let squares: f64 = of.iter().map(|x| (x - mean).powi(2)).sum();
        format!("{mean:.2} ± {:.2}", squares.sqrt() / count)
    };
    println!("time: mean of ratios {} over {} positions, {runs} runs each", mean(&ratios), ratios.len());
    // What the ratio would be if every thread had a core to itself: for machines that are busy otherwise.
    println!("nodes a thread: mean of ratios {}", mean(&per_thread));
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let what = arguments.first().map_or("nps", String::as_str);
    let second = arguments.get(1).map(String::as_str);
    match what {
        "depth" => depth(second.unwrap_or(Position::START_FEN)),
        "threads" => {
            let number = |at: usize| arguments.get(at).and_then(|text| text.parse().ok());
            threads(number(1).unwrap_or(11), number(2).unwrap_or(3), number(3).unwrap_or(20).into());
        }
        "bench" => {
            let depth = second.and_then(|n| n.parse().ok()).unwrap_or(bench::DEPTH);
            let begin = Instant::now();
            let nodes = bench::bench_to(depth);
            let seconds = begin.elapsed().as_secs_f64();
            println!("{nodes} nodes, {:.0} nodes/s", nodes as f64 / seconds);
        }
        _ => nps(),
    }
}
