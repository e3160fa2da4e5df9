//! Actions in words.

use cotulenh::{Action, Game, TurnText};

/// The texts of the turns that these actions complete, a deploy as one turn; an unfinished one at the end is left out.
///
/// ```
/// use cotulenh::{Action, Game};
/// let game = Game::new();
/// let first = game.position().legal_moves()[0];
/// let texts = cotulenh_engine::turn_texts(&game, &[Action::Step(first)]);
/// assert_eq!(texts[0].lan, first.to_string());
/// ```
pub fn turn_texts(game: &Game, actions: &[Action]) -> Vec<TurnText> {
    let mut game = game.clone();
    let before = game.turns().len();
    for action in actions {
        let played = match action {
            Action::Step(mv) => game.play(*mv).is_ok(),
            Action::Commit => game.commit().is_ok(),
        };
        if !played {
            break;
        }
    }
    game.turns()[before..].iter().map(|turn| turn.text()).collect()
}
