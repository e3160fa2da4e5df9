//! The parts of the program `cotulenh` that `cotulenh-lab`, the developers' program, uses as well.
//!
//! This is not a stable interface: the rules are in the crate `cotulenh`, the engine is in
//! `cotulenh-engine`.

pub mod input;
pub mod output;
pub mod uci;
