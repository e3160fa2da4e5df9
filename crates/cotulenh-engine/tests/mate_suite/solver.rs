//! Proves and refutes mates by exhaustive search.
//!
//! It uses the rules library only, not the engine: complete turns, all of the attacker's and all of
//! the defender's. Decided positions are cached by their repetition key. The fifty-move clock does
//! not matter, because the suite begins at 0 and no line is long enough for a draw by it or by
//! repetition.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use cotulenh::{Action, MoveKind, Position};

/// A whole turn: its actions and the position after it.
pub type Turn = (Vec<Action>, Position);

/// The search needs more turns than its budget allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BudgetSpent;

/// Calls `visit` with every complete turn, single moves before deploys, until it breaks. Deploys
/// with the same steps in another order may lead to the same position.
fn try_each_turn<B>(
    position: &Position,
    visit: &mut impl FnMut(&[Action], &Position) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let (deploys, moves): (Vec<Action>, Vec<Action>) = position.actions().into_iter().partition(is_deploy);
    for action in moves {
        visit(&[action], &position.after_unchecked(action))?;
    }
    for action in deploys {
        finish_turn(&mut vec![action], &position.after_unchecked(action), visit)?;
    }
    ControlFlow::Continue(())
}

fn finish_turn<B>(
    turn: &mut Vec<Action>,
    at: &Position,
    visit: &mut impl FnMut(&[Action], &Position) -> ControlFlow<B>,
) -> ControlFlow<B> {
    if at.session().is_none() {
        return visit(turn, at);
    }
    for action in at.actions() {
        turn.push(action);
        finish_turn(turn, &at.after_unchecked(action), visit)?;
        turn.pop();
    }
    ControlFlow::Continue(())
}

fn is_deploy(action: &Action) -> bool {
    matches!(action, Action::Step(mv) if mv.is_deploy())
}

/// Is a turn a deploy?
pub fn deploys(turn: &[Action]) -> bool {
    turn.first().is_some_and(is_deploy)
}

/// Does a turn contain a step of this kind?
pub fn has_step(turn: &[Action], kind: MoveKind) -> bool {
    turn.iter().any(|action| matches!(action, Action::Step(mv) if mv.kind() == kind))
}

/// One turn for each position that can be reached.
pub fn distinct_turns(position: &Position) -> Vec<Turn> {
    let mut seen = HashSet::new();
    let mut turns = Vec::new();
    let _ = try_each_turn::<()>(position, &mut |turn, after| {
        if seen.insert(after.repetition_key()) {
            turns.push((turn.to_vec(), *after));
        }
        ControlFlow::Continue(())
    });
    turns
}

/// Has the side to move lost: is its Commander taken (RULES 10.3), or is it checkmate (RULES 6.6)?
pub fn has_lost(position: &Position) -> bool {
    position.board().commander(position.turn()).is_none()
        || (position.is_check() && !position.can_complete_turn())
}

/// What is known about a position: it is decided within so many turns of the attacker, and not
/// within so many.
#[derive(Clone, Copy)]
struct Known {
    within: u32,
    not_within: u32,
}

/// An exhaustive solver. One solver can be used for many positions.
pub struct Solver {
    /// By [`Position::repetition_key`], with either side to move.
    known: HashMap<u64, Known>,
    /// The last refutation of a mate in so many turns: the same reply often refutes the next
    /// attempt.
    refutations: HashMap<u32, Vec<Action>>,
    budget: u64,
    checks_only: bool,
}

impl Solver {
    /// A solver that gives up after playing so many turns.
    pub fn new(budget: u64) -> Solver {
        Solver { known: HashMap::new(), refutations: HashMap::new(), budget, checks_only: false }
    }

    /// A solver in which every turn of the attacker gives check. It is quick, and its mates are
    /// correct, but it misses others, and shorter ones.
    pub fn of_checks(budget: u64) -> Solver {
        Solver { checks_only: true, ..Solver::new(budget) }
    }

    /// The shortest forced win of the side to move, in its turns, up to `most`.
    pub fn distance(&mut self, position: &Position, most: u32) -> Result<Option<u32>, BudgetSpent> {
        for turns in 1..=most {
            if self.wins(position, turns)? {
                return Ok(Some(turns));
            }
        }
        Ok(None)
    }

    /// Every first turn by which the side to move forces a win within so many turns.
    pub fn solutions(&mut self, position: &Position, turns: u32) -> Result<Vec<Turn>, BudgetSpent> {
        let mut found = Vec::new();
        for (turn, after) in distinct_turns(position) {
            if has_lost(&after) || self.loses(&after, turns - 1)? {
                found.push((turn, after));
            }
        }
        Ok(found)
    }

    /// Can the side to move force a win within so many turns?
    fn wins(&mut self, position: &Position, turns: u32) -> Result<bool, BudgetSpent> {
        if let Some(decided) = self.look_up(position, turns) {
            return Ok(decided);
        }
        let mut seen = HashSet::new();
        let mut attempts = Vec::new();
        let (mut played, checks_only) = (0, self.checks_only);
        let at_once = try_each_turn(position, &mut |_, after| {
            played += 1;
            let check = after.is_check();
            if check && has_lost(after) {
                return ControlFlow::Break(());
            }
            if turns > 1 && (check || !checks_only) && seen.insert(after.repetition_key()) {
                attempts.push((check, *after));
            }
            ControlFlow::Continue(())
        });
        self.pay(played)?;
        let mut won = at_once.is_break();
        if !won {
            // Checks with few replies are the most likely to win.
            attempts.sort_by_cached_key(|(check, after)| (!check, after.action_count()));
            for (_, after) in &attempts {
                if self.loses(after, turns - 1)? {
                    won = true;
                    break;
                }
            }
        }
        Ok(self.remember(position, if at_once.is_break() { 1 } else { turns }, won))
    }

    /// Does every turn of the side to move, which has not lost yet, allow a win within so many
    /// turns?
    pub fn loses(&mut self, position: &Position, turns: u32) -> Result<bool, BudgetSpent> {
        if turns == 0 {
            return Ok(false);
        }
        if let Some(decided) = self.look_up(position, turns) {
            return Ok(decided);
        }
        let mut replies = distinct_turns(position);
        self.pay(replies.len() as u64)?;
        let last = self.refutations.get(&turns);
        replies.sort_by_key(|(reply, _)| (last != Some(reply), !has_step(reply, MoveKind::Capture)));
        // No reply: stalemate.
        let mut lost = !replies.is_empty();
        for (reply, after) in replies {
            if has_lost(&after) || !self.wins(&after, turns)? {
                self.refutations.insert(turns, reply);
                lost = false;
                break;
            }
        }
        Ok(self.remember(position, turns, lost))
    }

    fn pay(&mut self, played: u64) -> Result<(), BudgetSpent> {
        self.budget = self.budget.checked_sub(played).ok_or(BudgetSpent)?;
        Ok(())
    }

    fn look_up(&self, position: &Position, turns: u32) -> Option<bool> {
        let known = self.known.get(&position.repetition_key())?;
        if turns >= known.within {
            Some(true)
        } else if turns <= known.not_within {
            Some(false)
        } else {
            None
        }
    }

    fn remember(&mut self, position: &Position, turns: u32, decided: bool) -> bool {
        let unknown = Known { within: u32::MAX, not_within: 0 };
        let known = self.known.entry(position.repetition_key()).or_insert(unknown);
        if decided {
            known.within = known.within.min(turns);
        } else {
            known.not_within = known.not_within.max(turns);
        }
        decided
    }
}
