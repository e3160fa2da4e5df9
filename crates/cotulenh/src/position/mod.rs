//! A position: a board, a side to move, and perhaps an open deploy session.

mod captures;
mod checks;
mod deploy;
mod deploy_results;
mod legality;
mod movegen;
mod outcome;
mod play;
mod validate;

use core::fmt;

pub use checks::Checks;
pub use deploy::{Session, Step};
pub use deploy_results::{DeployResult, DeployResults};
pub(crate) use outcome::THREEFOLD;
pub use outcome::{DrawReason, EndingFacts, FIFTY_MOVE_CLOCK, Outcome, WinReason};
pub use play::{CommitError, IllegalMove, NoOpenSession, Undo};

use crate::air_defense::AirDefense;
use crate::board::Board;
use crate::color::Color;
use crate::rule_options::RuleOptions;
use crate::zobrist;

/// A valid position, without history.
///
/// It is reached from a validated [`Setup`](crate::Setup) or FEN and changes by playing moves. An
/// open deploy session is part of it: of the FEN, of the hash and of equality (two positions are
/// equal if their FENs and their [`RuleOptions`] are).
///
/// ```
/// use cotulenh::Position;
/// let mut position = Position::start();
/// assert_eq!(position.legal_moves().len(), 116);
/// let mv = position.parse_move("Ic6").unwrap();
/// let undo = position.play(mv).unwrap();
/// assert_eq!(position.turn(), cotulenh::Color::Blue);
/// position.undo(&undo);
/// assert_eq!(position, Position::start());
/// ```
#[derive(Clone, Copy)]
pub struct Position {
    board: Board,
    turn: Color,
    options: RuleOptions,
    halfmoves: u32,
    move_number: u32,
    session: Option<Session>,
}

impl Position {
    /// The FEN of the start position (RULES 1.6).
    pub const START_FEN: &'static str = "6c4/1n2fh1hf2/3a2s2a1/2n1gt1tg2/2ie2m2ei/11/11/\
         2IE2M2EI/2N1GT1TG2/3A2S2A1/1N2FH1HF2/6C4 r - - 0 1";

    /// The start position.
    pub fn start() -> Position {
        match Position::START_FEN.parse() {
            Ok(position) => position,
            // Proved by the test of RULES 1.6.
            Err(error) => unreachable!("the start position is valid: {error}"),
        }
    }

    /// A position without a session, at move 1. The board must be valid.
    pub(crate) const fn from_board(board: Board, turn: Color, options: RuleOptions) -> Position {
        Position { board, turn, options, halfmoves: 0, move_number: 1, session: None }
    }

    /// The same position with other clocks.
    pub(crate) const fn with_clocks(self, halfmoves: u32, move_number: u32) -> Position {
        Position { halfmoves, move_number, ..self }
    }

    /// The units as they stand now: inside a session, with its steps played.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Turns since the last normal capture (RULES 10.1).
    pub const fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// The number of the current move, counted up after Blue's turn.
    pub const fn move_number(&self) -> u32 {
        self.move_number
    }

    /// The rule options.
    pub const fn options(&self) -> RuleOptions {
        self.options
    }

    /// The same position under other rule options. Pieces keep their heroic flags.
    #[must_use]
    pub const fn with_options(self, options: RuleOptions) -> Position {
        Position { options, ..self }
    }

    /// The open deploy session, if there is one (RULES 9.2).
    #[inline]
    pub const fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Hash of placement, heroic flags, side to move, open session and [`RuleOptions`]; the clocks
    /// do not count.
    #[inline]
    pub fn hash(&self) -> u64 {
        match &self.session {
            None => self.repetition_key(),
            Some(session) => self.repetition_key() ^ session.key(),
        }
    }

    /// Hash of what counts for a repetition: placement, heroic flags and side to move (RULES 10.2),
    /// and the [`RuleOptions`], which do not change within a game.
    #[inline]
    pub fn repetition_key(&self) -> u64 {
        let placement = self.board.hash() ^ self.options.key();
        match self.turn {
            Color::Red => placement,
            Color::Blue => placement ^ zobrist::BLUE_TO_MOVE,
        }
    }

