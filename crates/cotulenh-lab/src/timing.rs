//! Timed measurements.

use std::hint::black_box;
use std::time::{Duration, Instant};

use cotulenh::{Position, perft, perft_parallel, perft_played};

use crate::workload::{self, chess_leaves};
use crate::{SCENES, Scene};

/// The unit of a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FigureUnit {
    /// Leaves per second, with the ratio to the yardstick.
    Nodes,
    /// Calls per second, with the time of one call.
    Calls,
    /// A plain ratio.
    Ratio,
}

/// One measured figure.
#[derive(Clone, Debug)]
pub struct Figure {
    /// What was measured.
    pub name: String,
    /// How to read [`per_second`](Figure::per_second).
    pub unit: FigureUnit,
    /// Nodes or calls per second; for a ratio, the ratio.
    pub per_second: f64,
    /// The fraction of the yardstick's nodes per second, measured alternately.
    pub of_yardstick: Option<f64>,
    /// For a tree counted in bulk: microseconds per position whose moves were generated. For a
    /// call: microseconds.
    pub micros_per_position: Option<f64>,
}

/// Everything that was measured.
#[derive(Clone, Debug, Default)]
pub struct TimingReport {
    /// In the order of measuring.
    pub figures: Vec<Figure>,
}

/// The best time of each piece of work over several rounds. They run alternately, so that a slow
/// moment of the machine affects all of them.
fn best_of<const N: usize>(rounds: u32, mut work: [&mut dyn FnMut(); N]) -> [Duration; N] {
    let mut best = [Duration::MAX; N];
    for _ in 0..rounds {
        for (best, work) in best.iter_mut().zip(&mut work) {
            let begin = Instant::now();
            work();
            *best = (*best).min(begin.elapsed());
        }
    }
    best
}

/// Measures everything; `quick` does little of each, as a test. Calls `progress` with the name of
/// the next measurement.
pub fn measure(quick: bool, mut progress: impl FnMut(&str)) -> TimingReport {
    let mut report = TimingReport::default();
    let rounds = if quick { 1 } else { 7 };
    let chess = cozy_chess::Board::default();
    let chess_depth = if quick { 3 } else { 5 };
    let leaves = chess_leaves(chess_depth);
    let mut yardstick =
        || assert_eq!(black_box(workload::chess_perft(black_box(&chess), chess_depth)), leaves);
    let mut yardstick = Yardstick { run: &mut yardstick, leaves };

    for (name, played) in [("perft", false), ("played perft", true)] {
        let mut fractions = Vec::new();
        for scene in &SCENES {
            progress(&format!("{name}, {}", scene.name));
            let figure = tree(scene, name, played, quick, rounds, &mut yardstick);
            fractions.extend(figure.of_yardstick.filter(|_| scene.name != "start"));
            report.figures.push(figure);
        }
        let mean = (fractions.iter().map(|f| f.ln()).sum::<f64>() / fractions.len() as f64).exp();
        report.figures.push(Figure {
            name: format!("{name}, geometric mean without start"),
            unit: FigureUnit::Ratio,
            per_second: mean,
            of_yardstick: None,
            micros_per_position: None,
        });
    }
    progress("chess");
    let [chess_time] = best_of(rounds, [&mut yardstick.run]);
    report.figures.push(Figure {
        name: format!("yardstick: cozy-chess perft {chess_depth}"),
        unit: FigureUnit::Nodes,
        per_second: leaves as f64 / chess_time.as_secs_f64(),
        of_yardstick: Some(1.0),
        micros_per_position: None,
    });
    progress("depth and threads");
    report.figures.extend(ratios(quick, rounds));
    for scene in &SCENES {
        progress(&format!("calls, {}", scene.name));
        report.figures.extend(calls(scene, quick));
    }
    report
}

/// The reference for the trees.
struct Yardstick<'a> {
    run: &'a mut dyn FnMut(),
    leaves: u64,
}

/// The tree of one scene, counted in bulk or played out.
fn tree(
    scene: &Scene,
    name: &str,
    played: bool,
    quick: bool,
    rounds: u32,
    yardstick: &mut Yardstick<'_>,
) -> Figure {
    let position = scene.position();
    // Played leaves cost more, so one ply less takes a similar time; quick runs count small trees.
    let depth = if quick { 2 } else { scene.depth - u32::from(played) };
    let count = if played { perft_played } else { perft };
    let mut nodes = 0;
    // Repeat small trees until the time is measurable.
    let begin = Instant::now();
    let _ = black_box(count(&position, depth));
    let repeats = match quick {
        true => 1,
        false => (0.03 / begin.elapsed().as_secs_f64()).ceil().max(1.0) as u32,
    };
    let mut work = || (0..repeats).for_each(|_| nodes = black_box(count(black_box(&position), depth)));
    let [time, chess_time] = best_of(rounds, [&mut work, &mut yardstick.run]);
    let time = time / repeats;
    let per_second = nodes as f64 / time.as_secs_f64();
    let expanded: u64 = (0..depth).map(|d| perft(&position, d)).sum();
    Figure {
        name: format!("{name} {depth}, {}", scene.name),
        unit: FigureUnit::Nodes,
        per_second,
        of_yardstick: Some(per_second * chess_time.as_secs_f64() / yardstick.leaves as f64),
        micros_per_position: (!played).then(|| time.as_secs_f64() * 1e6 / expanded as f64),
    }
}

