//! One turn of a tree.

use crate::action::{Action, IllegalAction};
use crate::moves::Move;
use crate::parse::{ParseMoveError, Strictness, Turn};
use crate::pgn::{deploy_turn_in_pgn, open_deploy_text};
use crate::position::{IllegalMove, Position};
use crate::unit::Unit;

/// The turn that leads to a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeTurn {
    what: What,
    after: Position,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum What {
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
            What::Move(mv) => Some(mv),
            What::Deploy(_) => None,
        }
    }

    /// The position at the end of a deploy, before its commit.
    pub fn deployed(&self) -> Option<&Position> {
        match &self.what {
            What::Move(_) => None,
            What::Deploy(open) => Some(open),
        }
    }

    /// The LAN; that of an unfinished deploy ends with dots. It tells the turn apart from all
    /// others in the same position.
    pub fn lan(&self) -> String {
        match &self.what {
            What::Move(mv) => mv.to_string(),
            What::Deploy(open) if self.is_unfinished() => open_deploy_text(open),
            What::Deploy(open) => open.deploy_turn_text().map(|text| text.lan).unwrap_or_default(),
        }
    }

    /// The text in a PGN: it reads back to exactly this turn. `before` is the position before it.
    pub fn pgn_text(&self, before: &Position) -> String {
        match &self.what {
            What::Move(mv) => before.san(*mv),
            What::Deploy(open) if self.is_unfinished() => open_deploy_text(open),
            What::Deploy(open) => deploy_turn_in_pgn(before, open),
        }
    }

    /// The units that the turn captures, in order, as they stand before it.
    pub fn captures(&self, before: &Position) -> Vec<Unit> {
        match &self.what {
            What::Move(mv) if mv.kind().is_capture() => before.board().get(mv.to()).into_iter().collect(),
            What::Move(_) => Vec::new(),
            What::Deploy(open) => open.session_captures(),
        }
    }

    /// One legal step from here: a whole turn, or a deploy that may stay unfinished. `here` may
    /// have an open session.
    pub(crate) fn of_step(here: &Position, step: Move) -> Result<TreeTurn, IllegalMove> {
        let mut open = *here;
        open.play_without_commit(step)?;
        if open.session().is_none() {
            return Ok(TreeTurn { what: What::Move(step), after: open });
        }
        let turn = TreeTurn::unfinished(open);
        Ok(if open.is_deploy_finished() { turn.committed().unwrap_or(turn) } else { turn })
    }

    /// An open deploy.
    pub(crate) fn unfinished(open: Position) -> TreeTurn {
        TreeTurn { what: What::Deploy(Box::new(open)), after: open }
    }

    /// A move that has been played, with the position after it.
    pub(crate) fn of_played_move(mv: Move, after: Position) -> TreeTurn {
        TreeTurn { what: What::Move(mv), after }
    }

    /// A deploy that has been played, with the position after it: the open one, or the committed.
    pub(crate) fn of_played_deploy(open: Box<Position>, after: Position) -> TreeTurn {
        TreeTurn { what: What::Deploy(open), after }
    }

    /// The same deploy, committed; `None` if that is not allowed.
    fn committed(&self) -> Option<TreeTurn> {
        let mut after = self.after;
        after.commit().ok()?;
        Some(TreeTurn { what: self.what.clone(), after })
    }

    pub(crate) fn of_action(here: &Position, action: Action) -> Result<TreeTurn, IllegalAction> {
        match action {
            Action::Step(step) => TreeTurn::of_step(here, step).map_err(IllegalAction::Step),
            Action::Commit => {
                let mut after = *here;
                after.commit().map_err(IllegalAction::Commit)?;
                Ok(TreeTurn { what: What::Deploy(Box::new(*here)), after })
            }
        }
    }

    pub(crate) fn of_text(
        here: &Position,
        text: &str,
        strictness: Strictness,
    ) -> Result<TreeTurn, ParseMoveError> {
        match here.parse_turn(text, strictness)? {
            Turn::Step(step) => TreeTurn::of_step(here, step).map_err(|_| ParseMoveError::no_such_move(text)),
            Turn::Deploy(turn) => Ok(TreeTurn { what: What::Deploy(Box::new(turn.open)), after: turn.after }),
        }
    }

    /// The turn of a game: its position before, its move or the end of its deploy.
    pub(crate) fn of_played(before: &Position, played: &crate::game::PlayedTurn) -> Option<TreeTurn> {
        match (played.single_move(), played.deployed()) {
            (Some(mv), _) => TreeTurn::of_step(before, mv).ok(),
            (None, Some(open)) => TreeTurn::unfinished(*open).committed(),
            (None, None) => None,
        }
    }
}
