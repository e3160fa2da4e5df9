//! Check, mate, stalemate, draws and results (RULES 6.6, 9.7, 10).

use core::fmt;

use crate::color::Color;
use crate::threats::Threats;

use super::Position;

/// How a game was won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WinReason {
    /// The loser is in check and can complete no turn.
    Checkmate,
    /// The loser's Commander was taken.
    CommanderCaptured,
}

/// Why a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DrawReason {
    /// The side to move is not in check and can complete no turn.
    Stalemate,
    /// [`FIFTY_MOVE_CLOCK`] turns without a normal capture.
    FiftyMoves,
    /// The same placement with the same side to move for the third time.
    Threefold,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// One side has won.
    Win {
        /// The winner.
        winner: Color,
        /// The reason.
        reason: WinReason,
    },
    /// Neither side has won.
    Draw(DrawReason),
}

/// The half-move clock at which a game is drawn: fifty turns of each side without a normal capture
/// (RULES 10.2).
pub const FIFTY_MOVE_CLOCK: u32 = 100;

/// The occurrences of a position that make a draw (RULES 10.2).
pub(crate) const THREEFOLD: usize = 3;

/// Everything about the end of the game, from [`Position::ending_facts`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct EndingFacts {
    /// [`Position::is_check`].
    pub check: bool,
    /// [`Position::is_checkmate`].
    pub checkmate: bool,
    /// [`Position::is_stalemate`].
    pub stalemate: bool,
    /// [`Position::is_draw_by_fifty_moves`].
    pub fifty_moves: bool,
    /// [`Game::is_threefold_repetition`](crate::Game::is_threefold_repetition).
    pub threefold: bool,
    /// [`Position::is_commander_captured`].
    pub commander_captured: bool,
    /// [`Game::outcome`](crate::Game::outcome): how the game has ended, if it has.
    pub outcome: Option<Outcome>,
}

impl EndingFacts {
    /// Whether one of the draws applies. A captured Commander decides the game nevertheless.
    pub const fn is_draw(self) -> bool {
        self.stalemate || self.fifty_moves || self.threefold
    }
}

impl Outcome {
    /// The winner, unless it is a draw.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win { winner, .. } => Some(winner),
            Outcome::Draw(_) => None,
        }
    }

    /// The reason as interfaces write it: `checkmate`, `commanderCaptured`, `stalemate`,
    /// `fiftyMoves`, `threefold`.
    pub const fn reason_name(self) -> &'static str {
        match self {
            Outcome::Win { reason: WinReason::Checkmate, .. } => "checkmate",
            Outcome::Win { reason: WinReason::CommanderCaptured, .. } => "commanderCaptured",
            Outcome::Draw(DrawReason::Stalemate) => "stalemate",
            Outcome::Draw(DrawReason::FiftyMoves) => "fiftyMoves",
            Outcome::Draw(DrawReason::Threefold) => "threefold",
        }
    }

    /// The clauses of `docs/rules.md` that end the game: first the one with the result, then the one
    /// that defines checkmate and stalemate.
    ///
    /// ```
    /// use cotulenh::Position;
    /// let mated = Position::from_fen("9c1/11/11/3h7/11/11/11/11/11/10t/11/3H6(HC) r - - 0 1")?;
    /// let outcome = mated.outcome().unwrap();
    /// assert_eq!((outcome.reason_name(), outcome.clauses()), ("checkmate", &["10.3", "6.6"][..]));
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    pub const fn clauses(self) -> &'static [&'static str] {
        match self {
            Outcome::Win { reason: WinReason::Checkmate, .. } => &["10.3", "6.6"],
            Outcome::Win { reason: WinReason::CommanderCaptured, .. } => &["10.3"],
            Outcome::Draw(DrawReason::Stalemate) => &["10.2", "6.6"],
            Outcome::Draw(DrawReason::FiftyMoves | DrawReason::Threefold) => &["10.2"],
        }
    }
}

impl fmt::Display for Outcome {
    /// The result of PGN: `1-0`, `0-1`, `1/2-1/2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.winner() {
            Some(Color::Red) => "1-0",
            Some(Color::Blue) => "0-1",
            None => "1/2-1/2",
        })
    }
}

impl Position {
    /// Is the side to move in check: its Commander threatened, or gone (RULES 6.6)?
    pub fn is_check(&self) -> bool {
        match self.board.commander(self.turn) {
            Some(square) => Threats::new(&self.board, square, !self.turn).any(),
            None => true,
        }
    }

