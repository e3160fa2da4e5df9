//! Compiles and runs the Rust code of README.md as documentation tests.

#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The same for docs/compact.md.
#[cfg(doctest)]
#[doc = include_str!("../../docs/compact.md")]
struct CompactPage;
