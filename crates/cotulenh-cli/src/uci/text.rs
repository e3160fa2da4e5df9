//! Actions as move texts: a turn is one word, a deploy as RULES 11.4 writes it.

use cotulenh::{Action, Game, Position, Strictness, Turn};
use cotulenh_engine::turn_texts;

/// The turns that these actions complete, as LANs; an unfinished deploy at the end is left out.
pub fn turns(game: &Game, actions: &[Action]) -> Vec<String> {
    turn_texts(game, actions).into_iter().map(|text| text.lan).collect()
}

/// The next action of what a move text says. In an open deploy the text names the whole turn, like `bestmove`, or one step.
pub fn next_action(position: &Position, text: &str) -> Result<Action, String> {
    let mut turn_start = *position;
    let in_session = turn_start.cancel_session().is_ok();
    let parsed = match position.parse_turn(text, Strictness::Strict) {
        Err(_) if in_session => turn_start.parse_turn(text, Strictness::Strict),
        parsed => parsed,
    };
    let leads_there = |action: &Action| match (&parsed, position.after_unchecked(*action).session()) {
        (Ok(Turn::Step(mv)), _) => *action == Action::Step(*mv),
        (Ok(Turn::Deploy(turn)), Some(open)) => {
            turn.open.session().is_some_and(|whole| whole.steps().starts_with(open.steps()))
        }
        (Ok(Turn::Deploy(turn)), None) => position.after_unchecked(*action) == turn.after,
        (Err(_), _) => false,
    };
    let next = position.actions().into_iter().find(leads_there);
    next.ok_or_else(|| match parsed {
        Err(error) => error.to_string(),
        Ok(_) => format!("{text:?} does not go on with the open deploy"),
    })
}
