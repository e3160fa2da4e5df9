//! Actions: what a player can do at one moment of a turn, a step or the commit.
//!
//! Everything that goes through a game one action at a time (perft, searches, replays, protocols)
//! uses this type, so the difference between a step and a commit is handled here only.

use core::fmt;

use crate::game::Game;
use crate::lan::Lan;
use crate::moves::Move;
use crate::parse::{ParseMoveError, Strictness, Turn};
use crate::position::{CommitError, IllegalMove, Position, Undo};
use crate::san::TurnText;

/// One action: a step (a move of a whole unit, or one deploy step), or the commit of the open
/// deploy session.
///
/// [`Display`](fmt::Display) writes the LAN of the step, or `commit`.
///
/// ```
/// use cotulenh::{Action, Position};
/// let mut position = Position::from_fen("6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1")?;
/// let step = Action::Step(position.parse_move("T>d7").unwrap());
/// position.play_action(step).unwrap();
/// assert!(position.actions().contains(&Action::Commit));
/// position.play_action(Action::Commit).unwrap();
/// assert!(position.play_action(Action::Commit).is_err(), "no session is open any more");
/// # Ok::<(), cotulenh::InvalidSetup>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
pub enum Action {
    /// A legal move or deploy step.
    Step(Move),
    /// The commit of RULES 9.5.
    Commit,
}

/// The text of [`Action::Commit`].
const COMMIT: &str = "commit";

impl Action {
    /// The move, unless this is a commit.
    #[inline]
    pub const fn step(self) -> Option<Move> {
        match self {
            Action::Step(mv) => Some(mv),
            Action::Commit => None,
        }
    }
}

impl From<Move> for Action {
    #[inline]
    fn from(mv: Move) -> Action {
        Action::Step(mv)
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Step(mv) => mv.fmt(f),
            Action::Commit => f.write_str(COMMIT),
        }
    }
}

