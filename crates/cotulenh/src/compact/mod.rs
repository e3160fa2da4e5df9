//! Positions in few bytes, for databases, training data and messages.
//!
//! `docs/compact.md` of the repository describes the format byte by byte. The easy form would be
//! one byte for each of the 132 points and the clocks behind them: 140 bytes, and stacks do not fit
//! a byte. Here empty points take one bit and a piece that stands alone six.
//!
//! ```
//! use cotulenh::Position;
//! let start = Position::start();
//! let bytes = start.to_bytes();
//! assert_eq!(bytes.len(), 44);
//! assert_eq!(Position::from_bytes(&bytes), Ok(start));
//! ```

mod bits;
mod file;
mod game;
mod unit_code;

pub use file::{GameFileError, GameFileErrorKind, GameFileReader, GameFileWriter, is_game_file};
pub use game::{
    CompactGame, GameDecodeError, GameEncodeError, GameEnd, GameRecorder, GameReplay, HeaderFault,
    MAX_GAME_LENGTH, MAX_GAME_TURNS, PackedScore, ReplayedTurn, Termination, TurnFault,
};

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::color::Color;
use crate::moves::MoveKind;
use crate::position::{Position, Session, Step};
use crate::role::{Role, RoleSet};
use crate::rule_options::RuleOptions;
use crate::square::{FILES, RANKS, Square};
use crate::terrain;
use crate::unit::Unit;

use bits::{BitReader, BitWriter, BitsError};

/// The version of the format, in the upper half of the first byte.
const VERSION: u8 = 1;
const VERSION_SHIFT: u32 = 4;

// The lower half of the first byte.
const BLUE: u8 = 1;
const SESSION: u8 = 1 << 1;
const OPTIONS: u8 = 1 << 2;
const RESERVED: u8 = 1 << 3;

/// The most steps that a session can have.
const MAX_STEPS: usize = 3;

/// Bytes that are not a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// The bytes end too early.
    #[error("the position does not end within its {length} bytes")]
    Truncated {
        /// How many there are.
        length: usize,
    },
    /// More bytes follow the position.
    #[error("expected the end of the position, found {count} more bytes")]
    TrailingBytes {
        /// How many.
        count: usize,
    },
    /// A version of the format that is not known here.
    #[error("unknown version {found} of the position format: expected {VERSION}")]
    Version {
        /// The version.
        found: u8,
    },
    /// Bits of the first byte that have no meaning.
    #[error("unknown flags in the first byte {found:#010b}")]
    Flags {
        /// The byte.
        found: u8,
    },
    /// Rule options that do not exist, or that should have been left out.
    #[error("unknown or superfluous rule options {found:#010b}")]
    Options {
        /// The byte.
        found: u8,
    },
    /// A code that is not a unit.
    #[error("{square}: unknown unit")]
    UnitCode {
        /// The point.
        square: Square,
    },
    /// A unit where it cannot stand.
    #[error("{square}: {unit} cannot stand on this terrain")]
    Terrain {
        /// The unit.
        unit: Unit,
        /// The point.
        square: Square,
    },
    /// A second Commander of one colour.
    #[error("{square}: a second {color} commander")]
    SecondCommander {
        /// Its colour.
        color: Color,
        /// Where it stands.
        square: Square,
    },
    /// A number that is not a point of the board.
    #[error("{found} is not a point: expected 0 to 131")]
    Point {
        /// The number.
        found: u8,
    },
    /// A deploy session without a step.
    #[error("a deploy without a step")]
    NoStep,
    /// A step of the deploy session that cannot be played.
    #[error("step {number} of the deploy from {square} cannot be played")]
    Step {
        /// Its number, from 1.
        number: usize,
        /// The point of the deploy.
        square: Square,
    },
    /// A clock or move number that is too large.
    #[error("byte {offset}: expected a number up to 4294967295")]
    Number {
        /// The last byte that was read.
        offset: usize,
    },
    /// The same position has another, canonical form.
    #[error("byte {offset}: superfluous bits")]
    NotCanonical {
        /// The byte.
        offset: usize,
    },
}

