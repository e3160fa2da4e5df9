//! Fitting the weights of the evaluation to the results of self-play games, and improving them by matches.

pub mod data;
pub mod fit;
pub mod model;
pub mod selfplay;
pub mod source;
pub mod spsa;

use cotulenh_engine::eval::weights::Weights;
use cotulenh_engine::eval::weights_to_text;

/// Tells tables of weights apart.
pub fn checksum(weights: &Weights) -> u32 {
    crc32fast::hash(weights_to_text(weights).as_bytes())
}
