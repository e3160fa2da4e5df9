//! Playing and taking back (RULES 8, 9.5, 10.1).

use crate::attacks;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::rule_options::RuleOptions;
use crate::square::Square;
use crate::threats::Threats;
use crate::unit::Unit;

use super::Position;
use super::deploy::{MAX_STEPS, Session};

/// Receives the old contents of every point that changes.
pub(super) trait Log {
    fn record(&mut self, square: Square, old: Unit);

    /// Records a point unless it has been recorded already.
    fn record_first(&mut self, square: Square, old: Unit);
}

/// Discards the log.
impl Log for () {
    #[inline]
    fn record(&mut self, _: Square, _: Unit) {}

    #[inline]
    fn record_first(&mut self, _: Square, _: Unit) {}
}

/// Old contents of changed points, in the order of the changes.
#[derive(Clone, Copy)]
pub(super) struct ChangeLog {
    len: u8,
    squares: [Square; ChangeLog::CAPACITY],
    units: [Unit; ChangeLog::CAPACITY],
}

impl ChangeLog {
    /// Enough for everything one action or one session changes.
    ///
    /// A session changes its own point, the destinations of its steps, units that are promoted
    /// because they threaten the enemy Commander, which stand on its eight rays, and a last guard
    /// of each side. Rebuilding a session (RULES 9.3) adds the destinations and last guards of the
    /// other version.
    const CAPACITY: usize = {
        let promotions = 8 * attacks::MAX_CAPTURE_RANGE as usize;
        let last_guards = Color::ALL.len();
        1 + promotions + 2 * (MAX_STEPS + last_guards)
    };

    pub(super) const fn new() -> ChangeLog {
        ChangeLog {
            len: 0,
            squares: [Square::from_index_unchecked(0); ChangeLog::CAPACITY],
            units: [Unit::NONE; ChangeLog::CAPACITY],
        }
    }

    #[inline]
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = (Square, Unit)> + '_ {
        let len = self.len as usize;
        self.squares[..len].iter().copied().zip(self.units[..len].iter().copied())
    }

    /// The same changes on the mirrored board.
    pub(super) fn mirrored(&self) -> ChangeLog {
        let mut log = ChangeLog::new();
        for (square, old) in self.iter() {
            log.record(square.mirrored(), old.mirrored());
        }
        log
    }

    /// Puts the old contents back, the last change first.
    #[inline]
    pub(super) fn revert(&self, board: &mut Board) {
        for (square, unit) in self.iter().rev() {
            board.replace(square, unit);
        }
    }
}

impl Log for ChangeLog {
    #[inline]
    fn record(&mut self, square: Square, old: Unit) {
        let at = self.len as usize;
        self.squares[at] = square;
        self.units[at] = old;
        self.len += 1;
    }

    fn record_first(&mut self, square: Square, old: Unit) {
        if !self.squares[..self.len as usize].contains(&square) {
            self.record(square, old);
        }
    }
}

/// What [`Position::undo`] needs to take back one action.
#[derive(Clone, Copy)]
pub struct Undo {
    changes: ChangeLog,
    turn: Color,
    halfmoves: u32,
    move_number: u32,
    session: Option<Session>,
}

impl core::fmt::Debug for Undo {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Undo")
            .field("turn", &self.turn)
            .field("session", &self.session)
            .finish_non_exhaustive()
    }
}

/// A move that cannot be played here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0} is not a legal move here")]
pub struct IllegalMove(pub Move);

/// No deploy session is open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("no deploy session is open")]
pub struct NoOpenSession;

/// Why a deploy cannot be committed (RULES 9.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CommitError {
    /// No session is open.
    #[error("no deploy session is open")]
    NoOpenSession,
    /// What would stay behind cannot stand on the session's point.
    #[error("{unit} cannot stay on {square}: it cannot stand on this terrain")]
    CannotStay {
        /// What would stay.
        unit: Unit,
        /// The session's point.
        square: Square,
    },
    /// Our Commander would be threatened, or see the enemy's.
    #[error("the {0} commander would be in danger")]
    CommanderInDanger(Color),
}

/// Changes one point and records the change.
#[inline]
fn put(board: &mut Board, square: Square, unit: Unit, log: &mut impl Log) {
    let old = board.replace(square, unit);
    log.record(square, old);
}