impl From<BitsError> for DecodeError {
    fn from(error: BitsError) -> DecodeError {
        match error {
            BitsError::Truncated(length) => DecodeError::Truncated { length },
            BitsError::Number(offset) => DecodeError::Number { offset },
            BitsError::NotCanonical(offset) => DecodeError::NotCanonical { offset },
        }
    }
}

impl Position {
    /// The position in few bytes, with clocks, rule options and open session. Equal positions have
    /// equal bytes, and different positions different ones.
    ///
    /// Most positions of a game take 30 to 50 bytes; up to move 16,384, none takes more than 69.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(64);
        self.write_bytes(&mut out);
        out
    }

    /// Appends [`to_bytes`](Position::to_bytes) to a vector.
    pub fn write_bytes(&self, out: &mut Vec<u8>) {
        let (session, options) = (self.session(), self.options());
        let blue = if self.turn() == Color::Blue { BLUE } else { 0 };
        let with_session = if session.is_some() { SESSION } else { 0 };
        let with_options = if options == RuleOptions::default() { 0 } else { OPTIONS };
        out.push(VERSION << VERSION_SHIFT | blue | with_session | with_options);
        if with_options != 0 {
            out.push(options.bits());
        }
        let mut bits = BitWriter::new(out);
        match session {
            None => write_board(self.board(), &mut bits),
            Some(session) => {
                write_board(&self.turn_start_board(), &mut bits);
                write_session(session, &mut bits);
            }
        }
        bits.align();
        bits.number(self.halfmoves());
        bits.number(self.move_number().saturating_sub(1));
    }

    /// Reads what [`to_bytes`](Position::to_bytes) writes, and nothing else. The position is
    /// validated like a FEN: stacks, terrain, at most one Commander for each side, and every step of
    /// an open session.
    pub fn from_bytes(mut bytes: &[u8]) -> Result<Position, DecodeError> {
        let position = Position::read_bytes(&mut bytes)?;
        match bytes.len() {
            0 => Ok(position),
            count => Err(DecodeError::TrailingBytes { count }),
        }
    }

    /// Takes a position from the beginning of a slice, which is unchanged after an error. A position
    /// contains its own end, so positions can follow each other.
    ///
    /// ```
    /// use cotulenh::Position;
    /// let mut file = Position::start().to_bytes();
    /// Position::start().write_bytes(&mut file);
    /// let mut rest = &file[..];
    /// while !rest.is_empty() {
    ///     assert_eq!(Position::read_bytes(&mut rest)?, Position::start());
    /// }
    /// # Ok::<(), cotulenh::DecodeError>(())
    /// ```
    pub fn read_bytes(bytes: &mut &[u8]) -> Result<Position, DecodeError> {
        let mut bits = BitReader::new(bytes);
        let head = bits.byte()?;
        if head >> VERSION_SHIFT != VERSION {
            return Err(DecodeError::Version { found: head >> VERSION_SHIFT });
        }
        if head & RESERVED != 0 {
            return Err(DecodeError::Flags { found: head });
        }
        let options = if head & OPTIONS == 0 { RuleOptions::default() } else { read_options(&mut bits)? };
        let turn = if head & BLUE == 0 { Color::Red } else { Color::Blue };
        let board = read_board(&mut bits)?;
        // The clocks come last; a session does not depend on them.
        let mut position = Position::from_board(board, turn, options);
        if head & SESSION != 0 {
            read_session(&mut position, &mut bits)?;
        }
        bits.align()?;
        let halfmoves = bits.number()?;
        let offset = bytes.len() - bits.rest().len();
        let move_number = bits.number()?.checked_add(1).ok_or(DecodeError::Number { offset })?;
        *bytes = bits.rest();
        Ok(position.with_clocks(halfmoves, move_number))
    }
}

fn read_options(bits: &mut BitReader<'_>) -> Result<RuleOptions, DecodeError> {
    let found = bits.byte()?;
    let options = RuleOptions::from_bits(found).filter(|&options| options != RuleOptions::default());
    options.ok_or(DecodeError::Options { found })
}

