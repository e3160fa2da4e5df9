//! A game in few bytes, turn by turn.

use super::Head;
use super::end::GameEnd;
use super::error::{GameDecodeError, TurnFault};
use super::note_code::{LastNotes, NoteKinds};
use super::score::PackedScore;
use super::turn_code::{ReadTurn, TurnError, read_turn};
use crate::compact::bits::BitReader;
use crate::game_tree::TreeTurn;
use crate::position::Position;

/// Iterator over the turns of a game, see [`CompactGame::turns`](super::CompactGame::turns).
///
/// Every turn is checked: one that is not legal is an error, and the last item. The same holds for
/// an end that disagrees with the turns.
#[derive(Clone, Debug)]
pub struct GameReplay<'a> {
    bits: BitReader<'a>,
    position: Position,
    /// The repetition keys of the positions so far, this one not included.
    keys: Vec<u64>,
    played: u32,
    turn_count: u32,
    kinds: NoteKinds,
    last: LastNotes,
    /// Which notes have occurred, for checking that the head says so.
    seen: NoteKinds,
    end: GameEnd,
    unfinished: bool,
    is_done: bool,
}

/// A turn of a recorded game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReplayedTurn {
    /// The position before the turn.
    pub before: Position,
    /// The turn, with the position after it.
    pub turn: TreeTurn,
    /// What the player who moved thought of it, from Red's side.
    pub score: Option<PackedScore>,
    /// The time left to the player who moved, in milliseconds.
    pub clock: Option<u32>,
}

/// A turn that has been played, without copies of positions.
pub(super) struct Advance {
    pub(super) turn: ReadTurn,
    pub(super) score: Option<PackedScore>,
    pub(super) clock: Option<u32>,
}

impl<'a> GameReplay<'a> {
    pub(super) fn new(bytes: &'a [u8], head: &Head) -> GameReplay<'a> {
        GameReplay {
            bits: BitReader::starting_at(bytes, head.turns_at),
            position: head.start,
            keys: Vec::with_capacity(head.turn_count as usize),
            played: 0,
            turn_count: head.turn_count,
            kinds: head.notes,
            last: LastNotes::default(),
            seen: NoteKinds { seconds: true, ..NoteKinds::default() },
            end: head.end,
            unfinished: head.unfinished,
            is_done: false,
        }
    }

    /// The position after the turns so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Plays the next turn; `None` after the last, if everything is right.
    pub(super) fn advance(&mut self) -> Result<Option<Advance>, GameDecodeError> {
        if self.is_done {
            return Ok(None);
        }
        // Nothing is read after an error.
        self.is_done = true;
        if self.played == self.turn_count {
            return self.check_end().map(|()| None);
        }
        self.played += 1;
        let offset = self.bits.offset();
        let number = self.played;
        let fault = |fault| GameDecodeError::Turn { number, offset, fault };
        let turn = read_turn(&self.position, &mut self.bits).map_err(|error| match error {
            TurnError::Bits(error) => error.into(),
            TurnError::Fault(found) => fault(found),
        })?;
        let notes = self.last.read(self.kinds, self.position.turn(), &mut self.bits)?;
        let (score, clock) = notes.ok_or_else(|| fault(TurnFault::Note))?;
        self.seen.scores |= score.is_some();
        self.seen.clocks |= clock.is_some();
        self.seen.seconds &= clock.is_none_or(|clock| clock % super::SECOND == 0);
        self.keys.push(self.position.repetition_key());
        match &turn {
            ReadTurn::Move(mv) => self.position.advance_unchecked(*mv),
            ReadTurn::Deploy(open) => {
                self.position = **open;
                if !(self.unfinished && number == self.turn_count) {
                    self.position.commit().map_err(|error| fault(TurnFault::Commit(error)))?;
                }
            }
        }
        self.is_done = false;
        Ok(Some(Advance { turn, score, clock }))
    }

    /// After the last turn: do the head and the rest of the bytes agree with the turns?
    fn check_end(&mut self) -> Result<(), GameDecodeError> {
        self.bits.align()?;
        let (offset, count) = (self.bits.offset(), self.bits.rest().len());
        if count > 0 {
            return Err(GameDecodeError::TrailingBytes { offset, count });
        }
        self.seen.seconds &= self.seen.clocks;
        if self.seen != self.kinds {
            return Err(GameDecodeError::NotCanonical { offset: 0 });
        }
        let key = self.position.repetition_key();
        let occurrences = 1 + self.keys.iter().filter(|&&earlier| earlier == key).count();
        let outcome = self.position.outcome_if(occurrences, || self.position.can_complete_turn());
        let agrees = self.end.settled(outcome) == Some(self.end)
            && self.unfinished == self.position.session().is_some();
        if agrees { Ok(()) } else { Err(GameDecodeError::End) }
    }
}

impl Iterator for GameReplay<'_> {
    type Item = Result<ReplayedTurn, GameDecodeError>;

    fn next(&mut self) -> Option<Result<ReplayedTurn, GameDecodeError>> {
        let before = self.position;
        let Advance { turn, score, clock } = match self.advance() {
            Ok(advance) => advance?,
            Err(error) => return Some(Err(error)),
        };
        let turn = match turn {
            ReadTurn::Move(mv) => TreeTurn::of_played_move(mv, self.position),
            ReadTurn::Deploy(open) => TreeTurn::of_played_deploy(*open, self.position),
        };
        Some(Ok(ReplayedTurn { before, turn, score, clock }))
    }
}

impl core::iter::FusedIterator for GameReplay<'_> {}