/// Executes one step on the board and promotes (RULES 8). The mover's colour is that of the move's
/// unit.
#[inline]
pub(super) fn execute(board: &mut Board, mv: Move, options: RuleOptions, log: &mut impl Log) {
    let standing = board.raw(mv.from());
    // What moves keeps the heroic flags it has on the board now.
    let (moving, staying) = if mv.is_deploy() {
        let moving = standing.part(mv.unit().roles()).unwrap_or(standing);
        (moving, standing.without(moving).unwrap_or(Unit::NONE))
    } else {
        (standing, Unit::NONE)
    };
    let arriving = match mv.kind() {
        MoveKind::Move | MoveKind::Capture => moving,
        MoveKind::StayCapture | MoveKind::SuicideCapture => Unit::NONE,
        MoveKind::Combination | MoveKind::Recombination => {
            board.raw(mv.to()).combine(moving).unwrap_or(moving)
        }
    };
    put(board, mv.to(), arriving, log);
    if mv.kind() != MoveKind::StayCapture {
        put(board, mv.from(), staying, log);
    }
    promote(board, mv.unit().color(), options, log);
}

/// The next of our units among `rest` with a piece that becomes heroic because it threatens
/// `enemy`.
#[inline]
fn next_promotion(board: &Board, enemy: Square, us: Color, rest: &mut Bitboard) -> Option<(Square, Unit)> {
    let threats = Threats::new(board, enemy, us);
    while let Some(square) = rest.first() {
        rest.clear(square);
        let unit = board.raw(square);
        let roles = threats.roles_on(square);
        if roles & !unit.heroic_roles() != 0 {
            return Some((square, unit.promoted(roles)));
        }
    }
    None
}

/// RULES 8: our pieces that threaten the enemy Commander, then the last guards.
#[inline]
fn promote(board: &mut Board, us: Color, options: RuleOptions, log: &mut impl Log) {
    if let Some(enemy) = board.commander(!us) {
        // Promoting one of our units never changes whether another threatens (our own air defence
        // does not hinder us), so they can be promoted one after the other.
        let mut rest = Threats::candidates(board, enemy, us);
        while !rest.is_empty()
            && let Some((square, promoted)) = next_promotion(board, enemy, us, &mut rest)
        {
            put(board, square, promoted, log);
        }
    }
    if options.skip_last_guard_promotion {
        return;
    }
    for color in Color::ALL {
        if let Some(square) = board.last_guard(color)
            && !board.heroic_tops().contains(square)
        {
            let guard = board.raw(square);
            put(board, square, guard.promoted(guard.roles()), log);
        }
    }
}

impl Position {
    /// Plays a legal move, with promotions and, in a deploy, the automatic commit of RULES 9.5.
    pub fn play(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_unchecked(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// Like [`play`](Position::play), but leaves a finished deploy open until it is committed.
    pub fn play_without_commit(&mut self, mv: Move) -> Result<Undo, IllegalMove> {
        if self.is_legal(mv) { Ok(self.play_step(mv)) } else { Err(IllegalMove(mv)) }
    }

    /// Plays a move that is known to be legal here.
    ///
    /// # Panics
    ///
    /// Builds with debug assertions panic if the move is not legal. Without them, an illegal move
    /// leaves the position inconsistent or panics.
    #[inline]
    pub fn play_unchecked(&mut self, mv: Move) -> Undo {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        let undo = self.play_step(mv);
        if mv.is_deploy() {
            self.commit_if_finished();
        }
        undo
    }

    /// Like [`play_unchecked`](Position::play_unchecked), without recording how to undo it. For use
    /// on a copy.
    #[inline]
    pub fn advance_unchecked(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        self.step(mv, &mut ());
        if mv.is_deploy() {
            self.commit_if_finished();
        }
    }

    /// The position after a move that is known to be legal here; a finished deploy stays open.
    pub(crate) fn after_legal_step(&self, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv), "{mv} is not legal in {self}");
        let mut after = *self;
        after.step(mv, &mut ());
        after
    }

    /// The board after a pseudo-legal move and its promotions, whatever becomes of our Commander.
    pub(crate) fn board_after(&self, mv: Move) -> Board {
        let mut board = self.board;
        execute(&mut board, mv, self.options, &mut ());
        board
    }

    /// The automatic commit of RULES 9.5: commits the open deploy if it is
    /// [finished](Position::is_deploy_finished) and the commit is allowed. Returns whether it did.
    ///
    /// [`play`](Position::play) does this itself; it is for use after
    /// [`play_without_commit`](Position::play_without_commit).
    pub fn commit_if_finished(&mut self) -> bool {
        let commits = self.is_deploy_finished() && self.can_commit();
        if commits {
            self.end_turn();
        }
        commits
    }

