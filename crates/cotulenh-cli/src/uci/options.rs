//! The engine's options.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use cotulenh_engine::{
    DEFAULT_CONTEMPT, Engine, HashError, Level, MAX_CONTEMPT, MAX_HASH_MB, MAX_LINES, MAX_THREADS,
};

use super::command::shown;

/// Not all user interfaces support larger numbers.
const MAX_SEED: u64 = i32::MAX as u64;
/// The strongest level.
const MAX_LEVEL: u8 = Level::FULL.number();

/// The lines that answer `uci`.
pub fn descriptions() -> [String; 10] {
    [
        "UCI_Variant type combo default cotulenh var cotulenh",
        &format!("Hash type spin default 16 min 1 max {MAX_HASH_MB}"),
        &format!("Threads type spin default 1 min 1 max {MAX_THREADS}"),
        &format!("MultiPV type spin default 1 min 1 max {MAX_LINES}"),
        "Ponder type check default false",
        &format!("Skill Level type spin default {MAX_LEVEL} min 0 max {MAX_LEVEL}"),
        &format!("Seed type spin default 0 min 0 max {MAX_SEED}"),
        &format!("Contempt type spin default {DEFAULT_CONTEMPT} min -{MAX_CONTEMPT} max {MAX_CONTEMPT}"),
        "Move Overhead type spin default 10 min 0 max 5000",
        "Clear Hash type button",
    ]
    .map(|text| format!("option name {text}"))
}

/// A new value of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// Always `cotulenh`.
    Variant,
    Hash(usize),
    Threads(usize),
    MultiPv(usize),
    /// `bestmove` also names the expected reply.
    Ponder(bool),
    Level(u8),
    /// The seed of weaker levels; 0 means a random seed for every game.
    Seed(u64),
    /// The cost of a draw, in centipawns.
    Contempt(i32),
    MoveOverhead(u64),
    ClearHash,
}

impl Setting {
    /// Parses a name, in any case, and its value.
    pub fn parse(name: &str, value: &str) -> Result<Setting, String> {
        let number = |least: u64, most: u64| whole(name, value, least..=most);
        Ok(match name.to_ascii_lowercase().as_str() {
            "uci_variant" if value == "cotulenh" => Setting::Variant,
            "uci_variant" => return Err(format!("{name}: expected cotulenh, found {}", shown(value))),
            "hash" => Setting::Hash(number(1, MAX_HASH_MB as u64)? as usize),
            "threads" => Setting::Threads(number(1, MAX_THREADS as u64)? as usize),
            "multipv" => Setting::MultiPv(number(1, MAX_LINES as u64)? as usize),
            "ponder" => match value {
                "true" => Setting::Ponder(true),
                "false" => Setting::Ponder(false),
                _ => return Err(format!("{name}: expected true or false, found {}", shown(value))),
            },
            "skill level" => Setting::Level(number(0, MAX_LEVEL.into())? as u8),
            "seed" => Setting::Seed(number(0, MAX_SEED)?),
            "contempt" => Setting::Contempt(whole(name, value, -MAX_CONTEMPT..=MAX_CONTEMPT)?),
            "move overhead" => Setting::MoveOverhead(number(0, 5000)?),
            "clear hash" => Setting::ClearHash,
            _ => return Err(format!("unknown option {}", shown(name))),
        })
    }

    /// Sets the option of the engine.
    pub fn apply(self, engine: &mut Engine) -> Result<(), HashError> {
        match self {
            // The session handles these.
            Setting::Variant | Setting::Ponder(_) | Setting::Seed(_) => {}
            Setting::Hash(mebibytes) => set_hash(engine, mebibytes)?,
            Setting::Threads(threads) => engine.set_threads(threads),
            Setting::MultiPv(lines) => engine.set_multi_pv(lines),
            Setting::Level(number) => engine.set_level(Level::new(number)),
            Setting::Contempt(centipawns) => engine.set_contempt(centipawns),
            Setting::MoveOverhead(milliseconds) => {
                engine.set_move_overhead(Duration::from_millis(milliseconds));
            }
            Setting::ClearHash => engine.new_game(),
        }
        Ok(())
    }
}

/// Parses a number in the range.
fn whole<T>(name: &str, value: &str, range: RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr + PartialOrd + Display,
{
    value.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let (least, most) = range.into_inner();
        format!("{name}: expected a number from {least} to {most}, found {}", shown(value))
    })
}

/// Linux grants more memory than it has and kills the program that uses it, so check the available
/// memory first.
fn set_hash(engine: &mut Engine, mebibytes: usize) -> Result<(), HashError> {
    match available_mebibytes() {
        Some(available) if available < mebibytes => Err(HashError::new(mebibytes)),
        _ => engine.set_hash(mebibytes),
    }
}

/// The memory that Linux reports as available. `None` on other systems, where a large allocation
/// fails.
fn available_mebibytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let amount = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: usize = amount.strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes / 1024)
}
