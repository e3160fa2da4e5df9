//! Compiles and runs the Rust code of README.md as documentation tests.

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
