//! What a player may type.

/// A line, understood.
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
    /// Asks the engine.
    Hint,
    /// Takes back a step, or turns until a person has to decide again.
    Undo,
    /// Plays again what was taken back.
    Redo,
    /// Ends the open deploy.
    Commit,
    /// Takes back the whole open deploy.
    Cancel,
    /// Gives up.
    Resign,
    /// Offers a draw.
    Draw,
    /// Prints the position.
    Fen,
    /// Prints the game.
    Pgn,
    /// Tells where the game is stored.
    Save,
    /// Leaves this game and begins another.
    New,
    /// Leaves.
    Quit,
    /// Anything else is a move, or meant to be one.
    Play(String),
}

/// The names of the commands, and what they do in English and Vietnamese. A `moves` takes a point too.
pub const COMMANDS: [(&str, Command, &str, &str); 16] = [
    ("help", Command::Help, "this list", "danh sách này"),
    (
        "moves",
        Command::Moves(None),
        "legal moves; `moves e2`: those from e2",
        "các nước đi; `moves e2`: từ điểm e2",
    ),
    ("board", Command::Board, "draw the board again", "vẽ lại bàn cờ"),
    ("flip", Command::Flip, "turn the board", "xoay bàn cờ"),
    ("hint", Command::Hint, "what the engine would play", "gợi ý của máy"),
    ("undo", Command::Undo, "take back a step or turn", "lùi một bước hoặc một lượt"),
    ("redo", Command::Redo, "play it again", "đi tiếp nước đã lùi"),
    ("commit", Command::Commit, "end the deploy and the turn", "hoàn tất triển khai, hết lượt"),
    ("cancel", Command::Cancel, "take back the whole deploy", "hủy cả lượt triển khai"),
    ("resign", Command::Resign, "give up", "xin thua"),
    ("draw", Command::Draw, "offer a draw", "xin hòa"),
    ("fen", Command::Fen, "the position as FEN", "thế cờ dạng FEN"),
    ("pgn", Command::Pgn, "the game as PGN", "ván cờ dạng PGN"),
    (
        "save",
        Command::Save,
        "where the game is stored (every move is, by itself)",
        "nơi lưu ván cờ (mọi nước đi được lưu ngay)",
    ),
    ("new", Command::New, "another game like this one", "ván mới"),
    ("quit", Command::Quit, "leave; the game can be resumed", "thoát; có thể chơi tiếp sau"),
];

impl Command {
    /// What a line says; `None` if it is blank.
    pub fn parse(line: &str) -> Option<Command> {
        let mut words = line.split_whitespace();
        let first = words.next()?;
        let named = COMMANDS.iter().find(|(name, ..)| name.eq_ignore_ascii_case(first));
        Some(match (named.map(|(_, command, ..)| command.clone()), words.next(), words.next()) {
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
