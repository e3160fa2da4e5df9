//! Fits the weights of the evaluation to the results of self-play games, and improves them by
//! matches.

pub mod fit;
pub mod model;
pub mod positions_file;
pub mod rust_source;
pub mod selfplay;
pub mod spsa;

use cotulenh_engine::eval::weights::Weights;
use cotulenh_engine::eval::weights_to_text;

/// A checksum of a table of weights.
pub fn checksum(weights: &Weights) -> u32 {
    crc32fast::hash(weights_to_text(weights).as_bytes())
}
