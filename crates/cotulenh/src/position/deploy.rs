//! Deploy sessions (RULES 9): a stack sends its pieces off one by one within one turn.

use core::ops::ControlFlow;

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::move_batch::{MoveBatch, Targets};
use crate::moves::{Move, MoveKind};
use crate::role::{Role, RoleSet};
use crate::rule_options::RuleOptions;
use crate::square::Square;
use crate::terrain;
use crate::unit::Unit;
use crate::zobrist;

use super::Position;
use super::movegen::Generator;
use super::play::{ChangeLog, Log, execute};

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
    changes: ChangeLog,
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
            changes: ChangeLog::new(),
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

    pub(super) const fn changes(&self) -> &ChangeLog {
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

    /// The same session on the mirrored board.
    pub(super) fn mirrored(&self, mirrored_board: &Board) -> Session {
        let mirrored_step = |step: Step| Step { unit: step.unit.mirrored(), to: step.to.mirrored(), ..step };
        let mut session = Session {
            square: self.square.mirrored(),
            original: self.original.mirrored(),
            steps: self.steps.map(mirrored_step),
            changes: self.changes.mirrored(),
            ..*self
        };
        session.start_hash = session.start_board(mirrored_board).hash();
        session
    }

    fn push(&mut self, step: Step) {
        self.steps[self.step_count as usize] = step;
        self.step_count += 1;
        self.remaining &= !step.unit.roles();
    }

    /// Executes one step that section 3 has generated, and logs what it changes for the first time.
    fn execute(&mut self, board: &mut Board, mv: Move, options: RuleOptions, log: &mut impl Log) {
        let mut changes = ChangeLog::new();
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

    /// The first step that landed on a point: its group is the one that others can join (RULES
    /// 9.3 a). Pieces that captured from afar or were lost there did not land (RULES 12.7).
    pub(super) fn first_landing(&self, to: Square) -> Option<usize> {
        self.steps().iter().position(|step| step.to == to && lands(step.kind))
    }

    /// Is this piece the original carrier of the stack?
    fn is_original_carrier(&self, piece: Unit) -> bool {
        piece.roles() == self.original.top_role().bit()
    }

    /// The step that `piece` joins on a point, and the carrier of both (RULES 9.3 a).
    fn joinable(&self, piece: Unit, to: Square) -> Option<(usize, Role)> {
        let joined = self.first_landing(to)?;
        let carrier = self.steps[joined].unit.combined_top(piece)?;
        terrain::standable(carrier).contains(to).then_some((joined, carrier))
    }

    /// Can `piece`, one of the remaining, recombine on `to`? As [`replay_joined`], and faster.
    ///
    /// [`replay_joined`]: Session::replay_joined
    fn can_recombine(&self, board: &Board, options: RuleOptions, piece: Unit, to: Square) -> bool {
        let Some((joined, carrier)) = self.joinable(piece, to) else { return false };
        let Step { unit, kind, .. } = self.steps[joined];
        // The only step so far, with the carrier that has made it: nothing can differ, unless the
        // group must also fit a friend.
        let is_same = self.step_count == 1 && carrier == unit.top_role() && kind != MoveKind::Combination;
        is_same || self.replay_joined(board, options, piece, to).is_some()
    }

    /// The session replayed from its start with `piece`, one of the remaining, in the group that it
    /// joins on `to` (RULES 9.3 a, b). `None` if it cannot join.
    fn replay_joined(
        &self,
        present: &Board,
        options: RuleOptions,
        piece: Unit,
        to: Square,
    ) -> Option<(Board, Session)> {
        let (joined, carrier) = self.joinable(piece, to)?;
        let mut board = self.start_board(present);
        let mut session = Session::open(&board, self.square);
        for (i, step) in self.steps().iter().enumerate() {
            let joining = if i == joined { piece.roles() } else { 0 };
            session.step_group(&mut board, options, step.unit.roles() | joining, step.kind, step.to)?;
        }
        // The carrier of a first step has opened the session already.
        let opens = joined > 0
            || carrier == self.steps[0].unit.top_role()
            || self.may_open(&self.start_board(present), options, carrier);
        opens.then_some((board, session))
    }

    /// Does RULES 9.4 allow `carrier` alone to make the first step? `start` is the board before it.
    fn may_open(&self, start: &Board, options: RuleOptions, carrier: Role) -> bool {
        let color = self.original.color();
        let Some(commander) = start.commander(color) else { return true };
        if commander == self.square || options.skip_commander_safety {
            return true;
        }
        let Some(alone) = self.original.extract(carrier) else { return false };
        let Step { to, kind, .. } = self.steps[0];
        let mut after = *start;
        execute(&mut after, Move::new(alone, self.square, to, kind, true), options, &mut ());
        !after.commander_in_danger(color)
    }

    /// Lets the pieces of `roles` step off together, if section 3 generates that, or if they are
    /// the original carrier and it can join (RULES 9.3 d).
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
        if unit.is_stack() && !self.can_have_formed(unit, kind, to) {
            return None;
        }
        let reachable = Generator::new(board, unit.color()).targets(unit, self.square, true);
        if !reachable.contains(kind, to) {
            let can_join = kind == MoveKind::Combination && self.is_original_carrier(unit);
            if !can_join || !self.can_recombine(board, options, unit, to) {
                return None;
            }
        }
        self.execute(board, Move::new(unit, self.square, to, kind, true), options, &mut ());
        Some(())
    }

    /// Can this group be the result of a recombination, if its step comes next (RULES 9.3 a)?
    fn can_have_formed(&self, group: Unit, kind: MoveKind, to: Square) -> bool {
        lands(kind) && terrain::standable(group.top_role()).contains(to) && self.first_landing(to).is_none()
    }

    /// The result if `piece`, one of the remaining, joins the group on `to` (RULES 9.3).
    pub(super) fn recombination(
        &self,
        board: &Board,
        options: RuleOptions,
        piece: Unit,
        to: Square,
    ) -> Option<(Board, Session)> {
        let replayed = self.replay_joined(board, options, piece, to)?;
        if !self.is_original_carrier(piece) {
            return Some(replayed);
        }
        // 9.3 d: a plain combination on the present board.
        let (mut board, mut session) = (*board, *self);
        let step = Move::new(piece, self.square, to, MoveKind::Combination, true);
        session.execute(&mut board, step, options, &mut ());
        Some((board, session))
    }
}

