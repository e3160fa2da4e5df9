//! What a player can type.

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Lists the commands.
    Help,
    /// Lists the legal moves, or those from a point.
    Moves(Option<String>),
    /// Draws the board again.
    Board,
    /// Turns the board.
    Flip,
    /// Asks the engine for a turn.
    Hint,
    /// Takes back a step, or turns until a person is to move.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Ends the open deploy.
    Commit,
    /// Takes back the whole open deploy.
    Cancel,
    /// Resigns.
    Resign,
    /// Offers a draw.
    Draw,
    /// Prints the position.
    Fen,
    /// Prints the game.
    Pgn,
    /// Stores the game and shows its id.
    Save,
    /// Begins another game.
    New,
    /// Leaves.
    Quit,
    /// Anything else is read as a move.
    Play(String),
}

/// The commands by name. `moves` takes a point too. The locales describe each one under the key
/// `terminal.command.<name>`.
pub const COMMANDS: [(&str, Command); 16] = [
    ("help", Command::Help),
    ("moves", Command::Moves(None)),
    ("board", Command::Board),
    ("flip", Command::Flip),
    ("hint", Command::Hint),
    ("undo", Command::Undo),
    ("redo", Command::Redo),
    ("commit", Command::Commit),
    ("cancel", Command::Cancel),
    ("resign", Command::Resign),
    ("draw", Command::Draw),
    ("fen", Command::Fen),
    ("pgn", Command::Pgn),
    ("save", Command::Save),
    ("new", Command::New),
    ("quit", Command::Quit),
];

impl Command {
    /// Parses a line; `None` if it is blank.
    pub fn parse(line: &str) -> Option<Command> {
        let mut words = line.split_whitespace();
        let first = words.next()?;
        let named = COMMANDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(first));
        Some(match (named.map(|(_, command)| command.clone()), words.next(), words.next()) {
            (Some(command), None, _) => command,
            (Some(Command::Moves(_)), Some(point), None) => Command::Moves(Some(point.to_lowercase())),
            _ => Command::Play(line.trim().to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        assert_eq!(Command::parse(" \t"), None);
        assert_eq!(Command::parse(" UNDO "), Some(Command::Undo));
        assert_eq!(Command::parse("moves E2"), Some(Command::Moves(Some("e2".into()))));
        for text in ["T>d7", "undo it", "moves e2 e3", "d5:I:T>d7"] {
            assert_eq!(Command::parse(text), Some(Command::Play(text.into())));
        }
    }
}
