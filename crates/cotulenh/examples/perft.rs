//! Counts the leaves of the game tree, with a table of positions met before.
//!
//! Usage: `cargo run --release --example perft [DEPTH] [FEN]`
#![allow(clippy::print_stdout)]

use std::time::Instant;

use cotulenh::{PerftTable, Position, divide, perft_hashed};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let depth: u32 = arguments.next().map_or(Ok(3), |text| text.parse())?;
    let position = arguments.next().map_or(Ok(Position::start()), |fen| Position::from_fen(&fen))?;

    for (action, nodes) in divide(&position, depth.min(2)) {
        println!("{action}: {nodes}");
    }
    let table = PerftTable::new(64)?;
    let start = Instant::now();
    let nodes = perft_hashed(&position, depth, &table);
    println!("depth {depth}: {nodes} leaves in {:.3} s", start.elapsed().as_secs_f64());
    Ok(())
}
