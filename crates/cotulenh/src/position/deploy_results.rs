//! The distinct results of deploy turns (RULES 9), each with one way to reach it.
//!
//! Pieces of a stack step off one by one, so most results can be reached in several orders. Steps
//! that differ only in their order lead to the same board, and from the same board the same ordinary
//! steps follow. So of several sessions with the same board and the same pieces left, only the first
//! is continued in full. Of the others only the steps to points where a piece of the session has
//! landed are looked at: whether such a step recombines (RULES 9.3) depends on how the session came
//! about.

use core::ops::ControlFlow;

use crate::action::Action;
use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::move_batch::MoveBatch;
use crate::moves::{Move, MoveKind};
use crate::square::Square;
use crate::unit::Unit;
use crate::zobrist;

use super::Position;
use super::deploy::{MAX_STEPS, Session};
use super::movegen::Generator;
use super::play::execute;

/// A position in which a deploy turn can end, from [`DeployResults::for_each`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct DeployResult {
    /// The position after the commit.
    pub after: Position,
    /// The point of the stack.
    pub square: Square,
    /// A legal move of a whole unit that leads to the same position, clocks included: a stack that
    /// goes to one point piece by piece, or a stay capture.
    pub same_as: Option<Move>,
    /// An earlier result of the same enumeration differs in the half-move clock only: whether a turn
    /// resets it depends on its first step (RULES 10.1).
    pub clock_only: bool,
    steps: [Option<Move>; MAX_STEPS],
    commits: bool,
}

impl DeployResult {
    /// The steps in order; while a session was open already, those that follow. There are none if it
    /// is only to be committed.
    pub fn steps(&self) -> impl Iterator<Item = Move> + '_ {
        self.steps.iter().flatten().copied()
    }

    /// The actions in order: the steps and, unless the last one commits by itself (RULES 9.5), the
    /// commit.
    pub fn actions(&self) -> impl Iterator<Item = Action> + '_ {
        let commit = self.commits.then_some(Action::Commit);
        self.steps().map(Action::Step).chain(commit)
    }
}

/// Enumerates the distinct results of deploy turns. It keeps its memory from one call to the next,
/// so a search that has one allocates rarely.
///
/// ```
/// use core::ops::ControlFlow;
/// use cotulenh::{Bitboard, DeployResults, Position, WholeTurn};
/// let position = Position::from_fen("6c4/11/11/11/11/11/11/3(FTI)7/11/11/11/4C6 r - - 0 1")?;
/// let (mut results, mut new) = (0, 0);
/// let _ = DeployResults::new().for_each(&position, Bitboard::ALL, |result| {
///     results += 1;
///     new += usize::from(result.same_as.is_none());
///     ControlFlow::Continue(())
/// });
/// assert_eq!((results, new), (1_276, 1_253));
/// // As sequences of steps they are four times as many.
/// let is_deploy = |turn: &&WholeTurn| turn.actions[0].step().is_some_and(|mv| mv.is_deploy());
/// assert_eq!(position.whole_turns().iter().filter(is_deploy).count(), 5_082);
/// # Ok::<(), cotulenh::InvalidSetup>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DeployResults {
    /// The results so far: board and whether the clock was reset.
    results: KeySet,
    /// The sessions that are continued in full.
    sessions: KeySet,
    /// The results of moves of whole units that a deploy can reach too.
    plain: Vec<(u64, Move)>,
}

impl DeployResults {
    /// Without memory yet.
    pub fn new() -> DeployResults {
        DeployResults::default()
    }

    /// Calls `f` with every position in which a deploy turn from one of the points `stacks` can end,
    /// each once, until it breaks. Inside a session the turn goes on from there; the session's point
    /// must be among `stacks`.
    ///
    /// Results are the same if the positions after the commit are equal: placement, heroic flags,
    /// side to move and clocks. Two results can therefore differ in the half-move clock alone; the
    /// second is marked [`clock_only`](DeployResult::clock_only). 64-bit hashes decide about
    /// equality.
    ///
    /// The way to a result is the one with the fewest steps and among those the first in the order
    /// of RULES 11.6, compared step by step. Results come in this order of their ways. Sessions that
    /// cannot be committed have no result.
    pub fn for_each(
        &mut self,
        position: &Position,
        stacks: Bitboard,
        mut f: impl FnMut(&DeployResult) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.enumerate(position, stacks, &mut f)
    }

    /// [`for_each`](DeployResults::for_each), compiled once.
    fn enumerate(
        &mut self,
        position: &Position,
        stacks: Bitboard,
        f: &mut dyn FnMut(&DeployResult) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.results.clear();
        self.collect_plain(position, stacks);
        let mut search = Search { memory: self, root: position, steps: [None; MAX_STEPS], f };
        let longest = match position.session() {
            Some(session) if stacks.contains(session.square()) => {
                search.visit(&position.board, session.square(), session.first_kind(), || true)?;
                position.session_remaining().map_or(0, |unit| unit.len())
            }
            Some(_) => 0,
            None => MAX_STEPS,
        };
        // Shorter ways first: one pass for each length.
        for length in 1..=longest {
            search.memory.sessions.clear();
            search.extend(position, stacks, 0, length, false)?;
        }
        ControlFlow::Continue(())
    }

