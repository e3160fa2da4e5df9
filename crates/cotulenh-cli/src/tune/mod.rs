//! Fitting the weights of the evaluation to the results of self-play games.

pub mod data;
pub mod fit;
pub mod model;
pub mod selfplay;
pub mod source;
