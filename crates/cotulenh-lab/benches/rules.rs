//! `cargo bench`: the figures of `cotulenh-lab bench` under criterion, which compares them with the
//! last run.
#![allow(missing_docs)]

use std::hint::black_box;

use cotulenh::{perft, perft_played};
use cotulenh_lab::SCENES;
use cotulenh_lab::workload::{self, chess_leaves};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn trees(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("yardstick");
    group.throughput(Throughput::Elements(chess_leaves(5)));
    let chess = cozy_chess::Board::default();
    group.bench_function("cozy-chess perft 5", |b| b.iter(|| workload::chess_perft(black_box(&chess), 5)));
    group.finish();

    for (name, count, less) in
        [("perft", perft as fn(&_, _) -> u64, 0), ("played perft", perft_played as fn(&_, _) -> u64, 1)]
    {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        for scene in &SCENES {
            let (position, depth) = (scene.position(), scene.depth - less);
            group.throughput(Throughput::Elements(perft(&position, depth)));
            group.bench_function(format!("{} {depth}", scene.name), |b| {
                b.iter(|| count(black_box(&position), depth));
            });
        }
        group.finish();
    }
}

fn calls(criterion: &mut Criterion) {
    for scene in &SCENES {
        let position = scene.position();
        let moves = position.legal_moves();
        let mut group = criterion.benchmark_group(scene.name);
        group.throughput(Throughput::Elements(1));
        let busiest = workload::busiest_point(&position).expect("a board has points");
        group.bench_function("all threats on the busiest point", |b| {
            b.iter(|| workload::attackers(black_box(&position), black_box(busiest)));
        });
        group.bench_function("legal moves", |b| b.iter(|| workload::generate(black_box(&position))));
        group.bench_function("threats on the commander", |b| {
            b.iter(|| workload::threats(black_box(&position)));
        });
        group.bench_function("FEN in + out", |b| b.iter(|| workload::fen_in_and_out(black_box(scene.fen))));
        group.bench_function("SAN of all moves", |b| b.iter(|| workload::sans(black_box(&position))));
        group.throughput(Throughput::Elements(moves.len() as u64));
        let mut playing = position;
        group.bench_function("play + undo of all moves", |b| {
            b.iter(|| workload::play_and_undo(black_box(&mut playing), black_box(&moves)));
        });
        group.finish();
    }
}

criterion_group!(benches, trees, calls);
criterion_main!(benches);
