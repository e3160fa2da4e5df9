//! One turn in few bits: which of our units, and which of its moves.
//!
//! Only the moves of one unit are generated to read a turn. The number of the move in the list of
//! all legal moves would be about as short, but needs all of them; `cotulenh-lab measure games`
//! compares.

use core::ops::ControlFlow;

use super::error::TurnFault;
use crate::bitboard::Bitboard;
use crate::compact::bits::{BitReader, BitWriter, BitsError};
use crate::compact::{POINT_BITS, point_number, point_of_number};
use crate::move_batch::{MoveBatch, Targets};
use crate::moves::{Move, MoveKind};
use crate::position::{Position, Session};
use crate::role::RoleSet;
use crate::square::Square;
use crate::unit::Unit;

/// The bits of a turn. The longest, a deploy of three steps from a crowded board, has 46.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct TurnCode {
    bits: u64,
    width: u32,
}

impl TurnCode {
    fn push(&mut self, value: usize, width: u32) {
        self.bits |= (value as u64) << self.width;
        self.width += width;
    }

    pub(super) fn write(self, out: &mut BitWriter<'_>) {
        // Every turn takes a bit, so the length of a game bounds the number of its turns.
        out.wide_bits(self.bits, self.width.max(1));
    }
}

/// What a turn was read as.
pub(super) enum ReadTurn {
    /// A move of a whole unit. It is legal.
    Move(Move),
    /// A deploy: the position with all its steps played and the session open.
    Deploy(Box<Position>),
}

/// Why a turn cannot be read.
pub(super) enum TurnError {
    Bits(BitsError),
    Fault(TurnFault),
}

impl From<BitsError> for TurnError {
    fn from(error: BitsError) -> TurnError {
        TurnError::Bits(error)
    }
}

impl From<TurnFault> for TurnError {
    fn from(fault: TurnFault) -> TurnError {
        TurnError::Fault(fault)
    }
}

/// The bits that tell so many things apart.
fn width_for(count: usize) -> u32 {
    count.next_power_of_two().trailing_zeros()
}

/// The legal moves of the whole unit on a point.
fn moves_of_unit(position: &Position, from: Square) -> Targets {
    let mut targets = Targets::default();
    let _ = position.legal_batches_on(from.into(), |MoveBatch { deploy, targets: found, .. }| {
        if !deploy {
            targets = found;
        }
        ControlFlow::Continue(())
    });
    targets
}

/// How many alternatives a unit has: its moves and, for a stack, the deploy.
fn alternatives(unit: Unit, moves: &Targets) -> usize {
    moves.len() + usize::from(unit.is_stack())
}

/// The point with a number in a set.
fn nth(set: Bitboard, mut number: usize) -> Option<Square> {
    let mut words = set.words();
    for (place, word) in words.iter_mut().enumerate() {
        let count = word.count_ones() as usize;
        if number < count {
            for _ in 0..number {
                *word &= *word - 1;
            }
            return Square::from_index(64 * place + word.trailing_zeros() as usize);
        }
        number -= count;
    }
    None
}

/// The number of a point in a set.
fn rank(set: Bitboard, square: Square) -> usize {
    set.iter().take_while(|&other| other != square).count()
}

/// The number of a move: the kinds one after another, each from a12 to k1.
fn move_number(targets: &Targets, kind: MoveKind, to: Square) -> usize {
    let before = MoveKind::ALL.into_iter().take_while(|&other| other != kind);
    before.map(|kind| targets.of_kind(kind).len()).sum::<usize>() + rank(targets.of_kind(kind), to)
}

/// The reverse of [`move_number`].
fn move_of_number(targets: &Targets, mut number: usize) -> Option<(MoveKind, Square)> {
    for kind in MoveKind::ALL {
        let set = targets.of_kind(kind);
        if set.is_empty() {
            continue;
        }
        let count = set.len();
        if number < count {
            return Some((kind, nth(set, number)?));
        }
        number -= count;
    }
    None
}

/// The code of the unit on a point, and its moves.
fn code_of_unit(before: &Position, from: Square) -> (TurnCode, Targets) {
    let ours = before.board().of(before.turn());
    let mut code = TurnCode::default();
    code.push(rank(ours, from), width_for(ours.len()));
    (code, moves_of_unit(before, from))
}

