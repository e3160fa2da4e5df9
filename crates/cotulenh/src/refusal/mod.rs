//! Why a move is refused: the cause, the clause of the rules, and the points involved.
//!
//! A refusal explains the move generator. It exists exactly when the generator gives no legal move,
//! and it is built from the generator's own functions: reach, terrain, flights and the forbidden
//! set are not written again here. It holds data only. Front ends choose the words from the code,
//! the variant and the data.
//!
//! ```
//! use cotulenh::Position;
//! let start = Position::start();
//! let refusal = start.refusal("c5".parse()?, "c7".parse()?, None).unwrap();
//! assert_eq!((refusal.code(), refusal.clause()), ("OUT_OF_RANGE", "2"));
//! assert_eq!(start.refusal("c5".parse()?, "c6".parse()?, None), None);
//! # Ok::<(), cotulenh::ParseSquareError>(())
//! ```

mod cause;
mod ray;

pub use cause::Cause;

use core::ops::ControlFlow;

use crate::board::Board;
use crate::color::Color;
use crate::game::Game;
use crate::lan::Lan;
use crate::move_batch::MoveBatch;
use crate::moves::Move;
use crate::position::{CommitError, Position};
use crate::square::Square;
use crate::unit::Unit;

/// Why a move or a commit is not possible.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    cause: Cause,
    clause: &'static str,
}

impl Refusal {
    const fn new(cause: Cause, clause: &'static str) -> Refusal {
        Refusal { cause, clause }
    }

    /// What prevents it.
    pub const fn cause(&self) -> &Cause {
        &self.cause
    }

    /// The code for programs, such as `OUT_OF_RANGE`.
    pub const fn code(&self) -> &'static str {
        self.cause.code()
    }

    /// Distinguishes cases that share a code, where a front end needs more than one sentence.
    pub fn variant(&self) -> Option<&'static str> {
        self.cause.variant()
    }

    /// The number of the clause in `docs/rules.md`.
    pub const fn clause(&self) -> &'static str {
        self.clause
    }

    /// The points to mark on a board.
    pub fn points(&self) -> Vec<Square> {
        self.cause.points()
    }
}

impl From<Cause> for Refusal {
    fn from(cause: Cause) -> Refusal {
        let clause = cause.usual_clause();
        Refusal::new(cause, clause)
    }
}