/// Do pieces that make such a step stand on its destination afterwards?
const fn lands(kind: MoveKind) -> bool {
    matches!(kind, MoveKind::Move | MoveKind::Capture | MoveKind::Combination)
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

    /// The unit that a legal move captures.
    pub fn captured_by(&self, mv: Move) -> Option<Unit> {
        self.board.get(mv.to()).filter(|_| mv.kind().is_capture())
    }

    /// The units that the steps of the open session have captured, in order, as they stood when they
    /// were captured.
    pub fn session_captures(&self) -> Vec<Unit> {
        let steps = self.session.as_ref().map(Session::steps).unwrap_or_default();
        let captured =
            |(step, before): (&Step, Position)| before.board.get(step.to).filter(|_| step.kind.is_capture());
        steps.iter().zip(self.before_session_steps()).filter_map(captured).collect()
    }

    /// The recombinations of the open session (RULES 9.3): by piece, then by the step that is joined.
    pub fn recombinations(&self) -> Vec<Move> {
        let (Some(session), Some(remaining)) = (&self.session, self.session_remaining()) else {
            return Vec::new();
        };
        let moves = self.legal_moves();
        let mut found = Vec::new();
        for piece in remaining.pieces() {
            for (i, step) in session.steps().iter().enumerate() {
                let joins = |mv: &&Move| {
                    mv.kind() == MoveKind::Recombination && (mv.to(), mv.unit()) == (step.to, piece.into())
                };
                found.extend(moves.iter().find(joins).filter(|_| session.first_landing(step.to) == Some(i)));
            }
        }
        found
    }

    /// The steps of the pieces that remain, with recombinations in their places; then the
    /// recombinations that take the place of no step (RULES 9.3 f).
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
        let mut appended = [[None; 2]; MAX_STEPS];
        for (piece, appended) in remaining.pieces().zip(&mut appended) {
            let unit = Unit::from(piece);
            let mut targets = generator.targets(unit, from, true);
            let mut free = appended.iter_mut();
            for (i, step) in session.steps().iter().enumerate() {
                if session.first_landing(step.to) != Some(i)
                    || !session.can_recombine(&self.board, self.options, unit, step.to)
                {
                    continue;
                }
                if targets.combinations.contains(step.to) {
                    targets.combinations.clear(step.to);
                    targets.recombinations.set(step.to);
                } else if let Some(slot) = free.next() {
                    *slot = Some(step.to);
                }
            }
            f(MoveBatch { unit, from, deploy: true, targets, appended: [None; 2] })?;
        }
        for (piece, appended) in remaining.pieces().zip(appended) {
            if appended != [None; 2] {
                let targets = Targets::default();
                f(MoveBatch { unit: piece.into(), from, deploy: true, targets, appended })?;
            }
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
                steps.any(|step| session.can_recombine(&self.board, self.options, unit, step.to))
            })
    }

    /// Opens a session if none is open, and plays one step of it. Not inlined: it would make every
    /// other move save more registers.
    #[inline(never)]
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

    /// Plays the next step of a session that is read from text: a piece, or a group that has
    /// recombined. `None` if no play leads to it.
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
                // 9.3 b: a first step that others joined is one that its carrier can make alone. A side
                // without a Commander has no legal moves, but a FEN of it may have an open session
                // (RULES 9.5).
                let carrier = stack.extract(stack.part(roles)?.top_role())?;
                let opens = self.board.commander(self.turn).is_none()
                    || self.is_legal(Move::new(carrier, square, to, kind, true));
                if !opens {
                    return None;
                }
                Session::open(&self.board, square)
            }
        };
        // 9.3 f: a piece that can recombine has no ordinary step to the point.
        let alone = self.board.raw(square).part(roles).filter(|unit| !unit.is_stack());
        if let Some(piece) = alone
            && kind == MoveKind::Combination
            && !session.is_original_carrier(piece)
            && session.can_recombine(&self.board, self.options, piece, to)
        {
            return None;
        }
        session.step_group(&mut self.board, self.options, roles, kind, to)?;
        self.session = Some(session);
        Some(())
    }
}