    /// The position with ranks reflected and colours swapped, with its open session; the clocks
    /// stay. The legal moves of the mirror are the [mirrored](crate::Move::mirrored) legal moves, in
    /// another order.
    ///
    /// There is one exception. If both Commanders stand on one rank, RULES 6.3 forbids ours the
    /// enemy's file towards rank 1 only. A heroic Commander that moves diagonally then may cross this
    /// file on one side of the enemy Commander and not on the other. If such a move is a step of the
    /// open session, the mirror is a position that play does not reach, and its FEN cannot be read.
    ///
    /// ```
    /// use cotulenh::{Color, Position};
    /// let position: Position = "6c4/11/11/11/11/11/11/3(FT)7/11/11/11/4C6 r - - 3 9".parse().unwrap();
    /// let mirror = position.mirrored();
    /// assert_eq!(mirror.fen(), "4c6/11/11/11/3(ft)7/11/11/11/11/11/11/6C4 b - - 3 9");
    /// assert_eq!(mirror.mirrored(), position);
    /// assert!(position.legal_moves().iter().all(|mv| mirror.is_legal(mv.mirrored())));
    /// ```
    #[must_use]
    pub fn mirrored(&self) -> Position {
        let board = self.board.mirrored();
        let session = self.session.as_ref().map(|session| session.mirrored(&board));
        Position { board, turn: !self.turn, session, ..*self }
    }

    /// The air-defence zones of one side (RULES 5).
    pub fn air_defense(&self, color: Color) -> AirDefense<'_> {
        AirDefense::new(&self.board, color)
    }
}

impl Default for Position {
    /// The start position.
    fn default() -> Position {
        Position::start()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        // The start board of a session follows from the current one and the session's log.
        (self.turn, self.options, self.halfmoves, self.move_number)
            == (other.turn, other.options, other.halfmoves, other.move_number)
            && self.board == other.board
            && self.session == other.session
    }
}

impl Eq for Position {}

impl core::hash::Hash for Position {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(Position::hash(self));
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_fits_one_kibibyte() {
        assert!(size_of::<Position>() <= 1024, "{}", size_of::<Position>());
    }

    #[test]
    fn positions_and_boards_are_keys_of_maps() {
        let mut seen = std::collections::HashSet::from([Position::start()]);
        let mut position = Position::start();
        let mv = position.legal_moves()[0];
        let undo = position.play(mv).unwrap();
        assert!(seen.insert(position));
        position.undo(&undo);
        assert!(!seen.insert(position));
        assert!(std::collections::HashSet::from([*position.board()]).contains(Position::start().board()));
    }

    #[test]
    fn rules_1_6_start_position() {
        let start = Position::start();
        assert_eq!(start.to_string(), Position::START_FEN);
        for color in Color::ALL {
            assert_eq!(start.board().of(color).len(), 19);
        }
        assert_eq!(start.turn(), Color::Red);
        assert_eq!(start.legal_moves().len(), 116);
    }

    #[test]
    fn a_null_move_changes_the_side_alone() {
        let fens = ["6c4/11/11/11/4t6/11/11/11/11/4(TI)6/11/4C6 b - - 7 9", Position::START_FEN];
        for fen in fens {
            let position: Position = fen.parse().unwrap();
            let passed = position.null_move().unwrap();
            assert_eq!(passed.turn(), !position.turn());
            assert_eq!(passed.board(), position.board());
            assert_eq!(passed.halfmoves(), position.halfmoves() + 1);
            let read: Position = passed.to_string().parse().unwrap();
            assert_eq!((read, read.hash()), (passed, passed.hash()));
        }
        let none = [
            // In check, in a session, without a Commander.
            "6c4/11/11/11/4t6/11/4C6/11/11/11/11/11 r - - 0 1",
            "6c4/11/11/11/4t6/11/11/11/11/4(TI)6/11/4C6 r - - 0 1 e3:I:T>e5...",
            "11/11/11/11/4t6/11/11/11/11/4(TI)6/11/4C6 r - - 0 1",
        ];
        for fen in none {
            let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert!(position.null_move().is_none(), "{fen}");
        }
    }
}
