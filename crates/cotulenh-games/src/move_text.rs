//! Moves as texts: how they are played and how they are stored.

use cotulenh::{Action, CommitError, Game, IllegalAction, ParseMoveError, Position, Strictness};

/// Why a text cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MoveTextError {
    /// It is not a legal move.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// It is a commit, which is not allowed here.
    #[error(transparent)]
    Commit(#[from] CommitError),
}

/// Plays a text: `commit`, `lan flags`, or a move text of RULES 14.1–14.3.
pub fn play_move_text(game: &mut Game, text: &str) -> Result<(), MoveTextError> {
    if text == Action::Commit.to_string() {
        return Ok(game.commit()?);
    }
    match text.split_once(' ') {
        Some((lan, flags)) => play_move(game, find_move(game.position(), lan, Some(flags)), text),
        None => Ok(game.play_text(text, Strictness::Strict)?),
    }
}

fn play_move(game: &mut Game, action: Option<Action>, text: &str) -> Result<(), MoveTextError> {
    let unknown = || ParseMoveError::NoSuchMove(text.chars().take(80).collect());
    match game.play_action(action.ok_or_else(unknown)?) {
        Ok(()) => Ok(()),
        Err(IllegalAction::Commit(error)) => Err(error.into()),
        Err(_) => Err(unknown().into()),
    }
}

/// The legal move with this LAN and, if given, these flags. A commit is not a move.
pub fn find_move(position: &Position, lan: &str, flags: Option<&str>) -> Option<Action> {
    let action = match flags {
        Some(flags) => position.parse_action(&format!("{lan} {flags}")),
        None => position.parse_action(lan),
    };
    action.ok().filter(|action| action.step().is_some())
}

/// A game as it is stored: the texts of everything played, then of everything taken back, and how
/// many of them are played. [`Game::replay_texts`] is the reverse.
pub fn stored_texts(game: &Game) -> (Vec<String>, usize) {
    let mut texts = game.actions().map_or_else(|| turn_texts(game), |actions| action_texts(&actions));
    let played = texts.len();
    texts.extend(action_texts(&game.undone_actions().unwrap_or_default()));
    (texts, played)
}

fn action_texts(actions: &[Action]) -> Vec<String> {
    let text = |action: &Action| match action.step() {
        // LAN and flags together identify a move.
        Some(mv) => format!("{mv} {}", mv.flags()),
        None => action.to_string(),
    };
    actions.iter().map(text).collect()
}

/// The same for a game with a deploy that no sequence of single legal steps leads to: such a turn,
/// which only a PGN can contain, is one text.
fn turn_texts(game: &Game) -> Vec<String> {
    let mut texts = Vec::new();
    for turn in game.turns() {
        match turn.actions() {
            Some(actions) => texts.extend(action_texts(&actions)),
            None => texts.push(turn.text().lan),
        }
    }
    texts.extend(action_texts(&game.position().session_actions().unwrap_or_default()));
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: &str = "6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1";

    fn game() -> Game {
        Game::from(Position::from_fen(STACK).unwrap())
    }

    #[track_caller]
    fn assert_restored(game: &Game) {
        let (texts, played) = stored_texts(game);
        assert_eq!(&Game::replay_texts(*game.start(), &texts, played).unwrap(), game, "{texts:?}");
    }

    #[test]
    fn a_game_is_restored_after_every_action_undo_and_redo() {
        let mut game = game();
        for text in ["Td5>d7 nd", "commit", "Cg12g11 n", "Id5>d6 nd"] {
            play_move_text(&mut game, text).unwrap();
            assert_restored(&game);
        }
        assert_eq!(stored_texts(&game).0, ["Td5>d7 nd", "commit", "Cg12g11 n", "Id5>d6 nd"]);
        while game.undo() {
            assert_restored(&game);
        }
        assert_eq!(stored_texts(&game).1, 0);
        while game.redo() {
            assert_restored(&game);
        }
        game.cancel_session().unwrap();
        assert_eq!(stored_texts(&game).0, ["Td5>d7 nd", "commit", "Cg12g11 n"]);
    }

    #[test]
    fn texts_that_cannot_be_played_are_refused() {
        let mut game = game();
        for text in ["", "x", "Td5>d7 n", "Td5>d7  nd", "commit nd", "Zz9 n"] {
            assert!(matches!(play_move_text(&mut game, text), Err(MoveTextError::Move(_))), "{text:?}");
        }
        assert!(matches!(play_move_text(&mut game, "commit"), Err(MoveTextError::Commit(_))));
        play_move_text(&mut game, "Td5>d7").unwrap();
        assert_eq!(find_move(game.position(), "commit", None), None, "a commit is not a move");
        play_move_text(&mut game, "commit").unwrap();
    }
}
