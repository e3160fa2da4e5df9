//! The engine's options.

use std::time::Duration;

use cotulenh_engine::{Engine, Level};

use super::command::shown;

/// How `uci` introduces them.
pub const DESCRIPTIONS: [&str; 8] = [
    "option name UCI_Variant type combo default cotulenh var cotulenh",
    "option name Hash type spin default 16 min 1 max 65536",
    "option name Threads type spin default 1 min 1 max 256",
    "option name MultiPV type spin default 1 min 1 max 256",
    "option name Ponder type check default false",
    "option name Skill Level type spin default 20 min 0 max 20",
    "option name Move Overhead type spin default 10 min 0 max 5000",
    "option name Clear Hash type button",
];

/// A change of one of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Setting {
    /// The only variant there is.
    Variant,
    Hash(usize),
    Threads(usize),
    MultiPv(usize),
    /// `bestmove` also names the turn that is expected next.
    Ponder(bool),
    Level(u8),
    MoveOverhead(u64),
    ClearHash,
}

impl Setting {
    /// Names are compared without regard to case.
    pub fn parse(name: &str, value: &str) -> Result<Setting, String> {
        let number = |least: u64, most: u64| match value.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name}: expected a number from {least} to {most}, found {}", shown(value))),
        };
        Ok(match name.to_ascii_lowercase().as_str() {
            "uci_variant" if value == "cotulenh" => Setting::Variant,
            "uci_variant" => return Err(format!("there is no variant {}", shown(value))),
            "hash" => Setting::Hash(number(1, 65536)? as usize),
            "threads" => Setting::Threads(number(1, 256)? as usize),
            "multipv" => Setting::MultiPv(number(1, 256)? as usize),
            "ponder" => match value {
                "true" => Setting::Ponder(true),
                "false" => Setting::Ponder(false),
                _ => return Err(format!("{name}: expected true or false, found {}", shown(value))),
            },
            "skill level" => Setting::Level(number(0, 20)? as u8),
            "move overhead" => Setting::MoveOverhead(number(0, 5000)?),
            "clear hash" => Setting::ClearHash,
            _ => return Err(format!("there is no option {}", shown(name))),
        })
    }

    pub fn apply(self, engine: &mut Engine) {
        match self {
            // The protocol's affair, not the engine's.
            Setting::Variant | Setting::Ponder(_) => {}
            Setting::Hash(mebibytes) => engine.set_hash(mebibytes),
            Setting::Threads(threads) => engine.set_threads(threads),
            Setting::MultiPv(lines) => engine.set_multi_pv(lines),
            Setting::Level(number) => engine.set_level(Level::new(number)),
            Setting::MoveOverhead(milliseconds) => {
                engine.set_move_overhead(Duration::from_millis(milliseconds));
            }
            Setting::ClearHash => engine.new_game(),
        }
    }
}
