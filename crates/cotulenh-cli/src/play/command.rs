//! What a player can type.

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayCommand {
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
pub const COMMANDS: [(&str, PlayCommand); 16] = [
    ("help", PlayCommand::Help),
    ("moves", PlayCommand::Moves(None)),
    ("board", PlayCommand::Board),
    ("flip", PlayCommand::Flip),
    ("hint", PlayCommand::Hint),
    ("undo", PlayCommand::Undo),
    ("redo", PlayCommand::Redo),
    ("commit", PlayCommand::Commit),
    ("cancel", PlayCommand::Cancel),
    ("resign", PlayCommand::Resign),
    ("draw", PlayCommand::Draw),
    ("fen", PlayCommand::Fen),
    ("pgn", PlayCommand::Pgn),
    ("save", PlayCommand::Save),
    ("new", PlayCommand::New),
    ("quit", PlayCommand::Quit),
];

impl PlayCommand {
    /// Parses a line; `None` if it is blank.
    pub fn parse(line: &str) -> Option<PlayCommand> {
        let mut words = line.split_whitespace();
        let first = words.next()?;
        let named = COMMANDS.iter().find(|(name, _)| name.eq_ignore_ascii_case(first));
        Some(match (named.map(|(_, command)| command.clone()), words.next(), words.next()) {
            (Some(command), None, _) => command,
            (Some(PlayCommand::Moves(_)), Some(point), None) => {
                PlayCommand::Moves(Some(point.to_lowercase()))
            }
            _ => PlayCommand::Play(line.trim().to_owned()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_moves() {
        assert_eq!(PlayCommand::parse(" \t"), None);
        assert_eq!(PlayCommand::parse(" UNDO "), Some(PlayCommand::Undo));
        assert_eq!(PlayCommand::parse("moves E2"), Some(PlayCommand::Moves(Some("e2".into()))));
        for text in ["T>d7", "undo it", "moves e2 e3", "d5:I:T>d7"] {
            assert_eq!(PlayCommand::parse(text), Some(PlayCommand::Play(text.into())));
        }
    }
}
