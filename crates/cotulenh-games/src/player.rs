//! Who plays a side.

use serde::{Deserialize, Serialize};

/// A player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase", deny_unknown_fields)]
pub enum Player {
    /// A person.
    Human {
        /// The name to show.
        #[serde(default)]
        name: String,
    },
    /// The engine.
    Engine {
        /// The name to show.
        #[serde(default)]
        name: String,
        /// Its level, 0 to 20.
        level: u8,
    },
}

impl Player {
    /// The name to show.
    pub fn name(&self) -> &str {
        match self {
            Player::Human { name } | Player::Engine { name, .. } => name,
        }
    }

    /// Is it the engine?
    pub fn is_engine(&self) -> bool {
        matches!(self, Player::Engine { .. })
    }
}
