//! The faults of a FEN, with code, category and place.
//!
//! Usage: `cargo run --example fen_faults [FEN]`
#![allow(clippy::print_stdout)]

use cotulenh::{Setup, check_fen};

fn main() {
    let fen = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "6c4/T9x/11/11/11/11/11/11/11/11/11/6C4 w - - 0 1".to_owned());

    println!("{fen}");
    for fault in check_fen(&fen) {
        println!("{} ({}): {fault}", fault.code().name(), fault.category().name());
    }

    // Without a fault in the text, all faults of the placement can be listed.
    match Setup::from_fen(&fen) {
        Ok(setup) => println!("{} faults of placement", setup.validate().len()),
        Err(invalid) => println!("{} faults of the text", invalid.faults.len()),
    }
}
