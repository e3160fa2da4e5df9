//! Whole turns.

use cotulenh::{Action, Position};

/// Every turn that can be completed: its actions, and the position after them. The same deploy in another order is another turn, so a
/// large stack has thousands.
///
/// ```
/// use cotulenh::Position;
/// use cotulenh_engine::whole_turns;
///
/// let position = Position::from_fen("6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1").unwrap();
/// let turns = whole_turns(&position);
/// assert!(turns.iter().all(|(_, after)| after.turn() != position.turn()));
/// assert!(turns.iter().any(|(actions, _)| actions.len() > 1), "a deploy");
/// ```
pub fn whole_turns(position: &Position) -> Vec<(Vec<Action>, Position)> {
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), *position)];
    while let Some((actions, at)) = open.pop() {
        for action in at.actions() {
            let next = at.after_unchecked(action);
            let mut actions = actions.clone();
            actions.push(action);
            match next.session() {
                None => found.push((actions, next)),
                Some(_) => open.push((actions, next)),
            }
        }
    }
    found
}