    /// The moves of whole units that a deploy can imitate. A deploy never empties another point than
    /// its own, so those of other units are stay captures.
    fn collect_plain(&mut self, position: &Position, stacks: Bitboard) {
        self.plain.clear();
        if position.session().is_some() {
            return;
        }
        let stacks = stacks & position.board.stacks();
        if (stacks & position.board.of(position.turn)).is_empty() {
            return;
        }
        let _ = position.for_each_legal_batch(|batch| {
            let can_be_equal = |kind| stacks.contains(batch.from) || kind == MoveKind::StayCapture;
            if !batch.deploy {
                batch.for_each(|mv| {
                    if can_be_equal(mv.kind()) {
                        let mut board = position.board;
                        execute(&mut board, mv, position.options, &mut ());
                        self.plain.push((result_key(&board, mv.kind()), mv));
                    }
                });
            }
            ControlFlow::Continue(())
        });
        self.plain.sort_by_key(|&(key, _)| key);
    }

    fn plain_move(&self, key: u64) -> Option<Move> {
        let first = self.plain.partition_point(|&(other, _)| other < key);
        self.plain.get(first).filter(|&&(other, _)| other == key).map(|&(_, mv)| mv)
    }
}

/// Identifies a result: the board, and whether the turn resets the half-move clock (RULES 10.1).
fn result_key(board: &Board, first_kind: MoveKind) -> u64 {
    clock_key(board.hash(), first_kind == MoveKind::Capture)
}

const fn clock_key(hash: u64, resets_clock: bool) -> u64 {
    const RESET: u64 = zobrist::mix(0x0072_6573_6574);
    if resets_clock { hash ^ RESET } else { hash }
}

/// One enumeration.
struct Search<'a> {
    memory: &'a mut DeployResults,
    root: &'a Position,
    steps: [Option<Move>; MAX_STEPS],
    f: &'a mut dyn FnMut(&DeployResult) -> ControlFlow<()>,
}

impl Search<'_> {
    /// Tries all ways of this length that begin with the `depth` steps that led to `at`. With
    /// `landings_only`, the next step must go to a point where a step of the session has led.
    fn extend(
        &mut self,
        at: &Position,
        stacks: Bitboard,
        depth: usize,
        length: usize,
        landings_only: bool,
    ) -> ControlFlow<()> {
        let landings: Bitboard = match at.session() {
            Some(session) => session.steps().iter().map(|step| step.to).collect(),
            None => Bitboard::EMPTY,
        };
        if let Some(session) = at.session()
            && let Some(last) = at.session_remaining().filter(|unit| !unit.is_stack())
        {
            // Of a stack of two, in the pass for three steps, all ways are known.
            return match depth + 1 == length {
                true => self.finish_session(at, session, last, depth, landings_only.then_some(landings)),
                false => ControlFlow::Continue(()),
            };
        }
        at.legal_batches_on(stacks, |batch| {
            if !batch.deploy {
                return ControlFlow::Continue(());
            }
            for mv in &batch {
                if landings_only && !landings.contains(mv.to()) {
                    continue;
                }
                self.steps[depth] = Some(mv);
                match depth + 1 == length {
                    true => self.finish(at, mv)?,
                    false => self.descend(at, mv, depth + 1, length)?,
                }
            }
            self.steps[depth] = None;
            ControlFlow::Continue(())
        })
    }

    /// Continues a way after a step that is not its last.
    fn descend(&mut self, at: &Position, mv: Move, depth: usize, length: usize) -> ControlFlow<()> {
        let mut next = *at;
        next.deploy_step(mv, &mut ());
        let Some((remaining, session)) = next.session_remaining().zip(next.session()) else {
            return ControlFlow::Continue(());
        };
        let left = (remaining.bits() as u64) << 16 | session.square().index() as u64;
        let key = zobrist::chain(result_key(&next.board, session.first_kind()), left);
        let is_known = !self.memory.sessions.insert(key);
        self.extend(&next, session.square().into(), depth, length, is_known)
    }

    /// Looks at the result of a way whose last step is `mv`, with pieces left to deploy.
    fn finish(&mut self, at: &Position, mv: Move) -> ControlFlow<()> {
        let mut next = *at;
        next.deploy_step(mv, &mut ());
        let Some(session) = next.session() else { return ControlFlow::Continue(()) };
        let first_kind = session.first_kind();
        self.visit(&next.board, mv.from(), first_kind, || !next.is_deploy_finished())
    }

    /// Looks at the results of all steps of the last piece, in the order of RULES 9.3 f and 11.6;
    /// within `landings`, if they are given.
    ///
    /// Most ways end here. The steps are executed on the board alone, and a recombination, which
    /// replays the session, is tried once: the list of legal moves would try it and play it.
    fn finish_session(
        &mut self,
        at: &Position,
        session: &Session,
        last: Unit,
        depth: usize,
        landings: Option<Bitboard>,
    ) -> ControlFlow<()> {
        let (from, first_kind) = (session.square(), session.first_kind());
        let mut targets = Generator::new(&at.board, at.turn).targets(last, from, true);
        if let Some(landings) = landings {
            for kind in MoveKind::ALL {
                *targets.of_kind_mut(kind) &= landings;
            }
        }
        let steps = session.steps();
        let is_first = |i: usize| session.first_landing(steps[i].to) == Some(i);
        let joinable: Bitboard = (0..steps.len()).filter(|&i| is_first(i)).map(|i| steps[i].to).collect();
        let rejoin = |to| Some(session.recombination(&at.board, at.options, last, to)?.0);
        let join = |to| Move::new(last, from, to, MoveKind::Recombination, true);

        for mv in (MoveBatch { unit: last, from, deploy: true, targets, appended: [None; 2] }) {
            let is_rejoining = mv.kind() == MoveKind::Combination && joinable.contains(mv.to());
            let (mv, board) = match is_rejoining.then(|| rejoin(mv.to())).flatten() {
                Some(board) => (join(mv.to()), board),
                None => {
                    let mut board = at.board;
                    execute(&mut board, mv, at.options, &mut ());
                    (mv, board)
                }
            };
            self.steps[depth] = Some(mv);
            self.visit(&board, from, first_kind, || false)?;
        }
        for step in steps {
            if joinable.contains(step.to)
                && !targets.combinations.contains(step.to)
                && let Some(board) = rejoin(step.to)
            {
                self.steps[depth] = Some(join(step.to));
                self.visit(&board, from, first_kind, || false)?;
            }
        }
        self.steps[depth] = None;
        ControlFlow::Continue(())
    }

    /// Reports the result of the present way if it can be committed and is new.
    fn visit(
        &mut self,
        board: &Board,
        square: Square,
        first_kind: MoveKind,
        commits: impl FnOnce() -> bool,
    ) -> ControlFlow<()> {
        let key = result_key(board, first_kind);
        let (us, options) = (self.root.turn, self.root.options);
        if self.memory.results.contains(key)
            || Position::commit_obstacle_on(board, square, us, options).is_some()
        {
            return ControlFlow::Continue(());
        }
        self.memory.results.insert(key);
        let other_clock = clock_key(board.hash(), first_kind != MoveKind::Capture);
        let mut after = Position { board: *board, session: None, ..*self.root };
        after.pass_turn(first_kind);
        (self.f)(&DeployResult {
            after,
            square,
            same_as: self.memory.plain_move(key),
            clock_only: self.memory.results.contains(other_clock),
            steps: self.steps,
            commits: commits(),
        })
    }
}

