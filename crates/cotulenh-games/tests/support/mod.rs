//! Random games, explorer files of them, and a naive count.
#![allow(dead_code, missing_docs)]

pub mod random;
pub mod recount;
