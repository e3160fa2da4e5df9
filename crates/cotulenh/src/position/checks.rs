//! Which sides are in check, now and after a move (RULES 6.6).

use crate::action::{Action, IllegalAction};
use crate::board::Board;
use crate::color::Color;
use crate::moves::{Move, MoveKind};
use crate::threats::Threats;

use super::Position;
use super::play::{IllegalMove, execute};

/// The sides that are in check (RULES 6.6): their Commander is threatened, or gone. From
/// [`Position::checks`] and [`Position::checks_after`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub struct Checks {
    /// Red is in check.
    pub red: bool,
    /// Blue is in check.
    pub blue: bool,
}

impl Checks {
    #[inline]
    fn on(board: &Board) -> Checks {
        let is_checked =
            |color| board.commander(color).is_none_or(|square| Threats::new(board, square, !color).any());
        Checks { red: is_checked(Color::Red), blue: is_checked(Color::Blue) }
    }

    /// Is this side in check?
    #[inline]
    pub const fn of(self, color: Color) -> bool {
        match color {
            Color::Red => self.red,
            Color::Blue => self.blue,
        }
    }

    /// Is a side in check?
    #[inline]
    pub const fn any(self) -> bool {
        self.red || self.blue
    }
}

impl Position {
    /// The sides that are in check on the present board: inside a session, with its steps played.
    /// [`is_check`](Position::is_check) is the same for the side to move.
    pub fn checks(&self) -> Checks {
        Checks::on(&self.board)
    }

    /// The sides that are in check after a move or a deploy step and its promotions. Discovered
    /// checks and checks by carried pieces count, and so does a captured Commander (RULES 6.6).
    ///
    /// The move may be [pseudo-legal](Position::pseudo_legal_moves): then the own side may be in
    /// check. Nothing is allocated.
    ///
    /// ```
    /// use cotulenh::{Color, Position};
    /// let position: Position = "6c4/11/11/11/6T4/11/11/11/11/11/11/4C3I2 r - - 0 1".parse().unwrap();
    /// let checks = |text| position.checks_after(position.parse_move(text).unwrap()).unwrap();
    /// assert!(checks("Tg10").of(Color::Blue));
    /// assert!(!checks("Tg9").any());
    /// ```
    #[doc(alias = "gives_check")]
    pub fn checks_after(&self, mv: Move) -> Result<Checks, IllegalMove> {
        match self.is_pseudo_legal(mv) {
            true => Ok(self.checks_after_unchecked(mv)),
            false => Err(IllegalMove(mv)),
        }
    }

    /// Like [`checks_after`](Position::checks_after), for a move that is known to be legal or
    /// pseudo-legal here.
    ///
    /// # Panics
    ///
    /// Builds with debug assertions panic if the move is not pseudo-legal. Without them, such a move
    /// panics or gives a wrong answer.
    pub fn checks_after_unchecked(&self, mv: Move) -> Checks {
        debug_assert!(self.is_pseudo_legal(mv), "{mv} is not pseudo-legal in {self}");
        if mv.kind() == MoveKind::Recombination {
            // It replays the whole session (RULES 9.3).
            let mut after = *self;
            after.deploy_step(mv, &mut ());
            return after.checks();
        }
        let mut board = self.board;
        execute(&mut board, mv, self.options, &mut ());
        Checks::on(&board)
    }

    /// The sides that are in check after some actions, such as a whole turn with all steps of a
    /// deploy. Nothing is allocated.
    ///
    /// ```
    /// use cotulenh::{Action, Position};
    /// let position: Position = "6c4/11/11/11/6(TI)4/11/11/11/11/11/11/4C6 r - - 0 1".parse().unwrap();
    /// let step = |text| Action::Step(position.parse_move(text).unwrap());
    /// assert!(position.checks_after_turn(&[step("T>g10"), Action::Commit])?.blue);
    /// assert!(!position.checks_after_turn(&[step("T>g9"), Action::Commit])?.blue);
    /// assert!(position.checks_after_turn(&[Action::Commit]).is_err());
    /// # Ok::<(), cotulenh::IllegalAction>(())
    /// ```
    pub fn checks_after_turn(&self, actions: &[Action]) -> Result<Checks, IllegalAction> {
        let mut after = *self;
        for &action in actions {
            after.play_action(action)?;
        }
        Ok(after.checks())
    }
}
