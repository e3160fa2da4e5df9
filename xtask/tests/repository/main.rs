//! Tests of the repository as a whole: its documents, its layering, its packages and its names.
#![allow(missing_docs)]

mod architecture;
mod clauses;
mod commands;
mod documents;
mod names;
mod packages;
mod prose;
mod tree;
mod workflows;
mod workspace;
