//! Actions as move texts: a turn is one word, a deploy as RULES 11.4 writes it.

use cotulenh::{Action, Game, Position, Strictness, Turn};
use cotulenh_engine::turn_texts;

/// The turns that these actions complete, as LANs; an unfinished deploy at the end is left out.
pub fn turns(game: &Game, actions: &[Action]) -> Vec<String> {
    turn_texts(game, actions).into_iter().map(|text| text.lan).collect()
}

/// The first action of what a move text says.
pub fn first_action(position: &Position, text: &str) -> Result<Action, String> {
    match position.parse_turn(text, Strictness::Strict).map_err(|error| error.to_string())? {
        Turn::Step(mv) => Ok(Action::Step(mv)),
        Turn::Deploy(turn) => {
            let session = turn.open.session().ok_or("a deploy without a session")?;
            let step = session.steps().first().ok_or("a deploy without a step")?;
            Ok(Action::Step(step.to_move(session.square())))
        }
    }
}
