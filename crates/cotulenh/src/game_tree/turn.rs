//! One turn of a tree.

use crate::action::{Action, IllegalAction};
use crate::moves::Move;
use crate::parse::{ParseMoveError, Strictness, Turn};
use crate::pgn::{deploy_turn_in_pgn, open_deploy_text};
use crate::position::{IllegalMove, Position};
use crate::san::TurnText;
use crate::unit::Unit;

/// The turn that leads to a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeTurn {
    what: TurnContent,
    after: Position,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum TurnContent {
    Move(Move),
    /// A deploy: the position with all steps played and the session still open.
    Deploy(Box<Position>),
}

impl TreeTurn {
    /// The position after the turn. A session is open in it if the turn is not finished.
    pub fn after(&self) -> &Position {
        &self.after
    }

    /// Is it a deploy that has not been committed?
    pub fn is_unfinished(&self) -> bool {
        self.after.session().is_some()
    }

    /// The single move, unless the turn is a deploy.
    pub fn single_move(&self) -> Option<Move> {
        match self.what {
            TurnContent::Move(mv) => Some(mv),
            TurnContent::Deploy(_) => None,
        }
    }

    /// The position at the end of a deploy, before its commit.
    pub fn deployed(&self) -> Option<&Position> {
        match &self.what {
            TurnContent::Move(_) => None,
            TurnContent::Deploy(open) => Some(open),
        }
    }

    /// The LAN; that of an unfinished deploy ends with dots. It tells the turn apart from all
    /// others in the same position.
    pub fn lan(&self) -> String {
        match &self.what {
            TurnContent::Move(mv) => mv.to_string(),
            TurnContent::Deploy(open) if self.is_unfinished() => open_deploy_text(open),
            TurnContent::Deploy(open) => open.deploy_turn_text().map(|text| text.lan).unwrap_or_default(),
        }
    }

    /// SAN, LAN and flags. SAN and LAN of an unfinished deploy end with dots. `before` is the
    /// position before it.
    pub fn text(&self, before: &Position) -> TurnText {
        match &self.what {
            TurnContent::Move(mv) => TurnText::of_move(before, *mv),
            TurnContent::Deploy(open) => {
                let text = open.deploy_turn_text();
                let mut text = text.unwrap_or_else(|| unreachable!("a deploy is kept with its session open"));
                if self.is_unfinished() {
                    text.san.push_str("...");
                    text.lan.push_str("...");
                }
                text
            }
        }
    }

    /// The text in a PGN: it reads back to exactly this turn. `before` is the position before it.
    pub fn pgn_text(&self, before: &Position) -> String {
        match &self.what {
            TurnContent::Move(mv) => before.san(*mv),
            TurnContent::Deploy(open) if self.is_unfinished() => open_deploy_text(open),
            TurnContent::Deploy(open) => deploy_turn_in_pgn(before, open),
        }
    }

    /// The units that the turn captures, in order, as they stand before it.
    pub fn captures(&self, before: &Position) -> Vec<Unit> {
        match &self.what {
            TurnContent::Move(mv) if mv.kind().is_capture() => {
                before.board().get(mv.to()).into_iter().collect()
            }
            TurnContent::Move(_) => Vec::new(),
            TurnContent::Deploy(open) => open.session_captures(),
        }
    }

    /// One step from here that is known to be legal: a whole turn, or a deploy that may stay
    /// unfinished. `here` may have an open session.
    pub(crate) fn of_legal_step(here: &Position, step: Move) -> TreeTurn {
        let after = here.after_legal_step(step);
        if after.session().is_none() {
            return TreeTurn::of_played_move(step, after);
        }
        let turn = TreeTurn::unfinished(after);
        if after.is_deploy_finished() { turn.committed().unwrap_or(turn) } else { turn }
    }

    /// An open deploy.
    pub(crate) fn unfinished(open: Position) -> TreeTurn {
        TreeTurn::of_played_deploy(open, open)
    }

    /// The same deploy, committed; `None` if that is not allowed.
    fn committed(&self) -> Option<TreeTurn> {
        let mut after = self.after;
        after.commit().ok()?;
        Some(TreeTurn { what: self.what.clone(), after })
    }

    pub(crate) fn of_action(here: &Position, action: Action) -> Result<TreeTurn, IllegalAction> {
        match action {
            Action::Step(step) if here.is_legal(step) => Ok(TreeTurn::of_legal_step(here, step)),
            Action::Step(step) => Err(IllegalAction::Step(IllegalMove(step))),
            Action::Commit => {
                let mut after = *here;
                after.commit().map_err(IllegalAction::Commit)?;
                Ok(TreeTurn::of_played_deploy(*here, after))
            }
        }
    }

    pub(crate) fn of_text(
        here: &Position,
        text: &str,
        strictness: Strictness,
    ) -> Result<TreeTurn, ParseMoveError> {
        Ok(match here.parse_turn(text, strictness)? {
            Turn::Step(step) => TreeTurn::of_legal_step(here, step),
            Turn::Deploy(turn) => TreeTurn::of_played_deploy(turn.open, turn.after),
        })
    }

    /// The turn that [`lan`](TreeTurn::lan) has written.
    pub(crate) fn of_lan(before: &Position, lan: &str) -> Option<TreeTurn> {
        let turn = match lan.ends_with("...") {
            true => TreeTurn::unfinished(before.with_open_session(lan).ok()?),
            false => TreeTurn::of_text(before, lan, Strictness::Strict).ok()?,
        };
        (turn.lan() == lan).then_some(turn)
    }

    /// A move that was played, and the position after it.
    pub(crate) fn of_played_move(mv: Move, after: Position) -> TreeTurn {
        TreeTurn { what: TurnContent::Move(mv), after }
    }

    /// A deploy that was played: the position before its commit, and after it.
    pub(crate) fn of_played_deploy(open: Position, after: Position) -> TreeTurn {
        TreeTurn { what: TurnContent::Deploy(Box::new(open)), after }
    }
}