impl Position {
    /// Every position in which a deploy turn can end, each once with one way to reach it; see
    /// [`DeployResults::for_each`], which a search calls without allocating.
    ///
    /// ```
    /// use cotulenh::Position;
    /// let position = Position::from_fen("6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1")?;
    /// for result in position.deploy_results() {
    ///     let mut played = position;
    ///     for action in result.actions() {
    ///         played.play_action(action).unwrap();
    ///     }
    ///     assert_eq!(played, result.after);
    /// }
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    pub fn deploy_results(&self) -> Vec<DeployResult> {
        self.deploy_results_of(Bitboard::ALL)
    }

    /// The same for the stack on one point.
    pub fn deploy_results_from(&self, square: Square) -> Vec<DeployResult> {
        self.deploy_results_of(square.into())
    }

    fn deploy_results_of(&self, stacks: Bitboard) -> Vec<DeployResult> {
        let mut found = Vec::new();
        let _ = DeployResults::new().for_each(self, stacks, |result| {
            found.push(*result);
            ControlFlow::Continue(())
        });
        found
    }
}

/// A set of hash keys that keeps its memory when it is cleared. The keys are hashes already, so
/// their low bits are the place in the table.
#[derive(Clone, Debug, Default)]
struct KeySet {
    /// A power of two, at most half full; 0 is a free place.
    slots: Vec<u64>,
    len: usize,
}

impl KeySet {
    const FEWEST_SLOTS: usize = 256;

    fn clear(&mut self) {
        if self.len > 0 {
            self.slots.fill(0);
            self.len = 0;
        }
    }

    /// The place of a key, or the free place where it belongs. There is always one.
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = key as usize & mask;
        while self.slots[at] != 0 && self.slots[at] != key {
            at = (at + 1) & mask;
        }
        at
    }

    fn contains(&self, key: u64) -> bool {
        let key = key.max(1);
        !self.slots.is_empty() && self.slots[self.place(key)] == key
    }

    /// Adds a key; false if it is there already.
    fn insert(&mut self, key: u64) -> bool {
        let key = key.max(1);
        if 2 * (self.len + 1) > self.slots.len() {
            let count = (2 * self.slots.len()).max(KeySet::FEWEST_SLOTS);
            let old = core::mem::replace(&mut self.slots, vec![0; count]);
            for key in old.into_iter().filter(|&key| key != 0) {
                let at = self.place(key);
                self.slots[at] = key;
            }
        }
        let at = self.place(key);
        let is_new = self.slots[at] == 0;
        self.slots[at] = key;
        self.len += usize::from(is_new);
        is_new
    }
}