    #[inline]
    fn play_step(&mut self, mv: Move) -> Undo {
        let mut undo = self.undo_point();
        self.step(mv, &mut undo.changes);
        undo
    }

    #[inline]
    fn step(&mut self, mv: Move, log: &mut impl Log) {
        if mv.is_deploy() {
            self.deploy_step(mv, log);
        } else {
            execute(&mut self.board, mv, self.options, log);
            self.pass_turn(mv.kind());
        }
    }

    #[inline]
    fn undo_point(&self) -> Undo {
        Undo {
            changes: ChangeLog::new(),
            turn: self.turn,
            halfmoves: self.halfmoves,
            move_number: self.move_number,
            // A session is large; most actions start and end without one.
            session: self.session.as_ref().copied(),
        }
    }

    /// Takes back the action that gave this `undo`, which must be the last one played.
    #[inline]
    pub fn undo(&mut self, undo: &Undo) {
        undo.changes.revert(&mut self.board);
        self.turn = undo.turn;
        self.halfmoves = undo.halfmoves;
        self.move_number = undo.move_number;
        if self.session.is_some() || undo.session.is_some() {
            self.session = undo.session;
        }
    }

    /// The turn passes; `first_kind` is the kind of its first step (RULES 10.1).
    #[inline]
    pub(super) fn pass_turn(&mut self, first_kind: MoveKind) {
        self.halfmoves = match first_kind {
            MoveKind::Capture => 0,
            _ => self.halfmoves.saturating_add(1),
        };
        if self.turn == Color::Blue {
            self.move_number = self.move_number.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    /// May the open deploy be committed (RULES 9.5)?
    pub fn can_commit(&self) -> bool {
        self.commit_obstacle().is_none()
    }

    /// Why the open deploy cannot be committed; `None` if it can.
    pub fn commit_obstacle(&self) -> Option<CommitError> {
        let Some(session) = &self.session else { return Some(CommitError::NoOpenSession) };
        Position::commit_obstacle_on(&self.board, session.square(), self.turn, self.options)
    }

    /// Why a deploy from `square` that has led to this board cannot be committed.
    #[inline]
    pub(super) fn commit_obstacle_on(
        board: &Board,
        square: Square,
        us: Color,
        options: RuleOptions,
    ) -> Option<CommitError> {
        if let Some(unit) = board.get(square)
            && !crate::terrain::standable(unit.top_role()).contains(square)
        {
            return Some(CommitError::CannotStay { unit, square });
        }
        Position::commander_obstacle_on(board, us, options)
    }

    /// Why a turn of `us` cannot end with this board: its Commander would be in danger (RULES 9.5). A
    /// side without a Commander skips the test.
    pub fn commander_obstacle(&self, us: Color) -> Option<CommitError> {
        Position::commander_obstacle_on(&self.board, us, self.options)
    }

    fn commander_obstacle_on(board: &Board, us: Color, options: RuleOptions) -> Option<CommitError> {
        let guarded = board.commander(us).is_some() && !options.skip_commander_safety;
        let in_danger = guarded && board.commander_in_danger(us);
        in_danger.then_some(CommitError::CommanderInDanger(us))
    }

    /// Commits the open deploy: the turn passes, what remains stays (RULES 9.5).
    pub fn commit(&mut self) -> Result<Undo, CommitError> {
        match self.commit_obstacle() {
            Some(obstacle) => Err(obstacle),
            None => {
                let undo = self.undo_point();
                self.end_turn();
                Ok(undo)
            }
        }
    }

    fn end_turn(&mut self) {
        if let Some(session) = self.session.take() {
            self.pass_turn(session.first_kind());
        }
    }

    /// The same board with the other side to move. A null move is not a legal action; this is for
    /// searches only. `None` in check, inside a session, or without a Commander.
    ///
    /// ```
    /// use cotulenh::{Color, Position};
    /// let start = Position::start();
    /// let passed = start.null_move().unwrap();
    /// assert_eq!((passed.turn(), passed.board()), (Color::Blue, start.board()));
    /// ```
    pub fn null_move(&self) -> Option<Position> {
        if self.session.is_some() || self.is_commander_captured() || self.is_check() {
            return None;
        }
        let mut passed = *self;
        passed.pass_turn(MoveKind::Move);
        Some(passed)
    }

    /// Takes back the whole open deploy (RULES 9.6).
    pub fn cancel_session(&mut self) -> Result<(), NoOpenSession> {
        let session = self.session.take().ok_or(NoOpenSession)?;
        session.changes().revert(&mut self.board);
        Ok(())
    }
}
