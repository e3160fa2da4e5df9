//! Games in few bytes, for training data and databases.
//!
//! `docs/compact.md` of the repository describes the format byte by byte.

mod convert;
mod end;
mod error;
mod header_code;
mod note_code;
mod recorder;
mod replay;
mod score;
mod turn_code;

pub use end::{GameEnd, Termination};
pub use error::{GameDecodeError, GameEncodeError, HeaderFault, TurnFault};
pub use recorder::GameRecorder;
pub use replay::{GameReplay, ReplayedTurn};
pub use score::PackedScore;

use super::bits::{BitReader, BitWriter};
use crate::headers::Headers;
use crate::position::Position;
use crate::rule_options::RuleOptions;
use note_code::{LastNotes, NoteKinds, SECOND};
use turn_code::TurnCode;

/// The version of the format, in the upper half of the first byte.
const VERSION: u8 = 1;
const VERSION_SHIFT: u32 = 4;

// The lower half of the first byte.
const SCORES: u8 = 1;
const CLOCKS: u8 = 1 << 1;
/// The start position with rule options, which follow.
const START_WITH_OPTIONS: u8 = 1 << 2;
/// Another position, which follows.
const OTHER_START: u8 = 2 << 2;
const START_MASK: u8 = 3 << 2;

// The second byte; its lower five bits are the end of the game.
const END_MASK: u8 = 0x1f;
/// The last turn is a deploy that has not been committed.
const UNFINISHED: u8 = 1 << 5;
const WITH_HEADERS: u8 = 1 << 6;
/// All clocks are whole seconds.
const SECONDS: u8 = 1 << 7;

/// The longest game in bytes.
pub const MAX_GAME_LENGTH: usize = 1 << 20;

/// The most turns of a game. The rules end every game long before.
pub const MAX_GAME_TURNS: u32 = 65_535;

/// The most headers of a game: their number is one byte.
const MAX_HEADERS: usize = u8::MAX as usize;

/// A game in few bytes: start position, turns with optional scores and clocks, end and headers.
///
/// What comes before the turns is checked at once, the turns when they are read: by
/// [`turns`](CompactGame::turns), [`check`](CompactGame::check) or
/// [`to_game`](CompactGame::to_game). Of two games that pass this check, equal ones have equal
/// bytes.
///
/// ```
/// use cotulenh::{CompactGame, Game, GameEnd, Strictness};
/// let mut game = Game::new();
/// for text in ["Ic6", "Ic7", "Mg6"] {
///     game.play_text(text, Strictness::Strict).unwrap();
/// }
/// let compact = CompactGame::of_game(&game)?;
/// assert_eq!(compact.as_bytes().len(), 6);
/// let read = CompactGame::from_bytes(compact.as_bytes()).unwrap();
/// assert_eq!((read.turn_count(), read.end()), (3, GameEnd::Unfinished));
/// let lans: Vec<String> = read.turns().map(|turn| turn.unwrap().turn.lan()).collect();
/// assert_eq!(lans, ["Ic5c6", "Ic8c7", "Mg5g6"]);
/// assert_eq!(read.to_game().unwrap(), game);
/// # Ok::<(), cotulenh::GameEncodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CompactGame {
    bytes: Vec<u8>,
    head: Head,
}

/// What comes before the turns.
#[derive(Clone, Debug)]
struct Head {
    start: Position,
    headers: Headers,
    end: GameEnd,
    /// The last turn is a deploy that has not been committed.
    unfinished: bool,
    turn_count: u32,
    notes: NoteKinds,
    /// The first byte of the turns.
    turns_at: usize,
}

impl PartialEq for CompactGame {
    fn eq(&self, other: &CompactGame) -> bool {
        self.bytes == other.bytes
    }
}

impl Eq for CompactGame {}

impl core::hash::Hash for CompactGame {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.bytes.hash(state);
    }
}

impl CompactGame {
    /// Reads what comes before the turns of a game.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<CompactGame, GameDecodeError> {
        let bytes = bytes.into();
        let head = Head::read(&bytes)?;
        Ok(CompactGame { bytes, head })
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, for keeping them.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The position at the beginning; no session is open in it.
    pub fn start(&self) -> &Position {
        &self.head.start
    }

    /// The headers, without `Result`.
    pub fn headers(&self) -> &Headers {
        &self.head.headers
    }

    /// Who has won, and how.
    pub fn end(&self) -> GameEnd {
        self.head.end
    }

    /// How many turns there are, an unfinished one at the end included.
    pub fn turn_count(&self) -> u32 {
        self.head.turn_count
    }

    /// Is the last turn a deploy that has not been committed?
    pub fn is_last_turn_unfinished(&self) -> bool {
        self.head.unfinished
    }

    /// The turns one after the other, each with the position before it.
    pub fn turns(&self) -> GameReplay<'_> {
        GameReplay::new(&self.bytes, &self.head)
    }

    /// Checks everything that [`from_bytes`](CompactGame::from_bytes) does not: every turn, the end,
    /// and that no bytes follow.
    pub fn check(&self) -> Result<(), GameDecodeError> {
        let mut replay = self.turns();
        while replay.advance()?.is_some() {}
        Ok(())
    }
}

