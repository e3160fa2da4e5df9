//! Deploy sessions (RULES 9): a stack sends its pieces off one by one within one turn.

use core::ops::ControlFlow;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::move_batch::MoveBatch;
use crate::moves::{Move, MoveKind};
use crate::piece::Piece;
use crate::role::{Role, RoleSet};
use crate::rule_options::RuleOptions;
use crate::square::Square;
use crate::terrain;
use crate::unit::Unit;
use crate::zobrist;

use super::Position;
use super::movegen::Generator;
use super::play::{Changes, Log, execute};

/// A stack has at most three pieces, and each step takes at least one.
pub(super) const MAX_STEPS: usize = 3;

/// One step of a session: a piece, or several that recombined, and what they did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    /// The pieces, as they stood before the step.
    pub unit: Unit,
    /// Where they went, or what they took.
    pub to: Square,
    /// What they did there.
    pub kind: MoveKind,
}

impl Step {
    /// The step as a move from the session's point.
    pub fn to_move(self, from: Square) -> Move {
        Move::new(self.unit, from, self.to, self.kind, true)
    }
}

/// An open deploy: what stood on its point at the start, the steps so far, and what remains.
#[derive(Clone, Copy)]
pub struct Session {
    square: Square,
    original: Unit,
    /// Roles still to be deployed. Stay-capturers stand on the point too, but are not among them.
    remaining: RoleSet,
    step_count: u8,
    steps: [Step; MAX_STEPS],
    /// The original contents of every point that has changed since the session began. Applied to
    /// the present board, they give the board at the start.
    changes: Changes,
    start_hash: u64,
}

impl Session {
    fn open(board: &Board, square: Square) -> Session {
        let original = board.raw(square);
        let unused = Step { unit: original, to: square, kind: MoveKind::Move };
        Session {
            square,
            original,
            remaining: original.roles(),
            step_count: 0,
            steps: [unused; MAX_STEPS],
            changes: Changes::new(),
            start_hash: board.hash(),
        }
    }

    /// The point of the stack.
    pub const fn square(&self) -> Square {
        self.square
    }