/// One bit for each point, from a12 to k1, then the units in the same order.
fn write_board(board: &Board, bits: &mut BitWriter<'_>) {
    // A word of a bitboard has four ranks, and five unused columns in each.
    for word in board.occupied().words() {
        for rank in 0..4 {
            bits.bits((word >> (16 * rank)) as u16, FILES.into());
        }
    }
    for (_, unit) in board.iter() {
        unit_code::write(unit, bits);
    }
}

fn read_board(bits: &mut BitReader<'_>) -> Result<Board, DecodeError> {
    let mut words = [0; 3];
    for word in &mut words {
        for rank in 0..4 {
            *word |= u64::from(bits.bits(FILES.into())?) << (16 * rank);
        }
    }
    let mut board = Board::EMPTY;
    for square in Bitboard::from_words(words).iter() {
        let unit = unit_code::read(square, bits)?;
        if !terrain::standable(unit.top_role()).contains(square) {
            return Err(DecodeError::Terrain { unit, square });
        }
        let color = unit.color();
        if unit.has(Role::Commander) && board.commander(color).is_some() {
            return Err(DecodeError::SecondCommander { color, square });
        }
        board.set(square, Some(unit));
    }
    Ok(board)
}

/// The point, the number of steps, and the steps: which pieces of the stack, what, where to.
fn write_session(session: &Session, bits: &mut BitWriter<'_>) {
    write_point(session.square(), bits);
    bits.bits(session.steps().len() as u16, 2);
    for step in session.steps() {
        bits.bits(slots_of(session.original(), step), 3);
        bits.bits(step.kind as u16, 3);
        write_point(step.to, bits);
    }
}

fn slots_of(stack: Unit, step: &Step) -> u16 {
    stack.pieces().enumerate().map(|(slot, piece)| u16::from(step.unit.has(piece.role)) << slot).sum()
}

fn read_session(position: &mut Position, bits: &mut BitReader<'_>) -> Result<(), DecodeError> {
    let square = read_point(bits)?;
    let count = bits.bits(2)? as usize;
    debug_assert!(count <= MAX_STEPS);
    if count == 0 {
        return Err(DecodeError::NoStep);
    }
    // What is not our stack is refused by the first step.
    let stack = position.board().get(square);
    for number in 1..=count {
        let slots = bits.bits(3)?;
        let kind = MoveKind::ALL.get(bits.bits(3)? as usize).copied();
        let to = read_point(bits)?;
        let refused = DecodeError::Step { number, square };
        // A session lists a recombination as what the group did (RULES 9.3).
        let kind = kind.filter(|&kind| kind != MoveKind::Recombination).ok_or(refused)?;
        let roles = stack.and_then(|stack| roles_in(stack, slots)).ok_or(refused)?;
        position.replay_step(square, roles, kind, to).ok_or(refused)?;
    }
    Ok(())
}

/// The roles in these places of a stack; `None` if a place is empty, or none is given.
fn roles_in(stack: Unit, slots: u16) -> Option<RoleSet> {
    let mut roles = 0;
    for (slot, piece) in stack.pieces().enumerate() {
        if slots >> slot & 1 != 0 {
            roles |= piece.role.bit();
        }
    }
    (slots >> stack.len() == 0 && slots != 0).then_some(roles)
}

/// The bits of a point's number.
const POINT_BITS: u32 = 8;

/// The number of a point, 0 for a12 to 131 for k1.
fn point_number(square: Square) -> u8 {
    (RANKS - square.rank()) * FILES + square.file()
}

/// The point with a [number](point_number); `None` from 132 on.
fn point_of_number(number: u8) -> Option<Square> {
    Square::new(number % FILES, RANKS.checked_sub(number / FILES)?)
}

fn write_point(square: Square, bits: &mut BitWriter<'_>) {
    bits.bits(point_number(square).into(), POINT_BITS);
}

fn read_point(bits: &mut BitReader<'_>) -> Result<Square, DecodeError> {
    let found = bits.bits(POINT_BITS)? as u8;
    point_of_number(found).ok_or(DecodeError::Point { found })
}