/// An action that cannot be played here.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalAction {
    /// The step is not a legal move.
    #[error(transparent)]
    Step(#[from] IllegalMove),
    /// The commit is not allowed.
    #[error(transparent)]
    Commit(#[from] CommitError),
}

/// A text that cannot be played, from [`Game::play_action_text`].
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayTextError {
    /// It is not a legal move, or an ambiguous one.
    #[error(transparent)]
    Move(#[from] ParseMoveError),
    /// It is a commit, which is not allowed here.
    #[error(transparent)]
    Commit(#[from] CommitError),
}

/// A turn that can be completed from a position, from [`Position::whole_turns`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WholeTurn {
    /// The actions in order.
    pub actions: Vec<Action>,
    /// The position after the last of them.
    pub after: Position,
}

impl Position {
    /// All actions: the legal moves in the order of RULES 11.6, then the commit if it is allowed.
    pub fn actions(&self) -> Vec<Action> {
        let commit = self.can_commit().then_some(Action::Commit);
        self.legal_moves().into_iter().map(Action::Step).chain(commit).collect()
    }

    /// The number of [`actions`](Position::actions), counted without listing them.
    #[inline]
    pub fn action_count(&self) -> u64 {
        self.legal_move_count() as u64 + u64::from(self.session().is_some() && self.can_commit())
    }

    /// Can this action be played here?
    pub fn is_legal_action(&self, action: Action) -> bool {
        match action {
            Action::Step(mv) => self.is_legal(mv),
            Action::Commit => self.can_commit(),
        }
    }

    /// Plays an action, with promotions and the automatic commit of RULES 9.5.
    ///
    /// The position is unchanged after an error.
    pub fn play_action(&mut self, action: Action) -> Result<Undo, IllegalAction> {
        match action {
            Action::Step(mv) => Ok(self.play(mv)?),
            Action::Commit => Ok(self.commit()?),
        }
    }

    /// Plays an action that is known to be legal, without recording how to undo it. For use on a
    /// copy.
    ///
    /// # Panics
    ///
    /// Builds with debug assertions panic if the action is not legal. Without them, an illegal step
    /// leaves the position inconsistent or panics.
    #[inline]
    pub fn advance_action_unchecked(&mut self, action: Action) {
        match action {
            Action::Step(mv) => self.advance_unchecked(mv),
            Action::Commit => {
                let committed = self.commit();
                debug_assert!(committed.is_ok(), "commit is not legal in {self}");
            }
        }
    }

    /// The position after an action that is known to be legal.
    ///
    /// # Panics
    ///
    /// As [`advance_action_unchecked`](Position::advance_action_unchecked).
    #[must_use]
    #[inline]
    pub fn after_unchecked(&self, action: Action) -> Position {
        let mut next = *self;
        next.advance_action_unchecked(action);
        next
    }

    /// The legal action that a text identifies: `commit`, or the LAN of a step. The flags of the
    /// step (RULES 11.5) may follow after a space; they must be right then.
    ///
    /// [`Display`](core::fmt::Display) of [`Action`] writes such a text.
    pub fn parse_action(&self, text: &str) -> Result<Action, ParseMoveError> {
        if text == COMMIT && self.can_commit() {
            return Ok(Action::Commit);
        }
        let (lan, flags) = split_flags(text);
        self.find_step(lan, flags).map(Action::Step).ok_or_else(|| ParseMoveError::no_such_move(text))
    }

    /// The legal move with this LAN and, if given, these flags.
    fn find_step(&self, lan: &str, flags: Option<&str>) -> Option<Move> {
        let lan: Lan = lan.parse().ok()?;
        let found = |mv: &Move| Lan::of(*mv) == lan && flags.is_none_or(|flags| flags == mv.flags());
        self.legal_moves_from(lan.from()).into_iter().find(found)
    }

    /// Every turn that can be completed from here. Deploys that differ only in the order of their
    /// steps are different turns, so a large stack has thousands.
    ///
    /// ```
    /// use cotulenh::Position;
    /// let position = Position::from_fen("6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1")?;
    /// let turns = position.whole_turns();
    /// assert!(turns.iter().all(|turn| turn.after.turn() != position.turn()));
    /// assert!(turns.iter().any(|turn| turn.actions.len() > 1), "a deploy");
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    pub fn whole_turns(&self) -> Vec<WholeTurn> {
        let mut found = Vec::new();
        let mut open = vec![(Vec::new(), *self)];
        while let Some((actions, at)) = open.pop() {
            for action in at.actions() {
                let after = at.after_unchecked(action);
                let mut actions = actions.clone();
                actions.push(action);
                match after.session() {
                    None => found.push(WholeTurn { actions, after }),
                    Some(_) => open.push((actions, after)),
                }
            }
        }
        found
    }
}

impl Game {
    /// Plays an action: see [`play`](Game::play) and [`commit`](Game::commit).
    ///
    /// The game is unchanged after an error.
    pub fn play_action(&mut self, action: Action) -> Result<(), IllegalAction> {
        match action {
            Action::Step(mv) => Ok(self.play(mv)?),
            Action::Commit => Ok(self.commit()?),
        }
    }

    /// Plays the text of an action or of a whole turn: `commit`, a LAN with flags after a space
    /// ([`play_lan`](Game::play_lan)), or a move text of RULES 14.
    ///
    /// The game is unchanged after an error.
    ///
    /// ```
    /// use cotulenh::{Game, RuleOptions, Strictness};
    /// let fen = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1";
    /// let mut game = Game::from_fen(fen, RuleOptions::default())?;
    /// for text in ["Td5>d7 nd", "commit", "Cg11"] {
    ///     game.play_action_text(text, Strictness::Strict).unwrap();
    /// }
    /// assert_eq!(game.turns().len(), 2);
    /// # Ok::<(), cotulenh::InvalidSetup>(())
    /// ```
    pub fn play_action_text(&mut self, text: &str, strictness: Strictness) -> Result<(), PlayTextError> {
        if text == COMMIT {
            return Ok(self.commit()?);
        }
        match split_flags(text) {
            (lan, Some(flags)) => Ok(self.play_lan(lan, Some(flags))?),
            (text, None) => Ok(self.play_text(text, strictness)?),
        }
    }

    /// Plays the legal move, or else the whole deploy turn, with this LAN and, if given, these
    /// flags. LAN and flags together identify a move.
    ///
    /// The game is unchanged after an error.
    pub fn play_lan(&mut self, lan: &str, flags: Option<&str>) -> Result<(), ParseMoveError> {
        let unknown = || match flags {
            Some(flags) => ParseMoveError::no_such_move(&format!("{lan} {flags}")),
            None => ParseMoveError::no_such_move(lan),
        };
        if let Some(step) = self.position().find_step(lan, flags) {
            return self.play(step).map_err(|_| unknown());
        }
        let text = match self.position().parse_turn(lan, Strictness::Strict)? {
            Turn::Deploy(turn) => turn.open.deploy_turn_text(),
            Turn::Step(_) => None,
        };
        match text {
            Some(text) if text.lan == lan && flags.is_none_or(|flags| flags == text.flags) => {
                self.play_text(lan, Strictness::Strict)
            }
            _ => Err(unknown()),
        }
    }

    /// The texts of the turns that these actions complete if they are played from here; a deploy is
    /// one turn. An unfinished turn at the end is left out, and so is everything from the first
    /// illegal action on.
    ///
    /// ```
    /// use cotulenh::{Action, Game};
    /// let game = Game::new();
    /// let first = game.position().legal_moves()[0];
    /// let texts = game.turn_texts(&[Action::Step(first)]);
    /// assert_eq!(texts[0].lan, first.to_string());
    /// ```
    pub fn turn_texts(&self, actions: &[Action]) -> Vec<TurnText> {
        // Texts follow from positions, so the history does not have to be copied.
        let mut game = Game::from(*self.position());
        let _ = actions.iter().try_for_each(|&action| game.play_action(action));
        game.turns().iter().map(|turn| turn.text()).collect()
    }
}

/// Splits a LAN from the flags that may follow it after a space.
fn split_flags(text: &str) -> (&str, Option<&str>) {
    match text.split_once(' ') {
        Some((lan, flags)) => (lan, Some(flags)),
        None => (text, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STACK: &str = "6c4/11/11/11/11/11/11/3(TI)7/11/11/11/4C6 r - - 0 1";

    #[test]
    fn actions_are_exactly_the_legal_ones() {
        let mut position = Position::from_fen(STACK).unwrap();
        assert!(!position.is_legal_action(Action::Commit));
        let before = position;
        assert!(matches!(
            position.play_action(Action::Commit),
            Err(IllegalAction::Commit(CommitError::NoOpenSession))
        ));
        let step = Action::Step(position.parse_move("T>d7").unwrap());
        let undo = position.play_action(step).unwrap();
        assert_eq!(position, before.after_unchecked(step));
        assert_eq!(position.action_count(), position.actions().len() as u64);
        assert_eq!(position.actions().last(), Some(&Action::Commit));
        assert!(position.actions().into_iter().all(|action| position.is_legal_action(action)));
        assert!(!position.is_legal_action(step));
        let illegal = IllegalAction::Step(IllegalMove(step.step().unwrap()));
        assert_eq!(position.play_action(step).err(), Some(illegal));
        position.undo(&undo);
        assert_eq!(position, before);
    }

    #[test]
    fn texts_of_actions_and_turns_are_played() {
        let start = Position::from_fen(STACK).unwrap();
        let play = |text: &str| {
            let mut game = Game::from(start);
            game.play_action_text(text, Strictness::Strict).map(|()| game)
        };
        for text in ["Td5>d7", "Td5>d7 nd", "T>d7", "d5:I:T>d7", "d5:I:T>d7 dn", "I<T>d7", "(TI)d5d7 n"] {
            assert!(play(text).is_ok(), "{text}");
        }
        let deploys = play("d5:I:T>d7 dn").unwrap();
        assert_eq!((deploys.turns().len(), deploys.position().turn()), (1, !start.turn()));
        for text in ["", "x", "Td5>d7 n", "Td5>d7  nd", "commit nd", "d5:I:T>d7 dc", "T>d7 nd", "Zz9 n"] {
            assert!(
                matches!(play(text), Err(PlayTextError::Move(ParseMoveError::NoSuchMove(_)))),
                "{text:?}"
            );
        }
        assert_eq!(play("commit"), Err(PlayTextError::Commit(CommitError::NoOpenSession)));
        let mut game = Game::from(start);
        game.play_lan("Td5>d7", None).unwrap();
        game.play_action_text("commit", Strictness::Strict).unwrap();
        assert_eq!(game, deploys);
    }

    #[test]
    fn turn_texts_leave_out_what_is_not_completed() {
        let game = Game::from(Position::from_fen(STACK).unwrap());
        let step = Action::Step(game.position().parse_move("T>d7").unwrap());
        assert!(game.turn_texts(&[step]).is_empty());
        let texts = game.turn_texts(&[step, Action::Commit, Action::Commit]);
        assert_eq!(texts.len(), 1);
        assert_eq!(texts[0].lan, "d5:I:T>d7");
    }
}