    /// The stack as it stood when the session began.
    pub const fn original(&self) -> Unit {
        self.original
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..self.step_count as usize]
    }

    /// The pieces that may still step off, as they stand on this position's board.
    pub(crate) fn remaining_on(&self, board: &Board) -> Option<Unit> {
        board.get(self.square).and_then(|unit| unit.part(self.remaining))
    }

    pub(super) const fn changes(&self) -> &Changes {
        &self.changes
    }

    /// The kind of the first step, which decides about the half-move clock (RULES 10.1).
    pub(super) fn first_kind(&self) -> MoveKind {
        self.steps[0].kind
    }

    /// The session's part of the position's hash: where it began and every step, in order.
    pub(super) fn key(&self) -> u64 {
        self.steps().iter().fold(zobrist::chain(self.start_hash, self.square.index() as u64), |hash, step| {
            let word = (step.unit.bits() as u64) << 16 | (step.to.index() as u64) << 8 | step.kind as u64;
            zobrist::chain(hash, word)
        })
    }

    fn push(&mut self, step: Step) {
        self.steps[self.step_count as usize] = step;
        self.step_count += 1;
        self.remaining &= !step.unit.roles();
    }

    /// Executes one step that section 3 has generated, and logs what it changes for the first time.
    fn execute(&mut self, board: &mut Board, mv: Move, options: RuleOptions, log: &mut impl Log) {
        let mut changes = Changes::new();
        execute(board, mv, options, &mut changes);
        for (square, old) in changes.iter() {
            self.changes.record_first(square, old);
            log.record(square, old);
        }
        self.push(Step { unit: mv.unit(), to: mv.to(), kind: mv.kind() });
    }

    /// The board as it was when the session began.
    fn start_board(&self, board: &Board) -> Board {
        let mut start = *board;
        self.changes.revert(&mut start);
        start
    }

    /// Replays the session from its start, with the pieces of `roles` joining step `joined`. `None`
    /// if section 3 does not generate some step for its carrier (RULES 9.3).
    fn replay_joined(
        &self,
        board: &Board,
        options: RuleOptions,
        joined: usize,
        roles: RoleSet,
    ) -> Option<(Board, Session)> {
        let mut board = self.start_board(board);
        let mut session = Session::open(&board, self.square);
        for (i, step) in self.steps().iter().enumerate() {
            let group = step.unit.roles() | if i == joined { roles } else { 0 };
            session.step_group(&mut board, options, group, step.kind, step.to)?;
        }
        Some((board, session))
    }

    /// Lets the pieces of `roles` step off together, if section 3 generates that.
    fn step_group(
        &mut self,
        board: &mut Board,
        options: RuleOptions,
        roles: RoleSet,
        kind: MoveKind,
        to: Square,
    ) -> Option<()> {
        let standing = self.remaining_on(board)?;
        let unit = standing.part(roles).filter(|unit| unit.roles() == roles)?;
        if unit.is_stack() && !can_be_joined(unit.top_role(), kind, to) {
            return None;
        }
        let reachable = Generator::new(board, unit.color()).targets(unit, self.square, true);
        if !reachable.contains(kind, to) {
            return None;
        }
        self.execute(board, Move::new(unit, self.square, to, kind, true), options, &mut ());
        Some(())
    }

    /// The result if `piece`, one of the remaining, rejoins a step on `to`: the earliest step that
    /// works (RULES 9.3).
    fn recombination(
        &self,
        board: &Board,
        options: RuleOptions,
        piece: Unit,
        to: Square,
    ) -> Option<(Board, Session)> {
        // The original carrier does not recombine.
        if self.original.top_role() == piece.top_role() {
            return None;
        }
        self.steps().iter().enumerate().filter(|(_, step)| step.to == to).find_map(|(i, step)| {
            let carrier = step.unit.combined_top(piece)?;
            if !can_be_joined(carrier, step.kind, to) {
                return None;
            }
            self.replay_joined(board, options, i, piece.roles())
        })
    }
}

/// Can another piece join the pieces of a step if `carrier` then carries them all? Only if they
/// stand on their destination (RULES 12.7), and only where the carrier can stand (RULES 9.3).
fn can_be_joined(carrier: Role, kind: MoveKind, to: Square) -> bool {
    matches!(kind, MoveKind::Move | MoveKind::Capture | MoveKind::Combination)
        && terrain::standable(carrier).contains(to)
}

impl PartialEq for Session {
    fn eq(&self, other: &Session) -> bool {
        (self.square, self.original, self.remaining, self.start_hash)
            == (other.square, other.original, other.remaining, other.start_hash)
            && self.steps() == other.steps()
    }
}

impl Eq for Session {}

impl core::fmt::Debug for Session {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "Session({}:{}:{:?})", self.square, self.original, self.steps())
    }
}

impl Position {
    /// The pieces of the open session that may still step off, with their present heroic flags.
    pub fn session_remaining(&self) -> Option<Unit> {
        self.session.as_ref()?.remaining_on(&self.board)
    }

    /// The board as it was before the open session; the present one if none is open.
    pub fn turn_start_board(&self) -> Board {
        match &self.session {
            Some(session) => session.start_board(&self.board),
            None => self.board,
        }
    }

    /// The positions before each step of the open session, as its steps are listed now.
    pub fn before_session_steps(&self) -> Vec<Position> {
        let Some(session) = self.session else { return Vec::new() };
        let mut position = *self;
        let _ = position.cancel_session();
        let mut before = Vec::new();
        for step in session.steps() {
            before.push(position);
            // Listed steps can always be replayed.
            let _ = position.replay_step(session.square, step.unit.roles(), step.kind, step.to);
        }
        before
    }