impl Head {
    fn read(bytes: &[u8]) -> Result<Head, GameDecodeError> {
        if bytes.len() > MAX_GAME_LENGTH {
            return Err(GameDecodeError::TooLong { length: bytes.len() });
        }
        let mut bits = BitReader::new(bytes);
        let (first, second) = (bits.byte()?, bits.byte()?);
        if first >> VERSION_SHIFT != VERSION {
            return Err(GameDecodeError::Version { found: first >> VERSION_SHIFT });
        }
        let notes = NoteKinds {
            scores: first & SCORES != 0,
            clocks: first & CLOCKS != 0,
            seconds: second & SECONDS != 0,
        };
        let end = GameEnd::of_code(second & END_MASK).filter(|_| notes.clocks || !notes.seconds);
        let end = end.ok_or(GameDecodeError::Flags { offset: 1, found: second })?;
        let turn_count = bits.number()?;
        if turn_count > MAX_GAME_TURNS {
            return Err(GameDecodeError::TooManyTurns { found: turn_count });
        }
        let start = read_start(first, &mut bits)?;
        let headers =
            if second & WITH_HEADERS != 0 { header_code::read(&mut bits, end)? } else { Headers::default() };
        // Every turn takes a bit at least.
        if turn_count as usize > 8 * bits.rest().len() {
            return Err(GameDecodeError::Truncated { length: bytes.len() });
        }
        let (unfinished, turns_at) = (second & UNFINISHED != 0, bits.offset());
        Ok(Head { start, headers, end, unfinished, turn_count, notes, turns_at })
    }
}

fn read_start(first: u8, bits: &mut BitReader<'_>) -> Result<Position, GameDecodeError> {
    let offset = bits.offset();
    match first & START_MASK {
        0 => Ok(Position::start()),
        START_WITH_OPTIONS => {
            let found = bits.byte()?;
            let options = RuleOptions::from_bits(found).filter(|&options| options != RuleOptions::default());
            let options = options.ok_or(GameDecodeError::Options { offset, found })?;
            Ok(Position::start().with_options(options))
        }
        OTHER_START => {
            let mut rest = bits.rest();
            let start =
                Position::read_bytes(&mut rest).map_err(|error| GameDecodeError::Start { offset, error })?;
            bits.take(bits.rest().len() - rest.len())?;
            if is_start(&start) || start.session().is_some() {
                return Err(GameDecodeError::StartForm { offset });
            }
            Ok(start)
        }
        _ => Err(GameDecodeError::Flags { offset: 0, found: first }),
    }
}

/// Is this the start position, with any rule options?
fn is_start(position: &Position) -> bool {
    *position == Position::start().with_options(position.options())
}

/// A turn before it is written.
#[derive(Clone, Copy, Debug)]
struct CodedTurn {
    code: TurnCode,
    mover: crate::color::Color,
    score: Option<PackedScore>,
    /// In milliseconds.
    clock: Option<u32>,
}

/// Writes a whole game.
fn encode(
    start: &Position,
    headers: &Headers,
    end: GameEnd,
    turns: &[CodedTurn],
    unfinished: bool,
) -> Result<CompactGame, GameEncodeError> {
    let turn_count = u32::try_from(turns.len()).ok().filter(|&count| count <= MAX_GAME_TURNS);
    let turn_count = turn_count.ok_or(GameEncodeError::TooManyTurns)?;
    let clocks = turns.iter().any(|turn| turn.clock.is_some());
    let notes = NoteKinds {
        scores: turns.iter().any(|turn| turn.score.is_some()),
        clocks,
        seconds: clocks && turns.iter().filter_map(|turn| turn.clock).all(|clock| clock % SECOND == 0),
    };
    let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
    let start_flag = match is_start(start) {
        true => flag(start.options() != RuleOptions::default(), START_WITH_OPTIONS),
        false => OTHER_START,
    };
    let mut bytes = Vec::with_capacity(16 + turns.len() * 3 / 2);
    bytes.push(VERSION << VERSION_SHIFT | start_flag | flag(notes.scores, SCORES) | flag(clocks, CLOCKS));
    bytes.push(end.code() | flag(unfinished, UNFINISHED) | flag(notes.seconds, SECONDS));
    BitWriter::new(&mut bytes).number(turn_count);
    match start_flag {
        OTHER_START => start.write_bytes(&mut bytes),
        START_WITH_OPTIONS => bytes.push(start.options().bits()),
        _ => {}
    }
    if header_code::write(headers, end, &mut bytes)? {
        bytes[1] |= WITH_HEADERS;
    }
    let mut last = LastNotes::default();
    let mut bits = BitWriter::new(&mut bytes);
    for turn in turns {
        turn.code.write(&mut bits);
        last.write(notes, turn.mover, (turn.score, turn.clock), &mut bits);
    }
    bits.align();
    if bytes.len() > MAX_GAME_LENGTH {
        return Err(GameEncodeError::TooLong { length: bytes.len() });
    }
    match Head::read(&bytes) {
        Ok(head) => Ok(CompactGame { bytes, head }),
        Err(error) => unreachable!("what is written can be read: {error}"),
    }
}
