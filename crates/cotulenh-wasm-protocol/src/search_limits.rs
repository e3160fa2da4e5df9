//! The ranges of the arguments of a search, as the JavaScript API accepts them.
//!
//! `cotulenh-engine-wasm` asserts at compile time that the limits of table, level, contempt and lines
//! agree with the engine. The others are limits of the API alone.

/// The largest table, in MiB.
pub const MAX_HASH: u32 = 1024;
/// The table without further instructions, in MiB.
pub const DEFAULT_HASH: u32 = 16;
/// The deepest search, in actions.
pub const MAX_DEPTH: u32 = 100;
/// The strongest level, which is the default.
pub const MAX_LEVEL: u8 = 20;
/// The highest cost of a draw, in centipawns; the lowest is the negative.
pub const MAX_CONTEMPT: i32 = 1000;
/// The most lines that a search reports.
pub const MAX_LINES: u32 = 256;
/// The longest search, in milliseconds.
pub const MAX_MOVETIME: u32 = 86_400_000;
