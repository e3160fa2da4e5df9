//! Random games.

use cotulenh::{Action, MoveKind, Position, RuleOptions};

use super::{Random, random_setup};

/// A random action. Every second one forms a stack or belongs to a deploy, if there is one.
pub fn random_action(position: &Position, random: &mut Random) -> Option<Action> {
    let actions = position.actions();
    let stacks = |action: &&Action| {
        action.step().is_none_or(|mv| mv.is_deploy() || mv.kind() == MoveKind::Combination)
    };
    let rare: Vec<Action> = actions.iter().filter(stacks).copied().collect();
    let pool = if random.below(2) == 0 && !rare.is_empty() { &rare } else { &actions };
    (!pool.is_empty()).then(|| pool[random.below(pool.len())])
}

/// Where a random game begins: the start position, a recorded or an invented one.
pub fn random_start(stock: &[String], random: &mut Random) -> Position {
    let position = match random.below(4) {
        0 | 1 => Position::start(),
        2 => Position::from_fen(&stock[random.below(stock.len())]).unwrap(),
        _ => random_setup(random).position().unwrap(),
    };
    if position.session().is_some() {
        return position;
    }
    position.with_options(RuleOptions::from_bits(random.below(4) as u8).unwrap())
}