/// The code of a legal move of a whole unit.
pub(super) fn code_of_move(before: &Position, mv: Move) -> TurnCode {
    let (mut code, moves) = code_of_unit(before, mv.from());
    code.push(move_number(&moves, mv.kind(), mv.to()), width_for(alternatives(mv.unit(), &moves)));
    code
}

/// The code of a deploy with these steps.
pub(super) fn code_of_deploy(before: &Position, session: &Session) -> TurnCode {
    let (mut code, moves) = code_of_unit(before, session.square());
    let stack = session.original();
    code.push(moves.len(), width_for(alternatives(stack, &moves)));
    let mut remaining = stack.roles();
    for step in session.steps() {
        code.push(places(stack, remaining, step.unit.roles()), remaining.count_ones());
        code.push(point_number(step.to).into(), POINT_BITS);
        remaining &= !step.unit.roles();
    }
    // No piece steps off any more.
    code.push(0, remaining.count_ones());
    code
}

/// Which of the remaining pieces of a stack have these roles, one bit for each, the carrier lowest.
fn places(stack: Unit, remaining: RoleSet, roles: RoleSet) -> usize {
    let left = stack.pieces().map(|piece| piece.role.bit()).filter(|bit| remaining & bit != 0);
    left.enumerate().map(|(place, bit)| usize::from(roles & bit != 0) << place).sum()
}

/// The reverse of [`places`].
fn roles_in(stack: Unit, remaining: RoleSet, places: u16) -> RoleSet {
    let left = stack.pieces().map(|piece| piece.role.bit()).filter(|bit| remaining & bit != 0);
    left.enumerate().filter(|(place, _)| places >> place & 1 != 0).fold(0, |roles, (_, bit)| roles | bit)
}

/// Reads the turn that is played in a position without an open session.
pub(super) fn read_turn(before: &Position, bits: &mut BitReader<'_>) -> Result<ReadTurn, TurnError> {
    let ours = before.board().of(before.turn());
    let unit_width = width_for(ours.len());
    let number = usize::from(bits.bits(unit_width)?);
    let from = nth(ours, number).ok_or(TurnFault::Unit { number, count: ours.len() })?;
    let unit = before.board().raw(from);
    let moves = moves_of_unit(before, from);
    let count = alternatives(unit, &moves);
    let width = width_for(count);
    let number = usize::from(bits.bits(width)?);
    if number >= count {
        return Err(TurnFault::Move { number, count, from }.into());
    }
    let turn = match move_of_number(&moves, number) {
        Some((kind, to)) => ReadTurn::Move(Move::new(unit, from, to, kind, false)),
        None => ReadTurn::Deploy(read_deploy(before, from, unit, bits)?),
    };
    if unit_width + width == 0 && matches!(turn, ReadTurn::Move(_)) {
        // The only move of the only unit still takes a bit.
        let offset = bits.offset();
        if bits.bits(1)? != 0 {
            return Err(BitsError::NotCanonical(offset).into());
        }
    }
    Ok(turn)
}

fn read_deploy(
    before: &Position,
    square: Square,
    stack: Unit,
    bits: &mut BitReader<'_>,
) -> Result<Box<Position>, TurnError> {
    let mut open = Box::new(*before);
    let mut remaining = stack.roles();
    for step in 1.. {
        let places = bits.bits(remaining.count_ones())?;
        if places == 0 {
            // The deploy ends, but not before its first step.
            if step == 1 {
                return Err(TurnFault::Step { step, from: square }.into());
            }
            break;
        }
        let roles = roles_in(stack, remaining, places);
        let to = point_of_number(bits.bits(POINT_BITS)? as u8);
        let played = to.and_then(|to| play_step(&mut open, square, roles, to));
        played.ok_or(TurnFault::Step { step, from: square })?;
        remaining &= !roles;
    }
    Ok(open)
}

/// Plays a step of a deploy. What stands on the destination, and how it can be reached, tell the
/// kind: in a deploy there is only one (RULES 9.1).
fn play_step(open: &mut Position, square: Square, roles: RoleSet, to: Square) -> Option<()> {
    use MoveKind::{Capture, Combination, Move, StayCapture, SuicideCapture};
    let kinds: &[MoveKind] = match open.board().get(to) {
        None => &[Move],
        Some(unit) if unit.color() == open.turn() => &[Combination],
        Some(_) => &[Capture, StayCapture, SuicideCapture],
    };
    kinds.iter().find_map(|&kind| open.replay_step(square, roles, kind, to))
}