    /// Can the side to move complete a turn (RULES 6.6)? Inside a session: can it be committed, now
    /// or after further steps?
    pub fn can_complete_turn(&self) -> bool {
        let mut position = *self;
        if self.session.is_some() {
            return position.can_reach_commit();
        }
        self.any_legal_batch(|batch| !batch.deploy && !batch.is_empty()) || position.can_reach_commit()
    }

    /// Do some deploy steps from here lead to a commit? At most three levels deep.
    fn can_reach_commit(&mut self) -> bool {
        if self.can_commit() {
            return true;
        }
        let steps = self.legal_moves();
        steps.into_iter().filter(|mv| mv.is_deploy()).any(|mv| {
            let undo = self.play_unchecked(mv);
            // Without a session left, the step has committed by itself.
            let done = self.session.is_none() || self.can_reach_commit();
            self.undo(&undo);
            done
        })
    }

    /// Check, and no turn can be completed (RULES 6.6); never while a session is open (RULES 9.7).
    pub fn is_checkmate(&self) -> bool {
        self.session.is_none() && self.is_check() && !self.can_complete_turn()
    }

    /// No check, and no turn can be completed (RULES 6.6); never while a session is open (RULES
    /// 9.7).
    pub fn is_stalemate(&self) -> bool {
        self.session.is_none() && !self.is_check() && !self.can_complete_turn()
    }

    /// [`FIFTY_MOVE_CLOCK`] turns without a normal capture (RULES 10.2).
    pub const fn is_draw_by_fifty_moves(&self) -> bool {
        self.halfmoves >= FIFTY_MOVE_CLOCK
    }

    /// Is a Commander missing (RULES 10.3)?
    pub const fn is_commander_captured(&self) -> bool {
        self.board.commander(Color::Red).is_none() || self.board.commander(Color::Blue).is_none()
    }

    /// How often this position has occurred (RULES 10.2), this time included; `earlier` are the
    /// [repetition keys](Position::repetition_key) of the positions before it.
    pub fn occurrences(&self, earlier: impl IntoIterator<Item = u64>) -> usize {
        let key = self.repetition_key();
        1 + earlier.into_iter().filter(|&earlier| earlier == key).count()
    }

    /// How the game has ended, as far as the position alone tells; [`Game`](crate::Game) also
    /// detects repetition. `None` while a session is open (RULES 9.7).
    ///
    /// If both Commanders are missing (in a position that was set up), the side to move has lost.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_if(1, || self.can_complete_turn())
    }

    /// The outcome of a position that has occurred this often, this time included. Whether a turn
    /// can be completed is costly to compute, so a caller that has computed it passes it.
    pub(crate) fn outcome_if(
        &self,
        occurrences: usize,
        can_complete_turn: impl FnOnce() -> bool,
    ) -> Option<Outcome> {
        if self.session.is_some() {
            return None;
        }
        let win = |winner, reason| Some(Outcome::Win { winner, reason });
        for loser in [self.turn, !self.turn] {
            if self.board.commander(loser).is_none() {
                return win(!loser, WinReason::CommanderCaptured);
            }
        }
        if !can_complete_turn() {
            return if self.is_check() {
                win(!self.turn, WinReason::Checkmate)
            } else {
                Some(Outcome::Draw(DrawReason::Stalemate))
            };
        }
        if self.is_draw_by_fifty_moves() {
            return Some(Outcome::Draw(DrawReason::FiftyMoves));
        }
        (occurrences >= THREEFOLD).then_some(Outcome::Draw(DrawReason::Threefold))
    }

    /// Everything about the end of the game in one call, with one search for a turn that can be
    /// completed. `occurrences` is how often the position has occurred, this time included, as
    /// [`Game::repetitions`](crate::Game::repetitions) counts; 1 if the history is not known.
    ///
    /// ```
    /// use cotulenh::{DrawReason, Outcome, Position};
    /// let facts = Position::start().ending_facts(3);
    /// assert!(facts.threefold && !facts.check && !facts.checkmate);
    /// assert_eq!(facts.outcome, Some(Outcome::Draw(DrawReason::Threefold)));
    /// ```
    pub fn ending_facts(&self, occurrences: usize) -> EndingFacts {
        let between_turns = self.session.is_none();
        let check = self.is_check();
        let stuck = between_turns && !self.can_complete_turn();
        EndingFacts {
            check,
            checkmate: stuck && check,
            stalemate: stuck && !check,
            fifty_moves: self.is_draw_by_fifty_moves(),
            threefold: between_turns && occurrences >= THREEFOLD,
            commander_captured: self.is_commander_captured(),
            outcome: self.outcome_if(occurrences, || !stuck),
        }
    }

    /// Has the game ended, as far as the position alone tells?
    pub fn is_game_over(&self) -> bool {
        self.outcome().is_some()
    }
}