/// Ratios between measurements of this library.
fn ratios(quick: bool, rounds: u32) -> Vec<Figure> {
    let start = Position::start();
    let deep = if quick { 2 } else { 4 };
    let (mut deep_nodes, mut shallow_nodes) = (0, 0);
    // As many repetitions of the shallow tree as take about the same time.
    let repeats = if quick { 1 } else { 100 };
    let mut deeper = || deep_nodes = black_box(perft(black_box(&start), deep));
    let mut shallower = || {
        shallow_nodes = (0..repeats).map(|_| black_box(perft(black_box(&start), deep - 1))).sum();
    };
    let [deep_time, shallow_time] = best_of(rounds, [&mut deeper, &mut shallower]);
    let speed = |nodes: u64, time: Duration| nodes as f64 / time.as_secs_f64();

    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let parallel = match (pool(1), pool(2)) {
        (Ok(one), Ok(two)) => {
            let count = || black_box(perft_parallel(black_box(&start), deep, None, &|_| {}));
            let mut with_one = || _ = one.install(count);
            let mut with_two = || _ = two.install(count);
            let [one, two] = best_of(rounds, [&mut with_one, &mut with_two]);
            Some(one.as_secs_f64() / two.as_secs_f64())
        }
        _ => None,
    };
    let ratio = |name: String, value| Figure {
        name,
        unit: FigureUnit::Ratio,
        per_second: value,
        of_yardstick: None,
        micros_per_position: None,
    };
    let depth = ratio(
        format!("nodes/s at depth {deep} against depth {}", deep - 1),
        speed(deep_nodes, deep_time) / speed(shallow_nodes, shallow_time),
    );
    let threads = parallel.map(|gain| ratio(format!("two threads against one, perft {deep}"), gain));
    [Some(depth), threads].into_iter().flatten().collect()
}

/// Single calls on one scene.
fn calls(scene: &Scene, quick: bool) -> Vec<Figure> {
    let position = scene.position();
    let mut playing = position;
    let moves = position.legal_moves();
    let count = moves.len().max(1) as f64;
    let busiest = workload::busiest_point(&position);
    let timed = |name: &str, per_call: f64, work: &mut dyn FnMut()| {
        let seconds = time_of_call(quick, work) / per_call;
        Figure {
            name: format!("{name}, {}", scene.name),
            unit: FigureUnit::Calls,
            per_second: 1.0 / seconds,
            of_yardstick: None,
            micros_per_position: Some(seconds * 1e6),
        }
    };
    vec![
        timed("legal moves", 1.0, &mut || _ = black_box(workload::generate(black_box(&position)))),
        timed("play + undo", count, &mut || {
            black_box(workload::play_and_undo(black_box(&mut playing), black_box(&moves)));
        }),
        timed("threats on the commander", 1.0, &mut || {
            black_box(workload::threats(black_box(&position)));
        }),
        timed("all threats on the busiest point", 1.0, &mut || {
            black_box(busiest.map(|point| workload::attackers(black_box(&position), point)));
        }),
        timed("FEN in + out", 1.0, &mut || _ = black_box(workload::fen_in_and_out(black_box(scene.fen)))),
        timed("SAN of all moves", 1.0, &mut || _ = black_box(workload::sans(black_box(&position)))),
    ]
}

/// Seconds for one call: the best of several batches that take some milliseconds each.
fn time_of_call(quick: bool, work: &mut dyn FnMut()) -> f64 {
    let batch_time = Duration::from_millis(if quick { 1 } else { 10 });
    let mut size = 1u32;
    loop {
        let begin = Instant::now();
        (0..size).for_each(|_| work());
        let elapsed = begin.elapsed();
        if elapsed >= batch_time || size >= 1 << 24 {
            break;
        }
        size *= 2;
    }
    let mut batch = || (0..size).for_each(|_| work());
    let [best] = best_of(if quick { 2 } else { 12 }, [&mut batch]);
    best.as_secs_f64() / f64::from(size)
}