    /// The steps of the pieces that remain, with recombinations in their places (RULES 9.3).
    pub(super) fn session_batches(
        &self,
        session: &Session,
        points: Bitboard,
        f: &mut dyn FnMut(MoveBatch) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let from = session.square;
        let Some(remaining) = session.remaining_on(&self.board).filter(|_| points.contains(from)) else {
            return ControlFlow::Continue(());
        };
        let generator = Generator::new(&self.board, self.turn);
        for piece in remaining.pieces() {
            let unit = Unit::from(piece);
            let targets = generator.targets(unit, from, true);
            let mut batch = MoveBatch { unit, from, deploy: true, targets, appended: [None; 2] };
            let mut destinations = Bitboard::EMPTY;
            for step in session.steps() {
                if destinations.contains(step.to) {
                    continue;
                }
                destinations.set(step.to);
                if session.recombination(&self.board, self.options, unit, step.to).is_none() {
                    continue;
                }
                if batch.targets.combinations.contains(step.to) {
                    batch.targets.combinations.clear(step.to);
                    batch.targets.recombinations.set(step.to);
                } else if let Some(free) = batch.appended.iter_mut().find(|slot| slot.is_none()) {
                    *free = Some(step.to);
                }
            }
            f(batch)?;
        }
        ControlFlow::Continue(())
    }

    /// Is a session open in which nothing remains, or no step is possible? Then it is committed
    /// automatically if that is allowed (RULES 9.5).
    pub fn is_deploy_finished(&self) -> bool {
        let Some(session) = &self.session else { return false };
        let Some(remaining) = session.remaining_on(&self.board) else { return true };
        let generator = Generator::new(&self.board, self.turn);
        let mut movers = remaining.pieces().map(Unit::from);
        // Ordinary steps first: they are fast to find, and nearly always exist.
        let stuck = movers.clone().all(|unit| generator.targets(unit, session.square, true).is_empty());
        stuck
            && !movers.any(|unit| {
                let mut steps = session.steps().iter();
                steps.any(|step| session.recombination(&self.board, self.options, unit, step.to).is_some())
            })
    }

    /// Opens a session if none is open, and plays one step of it.
    pub(super) fn deploy_step(&mut self, mv: Move, log: &mut impl Log) {
        let mut session = self.session.unwrap_or_else(|| Session::open(&self.board, mv.from()));
        if mv.kind() == MoveKind::Recombination {
            let rebuilt = session.recombination(&self.board, self.options, mv.unit(), mv.to());
            if let Some((board, rebuilt)) = rebuilt {
                let touched = session.changes.iter().chain(rebuilt.changes.iter());
                for (square, _) in touched {
                    log.record_first(square, self.board.raw(square));
                }
                self.board = board;
                session = rebuilt;
            }
        } else {
            session.execute(&mut self.board, mv, self.options, log);
        }
        self.session = Some(session);
    }

    /// Plays a group of pieces off the session's point, as a recombined step, to read a session
    /// from text. The first step must be one that some piece of the group could legally have made
    /// alone.
    pub(crate) fn replay_step(
        &mut self,
        square: Square,
        roles: RoleSet,
        kind: MoveKind,
        to: Square,
    ) -> Option<()> {
        let mut session = match self.session {
            Some(session) => session,
            None => {
                let stack = self.board.get(square).filter(|u| u.color() == self.turn && u.is_stack())?;
                // A side without a Commander has no legal moves, but a FEN of it may have an open
                // session (RULES 9.5).
                let exempt = self.board.commander(self.turn).is_none();
                let opens =
                    |piece: Piece| exempt || self.is_legal(Move::new(piece.into(), square, to, kind, true));
                if !stack.part(roles)?.pieces().any(opens) {
                    return None;
                }
                Session::open(&self.board, square)
            }
        };
        session.step_group(&mut self.board, self.options, roles, kind, to)?;
        self.session = Some(session);
        Some(())
    }
}