impl Position {
    /// Why no legal move leads from one point to another; `None` exactly if one does.
    ///
    /// `unit` names the pieces that are to move, by their roles alone: the whole unit, or one piece
    /// of a stack that is to deploy. `None` means the whole unit and, while a deploy is open, any
    /// of the remaining pieces.
    ///
    /// The end of the game does not matter here: see [`Game::refusal`].
    pub fn refusal(&self, from: Square, to: Square, unit: Option<Unit>) -> Option<Refusal> {
        let meant = |batch: &MoveBatch| match unit {
            Some(unit) => batch.unit.roles() == unit.roles(),
            None => !batch.deploy || self.session().is_some(),
        };
        let legal = self.legal_batches_on(from.into(), |batch| match reaches(&batch, to) && meant(&batch) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        if legal.is_break() { None } else { Some(self.explain(from, to, unit)) }
    }

    /// The same for a move in LAN, whose separator does not matter. `None` also for a text that is
    /// not a [`Lan`].
    pub fn lan_refusal(&self, lan: &str) -> Option<Refusal> {
        let lan: Lan = lan.parse().ok()?;
        self.refusal(lan.from(), lan.to(), Some(lan.unit()))
    }

    /// Why the open deploy cannot be committed (RULES 9.5); `None` if it can, or if none is open.
    pub fn commit_refusal(&self) -> Option<Refusal> {
        let cause = match self.commit_obstacle()? {
            CommitError::NoOpenSession => return None,
            CommitError::CannotStay { unit, square } => Cause::CannotStay { unit, square },
            CommitError::CommanderInDanger(color) => danger(self.board(), color),
        };
        Some(Refusal::new(cause, "9.5"))
    }

    /// The refusal of a move that is known to be illegal.
    fn explain(&self, from: Square, to: Square, unit: Option<Unit>) -> Refusal {
        let mover = match self.mover(from, unit) {
            Ok(mover) => mover,
            Err(cause) => return cause.into(),
        };
        if from == to {
            return Cause::SamePoint { unit: mover, square: from }.into();
        }
        match self.pseudo_legal_step(mover, from, to) {
            // What sections 3 and 4 generate is illegal only because it endangers the Commander
            // (RULES 6.5).
            Some(mv) => danger(&self.board_after(mv), self.turn()).into(),
            None => ray::obstacle(self, mover, from, to),
        }
    }

    /// The pieces that are to move, with their heroic flags, if they may move at all.
    fn mover(&self, from: Square, asked: Option<Unit>) -> Result<Unit, Cause> {
        let session = self.session();
        if let Some(session) = session.filter(|session| session.square() != from) {
            return Err(Cause::SessionOpen { square: session.square() });
        }
        let Some(standing) = self.board().get(from) else {
            return Err(match session {
                Some(session) => Cause::NotRemaining { unit: asked.unwrap_or(session.original()) },
                None => Cause::EmptyPoint { square: from },
            });
        };
        if standing.color() != self.turn() {
            return Err(Cause::NotYourPiece { turn: self.turn(), square: from });
        }
        let movable = if session.is_some() { self.session_remaining() } else { Some(standing) };
        let Some(movable) = movable else {
            return Err(Cause::NotRemaining { unit: asked.unwrap_or(standing) });
        };
        let unit = match asked {
            None => movable,
            Some(asked) => match movable.part(asked.roles()).filter(|unit| unit.roles() == asked.roles()) {
                Some(unit) => unit,
                None if session.is_some() => return Err(Cause::NotRemaining { unit: asked }),
                None => return Err(Cause::EmptyPoint { square: from }),
            },
        };
        let deploys = session.is_some() || unit.len() < standing.len();
        if deploys && unit.is_stack() { Err(Cause::OneByOne) } else { Ok(unit) }
    }

    /// The first move of `mover` to `to` that the rules generate before the safety test.
    fn pseudo_legal_step(&self, mover: Unit, from: Square, to: Square) -> Option<Move> {
        let mut found = None;
        let _ = self.pseudo_legal_batches_on(from.into(), |batch| {
            if batch.unit == mover && reaches(&batch, to) {
                batch.for_each_unordered(|mv| found = found.or((mv.to() == to).then_some(mv)));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        });
        found
    }
}

impl Game {
    /// Why this move cannot be played: the game is over, or [`Position::refusal`] says why.
    pub fn refusal(&self, from: Square, to: Square, unit: Option<Unit>) -> Option<Refusal> {
        if self.is_over() { Some(Cause::GameOver.into()) } else { self.position().refusal(from, to, unit) }
    }

    /// The same for a move in LAN, whose separator does not matter. `None` also for a text that is
    /// not a [`Lan`].
    pub fn lan_refusal(&self, lan: &str) -> Option<Refusal> {
        let lan: Lan = lan.parse().ok()?;
        self.refusal(lan.from(), lan.to(), Some(lan.unit()))
    }
}

fn reaches(batch: &MoveBatch, to: Square) -> bool {
    batch.targets.union().contains(to) || batch.appended.contains(&Some(to))
}

/// Why the Commander of a side is in danger, on a board on which it is (RULES 6.4).
fn danger(board: &Board, color: Color) -> Cause {
    let Some(commander) = board.commander(color) else { return Cause::NoCommander };
    let attackers = board.attackers(commander, !color);
    match board.commander(!color) {
        Some(enemy) if attackers.is_empty() => Cause::Exposed { commander, enemy },
        _ => Cause::Threatened { commander, attackers },
    }
}

#[cfg(test)]
mod tests;
