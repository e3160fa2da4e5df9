//! Actions as move texts. A turn is one word; a deploy is written as in RULES 11.4.

use cotulenh::{Action, DeployTurn, Game, Position, Session, Strictness, Turn};

/// The turns that these actions complete, as LANs; an unfinished deploy at the end is left out.
pub fn turns(game: &Game, actions: &[Action]) -> Vec<String> {
    game.turn_texts(actions).into_iter().map(|text| text.lan).collect()
}

/// The first action of a move text. In an open deploy the text is the whole turn, as in `bestmove`,
/// or one step, or `commit`.
pub fn next_action(position: &Position, text: &str) -> Result<Action, String> {
    let mut turn_start = *position;
    let in_session = turn_start.cancel_session().is_ok();
    let parsed = match position.parse_turn(text, Strictness::Strict) {
        Err(_) if in_session => turn_start.parse_turn(text, Strictness::Strict),
        parsed => parsed,
    };
    let is_next = |action: &Action| match &parsed {
        Err(_) => position.parse_action(text).is_ok_and(|found| found == *action),
        Ok(Turn::Step(mv)) => action.step() == Some(*mv),
        Ok(Turn::Deploy(turn)) => leads_to(position, *action, turn),
    };
    let next = position.actions().into_iter().find(is_next).ok_or_else(|| match parsed {
        Err(error) => error.to_string(),
        Ok(_) => format!("{text:?} does not continue the open deploy"),
    })?;
    let after = position.after_unchecked(next);
    if after.session().is_some() && !after.can_complete_turn() {
        return Err(format!("no turn can be completed after {text:?}"));
    }
    Ok(next)
}

/// Can a deploy turn be played with this action first? Its list of steps does not answer this:
/// pieces that recombine are one step in it.
fn leads_to(position: &Position, action: Action, turn: &DeployTurn) -> bool {
    let Some(mv) = action.step() else { return *position == turn.open };
    let goes_there = |whole: &Session| whole.steps().iter().any(|step| step.to == mv.to());
    if !turn.open.session().is_some_and(goes_there) {
        return false;
    }
    let after = position.after_unchecked(action);
    after == turn.open
        || after == turn.after
        || after.session().is_some()
            && after.actions().into_iter().any(|action| leads_to(&after, action, turn))
}
