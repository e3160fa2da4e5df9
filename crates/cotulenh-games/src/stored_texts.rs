//! Games as texts: how they are stored.

use cotulenh::{Action, Game};

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
    use cotulenh::{Position, Strictness};

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
            game.play_action_text(text, Strictness::Strict).unwrap();
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
}
